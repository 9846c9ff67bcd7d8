/* 18_particles.c - how many particles fit into a frame?

   WHAT IT SHOWS   Two ways to time a frame. Coarse: frames one after the other without waits; what counts is how many
                   end in a second, and the question is only whether they are enough. Fine: each kernel as a phase.
                   Both for 1 Ki particles and more, by factors of 2. Kernels that treat each particle alone grow
                   linearly, once a launch costs little beside them; one that treats pairs grows with the square, once
                   the device is full.
   WHAT TO SEE     the largest number that fits 60 and 30 frames a second, with and without pairs, and the 99th
                   percentile behind it; the exponents of growth; from which number on a launch costs nothing

   A display that waits for its refresh shows 60 or 30, whatever the work takes: the last lines try that with a loop
   that sleeps until the next multiple of 16.7 ms. */

#define _POSIX_C_SOURCE 200809L
#include "particles.h"
#include <time.h>

enum { FRAMES = 30, SIZES = 8 };        /* 1 Ki to 16 Mi, by factors of 4 */
static char size_name[SIZES][32];

/* Coarse: the largest number of particles of which enough frames end in a second. Fine: each of its frames. */
static size_t search(ex_particles *p, size_t most, int frames, int gravity, double fps)
{
    static double measured_ns[2][32];       /* of each size, in the search before */
    double alone[FRAMES], coarse_ns = 0, *ns = measured_ns[gravity];
    gt_budget b;
    size_t n, fits = 0;
    for (n = 1024; n <= most && !gt_error_first(); n *= 2, ns++) {
        ex_particles_size(p, n);
        if (!(*ns > 0)) *ns = (ex_frame_ns(p, gravity, 1), ex_frame_ns(p, gravity, frames));    /* the first: warm-up */
        if (*ns > 1e9 / fps) break;
        fits = n;
        coarse_ns = *ns;
    }
    printf("%s, %.0f frames a second: %lu particles fit", gravity ? "pairs" : "each alone", fps, (unsigned long)fits);
    if (!fits) {
        printf("\n");
        return 0;
    }
    ex_particles_size(p, fits);
    for (int i = 0; i < FRAMES; i++) alone[i] = ex_frame_ns(p, gravity, 1);
    printf("%s; coarse: %.3g frames a second\n  ", n > most ? ", the most that was tried" : "", 1e9 / coarse_ns);
    if (gt_budget_of(alone, FRAMES, 1e9 / fps, &b) == GT_OK) gt_report_budget(stdout, "fine", &b);
    return fits;
}
/* How the time of a kernel grows between its two largest sizes: the exponent of n. */
static void growth(const char *sentence, int kernel, int last, double low, double high)
{
    gt_snapshot s;
    gt_ratio r;
    gt_interval exponent;
    if (gt_snapshot_take(&s) != GT_OK) return;
    r = ex_ratio(gt_snapshot_find(&s, ex_path(size_name[last], ex_kernel_names[kernel])),
                 gt_snapshot_find(&s, ex_path(size_name[last - 1], ex_kernel_names[kernel])));
    gt_snapshot_free(&s);
    exponent.low = log(r.ci.low) / log(4);
    exponent.high = log(r.ci.high) / log(4);
    exponent.confidence = r.ci.confidence;
    ex_claim_number(sentence, &exponent, low, high, "is the exponent");
}
static void display(const ex_particles *p)      /* shows a frame at the next multiple of 16.7 ms */
{
    const double period_ns = 1e9 / 60;
    double shown[FRAMES];
    gt_budget b;
    for (int i = 0; i < FRAMES; i++) {
        const double ns = ex_frame_ns(p, 0, 1);
        struct timespec rest = { 0, (long)(period_ns - fmod(ns, period_ns)) };
        gt_timer t;
        memset(&t, 0, sizeof t);
        gt_timer_start(&t);
        nanosleep(&rest, NULL);
        gt_timer_stop(&t);
        shown[i] = ns + gt_timer_ns(&t);
    }
    if (gt_budget_of(shown, FRAMES, period_ns, &b) == GT_OK) gt_report_budget(stdout, "with a display", &b);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "18_particles", "Moves particles by small kernels: how many fit into a frame of 60 "
        "or 30 a second?", "device quick repeat budget csv runs", 10, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t most = (size_t)1024 << 2 * ((o.quick ? 5 : SIZES) - 1);
    int right = 0, sizes[2] = { 2, 2 }, i, k;   /* alone, pairs: so many sizes fit 30 frames a second; at least 2 */
    ex_particles p;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "integrate.cl");

    if (!program) return 1;
    for (i = 0; i < SIZES; i++) sprintf(size_name[i], "%d", 1024 << 2 * i);
    if (ex_particles_open(&p, &cl, most)) {
        ex_particles_size(&p, 1024);
        right = ex_particles_right(&p, 0) && ex_particles_right(&p, 1);
        for (i = 0; i < 4 && right; i++) {
            const size_t fits = search(&p, most, o.quick ? 10 : FRAMES, i / 2, i % 2 ? 30 : 60);
            while (i % 2 && (size_t)1024 << 2 * sizes[i / 2] <= fits) sizes[i / 2]++;
        }
        ex_particles_size(&p, 1024);
        if (right) display(&p);
        while (right && ex_more(&o, NULL, 0)) {
            for (i = 0; i < sizes[0]; i++) {
                gt_scope all = gt_scope_begin(size_name[i]);
                ex_particles_size(&p, (size_t)1024 << 2 * i);
                for (k = 0; k < (i < sizes[1] ? EX_KERNELS : EX_GRAVITY); k++) {
                    gt_cl_scope phase = gt_cl_scope_begin(cl.queue, ex_kernel_names[k]);
                    ex_particles_run(&p, k, 0, GT_EVENT);
                    gt_cl_scope_end(&phase);
                }
                gt_scope_end(&all);
            }
        }
    }
    printf("\nfine: medians, ms\nparticles     attract    bounce  integrate    gravity\n");
    for (i = 0; i < sizes[0]; i++) {
        printf("%9s", size_name[i]);
        for (k = 0; k < EX_KERNELS; k++) printf("  %9s", ex_ms_text(ex_path(size_name[i], ex_kernel_names[k])));
        printf("\n");
    }
    for (i = 1; i < sizes[0]; i++)
        if (ex_ms(ex_path(size_name[i], "integrate")) > 2 * ex_ms(ex_path(size_name[0], "integrate"))) break;
    printf(i < sizes[0] ? "launches matter below %s particles: there integrate takes under twice its time for 1024\n\n"
                     : "launches matter for all sizes\n\n", i < sizes[0] ? size_name[i] : "");
    ex_report(NULL, 0);
    growth("integrate grows linearly between the two largest sizes", EX_INTEGRATE, sizes[0] - 1, 0.9, 1.1);
    growth("attract grows linearly between the two largest sizes", EX_ATTRACT, sizes[0] - 1, 0.9, 1.1);
    growth("gravity grows with the square between its two largest sizes", EX_GRAVITY, sizes[1] - 1, 1.9, 2.1);
    ex_particles_close(&p);
    return ex_close(&o, &cl, program, right);
}
