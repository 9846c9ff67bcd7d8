/* 24_cache.c - what does a benchmark loop hide?

   WHAT IT SHOWS   A loop that adds the same arrays again and again finds them in a cache from the second pass on. A
                   program that comes with other data each time does not. Here the second side of each comparison adds
                   the arrays that were used longest ago, out of many that no cache holds together. Nothing is flushed
                   inside the timed region: that would be timed too. The option .flushed names that side, so that the
                   report says of which data the number is. Only the offset of the launch differs between the sides.
                   The claims are about the kernel's own time: where a launch takes longer than a kernel, the time
                   around it shows no cache. Medium arrays fill half of the cache that the device states.
   WHAT TO SEE     GB/s in a loop and with other arrays, at three sizes; the finding warm-cache where they differ */

#include "lib/vectors.h"

enum { SMALL, MEDIUM, LARGE, SIZES };
static const char *const sizes[SIZES] = { "small arrays", "medium arrays", "large arrays" };
typedef struct piece { size_t n, sets, next; } piece;       /* sets of n elements; the first is left out */

static void add(const ex_vectors *v, const piece *p, size_t set, cl_event *event)
{
    const size_t offset = set * p->n;
    GT_CL(clEnqueueNDRangeKernel(v->queue, v->kernel, 1, &offset, &p->n, NULL, 0, NULL, event));
}
/* Set 1 again and again, against those behind it in turn. Set 0 is left out: without an offset PoCL has other code. */
static void compare(const ex_options *o, const ex_vectors *v, piece *p, const char *name)
{
    GT_COMPARE(name, .budget_s = o->budget_s / 3, .precision = ex_precision(o, 0.02), .max_n = o->repeat,
               .flushed = "other arrays", .progress = ex_progress()) {
        GT_SIDE("in a loop") {
            GT_SCOPE_CL(v->queue, "sum") {
                GT_WORK((double)p->n, 12.0 * (double)p->n);
                add(v, p, 1, GT_EVENT);
            }
        }
        GT_SIDE("other arrays") {
            p->next = p->next + 1 < p->sets ? p->next + 1 : 2;
            GT_SCOPE_CL(v->queue, "sum") {
                GT_WORK((double)p->n, 12.0 * (double)p->n);
                add(v, p, p->next, GT_EVENT);
            }
        }
    }
}
/* Each set by a launch of its own, as they were timed, into memory that holds nothing; all elements are looked at. */
static int right(ex_vectors *v, const piece *p)
{
    const cl_uint nan = 0xffffffff;
    size_t set;
    if (gt_cl_fill(v->queue, v->dc, &nan, sizeof nan) != GT_OK) return 0;
    for (set = 0; set < p->sets; set++) add(v, p, set, NULL);
    ex_vectors_receive(v);
    return !gt_error_first() && ex_vectors_right(v);
}
/* The elements of three arrays in half of the device's cache: a power of two, so that whole sets fill the arrays. */
static size_t medium(const gt_cl *cl, size_t n)
{
    cl_ulong cache = 0;
    size_t elements = 1 << 20;
    GT_CL(clGetDeviceInfo(cl->device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof cache, &cache, NULL));
    while (2 * elements * 12 <= cache / 2 && 2 * elements <= n / 12) elements *= 2;
    return elements;
}
static double rate(const char *name, const char *side, const piece *p)     /* GB/s; 0: not measured */
{
    const double ms = ex_ms(ex_path(ex_path(name, side), "sum/kernel"));
    return ms > 0 ? 12e-6 * (double)p->n / ms : 0;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "24_cache", "Adds the same arrays again and again, and other arrays each time, at "
        "three sizes.", "device quick repeat precision budget csv", 12, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)(o.quick ? 24 : 48) << 20;
    piece p[SIZES] = { { 1 << 16, 0, 0 }, { 0, 0, 0 }, { n / 4, 0, 0 } };
    ex_claim claims[] = {
        { "small arrays lie in a cache in a loop: other arrays each time take over 1.1 times as long",
          "small arrays/other arrays/sum/kernel", EX_OVER, 1.1, "small arrays/in a loop/sum/kernel", 1 },
        { "medium arrays lie in a cache in a loop: other arrays each time take over 1.1 times as long",
          "medium arrays/other arrays/sum/kernel", EX_OVER, 1.1, "medium arrays/in a loop/sum/kernel", 1 },
        { "of arrays larger than the caches the loop hides nothing: other ones take as long, within 10 %",
          "large arrays/other arrays/sum/kernel", EX_SAME, 1.1, "large arrays/in a loop/sum/kernel", 1 },
        { "a loop over medium arrays promises a rate that memory has not: an element of the large ones takes over 1.2 "
          "times as long", "large arrays/in a loop/sum/kernel", EX_OVER, 1.2, "medium arrays/in a loop/sum/kernel",
          0 }
    };
    int i, all_right = 0;
    ex_vectors v;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "sum_arrays.cl");

    if (!program) return 1;
    if (ex_vectors_open(&v, &cl, program, n)) {
        ex_vectors_send(&v);
        p[MEDIUM].n = medium(&cl, n);
        claims[EX_COUNT(claims) - 1].parts = (double)p[MEDIUM].n / (double)p[LARGE].n;
        ex_vectors_size(&v, p[SMALL].n);
        all_right = ex_vectors_edges(&v);
        ex_vectors_size(&v, n);
        for (i = 0; i < SIZES; i++) {
            p[i].sets = n / p[i].n;
            all_right = all_right && right(&v, &p[i]);      /* the first launches: late compilation, first touch */
        }
        for (i = 0; i < SIZES && all_right; i++) compare(&o, &v, &p[i], sizes[i]);
        for (i = 0; i < SIZES; i++) all_right = all_right && right(&v, &p[i]);
    }
    printf("a + b = c, kernel, GB/s        in a loop   other arrays\n");
    for (i = 0; i < SIZES; i++)
        printf("%-14s 3 x %5lu KiB %12.4g %14.4g\n", sizes[i], (unsigned long)(p[i].n >> 8),
               rate(sizes[i], "in a loop", &p[i]), rate(sizes[i], "other arrays", &p[i]));
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    ex_vectors_close(&v);
    return ex_close(&o, &cl, program, all_right);
}
