/* 10_first_run.c - what does a process cost before its first result, and what avoids that?

   WHAT IT SHOWS   Loading drivers, context, build and first launch are paid once in each process. The vendor's cache
                   and one of your own avoid the build, but not always the first launch. Some drivers compile again for
                   each local size. What no cache avoids can be hidden: open on a thread while the program reads.
   WHAT TO SEE     a row for each phase, a column for each kind of process

   After a comment (2012-10-22) on "How to measure the performance of C++ AMP algorithms?", which asks for such a cache.
   Each kind is measured in processes of its own. The kernel adds a number that stands in its source: with one never
   used before, no cache can know the program. Processes with a cache use the number of the cold one before. */

#define _XOPEN_SOURCE 700       /* nftw */
#include "lib/first_run.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static const char *const columns[COLUMNS] = { "cold", "vendor's cache", "kit's cache", "on a thread", "cold, again" };
static const char *const phases[PHASES] = {
    "loading drivers", "context and queue", "building", "first launch", "sum", "launch, other local size",
    "the same again", "open, build, make data"
};

static const ex_claim claims[] = {
    { "opening, building and launching take over 2 times as long as the same again in that process", "cold: sum",
      EX_OVER, 2, "cold, again: sum", 1 },
    { "the vendor's cache avoids the build: without it, building takes over 1.1 times as long", "cold: building",
      EX_OVER, 1.1, "vendor's cache: building", 1 },
    { "the vendor's cache avoids the cost of a first launch, which takes over 1.5 times as long", "cold: first launch",
      EX_OVER, 1.5, "vendor's cache: first launch", 1 },
    { "a cache of binaries (the kit's) avoids the build: without it, building takes over 1.1 times as long",
      "cold: building", EX_OVER, 1.1, "kit's cache: building", 1 },
    { "a cache of binaries (the kit's) avoids the cost of a first launch, which takes over 1.5 times as long",
      "cold: first launch", EX_OVER, 1.5, "kit's cache: first launch", 1 },
    { "the first launch with another local size takes over 2 times as long as a later one",
      "cold: launch, other local size", EX_OVER, 2, "cold: the same again", 1 },
    { "opening on a thread hides its cost: without one, opening and making data take over 1.05 times as long",
      "cold: open, build, make data", EX_OVER, 1.05, "on a thread: open, build, make data", 1 }
};

/* One process: opens and builds, and meanwhile or after that makes data. A cold one does all of it twice. */
static int run(const ex_options *o, int kind, double *results)
{
    const char *said = getenv("EX_NUMBER");
    const cl_uint number = said ? (cl_uint)strtoul(said, NULL, 10) : 1;
    const size_t n = kind == COLD || kind == THREAD ? (size_t)(o->quick ? 16 : 64) << 20 : 1;
    int pass, right = 1;
    for (pass = 0; pass < (kind == COLD ? 2 : 1) && right; pass++) {
        double *at = results + pass * PHASES;
        gt_timer all = { { 0 } };
        pthread_t thread;
        int apart;
        opening x;
        float *input;
        memset(&x, 0, sizeof x);
        x.o = o;
        x.kind = kind;
        sprintf(x.source, "kernel void add_number(global uint *x) { x[get_global_id(0)] += %uu; }", (unsigned)number);
        gt_timer_start(&all);
        apart = kind == THREAD && !pthread_create(&thread, NULL, open_and_build, &x);
        if (!apart) open_and_build(&x);
        input = ex_floats(n);
        ex_random(input, n, 1);
        if (apart) pthread_join(thread, NULL);
        gt_timer_stop(&all);
        free(input);
        if (kind == COLD && x.program) keep_binary(&x);     /* before any launch, for the process that uses it */
        right = x.program && launch(&x, number, at);
        at[DRIVERS] = x.cl.platform_ns;
        at[CONTEXT] = x.cl.context_ns;
        at[BUILD] = x.build_ns;
        at[SUM] = at[DRIVERS] + at[CONTEXT] + at[BUILD] + at[LAUNCH];
        at[START] = gt_timer_ns(&all);
        if (x.program) GT_CL(clReleaseProgram(x.program));
        gt_cl_close(&x.cl);
    }
    return right;
}

/* A process whose driver keeps its cache in a folder of that number, if the driver has a variable for that. */
static void one_process(ex_options *o, int kind, cl_uint number, const char *scratch, int vendor)
{
    double results[2 * PHASES] = { 0 };
    char text[300], name[80];
    int i;
    sprintf(text, "%.250s/kit", scratch);
    setenv("EX_KIT_CACHE", text, 1);
    sprintf(text, "%.250s/vendor%d", scratch, vendor);
    mkdir(text, 0700);
    setenv("POCL_CACHE_DIR", text, 1);
    setenv("CUDA_CACHE_PATH", text, 1);
    sprintf(text, "%lu", (unsigned long)number);
    setenv("EX_NUMBER", text, 1);
    if (!ex_apart(o, kind, results, 2 * PHASES)) return;
    for (i = 0; i < (kind == COLD ? 2 : 1) * PHASES; i++) {
        sprintf(name, "%s: %s", columns[i < PHASES ? kind : AGAIN], phases[i % PHASES]);
        gt_series_add(name, results[i]);
    }
}

int main(int argc, char **argv)
{
    static const ex_about about = { "10_first_run", "Times what the first run in a process costs, with and without "
        "caches.", "device quick repeat budget csv", 40, 4, run };
    ex_options o = ex_options_read(argc, argv, &about);
    const cl_uint number = ((cl_uint)time(NULL) << 8) + ((cl_uint)getpid() << 20);  /* not used before, nor the next */
    char scratch[250], name[80];
    int c, p, kind, round;

    if (!folder_make(scratch)) return 1;
    for (round = 0; ex_more(&o, claims, EX_COUNT(claims)); round++)
        for (kind = COLD; kind < KINDS && !o.failed; kind++)    /* KIT: in a folder that no other kind uses */
            one_process(&o, kind, (number + (cl_uint)round) ^ (kind == THREAD ? 0x80000000u : 0), scratch,
                        2 * round + (kind == KIT));
    folder_remove(scratch);
    if (!o.answers) return ex_close(&o, NULL, NULL, 0);
    printf("driver caches: folders of this program, deleted by now, for drivers that heed POCL_CACHE_DIR or\n"
           "CUDA_CACHE_PATH; on a thread: as cold as the first, while data are made; medians, ms\n\n%-26s", "");
    for (c = 0; c < COLUMNS; c++) printf(" %14s", columns[c]);
    for (p = 0; p < PHASES; p++) {
        printf("\n%-26s", phases[p]);
        for (c = 0; c < COLUMNS; c++) {
            sprintf(name, "%s: %s", columns[c], phases[p]);
            printf(" %14s", p == START && c != COLD && c != THREAD ? "-" : ex_ms_text(name));
        }
    }
    printf("\n\n");
    ex_claims(claims, EX_COUNT(claims));
    return ex_close(&o, NULL, NULL, 1);
}
