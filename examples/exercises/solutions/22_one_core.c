/* 22_one_core.c - the solution: the base uses all processors too

   Who buys a device compares it with the whole processor that is there already. One core against all cores of a device
   is a ratio of two machines that nobody has. Threads cost some time to start: it belongs to the host's side, as the
   launch belongs to the device's. A vectorised loop would be fairer still. */

#include "grade.h"

#include <pthread.h>
#include <unistd.h>

enum { MOST = 128 };
typedef struct part { const exercise *x; size_t from, to; int alone; pthread_t thread; } part;

static void *part_mix(void *user)
{
    const part *p = (const part *)user;
    size_t i;
    int s;
    for (i = p->from; i < p->to; i++) {
        unsigned v = (unsigned)((p->x->out[i] + 1) * 8388608);
        for (s = 0; s < p->x->steps; s++) {
            v = (v * 747797u + (unsigned)s) & 0xffffffu;
            v ^= v >> 11;
        }
        p->x->out[i] = (float)v / 8388608 - 1;
    }
    return NULL;
}

static void host_mix(exercise *x)
{
    static part parts[MOST];
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t count = cores < 1 ? 1 : cores > MOST ? MOST : (size_t)cores;
    size_t k;
    for (k = 0; k < count; k++) {
        parts[k].x = x;
        parts[k].from = x->n * k / count;
        parts[k].to = x->n * (k + 1) / count;
        parts[k].alone = !k || pthread_create(&parts[k].thread, NULL, part_mix, &parts[k]);
    }
    for (k = 0; k < count; k++) {       /* the first one here, and any that got no thread */
        if (parts[k].alone) part_mix(&parts[k]);
        else pthread_join(parts[k].thread, NULL);
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
