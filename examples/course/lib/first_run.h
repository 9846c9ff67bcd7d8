/* first_run.h - for example 10: a process that opens a device, builds and launches. Needs _XOPEN_SOURCE 700 (nftw). */

#ifndef EX_FIRST_RUN_H
#define EX_FIRST_RUN_H

#include "common.h"
#include "more/program_cache.h"

#include <ftw.h>
#include <sys/stat.h>

enum { COLD, VENDOR, KIT, THREAD, KINDS, AGAIN = KINDS, COLUMNS };     /* kinds of processes; AGAIN: later in COLD */
enum { DRIVERS, CONTEXT, BUILD, LAUNCH, SUM, OTHER, OTHER_AGAIN, START, PHASES };
enum { ITEMS = 1 << 14 };

typedef struct opening {
    const ex_options *o;
    int kind;
    char source[200];
    gt_cl cl;
    cl_program program;
    double build_ns;
} opening;

static gt_cl_cache kits_cache(void)
{
    gt_cl_cache cache;
    memset(&cache, 0, sizeof cache);
    cache.folder = getenv("EX_KIT_CACHE");
    return cache;
}
static void *open_and_build(void *user)
{
    opening *x = (opening *)user;
    gt_timer build = { { 0 } };
    gt_cl_cache cache = kits_cache();
    if (gt_cl_open(&x->cl, x->o->device) == GT_OK) {
        gt_timer_start(&build);
        x->program = x->kind == KIT ? gt_cl_program_cached(&x->cl, x->source, NULL, "add_number", &cache)
                                    : gt_cl_program(&x->cl, x->source, NULL, "add_number");
        gt_timer_stop(&build);
    }
    x->build_ns = gt_timer_ns(&build);
    return NULL;
}

/* Launches three times: with a local size of 32, and twice with 64. Returns 1 if each launch added its number. */
static int launch(const opening *x, cl_uint number, double *at)
{
    static cl_uint data[ITEMS];
    static const struct { int phase; size_t local; } launches[] = {
        { LAUNCH, 32 }, { OTHER, 64 }, { OTHER_AGAIN, 64 }
    };
    const size_t items = ITEMS;
    cl_kernel kernel = GT_CL_NEW(clCreateKernel(x->program, "add_number", GT_CL_ERR));
    cl_mem m = GT_CL_NEW(clCreateBuffer(x->cl.context, CL_MEM_READ_WRITE, sizeof data, NULL, GT_CL_ERR));
    int i;
    for (i = 0; i < ITEMS; i++) data[i] = (cl_uint)i;
    if (kernel && m) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof m, &m));
        GT_CL(clEnqueueWriteBuffer(x->cl.queue, m, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
        for (i = 0; i < 3; i++) {
            gt_timer t = { { 0 } };
            gt_timer_start(&t);
            gt_cl_warm_kernel(x->cl.queue, kernel, 1, NULL, &items, &launches[i].local);
            gt_timer_stop(&t);
            at[launches[i].phase] = gt_timer_ns(&t);
        }
        GT_CL(clEnqueueReadBuffer(x->cl.queue, m, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    }
    if (m) GT_CL(clReleaseMemObject(m));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    for (i = 0; i < ITEMS && data[i] == (cl_uint)i + 3 * number; i++) { }
    return i == ITEMS || ex_wrong("add_number");
}

/* Writes the program's binary to the kit's cache. */
static void keep_binary(const opening *x)
{
    gt_cl_cache cache = kits_cache();
    cl_program kept = gt_cl_program_cached(&x->cl, x->source, NULL, "add_number", &cache);
    if (kept) GT_CL(clReleaseProgram(kept));
}

static int folder_make(char *path /* of 250 */)
{
    const char *tmp = getenv("TMPDIR");
    sprintf(path, "%.200s/gputime_XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (mkdtemp(path)) return 1;
    fprintf(stderr, "no folder can be made as %s: set TMPDIR to a folder that you can write to\n", path);
    return 0;
}
static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s, (void)kind, (void)where;
    return remove(path);
}
static void folder_remove(const char *path) { nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

#endif
