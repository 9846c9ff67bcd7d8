/* For programs of tests that use OpenCL without the kit: a device, a kernel with a buffer as its argument, queues. */
#ifndef PLAIN_H
#define PLAIN_H

#include <CL/cl.h>

static cl_device_id plain_device;
static cl_context plain_context;
static cl_mem plain_buffer;     /* 4096 bytes */

/* Takes the first device there is, and builds. The kernel's first argument is the buffer. Returns NULL: there is no
   device, or the source has errors. */
static inline cl_kernel plain_kernel(const char *source, const char *name) {
    cl_platform_id platform;
    if (clGetPlatformIDs(1, &platform, NULL)) return NULL;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &plain_device, NULL)) return NULL;
    plain_context = clCreateContext(NULL, 1, &plain_device, NULL, NULL, NULL);
    const cl_program program = clCreateProgramWithSource(plain_context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &plain_device, NULL, NULL, NULL)) return NULL;
    const cl_kernel kernel = clCreateKernel(program, name, NULL);
    plain_buffer = clCreateBuffer(plain_context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    return clSetKernelArg(kernel, 0, sizeof plain_buffer, &plain_buffer) == CL_SUCCESS ? kernel : NULL;
}
/* As plain_kernel, with a kernel that runs for milliseconds. */
static inline cl_kernel plain_slow_kernel(void) {
    return plain_kernel("kernel void work(global float *x) {"
                        "    float y = x[0];"
                        "    for (int i = 0; i < 3000000; i++) y = y * 0.5f + 1;"
                        "    x[get_global_id(0)] = y;"
                        "}", "work");
}
static inline cl_command_queue plain_queue(cl_command_queue_properties has) {
    return clCreateCommandQueue(plain_context, plain_device, has, NULL);
}

#endif
