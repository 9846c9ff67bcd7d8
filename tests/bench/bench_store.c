/* bench_store: what keeping a sample costs, beside the floor of two bare readings of the counter: on memory never
   used before, on memory used again after gt_reset, beyond GPUTIME_MAX_SAMPLES, by two threads and by one on each core
   (16 at most) at a time, by a name at run time. The row "store only" is the least that a recorder can do: two readings
   and 16 bytes into an array. Each round is three processes of its own, so that memory is fresh. In them each row
   records a million samples, piece by piece in turn with pieces of the floor; a ratio is that of the sums of one round,
   so that what slows both cancels. Pieces in which the system ran something else on the core are left out, with their
   piece of the floor. All others count, as page faults do not come in each of them.
   BUILD  cc -O2 -I. tests/bench/bench_store.c -o bench_store -lm -pthread */
/* link: none */

#define _GNU_SOURCE     /* sched_setaffinity */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "bench.h"

enum { SAMPLES = 1000000, PIECE = 10000, NAMES = 16, THREADS = 16 };

/* ---- what is timed: each does it n times ------------------------------------------------------------------------- */

static uint64_t keep;           /* results go here, so that nothing is optimised away */
typedef struct pair { uint64_t begin, ticks; } pair;
static pair *array_next;
static char names[NAMES][16];

static BENCH_NOINLINE void run_floor(uint64_t n) {
    uint64_t i, sum = 0;
    for (i = 0; i < n; i++) {
        uint64_t a = bench_read();
        sum += bench_read() - a;
    }
    __atomic_store_n(&keep, sum, __ATOMIC_RELAXED);
}
static BENCH_NOINLINE void run_store(uint64_t n) {
    pair *at = array_next;
    uint64_t i;
    for (i = 0; i < n; i++, at++) {
        uint64_t a = bench_read();
        BENCH_KEEP(at);
        at->ticks = bench_read() - a;
        at->begin = a;
    }
    array_next = at;
}
static BENCH_NOINLINE void run_scope(uint64_t n) {
    uint64_t i;
    for (i = 0; i < n; i++) GT_SCOPE("scope") {}
}
static BENCH_NOINLINE void run_name(uint64_t n) {
    uint64_t i;
    for (i = 0; i < n; i++) {
        gt_scope s = gt_scope_begin(names[0]);
        gt_scope_end(&s);
    }
}
static BENCH_NOINLINE void run_names(uint64_t n) {
    uint64_t i;
    for (i = 0; i < n; i++) {
        gt_scope s = gt_scope_begin(names[i % NAMES]);
        gt_scope_end(&s);
    }
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

#define ROWS(ROW) \
    ROW(floor,        "floor: two bare readings (itself)") \
    ROW(store,        "store only, memory used before") \
    ROW(store_fresh,  "store only, fresh memory") \
    ROW(kept,         "GT_SCOPE, all kept, fresh memory") \
    ROW(beyond,       "GT_SCOPE beyond the cap") \
    ROW(reused,       "GT_SCOPE, all kept, after gt_reset") \
    ROW(two,          "two threads, fresh memory") \
    ROW(two_again,    "two threads, after gt_reset") \
    ROW(all,          "a thread on each core, fresh memory") \
    ROW(all_again,    "a thread on each core, after gt_reset") \
    ROW(name,         "gt_scope_begin/end, one name") \
    ROW(names,        "gt_scope_begin/end, 16 names in turn")
#define ROW_ID(id, text) row_##id,
enum { ROWS(ROW_ID) ROW_COUNT };
#define ROW_TEXT(id, text) text,
static const char *const row_texts[ROW_COUNT] = { ROWS(ROW_TEXT) };

/* Of one round: ticks of one sample, ticks of the floor beside it, pieces that count. */
typedef struct result { double row[ROW_COUNT], floor[ROW_COUNT]; int used[ROW_COUNT]; } result;

/* ---- a round ----------------------------------------------------------------------------------------------------- */

static long preemptions(void) {     /* of this thread */
    struct rusage usage;
#ifdef RUSAGE_THREAD
    if (getrusage(RUSAGE_THREAD, &usage)) return 0;
#else
    if (getrusage(RUSAGE_SELF, &usage)) return 0;
#endif
    return usage.ru_nivcsw;
}
static uint64_t ticks_of(void (*run)(uint64_t)) {
    uint64_t begin = bench_begin();
    run(PIECE);
    return bench_end() - begin;
}
static void measure(result *r, int row, void (*run)(uint64_t)) {
    uint64_t floor_sum = 0, sum = 0;
    int i, used = 0;
    run_floor(PIECE);
    for (i = 0; i < SAMPLES / PIECE; i++) {
        long before = preemptions();
        uint64_t floor_ticks = ticks_of(run_floor), ticks = ticks_of(run);
        if (preemptions() != before) continue;
        floor_sum += floor_ticks;
        sum += ticks;
        used++;
    }
    r->row[row] = used ? (double)sum / used / PIECE : 0;
    r->floor[row] = used ? (double)floor_sum / used / PIECE : 0;
    r->used[row] = used;
}
/* Its memory comes from the system and goes back to it: the kit shall not get it from malloc. */
static void measure_store(result *r, int row, int used_before) {
    const size_t bytes = SAMPLES * sizeof *array_next;
    void *array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (array == MAP_FAILED) exit(1);
    if (used_before) memset(array, 1, bytes);
    array_next = (pair *)array;
    measure(r, row, run_store);
    munmap(array, bytes);
}

/* Threads at a time, each on a core of its own; a row has the mean over the threads. */
typedef struct share { result r; int row, core; pthread_barrier_t *all; } share;

static void *measure_share(void *data) {
    share *s = (share *)data;
#ifdef __linux__
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)s->core, &one);
    if (s->core >= 0) sched_setaffinity(0, sizeof one, &one);
