/* 21_host_in_the_batch.c - a batch hides the cost of a launch, or so it is said

   TASK      To get rid of launches and waits, the author runs twenty launches between two barriers and divides. "What
             is left is the kernel." Before each launch the host looks for the largest number of the input, from which
             the number of steps follows; it takes no part in the time, the author says, since launches do not wait. But
             the device finishes each launch before the host has found the next number. Change measure() so that it
             returns the time of a launch, in ms, in a batch that keeps the device busy.
   LOOK      at "where the time goes" in the report: what did the device do in the part that is not `device`?
   THINK     How would you see, without any stamp, that a batch is bound by its host? (Time until the last call has
             returned: GT_BATCH_CL does, and reports `launch-bound`.) When is the author's number the right one?
   KEEP      the scope's name, at least 20 samples of it, with twenty launches each and GT_EVENT at each; the host finds
             the number of steps itself, with steps_for
   GRADED    0.70 to 1.43 times the solution's number */

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
    euler e;
    int i, k;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 25; i++) {
            GT_SCOPE_CL(cl->queue, "batch") {
                for (k = 0; k < LAUNCHES; k++) {
                    euler_args(e.kernel, e.in, e.out, steps_for(x));
                    euler_launch(&e, cl->queue, x, GT_EVENT);
                }
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("batch") / (double)LAUNCHES;
}
