/* every_call.c - a program with what OpenCL has beside queues in order, for tests/tools/test_gtprof.sh: threads with
   contexts of their own, user events, callbacks, sub-buffers, maps, images, SVM, sub-devices, functions of extensions.
   It prints results, which are the same wherever they are computed. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static cl_platform_id platform;
static cl_device_id device;
static const char *source = "kernel void add(global int *x, int y) { x[get_global_id(0)] += y; }";
static int called, called_mem;
static void CL_CALLBACK then(cl_event e, cl_int status, void *to) {
    cl_int now = 9;
    clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, NULL);   /* from a driver's thread */
    *(int *)to += status == CL_COMPLETE && now == CL_COMPLETE;
}
static void nap(void) {
    const struct timespec ms = { 0, 1000000 };
    nanosleep(&ms, NULL);
}
static void CL_CALLBACK gone(cl_mem m, void *to) { (void)m; ++*(int *)to; }
static cl_kernel kernel_of(cl_context context, cl_program *program) {
    cl_int code;
    *program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    clBuildProgram(*program, 0, NULL, "", NULL, NULL);
    return clCreateKernel(*program, "add", &code);
}
static void *worker(void *number) {
    cl_int code;
    const size_t items = 64;
    int data[64] = {0}, i;
    cl_program program;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
    cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &code);
    cl_kernel add = kernel_of(context, &program);
    cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &code);
    cl_event last = NULL, next;
    cl_queue_properties has[8] = {7, 7, 7, 7};
    size_t size = 0;
    clSetKernelArg(add, 0, sizeof x, &x);
    clSetKernelArg(add, 1, sizeof i, number);
    for (i = 0; i < 100; i++) {
        clEnqueueNDRangeKernel(q, add, 1, NULL, &items, NULL, last ? 1 : 0, last ? &last : NULL, &next);
        if (last) clReleaseEvent(last);
        last = next;
    }
    clEnqueueReadBuffer(q, x, CL_TRUE, 0, sizeof data, data, 1, &last, NULL);
    clReleaseEvent(last);
    clGetCommandQueueInfo(q, 0x1098 /* CL_QUEUE_PROPERTIES_ARRAY */, sizeof has, has, &size);
    clReleaseMemObject(x);
    clReleaseKernel(add);
    clReleaseProgram(program);
    clReleaseCommandQueue(q);
    clReleaseContext(context);
    return (void *)(size_t)(data[5] + 1000 * (size == sizeof list && has[1] == list[1]));
}
int main(void) {
    cl_int code;
    const size_t items = 64;
    int data[64] = {0}, one = 1, number[4] = {1, 2, 3, 4}, i, *mapped, *shared;
    pthread_t thread[4];
    cl_program program;
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    for (i = 0; i < 4; i++) pthread_create(&thread[i], NULL, worker, &number[i]);
    for (i = 0; i < 4; i++) {
        void *sum;
        pthread_join(thread[i], &sum);
        printf("thread %d: %d\n", i, (int)(size_t)sum);
    }
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue q = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    cl_kernel add = kernel_of(context, &program);
    cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &code);
    clSetMemObjectDestructorCallback(x, gone, &called_mem);
    clSetKernelArg(add, 0, sizeof x, &x);
    clSetKernelArg(add, 1, sizeof one, &one);
    /* a user event, a callback, references */
    cl_event gate = clCreateUserEvent(context, &code), ran;
    cl_uint references = 9;
    clEnqueueNDRangeKernel(q, add, 1, NULL, &items, NULL, 1, &gate, &ran);
    clSetEventCallback(ran, CL_COMPLETE, then, &called);
    clFlush(q);
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(q);
    for (i = 0; i < 1000 && !called; i++) nap();
    clGetEventInfo(ran, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, NULL);
    clReleaseEvent(ran);
    clReleaseEvent(gate);
    printf("callback %d\n", called);
    /* a sub-buffer, a map, a fill, a copy */
    cl_buffer_region part = { 0, 128 };
    cl_mem sub = clCreateSubBuffer(x, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &code);
    clEnqueueFillBuffer(q, sub, &one, sizeof one, 0, 128, 0, NULL, NULL);
    mapped = clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, sizeof data, 0, NULL, NULL, &code);
    printf("mapped %d %d\n", mapped[3], mapped[60]);
    mapped[60] = 5;
    clEnqueueUnmapMemObject(q, x, mapped, 0, NULL, NULL);
    clEnqueueCopyBuffer(q, x, x, 240, 0, 4, 0, NULL, NULL);
    clEnqueueReadBuffer(q, x, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    printf("copied %d\n", data[0]);
    clReleaseMemObject(sub);
    /* an image */
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = 8;
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &code);
    if (image) {
        const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1};
        cl_uint colour[4] = {1, 2, 3, 4};
        unsigned char pixel[256] = {0};
        code = clEnqueueFillImage(q, image, colour, origin, region, 0, NULL, NULL);
        code |= clEnqueueReadImage(q, image, CL_TRUE, origin, region, 0, 0, pixel, 0, NULL, NULL);
        printf("image %d %d\n", code, pixel[6]);
        clReleaseMemObject(image);
    }
    /* shared memory */
    shared = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof data, 0);
    if (shared) {
        code = clEnqueueSVMMemFill(q, shared, &one, sizeof one, sizeof data, 0, NULL, NULL);
        code |= clSetKernelArgSVMPointer(add, 0, shared);
        code |= clEnqueueNDRangeKernel(q, add, 1, NULL, &items, NULL, 0, NULL, NULL);
        code |= clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, shared, sizeof data, 0, NULL, NULL);
        printf("svm %d %d\n", code, shared[9]);
        clEnqueueSVMUnmap(q, shared, 0, NULL, NULL);
        clFinish(q);
        clSVMFree(context, shared);
        clSetKernelArg(add, 0, sizeof x, &x);
    }
    /* a part of the device */
    const cl_device_partition_property cut[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id piece[64];
    cl_uint pieces = 0;
    if (!clCreateSubDevices(device, cut, 64, piece, &pieces) && pieces) {
        cl_program own;
        cl_context small = clCreateContext(NULL, 1, piece, NULL, NULL, &code);
        cl_command_queue on = clCreateCommandQueueWithProperties(small, piece[0], NULL, &code);
        cl_kernel there = kernel_of(small, &own);
        cl_mem y = clCreateBuffer(small, CL_MEM_COPY_HOST_PTR, sizeof data, data, &code);
        clSetKernelArg(there, 0, sizeof y, &y);
        clSetKernelArg(there, 1, sizeof one, &one);
        clEnqueueNDRangeKernel(on, there, 1, NULL, &items, NULL, 0, NULL, NULL);
        clEnqueueReadBuffer(on, y, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
        printf("sub-device %d\n", data[0]);
        clReleaseMemObject(y);
        clReleaseKernel(there);
        clReleaseProgram(own);
        clReleaseCommandQueue(on);
        clReleaseContext(small);
        while (pieces) clReleaseDevice(piece[--pieces]);
    }
    /* functions of extensions */
    cl_command_queue (CL_API_CALL *make)(cl_context, cl_device_id, const cl_queue_properties *, cl_int *);
    *(void **)&make = clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR");
    if (make) {
        cl_command_queue_properties is = 9;
        cl_command_queue other = make(context, device, NULL, &code);
        clGetCommandQueueInfo(other, CL_QUEUE_PROPERTIES, sizeof is, &is, NULL);
        clEnqueueNDRangeKernel(other, add, 1, NULL, &items, NULL, 0, NULL, NULL);
        printf("queue of an extension %d %d\n", (int)is, clFinish(other));
        clReleaseCommandQueue(other);
    }
    void *(CL_API_CALL *create)(cl_uint, const cl_command_queue *, const cl_properties *, cl_int *);
    cl_int (CL_API_CALL *put)(void *, cl_command_queue, const cl_properties *, cl_kernel, cl_uint, const size_t *,
                              const size_t *, const size_t *, cl_uint, const cl_uint *, cl_uint *, void **);
    cl_int (CL_API_CALL *seal)(void *), (CL_API_CALL *drop)(void *);
    cl_int (CL_API_CALL *run)(cl_uint, cl_command_queue *, void *, cl_uint, const cl_event *, cl_event *);
    *(void **)&create = clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandBufferKHR");
    *(void **)&put = clGetExtensionFunctionAddressForPlatform(platform, "clCommandNDRangeKernelKHR");
    *(void **)&seal = clGetExtensionFunctionAddressForPlatform(platform, "clFinalizeCommandBufferKHR");
    *(void **)&drop = clGetExtensionFunctionAddressForPlatform(platform, "clReleaseCommandBufferKHR");
    *(void **)&run = clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueCommandBufferKHR");
    if (create && put && seal && drop && run) {
        void *buffer = create(1, &q, NULL, &code);
        code |= put(buffer, NULL, NULL, add, 1, NULL, &items, NULL, 0, NULL, NULL, NULL);
        code |= seal(buffer);
        for (i = 0; i < 3; i++) code |= run(0, NULL, buffer, 0, NULL, NULL) | clFinish(q);
        printf("command buffer %d\n", code);
        drop(buffer);
    }
    clReleaseMemObject(x);
    for (i = 0; i < 1000 && !called_mem; i++) nap();
    printf("destructor %d\n", called_mem);
    clReleaseKernel(add);
    clReleaseProgram(program);
    clReleaseCommandQueue(q);
    clReleaseContext(context);
    return 0;
}