#endif
    pthread_barrier_wait(s->all);
    measure(&s->r, s->row, run_scope);
    if (pthread_barrier_wait(s->all) == PTHREAD_BARRIER_SERIAL_THREAD) gt_reset();
    pthread_barrier_wait(s->all);
    measure(&s->r, s->row + 1, run_scope);
    return NULL;
}
static void round_of_threads(result *r, const int *cores, int threads, int row) {
    pthread_t thread[THREADS];
    pthread_barrier_t all;
    static share shares[THREADS];
    int i, k;
    pthread_barrier_init(&all, NULL, (unsigned)threads);
    for (i = 0; i < threads; i++) {
        shares[i].row = row;
        shares[i].core = cores[i];
        shares[i].all = &all;
        if (pthread_create(&thread[i], NULL, measure_share, &shares[i])) exit(1);
    }
    for (i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        for (k = row; k < row + 2; k++) {
            r->row[k] += shares[i].r.row[k] / threads;
            r->floor[k] += shares[i].r.floor[k] / threads;
            r->used[k] += shares[i].r.used[k];
        }
    }
    for (k = row; k < row + 2; k++) r->used[k] /= threads;
    pthread_barrier_destroy(&all);
}
static void round_of_two_threads(result *r, const int *cores) { round_of_threads(r, cores, 2, row_two); }
static void round_of_all_cores(result *r, const int *cores) {
    int threads = 2;
    while (threads < THREADS && cores[threads] >= 0) threads++;
    round_of_threads(r, cores, threads, row_all);
}
static void round_of_one_thread(result *r, const int *cores) {
    (void)cores;
    measure(r, row_floor, run_floor);
    measure_store(r, row_store_fresh, 0);
    measure_store(r, row_store, 1);
    measure(r, row_kept, run_scope);
    run_scope(GPUTIME_MAX_SAMPLES);         /* the cap is behind us */
    measure(r, row_beyond, run_scope);
    gt_reset();
    measure(r, row_reused, run_scope);
    gt_reset();
    run_name(SAMPLES);                      /* memory is there: what the name costs is asked here */
    run_names(SAMPLES);
    gt_reset();
    measure(r, row_name, run_name);
    measure(r, row_names, run_names);
}
/* In a process of its own; 0: it ended as it should. */
static int in_child(void (*round)(result *, const int *), result *r, const int *cores) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        round(r, cores);
        _exit(0);
    }
    return child < 0 || waitpid(child, &status, 0) != child || status;
}

