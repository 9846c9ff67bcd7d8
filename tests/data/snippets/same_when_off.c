/* Prints what control flow and arguments do in scopes: the same with and without GPUTIME_DISABLE. */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

static int evaluated;
static double counted(double x) {
    evaluated++;
    return x;
}
static int returns(void) {
    GT_SCOPE("returns") {
        GT_SCOPE("from inside") return 7;
    }
    return 8;
}

int main(void) {
    int i, inside = 0, behind = 0;
    gt_timer t = {0};
    for (i = 0; i < 10; i++) {
        GT_SCOPE("loop") {
            if (i == 2) break;
            if (i == 3) continue;
            inside++;
        }
        GT_SCOPE_EXACT("exact loop") {
            if (i > 5) break;
            inside += 100;
        }
        behind++;
    }
    GT_WORK(counted(1), counted(2));
    {
        gt_scope s = gt_scope_begin((evaluated++, "by name"));
        gt_scope_end((evaluated++, &s));
        gt_scope_end(&s);
    }
    gt_timer_start(&t);
    gt_timer_stop(&t);
    printf("%d inside, %d behind, %d returned, %d arguments evaluated, time: %d\n", inside, behind, returns(),
           evaluated, gt_timer_ns(&t) > 0);
    return 0;
}
