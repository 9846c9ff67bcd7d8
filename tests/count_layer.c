/* count_layer.c - an OpenCL layer that counts calls: the truth about what a program does, for tests/test_layer.sh

   OPENCL_LAYERS=libcount.so COUNT_TO=file ./program: at exit `file` holds a line "name count" for each call. The loader
   (Debian's ocl-icd 2.3 or later) puts a layer's functions before the driver's. */
#include <CL/cl_layer.h>
#include <stdio.h>
#include <stdlib.h>

#define CALLS(X_) X_(clEnqueueNDRangeKernel) X_(clEnqueueReadBuffer) X_(clEnqueueWriteBuffer) X_(clEnqueueCopyBuffer) \
    X_(clEnqueueFillBuffer) X_(clEnqueueMapBuffer) X_(clEnqueueUnmapMemObject) X_(clSetKernelArg) X_(clFinish) \
    X_(clFlush) \
    X_(clWaitForEvents) X_(clBuildProgram) X_(clCreateBuffer) X_(clCreateKernel) X_(clEnqueueTask) \
    X_(clReleaseMemObject) X_(clReleaseEvent) X_(clEnqueueMigrateMemObjects) X_(clEnqueueReadBufferRect) \
    X_(clEnqueueWriteBufferRect) X_(clEnqueueCopyBufferRect) X_(clEnqueueReadImage) X_(clEnqueueWriteImage)
enum {
#define X_(name) N_##name,
    CALLS(X_) COUNT
#undef X_
};
static unsigned long counts[COUNT];
static const char *const names[] = {
#define X_(name) #name,
    CALLS(X_)
#undef X_
};
static cl_icd_dispatch mine;
static const cl_icd_dispatch *next;
static void count(int i) { __atomic_fetch_add(&counts[i], 1, __ATOMIC_RELAXED); }
#define CALL(type, name, takes, passes) \
    static type CL_API_CALL counted_##name takes { count(N_##name); return next->name passes; }
#define QUEUED cl_uint n, const cl_event *w, cl_event *e
#define SIZES const size_t *
CALL(cl_int, clEnqueueNDRangeKernel, (cl_command_queue q, cl_kernel k, cl_uint d, SIZES o, SIZES g, SIZES l, QUEUED),
     (q, k, d, o, g, l, n, w, e))
CALL(cl_int, clEnqueueReadBuffer, (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void *p, QUEUED),
     (q, m, b, o, s, p, n, w, e))
CALL(cl_int, clEnqueueWriteBuffer, (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void *p,
     QUEUED),
     (q, m, b, o, s, p, n, w, e))
CALL(cl_int, clEnqueueCopyBuffer, (cl_command_queue q, cl_mem a, cl_mem b, size_t o, size_t t, size_t s, QUEUED),
     (q, a, b, o, t, s, n, w, e))
CALL(cl_int, clEnqueueFillBuffer, (cl_command_queue q, cl_mem m, const void *p, size_t z, size_t o, size_t s, QUEUED),
     (q, m, p, z, o, s, n, w, e))
CALL(void *, clEnqueueMapBuffer, (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s,
     QUEUED, cl_int *r),
     (q, m, b, f, o, s, n, w, e, r))
CALL(cl_int, clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void *p, QUEUED), (q, m, p, n, w, e))
CALL(cl_int, clSetKernelArg, (cl_kernel k, cl_uint i, size_t s, const void *p), (k, i, s, p))
CALL(cl_int, clFinish, (cl_command_queue q), (q))
CALL(cl_int, clFlush, (cl_command_queue q), (q))
CALL(cl_int, clWaitForEvents, (cl_uint n, const cl_event *w), (n, w))
CALL(cl_int, clBuildProgram, (cl_program p, cl_uint n, const cl_device_id *d, const char *o,
     void (CL_CALLBACK *f)(cl_program, void *), void *u),
     (p, n, d, o, f, u))
CALL(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t s, void *p, cl_int *r), (c, f, s, p, r))
CALL(cl_kernel, clCreateKernel, (cl_program p, const char *s, cl_int *r), (p, s, r))
CALL(cl_int, clEnqueueTask, (cl_command_queue q, cl_kernel k, QUEUED), (q, k, n, w, e))
CALL(cl_int, clReleaseMemObject, (cl_mem m), (m))
CALL(cl_int, clReleaseEvent, (cl_event x), (x))
CALL(cl_int, clEnqueueMigrateMemObjects, (cl_command_queue q, cl_uint c, const cl_mem *m,
     cl_mem_migration_flags f, QUEUED),
     (q, c, m, f, n, w, e))
#define RECT const size_t *x, const size_t *y, const size_t *z, size_t i, size_t j, size_t k, size_t l
CALL(cl_int, clEnqueueReadBufferRect, (cl_command_queue q, cl_mem m, cl_bool b, RECT, void *p, QUEUED),
     (q, m, b, x, y, z, i, j, k, l, p, n, w, e))
CALL(cl_int, clEnqueueWriteBufferRect, (cl_command_queue q, cl_mem m, cl_bool b, RECT, const void *p, QUEUED),
     (q, m, b, x, y, z, i, j, k, l, p, n, w, e))
CALL(cl_int, clEnqueueCopyBufferRect, (cl_command_queue q, cl_mem a, cl_mem b, RECT, QUEUED),
     (q, a, b, x, y, z, i, j, k, l, n, w, e))
CALL(cl_int, clEnqueueReadImage, (cl_command_queue q, cl_mem m, cl_bool b, SIZES o, SIZES r, size_t i,
     size_t j, void *p, QUEUED),
     (q, m, b, o, r, i, j, p, n, w, e))
CALL(cl_int, clEnqueueWriteImage, (cl_command_queue q, cl_mem m, cl_bool b, SIZES o, SIZES r, size_t i,
     size_t j, const void *p, QUEUED),
     (q, m, b, o, r, i, j, p, n, w, e))

static void tell(void) {
    const char *to = getenv("COUNT_TO");
    FILE *f = to ? fopen(to, "w") : NULL;
    for (int i = 0; f && i < COUNT; i++) if (counts[i]) fprintf(f, "%s %lu\n", names[i], counts[i]);
    if (f) fclose(f);
}
CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret) {
    if (what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value && size >= sizeof(cl_layer_api_version)) *(cl_layer_api_version *)value = CL_LAYER_API_VERSION_100;
    if (size_ret) *size_ret = sizeof(cl_layer_api_version);
    return CL_SUCCESS;
}
CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target, cl_uint *mine_entries,
                                            const cl_icd_dispatch **layer) {
    (void)entries;
    next = target;
#define X_(name) mine.name = counted_##name;
    CALLS(X_)
#undef X_
    *layer = &mine;
    *mine_entries = sizeof mine / sizeof mine.clFinish;
    atexit(tell);
    return CL_SUCCESS;
}
