/* bench_trace: what a trace costs: processor time of this process, writing included, for each scope, with the trace on
   less without it, in turn. The end of a trace finds what spoiled the samples, as each report does, and is told apart.
   BUILD  cc -O2 -I. tests/bench/bench_trace.c -o bench_trace -lm -pthread */
/* link: none */

#define _GNU_SOURCE     /* sched_setaffinity */
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "bench.h"

enum { SCOPES = 1000000 };

static double used_ns(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return 1e9 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}
static double end_ns;
static BENCH_NOINLINE double scopes_ns(const char *trace) {     /* of each scope; NULL: without a trace */
    double begin, took;
    int i;
    gt_reset();
    if (trace && gt_write_trace(trace) != GT_OK) exit(gt_fail(stderr));
    begin = used_ns();
    for (i = 0; i < SCOPES; i++) GT_SCOPE("scope") {}
    if (trace) gt_trace_due_(NULL, 0);
    took = used_ns() - begin;
    if (trace && gt_write_trace(NULL) != GT_OK) exit(gt_fail(stderr));
    end_ns = used_ns() - begin - took;
    return took / SCOPES;
}

int main(int argc, char **argv) {
    bench_options o = bench_read_options(argc, argv, "bench_trace: what a trace costs for each scope", 40, 8);
    const char *folder = getenv("TMPDIR");
    char file[300];
    double *without = (double *)bench_array((size_t)o.rounds, sizeof *without);
    double *with = (double *)bench_array((size_t)o.rounds, sizeof *with);
    double *more = (double *)bench_array((size_t)o.rounds, sizeof *more);
    int core = bench_pin(), i;
    snprintf(file, sizeof file, "%.200s/bench_trace.%ld.json", folder && *folder ? folder : "/tmp", (long)getpid());
    (void)scopes_ns(NULL);              /* memory is there */
    for (i = 0; i < o.rounds; i++) {
        without[i] = scopes_ns(NULL);
        with[i] = scopes_ns(file);
        more[i] = with[i] - without[i];
    }
    unlink(file);
    printf("%d rounds of %d scopes, ", o.rounds, SCOPES);
    bench_print_core(core);
    printf("without a trace %.1f ns a scope, with one %.1f ns; its end took %.0f ms\n", bench_median(without, o.rounds),
           bench_median(with, o.rounds), 1e-6 * end_ns);
    bench_bar("a trace, ns for each scope", more, o.rounds, 100);
    return 0;
}
