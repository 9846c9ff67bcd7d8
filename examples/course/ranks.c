/* ranks.c - a matrix product that several processes share: which rank is slow, and is the difference real?

   WHAT IT SHOWS   Each rank of an MPI program takes a device (rank modulo devices), multiplies its block of rows, and
                   all gather the result. The pass begins in all ranks at one instant. Compute, exchange and wait are
                   series; the time inside MPI's calls is a series of kind `wait` (examples/more/ranks_pmpi.c). Work per
                   rank: the whole divided by the ranks (strong scaling), or the same for each (--weak).
   WHAT TO SEE     make ranks runs it with 4 ranks and has gtlint report: medians over ranks, the imbalance, which part
                   makes it, which ranks differ beyond chance. With --slow 2 rank 2 does a third more work: the report
                   names it, and the others wait for it. sh examples/course/scale.sh: 1, 2, 4 ranks, with efficiency

   usage: mpirun -n 4 ranks [--quick] [--weak] [--slow RANK] [--passes N] [FILE]      FILE: of all ranks, run.json */

#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "more/ranks.h"

#include <stdlib.h>
#include <string.h>

typedef struct options { int quick, weak, passes; long slow; const char *file; } options;
static options options_read(int argc, char **argv)
{
    options o = { 0, 0, 20, -1, "run.json" };
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--quick")) o.quick = 1;
        else if (!strcmp(argv[i], "--weak")) o.weak = 1;
        else if (!strcmp(argv[i], "--slow") && i + 1 < argc) o.slow = atol(argv[++i]);
        else if (!strcmp(argv[i], "--passes") && i + 1 < argc) o.passes = atoi(argv[++i]);
        else o.file = argv[i];
    }
    return o;
}

/* The device of a rank: ranks of one host take its devices in turn. */
static int opened(gt_cl *cl, int rank)
{
    cl_platform_id platform;
    cl_device_id device[16];
    cl_uint count = 0;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 16, device, &count) != CL_SUCCESS || getenv("GT_DEVICE"))
        return gt_cl_open(cl, NULL) == GT_OK;
    char place[16];
    sprintf(place, "0:%d", rank % (int)(count < 16 ? count : 16));
    return gt_cl_open(cl, place) == GT_OK;
}

enum { MOST_RANKS = 1024 };
typedef struct block { cl_uint rows, n, w; float *a, *b, *c; cl_mem da, db, dc; cl_kernel kernel; } block;

static int block_open(block *x, const gt_cl *cl, cl_program program)
{
    const size_t a = (size_t)x->rows * x->n, b = (size_t)x->n * x->w, c = (size_t)x->rows * x->w;
    const cl_uint size[3] = { x->rows, x->n, x->w };
    const float zero = 0;
    x->da = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * a, x->a, GT_CL_ERR));
    x->db = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * b, x->b, GT_CL_ERR));
    x->dc = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 4 * c, NULL, GT_CL_ERR));
    x->kernel = GT_CL_NEW(clCreateKernel(program, "matmul_simple", GT_CL_ERR));
    if (!x->da || !x->db || !x->dc || !x->kernel) return 0;
    const cl_mem buffers[3] = { x->da, x->db, x->dc };
    for (cl_uint i = 0; i < 3; i++) {
        GT_CL(clSetKernelArg(x->kernel, i, sizeof buffers[i], &buffers[i]));
        GT_CL(clSetKernelArg(x->kernel, 3 + i, sizeof size[i], &size[i]));
    }
    gt_cl_fill(cl->queue, x->dc, &zero, sizeof zero);
    const size_t global[2] = { x->w, x->rows };
    return gt_cl_warm_kernel(cl->queue, x->kernel, 2, NULL, global, NULL) == GT_OK;
}
/* Element (i, j) of A is (i + 2 j) % 7, of B (3 i + j) % 5: sums stay whole numbers, which floats hold exactly. */
static void block_fill(block *x, size_t first_row)
{
    for (size_t i = 0; i < x->rows; i++)
        for (size_t k = 0; k < x->n; k++) x->a[i * x->n + k] = (float)((first_row + i + 2 * k) % 7);
    for (size_t k = 0; k < x->n; k++)
        for (size_t j = 0; j < x->w; j++) x->b[k * x->w + j] = (float)((3 * k + j) % 5);
}
static int product_right(const float *c, size_t m, size_t n, size_t w)      /* a few elements of each row */
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = i % 3; j < w; j += 37) {
            double want = 0;
            for (size_t k = 0; k < n; k++) want += (double)((i + 2 * k) % 7) * (double)((3 * k + j) % 5);
            if (want > c[i * w + j] || want < c[i * w + j]) return 0;
        }
    return 1;
}

