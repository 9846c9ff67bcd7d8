/* first_product.h - for example 01: a process that makes whole matrix products, the first one in a fresh process */

#ifndef EX_FIRST_PRODUCT_H
#define EX_FIRST_PRODUCT_H

#include "matmul.h"

#include <unistd.h>

typedef struct process {
    const ex_options *o;
    gt_cl cl;                   /* this and the following are made at first use */
    cl_program program;
    char kernel[64];            /* name of the kernel */
    double build_ns;
} process;

/* new_name: 1 for a new kernel name, which no cache of compiled programs knows; 0 for the same name each time. */
static void process_open(process *s, const ex_options *o, int new_name)
{
    memset(s, 0, sizeof *s);
    s->o = o;
    sprintf(s->kernel, new_name ? "matmul_simple_%lx_%lx" : "matmul_simple_again", (unsigned long)getpid(),
            (unsigned long)gt_clock_ticks());
}

/* Makes one product, and whatever the process has not done before. Returns how long it took, in ns. */
static double product(process *s, ex_matmul *x, int after_buffers)
{
    gt_timer all = { { 0 } }, build = { { 0 } };
    char options[128];
    gt_timer_start(&all);
    if (!s->cl.queue) gt_cl_open(&s->cl, s->o->device);
    if (!s->cl.queue || !ex_matmul_buffers(x, &s->cl)) return 0;
    if (after_buffers) {
        memset(&all, 0, sizeof all);
        gt_timer_start(&all);
    }
    sprintf(options, "-Dmatmul_simple=%s", s->kernel);
    gt_timer_start(&build);
    if (!s->program) s->program = gt_cl_program_file(&s->cl, ex_kernel_file("matmul.cl"), options);
    gt_timer_stop(&build);
    if (!(s->build_ns > 0)) s->build_ns = gt_timer_ns(&build);
    if (!s->program || !ex_matmul_kernel(x, s->program, s->kernel, 0, 1) || !ex_matmul_bind(x)) return 0;
    ex_copy_in(x, NULL, NULL);
    ex_compute(x, NULL);
    ex_copy_out(x, NULL);
    GT_CL(clFinish(x->queue));
    gt_timer_stop(&all);
    return gt_error_first() || !ex_matmul_right(x) ? 0 : gt_timer_ns(&all);
}
static double product_of(process *s, ex_problem p, int after_buffers)
{
    ex_matmul x;
    ex_matmul_host(&x, p);
    const double ns = product(s, &x, after_buffers);
    ex_matmul_close(&x);
    return ns;
}
static void *warm_up(void *user)                        /* by a product of 1x1 */
{
    process *s = (process *)user;
    const ex_problem tiny = { 1, 1, 1, 2, 8, 4, "1x1" };
    product_of(s, tiny, 0);
    return NULL;
}
static int process_close(process *s)                    /* returns 1 if all results were right */
{
    const int right = !gt_error_first() && s->program && ex_matmul_edges(&s->cl, s->program, s->kernel, 0, 1);
    if (s->program) GT_CL(clReleaseProgram(s->program));
    gt_cl_close(&s->cl);
    return right;
}

#endif
