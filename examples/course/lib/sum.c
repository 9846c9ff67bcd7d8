/* sum.c - the sum of two arrays, timed as many programs do it; ../22_unmodified.sh measures it without changes */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static double ms(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return 1e3 * (double)t.tv_sec + 1e-3 * (double)t.tv_usec;
}

int main(int argc, char **argv)
{
    const char *source = "kernel void sum(global const float *a, global const float *b, global float *c) {"
                         "  int i = get_global_id(0); c[i] = a[i] + b[i]; }";
    const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1 << 24, bytes = n * sizeof(float);
    float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    cl_platform_id platform;
    cl_device_id device;
    size_t wrong = 0;
    if (!a || !b || !c || clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    for (size_t i = 0; i < n; i++) {
        a[i] = (float)(i % 1000);
        b[i] = (float)(i % 77);
        c[i] = 0;
    }
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL)) return 77;
    cl_kernel sum = clCreateKernel(program, "sum", NULL);

    double begin = ms();
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, NULL);
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, NULL);
    cl_mem z = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, NULL);
    double made = ms();
    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, bytes, a, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, y, CL_TRUE, 0, bytes, b, 0, NULL, NULL);
    clSetKernelArg(sum, 0, sizeof x, &x);
    clSetKernelArg(sum, 1, sizeof y, &y);
    clSetKernelArg(sum, 2, sizeof z, &z);
    double launch = ms();
    clEnqueueNDRangeKernel(queue, sum, 1, NULL, &n, NULL, 0, NULL, NULL);
    clFinish(queue);
    double launched = ms();
    clEnqueueReadBuffer(queue, z, CL_TRUE, 0, bytes, c, 0, NULL, NULL);
    double end = ms();

    for (size_t i = 0; i < n; i++) wrong += c[i] != a[i] + b[i];
    printf("%lu elements, %lu wrong; all %.3f ms, buffers %.3f ms, kernel %.3f ms\n", (unsigned long)n,
           (unsigned long)wrong, end - begin, made - begin, launched - launch);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    clReleaseMemObject(z);
    clReleaseKernel(sum);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}
