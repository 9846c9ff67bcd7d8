/* 21_host_in_the_batch.c - the solution: what the launches need is found before the batch

   A batch shows the cost of the slower of two: the host, which enqueues, and the device, which runs. While the host is
   the slower one, a quicker kernel changes nothing in the number. Here the host's work is the same for all launches and
   moves out. Where each launch needs its own, prepare the next while the device works, or quote the device time. */

#include "grade.h"

enum { LAUNCHES = 20 };

static int steps_for(const exercise *x)     /* more steps, if a number is out of range */
{
    float largest = 0;
    size_t i, k;
    for (k = 0; k < 8; k++)
        for (i = 0; i < x->n; i++) if (x->in[i] * x->in[i] > largest) largest = x->in[i] * x->in[i];
    return largest > 1.5f ? 2 * x->steps : x->steps;
}

double measure(const gt_cl *cl, exercise *x)
{
    const int steps = steps_for(x);
    euler e;
    int i, k;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 25; i++) {
            GT_SCOPE_CL(cl->queue, "batch") {
                for (k = 0; k < LAUNCHES; k++) {
                    euler_args(e.kernel, e.in, e.out, steps);
                    euler_launch(&e, cl->queue, x, GT_EVENT);
                }
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("batch") / (double)LAUNCHES;
}
