/* 12_numa.c - who should touch memory first?

   WHAT YOU LEARN   A page comes to lie on the node (the part of the memory) of the processor that touches it first, and
                    stays there: let the threads that will use memory touch it first, each its part. Where there is one
                    node, those who use it gain nothing, but the touching itself can go faster.
   EXPECTED OUTPUT  where the threads run; the kit's report of memory touched first by one thread, or by each thread its
                    part, then summed by all; claims

   The kit starts no thread: these are this program's own. Each is pinned to a processor, and sums what it touched. */

#define _GNU_SOURCE             /* processor sets, MAP_ANONYMOUS */
#include "common.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

enum { MOST = 64, NODES = 64, WORD = 8 };
typedef enum job { TOUCH_ALL, TOUCH_PART, WRITE, SUM, END } job;
typedef struct worker { pthread_t thread; unsigned part; int cpu, node; uint64_t sum; } worker;

static struct team {
    worker workers[MOST];
    unsigned count;
    pthread_barrier_t begin, end;
    job job;                    /* set before begin */
    uint64_t *x;
    size_t n;
} team;

static void *work(void *user)
{
    worker *w = (worker *)user;
    const size_t share = team.n / team.count, first = share * w->part;
    const size_t last = w->part + 1 < team.count ? first + share : team.n;
    for (;;) {
        uint64_t sum = 0;
        size_t i;
        pthread_barrier_wait(&team.begin);
        if (team.job == END) return NULL;
        if (team.job == TOUCH_PART) gt_touch(team.x, team.n * WORD, GT_TOUCH_FILL, w->part, team.count);
        if (team.job == TOUCH_ALL && !w->part) gt_touch(team.x, team.n * WORD, GT_TOUCH_FILL, 0, 1);
        if (team.job == WRITE) for (i = first; i < last; i++) team.x[i] += i % 1000;   /* to 0, where it was touched */
        if (team.job == SUM) for (i = first; i < last; i++) sum += team.x[i];
        w->sum = sum;
        pthread_barrier_wait(&team.end);
    }
}

static void together(job j)
{
    team.job = j;
    pthread_barrier_wait(&team.begin);
    if (j != END) pthread_barrier_wait(&team.end);
}

static int node_of(int cpu)             /* -1: the system does not say */
{
    char path[80];
    int node;
    for (node = 0; node < NODES; node++) {
        sprintf(path, "/sys/devices/system/cpu/cpu%d/node%d", cpu, node);
        if (!access(path, F_OK)) return node;
    }
    return -1;
}

/* A thread for each processor that this process may use, or for MOST of them. Returns on how many nodes they are. */
static int start(size_t n)
{
    int seen[NODES] = { 0 }, list[CPU_SETSIZE], cpus = 0, nodes = 0, cpu;
    cpu_set_t set;
    unsigned i;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    for (cpu = 0; cpu < CPU_SETSIZE; cpu++) if (CPU_ISSET((size_t)cpu, &set)) list[cpus++] = cpu;
    if (!cpus) list[cpus++] = 0;
    team.n = n;
    team.count = cpus < MOST ? (unsigned)cpus : MOST;
    pthread_barrier_init(&team.begin, NULL, team.count + 1);
    pthread_barrier_init(&team.end, NULL, team.count + 1);
    for (i = 0; i < team.count; i++) {
        worker *w = &team.workers[i];
        w->part = i;
        w->cpu = list[i * (size_t)cpus / team.count];
        w->node = node_of(w->cpu);
        if (pthread_create(&w->thread, NULL, work, w)) {
            fprintf(stderr, "cannot start %u threads\n", team.count);
            exit(1);
        }
        CPU_ZERO(&set);
        CPU_SET((size_t)w->cpu, &set);
        if (pthread_setaffinity_np(w->thread, sizeof set, &set)) printf("thread %u could not be pinned\n", i);
        if (w->node >= 0 && !seen[w->node]++) nodes++;
    }
    printf("%u threads on processors %d to %d, which lie on %d node%s%s\n\n", team.count, team.workers[0].cpu,
           team.workers[team.count - 1].cpu, nodes, nodes == 1 ? "" : "s", nodes ? "" : " (it is not told which)");
    return nodes;
}

/* Fresh memory, touched first by one thread or by all, then used by all. 0: a wrong sum, or no memory. */
static int once(int by_all)
{
    const size_t bytes = team.n * WORD;
    const uint64_t whole = team.n / 1000, rest = team.n % 1000;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t sum = 0;
    unsigned i;
    if (p == MAP_FAILED) return 0;
    team.x = (uint64_t *)p;
    GT_SCOPE("touch") together(by_all ? TOUCH_PART : TOUCH_ALL);
    together(WRITE);
    GT_SCOPE("sum") {
        GT_WORK(0, (double)bytes);
        together(SUM);
    }
    for (i = 0; i < team.count; i++) sum += team.workers[i].sum;
    munmap(p, bytes);
    return sum == whole * (999 * 1000 / 2) + (rest ? rest * (rest - 1) / 2 : 0);
}

/* Claims that the phase goes faster where each thread touches its part. why_not: why that cannot be told, or NULL. */
static void claim(const gt_snapshot *s, const char *what, const char *phase, const char *why_not)
{
    gt_ratio r;
    if (gt_snapshot_compare(s, "first touch", "each thread", phase, &r) != GT_OK || r.ci.confidence < 0.94)
        ex_claim(what, EX_CANNOT_BE_TOLD, "%s", why_not ? why_not : "too few rounds");
    else
        ex_claim(what, why_not ? EX_CANNOT_BE_TOLD : ex_ratio_above(&r, 1.05),
                 "%s%s%.3g times as fast, %.0f %% interval %.3g to %.3g, n=%lu; asked: over 1.05",
                 why_not ? why_not : "", why_not ? "; " : "", r.ratio, 100 * r.ci.confidence, r.ci.low, r.ci.high,
                 (unsigned long)r.rounds);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "First touch by one thread against by the threads that use the memory. "
                            "It uses no OpenCL: --device is ignored.");
    const double budget_s = ex_budget(&o, 8, 1), precision = ex_precision(&o, 0.01);
    const int nodes = start((size_t)(o.quick ? 4 : 32) << 20);
    int right = 1;
    unsigned i;
    gt_snapshot s;

    GT_COMPARE("first touch", .budget_s = budget_s, .precision = precision, .max_n = o.repeat,
               .progress = ex_progress_file()) {
        GT_SIDE("one thread") right = once(0) && right;
        GT_SIDE("each thread") right = once(1) && right;
    }
    together(END);
    for (i = 0; i < team.count; i++) pthread_join(team.workers[i].thread, NULL);
    if (!right) printf("WRONG RESULT, or out of memory: %lu MB are needed\n", (unsigned long)(team.n * WORD >> 20));
    gt_report(stdout);
    printf("\n");
    if (gt_snapshot_take(&s) == GT_OK) {
        claim(&s, "memory is read faster where the threads that read it touched it first", "sum",
              nodes > 1 ? NULL : nodes ? "the threads run on one node" : "the nodes are not known");
        claim(&s, "touching goes faster where each thread touches its part", "touch",
              team.count > 1 ? NULL : "there is one thread");
        gt_snapshot_free(&s);
    }
    return ex_end(&o, right);
}
