/* 11_debug_build.c - the solution: no flags of its own, so the compiler optimises

   The macro of each scope records whether the code around it was optimised. (The kit does not check the options that
   kernels were built with.) A speedup over code that nobody would ship means nothing. */

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
