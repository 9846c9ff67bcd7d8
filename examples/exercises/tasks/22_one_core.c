/* 22_one_core.c - a speedup over one core

   TASK      How many times as fast is the device as this processor? The author compares with a loop in one thread,
             built with -O2, and promises the ratio to people whose program uses all cores. Change measure() so that it
             returns the ratio of the two median times, host over device, where the host uses each of its processors:
             start a thread for each one (pthread.h; sysconf(_SC_NPROCESSORS_ONLN) of unistd.h has their number), and
             give each an equal part.
   LOOK      at the processors while the program runs (top): how many work in each of the two scopes?
   THINK     Both sides leave the copies out. For whom is that right? On a device that is this processor: what remains
             of the ratio, and what made it? (make demo EX=13 prints one core, all cores and device.)
   KEEP      the scopes' names, at least 10 samples, GT_EVENT at the launch; in each sample, in the scope, the
             host goes on with what the pass before has left in x->out, and x->passes counts all passes; no other line
             of flags
   GRADED    0.70 to 1.43 times the solution's number, which follows from the kit's samples of both scopes in the same
             run; the file starts threads */

#include "grade.h"

static void host_mix(exercise *x)
{
    size_t i;
    int s;
    for (i = 0; i < x->n; i++) {
        unsigned v = (unsigned)((x->out[i] + 1) * 8388608);
        for (s = 0; s < x->steps; s++) {
            v = (v * 747797u + (unsigned)s) & 0xffffffu;
            v ^= v >> 11;
        }
        x->out[i] = (float)v / 8388608 - 1;
    }
    x->passes++;
}

double measure(const gt_cl *cl, exercise *x)
{
    euler e;
    int i;
    if (mix_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));
        host_mix(x);

        for (i = 0; i < 12; i++) {
            GT_SCOPE("host") {
                host_mix(x);
            }
            GT_SCOPE_CL(cl->queue, "device") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
    }
    euler_close(&e);
    return median_ms("host") / median_ms("device");
}
