/* flags: -O0 */
/* 11_debug_build.c - the device against the processor

   TASK      How many times as fast is the device as a plain loop on the host? Both do the same work. Last
             week the author debugged the loop. Change this file so that measure() returns the ratio of the two median
             times, host over device, with both sides built to be fast.
   LOOK      at the first line of this file: the grader compiles with -O2, followed by the flags in that line. (In this
             exercise alone a file may have such a line, with nothing but a level: -O0 to -O3, -Os or -Og.)
   THINK     Which side becomes slower with options of clBuildProgram such as -cl-opt-disable? Is one core against the
             whole device a fair comparison?
   KEEP      the scopes' names, at least 10 samples, GT_EVENT at the launch; each pass of the host goes on with what the
             one before has left in x->out, and x->passes counts them all
   GRADED    without the finding debug-build; the number follows from the kit's samples of both scopes in the same run;
             0.70 to 1.43 times the solution's number */

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