/* The last ones that are allowed; -1: no more, or not pinned. */
static void choose_cores(int *cores) {
    int i;
    for (i = 0; i < THREADS; i++) cores[i] = -1;
#ifdef __linux__
    {
        cpu_set_t allowed;
        int core, found = 0;
        if (sched_getaffinity(0, sizeof allowed, &allowed)) return;
        for (core = CPU_SETSIZE - 1; core >= 0 && found < THREADS; core--)
            if (CPU_ISSET((size_t)core, &allowed)) cores[found++] = core;
    }
#endif
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static double *ratios(const result *results, int rounds, int row) {
    double *x = (double *)bench_array((size_t)rounds, sizeof *x);
    int i;
    for (i = 0; i < rounds; i++) x[i] = results[i].row[row] / results[i].floor[row];
    return x;
}
static void print_row(const result *results, int rounds, int row, double tick_ns) {
    double *x = ratios(results, rounds, row), *ns = (double *)bench_array((size_t)rounds, sizeof *ns);
    double used = 0;
    int i;
    for (i = 0; i < rounds; i++) {
        ns[i] = results[i].row[row] * tick_ns;
        used += results[i].used[row];
    }
    bench_sort(x, rounds);
    printf("%-38s%9.2f%9.3f%9.3f%9.3f%8.0f %%\n", row_texts[row], bench_median(ns, rounds),
           bench_quantile(x, rounds, 0.5), bench_quantile(x, rounds, 0.05), bench_quantile(x, rounds, 0.95),
           100.0 * used / rounds / (SAMPLES / PIECE));
    free(x);
    free(ns);
}
static void bar(const char *what, const result *results, int rounds, int row, double limit) {
    double *x = ratios(results, rounds, row);
    bench_bar(what, x, rounds, limit);
    free(x);
}
/* One row against another, each by its own floor. */
static void bar_against(const char *what, const result *results, int rounds, int row, int other, int difference,
                        double limit) {
    double *x = ratios(results, rounds, row), *y = ratios(results, rounds, other);
    int i;
    for (i = 0; i < rounds; i++) x[i] = difference ? x[i] - y[i] : x[i] / y[i];
    bench_bar(what, x, rounds, limit);
    free(x);
    free(y);
}
static void watch(const result *results, int rounds) {
    double *x = (double *)bench_array((size_t)rounds, sizeof *x);
    int i;
    for (i = 0; i < rounds; i++) x[i] = results[i].floor[row_kept];
    bench_watch(x, rounds);
    free(x);
}

int main(int argc, char **argv) {
    static const char about[] = "bench_store: what keeping a sample costs, beside two bare readings of the counter";
    bench_options o = bench_read_options(argc, argv, about, 60, 12);
    size_t bytes = (size_t)o.rounds * sizeof(result);
    result *results = (result *)mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int cores[THREADS], core, i, row;
    double tick_ns;
    bench_moment start;
    if (results == MAP_FAILED) return 1;
    choose_cores(cores);
    core = bench_pin();
    for (i = 0; i < NAMES; i++) snprintf(names[i], sizeof names[i], "run time %d", i);
    start = bench_now();
    gt_clock_ticks();
    while (bench_now().ns < start.ns + 3e7) {}
    (void)gt_clock_info();
    for (i = 0; i < o.rounds; i++) {
        if (in_child(round_of_one_thread, &results[i], cores) || in_child(round_of_two_threads, &results[i], cores) ||
            in_child(round_of_all_cores, &results[i], cores)) {
            fprintf(stderr, "bench_store: round %d did not end as it should\n", i);
            return 1;
        }
        for (row = 0; row < ROW_COUNT; row++) if (!results[i].used[row]) {
            fprintf(stderr, "bench_store: the machine is too busy: %s was never left alone\n", row_texts[row]);
            return 1;
        }
    }
    tick_ns = bench_ns_per_tick(start, bench_now());
    watch(results, o.rounds);

    printf("%d rounds of %d samples a row, ", o.rounds, SAMPLES);
    bench_print_core(core);
    printf("%-38s%9s%9s%9s%9s%10s\n", "", "ns p50", "ratio", "p5", "p95", "used");
    for (i = 0; i < ROW_COUNT; i++) print_row(results, o.rounds, i, tick_ns);
    bar("all kept, fresh memory / floor", results, o.rounds, row_kept, 1.10);
    bar("all kept, memory used before / floor", results, o.rounds, row_reused, 1.05);
    bar_against("the same less store only", results, o.rounds, row_reused, row_store, 1, 0.03);
    bar("two threads, fresh memory / floor", results, o.rounds, row_two, 1.10);
    bar("two threads, memory used before / floor", results, o.rounds, row_two_again, 1.05);
    bar("a thread on each core, memory used before / floor", results, o.rounds, row_all_again, 1.10);
    bar_against("beyond the cap / before it", results, o.rounds, row_beyond, row_kept, 0, 1.0);
    bar_against("beyond the cap / before it, memory used before", results, o.rounds, row_beyond, row_reused, 0, 1.0);
    bar("a name at run time / floor", results, o.rounds, row_name, 1.5);
    bar("16 names at run time in turn / floor", results, o.rounds, row_names, 1.5);
    return 0;
}
