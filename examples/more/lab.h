/* lab.h - what a measurement of a device makes and releases, and rounds over several ways (for costs.h, ceilings.h)

   DO THIS   copy it beside costs.h or ceilings.h: they include it. For a measurement of your own, in the one file that
             has the implementation of gputime_cl.h:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "lab.h"
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       static gt_cl_lab_ lab;                           after a failure these functions do nothing
             gt_cl_lab_open_(&lab, &cl, "mine", 0, source, options);
             printf("%s\n", gt_cl_lab_kernel_(&lab, "nothing") ? "a kernel" : "no kernel");
             gt_cl_lab_close_(&lab);

   GIVES     kernels and memory that are released together; gt_cl_lab_rounds_, which measures several ways in turn;
             gt_cl_lab_stats_, median and interval of one; gt_cl_lab_difference_, that of two.
   DOES NOT  add samples to the report.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_LAB_H
#define GT_MORE_LAB_H
#endif

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_LAB_IMPLEMENTED_)
#define GT_MORE_LAB_IMPLEMENTED_
GT_EXACT_MATH_

enum { GT_CL_LAB_KERNELS_ = 32, GT_CL_LAB_MEMORIES_ = 8, GT_CL_LAB_WAYS_ = 16, GT_CL_LAB_ROUNDS_ = 200 };
typedef struct gt_cl_lab_ {
    const gt_cl *cl;
    const char *call;               /* the public function that measures: errors name it */
    gt_status status;
    cl_command_queue queue[2];      /* without profiling; with profiling, NULL: none was wanted */
    cl_program program;
    cl_kernel kernel[GT_CL_LAB_KERNELS_];
    cl_mem memory[GT_CL_LAB_MEMORIES_];
    int kernels, memories;
    double ns[GT_CL_LAB_WAYS_][GT_CL_LAB_ROUNDS_];      /* the times of each way, one a round; NaN: none */
} gt_cl_lab_;

