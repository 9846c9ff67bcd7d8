/* 14_allocation.c - when is memory paid for: when it is made, or when it is first used?

   WHAT IT SHOWS   malloc and calloc return at once; the pages come at first use, inside whatever is timed then. A
                   vector of C++ writes its zeros when it is made, so that its first use is free. Memory that the
                   program's own pool, or the C library, hands out again is warm. Many devices' buffers are like malloc.
   WHAT TO SEE     creation against first use in each row; the last column against the row of reused memory */

#include "common.h"

enum { MALLOC, CALLOC, VECTOR, REUSED, BLOCKS };
static const char *const blocks[BLOCKS] = { "malloc", "calloc", "vector", "reused" };

static const ex_claim claims[] = {
    { "memory of malloc is paid for at first use, which takes over 10 times as long as the call",
      "malloc: first use", EX_OVER, 10, "malloc: creation", 1 },
    { "memory of calloc is paid for at first use, which takes over 10 times as long as the call",
      "calloc: first use", EX_OVER, 10, "calloc: creation", 1 },
    { "a vector is paid for when it is made, which takes over 1.1 times as long as its first use",
      "vector: creation", EX_OVER, 1.1, "vector: first use", 1 },
    { "reused memory is warm: the first use of fresh memory takes over 1.1 times as long",
      "malloc: first use", EX_OVER, 1.1, "reused: first use", 1 },
    { "a device buffer is paid for at first use, which takes over 10 times as long as clCreateBuffer",
      "buffer: first use", EX_OVER, 10, "buffer: creation", 1 },
    { "a device buffer is warm after its first use, which takes over 1.1 times as long as the second",
      "buffer: first use", EX_OVER, 1.1, "buffer: second use", 1 }
};

static const char *series(int block, const char *what)
{
    static char name[64];
    sprintf(name, "%s: %s", blocks[block], what);
    return name;
}

static int on_host(size_t bytes, int block, int value)
{
    static char *pool;          /* what a program keeps for itself instead of giving it back */
    gt_scope timed = gt_scope_begin(series(block, "creation"));
    char *p = block == REUSED && pool ? pool : block == CALLOC ? (char *)calloc(bytes, 1) : (char *)malloc(bytes);
    int right;
    if (block == VECTOR && p) gt_touch(p, bytes, GT_TOUCH_FILL, 0, 1);     /* std::vector<char> v(bytes); */
    gt_scope_end(&timed);
    if (!p) return ex_wrong("out of memory");
    timed = gt_scope_begin(series(block, "first use"));
    memset(p, value, bytes);
    gt_scope_end(&timed);
    right = p[bytes / 2] == value || ex_wrong(blocks[block]);
    if (block == REUSED) pool = p;
    else free(p);
    return right;
}

static int on_device(const gt_cl *cl, size_t bytes, char value)
{
    char back = 0;
    cl_mem m = NULL;
    GT_SCOPE_CL(cl->queue, "buffer: creation")
        m = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    if (!m) return 0;
    GT_SCOPE_CL(cl->queue, "buffer: first use")
        GT_CL(clEnqueueFillBuffer(cl->queue, m, &value, 1, 0, bytes, 0, NULL, GT_EVENT));
    GT_SCOPE_CL(cl->queue, "buffer: second use")
        GT_CL(clEnqueueFillBuffer(cl->queue, m, &value, 1, 0, bytes, 0, NULL, GT_EVENT));
    GT_CL(clEnqueueReadBuffer(cl->queue, m, CL_TRUE, bytes / 2, 1, &back, 0, NULL, NULL));
    GT_CL(clReleaseMemObject(m));
    return back == value || ex_wrong("a filled buffer");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "14_allocation", "Makes memory in five ways and uses it for the first time.",
                                    "device quick repeat budget csv runs", 6, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t bytes = (size_t)(o.quick ? 40 : 128) << 20;   /* larger than the C library reuses: fresh pages */
    int right = 1, i;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "null.cl");

    if (!program) return 1;
    right = on_device(&cl, bytes, 1) && on_host(bytes, REUSED, 1);  /* not counted: late compilation; the pool */
    gt_reset();
    while (right && ex_more(&o, claims, EX_COUNT(claims))) {
        for (i = 0; i < BLOCKS && right; i++) right = on_host(bytes, i, o.rounds % 100);
        right = right && on_device(&cl, bytes, (char)(o.rounds % 100));
    }
    printf("%lu MiB, medians, ms    creation   first use\n", (unsigned long)(bytes >> 20));
    for (i = 0; i < BLOCKS; i++) {
        printf("%-22s %9s", blocks[i], ex_ms_text(series(i, "creation")));
        printf(" %11s\n", ex_ms_text(series(i, "first use")));
    }
    printf("%-22s %9s %11s   second use %s\n\n", "clCreateBuffer", ex_ms_text("buffer: creation"),
           ex_ms_text("buffer: first use"), ex_ms_text("buffer: second use"));
    ex_report(claims, EX_COUNT(claims));
    return ex_close(&o, &cl, program, right);
}
