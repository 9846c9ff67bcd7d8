/* 10_first_run.c - what does a process pay before its first result, phase by phase, and what spares it?

   WHAT YOU LEARN   Loading drivers, context, build and first launch are paid once in each process. The vendor's cache
                    and one of your own spare the build, but not always the first launch. Some drivers compile again
                    for each local size. What cannot be spared can be hidden: open on a thread while the program reads.
   EXPECTED OUTPUT  a row for each phase: in a cold process, with the vendor's cache, with the kit's, cold but opened on
                    a thread, and again in the cold process; claims

   Each column is measured in processes of its own, forked before this one has touched OpenCL; one of each is a round.
   The kernel adds a number that stands in its source: with one never used before, no cache can know the program. */

#define _XOPEN_SOURCE 700       /* nftw */
#include "common.h"

#include <ftw.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum { MOST = 100, SIZES = 3, ITEMS = 1 << 16 };
typedef enum column { COLD, VENDOR, KIT, THREAD, AGAIN, COLUMNS } column;
typedef enum phase {
    RUNTIME, CONTEXT, BUILD, CREATE, FIRST, SECOND = FIRST + SIZES, SUM = SECOND + SIZES, DATA, START, PHASES
} phase;
static const char *const column_names[COLUMNS] = {
    "cold", "vendor's cache", "kit's cache", "cold, on a thread", "again, same process"
};
static const char *const phase_names[PHASES] = {
    "load drivers", "context, queue", "build program", "create kernel", "first launch, 32", "first launch, 64",
    "first launch, 128", "second launch, 32", "second launch, 64", "second launch, 128", "sum, no second launch",
    "make data", "open, build, make data"
};
static double ns[COLUMNS][PHASES][MOST];

typedef struct run { double ns[2][PHASES]; int right, hit, pocl; char about[200]; } run;    /* [1]: again */
typedef struct opening {
    const char *device, *source, *folder;   /* folder: of the kit's cache, or NULL */
    gt_cl cl;
    cl_program program;
    double build_ns;
    int hit;
} opening;

static void *open_and_build(void *user)
{
    opening *x = (opening *)user;
    gt_timer build = { { 0 } };
    gt_cl_cache cache;
    memset(&cache, 0, sizeof cache);
    cache.folder = x->folder;
    x->program = NULL;
    if (gt_cl_open(&x->cl, x->device) == GT_OK) {
        gt_timer_start(&build);
        x->program = x->folder ? gt_cl_program_cached(&x->cl, x->source, NULL, "add_number", &cache)
                               : gt_cl_program(&x->cl, x->source, NULL, "add_number");
        gt_timer_stop(&build);
    }
    x->build_ns = gt_timer_ns(&build);
    x->hit = cache.hit;
    return NULL;
}

