/* 09_data_warmup.c - what does the first use of memory cost, and what warms it?

   WHAT YOU LEARN   Memory that nobody has used yet is not there yet: the first copy of a buffer pays for it, page by
                    page, and so does each run with fresh buffers. Warm what you time: both ends, whole, by writing. A
                    source that was only read is one shared page of zeros: copies of it look faster than real ones.
   EXPECTED OUTPUT  copies of 32 Mi int on the device and on the host, a row for each way to warm: first copy, page
                    faults in it, second copy; claims; the kit's report

   Each run has fresh buffers. The settings take turns, so that drift hits all of them; one run of each is a round. The
   cold ones have a round before the others, which is not counted: free memory may be cold itself, where a virtual
   machine has yet to get it from its host. */

#define _DEFAULT_SOURCE         /* madvise, MAP_ANONYMOUS */
#include "common.h"

#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { MOST = 100, SETTINGS = 13, CLAIMS = 9 };
typedef enum place { DEVICE, PINNED, HOST, HUGE_PAGES } place;
typedef enum warmth { COLD, ELEMENT, MIGRATED, READ, WRITTEN } warmth;
typedef struct setting { const char *name; place where; warmth source, target; } setting;
typedef struct claim { const char *what; int slow, fast; } claim;   /* slow takes over 1.1 times as long as fast */

static const setting settings[SETTINGS] = {
    { "device: nothing warmed", DEVICE, COLD, COLD },
    { "device: source warmed", DEVICE, WRITTEN, COLD },
    { "device: both warmed", DEVICE, WRITTEN, WRITTEN },
    { "device: one element of both", DEVICE, ELEMENT, ELEMENT },
    { "device: both migrated", DEVICE, MIGRATED, MIGRATED },
    { "host pointer: nothing warmed", PINNED, COLD, COLD },
    { "host pointer: both warmed", PINNED, WRITTEN, WRITTEN },
    { "host: nothing warmed", HOST, COLD, COLD },
    { "host: source warmed", HOST, WRITTEN, COLD },
    { "host: both warmed", HOST, WRITTEN, WRITTEN },
    { "host: source only read", HOST, READ, WRITTEN },
    { "host, huge: nothing warmed", HUGE_PAGES, COLD, COLD },
    { "host, huge: both warmed", HUGE_PAGES, WRITTEN, WRITTEN }
};
static const claim claims[CLAIMS] = {
    { "device: the first copy of data that was not warmed up is slower", 0, 2 },
    { "device: warming up the source alone leaves a cost", 1, 2 },
    { "device: one element does not warm a buffer, its pages count", 3, 2 },
    { "device: migrating does not warm a buffer, writing does", 4, 2 },
    { "device: host-pointer buffers need warming up as well", 5, 6 },
    { "host: the first copy of data that was not warmed up is slower", 7, 9 },
    { "host: warming up the source alone leaves a cost", 8, 9 },
    { "host: a source that was only read makes the copy look faster than it is", 9, 10 },
    { "host: huge pages make the cold copy cheaper", 7, 11 }
};
static double faults_of[SETTINGS][2][MOST + 1];     /* in the first and the second copy; the last is that of no round */

static double faults(void)
{
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) ? 0 : (double)u.ru_minflt;
}

/* A piece at a time, so as to need little memory. expected: what y must hold; NULL: x, and every eighth will do. */
static int same(const gt_cl *cl, cl_mem x, cl_mem y, size_t n, const cl_int *expected)
{
    static cl_int piece[2][1 << 20];
    const size_t most = sizeof piece[0] / 4;
    size_t i, k;
    for (i = 0; i < n; i += expected ? k : 8 * k) {
        k = n - i < most ? n - i : most;
        GT_CL(clEnqueueReadBuffer(cl->queue, x, CL_TRUE, 4 * i, 4 * k, piece[0], 0, NULL, NULL));
        GT_CL(clEnqueueReadBuffer(cl->queue, y, CL_TRUE, 4 * i, 4 * k, piece[1], 0, NULL, NULL));
        if (gt_error_first() || memcmp(piece[0], piece[1], 4 * k)) return 0;
        if (expected && memcmp(piece[1], expected + i, 4 * k)) return 0;
    }
    return 1;
}

