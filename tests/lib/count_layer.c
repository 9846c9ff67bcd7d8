/* count_layer.c - an OpenCL layer that counts calls: the truth about what a program does, for tests/live/test_layer.sh

   OPENCL_LAYERS=libcount.so COUNT_TO=file ./program: at exit `file` holds a line "name count events" for each call;
   events: how many of them asked for an event. The loader (Debian's ocl-icd 2.3 or later) puts a layer's functions
   before the driver's. COUNT_PROGRAM=1: calls of shared libraries are left out. So the kit's own calls are not counted
   where the kit is one. Compiled with -DALL_CALLS='"FILE"' for x86-64, all calls are counted that FILE lists, a line
   X_(name) each; those that CALLS lacks do not have the number of events. With -DPRELOAD as well it is no layer, but
   put before a program that is linked with libOpenCL, by LD_PRELOAD: for loaders without layers. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE     /* dladdr */
#endif
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#ifdef PRELOAD
#define X_(name) #name,
static const char *const all[] = {
#include ALL_CALLS
};
#undef X_
enum { ALL = sizeof all / sizeof *all };
__attribute__((visibility("hidden"), used)) unsigned long all_counts[ALL];
__attribute__((visibility("hidden"), used)) void *all_next[ALL];
#define X_(name) __asm__(".text\n.globl " #name "\n.type " #name ", %function\n" #name ":\n" \
    "    lock incq all_counts+8*i(%rip)\n    jmp *all_next+8*i(%rip)\n.set i, i + 1\n");