/* more: of a hundred work-items so many are computed twice, for --slow. */
static void pass(const block *x, const gt_cl *cl, float *all, const int *each, const int *at, int more)
{
    const size_t global[2] = { x->w, x->rows }, again[2] = { x->w, (x->rows * (size_t)more + 99) / 100 };
    const int mine = (int)(x->rows * x->w);
    GT_SCOPE_CL(cl->queue, "compute") {
        GT_CL(clEnqueueNDRangeKernel(cl->queue, x->kernel, 2, NULL, global, NULL, 0, NULL, GT_EVENT));
        if (more) GT_CL(clEnqueueNDRangeKernel(cl->queue, x->kernel, 2, NULL, again, NULL, 0, NULL, GT_EVENT));
    }
    GT_SCOPE_CL(cl->queue, "copy") {
        GT_CL(clEnqueueReadBuffer(cl->queue, x->dc, CL_FALSE, 0, 4 * (size_t)mine, x->c, 0, NULL, GT_EVENT));
    }
    GT_SCOPE("wait") MPI_Barrier(MPI_COMM_WORLD);
    GT_SCOPE("exchange") MPI_Allgatherv(x->c, mine, MPI_FLOAT, all, each, at, MPI_FLOAT, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size, each[MOST_RANKS], at[MOST_RANKS], right = 0, all_right = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const options o = options_read(argc, argv);
    if (size > MOST_RANKS) MPI_Abort(MPI_COMM_WORLD, 2);

    const size_t n = o.quick ? 128 : 256, w = n, rows = (o.quick ? 256 : 1024) * (size_t)(o.weak ? size : 1);
    const size_t first = rows * (size_t)rank / (size_t)size, next = rows * (size_t)(rank + 1) / (size_t)size;
    for (int i = 0; i < size; i++) {
        at[i] = (int)(rows * (size_t)i / (size_t)size * w);
        each[i] = (int)(rows * (size_t)(i + 1) / (size_t)size * w) - at[i];
    }
    block x = { (cl_uint)(next - first), (cl_uint)n, (cl_uint)w, NULL, NULL, NULL, NULL, NULL, NULL, NULL };
    float *all = (float *)calloc(rows * w, sizeof *all);
    x.a = (float *)calloc((next - first) * n, sizeof *x.a);
    x.b = (float *)calloc(n * w, sizeof *x.b);
    x.c = (float *)calloc((next - first) * w, sizeof *x.c);
    gt_cl cl;
    memset(&cl, 0, sizeof cl);
    if (all && x.a && x.b && x.c && opened(&cl, rank)) {
        cl_program program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/matmul.cl", NULL);
        block_fill(&x, first);
        right = program && block_open(&x, &cl, program);
        if (program) GT_CL(clReleaseProgram(program));
    }
    if (!right) gt_fail(stderr);
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!all_right) return MPI_Finalize(), 1;

    gt_ranks_begin(MPI_COMM_WORLD);
    for (int i = 0; i < o.passes; i++)
        GT_RANKS_TOGETHER("pass") pass(&x, &cl, all, each, at, rank == o.slow ? 33 : 0);
    right = product_right(all, rows, n, w);
    if (!right) fprintf(stderr, "ranks: rank %d has a wrong product\n", rank);
    right &= gt_ranks_write(MPI_COMM_WORLD, o.file) == GT_OK;
    if (!right) gt_fail(stderr);
    gt_ranks_report(stdout);
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);

    GT_CL(clReleaseKernel(x.kernel));
    GT_CL(clReleaseMemObject(x.da));
    GT_CL(clReleaseMemObject(x.db));
    GT_CL(clReleaseMemObject(x.dc));
    gt_cl_close(&cl);
    free(x.a);
    free(x.b);
    free(x.c);
    free(all);
    MPI_Finalize();
    return !all_right;
}
