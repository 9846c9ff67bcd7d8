/* 12_numa.c - who should touch memory first?

   WHAT IT SHOWS   A page lies on the node (the part of the memory) of the processor that touches it first, and stays
                   there. So let each thread touch the part that it will use. With one node that makes no use of memory
                   faster, but the touching itself can go faster.
   WHAT TO SEE     the line that says on how many nodes the threads run; then the phases touch and sum on both sides

   After a comment (2012-06-14) on "Data warm up when measuring performance with C++ AMP". */

#define _GNU_SOURCE             /* processor sets, MAP_ANONYMOUS */
#include "lib/team.h"

#include <sys/mman.h>

static const ex_claim touching = {
    "first touch is faster where each thread touches its part: one thread alone takes over 1.05 times as long",
    "one thread/touch", EX_OVER, 1.05, "each thread/touch", 1
};
static const ex_claim reading = {
    "memory is read faster by the threads that touched it first: touched by one, it takes over 1.05 times as long",
    "one thread/sum", EX_OVER, 1.05, "each thread/sum", 1
};

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

int main(int argc, char **argv)
{
    static const ex_about about = { "12_numa", "First touch by one thread against by the threads that use the memory. "
        "It uses no OpenCL.", "quick repeat precision budget csv", 8, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const int nodes = team_start((size_t)(o.quick ? 4 : 32) << 20);
    int right = 1;
    unsigned i;

    GT_COMPARE("first touch", .budget_s = o.budget_s, .precision = ex_precision(&o, 0.01), .max_n = o.repeat,
               .progress = ex_progress()) {
        GT_SIDE("one thread") right = once(0) && right;
        GT_SIDE("each thread") right = once(1) && right;
    }
    together(END);
    for (i = 0; i < team.count; i++) pthread_join(team.workers[i].thread, NULL);
    if (!right) ex_wrong("a sum, or out of memory");
    gt_report(stdout);
    printf("\n");
    if (team.count > 1) ex_claim_below("first touch", &touching);
    else ex_claim_not_here(touching.sentence, "there is one thread");
    if (nodes > 1) ex_claim_below("first touch", &reading);
    else ex_claim_not_here(reading.sentence, nodes ? "the threads run on one node" : "the nodes are not known");
    return ex_close(&o, NULL, NULL, right);
}
