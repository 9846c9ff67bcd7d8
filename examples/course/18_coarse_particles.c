/* 18_coarse_particles.c - do these particles fit into a frame?

   WHAT IT SHOWS   The coarse way to time: a display shows a frame at its next refresh, and all that one sees is whether
                   each frame made it. The question has a yes or a no: do the kernels end within 1/fps - epsilon?
                   Epsilon is what else stands in the frame: here the places come to the host, which is to draw them.
                   It grows with the particles, as the kernels do.
   WHAT TO SEE     a row for each number of particles: kernels, epsilon, and how many of the frames were late for 60
                   and for 30 a second; what fits with epsilon and without; at what rate the display runs

   After A. Moss, "Advanced Multicore Programming", "Timing Approaches". A frame fits if no more than one in 30 is late.
   The display is a loop that sleeps until the next multiple of 16.7 ms. */

#define _POSIX_C_SOURCE 200809L
#include "lib/particles.h"
#include <time.h>

enum { FRAMES = 30, RATES = 2 };
static const double rates[RATES] = { 60, 30 };
static const char *const solvers[2] = { "alone", "pairs" };

typedef struct answer { size_t kernels[RATES], all[RATES]; } answer;    /* what fits without epsilon, and with */

static const char *series(int gravity, size_t n, const char *what)
{
    static char name[2][80];
    static int next;
    char *text = name[next++ % 2];
    sprintf(text, "%s %lu, %s", solvers[gravity], (unsigned long)n, what);
    return text;
}
/* One frame, then the wait for the refresh. Returns at what time the frame was ready, ns. */
static double frame(const ex_particles *p, int gravity, int number, cl_float2 *shown, double *kernels_ns)
{
    const double period_ns = 1e9 / rates[0];
    gt_timer all = { { 0 } };
    double ready_ns;
    gt_timer_start(&all);
    ex_frame(p, gravity, number);
    GT_CL(clFinish(p->queue));
    *kernels_ns = gt_timer_ns(&all);
    GT_CL(clEnqueueReadBuffer(p->queue, p->x, CL_TRUE, 0, p->n * sizeof *shown, shown, 0, NULL, NULL));
    gt_timer_stop(&all);
    ready_ns = gt_timer_ns(&all);
    const struct timespec rest = { 0, (long)(period_ns - fmod(ready_ns, period_ns)) };
    nanosleep(&rest, NULL);
    return ready_ns;
}
static size_t late(const double *ns, int frames, double fps)
{
    gt_budget b;
    return gt_budget_of(ns, (size_t)frames, 1e9 / fps, &b) == GT_OK ? b.missed : (size_t)frames;
}
/* 30 frames of n particles: how long the typical one takes, ns. */
static double row(const ex_particles *p, int gravity, int frames, cl_float2 *shown, answer *a)
{
    double kernels[FRAMES], all[FRAMES], typical_ns;
    size_t misses[2][RATES];
    ex_particles_start(p);
    frame(p, gravity, 0, shown, &kernels[0]);                   /* the first one is a warm-up */
    for (int i = 0; i < frames; i++) {
        all[i] = frame(p, gravity, i, shown, &kernels[i]);
        gt_series_add(series(gravity, p->n, "kernels"), kernels[i]);
        gt_series_add(series(gravity, p->n, "frame"), all[i]);
    }
    for (int r = 0; r < RATES; r++) {
        misses[0][r] = late(kernels, frames, rates[r]);
        misses[1][r] = late(all, frames, rates[r]);
        if (misses[0][r] <= 1) a->kernels[r] = p->n;
        if (misses[1][r] <= 1) a->all[r] = p->n;
    }
    typical_ns = 1e6 * ex_ms(series(gravity, p->n, "frame"));
    printf("%-6s %14lu %11.3f %9.3f %7lu of %2d %7lu of %2d %11.0f\n", solvers[gravity], (unsigned long)p->n,
           ex_ms(series(gravity, p->n, "kernels")), 1e-6 * typical_ns - ex_ms(series(gravity, p->n, "kernels")),
           (unsigned long)misses[1][0], frames, (unsigned long)misses[1][1], frames,
           rates[0] / ceil(typical_ns * rates[0] * 1e-9));
    return typical_ns;
}
static int checked(ex_particles *p, int gravity)      /* each kernel of a frame */
{
    return ex_particles_right(p, gravity ? EX_GRAVITY : EX_ATTRACT) && ex_particles_right(p, EX_BOUNCE) &&
           ex_particles_right(p, EX_INTEGRATE);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "18_coarse_particles", "Moves particles in the frames of a display: how many fit, "
        "if frames are only in time or late?", "device quick csv", 15, 3, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t most = (size_t)1024 << (o.quick ? 8 : 14);
    answer fit[2] = { { { 0 }, { 0 } }, { { 0 }, { 0 } } };
    cl_float2 *shown = (cl_float2 *)(void *)ex_floats(2 * most);
    size_t last[2] = { 0, 0 }, n;
    double took_ns;
    int right, gravity, r;
    char fitting[80];
    ex_particles p;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "integrate.cl");

    if (!program) return 1;
    right = ex_particles_open(&p, &cl, most);
    printf("alone: each particle by itself, drawn by four points; pairs: each draws each other one\n"
           "                      medians, ms               late for 60     late for 30    the display\n"
           "particles              kernels   epsilon      a second        a second       shows a second\n");
    for (gravity = 0; gravity < 2; gravity++)
        for (n = 1024, took_ns = 0; n <= most && took_ns < 1e9 / rates[RATES - 1] && right;
             n += took_ns < 1e9 / rates[0] / 4 ? n : n / 4 / 256 * 256) {       /* near the limits in small steps */
            ex_particles_size(&p, n);
            right = checked(&p, gravity);
            if (right) took_ns = row(&p, gravity, o.quick ? 8 : FRAMES, shown, &fit[gravity]);
            last[gravity] = n;
        }
    printf("\nthe most that fit            kernels alone   with epsilon   (tried: up to %lu, pairs up to %lu)\n",
           (unsigned long)last[0], (unsigned long)last[1]);
    for (gravity = 0; gravity < 2; gravity++)
        for (r = 0; r < RATES; r++)
            printf("%s, %.0f a second %23lu %14lu\n", solvers[gravity], rates[r],
                   (unsigned long)fit[gravity].kernels[r], (unsigned long)fit[gravity].all[r]);
    printf("\n");
    ex_report(NULL, 0);
    const ex_claim epsilon = { "epsilon counts: with it the largest frame of those alone takes over 1.01 times as long",
        series(0, last[0], "frame"), EX_OVER, 1.01, series(0, last[0], "kernels"), 1 };
    ex_claims(&epsilon, right);
    sprintf(fitting, "%lu fit 30, and %lu fit 60", (unsigned long)fit[1].all[1], (unsigned long)fit[1].all[0]);
    ex_claim_fact("more particles fit 30 frames a second than 60, of those that draw each other",
                  fit[1].all[1] > fit[1].all[0], fitting);
    ex_particles_close(&p);
    free(shown);
    return ex_close(&o, &cl, program, right);
}
