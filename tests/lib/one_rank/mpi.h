/* A stand-in for MPI's header, so that examples/more/ranks.h compiles where there is no MPI, as a program of one rank.
   With MPI_OF_TEST a test defines the functions itself: test_ranks.c. */

#ifndef ONE_RANK_MPI_H
#define ONE_RANK_MPI_H

#include <stdlib.h>
#include <string.h>

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request;
typedef struct MPI_Status { int MPI_SOURCE, count; } MPI_Status;
enum { MPI_COMM_WORLD = 1, MPI_UNEQUAL = 3, MPI_CONGRUENT = 1, MPI_IDENT = 0, MPI_MIN = 1, MPI_MAX, MPI_SUCCESS = 0,
       MPI_BYTE = 1, MPI_INT = sizeof(int), MPI_DOUBLE = sizeof(double), MPI_UNSIGNED_LONG = sizeof(unsigned long) };
#define MPI_STATUS_IGNORE ((MPI_Status *)NULL)
#define MPI_IN_PLACE ((void *)1)

#ifdef MPI_OF_TEST
int PMPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int PMPI_Recv(void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status);
#else
static inline int PMPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    (void)data, (void)n, (void)type, (void)to, (void)tag, (void)comm;
    abort();            /* there is nobody to send to */
}
static inline int PMPI_Recv(void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    (void)data, (void)n, (void)type, (void)from, (void)tag, (void)comm, (void)status;
    abort();
}
#endif
static inline int PMPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *n)
{
    *n = status->count / type;
    return MPI_SUCCESS;
}
static inline int PMPI_Barrier(MPI_Comm comm) { return comm == 0; }
static inline int PMPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    (void)data, (void)n, (void)type, (void)root, (void)comm;
    return MPI_SUCCESS;
}
static inline int PMPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    (void)op, (void)comm;
    if (from != MPI_IN_PLACE) memcpy(to, from, (size_t)n * (size_t)type);
    return MPI_SUCCESS;
}
static inline int PMPI_Reduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    (void)root;
    return PMPI_Allreduce(from, to, n, type, op, comm);
}
static inline int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy)
{
    *copy = comm;
    return MPI_SUCCESS;
}
static inline int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = comm != MPI_COMM_WORLD;
    return MPI_SUCCESS;
}
static inline int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = comm == MPI_COMM_WORLD;
    return MPI_SUCCESS;
}
static inline int PMPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *same)
{
    *same = a == b ? MPI_CONGRUENT : MPI_UNEQUAL;
    return MPI_SUCCESS;
}
static inline int MPI_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return MPI_SUCCESS;
}
static inline int MPI_Finalize(void) { return MPI_SUCCESS; }

#endif
