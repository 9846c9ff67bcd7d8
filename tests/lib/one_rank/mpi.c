/* mpi.c - MPI for a program of one rank: it talks to nobody. With MPI_OF_TEST the messages are the test's. */
#include "mpi.h"

#include <stdlib.h>
#include <string.h>

#ifndef MPI_OF_TEST
int PMPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    (void)data, (void)n, (void)type, (void)to, (void)tag, (void)comm;
    abort();            /* there is nobody to send to */
}
int PMPI_Recv(void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    (void)data, (void)n, (void)type, (void)from, (void)tag, (void)comm, (void)status;
    abort();
}
#endif
int PMPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *n)
{
    *n = status->count / type;
    return MPI_SUCCESS;
}
int PMPI_Barrier(MPI_Comm comm) { return comm == 0; }
int PMPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    (void)data, (void)n, (void)type, (void)root, (void)comm;
    return MPI_SUCCESS;
}
int PMPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    (void)op, (void)comm;
    if (from != MPI_IN_PLACE) memcpy(to, from, (size_t)n * (size_t)type);
    return MPI_SUCCESS;
}
int PMPI_Reduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    (void)root;
    return PMPI_Allreduce(from, to, n, type, op, comm);
}
int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy)
{
    *copy = comm;
    return MPI_SUCCESS;
}
int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = comm != MPI_COMM_WORLD;
    return MPI_SUCCESS;
}
int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = comm == MPI_COMM_WORLD;
    return MPI_SUCCESS;
}
int PMPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *same)
{
    *same = a == b ? MPI_CONGRUENT : MPI_UNEQUAL;
    return MPI_SUCCESS;
}
int MPI_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return MPI_SUCCESS;
}
int MPI_Finalize(void) { return MPI_SUCCESS; }
