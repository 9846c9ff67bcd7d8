/* ranks_pmpi.c - times the MPI calls that wait for other ranks, as series of kind `wait`

   Compile it with the program: mpicc main.c ranks_pmpi.c. The program then calls these functions instead of MPI's, and
   they call MPI's functions by their PMPI_ names (the profiling interface of the MPI standard, chapter 15). A call
   inside a scope stands below that scope: "pass/exchange/MPI_Allgatherv". The rank that waits least is the one that
   keeps the others waiting. */

#include "ranks.h"

#define WAITS(name, parameters, arguments)              \
    int MPI_##name parameters                           \
    {                                                   \
        gt_scope wait = gt_ranks_wait_begin("MPI_" #name); \
        const int code = PMPI_##name arguments;         \
        gt_scope_end(&wait);                            \
        return code;                                    \
    }

/* -- collective calls -- */

WAITS(Barrier, (MPI_Comm comm), (comm))
WAITS(Bcast, (void *data, int n, MPI_Datatype type, int root, MPI_Comm comm), (data, n, type, root, comm))
WAITS(Reduce, (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
      (from, to, n, type, op, root, comm))
WAITS(Allreduce, (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (from, to, n, type, op, comm))
WAITS(Gather, (const void *from, int n, MPI_Datatype type, void *to, int each, MPI_Datatype as, int root,
               MPI_Comm comm), (from, n, type, to, each, as, root, comm))
WAITS(Gatherv, (const void *from, int n, MPI_Datatype type, void *to, const int each[], const int at[], MPI_Datatype as,
                int root, MPI_Comm comm), (from, n, type, to, each, at, as, root, comm))
WAITS(Allgather, (const void *from, int n, MPI_Datatype type, void *to, int each, MPI_Datatype as, MPI_Comm comm),
      (from, n, type, to, each, as, comm))
WAITS(Allgatherv, (const void *from, int n, MPI_Datatype type, void *to, const int each[], const int at[],
                   MPI_Datatype as, MPI_Comm comm), (from, n, type, to, each, at, as, comm))
WAITS(Scatter, (const void *from, int n, MPI_Datatype type, void *to, int each, MPI_Datatype as, int root,
                MPI_Comm comm), (from, n, type, to, each, as, root, comm))
WAITS(Scatterv, (const void *from, const int each[], const int at[], MPI_Datatype type, void *to, int n,
                 MPI_Datatype as, int root, MPI_Comm comm), (from, each, at, type, to, n, as, root, comm))
WAITS(Alltoall, (const void *from, int n, MPI_Datatype type, void *to, int each, MPI_Datatype as, MPI_Comm comm),
      (from, n, type, to, each, as, comm))
WAITS(Reduce_scatter, (const void *from, void *to, const int each[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (from, to, each, type, op, comm))
WAITS(Scan, (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (from, to, n, type, op, comm))

/* -- calls between two ranks -- */

WAITS(Send, (const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm),
      (data, n, type, to, tag, comm))
WAITS(Ssend, (const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm),
      (data, n, type, to, tag, comm))
WAITS(Recv, (void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status),
      (data, n, type, from, tag, comm, status))
WAITS(Sendrecv, (const void *data, int n, MPI_Datatype type, int to, int tag, void *into, int most, MPI_Datatype as,
                 int from, int as_tag, MPI_Comm comm, MPI_Status *status),
      (data, n, type, to, tag, into, most, as, from, as_tag, comm, status))
WAITS(Wait, (MPI_Request *request, MPI_Status *status), (request, status))
WAITS(Waitall, (int n, MPI_Request request[], MPI_Status status[]), (n, request, status))
WAITS(Waitany, (int n, MPI_Request request[], int *which, MPI_Status *status), (n, request, which, status))
WAITS(Probe, (int from, int tag, MPI_Comm comm, MPI_Status *status), (from, tag, comm, status))