/* Creates the kernel and launches it twice with each local size. 1 if it added its number each time. */
static int launch_all(const opening *x, cl_uint number, double *at)
{
    static cl_uint data[ITEMS];
    const size_t items = ITEMS;
    gt_timer create = { { 0 } };
    cl_kernel kernel;
    cl_mem m;
    int i, again;
    gt_timer_start(&create);
    kernel = GT_CL_NEW(clCreateKernel(x->program, "add_number", GT_CL_ERR));
    gt_timer_stop(&create);
    at[CREATE] = gt_timer_ns(&create);
    m = GT_CL_NEW(clCreateBuffer(x->cl.context, CL_MEM_READ_WRITE, sizeof data, NULL, GT_CL_ERR));
    for (i = 0; i < ITEMS; i++) data[i] = (cl_uint)i;
    if (kernel && m) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof m, &m));
        GT_CL(clEnqueueWriteBuffer(x->cl.queue, m, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
        for (i = 0; i < SIZES; i++) {
            for (again = 0; again < 2 && !gt_error_first(); again++) {
                const size_t local = (size_t)32 << i;
                gt_timer launch = { { 0 } };
                gt_timer_start(&launch);
                gt_cl_warm_kernel(x->cl.queue, kernel, 1, NULL, &items, &local);
                gt_timer_stop(&launch);
                at[(again ? SECOND : FIRST) + i] = gt_timer_ns(&launch);
            }
        }
        GT_CL(clEnqueueReadBuffer(x->cl.queue, m, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    }
    if (m) GT_CL(clReleaseMemObject(m));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    for (i = 0; i < ITEMS && data[i] == (cl_uint)i + 2 * SIZES * number; i++) { }
    return i == ITEMS && !gt_error_first();
}

/* Opening and building, and meanwhile or after it, what a program has to do anyway: read its input, or make it. */
static void start(opening *x, column c, size_t n, double *at)
{
    gt_timer all = { { 0 } }, data = { { 0 } };
    int apart = 0;
    pthread_t thread;
    float *input;
    gt_timer_start(&all);
    if (c == THREAD) apart = !pthread_create(&thread, NULL, open_and_build, x);
    if (!apart) open_and_build(x);
    gt_timer_start(&data);
    input = ex_floats(n);
    ex_random(input, n, 1);
    gt_timer_stop(&data);
    if (apart) pthread_join(thread, NULL);
    gt_timer_stop(&all);
    free(input);
    at[RUNTIME] = x->cl.platform_ns;
    at[CONTEXT] = x->cl.context_ns;
    at[BUILD] = x->build_ns;
    at[DATA] = gt_timer_ns(&data);
    at[START] = gt_timer_ns(&all);
}

static void measure(run *r, const ex_options *o, column c, cl_uint number, const char *folder)
{
    const size_t n = c == COLD || c == THREAD ? (size_t)(o->quick ? 2 : 64) << 20 : 1;
    char source[200];
    gt_cl_cache cache;
    cl_program kept;
    opening x;
    int pass, i;
    memset(r, 0, sizeof *r);
    memset(&x, 0, sizeof x);
    memset(&cache, 0, sizeof cache);
    sprintf(source, "kernel void add_number(global uint *x) { x[get_global_id(0)] += %luu; }", (unsigned long)number);
    x.device = o->device;
    x.source = source;
    x.folder = c == KIT ? folder : NULL;
    cache.folder = folder;
    r->right = 1;
    for (pass = 0; pass <= (c == COLD) && r->right; pass++) {
        double *at = r->ns[pass];
        start(&x, c, pass ? 1 : n, at);
        if (c == COLD && !pass && x.program) {  /* into the kit's cache, before any launch, as programs would do it */
            kept = gt_cl_program_cached(&x.cl, source, NULL, "add_number", &cache);
            if (kept) GT_CL(clReleaseProgram(kept));
        }
        r->right = x.program && launch_all(&x, number, at);
        for (i = 0; i < SECOND; i++) at[SUM] += at[i];
        if (x.program) GT_CL(clReleaseProgram(x.program));
        sprintf(r->about, "%.90s | %.90s", x.cl.name, x.cl.version);
        r->pocl = strstr(x.cl.version, "PoCL") || strstr(x.cl.version, "pocl");
        r->hit = x.hit;
        gt_cl_close(&x.cl);
    }
}

/* In a process of its own, whose driver keeps its cache in a folder of that number, if it can be told to. 0: failed. */
static int measure_apart(run *r, const ex_options *o, column c, cl_uint number, const char *scratch, int vendor)
{
    char folder[300];
    int ends[2], status = 1, got;
    pid_t child;
    fflush(stdout);
    if (pipe(ends) || (child = fork()) < 0) {
        perror("10_first_run: fork");
        return 0;
    }
    if (!child) {
        sprintf(folder, "%.250s/vendor%d", scratch, vendor);
        mkdir(folder, 0700);
        setenv("POCL_CACHE_DIR", folder, 1);
        setenv("CUDA_CACHE_PATH", folder, 1);
        sprintf(folder, "%.250s/kit", scratch);
        mkdir(folder, 0700);
        measure(r, o, c, number, folder);
        if (write(ends[1], r, sizeof *r) != (ssize_t)sizeof *r) _exit(1);
        if (gt_error_first()) gt_fail(stderr);
        _exit(gt_error_first() ? 1 : 0);
    }
    close(ends[1]);
    got = read(ends[0], r, sizeof *r) == (ssize_t)sizeof *r;     /* in one piece: shorter than what a pipe holds */
    close(ends[0]);
    if (waitpid(child, &status, 0) != child || status || !got) return 0;
    if (!r->right) printf("WRONG RESULT: %s\n", column_names[c]);
    return r->right;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s, (void)kind, (void)where;
    return remove(path);
}

static double median_ms(int c, int p, int n)
{
    gt_stats s;
    return n > 0 && gt_stats_of(ns[c][p], (size_t)n, 0, &s) == GT_OK ? s.median * 1e-6 : 0;
}

static void print_table(const run *r, int n)
{
    int c, p;
    printf("%s\ncaches of the driver: in a folder of this program's own, which is gone now%s\n\n", r->about,
           r->pocl ? " (PoCL: POCL_CACHE_DIR)" : ", if it heeds CUDA_CACHE_PATH; if not, where it always has them");
    printf("n=%-4d medians, ms       ", n);
    for (c = 0; c < COLUMNS; c++) printf(" %19s", column_names[c]);
    for (p = 0; p <= SUM; p++) {
        printf("\n  %-23s", phase_names[p]);
        for (c = 0; c < COLUMNS; c++) printf(" %19.3f", median_ms(c, p, n));
    }
    printf("\n\nopen, build, make data: one after the other %.1f ms; with a thread that opens and builds meanwhile\n"
           "%.1f ms, in which opening took %.1f ms, building %.1f ms, the data %.1f ms\n\n", median_ms(COLD, START, n),
           median_ms(THREAD, START, n), median_ms(THREAD, RUNTIME, n) + median_ms(THREAD, CONTEXT, n),
           median_ms(THREAD, BUILD, n), median_ms(THREAD, DATA, n));
}

/* Claims that phase a of one column takes over `least` times as long as phase b of another. */
static void claim(const char *what, int n, column ca, int a, column cb, int b, double least)
{
    const double x = median_ms((int)ca, a, n), y = median_ms((int)cb, b, n);
    gt_ratio r;
    if (gt_ratio_paired(ns[ca][a], ns[cb][b], (size_t)n, n < 6 ? 0.9 : 0.95, &r) != GT_OK || r.ci.confidence < 0.9)
        ex_claim(what, EX_CANNOT_BE_TOLD, "%.3f ms against %.3f ms, too few processes", x, y);
    else
        ex_claim(what, ex_ratio_above(&r, least),
                 "%.3f ms against %.3f ms: %.3g times, %.0f %% interval %.3g to %.3g, n=%lu; asked: over %.2g", x, y,
                 r.ratio, 100 * r.ci.confidence, r.ci.low, r.ci.high, (unsigned long)r.rounds, least);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Times what the first run in a process pays, with and without caches.");
    const int rounds = o.repeat > MOST ? MOST : o.repeat ? o.repeat : o.quick ? 1 : 6;
    const cl_uint number = ((cl_uint)time(NULL) << 8) + ((cl_uint)getpid() << 20);  /* not used before, nor the next */
    const char *tmp = getenv("TMPDIR");
    int good = 1, n = 0, c, p, hits = 0;
    gt_timer spent = { { 0 } };
    char scratch[250], name[80];
    run r;

    sprintf(scratch, "%.200s/gputime_XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(scratch)) {
        perror("10_first_run: mkdtemp");
        return 1;
    }
    memset(&r, 0, sizeof r);
    gt_timer_start(&spent);
    while (good && n < rounds && (!n || 1e-3 * gt_timer_ms(&spent) / n * (n + 1) < ex_budget(&o, 17, 2))) {
        for (c = COLD; good && c <= THREAD; c++) {  /* VENDOR shares number and folder with COLD, KIT only the number */
            ex_progress("processes", 4 * n + c, 4 * rounds);
            good = measure_apart(&r, &o, (column)c, number + (cl_uint)(2 * n + (c == THREAD)), scratch,
                                 3 * n + (c == KIT) + 2 * (c == THREAD));
            for (p = 0; p < PHASES; p++) {
                ns[c][p][n] = r.ns[0][p];
                if (c == COLD) ns[AGAIN][p][n] = r.ns[1][p];
            }
            hits += r.hit;
        }
        for (c = 0; good && c < COLUMNS; c++) {
            for (p = 0; p < PHASES; p++) {
                sprintf(name, "%s: %s", column_names[c], phase_names[p]);
                gt_series_add(name, ns[c][p][n]);
            }
        }
        n += good;
    }
    ex_progress("", 0, 0);
    nftw(scratch, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    if (!good) return 1;
    print_table(&r, n);
    claim("a cold process pays for what is not paid again in it", n, COLD, SUM, AGAIN, SUM, 2);
    claim("the vendor's cache spares the build", n, COLD, BUILD, VENDOR, BUILD, 1.1);
    claim("the vendor's cache spares the first launch", n, COLD, FIRST, VENDOR, FIRST, 1.1);
    if (hits == n) claim("the kit's cache spares the build", n, COLD, BUILD, KIT, BUILD, 1.1);
    else ex_claim("the kit's cache spares the build", EX_CANNOT_BE_TOLD, "used in %d of %d processes", hits, n);
    claim("the kit's cache spares the first launch", n, COLD, FIRST, KIT, FIRST, 1.1);
    claim("a kernel that has run pays again for a new local size", n, COLD, FIRST + 1, COLD, SECOND + 1, 2);
    claim("warmed up at a shape, a process does not pay for it again", n, COLD, FIRST + 1, AGAIN, FIRST + 1, 2);
    claim("opening on a thread hides its cost", n, COLD, START, THREAD, START, 1);
    return ex_end(&o, 1);
}
