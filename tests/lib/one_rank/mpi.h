/* A stand-in for MPI's header, so that examples/more/ranks.h compiles where there is no MPI. mpi.c has what a program
   of one rank needs of it. */

#ifndef MPI_OF_ONE_RANK_H
#define MPI_OF_ONE_RANK_H

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request;
typedef struct MPI_Status { int MPI_SOURCE, count; } MPI_Status;
enum { MPI_COMM_WORLD = 1, MPI_UNEQUAL = 3, MPI_CONGRUENT = 1, MPI_IDENT = 0, MPI_MIN = 1, MPI_MAX, MPI_SUCCESS = 0,
       MPI_BYTE = 1, MPI_INT = sizeof(int), MPI_DOUBLE = sizeof(double), MPI_FLOAT = sizeof(float),
       MPI_UNSIGNED_LONG = sizeof(unsigned long) };
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)1)

#ifdef __cplusplus
extern "C" {
#endif
int PMPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int PMPI_Recv(void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status);
int PMPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *n);
int PMPI_Barrier(MPI_Comm comm);
int PMPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm);
int PMPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int PMPI_Reduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy);
int PMPI_Comm_rank(MPI_Comm comm, int *rank);
int PMPI_Comm_size(MPI_Comm comm, int *size);
int PMPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *same);
int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Abort(MPI_Comm comm, int code);
int MPI_Barrier(MPI_Comm comm);
int MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Allgatherv(const void *from, int n, MPI_Datatype type, void *to, const int each[], const int at[],
                   MPI_Datatype as, MPI_Comm comm);
#ifdef __cplusplus
}
#endif

#endif