__asm__(".set i, 0\n");
#include ALL_CALLS
#undef X_
__attribute__((constructor)) static void start(void) {
    for (int i = 0; i < ALL; i++) all_next[i] = dlsym(RTLD_NEXT, all[i]);
}
__attribute__((destructor)) static void tell(void) {
    const char *to = getenv("COUNT_TO");
    FILE *f = to ? fopen(to, "a") : NULL;
    for (int i = 0; f && i < ALL; i++) if (all_counts[i]) fprintf(f, "%s %lu -\n", all[i], all_counts[i]);
    if (f) fclose(f);
}
#else
#define QUEUE cl_command_queue q
#define QUEUED cl_uint n, const cl_event *w, cl_event *e
#define Q_ n, w, e
#define SIZES const size_t *
#define RECT SIZES x, SIZES y, SIZES z, size_t i, size_t j, size_t k, size_t l
#define THEN void (CL_CALLBACK *f)(cl_program, void *), void *u
/* What a call returns, its name, what it takes, what it passes on, whether it asks for an event. */
#define CALLS(X_) \
    X_(cl_int, clEnqueueNDRangeKernel, (QUEUE, cl_kernel k, cl_uint d, SIZES o, SIZES g, SIZES l, QUEUED), \
       (q, k, d, o, g, l, Q_), e) \
    X_(cl_int, clEnqueueTask, (QUEUE, cl_kernel k, QUEUED), (q, k, Q_), e) \
    X_(cl_int, clEnqueueReadBuffer, (QUEUE, cl_mem m, cl_bool b, size_t o, size_t s, void *p, QUEUED), \
       (q, m, b, o, s, p, Q_), e) \
    X_(cl_int, clEnqueueWriteBuffer, (QUEUE, cl_mem m, cl_bool b, size_t o, size_t s, const void *p, QUEUED), \
       (q, m, b, o, s, p, Q_), e) \
    X_(cl_int, clEnqueueCopyBuffer, (QUEUE, cl_mem a, cl_mem b, size_t o, size_t t, size_t s, QUEUED), \
       (q, a, b, o, t, s, Q_), e) \
    X_(cl_int, clEnqueueFillBuffer, (QUEUE, cl_mem m, const void *p, size_t z, size_t o, size_t s, QUEUED), \
       (q, m, p, z, o, s, Q_), e) \
    X_(cl_int, clEnqueueReadBufferRect, (QUEUE, cl_mem m, cl_bool b, RECT, void *p, QUEUED), \
       (q, m, b, x, y, z, i, j, k, l, p, Q_), e) \
    X_(cl_int, clEnqueueWriteBufferRect, (QUEUE, cl_mem m, cl_bool b, RECT, const void *p, QUEUED), \
       (q, m, b, x, y, z, i, j, k, l, p, Q_), e) \
    X_(cl_int, clEnqueueCopyBufferRect, (QUEUE, cl_mem a, cl_mem b, RECT, QUEUED), \
       (q, a, b, x, y, z, i, j, k, l, Q_), e) \
    X_(cl_int, clEnqueueReadImage, (QUEUE, cl_mem m, cl_bool b, SIZES o, SIZES r, size_t i, size_t j, void *p, \
       QUEUED), (q, m, b, o, r, i, j, p, Q_), e) \
    X_(cl_int, clEnqueueWriteImage, (QUEUE, cl_mem m, cl_bool b, SIZES o, SIZES r, size_t i, size_t j, const void *p, \
       QUEUED), (q, m, b, o, r, i, j, p, Q_), e) \
    X_(cl_int, clEnqueueMigrateMemObjects, (QUEUE, cl_uint c, const cl_mem *m, cl_mem_migration_flags f, QUEUED), \
       (q, c, m, f, Q_), e) \
    X_(cl_int, clEnqueueUnmapMemObject, (QUEUE, cl_mem m, void *p, QUEUED), (q, m, p, Q_), e) \
    X_(void *, clEnqueueMapBuffer, (QUEUE, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s, QUEUED, \
       cl_int *r), (q, m, b, f, o, s, Q_, r), e) \
    X_(cl_int, clEnqueueMarkerWithWaitList, (QUEUE, QUEUED), (q, Q_), e) \
    X_(cl_int, clEnqueueBarrierWithWaitList, (QUEUE, QUEUED), (q, Q_), e) \
    X_(cl_int, clEnqueueMarker, (QUEUE, cl_event *e), (q, e), e) \
    X_(cl_int, clEnqueueBarrier, (QUEUE), (q), 0) \
    X_(cl_int, clFinish, (QUEUE), (q), 0) \
    X_(cl_int, clFlush, (QUEUE), (q), 0) \
    X_(cl_int, clWaitForEvents, (cl_uint n, const cl_event *w), (n, w), 0) \
    X_(cl_int, clSetKernelArg, (cl_kernel k, cl_uint i, size_t s, const void *p), (k, i, s, p), 0) \
    X_(cl_int, clSetUserEventStatus, (cl_event v, cl_int s), (v, s), 0) \
    X_(cl_int, clBuildProgram, (cl_program p, cl_uint n, const cl_device_id *d, const char *o, THEN), \
       (p, n, d, o, f, u), 0) \
    X_(cl_command_queue, clCreateCommandQueue, (cl_context c, cl_device_id d, cl_command_queue_properties p, \
       cl_int *r), (c, d, p, r), 0) \
    X_(cl_command_queue, clCreateCommandQueueWithProperties, (cl_context c, cl_device_id d, \
       const cl_queue_properties *p, cl_int *r), (c, d, p, r), 0) \
    X_(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t s, void *p, cl_int *r), (c, f, s, p, r), 0) \
    X_(cl_mem, clCreateSubBuffer, (cl_mem m, cl_mem_flags f, cl_buffer_create_type t, const void *p, cl_int *r), \
       (m, f, t, p, r), 0) \
    X_(cl_mem, clCreateImage, (cl_context c, cl_mem_flags f, const cl_image_format *t, const cl_image_desc *d, \
       void *p, cl_int *r), (c, f, t, d, p, r), 0) \
    X_(cl_program, clCreateProgramWithSource, (cl_context c, cl_uint n, const char **t, SIZES s, cl_int *r), \
       (c, n, t, s, r), 0) \
    X_(cl_kernel, clCreateKernel, (cl_program p, const char *s, cl_int *r), (p, s, r), 0) \
    X_(cl_event, clCreateUserEvent, (cl_context c, cl_int *r), (c, r), 0) \
    X_(cl_int, clRetainEvent, (cl_event v), (v), 0) \
    X_(cl_int, clReleaseEvent, (cl_event v), (v), 0) \
    X_(cl_int, clReleaseMemObject, (cl_mem m), (m), 0) \
    X_(cl_int, clReleaseKernel, (cl_kernel k), (k), 0) \
    X_(cl_int, clReleaseProgram, (cl_program p), (p), 0) \
    X_(cl_int, clReleaseCommandQueue, (QUEUE), (q), 0)