static void warm(const gt_cl *cl, cl_mem m, warmth w, cl_int pattern)
{
    const cl_mem_migration_flags lost = CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    if (w == WRITTEN) gt_cl_fill(cl->queue, m, &pattern, sizeof pattern);
    if (w == ELEMENT) GT_CL(clEnqueueWriteBuffer(cl->queue, m, CL_TRUE, 0, sizeof pattern, &pattern, 0, NULL, NULL));
    if (w == MIGRATED) GT_CL(clEnqueueMigrateMemObjects(cl->queue, 1, &m, lost, 0, NULL, NULL));
    GT_CL(clFinish(cl->queue));
}

static const char *again(int which)
{
    static char name[64];
    sprintf(name, "%s, again", settings[which].name);
    return name;
}

/* data: NULL, or what the source gets; then nothing is timed, but what is compiled late is compiled. 1: y is x. */
static int copy_on_device(const gt_cl *cl, cl_kernel kernel, size_t n, int which, int run, const cl_int *data)
{
    const setting *s = &settings[which];
    const cl_mem_flags flags = s->where == PINNED ? CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR : CL_MEM_READ_WRITE;
    cl_mem x = GT_CL_NEW(clCreateBuffer(cl->context, flags, 4 * n, NULL, GT_CL_ERR));
    cl_mem y = GT_CL_NEW(clCreateBuffer(cl->context, flags, 4 * n, NULL, GT_CL_ERR));
    const cl_uint count = (cl_uint)n;
    const size_t local = 64;
    int k, right = 0;
    GT_CL(clSetKernelArg(kernel, 0, sizeof x, &x));
    GT_CL(clSetKernelArg(kernel, 1, sizeof y, &y));
    GT_CL(clSetKernelArg(kernel, 2, sizeof count, &count));
    if (!gt_error_first() && data) {
        GT_CL(clEnqueueWriteBuffer(cl->queue, x, CL_TRUE, 0, 4 * n, data, 0, NULL, NULL));
        gt_cl_warm_kernel(cl->queue, kernel, 1, NULL, &n, &local);
    } else if (!gt_error_first()) {
        warm(cl, x, s->source, 2 * run + 1);
        warm(cl, y, s->target, -1);
        for (k = 0; k < 2; k++) {
            double before = faults();
            gt_cl_scope phase = gt_cl_scope_begin(cl->queue, k ? again(which) : s->name);
            GT_WORK(0, 8.0 * (double)n);
            GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &n, &local, 0, NULL, GT_EVENT));
            gt_cl_scope_end(&phase);
            faults_of[which][k][run] = faults() - before;
        }
    }
    if (!gt_error_first()) right = same(cl, x, y, n, data);
    if (x) GT_CL(clReleaseMemObject(x));
    if (y) GT_CL(clReleaseMemObject(y));
    return right;
}