/* Checks a call of OpenCL. Returns 1: nothing has failed so far. */
static GT_UNUSED_ int gt_cl_lab_ok_(gt_cl_lab_ *lab, cl_int code, const char *call) {
    char text[80];
    snprintf(text, sizeof text, "%s in %s", call, lab->call);
    if (gt_cl_check(code, text, "", 0) != CL_SUCCESS) lab->status = GT_ERR_OPENCL;
    return lab->status == GT_OK;
}
static GT_UNUSED_ cl_kernel gt_cl_lab_kernel_(gt_cl_lab_ *lab, const char *name) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = lab->status == GT_OK ? clCreateKernel(lab->program, name, &code) : NULL;
    return gt_cl_lab_ok_(lab, code, "clCreateKernel") ? lab->kernel[lab->kernels++] = kernel : NULL;
}
static GT_UNUSED_ cl_mem gt_cl_lab_memory_(gt_cl_lab_ *lab, cl_mem_flags how, size_t bytes) {
    cl_int code = CL_SUCCESS;
    cl_mem memory = lab->status == GT_OK ? clCreateBuffer(lab->cl->context, CL_MEM_READ_WRITE | how, bytes, NULL, &code)
                                         : NULL;
    return gt_cl_lab_ok_(lab, code, "clCreateBuffer") ? lab->memory[lab->memories++] = memory : NULL;
}
/* Waits for cl->queue, and makes queues of its own and the program. profiling 1: the second queue too. */
static GT_UNUSED_ void gt_cl_lab_open_(gt_cl_lab_ *lab, const gt_cl *cl, const char *call, int profiling,
                                       const char *source, const char *options) {
    cl_int code = CL_SUCCESS;
    lab->cl = cl;
    lab->call = call;
    if (!gt_cl_lab_ok_(lab, clFinish(cl->queue), "clFinish")) return;
    for (int i = profiling; i >= 0; i--) {
        lab->queue[i] = gt_cl_queue_new_(cl->context, cl->device, i ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
        if (!gt_cl_lab_ok_(lab, code, "clCreateCommandQueue")) return;
    }
    lab->program = gt_cl_program(cl, source, options, call);
    if (!lab->program)
        lab->status = gt_error_first() && gt_error_first()->status == GT_ERR_BUILD ? GT_ERR_BUILD : GT_ERR_OPENCL;
}
static GT_UNUSED_ void gt_cl_lab_close_(gt_cl_lab_ *lab) {
    for (int i = 1; i >= 0; i--) if (lab->queue[i]) gt_cl_lab_ok_(lab, clFinish(lab->queue[i]), "clFinish");
    while (lab->memories) gt_cl_lab_ok_(lab, clReleaseMemObject(lab->memory[--lab->memories]), "clReleaseMemObject");
    while (lab->kernels) gt_cl_lab_ok_(lab, clReleaseKernel(lab->kernel[--lab->kernels]), "clReleaseKernel");
    if (lab->program) gt_cl_lab_ok_(lab, clReleaseProgram(lab->program), "clReleaseProgram");
    for (int i = 1; i >= 0; i--)
        if (lab->queue[i]) gt_cl_lab_ok_(lab, clReleaseCommandQueue(lab->queue[i]), "clReleaseCommandQueue");
}
/* Measures all ways in rounds: at least `least` and at most `most` (up to GT_CL_LAB_ROUNDS_) of them, and no new one
   once `budget_s` is over. Each round begins with another way, five further on, since 5 shares no divisor with usual
   numbers of ways. measure returns a time in ns. Returns how many rounds. */
typedef double gt_cl_lab_measure_(gt_cl_lab_ *lab, size_t way, size_t round);
static GT_UNUSED_ size_t gt_cl_lab_rounds_(gt_cl_lab_ *lab, gt_cl_lab_measure_ *measure, size_t ways, double budget_s,
                                           size_t least, size_t most) {
    const uint64_t begin = gt_clock_ticks();
    size_t n = 0;
    for (; lab->status == GT_OK && n < most; n++) {
        if (n >= least && gt_clock_ns(gt_clock_ticks() - begin) >= 1e9 * budget_s) break;
        for (size_t i = 0; i < ways && lab->status == GT_OK; i++) {
            const size_t way = (i + 5 * n) % ways;
            lab->ns[way][n] = measure(lab, way, n);
        }
        gt_gauge_due_(NULL, 0);     /* reads the gauge now, while the device is warm */
    }
    return n;
}
/* Median, interval and least of n times of a way, whose clock has this step. All 0 after a failure. */
static GT_UNUSED_ gt_stats gt_cl_lab_stats_(gt_cl_lab_ *lab, size_t way, size_t n, double step_ns) {
    gt_stats s;
    memset(&s, 0, sizeof s);
    if (lab->status == GT_OK) lab->status = gt_stats_of(lab->ns[way], n, step_ns, &s);
    return s;
}
/* Sets *diff to median(a) - median(b), where b is a measured overhead, and *ci to its interval by the MOVER of Zou and
   Donner (Statistics in Medicine 27, 2008): the distances from each median to an end of its interval add up as squares
   do. After an error, or if a side is empty, *diff is NaN and *ci has confidence 0. */
static GT_UNUSED_ gt_status gt_cl_lab_difference_(const double *a, size_t na, const double *b, size_t nb, double tick,
                                                     double confidence, double *diff, gt_interval *ci) {
    gt_stats x, y;
    *diff = gt_nan_();
    *ci = gt_no_interval_();
    gt_status status = gt_stats_by_(a, na, tick, GT_TAU_NONE_, confidence, &x);
    if (status == GT_OK) status = gt_stats_by_(b, nb, tick, GT_TAU_NONE_, confidence, &y);
    if (status != GT_OK) return status;

    const double below_a = x.median - x.ci.low, above_a = x.ci.high - x.median;
    const double below_b = y.median - y.ci.low, above_b = y.ci.high - y.median;
    *diff = x.median - y.median;
    if (!(x.ci.confidence > 0.0 && y.ci.confidence > 0.0)) return GT_OK;
    ci->low = *diff - gt_sqrt_(below_a * below_a + above_b * above_b);
    ci->high = *diff + gt_sqrt_(above_a * above_a + below_b * below_b);
    ci->confidence = gt_smaller_(x.ci.confidence, y.ci.confidence);
    return GT_OK;
}
GT_OWN_MATH_
#endif /* GT_MORE_LAB_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     devices     gt_gauge_due_, gt_cl_queue_new_
     numbers     gt_stats_by_, GT_TAU_NONE_, gt_no_interval_, gt_nan_, gt_sqrt_, gt_smaller_
     compiler    GT_UNUSED_, GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between) */
