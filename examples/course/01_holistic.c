/* 01_holistic.c - what does the first run of a process cost, and what avoids that?

   WHAT IT SHOWS   Ten matrix products, each timed whole: buffers, copies in, kernel, copy out, one wait at the end.
                   The first product of a process also pays for loading drivers, for building the program and for a
                   first launch. Each remedy runs in processes of its own: query the devices before the timer starts;
                   start it after the buffers exist; open on a thread while the program does other work; warm up, at any
                   size.
   WHAT TO SEE     the column cold against warm in the first row and in all others; the first product with each remedy

   After "How to measure the performance of C++ AMP algorithms?", "Holistic approach": 42 ms for the first product, 16
   for the second and larger one. Each round starts a process of each kind. No cache knows the program of a cold one. A
   warm one has multiplied at full size before. The thread opens, builds and warms up at 1x1. */

#include "lib/first_product.h"

#include <pthread.h>

#define FIRST(o) ((o)->quick ? 4 : 0)                   /* quick: three of the ten products, from the fifth on */
enum { COLD, WARM, TINY, AFTER_BUFFERS, QUERIED, THREAD, KINDS, SHORT = AFTER_BUFFERS };  /* quick: the first three */
static const char *const kinds[KINDS] = { "cold", "warm", "warmed up at 1x1", "timer after the buffers",
                                          "devices queried before", "opened on a thread" };
enum { START = EX_PROBLEMS, DRIVERS, CONTEXT, BUILD, RESULTS };     /* of a process, behind its products; ns; 0: none */
static const char *const others[] = { "other work and product 1", "loading drivers", "context and queue",
                                      "building the program" };

static const ex_claim claims[] = {
    { "the first product of a cold process takes over 2 times as long as that of a warmed-up process",
      "cold: product 1", EX_OVER, 2, "warm: product 1", 1 },
    { "the second product of a cold process is no anomaly: under 2 times that of a warmed-up process",
      "cold: product 2", EX_UNDER, 2, "warm: product 2", 1 },
    { "the data size of the warm-up does not matter: after 1x1, under 2 times as long as after full size",
      "warmed up at 1x1: product 1", EX_UNDER, 2, "warm: product 1", 1 },
    { "a timer that starts after the buffers leaves the initialisation out: before, over 1.1 times as long",
      "cold: product 1", EX_OVER, 1.1, "timer after the buffers: product 1", 1 },
    { "that does not avoid the build: the first product still takes over 2 times as long as after a warm-up",
      "timer after the buffers: product 1", EX_OVER, 2, "warm: product 1", 1 },
    { "to query the devices before does the same: under 1.1 times as long as with the timer after the buffers",
      "devices queried before: product 1", EX_UNDER, 1.1, "timer after the buffers: product 1", 1 },
    { "initialisation on a thread: without it, other work and the first product take over 1.05 times as long",
      "cold: other work and product 1", EX_OVER, 1.05, "opened on a thread: other work and product 1", 1 }
};

/* One process. */
static int run(const ex_options *o, int kind, double *results)
{
    const int count = o->quick ? 3 : EX_PROBLEMS;
    gt_timer start = { { 0 } };
    cl_platform_id platforms[16];
    cl_uint n = 0;
    process s;
    pthread_t thread;
    int i, apart, right = 1;
    process_open(&s, o, kind != WARM && kind != TINY);
    if (kind == QUERIED && !GT_CL(clGetPlatformIDs(16, platforms, &n)))
        for (i = 0; i < (int)n && i < 16; i++) clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, NULL);
    if (kind == WARM) product_of(&s, ex_problem_at(FIRST(o), o->quick), 0);
    if (kind == TINY) warm_up(&s);
    gt_timer_start(&start);
    apart = kind == THREAD && !pthread_create(&thread, NULL, warm_up, &s);
    if (kind == THREAD || kind == COLD) {               /* other work, as if a file were read */
        const size_t numbers = (size_t)(o->quick ? 8 : 32) << 20;
        float *input = ex_floats(numbers);
        ex_random(input, numbers, 1);
        free(input);
    }
    if (apart) pthread_join(thread, NULL);
    for (i = 0; i < (kind <= WARM ? count : 1) && right; i++) {
        results[i] = product_of(&s, ex_problem_at(FIRST(o) + i, o->quick), kind == AFTER_BUFFERS);
        right = results[i] > 0;
        if (!i) gt_timer_stop(&start);
    }
    if (kind == THREAD || kind == COLD) results[START] = gt_timer_ns(&start);
    results[DRIVERS] = s.cl.platform_ns;
    results[CONTEXT] = s.cl.context_ns;
    results[BUILD] = s.build_ns;
    return process_close(&s) && right;
}

static const char *series(int kind, int result)
{
    static char name[4][80];
    static int next;
    char *text = name[next++ % 4];
    if (result < EX_PROBLEMS) sprintf(text, "%s: product %d", kinds[kind], result + 1);
    else sprintf(text, "%s: %s", kinds[kind], others[result - EX_PROBLEMS]);
    return text;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "01_holistic", "Times each of ten matrix products as a whole, in cold and warm "
        "processes,\nand the first one with remedies.", "device quick repeat budget csv", 90, 10, run };
    ex_options o = ex_options_read(argc, argv, &about);
    const int decided = EX_COUNT(claims) - (o.quick ? 4 : 0);       /* the last four need the kinds left out */
    int i, kind;

    while (ex_more(&o, claims, decided)) {
        for (kind = COLD; kind < (o.quick ? SHORT : KINDS) && !o.failed; kind++) {
            double results[RESULTS] = { 0 };
            ex_apart(&o, kind, results, RESULTS);
            for (i = 0; i < RESULTS; i++) if (results[i] > 0) gt_series_add(series(kind, i), results[i]);
        }
    }
    if (!o.answers) return ex_close(&o, NULL, NULL, 0);
    printf("medians; each product as one: buffers, copies in, kernel, copy out, one wait\n\n"
           "product                   cold            warm     cold / warm\n");
    for (i = 0; i < (o.quick ? 3 : EX_PROBLEMS); i++) {
        const double cold = ex_ms(series(COLD, i)), warm = ex_ms(series(WARM, i));
        printf("%-15s  %10s ms   %10s ms", ex_problem_at(FIRST(&o) + i, o.quick).name, ex_ms_text(series(COLD, i)),
               ex_ms_text(series(WARM, i)));
        if (warm > 0) printf(" %14.1f", cold / warm);
        printf("\n");
    }
    printf("\nthe first product with each remedy\n");
    for (kind = COLD; kind < (o.quick ? SHORT : KINDS); kind++)
        printf("  %-34s  %10s ms\n", kind ? kinds[kind] : "cold: none", ex_ms_text(series(kind, 0)));
    if (!o.quick) printf("\n%s: cold %s ms, %s %s ms\n", others[0], ex_ms_text(series(COLD, START)), kinds[THREAD],
           ex_ms_text(series(THREAD, START)));
    printf("parts of a cold process: %s %s ms, %s %s ms, %s %s ms\n\n", others[DRIVERS - START],
           ex_ms_text(series(COLD, DRIVERS)), others[CONTEXT - START], ex_ms_text(series(COLD, CONTEXT)),
           others[BUILD - START], ex_ms_text(series(COLD, BUILD)));
    ex_claims(claims, decided);
    if (o.quick) printf("in full, three more remedies run: a later timer, devices queried before, a thread\n");
    return ex_close(&o, NULL, NULL, 1);
}
