/* 19_fine_particles.c - how do kernels grow with their data?

   WHAT IT SHOWS   The fine way to time: each kernel as a phase, at sizes that differ by a factor of 4. A kernel that
                   treats each particle alone grows linearly, once a launch costs little beside it, and as long as its
                   data lie in the same memory: where they leave a cache, it grows faster for a stretch. A kernel that
                   treats pairs grows with the square, once the device is full.
   WHAT TO SEE     ns a particle, which stays where growth is linear; the exponent from each size to the next, and the
                   cache that the data have left where it is above 1

   After A. Moss, "Advanced Multicore Programming", whose exercise asks how the kernels scale to more particles. */

#define _GNU_SOURCE             /* names of caches in sysconf */
#include "lib/memories.h"
#include "lib/particles.h"

enum { SIZES = 8 };                     /* 1 Ki to 16 Mi, by factors of 4 */
static char size_name[SIZES][32];
static double cache[EX_MEMORIES];       /* bytes */

static int memory_of(int size)          /* in which its data lie: places and velocities */
{
    return ex_memory_of(cache, 2.0 * sizeof(cl_float2) * (double)(1024 << 2 * size));
}
/* How the time of a kernel grows from the size before to this one: the exponent of n, by its interval. */
static gt_interval growth(int kernel, int size)
{
    gt_interval exponent = { 0, 0, 0 };
    gt_snapshot s;
    if (gt_snapshot_take(&s) != GT_OK) return exponent;
    const gt_ratio r = ex_ratio(gt_snapshot_find(&s, ex_path(size_name[size], ex_kernel_names[kernel])),
                                gt_snapshot_find(&s, ex_path(size_name[size - 1], ex_kernel_names[kernel])));
    gt_snapshot_free(&s);
    if (!r.rounds) return exponent;
    exponent.low = log(r.ci.low) / log(4);
    exponent.high = log(r.ci.high) / log(4);
    exponent.confidence = r.ci.confidence;
    return exponent;
}
static void table(int sizes)
{
    printf("                 ns a particle                            exponent\n"
           "particles   attract    bounce integrate   gravity   attract bounce integrate gravity  data in\n");
    for (int i = 0; i < sizes; i++) {
        printf("%9s", size_name[i]);
        for (int k = 0; k < EX_KERNELS; k++) {
            const double ms = ex_ms(ex_path(size_name[i], ex_kernel_names[k]));
            if (ms > 0) printf("%10.4g", 1e6 * ms / (1024 << 2 * i));
            else printf("%10s", "-");
        }
        for (int k = 0; k < EX_KERNELS; k++) {
            const double ms[2] = { i ? ex_ms(ex_path(size_name[i - 1], ex_kernel_names[k])) : 0,
                                   ex_ms(ex_path(size_name[i], ex_kernel_names[k])) };
            if (ms[0] > 0 && ms[1] > 0) printf("%9.2f", log(ms[1] / ms[0]) / log(4));
            else printf("%9s", "-");
        }
        printf("   %s\n", ex_memories[memory_of(i)]);
    }
}

/* The largest size whose data lie in the same memory as those of the size before (same 1), or in the next one (0). */
static int pair(int sizes, int same)
{
    int i = sizes - 1;
    while (i && (memory_of(i) == memory_of(i - 1)) != same) i--;
    return i;
}
static void claim(const char *what, int kernel, int size, double low, double high)
{
    char sentence[200];
    if (size < 1) {
        sprintf(sentence, "%s %s", ex_kernel_names[kernel], what);
        ex_claim_not_here(sentence, "there are no such sizes");
        return;
    }
    const int from = memory_of(size - 1), to = memory_of(size);
    const gt_interval e = growth(kernel, size);
    sprintf(sentence, "%s %s from %s to %s particles, whose data %s %s", ex_kernel_names[kernel], what,
            size_name[size - 1], size_name[size], from == to ? "lie in" : "leave", ex_memories[from]);
    ex_claim_number(sentence, &e, low, high, "is the exponent");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "19_fine_particles", "Times each of four kernels on 1 Ki to 16 Mi particles: how "
        "do they grow?", "device quick repeat budget csv", 12, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const int sizes = o.quick ? 6 : SIZES;
    int right, pairs = 0, i, k;         /* pairs: so many sizes have gravity, which takes up to 0.2 s */
    ex_particles p;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "integrate.cl");

    if (!program) return 1;
    ex_caches(&cl, cache);
    right = ex_particles_open(&p, &cl, (size_t)1024 << 2 * (sizes - 1));
    for (i = 0; i < sizes && right; i++) {      /* the check is the warm-up too */
        sprintf(size_name[i], "%d", 1024 << 2 * i);
        ex_particles_size(&p, (size_t)1024 << 2 * i);
        for (k = 0; k < EX_GRAVITY && right; k++) right = ex_particles_right(&p, k);
        if (pairs == i && right && ex_particles_right(&p, EX_GRAVITY)) pairs += ex_frame_ns(&p, 1, 1) < 2e8;
        else if (pairs == i) right = 0;
    }
    while (right && ex_more(&o, NULL, 0))
        for (i = 0; i < sizes; i++) {
            gt_scope all = gt_scope_begin(size_name[i]);
            ex_particles_size(&p, (size_t)1024 << 2 * i);
            for (k = 0; k < (i < pairs ? EX_KERNELS : EX_GRAVITY); k++) {
                gt_cl_scope phase = gt_cl_scope_begin(cl.queue, ex_kernel_names[k]);
                ex_particles_run(&p, k, 0, GT_EVENT);
                gt_cl_scope_end(&phase);
            }
            gt_scope_end(&all);
        }
    table(sizes);
    for (i = 1; i < sizes - 1; i++)
        if (ex_ms(ex_path(size_name[i], "integrate")) > 2 * ex_ms(ex_path(size_name[0], "integrate"))) break;
    printf("up to %s particles integrate takes under twice its time for 1024: a launch is most of it\n\n",
           size_name[i - 1]);
    ex_report(NULL, 0);
    claim("grows linearly", EX_INTEGRATE, pair(sizes, 1), 0.9, 1.1);
    claim("grows linearly", EX_ATTRACT, pair(sizes, 1), 0.9, 1.1);
    claim("grows faster than linear", EX_INTEGRATE, pair(sizes, 0), 1.05, HUGE_VAL);
    claim("grows with the square", EX_GRAVITY, pairs - 1, 1.9, 2.1);
    ex_particles_close(&p);
    return ex_close(&o, &cl, program, right);
}
