/* Every macro of both headers, in the ways that people write them. Compiled as C and C++, with every warning, switched
   on and off (GPUTIME_DISABLE). With PLAIN the macros are taken away, as if nobody had added them: the code that
   GPUTIME_DISABLE leaves is compared with that. Nothing of this runs. */
#include "gputime_cl.h"

#ifdef PLAIN
#undef GT_SCOPE
#undef GT_SCOPE_EXACT
#undef GT_SCOPE_CL
#undef GT_WORK
#undef GT_EVENT
#undef GT_CL
#undef GT_TRIAL
#undef GT_COMPARE
#undef GT_SIDE
#undef gt_scope_begin
#undef gt_scope_end
#define GT_SCOPE(name)
#define GT_SCOPE_EXACT(name)
#define GT_SCOPE_CL(queue, name)
#define GT_WORK(flops, bytes)
#define GT_EVENT NULL
#define GT_CL(call) (call)
#define GT_TRIAL(...)
#define GT_COMPARE(...)
#define GT_SIDE(name)
#define BY_HAND(...)
#else
#define BY_HAND(...) __VA_ARGS__
#endif

#ifdef __cplusplus
extern "C" {
#endif
double work_of(double x);
double one_scope(double x);
double sets_a_variable(double x);
double sets_variables_in_nested_scopes(double x);
double two_on_one_line(double x);
double without_braces(int condition, double x);
double in_loops(int n, double x);
double claims(double flops, double bytes, double x);
double by_hand(const char *name, double x);
double repeated(double x);
double compared(double x);
cl_int enqueues(cl_command_queue queue, cl_kernel kernel, cl_mem buffer, size_t n, void *data);
cl_int phase_by_hand(cl_command_queue queue, cl_kernel kernel, size_t n);
cl_mem makes_a_buffer(cl_context context, size_t bytes);
int leaves_early(int n);
#ifdef __cplusplus
}
#endif

double one_scope(double x) {
    GT_SCOPE("named in all_macros") {
        x = work_of(x);
    }
    GT_SCOPE_EXACT("named in all_macros too") {
        x = work_of(x);
    }
    return x;
}
/* The drop-in case: what is set inside is used behind. */
double sets_a_variable(double x) {
    double y;
    GT_SCOPE("sets") {
        y = work_of(x);
    }
    return y * 2;
}
double sets_variables_in_nested_scopes(double x) {
    double y, z;
    GT_SCOPE("outer") {
        y = work_of(x);
        GT_SCOPE_EXACT("inner") {
            z = work_of(y);
            GT_SCOPE("innermost") {
                z += work_of(z);
            }
        }
        GT_SCOPE("sibling") {
            y += work_of(y);
        }
    }
    return y + z;
}
#define BOTH(body) GT_SCOPE("first of both") { GT_SCOPE("second of both") { body; } }
double two_on_one_line(double x) {
    GT_SCOPE("a") { GT_SCOPE("b") { x = work_of(x); } GT_SCOPE("c") { x = work_of(x); } }
    BOTH(x = work_of(x))
    return x;
}
double without_braces(int condition, double x) {
    GT_SCOPE("no braces") x = work_of(x);
    if (condition)
        GT_SCOPE("in an if") x = work_of(x);
    else
        GT_SCOPE("in an else") x = work_of(x + 1);
    return x;
}
double in_loops(int n, double x) {
    int i;
    for (i = 0; i < n; i++) GT_SCOPE("pass") {
        x = work_of(x);
        GT_SCOPE("step") x = work_of(x);
    }
    return x;
}
/* Arguments count as used, switched off too. */
double claims(double flops, double bytes, double x) {
    GT_SCOPE("claims") {
        GT_WORK(2.0 * flops, bytes);
        x = work_of(x);
        GT_WORK(flops, 0);
    }
#ifdef PLAIN
    (void)flops;
    (void)bytes;
#endif
    return x;
}
double by_hand(const char *name, double x) {
    BY_HAND(gt_scope s = gt_scope_begin(name);)
    x = work_of(x);
    BY_HAND(gt_scope_end(&s);)
#ifdef PLAIN
    (void)name;
#endif
    return x;
}
double repeated(double x) {
    double y = 0;
    GT_TRIAL("repeated") {
        GT_SCOPE("in the trial") y += work_of(x);
    }
#if !defined(__cplusplus) || __cplusplus >= 202002L     /* fields can be named */
    GT_TRIAL("with options", .budget_s = 0.1, .precision = 0.05) y += work_of(x);
#endif
    return y;
}
double compared(double x) {
    double y = 0;
    GT_COMPARE("compared") {
        GT_SIDE("one") {
            y += work_of(x);
        }
        GT_SIDE("other") y += work_of(x + 1);
    }
    return y;
}
cl_int enqueues(cl_command_queue queue, cl_kernel kernel, cl_mem buffer, size_t n, void *data) {
    cl_int code = CL_SUCCESS;
    GT_SCOPE("total") {
        GT_SCOPE_CL(queue, "copy-in") {
            code |= GT_CL(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, n, data, 0, NULL, GT_EVENT));
        }
        GT_SCOPE_CL(queue, "compute") {
            GT_WORK(2.0 * (double)n, 8.0 * (double)n);
            code |= GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT));
            code |= GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT));
        }
        GT_SCOPE_CL(queue, "copy-out")
            code |= GT_CL(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, n, data, 0, NULL, GT_EVENT));
    }
    GT_CL(clFlush(queue));
    return code;
}
cl_int phase_by_hand(cl_command_queue queue, cl_kernel kernel, size_t n) {
    cl_int code;
    BY_HAND(gt_cl_scope phase = gt_cl_scope_begin(queue, "by hand");)
    code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT);
    BY_HAND(gt_cl_scope_end(&phase);)
    return code;
}
#ifdef GT_CL_NEW
cl_mem makes_a_buffer(cl_context context, size_t bytes) {
#ifdef PLAIN
    cl_int code = CL_SUCCESS;
    return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &code);
#else
    return GT_CL_NEW(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
#endif
}
#endif

#ifndef PLAIN       /* break belongs to the macro's own loop, so that this means something else without */
int leaves_early(int n) {
    int i, sum = 0;
    for (i = 0; i < n; i++) {
        GT_SCOPE("may leave") {
            if (i == 3) break;
            if (i == 4) continue;
            if (i == 5) return sum;
            if (i == 6) goto out;
            sum += i;
        }
        sum += 100;
    }
out:
    return sum;
}
#endif
