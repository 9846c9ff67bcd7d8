/* 14_allocation.c - when is memory paid for: when it is made, or when it is first used?

   WHAT IT SHOWS   malloc and calloc return at once; the pages come at first use, inside whatever is timed then, and
                   they come zeroed. A vector of C++ writes its zeros when it is made, so that its first use is free.
                   What free took back malloc hands out again: warm, and not zeroed. Many devices' buffers are like
                   malloc.
   WHAT TO SEE     creation against first use in each row; first use of fresh memory against that of used memory

   After "Data warm up when measuring performance with C++ AMP". The C library of Linux keeps what free takes back in
   blocks of up to 32 MiB; larger ones go back to the system, and the next one is fresh. */

#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS */
#include "lib/common.h"

#include <sys/mman.h>

enum { MALLOC, CALLOC, VECTOR, AGAIN, BLOCKS, PART = 8 };      /* AGAIN: a PART-th of the size of the others */
static const char *const blocks[BLOCKS] = { "malloc", "calloc", "vector", "free, malloc" };

static const ex_claim claims[] = {
    { "memory of malloc is paid for at first use, which takes over 10 times as long as the call",
      "malloc: first use", EX_OVER, 10, "malloc: creation", 1 },
    { "memory of calloc is paid for at first use, which takes over 10 times as long as the call",
      "calloc: first use", EX_OVER, 10, "calloc: creation", 1 },
    { "a vector is paid for when it is made, which takes over 1.1 times as long as its first use",
      "vector: creation", EX_OVER, 1.1, "vector: first use", 1 },
    { "what free took back is warm: the first use of as much fresh memory takes over 1.1 times as long",
      "malloc: first use", EX_OVER, 1.1, "free, malloc: first use", 1.0 / PART },
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
static int all_are(const char *p, size_t bytes, char value)
{
    return p[0] == value && !memcmp(p, p + 1, bytes - 1);
}

static int fresh_is_zero(size_t bytes)          /* of the system, before the C library has it */
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const int zero = p != MAP_FAILED && all_are((const char *)p, bytes, 0);
    if (p != MAP_FAILED) munmap(p, bytes);
    return zero;
}

static int on_host(size_t bytes, int block, char value)
{
    char *volatile last = block == AGAIN ? (char *)malloc(bytes) : NULL;     /* volatile: no compiler leaves it out */
    char *p;
    int right;
    gt_scope timed;
    if (last) memset(last, value, bytes);
    free(last);
    timed = gt_scope_begin(series(block, "creation"));
    p = block == CALLOC ? (char *)calloc(bytes, 1) : (char *)malloc(bytes);
    if (block == VECTOR && p) gt_touch(p, bytes, GT_TOUCH_FILL, 0, 1);     /* std::vector<char> v(bytes); */
    gt_scope_end(&timed);
    if (!p) return ex_wrong("out of memory");
    timed = gt_scope_begin(series(block, "first use"));
    memset(p, value, bytes);
    gt_scope_end(&timed);
    right = all_are(p, bytes, value) || ex_wrong(blocks[block]);
    free(p);
    return right;
}

static int on_device(const gt_cl *cl, size_t bytes, char value)
{
    char *back = (char *)ex_floats(bytes / sizeof(float));
    cl_mem m = NULL;
    int right;
    GT_SCOPE_CL(cl->queue, "buffer: creation")
        m = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    if (!m) return free(back), 0;
    GT_SCOPE_CL(cl->queue, "buffer: first use")
        GT_CL(clEnqueueFillBuffer(cl->queue, m, &value, 1, 0, bytes, 0, NULL, GT_EVENT));
    GT_SCOPE_CL(cl->queue, "buffer: second use")
        GT_CL(clEnqueueFillBuffer(cl->queue, m, &value, 1, 0, bytes, 0, NULL, GT_EVENT));
    right = !GT_CL(clEnqueueReadBuffer(cl->queue, m, CL_TRUE, 0, bytes, back, 0, NULL, NULL)) &&
            (all_are(back, bytes, value) || ex_wrong("a filled buffer"));
    GT_CL(clReleaseMemObject(m));
    free(back);
    return right;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "14_allocation", "Makes memory in five ways and uses it for the first time.",
                                    "device quick repeat budget csv", 6, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t bytes = (size_t)(o.quick ? 40 : 128) << 20;   /* larger than the C library reuses: fresh pages */
    int right = 1, i;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "null.cl");

    if (!program) return 1;
    /* Not counted: what is compiled late, and until the C library has kept a block. */
    right = on_device(&cl, bytes, 1) && on_host(bytes / PART, AGAIN, 1) && on_host(bytes / PART, AGAIN, 1);
    gt_reset();
    while (right && ex_more(&o, claims, EX_COUNT(claims))) {
        const char value = (char)(1 + o.rounds % 100);
        for (i = 0; i < BLOCKS && right; i++) right = on_host(i == AGAIN ? bytes / PART : bytes, i, value);
        right = right && on_device(&cl, bytes, value);
    }
    printf("%lu MiB, medians, ms    creation   first use      (free, malloc: %lu MiB)\n", (unsigned long)(bytes >> 20),
           (unsigned long)(bytes / PART >> 20));
    for (i = 0; i < BLOCKS; i++) {
        printf("%-22s %9s", blocks[i], ex_ms_text(series(i, "creation")));
        printf(" %11s\n", ex_ms_text(series(i, "first use")));
    }
    printf("%-22s %9s %11s   second use %s\n\n", "clCreateBuffer", ex_ms_text("buffer: creation"),
           ex_ms_text("buffer: first use"), ex_ms_text("buffer: second use"));
    ex_report(claims, EX_COUNT(claims));
    ex_claim_fact("fresh memory of the system is zero, each byte", fresh_is_zero(bytes), "all of it was read");
    return ex_close(&o, &cl, program, right);
}
