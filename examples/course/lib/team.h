/* team.h - for example 12: threads, each pinned to a processor, that do one job at a time together

   The kit starts no threads; the example does. Define _GNU_SOURCE before the include (processor sets). */

#ifndef EX_TEAM_H
#define EX_TEAM_H

#include "common.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

enum { MOST = 64, NODES = 64, WORD = 8 };
typedef enum job { TOUCH_ALL, TOUCH_PART, WRITE, SUM, END } job;
typedef struct worker { pthread_t thread; unsigned part; int cpu, node; uint64_t sum; } worker;

static struct team {
    worker workers[MOST];
    unsigned count;
    pthread_barrier_t begin, end;
    job job;                    /* is set before the barrier `begin` */
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
        if (team.job == WRITE) for (i = first; i < last; i++) team.x[i] += i % 1000;   /* adds to 0 */
        if (team.job == SUM) for (i = first; i < last; i++) sum += team.x[i];
        w->sum = sum;
        pthread_barrier_wait(&team.end);
    }
}

static inline void together(job j)
{
    team.job = j;
    pthread_barrier_wait(&team.begin);
    if (j != END) pthread_barrier_wait(&team.end);
}

static int node_of(int cpu)             /* returns -1 if not known */
{
    char path[80];
    int node;
    for (node = 0; node < NODES; node++) {
        sprintf(path, "/sys/devices/system/cpu/cpu%d/node%d", cpu, node);
        if (!access(path, F_OK)) return node;
    }
    return -1;
}

/* Starts a thread for each processor that this process may use, at most MOST. Returns on how many nodes they run. */
static inline int team_start(size_t n)
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
            fprintf(stderr, "cannot start %u threads: raise the limit (ulimit -u), or use fewer processors (taskset)\n",
                    team.count);
            exit(1);
        }
        CPU_ZERO(&set);
        CPU_SET((size_t)w->cpu, &set);
        if (pthread_setaffinity_np(w->thread, sizeof set, &set)) printf("thread %u could not be pinned\n", i);
        if (w->node >= 0 && !seen[w->node]++) nodes++;
    }
    printf("%u threads on processors %d to %d, which lie on %d node%s%s\n\n", team.count, team.workers[0].cpu,
           team.workers[team.count - 1].cpu, nodes, nodes == 1 ? "" : "s",
           nodes ? "" : " (the system does not say which)");
    return nodes;
}

#endif
