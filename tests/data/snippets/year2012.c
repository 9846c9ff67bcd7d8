/* A program as people wrote them in 2012: plain OpenCL 1.1, SAXPY, one queue without profiling. To find out where its
   time goes, an include, three scopes and a line that prints were added; each stands in a line that says so. Without
   these lines it is the program that it was: tests/tools/test_snippets.sh builds it both ways, as C and as C++. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#define GPUTIME_IMPLEMENTATION                                                                           /* added */
#include "gputime_cl.h"                                                                                  /* added */

static const char *source =
    "__kernel void saxpy(__global const float *x, __global float *y, const float a) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = a * x[i] + y[i];\n"
    "}\n";

static void check(cl_int err, const char *what) {
    if (err == CL_SUCCESS) return;
    fprintf(stderr, "%s failed: %d\n", what, err);
    exit(1);
}

int main(void) {
    const size_t n = 1 << 20, bytes = n * sizeof(cl_float);
    const cl_float a = 2.0f;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_x, d_y;
    cl_int err;
    cl_uint found = 0;
    size_t i, wrong = 0;
    int pass;
    cl_float *x = (cl_float *)malloc(bytes), *y = (cl_float *)malloc(bytes);
    if (!x || !y) return 1;

    if (clGetPlatformIDs(1, &platform, &found) != CL_SUCCESS || !found) {
        printf("no OpenCL platform\n");
        return 77;
    }
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &err);
    check(err, "clCreateCommandQueue");
    program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    check(err, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, "saxpy", &err);
    check(err, "clCreateKernel");
    d_x = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err);
    check(err, "clCreateBuffer");
    d_y = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    check(err, "clCreateBuffer");

    for (pass = 0; pass < 10; pass++) {
        for (i = 0; i < n; i++) {
            x[i] = (cl_float)(i % 1000);
            y[i] = 1.0f;
        }
        GT_SCOPE_CL(queue, "copy-in")                                                                    /* added */
        {
            check(clEnqueueWriteBuffer(queue, d_x, CL_FALSE, 0, bytes, x, 0, NULL, NULL), "clEnqueueWriteBuffer");
            check(clEnqueueWriteBuffer(queue, d_y, CL_FALSE, 0, bytes, y, 0, NULL, NULL), "clEnqueueWriteBuffer");
        }
        check(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), "clSetKernelArg");
        check(clSetKernelArg(kernel, 1, sizeof d_y, &d_y), "clSetKernelArg");
        check(clSetKernelArg(kernel, 2, sizeof a, &a), "clSetKernelArg");
        GT_SCOPE_CL(queue, "compute")                                                                    /* added */
        {
            check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
        }
        GT_SCOPE_CL(queue, "copy-out")                                                                   /* added */
        {
            check(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL), "clEnqueueReadBuffer");
        }
    }
    for (i = 0; i < n; i++) {
        const cl_float right = a * (cl_float)(i % 1000) + 1.0f;
        wrong += y[i] < right - 0.5f || y[i] > right + 0.5f;
    }
    printf("%lu of %lu wrong\n", (unsigned long)wrong, (unsigned long)n);
    gt_report(stdout);                                                                                   /* added */

    clReleaseMemObject(d_x);
    clReleaseMemObject(d_y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(x);
    free(y);
    return wrong != 0;
}