enum {
#define X_(type, name, takes, passes, event) N_##name,
    CALLS(X_) COUNT
#undef X_
};
static unsigned long counts[COUNT], events[COUNT];
static const char *const names[] = {
#define X_(type, name, takes, passes, event) #name,
    CALLS(X_)
#undef X_
};
static cl_icd_dispatch mine;
#ifdef ALL_CALLS        /* a function that counts and jumps on needs no types: 16 bytes of code each */
__attribute__((visibility("hidden"), used)) unsigned long all_counts[256];
__attribute__((visibility("hidden"), used)) const void *all_next[256];
__attribute__((visibility("hidden"))) extern const char all_jumps[];
__asm__(".text\n.balign 16\n.globl all_jumps\n.hidden all_jumps\nall_jumps:\n.set i, 0\n.rept 256\n"
        "    lock incq all_counts+8*i(%rip)\n    jmp *all_next+8*i(%rip)\n.balign 16\n.set i, i + 1\n.endr\n");
static const struct { const char *name; size_t at; } all[] = {
#define X_(name) { #name, offsetof(cl_icd_dispatch, name) / sizeof(void *) },
#include ALL_CALLS
#undef X_
};
#endif
static const cl_icd_dispatch *next;
static const void *layer_at, *loader_at, *program_at;       /* 0: all calls are wanted */

static const void *module_of(const void *address) {
    Dl_info at;
    return dladdr(address, &at) ? at.dli_fbase : NULL;
}
static void count(int i, int asked) {   /* the caller: the first frame that is neither the layer's nor the loader's */
    void *frame[8];
    const void *module = program_at;
    int k, n = program_at ? backtrace(frame, 8) : 0;
    for (k = 0; k < n; k++) if ((module = module_of(frame[k])) != layer_at && module != loader_at) break;
    if (module != program_at) return;
    __atomic_fetch_add(&counts[i], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&events[i], (unsigned long)asked, __ATOMIC_RELAXED);
}
#define X_(type, name, takes, passes, event) \
    static type CL_API_CALL counted_##name takes { count(N_##name, event != 0); return next->name passes; }
CALLS(X_)
#undef X_

__attribute__((destructor)) static void tell(void) {     /* behind what C++ programs release at their end */
    const char *to = getenv("COUNT_TO");
    FILE *f = to ? fopen(to, "a") : NULL;
    for (int i = 0; f && i < COUNT; i++) if (counts[i]) fprintf(f, "%s %lu %lu\n", names[i], counts[i], events[i]);
#ifdef ALL_CALLS
    for (size_t i = 0; f && i < sizeof all / sizeof *all; i++)
        if (all_counts[all[i].at]) fprintf(f, "%s %lu -\n", all[i].name, all_counts[all[i].at]);
#endif
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
#ifdef ALL_CALLS
    memcpy(all_next, target, (entries < 256 ? entries : 256) * sizeof *all_next);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all_next[all[i].at]) ((const void **)&mine)[all[i].at] = all_jumps + 16 * all[i].at;
#endif
    if (getenv("COUNT_PROGRAM")) {
        layer_at = module_of(names);
        loader_at = module_of(dlsym(RTLD_DEFAULT, "clGetPlatformIDs"));
        program_at = module_of((const void *)getauxval(AT_ENTRY));
    }
#define X_(type, name, takes, passes, event) mine.name = counted_##name;
    CALLS(X_)
#undef X_
    *layer = &mine;
    *mine_entries = sizeof mine / sizeof mine.clFinish;
    return CL_SUCCESS;
}
#endif