static cl_int *fresh(size_t n, place where)
{
    void *p = mmap(NULL, 4 * n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        fprintf(stderr, "out of memory: %lu MB are needed\n", (unsigned long)(n >> 18));
        exit(1);
    }
#ifdef MADV_HUGEPAGE
    madvise(p, 4 * n, where == HUGE_PAGES ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#else
    (void)where;
#endif
    return (cl_int *)p;
}

static int copy_on_host(size_t n, int which, int run)       /* 1: y is what was put into x */
{
    const setting *s = &settings[which];
    cl_int *x = fresh(n, s->where), *y = fresh(n, s->where);
    size_t i;
    int k;
    if (s->source == READ) gt_touch(x, 4 * n, GT_TOUCH_READ, 0, 1);
    for (i = 0; s->source == WRITTEN && i < n; i++) x[i] = (cl_int)i + run;
    if (s->target == WRITTEN) gt_touch(y, 4 * n, GT_TOUCH_FILL, 0, 1);
    for (k = 0; k < 2; k++) {
        double before = faults();
        gt_scope phase = gt_scope_begin(k ? again(which) : s->name);
        GT_WORK(0, 8.0 * (double)n);
        memcpy(y, x, 4 * n);
        gt_scope_end(&phase);
        faults_of[which][k][run] = faults() - before;
    }
    for (i = 0; i < n && y[i] == (s->source == WRITTEN ? (cl_int)i + run : 0); i++) { }
    munmap(x, 4 * n);
    munmap(y, 4 * n);
    return i == n;
}

static int huge_pages(void)         /* 1: a program can ask for them; says what the system offers */
{
    static const char path[] = "/sys/kernel/mm/transparent_hugepage/enabled";
    char mode[64] = "not there";
    FILE *f = fopen(path, "r");
    int offered = f && fgets(mode, sizeof mode, f) && !strstr(mode, "[never]");
    if (f) fclose(f);
    mode[strcspn(mode, "\n")] = 0;
    printf("huge pages: %s (%s: %s)\n", offered ? "offered to programs that ask" : "not offered", path, mode);
    return offered;
}

static void row(const gt_snapshot *s, int which, int rounds)
{
    const gt_series *x[2];
    gt_stats f[2];
    int k;
    for (k = 0; k < 2; k++) {
        x[k] = gt_snapshot_find(s, k ? again(which) : settings[which].name);
        if (!x[k] || gt_stats_of(faults_of[which][k], (size_t)rounds, 0, &f[k]) != GT_OK) return;
    }
    printf("%-29s %8.2f (%7.2f to %7.2f)", settings[which].name, x[0]->stats.median * 1e-6, x[0]->stats.min * 1e-6,
           x[0]->stats.max * 1e-6);
    if (x[0]->known[GT_COLUMN_device_ns]) printf(" %10.2f", x[0]->device_stats.median * 1e-6);
    else printf(" %10s", "-");
    printf(" %8.0f %8.2f %8.0f\n", f[0].median, x[1]->stats.median * 1e-6, f[1].median);
}

static void decide(const gt_snapshot *s, const claim *c, double confidence)
{
    const gt_series *a = gt_snapshot_find(s, settings[c->slow].name), *b = gt_snapshot_find(s, settings[c->fast].name);
    gt_ratio r;
    if (!a || !b || gt_ratio_paired(a->ns, b->ns, a->kept, confidence, &r) != GT_OK || r.ci.confidence < 0.9)
        ex_claim(c->what, EX_CANNOT_BE_TOLD, a && b ? "too few rounds" : "not measured");
    else
        ex_claim(c->what, ex_ratio_above(&r, 1.1),
                 "%.2f times as long, %.0f %% interval %.2f to %.2f, n=%lu; asked: over 1.1", r.ratio,
                 100 * r.ci.confidence, r.ci.low, r.ci.high, (unsigned long)r.rounds);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Copies on device and host, with nothing warmed, the source, both, and more.");
    const int rounds = o.repeat > MOST ? MOST : o.repeat ? o.repeat : 5;
    const size_t n = (size_t)(o.quick ? 2 : 32) << 20;
    int offered, right = 1, round, i;
    gt_timer spent = { { 0 } };
    cl_kernel kernel = NULL;
    cl_program program;
    gt_snapshot s;
    gt_cl cl;

#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);     /* else freed blocks come back warm, where buffers come from malloc */
#endif
    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/vector.cl", NULL);
    if (program) kernel = GT_CL_NEW(clCreateKernel(program, "copy_int", GT_CL_ERR));
    printf("%lu Mi int are copied, %lu MiB\n", (unsigned long)(n >> 20), (unsigned long)(n >> 18));
    offered = huge_pages();
    if (kernel) {
        float *data = ex_floats(n);         /* any bits will do */
        ex_random(data, n, 1);
        right = copy_on_device(&cl, kernel, n, 0, 0, (const cl_int *)(const void *)data);
        free(data);
    }
    for (round = -1; kernel && right && round < rounds; round++) {
        if (!round) gt_timer_start(&spent);
        if (round > 0 && 1e-3 * gt_timer_ms(&spent) / round * (round + 1) > ex_budget(&o, 24, 2)) break;    /* no more fits */
        gt_enable(round >= 0);
        for (i = 0; i < SETTINGS && right; i++) {
            const int which = (i + round + 1) % SETTINGS, run = round < 0 ? MOST : round;
            ex_progress("copies", (round + 1) * SETTINGS + i, (rounds + 1) * SETTINGS);
            if (settings[which].where == HUGE_PAGES && !offered) continue;
            if (round < 0 && settings[which].target != COLD) continue;
            if (settings[which].where >= HOST) right = copy_on_host(n, which, run);
            else right = copy_on_device(&cl, kernel, n, which, run, NULL);
        }
    }
    gt_enable(1);
    ex_progress("", 0, 0);
    if (!right && !gt_error_first()) printf("WRONG RESULT: a copy differs from its source\n");
    if (gt_snapshot_take(&s) == GT_OK) {
        printf("\nn=%-4d medians, ms             first copy (min to max) START..END   faults    again   faults\n",
               round);
        for (i = 0; i < SETTINGS; i++) row(&s, i, round);
        printf("\n");
        gt_report(stdout);
        printf("\n");
        for (i = 0; i < CLAIMS; i++) decide(&s, &claims[i], round < 6 ? 0.9 : 0.95);
        gt_snapshot_free(&s);
    }
    if (kernel) GT_CL(clReleaseKernel(kernel));
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right && round > 0);
}
