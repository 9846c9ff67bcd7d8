/* calls.h - gputime's reports of OpenCL programs that nobody wants to edit: their calls, commands, timers (C99, C++11)

   DO THIS in one file of your own, say kit.c:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "calls.h"
   BUILD     kit.c, and each file of the program that calls OpenCL with this header before its first line:
       cc -O2 -c kit.c
       cc -O2 -include calls.h main.c kit.o -lOpenCL
   USE       GT_REPORT=1 GT_CL_PROFILING=1 ./a.out: a report at exit, which also judges the program's own timers.
             Without the second, only queues that the program makes with profiling have device times. Or include
             calls.h in a file that you write, before the calls that it is for. (The include that brings the
             implementation replaces nothing: for calls of that file, include calls.h once more.)

   WHAT IT DOES  The OpenCL calls behind it in that file, and in headers that it includes later, are counted, timed and
             checked as by GT_CL; in a scope commands are collected as by GT_EVENT and named after their kernel. What a
             call returns and leaves behind does not change. Call by call: the table below. Markers and barriers are not
             collected: their stamps bound no work; a schedule knows them all the same (examples/more/schedule.h).
       GT_REPORT=1 (stderr) or a file, to which it is appended: a report when the program returns from main or calls
             exit, unless it printed one. Where commands were enqueued in no scope at all, "program" stands for each
             thread, from its first call on; and "timer main.c:31" for the time between two readings of a clock by the
             program (gettimeofday, clock_gettime, timespec_get, clock, omp_get_wtime, std::chrono of the GNU library)
             with OpenCL calls in between, named after the first of these calls. If that call stands in a header, the
             name is "timer 2 in main.cpp (clFinish)": the second place of the program that read a clock, and its file,
             which is not known of std::chrono. If that call stands in another file than the reading: "timer lib.c:31
             (reading 2, main.c)". What a loop with readings in it takes as a whole is "timer main.c:31, first to
             last", which has no row, but findings. time() has no row: it is said to be coarse. A kernel that still
             runs at the second reading is no-sync, a clock that counts processor time is cpu-clock, memory used for
             the first time is page-faults. Then follow commands by name, and the calls: how many, how long, how many
             failed. There is no report after _exit, abort, or a signal that ends the process, nor from a forked child
             of the process that began.
       GT_CL_OBJECTS=1: the report also lists the objects that were never released, and where they were made.
       GT_CL_PROFILING=1: queues that these files make get CL_QUEUE_PROFILING_ENABLE. These files do not see that:
             clGetCommandQueueInfo and clGetEventProfilingInfo answer as without it.
       In a scope, builds and what clCreate... calls make are counted: jit-in-region, created-inside. A phase of such a
             file counts as complete, and its bracket minus device time is called overhead. That is right only if the
             functions of other files that the phase calls enqueue nothing.
       If OpenCL's headers or CL_TARGET_OPENCL_VERSION come first, no OpenCL macro changes. Else the newest calls are
             declared, and the version that a later line of the program chooses is taken.

   DOES NOT  see calls by function pointer (but for queries, retains and releases), in other files, in headers included
             before. Where a queue works for commands that were not collected, the finding partial says so. A failed
             call inside GT_CL counts twice. A struct's member with the name of a call needs parentheses:
             (api.clFinish)(q). Does nothing with GPUTIME_DISABLE. Programs that nobody compiles: gtprof.
   CLOCKS    C clocks are functions that the compiler inlines in these files (gcc and clang; with Visual Studio none is
             seen). Names, members, pointers stay what they are; what is read by a pointer is not seen. A C++ file for
             clang must not define one of these functions itself. std::chrono's clocks are those of the whole process:
             where one C++ file has this header, all files read them through it. The values are the library's. Readings
             of the program count, also in its files without this header. Those of shared libraries do not: they read
             clocks for their own use, such as the stamps of a log. Nor does a reading for the limit of a wait, of
             which pthread_cond_timedwait, pthread_cond_clockwait and timerfd_settime tell in these files:
             std::condition_variable and loops of events make such readings. A reading in a callback of an event counts
             for the thread that asked for the callback: it has waited for the command if the callback is called at
             its end (CL_COMPLETE), and not if it is called at its begin.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#if !defined(GT_TOOLS_CALLS_IMPLEMENTED_) && defined(GPUTIME_IMPLEMENTATION)
#define GT_CALLS_IMPLEMENTS_        /* this include replaces nothing */
#endif
#if defined(__cplusplus) && __cplusplus < 201103L && !defined(_MSC_VER)
#error calls.h needs C++11: compile with -std=c++11 or later, or leave it out and use gtprof
#endif
#if !defined(CL_VERSION_1_0) && !defined(CL_TARGET_OPENCL_VERSION)
#define GT_CALLS_CHOSE_VERSION_     /* a line of the program that chooses one comes later */
#endif
#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */
#ifdef GT_CALLS_CHOSE_VERSION_
#undef GT_CALLS_CHOSE_VERSION_
#undef CL_TARGET_OPENCL_VERSION
#endif

/* ==== the calls of OpenCL: a table that the implementation and the files of the program read ==== */

#if (defined(GPUTIME_IMPLEMENTATION) || !defined(GPUTIME_DISABLE)) && !defined(GT_TOOLS_CALLS_H)
#define GT_TOOLS_CALLS_H
/* One line a call: how it is called; name; what it does; how many parameters and their types; then what it says of
   itself (fields of gt_cl_call_, which c is), in terms of these parameters, p1, p2, ...
     CODE     returns a code
     COMMAND  likewise; p1 is the queue, behind the parameters come the number of waits, their list, the event
     MAP      the same parameters, then the place of the code; returns a pointer
     MAKER    behind the parameters comes the place of the code; returns an object, whose type stands last
     QUEUE    the same for a queue; before the type stands what takes profiling back, if the driver refuses it
     PLAIN    returns a code, keeps its type and may be taken as a pointer
     ASKED    likewise, but only a layer (gtprof) takes its place
     LENT     a COMMAND, likewise: headers with its types may be missing where there is no OpenGL
     FOREIGN  a MAKER, likewise
     OWN      likewise, by a wrapper that the layer has for this call alone
   Wrappers, what stands before and behind the call, names in reports, and all of gtprof's layer follow from this. */
#define GT_CL_RECT_ gt_cl_sizes_, gt_cl_sizes_, gt_cl_sizes_, size_t, size_t, size_t, size_t
#define GT_CL_DEVICES_ cl_uint, const cl_device_id *
#define GT_CL_FORMAT_ cl_context, cl_mem_flags, const cl_image_format *
#define GT_CL_INFO_(what) what, size_t, void *, size_t *
#define GT_CL_VOLUME_(r) ((r) ? (double)(r)[0] * (double)(r)[1] * (double)(r)[2] : 0)
#define GT_CL_LAUNCHED_(of, n, offset, all, each) \
    (c.kernel = of, c.sizes = gt_cl_sizes_hash_(n, offset, all, each), c.count = n, c.global = all, c.local = each)
#define GT_CL_MOVED_(size, wait) (c.bytes = (double)(size), c.blocks = (wait) != 0)
#define GT_CL_MARKED_(of, count, which, to) (c.queue = of, c.waits = count, c.list = which, c.event = to)
#define GT_CL_BUILT_(program) \
    (c.object = (const void *)(program), c.count = p2, c.value = p3, c.text = p4, c.blocks = 1)
#define GT_CL_ASKED_ (c.object = (const void *)p1, c.what = p2, c.size = p3, c.result = p4, c.size_ret = p5)
#define GT_CL_LENT_(X_, name) X_(LENT, name, GT_CL_WORKS_, 3, (cl_command_queue, cl_uint, const cl_mem *), (void)0)
#define GT_CL_TEXTURE_(X_, name) \
    X_(FOREIGN, name, GT_CL_MAKES_, 5, (cl_context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint), (void)0, cl_mem)
#define GT_CL_NAMED_(X_, name) \
    X_(FOREIGN, name, GT_CL_MAKES_, 3, (cl_context, cl_mem_flags, cl_GLuint), (void)0, cl_mem)
#define GT_CL_SUB_GROUPS_(X_, name) \
    X_(ASKED, name, GT_CL_ASKS_, 8, (cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t, const void *, size_t, \
       void *, size_t *), (void)0)
#define GT_CL_REFERENCES_(X_, does, call) \
    X_(PLAIN, call##Context, does, 1, (cl_context), (c.object = (const void *)p1)) \
    X_(PLAIN, call##CommandQueue, does, 1, (cl_command_queue), (c.object = (const void *)p1)) \
    X_(PLAIN, call##MemObject, does, 1, (cl_mem), (c.object = (const void *)p1)) \
    X_(PLAIN, call##Program, does, 1, (cl_program), (c.object = (const void *)p1)) \
    X_(PLAIN, call##Kernel, does, 1, (cl_kernel), (c.object = (const void *)p1)) \
    X_(PLAIN, call##Event, does, 1, (cl_event), (c.object = (const void *)p1)) \
    X_(PLAIN, call##Sampler, does, 1, (cl_sampler), (c.object = (const void *)p1))
#define GT_CL_CALLS_1_0_(X_) \
    X_(COMMAND, clEnqueueNDRangeKernel, GT_CL_LAUNCHES_, 6, (cl_command_queue, cl_kernel, cl_uint, gt_cl_sizes_, \
       gt_cl_sizes_, gt_cl_sizes_), GT_CL_LAUNCHED_(p2, p3, p4, p5, p6)) \
    X_(COMMAND, clEnqueueTask, GT_CL_LAUNCHES_, 2, (cl_command_queue, cl_kernel), \
       GT_CL_LAUNCHED_(p2, 0, NULL, NULL, NULL)) \
    X_(COMMAND, clEnqueueNativeKernel, GT_CL_WORKS_, 7, (cl_command_queue, gt_cl_native_, void *, size_t, cl_uint, \
       const cl_mem *, const void **), (void)0) \
    X_(COMMAND, clEnqueueReadBuffer, GT_CL_READS_, 6, (cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *), \
       GT_CL_MOVED_(gt_cl_moves_(&c, p2, p4, p5, p6), p3)) \
    X_(COMMAND, clEnqueueWriteBuffer, GT_CL_WRITES_, 6, (cl_command_queue, cl_mem, cl_bool, size_t, size_t, const \
       void *), GT_CL_MOVED_(gt_cl_moves_(&c, p2, p4, p5, p6), p3)) \
    X_(COMMAND, clEnqueueCopyBuffer, GT_CL_WORKS_, 6, (cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t), \
       GT_CL_MOVED_(gt_cl_moves_(&c, p3, p5, p6, NULL), 0)) \
    X_(COMMAND, clEnqueueReadImage, GT_CL_READS_, 8, (cl_command_queue, cl_mem, cl_bool, gt_cl_sizes_, \
       gt_cl_sizes_, size_t, size_t, void *), GT_CL_MOVED_(gt_cl_pixels_(p2, p5), p3)) \
    X_(COMMAND, clEnqueueWriteImage, GT_CL_WRITES_, 8, (cl_command_queue, cl_mem, cl_bool, gt_cl_sizes_, \
       gt_cl_sizes_, size_t, size_t, const void *), GT_CL_MOVED_(gt_cl_pixels_(p2, p5), p3)) \
    X_(COMMAND, clEnqueueCopyImage, GT_CL_WORKS_, 6, (cl_command_queue, cl_mem, cl_mem, gt_cl_sizes_, \
       gt_cl_sizes_, gt_cl_sizes_), GT_CL_MOVED_(gt_cl_pixels_(p2, p6), 0)) \
    X_(COMMAND, clEnqueueCopyImageToBuffer, GT_CL_WORKS_, 6, (cl_command_queue, cl_mem, cl_mem, gt_cl_sizes_, \
       gt_cl_sizes_, size_t), GT_CL_MOVED_(gt_cl_pixels_(p2, p5), 0)) \
    X_(COMMAND, clEnqueueCopyBufferToImage, GT_CL_WORKS_, 6, (cl_command_queue, cl_mem, cl_mem, size_t, \
       gt_cl_sizes_, gt_cl_sizes_), GT_CL_MOVED_(gt_cl_pixels_(p3, p6), 0)) \
    X_(COMMAND, clEnqueueUnmapMemObject, GT_CL_UNMAPS_, 3, (cl_command_queue, cl_mem, void *), \
       GT_CL_MOVED_(gt_cl_maps_(p1), 0)) \
    X_(MAP, clEnqueueMapBuffer, GT_CL_MAPS_, 6, (cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t), \
       ((void)gt_cl_moves_(&c, p2, p5, p6, NULL), GT_CL_MOVED_(gt_cl_maps_(p1), p3))) \
    X_(MAP, clEnqueueMapImage, GT_CL_MAPS_, 8, (cl_command_queue, cl_mem, cl_bool, cl_map_flags, gt_cl_sizes_, \
       gt_cl_sizes_, size_t *, size_t *), GT_CL_MOVED_(0, p3)) \
    X_(CODE, clEnqueueMarker, GT_CL_MARKS_, 2, (cl_command_queue, cl_event *), GT_CL_MARKED_(p1, 0, NULL, p2)) \
    X_(CODE, clEnqueueBarrier, GT_CL_MARKS_, 1, (cl_command_queue), GT_CL_MARKED_(p1, 0, NULL, NULL)) \
    X_(CODE, clEnqueueWaitForEvents, GT_CL_MARKS_, 3, (cl_command_queue, cl_uint, const cl_event *), \
       GT_CL_MARKED_(p1, p2, p3, NULL)) \
    X_(CODE, clGetPlatformIDs, GT_CL_OTHER_, 3, (cl_uint, cl_platform_id *, cl_uint *), (void)0) \
    X_(CODE, clGetDeviceIDs, GT_CL_OTHER_, 5, (cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint \
       *), (void)0) \
    X_(CODE, clFlush, GT_CL_OTHER_, 1, (cl_command_queue), (void)0) \
    X_(CODE, clFinish, GT_CL_WAITS_, 1, (cl_command_queue), (c.queue = p1, c.blocks = 1)) \
    X_(CODE, clWaitForEvents, GT_CL_WAITS_, 2, (cl_uint, const cl_event *), (c.waits = p1, c.list = p2, c.blocks = 1)) \
    X_(CODE, clSetKernelArg, GT_CL_SETS_, 4, (cl_kernel, cl_uint, size_t, const void *), (c.kernel = p1, c.what = \
       p2, c.size = p3, c.value = p4)) \
    X_(CODE, clCreateKernelsInProgram, GT_CL_OTHER_, 4, (cl_program, cl_uint, cl_kernel *, cl_uint *), (c.object = \
       (const void *)p1, c.value = p3, c.result = p4)) \
    X_(CODE, clBuildProgram, GT_CL_BUILDS_, 6, (cl_program, GT_CL_DEVICES_, const char *, gt_cl_then_, void *), \
       GT_CL_BUILT_(p1)) \
    X_(QUEUE, clCreateCommandQueue, GT_CL_MAKES_, 3, (cl_context, cl_device_id, cl_command_queue_properties), \
       (c.hides = gt_cl_profiling_(p3) != p3, p3 = gt_cl_profiling_(p3)), \
       p3 &= ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE, cl_command_queue) \
    X_(MAKER, clCreateContext, GT_CL_MAKES_, 5, (gt_cl_hints_, GT_CL_DEVICES_, gt_cl_notify_, void *), (void)0, \
       cl_context) \
    X_(MAKER, clCreateContextFromType, GT_CL_MAKES_, 4, (gt_cl_hints_, cl_device_type, gt_cl_notify_, void *), \
       (void)0, cl_context) \
    X_(MAKER, clCreateBuffer, GT_CL_MAKES_, 4, (cl_context, cl_mem_flags, size_t, void *), (void)0, cl_mem) \
    X_(MAKER, clCreateImage2D, GT_CL_MAKES_, 7, (GT_CL_FORMAT_, size_t, size_t, size_t, void *), (void)0, cl_mem) \
    X_(MAKER, clCreateImage3D, GT_CL_MAKES_, 9, (GT_CL_FORMAT_, size_t, size_t, size_t, size_t, size_t, void *), \
       (void)0, cl_mem) \
    X_(MAKER, clCreateProgramWithSource, GT_CL_MAKES_, 4, (cl_context, cl_uint, const char **, gt_cl_sizes_), \
       (void)0, cl_program) \
    X_(MAKER, clCreateProgramWithBinary, GT_CL_MAKES_, 6, (cl_context, GT_CL_DEVICES_, gt_cl_sizes_, const \
       unsigned char **, cl_int *), (void)0, cl_program) \
    X_(MAKER, clCreateKernel, GT_CL_MAKES_, 2, (cl_program, const char *), (void)0, cl_kernel) \
    X_(MAKER, clCreateSampler, GT_CL_MAKES_, 4, (cl_context, cl_bool, cl_addressing_mode, cl_filter_mode), \
       (void)0, cl_sampler) \
    GT_CL_REFERENCES_(X_, GT_CL_RETAINS_, clRetain) GT_CL_REFERENCES_(X_, GT_CL_RELEASES_, clRelease) \
    X_(PLAIN, clGetCommandQueueInfo, GT_CL_ASKS_, 5, (cl_command_queue, GT_CL_INFO_(cl_command_queue_info)), \
       GT_CL_ASKED_) \
    X_(PLAIN, clGetEventInfo, GT_CL_ASKS_, 5, (cl_event, GT_CL_INFO_(cl_event_info)), GT_CL_ASKED_) \
    X_(PLAIN, clGetEventProfilingInfo, GT_CL_ASKS_, 5, (cl_event, GT_CL_INFO_(cl_profiling_info)), GT_CL_ASKED_) \
    X_(PLAIN, clGetKernelInfo, GT_CL_ASKS_, 5, (cl_kernel, GT_CL_INFO_(cl_kernel_info)), GT_CL_ASKED_) \
    X_(ASKED, clGetPlatformInfo, GT_CL_ASKS_, 5, (cl_platform_id, GT_CL_INFO_(cl_platform_info)), (void)0) \
    X_(ASKED, clGetDeviceInfo, GT_CL_ASKS_, 5, (cl_device_id, GT_CL_INFO_(cl_device_info)), (void)0) \
    X_(ASKED, clGetContextInfo, GT_CL_ASKS_, 5, (cl_context, GT_CL_INFO_(cl_context_info)), (void)0) \
    X_(ASKED, clGetSupportedImageFormats, GT_CL_ASKS_, 6, (cl_context, cl_mem_flags, cl_mem_object_type, cl_uint, \
       cl_image_format *, cl_uint *), (void)0) \
    X_(ASKED, clGetMemObjectInfo, GT_CL_ASKS_, 5, (cl_mem, GT_CL_INFO_(cl_mem_info)), (void)0) \
    X_(ASKED, clGetImageInfo, GT_CL_ASKS_, 5, (cl_mem, GT_CL_INFO_(cl_image_info)), (void)0) \
    X_(ASKED, clGetSamplerInfo, GT_CL_ASKS_, 5, (cl_sampler, GT_CL_INFO_(cl_sampler_info)), (void)0) \
    X_(ASKED, clGetProgramInfo, GT_CL_ASKS_, 5, (cl_program, GT_CL_INFO_(cl_program_info)), (void)0) \
    X_(ASKED, clGetProgramBuildInfo, GT_CL_ASKS_, 6, (cl_program, cl_device_id, \
       GT_CL_INFO_(cl_program_build_info)), (void)0) \
    X_(ASKED, clGetKernelWorkGroupInfo, GT_CL_ASKS_, 6, (cl_kernel, cl_device_id, \
       GT_CL_INFO_(cl_kernel_work_group_info)), (void)0) \
    X_(ASKED, clSetCommandQueueProperty, GT_CL_ASKS_, 4, (cl_command_queue, cl_command_queue_properties, cl_bool, \
       cl_command_queue_properties *), (void)0) \
    X_(ASKED, clUnloadCompiler, GT_CL_ASKS_, 0, (), (void)0) \
    X_(OWN, clGetExtensionFunctionAddress, GT_CL_OTHER_, 1, (const char *), (void)0) \
    GT_CL_LENT_(X_, clEnqueueAcquireGLObjects) GT_CL_LENT_(X_, clEnqueueReleaseGLObjects) \
    GT_CL_LENT_(X_, clEnqueueAcquireEGLObjectsKHR) GT_CL_LENT_(X_, clEnqueueReleaseEGLObjectsKHR) \
    GT_CL_NAMED_(X_, clCreateFromGLBuffer) GT_CL_NAMED_(X_, clCreateFromGLRenderbuffer) \
    GT_CL_TEXTURE_(X_, clCreateFromGLTexture2D) GT_CL_TEXTURE_(X_, clCreateFromGLTexture3D) \
    X_(FOREIGN, clCreateFromEGLImageKHR, GT_CL_MAKES_, 5, (cl_context, CLeglDisplayKHR, CLeglImageKHR, cl_mem_flags, \
       const cl_egl_image_properties_khr *), (void)0, cl_mem) \
    X_(FOREIGN, clCreateEventFromEGLSyncKHR, GT_CL_MAKES_, 3, (cl_context, CLeglSyncKHR, CLeglDisplayKHR), (void)0, \
       cl_event) \
    X_(ASKED, clGetGLContextInfoKHR, GT_CL_ASKS_, 5, (gt_cl_hints_, GT_CL_INFO_(cl_gl_context_info)), (void)0) \
    X_(ASKED, clGetGLObjectInfo, GT_CL_ASKS_, 3, (cl_mem, cl_gl_object_type *, cl_GLuint *), (void)0) \
    X_(ASKED, clGetGLTextureInfo, GT_CL_ASKS_, 5, (cl_mem, GT_CL_INFO_(cl_gl_texture_info)), (void)0)
#define GT_CL_CALLS_1_1_(X_) \
    X_(COMMAND, clEnqueueReadBufferRect, GT_CL_READS_, 11, (cl_command_queue, cl_mem, cl_bool, GT_CL_RECT_, void \
       *), GT_CL_MOVED_(GT_CL_VOLUME_(p6), p3)) \
    X_(COMMAND, clEnqueueWriteBufferRect, GT_CL_WRITES_, 11, (cl_command_queue, cl_mem, cl_bool, GT_CL_RECT_, \
       const void *), GT_CL_MOVED_(GT_CL_VOLUME_(p6), p3)) \
    X_(COMMAND, clEnqueueCopyBufferRect, GT_CL_WORKS_, 10, (cl_command_queue, cl_mem, cl_mem, GT_CL_RECT_), \
       GT_CL_MOVED_(GT_CL_VOLUME_(p6), 0)) \
    X_(CODE, clSetUserEventStatus, GT_CL_OTHER_, 2, (cl_event, cl_int), (c.object = (const void *)p1)) \
    X_(MAKER, clCreateSubBuffer, GT_CL_MAKES_, 4, (cl_mem, cl_mem_flags, cl_buffer_create_type, const void *), \
       (void)0, cl_mem) \
    X_(MAKER, clCreateUserEvent, GT_CL_MAKES_, 1, (cl_context), (void)0, cl_event) \
    X_(CODE, clSetEventCallback, GT_CL_OTHER_, 4, (cl_event, cl_int, gt_cl_event_then_, void *), \
       (c.object = (const void *)p1, gt_cl_callback_(&c, p2, &p3, &p4))) \
    X_(ASKED, clSetMemObjectDestructorCallback, GT_CL_ASKS_, 3, (cl_mem, gt_cl_memory_then_, void *), (void)0) \
    X_(FOREIGN, clCreateEventFromGLsyncKHR, GT_CL_MAKES_, 2, (cl_context, cl_GLsync), (void)0, cl_event) \
    X_(ASKED, clCreateSubDevicesEXT, GT_CL_ASKS_, 5, (cl_device_id, const cl_device_partition_property_ext *, cl_uint, \
       cl_device_id *, cl_uint *), (void)0) \
    X_(ASKED, clRetainDeviceEXT, GT_CL_ASKS_, 1, (cl_device_id), (void)0) \
    X_(ASKED, clReleaseDeviceEXT, GT_CL_ASKS_, 1, (cl_device_id), (void)0)
#define GT_CL_CALLS_1_2_(X_) \
    X_(COMMAND, clEnqueueFillBuffer, GT_CL_WORKS_, 6, (cl_command_queue, cl_mem, const void *, size_t, size_t, \
       size_t), GT_CL_MOVED_(p6, 0)) \
    X_(COMMAND, clEnqueueFillImage, GT_CL_WORKS_, 5, (cl_command_queue, cl_mem, const void *, gt_cl_sizes_, \
       gt_cl_sizes_), GT_CL_MOVED_(gt_cl_pixels_(p2, p5), 0)) \
    X_(COMMAND, clEnqueueMigrateMemObjects, GT_CL_WORKS_, 4, (cl_command_queue, cl_uint, const cl_mem *, \
       cl_mem_migration_flags), GT_CL_MOVED_(gt_cl_maps_(p1), 0)) \
    X_(CODE, clEnqueueMarkerWithWaitList, GT_CL_MARKS_, 4, (cl_command_queue, cl_uint, const cl_event *, cl_event \
       *), GT_CL_MARKED_(p1, p2, p3, p4)) \
    X_(CODE, clEnqueueBarrierWithWaitList, GT_CL_MARKS_, 4, (cl_command_queue, cl_uint, const cl_event *, cl_event \
       *), GT_CL_MARKED_(p1, p2, p3, p4)) \
    X_(CODE, clCreateSubDevices, GT_CL_OTHER_, 5, (cl_device_id, const cl_device_partition_property *, cl_uint, \
       cl_device_id *, cl_uint *), (void)0) \
    X_(CODE, clCompileProgram, GT_CL_BUILDS_, 9, (cl_program, GT_CL_DEVICES_, const char *, cl_uint, const \
       cl_program *, const char **, gt_cl_then_, void *), GT_CL_BUILT_(p1)) \
    X_(MAKER, clLinkProgram, GT_CL_BUILDS_, 8, (cl_context, GT_CL_DEVICES_, const char *, cl_uint, const \
       cl_program *, gt_cl_then_, void *), GT_CL_BUILT_(NULL), cl_program) \
    X_(MAKER, clCreateImage, GT_CL_MAKES_, 5, (GT_CL_FORMAT_, const cl_image_desc *, void *), (void)0, cl_mem) \
    X_(MAKER, clCreateProgramWithBuiltInKernels, GT_CL_MAKES_, 4, (cl_context, GT_CL_DEVICES_, const char *), \
       (void)0, cl_program) \
    X_(ASKED, clRetainDevice, GT_CL_ASKS_, 1, (cl_device_id), (void)0) \
    X_(ASKED, clReleaseDevice, GT_CL_ASKS_, 1, (cl_device_id), (void)0) \
    X_(ASKED, clGetKernelArgInfo, GT_CL_ASKS_, 6, (cl_kernel, cl_uint, GT_CL_INFO_(cl_kernel_arg_info)), (void)0) \
    X_(ASKED, clUnloadPlatformCompiler, GT_CL_ASKS_, 1, (cl_platform_id), (void)0) \
    X_(OWN, clGetExtensionFunctionAddressForPlatform, GT_CL_OTHER_, 2, (cl_platform_id, const char *), (void)0) \
    GT_CL_TEXTURE_(X_, clCreateFromGLTexture)
#define GT_CL_CALLS_2_0_(X_) \
    X_(COMMAND, clEnqueueSVMMemcpy, GT_CL_READS_, 5, (cl_command_queue, cl_bool, void *, const void *, size_t), \
       GT_CL_MOVED_(p5, p2)) \
    X_(COMMAND, clEnqueueSVMMemFill, GT_CL_WORKS_, 5, (cl_command_queue, void *, const void *, size_t, size_t), \
       GT_CL_MOVED_(p5, 0)) \
    X_(COMMAND, clEnqueueSVMMap, GT_CL_MAPS_, 5, (cl_command_queue, cl_bool, cl_map_flags, void *, size_t), \
       GT_CL_MOVED_(0, p2)) \
    X_(COMMAND, clEnqueueSVMUnmap, GT_CL_UNMAPS_, 2, (cl_command_queue, void *), (void)0) \
    X_(COMMAND, clEnqueueSVMFree, GT_CL_WORKS_, 5, (cl_command_queue, cl_uint, void **, gt_cl_free_callback_, void \
       *), (void)0) \
    X_(QUEUE, clCreateCommandQueueWithProperties, GT_CL_MAKES_, 3, (cl_context, cl_device_id, const \
       cl_queue_properties *), (c.properties = p3, p3 = gt_cl_profiling_list_(p3), c.hides = p3 != c.properties), \
       p3 = c.properties, cl_command_queue) \
    X_(MAKER, clCreatePipe, GT_CL_MAKES_, 5, (cl_context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties \
       *), (void)0, cl_mem) \
    X_(MAKER, clCreateSamplerWithProperties, GT_CL_MAKES_, 2, (cl_context, const cl_sampler_properties *), \
       (void)0, cl_sampler) \
    X_(CODE, clSetKernelArgSVMPointer, GT_CL_OTHER_, 3, (cl_kernel, cl_uint, const void *), (void)0) \
    X_(ASKED, clGetPipeInfo, GT_CL_ASKS_, 5, (cl_mem, GT_CL_INFO_(cl_pipe_info)), (void)0) \
    X_(ASKED, clSetKernelExecInfo, GT_CL_ASKS_, 4, (cl_kernel, cl_kernel_exec_info, size_t, const void *), \
       (void)0) \
    X_(OWN, clSVMAlloc, GT_CL_OTHER_, 4, (cl_context, cl_svm_mem_flags, size_t, cl_uint), (void)0) \
    X_(OWN, clSVMFree, GT_CL_OTHER_, 2, (cl_context, void *), (void)0) \
    GT_CL_SUB_GROUPS_(X_, clGetKernelSubGroupInfoKHR)
#define GT_CL_CALLS_2_1_(X_) \
    X_(COMMAND, clEnqueueSVMMigrateMem, GT_CL_WORKS_, 5, (cl_command_queue, cl_uint, const void **, gt_cl_sizes_, \
       cl_mem_migration_flags), (void)0) \
    X_(MAKER, clCreateProgramWithIL, GT_CL_MAKES_, 3, (cl_context, const void *, size_t), (void)0, cl_program) \
    X_(MAKER, clCloneKernel, GT_CL_MAKES_, 1, (cl_kernel), (c.kernel = p1), cl_kernel) \
    GT_CL_SUB_GROUPS_(X_, clGetKernelSubGroupInfo) \
    X_(ASKED, clSetDefaultDeviceCommandQueue, GT_CL_ASKS_, 3, (cl_context, cl_device_id, cl_command_queue), (void)0) \
    X_(ASKED, clGetDeviceAndHostTimer, GT_CL_ASKS_, 3, (cl_device_id, cl_ulong *, cl_ulong *), (void)0) \
    X_(ASKED, clGetHostTimer, GT_CL_ASKS_, 2, (cl_device_id, cl_ulong *), (void)0)
#define GT_CL_CALLS_2_2_(X_) \
    X_(ASKED, clSetProgramSpecializationConstant, GT_CL_ASKS_, 4, (cl_program, cl_uint, size_t, const void *), \
       (void)0) \
    X_(ASKED, clSetProgramReleaseCallback, GT_CL_ASKS_, 3, (cl_program, gt_cl_then_, void *), (void)0)
#define GT_CL_CALLS_3_0_(X_) \
    X_(MAKER, clCreateBufferWithProperties, GT_CL_MAKES_, 5, (cl_context, const cl_mem_properties *, cl_mem_flags, \
       size_t, void *), (void)0, cl_mem) \
    X_(MAKER, clCreateImageWithProperties, GT_CL_MAKES_, 6, (cl_context, const cl_mem_properties *, cl_mem_flags, \
       const cl_image_format *, const cl_image_desc *, void *), (void)0, cl_mem) \
    X_(ASKED, clSetContextDestructorCallback, GT_CL_ASKS_, 3, (cl_context, gt_cl_context_then_, void *), (void)0)
#define GT_CL_CALLS_ALL_(X_) \
    GT_CL_CALLS_1_0_(X_) GT_CL_CALLS_1_1_(X_) GT_CL_CALLS_1_2_(X_) GT_CL_CALLS_2_0_(X_) GT_CL_CALLS_2_1_(X_) \
    GT_CL_CALLS_2_2_(X_) GT_CL_CALLS_3_0_(X_)


/* The traits of a call: what it does. Calls that make commands, which are collected, come first. */
enum { GT_CL_LAUNCHES_, GT_CL_WORKS_, GT_CL_READS_, GT_CL_WRITES_, GT_CL_MAPS_, GT_CL_UNMAPS_, GT_CL_MARKS_,
       GT_CL_WAITS_, GT_CL_SETS_, GT_CL_BUILDS_, GT_CL_MAKES_, GT_CL_RETAINS_, GT_CL_RELEASES_, GT_CL_ASKS_,
       GT_CL_OTHER_ };
#define GT_CL_CALL_CODE_(shape, name, ...) GT_CL_CALL_##name##_,
enum { GT_CL_CALLS_ALL_(GT_CL_CALL_CODE_) GT_CL_CALL_COUNT_ };
#define GT_CL_OBJECTS_(X_) \
    X_(cl_context, "context") X_(cl_command_queue, "queue") X_(cl_mem, "memory object") X_(cl_program, "program") \
    X_(cl_kernel, "kernel") X_(cl_event, "event") X_(cl_sampler, "sampler")
#define GT_CL_OBJECT_CODE_(type, text) GT_CL_OBJECT_##type##_,
enum { GT_CL_OBJECTS_(GT_CL_OBJECT_CODE_) };
typedef const size_t *gt_cl_sizes_;
typedef const cl_context_properties *gt_cl_hints_;
#if GT_GNU_ && defined(GPUTIME_STATIC)      /* an inline function with external linkage cannot call a static one */
#define GT_CL_CLOCK_API_ extern __attribute__((weak, visibility("hidden")))
#else
#define GT_CL_CLOCK_API_ GT_API
#endif
typedef void (CL_CALLBACK *gt_cl_native_)(void *);
typedef void (CL_CALLBACK *gt_cl_then_)(cl_program, void *);
typedef void (CL_CALLBACK *gt_cl_event_then_)(cl_event, cl_int, void *);
typedef void (CL_CALLBACK *gt_cl_memory_then_)(cl_mem, void *);
typedef void (CL_CALLBACK *gt_cl_context_then_)(cl_context, void *);
typedef void (CL_CALLBACK *gt_cl_free_callback_)(cl_command_queue, cl_uint, void **, void *);
typedef void (CL_CALLBACK *gt_cl_notify_)(const char *, const void *, size_t, void *);

/* A call that runs, and what its line of the table says of it. */
typedef struct gt_cl_call_ {
    int id, does;               /* GT_CL_CALL_...; what the table says of it: GT_CL_READS_ and the like; */
    int blocks;                 /* 1: it waits, */
    int hides;                  /* 1: the kit has given a queue profiling, */
    cl_command_queue queue;
    cl_kernel kernel;
    uint64_t sizes;             /* a number for the sizes of a launch, */
    const size_t *global, *local;       /* the sizes, as the program gave them: `count` of each; NULL: none, */
    double bytes;               /* that it moves; 0: not known; below 0: none, */
    int fresh;                  /* 1: nothing has used that buffer before */
    cl_uint waits;
    const cl_event *list;
    cl_event *event;            /* the program's place for the event; NULL: none, */
    const void *object;         /* that is built, referred to, asked or made, */
    int kind;                   /* of what is made: GT_CL_OBJECT_..., */
    cl_uint what, count;        /* which question, argument; how many devices, dimensions, */
    size_t size;
    const void *value;          /* of an argument; the devices; of a callback: its gt_cl_told_, */
    void *result;
    size_t *size_ret;
    const char *text;           /* options of a build, */
    const cl_ulong *properties; /* of a queue, as the program gave them; NULL: no list */

    const char *file;           /* of the program's line; "": not looked at */
    int line;                   /* of that file; until the call begins it is negative for code without optimisation */
    int depth;                  /* of includes, where the line stands: not 0 in a header; 0: not known */
    uint64_t begin, ticks;      /* of the true call; how long it took */
    cl_event *place;            /* the kit's place for the event; NULL: the program's, or none */
    size_t row;                 /* the row with that place, from 1 */
    uint32_t turn;              /* of a wait for a queue: when it began */
    int outside;                /* 1: a layer does not want it counted */
    cl_int refused;             /* the code of a question that is not put */
    const struct gt_cl_call_ *around;   /* a call in which this one is made, by a callback; NULL: none */
    /* of the thread, found once for the call, since that takes a function of the C library in a library: */
    struct gt_cl_log_ *log;
    struct gt_cl_timings_ *timing;
    void *own;                  /* of a layer */
} gt_cl_call_;
GT_INLINE_ void gt_cl_call_begin_(gt_cl_call_ *c, int id, int does, const char *file, int line, int depth) {
    static gt_cl_call_ empty;   /* a copy: a memset of this size is "rep stos" with some compilers, which takes 30 ns */
    *c = empty;
    c->id = id;
    c->does = does;
    c->file = file;
    c->line = line;
    c->depth = depth;
}
#ifdef __cplusplus
extern "C" {
#endif
GT_API void gt_cl_before_(gt_cl_call_ *c);
GT_API cl_int gt_cl_after_(gt_cl_call_ *c, cl_int code);
GT_API double gt_cl_moves_(gt_cl_call_ *c, cl_mem memory, size_t offset, size_t size, const void *host);
GT_API double gt_cl_maps_(cl_command_queue queue);
GT_API double gt_cl_pixels_(cl_mem image, const size_t *region);
GT_API void gt_cl_callback_(gt_cl_call_ *c, cl_int status, gt_cl_event_then_ *then, void **data);
GT_API uint64_t gt_cl_sizes_hash_(cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local);
GT_API cl_command_queue_properties gt_cl_profiling_(cl_command_queue_properties properties);
GT_API const cl_ulong *gt_cl_profiling_list_(const cl_ulong *list);
GT_CL_CLOCK_API_ void gt_cl_clock_wall_(const char *file, double says_ns, double step_ns, int steady,
                                        const void *place, const void *caller);
GT_CL_CLOCK_API_ void gt_cl_clock_read_(const char *file, const char *name, double says_ns, double step_ns,
                                        const void *place);
GT_CL_CLOCK_API_ void gt_cl_seconds_read_(double says_s, const void *place);
GT_CL_CLOCK_API_ void gt_cl_seconds_apart_(double to_s, double from_s);
GT_CL_CLOCK_API_ void gt_cl_seconds_named_(double says_s);
GT_CL_CLOCK_API_ void gt_cl_wait_limited_(double limit_ns, int from_reading);
#ifdef __cplusplus
}
#endif
#endif

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_TOOLS_CALLS_IMPLEMENTED_)
#define GT_TOOLS_CALLS_IMPLEMENTED_
GT_EXACT_MATH_

/* -- variables of the environment -- */

#define GT_CL_TOOL_VARIABLES_(X_) \
    X_(CL_PROFILING, "0|1") \
    X_(CL_OBJECTS, "0|1")
static const gt_variable_ gt_cl_tool_variables_[] = {
    GT_CL_TOOL_VARIABLES_(GT_VARIABLE_) GT_CL_VARIABLES_(GT_VARIABLE_) { NULL, NULL } };
enum { GT_CL_TOOL_VARIABLES_(GT_VARIABLE_CODE_) };

/* -- a program without scopes: its launches -- */

/* Its readings of clocks. */
typedef struct gt_cl_timings_ {
    const gt_cl_call_ *inside;      /* the call in which the thread is, in the driver; NULL: in none */
    uint64_t read;          /* the last reading of any clock; 0: none */
    const void *place;      /* of the program's code, where it stands; NULL: not known */
    const char *file;       /* the file that has that place; NULL: not known */
    /* How often: the clock read last; wall clocks that count from a date, other clocks than wall clocks, steady wall
       clocks. An odd reading begins an interval, an even one ends it. Nobody subtracts readings of different clocks.
       clock: the index of the one read last. */
    uint32_t reads, reads_of[3], clock;
    gt_scope scope;         /* open since the first call after the reading; */
    uint64_t before[GT_N_]; /* its counters then */
    size_t calls;           /* of OpenCL, in this thread */
    size_t kernels, launches;   /* launches since the last reading, and ever */
    /* The timer that ended there, if it may be a gap between two timings: it launched nothing, or only what had not run
       before (warms 1), or more (warms 2). NULL: there is no such. makes 1: it launched nothing and made objects. */
    gt_node_ *gap;
    int warms, makes;
    gt_node_ *shed;         /* the timer that began there, if it gave its commands to the program; else NULL */
    size_t plain;           /* calls in code without optimisation */
    /* Intervals that an odd reading begins, and those that an even one begins. timers: how many have commands. ticks,
       host: of these and of intervals without OpenCL, all ticks, and ticks outside of calls. */
    struct { size_t timers; uint64_t ticks, host; } turn[2];
    size_t since;           /* `calls` at the last reading */
    int marked;             /* 1: the trace has the last reading */
    int by_begin;           /* 1: a callback did it, told that a command begins */
    /* Since the last reading of a wall clock. did: a hash of the commands in their order; in_calls: ticks in calls;
       did_launch: 1: a launch; did_set_up: 1: a queue or program was made, or a program built, 2: a context was made */
    uint64_t did, in_calls;
    int did_launch, did_set_up;
    /* quiet: 1: no call lay between the last two readings. quick_ns: the time between these, if calls lay there, the
       interval before was quiet, and the time is less than a step of the clock; else 0. quick: how many such intervals
       had a quiet one behind them, too. */
    int quiet;
    unsigned quick;
    int first;              /* 1: outside of timers, the thread has made the first launch of a kernel */
    unsigned fresh;         /* launches since the last reading, of kernels that had not run before it */
    double quick_ns;
    size_t wall;            /* calls + 1 at the last reading of a wall clock */
    /* The last reading of another clock. last: no wall clock was read since; timed: a timing may have begun there: the
       reading did not just follow one of a wall clock; own: ticks since the reading before, if no call lay between. */
    struct { const char *name; uint64_t at, own; double says_ns; size_t calls; int last, timed; } cpu;
    const void *from, *to;  /* by such a clock: where the readings of a timing stand, the last one with launches */
    struct gt_cl_asker_ *asker;     /* of callbacks; NULL: the thread has asked for none */
} gt_cl_timings_;
static GT_THREAD_LOCAL_ gt_cl_timings_ gt_cl_timing_;

/* How often the program has read a wall clock; 3 or more: often. Twice alone is for one interval, which it quotes. */
static uint32_t gt_cl_readings_;
/* In the table of first uses the key of a kernel with its sizes has these lowest bits. Its upper half depends on the
   program's source alone. */
enum { GT_CL_WORK_ = 3 };
static int gt_cl_is_same_(uintptr_t a, uintptr_t b) {
    return (a & b & 3) == GT_CL_WORK_ && (sizeof a > 4 ? (uint64_t)a >> 32 == (uint64_t)b >> 32 : a == b);
}
/* Whether a kernel was launched again since then, by any program object of its source. given: whether another program
   object did so with the same arguments or buffers. */
static int gt_cl_is_again_(const gt_cl_use_ *u, uint64_t since, int given) {
    const gt_cl_use_ *k;
    for (size_t i = 0; (k = gt_cl_use_at_(i)) != NULL; i++)
        if (gt_cl_is_same_(u->key, k->key) && GT_PEEK_(&k->last) > since &&
            (!given || (k != u && (k->given[0] == u->given[0] || k->given[1] == u->given[1])))) return 1;
    return 0;
}
/* Whether a kernel had been launched before, by another program object of its source. */
static int gt_cl_is_known_(const gt_cl_use_ *u) {
    const gt_cl_use_ *k;
    for (size_t i = 0; (k = gt_cl_use_at_(i)) != NULL; i++)
        if (gt_cl_is_same_(u->key, k->key) && GT_PEEK_(&k->first) < u->first) return 1;
    return 0;
}
/* Counts the kernels that ran for the first time in this interval. If they are timed again later, the interval may have
   been a warm-up. */
static gt_first_ gt_cl_first_launches_(double begin_ns, double ns) {
    gt_first_ found = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
    gt_lock_();
    const gt_cl_use_ *u;
    for (size_t i = 0; (u = gt_cl_use_at_(i)) != NULL; i++) {
        const double first = gt_clock_ns(u->first - gt_clk_.start) - begin_ns;
        if ((u->key & 3) != GT_CL_WORK_ || first < 0 || first > ns) continue;
        found.launches++;
        const uint64_t over = u->first + (uint64_t)((ns - first) / gt_clk_.ns_per_tick);
        found.again += (size_t)gt_cl_is_again_(u, over, 0);
        found.same += GT_PEEK_(&u->same) > over || gt_cl_is_again_(u, over, 1);
        found.itself += GT_PEEK_(&u->last) > over;
        found.stamped += GT_PEEK_(&u->stamped) && GT_PEEK_(&gt_cl_readings_) != 2;
        found.between += u->between;
        const unsigned of = GT_PEEK_(&u->of);
        const int known = (of & 1u) && gt_cl_is_known_(u);
        found.first += (of & 1u) && !known;
        found.later += of == 2 || known;
    }
    gt_unlock_();
    return found;
}
/* When works were launched for the first time, sorted. NULL: never, or no memory, which *full says. */
static double *gt_cl_first_times_(size_t *n, int *full) {
    double *when = NULL;
    size_t room = 0;
    const gt_cl_use_ *u;
    gt_lock_();
    for (size_t i = 0; !*full && (u = gt_cl_use_at_(i)) != NULL; i++) {
        if ((u->key & 3) != GT_CL_WORK_) continue;
        double *to = (double *)gt_more_(&when, *n, &room, sizeof *to);
        *full = !to;
        if (to) *to = gt_clock_ns(u->first - gt_clk_.start);
        if (to) ++*n;
    }
    gt_unlock_();
    gt_sort_doubles_(when, *n);
    return when;
}
/* Finds the samples of a run that hold first launches. 0: no memory. */
static int gt_cl_first_launches_find_(gt_snapshot *run) {
    size_t n = 0;
    int full = 0;
    double *when = gt_cl_first_times_(&n, &full);
    for (gt_series *s = run->series; n && s < run->series + run->count; s++)
        for (size_t i = 0; !full && s->kind != GT_KIND_COMMAND && i < s->kept; i++) {
            size_t low = 0, high = n;
            while (low < high) {
                const size_t mid = low + (high - low) / 2;
                if (when[mid] < s->begin_ns[i]) low = mid + 1;
                else high = mid;
            }
            if (low == n || when[low] > s->begin_ns[i] + s->ns[i]) continue;
            gt_first_ *to = (gt_first_ *)gt_more_(&s->first_, s->first_count_, &s->first_room_, sizeof *to);
            full = !to;
            if (full) break;
            *to = gt_cl_first_launches_(s->begin_ns[i], s->ns[i]);
            to->at = i;
            s->first_count_++;
        }
    free(when);
    return !full;
}
/* The program has read stamps of the launch of this work at that tick. work NULL: not known. */
static void gt_cl_use_stamped_(gt_cl_use_ *work, uint64_t before) {
    const unsigned bit = work && GT_PEEK_(&work->first) == before ? 1u : 2u;
    if (!work || GT_PEEK_(&work->of) & bit) return;
    gt_lock_();
    GT_POKE_(&work->of, work->of | bit);
    gt_unlock_();
}
static void gt_cl_work_begins_(gt_cl_use_ *u, const gt_command *launch) {
    u->stamped = launch->stamped_;
    u->of = 0;
    memcpy(u->given, gt_cl_launch_of_(launch)->given, sizeof u->given);
    u->name = gt_cl_launch_of_(launch)->kernel_name;
    u->wave = launch->wave_;
    u->asked = launch->asked_ | (launch->waits ? 2u : 0);
    u->between = gt_cl_timing_.reads % 2 == 0;
}
/* Judges anew whether works that were launched first since then lie between two timings. flips: 1: those that lay in
   one do, and the others do not; 0: none does. */
static void gt_cl_between_set_(uint64_t since, int flips) {
    gt_cl_use_ *u;
    gt_lock_();
    for (size_t i = 0; (u = gt_cl_use_at_(i)) != NULL; i++)
        if (u->key && u->first >= since) GT_POKE_(&u->between, flips && !u->between);
    gt_unlock_();
}
static void gt_cl_work_taken_(const gt_command *launch, uint64_t before) {
    const gt_cl_launch_ *known = gt_cl_launch_of_(launch);
    gt_cl_use_ *work = gt_cl_use_of_((uintptr_t)known->work, before, launch);
    if (work && GT_PEEK_(&work->last) < before) GT_POKE_(&work->last, before);
    if (work && GT_PEEK_(&work->same) < before &&
        (work->given[0] == known->given[0] || work->given[1] == known->given[1]))
        GT_POKE_(&work->same, before);
    if (work && launch->stamped_) GT_POKE_(&work->stamped, 1u);
    if (launch->stamped_) gt_cl_use_stamped_(work, before);
    gt_cl_timing_.fresh += work && GT_PEEK_(&work->first) >= gt_cl_timing_.read;
}

/* Releases events before a queue or context is released: events keep it alive, and the time to free it belongs to the
   program's own call. */
static void gt_cl_harvest_all_(void) {
    const gt_node_ *last = NULL;
    for (size_t i = gt_cl_mine_.rows.used; i-- > gt_cl_mine_.done;) {
        if (i >= gt_cl_mine_.rows.used) continue;       /* of a program there are fewer now */
        const gt_command *r = &gt_cl_mine_.rows.row[i];
        gt_node_ *owner = gt_cl_owner_of_(r->scope);
        if (r->taken_ || owner == last) continue;
        gt_cl_mine_.looked = 0;
        gt_cl_harvest_(owner, 0);
        last = owner;
    }
}
/* A launch in a timer is a use of its work when the timer ends. What is left of one that does not end is the
   program's, and then its stamps count, if it has read them. */
static void gt_cl_work_left_(const gt_command *launch) {
    const uint64_t known = launch->stamped_ ? gt_cl_launch_of_(launch)->work : 0;
    gt_cl_use_ *work = known ? gt_cl_use_of_((uintptr_t)known, GT_CL_NEVER_, NULL) : NULL;
    const int first = known && !work;
    if (first) work = gt_cl_use_of_((uintptr_t)known, launch->before, launch);
    if (work && first) GT_POKE_(&work->last, 0);
    gt_cl_use_stamped_(work, launch->before);
}
enum { GT_COMMANDS_OF_PROGRAM_ = 8192 };        /* so many rows of a program without scopes are kept one by one */
/* If no command is outstanding, to merge rows loses nothing. So the log stays as small as it was at the start, and in
   the processor's caches. */
static void gt_cl_program_shorten_(void) {
    const gt_cl_log_ *mine = &gt_cl_mine_;
    gt_cl_shorten_(0, mine->done == mine->rows.used ? GPUTIME_CL_EVENTS / 2 : GT_COMMANDS_OF_PROGRAM_);
}
/* Hands all commands of a thread without scopes, those of timers too, to the series of its program. */
static void gt_cl_programs_own_(void) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    for (size_t i = mine->done; i < mine->rows.used; i++) {
        gt_cl_work_left_(&mine->rows.row[i]);
        mine->rows.row[i].scope = mine->program;
        if (mine->rows.row[i].ended_) gt_cl_swap_(i, mine->done++);
    }
    gt_cl_program_shorten_();
}
static void gt_cl_tool_here_(void);
/* At exit one thread collects what the logs of all threads have: meanwhile the others do not change theirs. They look
   whether it does so each time that they begin to change their log. */
static uintptr_t gt_cl_collector_;      /* the address of the log of that thread; 0: nobody collects; */
static uint32_t gt_cl_collects_;        /* and its process: a child that is forked meanwhile has no such thread */
static void gt_cl_log_forget_(void);
static void gt_cl_log_waits_(gt_cl_log_ *mine, const gt_cl_timings_ *timing) {
    enum { most_ms = 2000 };    /* in a callback this thread may hold a driver's lock for which the collector waits */
    uintptr_t by = GT_LOAD_(&gt_cl_collector_);
    if (by && GT_PEEK_(&gt_cl_collects_) != gt_process_()) {
        by = 0;
        GT_STORE_(&gt_cl_collector_, by);
    }
    for (int ms = 0; by && by != (uintptr_t)mine && ms < most_ms; ms++) {
        GT_STORE_(&mine->changing, 0u);
        gt_sleep_(1);
        GT_POKE_(&mine->changing, 1u);
        by = GT_LOAD_(&gt_cl_collector_);
    }
    /* A command that is being enqueued now has its event in the log: the log is forgotten behind that call. */
    if (mine->program && !timing->inside && GT_PEEK_(&gt_cl_process_.exiting)) gt_cl_log_forget_();
}
GT_INLINE_ void gt_cl_log_begins_in_(gt_cl_log_ *mine, const gt_cl_timings_ *timing) {
    GT_POKE_(&mine->changing, mine->changing + 1);
    if (mine->changing > 1) return;
    if (GT_LOAD_(&gt_cl_collector_) || GT_PEEK_(&gt_cl_process_.exiting)) gt_cl_log_waits_(mine, timing);
}
static void gt_cl_log_ends_in_(gt_cl_log_ *mine) { GT_STORE_(&mine->changing, mine->changing - 1); }
static void gt_cl_log_begins_(void) { gt_cl_log_begins_in_(&gt_cl_mine_, &gt_cl_timing_); }
static void gt_cl_log_ends_(void) { gt_cl_log_ends_in_(&gt_cl_mine_); }
/* Whether a function is called by the one that makes that call, or by what that calls: stacks grow downwards. A call
   that was left by longjmp stands in memory that others have written to: AddressSanitizer would call that an error. */
#if GT_GNU_
__attribute__((no_sanitize_address))
#endif
static int gt_cl_is_below_(const void *frame, const gt_cl_call_ *call) {
    return call && (uintptr_t)frame < (uintptr_t)call && call->timing == &gt_cl_timing_;
}

/* -- a program without scopes: GT_REPORT -- */

static gt_node_ *gt_cl_program_begin_(void) {
    if (!GT_PEEK_(&gt_exit_for_) || GT_PEEK_(&gt_cl_process_.scoped) || GT_PEEK_(&gt_cl_process_.exiting)) return NULL;
    if (gt_is_off_()) return NULL;
    gt_thread_ *t = gt_thread_mine_();
    if (!t || t->hidden || t->current != t->root) return NULL;
    gt_cl_room_(GPUTIME_CL_EVENTS);
    gt_cl_mine_.program = gt_child_named_(t->root, "program", GT_KIND_PROGRAM, 0);
    if (!gt_cl_mine_.program) return NULL;
    gt_cl_mine_.begin = gt_cl_timing_.read ? gt_cl_timing_.read : gt_now_();       /* a timer may begin there */
    GT_STORE_(&t->log, (void *)&gt_cl_mine_);
    return gt_cl_mine_.program;
}

/* -- the trace: calls, readings of clocks, and the bytes in buffers -- */

/* In place of the ticks of a call, for what is no call. MARK: the program read a clock at `begin`. LEVEL: `bytes` is
   the height of a curve, the bytes in buffers, from `begin` on. */
#define GT_CL_TRACE_MARK_ UINT64_MAX
#define GT_CL_TRACE_LEVEL_ (UINT64_MAX - 1)
enum { GT_CL_TRACE_EVENTS_ = 256, GT_CL_TRACE_CALLS_ = 1024, GT_CL_SLICE_BITS_ = 12 };
typedef struct gt_cl_slice_ {
    const void *event;          /* of a command in the file; NULL: none */
    gt_trace_track_ is;
} gt_cl_slice_;
typedef struct gt_cl_trace_call_ {
    const char *name;           /* outlives the trace */
    uint64_t begin, ticks;
    double bytes;               /* 0 or below: not known */
    int code;                   /* the error; 0: none */
    const void *queue, *made;   /* the queue that the call waits for, the event that it made; NULL: none */
    unsigned thread, events;    /* events: how many the call waits for, lists or queries */
    const void *event[GT_CL_TRACE_EVENTS_];     /* the first of them; the last member, of which only these are copied */
} gt_cl_trace_call_;
static struct {                 /* under the lock */
    gt_cl_trace_call_ *call;    /* GT_CL_TRACE_CALLS_ of them: what is not in the file yet; NULL: no trace has begun */
    size_t calls;
    double bytes;               /* in buffers now */
    gt_cl_slice_ *slice;        /* 1 << GT_CL_SLICE_BITS_ */
    int called;                 /* 1: the trace has calls, so that each command also tells its queue and event */
} gt_cl_trace_;

/* Where slices of commands lie whose events may stand in later wait lists. Under the lock. */
static gt_cl_slice_ *gt_cl_slice_of_(const void *event) {
    return &gt_cl_trace_.slice[gt_cl_hash_((uint64_t)(uintptr_t)event, GT_CL_SLICE_BITS_)];
}
/* Forgets the slice of an earlier event with the address of this new one. NULL: there is no event. */
static void gt_cl_slice_drop_(const void *event) {
    gt_cl_slice_ *s = gt_cl_slice_of_(event);
    if (s->event == event) s->event = NULL;
}
/* Markers and barriers that were enqueued without an event. The trace gets them with the commands that the same thread
   enqueued around them; until then they wait here. Under the lock. */
enum { GT_CL_MARKS_MOST_ = 10000 };
static gt_commands_ gt_cl_marks_;
/* Drops those of `thread` that were enqueued at the time `until` (ticks) or earlier. NULL: drops all. */
static void gt_cl_marks_drop_(const gt_thread_ *thread, uint64_t until) {
    size_t left = 0;
    for (size_t i = 0; i < gt_cl_marks_.used; i++) {
        const gt_command *r = &gt_cl_marks_.row[i];
        if (thread && (r->scope->thread != thread || r->before > until)) gt_cl_marks_.row[left++] = *r;
        else free((void *)(uintptr_t)r->waited);
    }
    gt_cl_marks_.used = left;
}
static void gt_cl_mark_keep_(gt_node_ *scope, gt_command *r) {
    gt_keep_ *keep = GT_LOAD_(&gt_commands_kept_by_);
    r->scope = scope;
    r->sample = (uint32_t)gt_stored_(scope);
    if (keep) keep(r, 1);
    gt_lock_();
    if (gt_is_traced_() && gt_cl_marks_.used < GT_CL_MARKS_MOST_) (void)gt_command_copy_(&gt_cl_marks_, r);
    gt_unlock_();
}
static void gt_cl_marks_between_(gt_commands_ *all, const gt_thread_ *thread) {
    uint64_t first = all->row->before, last = first;
    for (size_t i = 1; i < all->used; i++) {
        if (all->row[i].before < first) first = all->row[i].before;
        if (all->row[i].before > last) last = all->row[i].before;
    }
    for (size_t i = 0; i < gt_cl_marks_.used; i++) {
        const gt_command *mark = &gt_cl_marks_.row[i];
        if (mark->scope->thread != thread || mark->before <= first || mark->before >= last) continue;
        gt_command *to = (gt_command *)gt_more_(&all->row, all->used, &all->room, sizeof *to);
        if (!to) return;
        *to = *mark;
        all->used++;
    }
}
static void gt_cl_slices_(const gt_command *row, size_t n, const gt_thread_ *thread, gt_trace_track_ *place,
                          void (*after)(const gt_trace_track_ *from, gt_trace_track_ *to, int listed)) {
    for (size_t i = 0; gt_cl_trace_.slice && i < n; i++) gt_cl_slice_drop_(row[i].id);
    for (size_t i = 0; gt_cl_trace_.slice && i < n; i++) {
        for (uint32_t k = 0; k < row[i].waits; k++) {
            const gt_cl_slice_ *s = gt_cl_slice_of_(row[i].waited[k]);
            if (s->event == row[i].waited[k]) after(&s->is, &place[i], 1);
        }
    }
    for (size_t i = 0; gt_cl_trace_.slice && i < n; i++) {      /* now: waits among these rows are the caller's */
        if (!row[i].id || !place[i].pid) continue;
        gt_cl_slice_of_(row[i].id)->event = row[i].id;
        gt_cl_slice_of_(row[i].id)->is = place[i];
    }
    gt_cl_marks_drop_(thread, row[n - 1].before);
}
static void gt_cl_trace_clear_(gt_cl_trace_call_ *c) { memset(c, 0, offsetof(gt_cl_trace_call_, event)); }
static void gt_cl_trace_keep_(const gt_cl_trace_call_ *c, unsigned thread) {
    if (!gt_cl_trace_.call || gt_cl_trace_.calls == GT_CL_TRACE_CALLS_) return;
    const size_t most = GT_CL_TRACE_EVENTS_, events = c->events < most ? c->events : most;
    gt_cl_trace_call_ *to = &gt_cl_trace_.call[gt_cl_trace_.calls];
    memcpy(to, c, offsetof(gt_cl_trace_call_, event) + events * sizeof *c->event);
    to->thread = thread;
    GT_POKE_(&gt_cl_trace_.calls, gt_cl_trace_.calls + 1);
}
static void gt_cl_trace_level_(void) {
    gt_cl_trace_call_ level;
    gt_cl_trace_clear_(&level);
    level.begin = gt_now_();
    level.ticks = GT_CL_TRACE_LEVEL_;
    level.bytes = gt_cl_trace_.bytes;
    gt_cl_trace_keep_(&level, 0);
}
static void gt_cl_trace_write_(const gt_cl_trace_call_ *c) {
    const double begin = gt_trace_ns_(c->begin);
    const int mark = c->ticks == GT_CL_TRACE_MARK_;
    gt_json_ *j;
    if (c->ticks == GT_CL_TRACE_LEVEL_) {
        j = gt_trace_begin_(NULL, "C", 1, 0, "bytes in buffers", NULL);
        gt_json_fields_(j, "ts:t", begin);
        gt_json_object_(j, "args", "bytes:n", c->bytes);
        gt_json_close_(j, "}");
        return;
    }
    j = gt_trace_begin_(NULL, mark ? "i" : "X", 1, c->thread, c->name, mark ? "clock" : "call");
    if (mark) gt_json_fields_(j, "ts:t s:s", begin, "t");
    else gt_json_fields_(j, "ts:t dur:t", begin, gt_trace_ns_(c->begin + c->ticks) - begin);
    gt_json_open_(j, "args", "{");
    if (c->bytes > 0) gt_json_fields_(j, "bytes:x", c->bytes);
    if (c->code) gt_json_fields_(j, "code:x", (double)c->code);
    if (c->queue) gt_json_fields_(j, "queue:x", (double)(uintptr_t)c->queue);
    if (c->events) gt_json_open_(j, "events", "[");
    for (unsigned i = 0; i < c->events && i < GT_CL_TRACE_EVENTS_; i++)
        gt_json_fields_(j, "*:x", (const char *)NULL, (double)(uintptr_t)c->event[i]);
    if (c->events) gt_json_close_(j, "]");
    if (c->events > GT_CL_TRACE_EVENTS_)
        gt_json_fields_(j, "events_left_out:x", (double)(c->events - GT_CL_TRACE_EVENTS_));
    gt_json_close_(j, "}");
    gt_json_close_(j, "}");
}
/* begins 0: writes what the trace lacks, under the lock. 1: a trace begins; returns 0: no memory. */
static int gt_cl_traces_(int begins) {
    if (begins) gt_lock_();
    if (begins && !gt_cl_trace_.call)
        gt_cl_trace_.call = (gt_cl_trace_call_ *)malloc(GT_CL_TRACE_CALLS_ * sizeof *gt_cl_trace_.call);
    for (size_t i = 0; !begins && i < gt_cl_trace_.calls; i++) gt_cl_trace_write_(&gt_cl_trace_.call[i]);
    GT_POKE_(&gt_cl_trace_.calls, (size_t)0);
    if (begins) {
        gt_cl_trace_.called = 0;
        gt_cl_marks_drop_(NULL, 0);
        free(gt_cl_trace_.slice);
        gt_cl_trace_.slice = (gt_cl_slice_ *)calloc((size_t)1 << GT_CL_SLICE_BITS_, sizeof *gt_cl_trace_.slice);
    }
    if (begins && gt_cl_trace_.bytes > 0) gt_cl_trace_level_();
    if (begins) gt_unlock_();
    return gt_cl_trace_.call && gt_cl_trace_.slice;
}
/* Keeps a call of the program on this thread, which becomes a slice; call NULL: the buffers grow by `more` bytes. Both
   are written later, since this may be inside a scope. */
static void gt_cl_trace_add_(const gt_cl_trace_call_ *call, unsigned thread, double more) {
    const uint64_t begin = gt_now_();
    const int full = GT_PEEK_(&gt_cl_trace_.calls) == GT_CL_TRACE_CALLS_;
    if (full) gt_trace_due_(NULL, 0);
    gt_lock_();
    gt_cl_trace_.bytes += more;
    gt_cl_trace_.called |= call != NULL;
    if (call && gt_cl_trace_.slice) gt_cl_slice_drop_(call->made);
    if (gt_is_traced_() && call) gt_cl_trace_keep_(call, thread);
    else if (gt_is_traced_()) gt_cl_trace_level_();
    gt_unlock_();
    if (full) gt_cl_took_(NULL, begin);
}
#ifndef GT_CL_COUNTS_       /* a layer defines it: 0 while calls do not count; traced: also if it wants none traced */
#define GT_CL_COUNTS_(traced) 1
#endif
#ifndef GT_CL_PART_         /* a layer defines it, to keep of a time in ticks the part that counts */
#define GT_CL_PART_(begin, end)
#endif
#ifndef GT_CL_LEVEL_        /* a layer defines it, to be told that the buffers grow by so many bytes */
#define GT_CL_LEVEL_(more) ((void)(more))
#endif
static void gt_cl_trace_call_add_(const gt_cl_trace_call_ *call) {
    const gt_thread_ *t = gt_is_traced_() && GT_CL_COUNTS_(1) ? gt_thread_mine_() : NULL;
    if (t && t->number) gt_cl_trace_add_(call, t->number, 0);
}

/* -- readings of clocks by such a program: from one to the next is a sample, called after the first OpenCL call between
   them -- */

static const char *gt_cl_timing_name_(const gt_cl_call_ *c);
/* A timer begins at the last reading, with call c; without one (NULL) with a launch that was made at `late`, or at the
   last reading (0). Returns 0 if none begins now. */
static int gt_cl_timing_begin_(const gt_cl_call_ *c, uint64_t late) {
    gt_thread_ *t = gt_self_;
    gt_scope *s = &gt_cl_timing_.scope;
    if (s->live || gt_cl_timing_.shed || !gt_cl_timing_.read) return 0;
    if (!gt_cl_mine_.program || !t || t->hidden || t->current != t->root) return 0;
    if (gt_cl_last_() && !gt_cl_runs_(*gt_cl_event_at_(gt_cl_mine_.rows.used - 1))) gt_cl_mine_.pending = NULL;
    s->begin = late ? late : gt_cl_timing_.read;
    s->state = GT_PEEK_(&gt_state_);
    s->node = gt_node_enter_(NULL, c ? gt_cl_timing_name_(c)
                                     : late ? "timer of a launch and the wait for it" : "timer around threads",
                             GT_KIND_TIMER, NULL);
    if (s->node) memcpy(gt_cl_timing_.before, s->node->state->count, sizeof gt_cl_timing_.before);
    if (s->node) gt_cl_signals_begin_(s->node);
    return s->live = s->node != NULL;
}
static void gt_cl_timing_drop_(void) {
    gt_node_ *n = gt_cl_timing_.scope.node;
    if (!gt_cl_timing_.scope.live || !gt_scope_pop_(&gt_cl_timing_.scope)) return;
    if (gt_cl_mine_.program) gt_cl_programs_own_();     /* behind the last reading they are the program's alone */
    for (int i = 0; gt_cl_mine_.program && i < GT_N_; i++) {    /* likewise what was counted */
        gt_count_(gt_cl_mine_.program, i, GT_PEEK_(&n->state->count[i]) - gt_cl_timing_.before[i]);
        GT_POKE_(&n->state->count[i], gt_cl_timing_.before[i]);
    }
    n->state->alert &= ~GT_ALERT_EVENTS_;
    gt_alerts_drop_(n);
}
/* The rows of a timer stay until it ends. One with very many gives them to its program before: its sample then has a
   length, and no device time. */
enum { GT_CL_TIMER_MOST_ = 32768 };
static void gt_cl_timing_shed_(void) {
    const gt_cl_log_ *mine = &gt_cl_mine_;
    if (mine->rows.used - mine->done < GT_CL_TIMER_MOST_ || !gt_cl_timing_.scope.live || !mine->program) return;
    gt_cl_timing_.shed = gt_cl_timing_.scope.node;
    gt_cl_timing_drop_();
    gt_cl_harvest_(mine->program, 0);
}
static void gt_cl_timing_shed_ends_(uint64_t now) {
    gt_node_ *n = gt_cl_timing_.shed;
    gt_sample row = gt_sample_unknown_();
    gt_cl_timing_.shed = NULL;
    if (gt_cl_last_() && gt_cl_runs_(*gt_cl_event_at_(gt_cl_mine_.rows.used - 1))) gt_count_(n, GT_N_unsynced, 1);
    gt_store_(n, gt_cl_timing_.read, now - gt_cl_timing_.read, &row);
}
/* Commands that still ran when their thread ended. Another thread may time that thread: it reads the clock before the
   first call and after the end, and enqueues nothing in between. Then it should have waited for these commands. */
static struct { cl_event event; uint64_t begin; } gt_cl_left_[16];
static uint32_t gt_cl_left_any_;
static void gt_cl_left_keep_(void) {        /* keeps the last one of the thread, in place of the oldest */
    static size_t next;
    const size_t least = gt_cl_mine_.done;
    size_t i = gt_cl_mine_.program ? gt_cl_mine_.rows.used : least;
    cl_event event;
    while (i > least && (!*gt_cl_event_at_(i - 1) || !gt_cl_runs_(*gt_cl_event_at_(i - 1)))) i--;
    if (i <= least || clRetainEvent(*gt_cl_event_at_(i - 1)) != CL_SUCCESS) return;
    gt_lock_();
    event = gt_cl_left_[next].event;
    gt_cl_left_[next].event = *gt_cl_event_at_(i - 1);
    gt_cl_left_[next].begin = gt_cl_mine_.begin;
    next = (next + 1) % (sizeof gt_cl_left_ / sizeof *gt_cl_left_);
    GT_POKE_(&gt_cl_left_any_, 1u);
    gt_unlock_();
    if (event) (void)clReleaseEvent(event);
}
static int gt_cl_left_running_(uint64_t since) {    /* of threads that began since; GT_CL_NEVER_: all are forgotten */
    int running = 0;
    if (!GT_PEEK_(&gt_cl_left_any_)) return 0;
    gt_lock_();
    GT_POKE_(&gt_cl_left_any_, 0u);
    for (int k = 0; k < 16; k++) {
        cl_event event = gt_cl_left_[k].event;
        const int runs = event && since < GT_CL_NEVER_ && gt_cl_runs_(event);
        running |= runs && gt_cl_left_[k].begin > since;
        if (runs) GT_POKE_(&gt_cl_left_any_, 1u);
        else gt_cl_left_[k].event = NULL;
        if (event && !runs) (void)clReleaseEvent(event);
    }
    gt_unlock_();
    return running;
}
static int gt_cl_timing_timed_(void) {      /* 1: the next reading ends a sample: there were commands */
    return gt_cl_timing_.scope.live && gt_cl_timing_.scope.node->state->alert & GT_ALERT_EVENTS_;
}
/* A trace has the readings next to calls, not those in a loop that waits for a time. */
static void gt_cl_timing_mark_(uint64_t at) {
    gt_cl_trace_call_ mark;
    gt_cl_trace_clear_(&mark);
    mark.name = gt_cl_timing_.cpu.last ? gt_cl_timing_.cpu.name : "clock";
    mark.begin = at;
    mark.ticks = GT_CL_TRACE_MARK_;
    gt_cl_trace_call_add_(&mark);
    gt_cl_timing_.marked = 1;
}
/* -- totals: what a program can print as the difference of two readings with others in between, as the last less the
   first of a loop. A loop is known by what its readings share: the place in the program, and what ran before each. If
   it lies between two readings of other places, these are there for its total, which the program then quotes (`known`).
   It may quote the total or not where
     - there is no second reading of another place;
     - a set-up follows the first one, as where a clock runs around everything;
     - what was made before the first one is given up before the second one, which then may begin the next timing;
     - the loop makes contexts, as that of a program of tests;
     - a log may have made the readings on both sides of the loop: it makes a date once a second;
     - the total is the time from the thread's first reading, which stands in a place of its own, to its last. -- */

enum { GT_CL_PERIOD_ = 8, GT_CL_TOTALS_ = 64, GT_CL_BUILDS_KEPT_ = 256 };
typedef struct gt_cl_reading_ {
    uintptr_t place;
    uint64_t at, did;           /* did, sets_up, launched: of the interval that ended there */
    int sets_up, launched;
    int ends;                   /* 1: it ends a timing, by the number of readings before it, or a time around a loop */
    int logs;                   /* 1: a date was made of it, or may have been: see gt_cl_loop_read_ */
    gt_node_ *timer;            /* the timer that ended there; NULL: none */
    gt_node_ *gap;              /* the timer before that one, if it did what a gap does; else NULL */
} gt_cl_reading_;
/* The timer that ended at a reading which another one follows. NULL: none, or that one showed that it is a gap. */
static gt_node_ *gt_cl_timer_before_(const gt_cl_reading_ *r) {
    return r[1].gap == r->timer && r[1].ends ? NULL : r->timer;
}
typedef struct gt_cl_total_ {
    uintptr_t from, to;         /* places of its two readings */
    uint64_t begin, loop, end;  /* loop: where the loop begins: `begin`, or the next reading */
    size_t readings, n;         /* n: how many totals between these two places there were */
    int known, whole;           /* whole: from the first reading of the thread to its last */
    int logs;                   /* of its first reading */
    uint32_t thread;
    uint64_t resets;
    double after_ns;            /* how long its commands ran on after the end, as far as known */
} gt_cl_total_;
static struct {                 /* under the lock */
    gt_cl_total_ of[GT_CL_TOTALS_];
    size_t n;
    struct { uint64_t begin, ticks; uint32_t thread; } build[GT_CL_BUILDS_KEPT_];
    size_t builds;
} gt_cl_totals_;
/* Stamps of a log: readings of a clock in one place of the program, each of which becomes a date. A logger makes a date
   of what it has read, but none if the last date is of the same second; or it reads time() for the date, before or
   behind a finer clock. What lies between two stamps of a log is no timing. A clock of dates is no log where two
   statements read it in turn, and at most one of them stands behind launches: these are the begin and the end of a
   timing. */
typedef struct gt_cl_dated_ {
    const void *place;
    uintptr_t last, before;     /* where the functions with the last two readings were called */
    int behind;                 /* 1: between these two a kernel was launched */
    size_t reads, dates;        /* dates: how many of these readings became a date */
    uint64_t at;                /* when the last of them did */
    int is;                     /* 1: the latest reading did */
} gt_cl_dated_;
typedef struct gt_cl_dates_ {
    gt_cl_dated_ of[8], *last;  /* last: where the thread read last; NULL: elsewhere */
    size_t n, calls;            /* calls: of OpenCL, up to the last reading or date */
    int date;                   /* 1: the program made a date of time() since the last reading */
    uint64_t read, dated;       /* when the thread read last; when it last made a date of a reading */
} gt_cl_dates_;
/* Readings for the limit of a wait, as std::condition_variable and loops of events make them: the program waits until
   the limit, or sets a timer of the system to it, before its next call of OpenCL; and behind such a wait it looks by
   the same clock whether the limit is over. These readings are no ends of a timing. Their places are kept, and later
   ones there do not count. */
typedef struct gt_cl_limit_ {
    uintptr_t stands;
    int steady;
    double says_ns;             /* 0: not known */
    uint64_t at;
    size_t calls, since;        /* of OpenCL, up to this reading; from the reading before to this one */
} gt_cl_limit_;
enum { GT_CL_LIMITS_ = 16 };
typedef struct gt_cl_loop_state_ {
    gt_cl_reading_ last[GT_CL_PERIOD_ + 2];     /* the latest readings of a wall clock outside of loops; */
    size_t n;
    gt_cl_reading_ in[GT_CL_PERIOD_];           /* one pass of the loop; */
    size_t period;                              /* 0: no loop */
    size_t at;                                  /* its latest reading: which of `in`, from 1 */
    gt_cl_total_ total;                         /* of the loop */
    uintptr_t first;                            /* of the thread: place, times, number of its readings */
    uint64_t begin, end;
    size_t readings, firsts;                    /* firsts: how many of them stand in the place of the first */
    gt_cl_total_ *unwaited;                     /* the total that ended last, if a command still ran; else NULL */
    /* early: the timer that a callback's reading ended at the begin of a command; NULL: none. early_from: where the
       reading at its begin stands. The timer is no-sync if the program's next own reading stands there, too. Else that
       reading is the end of the timing. latest: where the last reading stands. */
    gt_node_ *early;
    uintptr_t early_from, latest;
    const void *told_end;                       /* the last event whose end a callback is told */
    gt_node_ *gapped;           /* the timer that ended at the reading before, if it did what a gap does */
    int unsure;                 /* 1: the last timer launched, and ends a timing by the number of readings */
    int outer;                  /* 1: a time around the loop has begun before it: see gt_cl_loop_pairs_ */
    uintptr_t begins;           /* where the timings of the last loop begin; 0: there was none */
    int gives_up;               /* 1: since the last reading an object was given up that is older than the total */
    uintptr_t own[2];           /* where the readings of the latest timing of the host's own code stand */
    /* The first launch of the timer before that has begun since then, long after it: when it was made (0: there is
       none), and its work. */
    uint64_t late, late_work;
    cl_event older;         /* of a launch that still ran where a later timer ended, too; NULL: of none */
    uint64_t older_over;    /* when its own timer ended */
    gt_cl_dates_ dates;
    gt_cl_limit_ read[2];       /* the last two readings of a wall clock, the latest first */
    /* Where the last readings stand that ended a timer while commands ran: they may have been for limits. */
    struct { uintptr_t stands; gt_node_ *timer; } ended[8];
    size_t ends;
    uint64_t resets;            /* how often gt_reset had been called at the last reading */
    uintptr_t limit[GT_CL_LIMITS_];     /* where readings for limits stand; 0: no more */
    int looks;                  /* the thread has waited, and now looks whether the limit is over: 1: by a clock with a
                                   date, 2: by a steady one; 0: no */
} gt_cl_loop_state_;
static GT_THREAD_LOCAL_ gt_cl_loop_state_ *gt_cl_loop_;         /* NULL: no reading, or no memory */
static gt_cl_loop_state_ *gt_cl_loop_made_(void) {      /* at a reading of any clock, or at a limit */
    if (!gt_cl_loop_) gt_cl_loop_ = (gt_cl_loop_state_ *)calloc(1, sizeof *gt_cl_loop_);
    gt_cl_loop_state_ *const loop = gt_cl_loop_;
    const uint64_t resets = GT_PEEK_(&gt_resets_);
    /* What was counted before a gt_reset is forgotten, so that no later reading may take it back. */
    if (loop && loop->resets != resets) {
        loop->n = loop->period = loop->ends = 0;
        loop->resets = resets;
    }
    return loop;
}

/* Sets *r to the command of row i with all its stamps, which the kit has read, or reads now. Returns 0: it has none. */
static int gt_cl_row_stamps_(size_t i, gt_command *r) {
    const cl_event event = *gt_cl_event_at_(i);
    *r = gt_cl_mine_.rows.row[i];
    r->brief_ = 0;
    return r->taken_ ? gt_command_used_(r) : event && gt_cl_stamps_(event, r) == GT_STAMPS_GOOD;
}
static int gt_cl_row_runs_(size_t i) { return *gt_cl_event_at_(i) && gt_cl_runs_(*gt_cl_event_at_(i)); }
/* An interval ends. Was the one before it a gap between two timings? Most programs read their clock at the begin and at
   the end of what they time: then a gap begins behind an even number of readings. What it did, the timing that follows
   does again: launches, behind launches of new kernels, or of any if the gap made objects and the timing makes none;
   copies, if it made objects. Or it times the host's own code; and what lies between two timings of the same host code,
   while no command runs, may do anything. to: where the reading at its end stands. */
static void gt_cl_timing_gap_(int timer, uintptr_t to) {
    gt_cl_loop_state_ *const loop = gt_cl_loop_;
    const int even = gt_cl_timing_.reads % 2 == 0, old = gt_cl_timing_.kernels > gt_cl_timing_.fresh;
    const int host = !even && gt_cl_timing_.since == gt_cl_timing_.calls, warms = gt_cl_timing_.warms;
    gt_node_ *gap = gt_cl_timing_.gap, *n = gt_cl_timing_.scope.node;
    const int again = gap && loop && host && loop->latest != to && loop->latest == loop->own[0] && to == loop->own[1] &&
                      !(gt_cl_last_() && gt_cl_row_runs_(gt_cl_mine_.rows.used - 1));
    const int made = n && GT_PEEK_(&n->state->count[GT_N_created]) > gt_cl_timing_.before[GT_N_created];
    const int is = gap && (again || (warms ? (warms < 2 || (gt_cl_timing_.makes && !made)) && old
                                           : host || gt_cl_timing_.kernels || (timer && gt_cl_timing_.makes)));
    if (is && !(loop && loop->unsure)) gt_count_(gap, even ? GT_N_laps : GT_N_gaps, 1);
    if (loop) {
        loop->gapped = is ? gap : NULL;
        loop->unsure = !even && gt_cl_timing_.kernels;
    }
    if (loop && host) {
        loop->own[0] = loop->latest;
        loop->own[1] = to;
    }
    gt_cl_timing_.warms = gt_cl_timing_.kernels > 0 ? 1 + old : 0;
    gt_cl_timing_.gap = timer ? n : NULL;
    gt_cl_timing_.makes = even && made;
    gt_cl_timing_.kernels = gt_cl_timing_.fresh = 0;
}
static uint32_t gt_cl_thread_number_(void) { return gt_self_ ? (uint32_t)gt_self_->number : 0; }
/* Keeps the first total of each pair of places, and the first of these that ended while commands ran. */
static void gt_cl_total_add_(const gt_cl_total_ *t) {
    const int runs = t->known && gt_cl_last_() && gt_cl_runs_(*gt_cl_event_at_(gt_cl_mine_.rows.used - 1));
    size_t i = 0;
    gt_lock_();
    if (gt_cl_totals_.n && gt_cl_totals_.of[0].resets != t->resets) gt_cl_totals_.n = 0;
    gt_cl_total_ *to = gt_cl_totals_.of;
    while (i < gt_cl_totals_.n && !(to->from == t->from && to->to == t->to && to->known == t->known) &&
           !(to->begin == t->begin && to->end == t->end)) i++, to++;
    if (i < GT_CL_TOTALS_ && i == gt_cl_totals_.n) {
        gt_cl_totals_.n++;
        *to = *t;
        if (runs) gt_cl_loop_->unwaited = to;
    }
    if (i < GT_CL_TOTALS_) to->n++;
    gt_unlock_();
}
static size_t gt_cl_is_in_loop_(const gt_cl_reading_ *in, size_t n, uintptr_t place) {  /* 0: it is not, else which */
    while (n && in[n - 1].place != place) n--;
    return n;
}
/* A loop was found, with reading k in its first pass, perhaps behind other readings in its places. The first of these
   is reading `a`, or the first in the place where the timings of a loop before began: there its timings begin. If the
   number of readings says that `a` ended one, an earlier reading began a time around the loop, or stands alone. So one
   is added, until a reading ends that time, and what was noted behind `a` is corrected. This is not done
   - if a kernel was launched before `a`, and nothing was set up there: that may have been the loop's first timing;
   - if a context is made behind `a`: that would be a time of everything, which the program may print or not;
   - if the loop reads the clock twice in the place of `a`, so that nobody knows which of the two begins a timing. */
static void gt_cl_loop_pairs_(size_t k) {
    const size_t period = gt_cl_loop_->period;
    size_t a = k, same = 0;
    while (a && gt_cl_is_in_loop_(gt_cl_loop_->in, period, gt_cl_loop_->last[a - 1].place)) a--;
    if (gt_cl_is_in_loop_(gt_cl_loop_->in, period, gt_cl_loop_->begins))
        while (gt_cl_loop_->last[a].place != gt_cl_loop_->begins) a++;
    gt_cl_reading_ *r = gt_cl_loop_->last + a, *const end = gt_cl_loop_->last + gt_cl_loop_->n;
    const uint64_t since = r[-(a > 0)].at;
    gt_cl_loop_->begins = r->place;
    for (size_t i = 0; i < period; i++) same += gt_cl_loop_->in[i].place == r->place;
    if (period % 2 || !r->ends || (r->launched && !r->sets_up) || r[1].sets_up > 1 || same > 1) return;
    gt_cl_loop_->outer = 1;
    gt_cl_timing_.reads_of[gt_cl_timing_.clock]++;
    while (++r < end) {
        if (r->timer) gt_count_(r->timer, GT_N_odd, r->ends ? UINT64_MAX : 1);      /* UINT64_MAX: one less */
        if (r->gap) gt_count_(r->gap, GT_N_gaps, r->ends ? UINT64_MAX : 1);
        if (r->gap && !r[-1].launched)      /* what launches new kernels is no lap */
            gt_count_(r->gap, GT_N_laps, r->ends ? 1 : UINT64_MAX);
        r->ends = !r->ends;
    }
    gt_cl_between_set_(since, 1);
}
/* Does a loop begin with the latest reading? Then an earlier one, k, stands in the same place, behind the same
   commands. It has no total if all readings before stand in it: these are of its first passes, and a reading of it is
   not the begin of the next loop's total. */
static void gt_cl_loop_begin_(void) {
    const gt_cl_reading_ *r = gt_cl_loop_->last;
    const size_t n = gt_cl_loop_->n;
    gt_cl_total_ *t = &gt_cl_loop_->total;
    size_t k = n - 1, from;
    while (k-- > 1) {
        if (r[k].place != r[n - 1].place || r[k].did != r[n - 1].did) continue;
        if (n - 1 - k > GT_CL_PERIOD_) return;
        gt_cl_loop_->period = n - 1 - k;
        gt_cl_loop_->at = 1;
        memcpy(gt_cl_loop_->in, r + k, gt_cl_loop_->period * sizeof *r);
        memset(t, 0, sizeof *t);
        from = k - 1;
        gt_cl_loop_pairs_(k);
        if (gt_cl_is_in_loop_(r + k, n - 1 - k, r[from].place) && !from--) return;
        if (gt_cl_is_in_loop_(r + k, n - 1 - k, r[from].place)) return;
        t->from = r[from].place;
        t->begin = r[from].at;
        t->logs = r[from].logs;
        t->loop = r[k - 1].at;
        t->end = r[n - 1].at;
        t->readings = n - from;
        t->known = from + 1 == k || !r[k - 1].sets_up;
        size_t sets_up = 0;
        for (size_t i = k; i < n - 1; i++) {
            t->known &= r[i + 1].sets_up < 2;
            sets_up += r[i + 1].sets_up > 0;
        }
        /* The loop overwrites the reading at its begin: nobody subtracts from that what stands before a set-up. */
        gt_node_ *const first = gt_cl_timer_before_(r + from + 1), *const again = gt_cl_timer_before_(r + k);
        if (n - 1 - k > 1 && r[from + 1].sets_up && !sets_up && first) gt_count_(first, GT_N_gaps, 1);
        /* The first round begins at a reading before the loop, the others in the loop. */
        if (again && r[n - 1].timer && again != r[n - 1].timer) gt_count_(again, GT_N_rounds, 1);
        return;
    }
}
static void gt_cl_loop_end_(gt_cl_reading_ *by) {   /* by: the first reading behind it; NULL: there is none */
    gt_cl_total_ *t = &gt_cl_loop_->total;
    int closes = by && !by->sets_up && !gt_cl_timing_.did_launch;
    if (closes && gt_cl_loop_->outer) {
        gt_cl_timing_.reads_of[gt_cl_timing_.clock]++;
        by->ends = 1;
        gt_cl_loop_->outer = 0;
    }
    for (size_t i = 0; by && i < gt_cl_loop_->period; i++) closes |= by->did == gt_cl_loop_->in[i].did;
    /* Its second pass lacks a reading, in whose place the first one behind it stands: no loop, but a function with
       readings that two places call, each of which reads the clock behind it. The first call may be a warm-up. */
    const size_t in = t->readings - 1, next = gt_cl_loop_->at % gt_cl_loop_->period;
    const int called_twice = by && in % gt_cl_loop_->period && in < 2 * gt_cl_loop_->period &&
                             by->did == gt_cl_loop_->in[next].did;
    t->to = closes ? by->place : 0;
    if (closes) t->end = by->at;
    t->readings += (size_t)closes;
    t->known &= closes && !called_twice && !gt_cl_loop_->gives_up && !(t->logs && by->logs);
    t->thread = gt_cl_thread_number_();
    t->resets = GT_PEEK_(&gt_resets_);
    gt_cl_loop_->unwaited = NULL;
    if (t->begin) gt_cl_total_add_(t);
    gt_cl_loop_->period = gt_cl_loop_->n = 0;
}
/* Whether the interval that ends here is a set-up between two timings: it begins behind an even number of readings,
   makes the basis of what follows, and neither builds nor launches. */
static int gt_cl_is_set_up_between_(const gt_node_ *timer) {
    if (!timer || gt_cl_timing_.reads % 2 || !gt_cl_timing_.did_set_up || gt_cl_timing_.did_launch) return 0;
    return GT_PEEK_(&timer->state->count[GT_N_builds]) == gt_cl_timing_.before[GT_N_builds];
}
/* Returns 1 if the interval that ends here is no timing, since it is such a set-up, or since it lies behind a loop, and
   the reading at which it began ends a timing: nothing of OpenCL follows it in the loop. */
static int gt_cl_loop_read_(uintptr_t place, int steady, uint64_t at, gt_node_ *timer) {
    int gap = gt_cl_is_set_up_between_(timer);
    if (!gt_cl_loop_made_()) return gap;
    const uint64_t dated = steady ? 0 : gt_cl_loop_->dates.dated;       /* a log makes a date once a second */
    const int logs = dated && gt_rough_ns_(at - dated) < 1e9;
    gt_cl_reading_ r = { place, at, gt_cl_timing_.did, gt_cl_timing_.did_set_up, gt_cl_timing_.did_launch,
                         (int)(gt_cl_timing_.reads % 2), logs, timer, gt_cl_loop_->gapped };
    if (!gt_cl_loop_->readings++) {
        gt_cl_loop_->first = place;
        gt_cl_loop_->begin = at;
    }
    gt_cl_loop_->firsts += place == gt_cl_loop_->first;
    gt_cl_loop_->end = at;
    const size_t in = gt_cl_is_in_loop_(gt_cl_loop_->in, gt_cl_loop_->period, place);
    if (in) {
        gt_cl_loop_->total.end = at;
        gt_cl_loop_->total.readings++;
        gt_cl_loop_->at = in;
    } else {
        gap |= gt_cl_loop_->period && !gt_cl_loop_->in[gt_cl_loop_->at % gt_cl_loop_->period].did;
        if (gt_cl_loop_->period) gt_cl_loop_end_(&r);
        if (gt_cl_loop_->n == sizeof gt_cl_loop_->last / sizeof r)
            memmove(gt_cl_loop_->last, gt_cl_loop_->last + 1, --gt_cl_loop_->n * sizeof r);
        gt_cl_loop_->last[gt_cl_loop_->n++] = r;
        gt_cl_loop_begin_();
    }
    gt_cl_loop_->gives_up = 0;
    gt_cl_timing_.did = 0;
    gt_cl_timing_.did_launch = 0;
    gt_cl_timing_.did_set_up = 0;
    return gap;
}
/* At the program's next own reading, or its end: is what a callback's reading ended no-sync? */
static void gt_cl_loop_early_(int is) {
    if (!gt_cl_loop_) return;
    if (is && gt_cl_loop_->early) gt_count_(gt_cl_loop_->early, GT_N_unsynced, 1);
    gt_cl_loop_->early = NULL;
}
static void gt_cl_loop_leave_(void) {       /* the thread ends */
    gt_cl_total_ all;
    gt_cl_loop_early_(1);
    if (!gt_cl_loop_) return;
    if (gt_cl_loop_->period) gt_cl_loop_end_(NULL);
    memset(&all, 0, sizeof all);
    all.from = gt_cl_loop_->first;
    all.begin = gt_cl_loop_->begin;
    all.loop = all.end = gt_cl_loop_->end;
    all.readings = gt_cl_loop_->readings;
    all.thread = gt_cl_thread_number_();
    all.resets = GT_PEEK_(&gt_resets_);
    all.whole = 1;
    if (all.readings > 2 && gt_cl_loop_->firsts == 1) gt_cl_total_add_(&all);
    free(gt_cl_loop_);
    gt_cl_loop_ = NULL;
}
/* 1: the program has read a clock; 2: behind that it has launched a kernel; 3: behind that it has read a clock again,
   and can print a time that holds a launch. */
static uint32_t gt_cl_timed_;
/* Of the threads that have ended, read no clock, and made the first launch of a kernel, the one that began last: when
   that was. A timer in which it began and ended has started it, and holds its launches. Changed under the lock. */
static uint64_t gt_cl_helper_;
static int gt_cl_others_sent_(uint64_t since);
/* OpenCL calls an event's callback in a thread of its own, or in a call of the program. If the callback reads a wall
   clock, the reading counts for the thread that asked for the callback, which takes it at its next call or reading. */
typedef struct gt_cl_told_ {
    gt_cl_event_then_ then;     /* the program's function, and what it gets */
    void *data;
    cl_event event;
    struct gt_cl_asker_ *by;    /* the thread that asked for the callback */
    int over;                   /* 1: the callback was told that the command is complete; 0: that it began, or less */
    const char *file;           /* of the reading, as in gt_cl_clock_wall_ */
    const void *place, *caller;
    uint64_t at;
} gt_cl_told_;
static GT_THREAD_LOCAL_ const gt_cl_told_ *gt_cl_telling_;      /* the callback that this thread is in; NULL: in none */
/* Readings in callbacks that a thread asked for, until it takes them. Under the lock of objects, since a callback may
   run while its driver holds locks: the kit's own lock may be held in a call of that driver. */
enum { GT_CL_TOLD_MOST_ = 4096 };
typedef struct gt_cl_asker_ {
    gt_cl_told_ *of;
    size_t n, room;
    uint32_t held;              /* by the thread, and by each of its callbacks that has yet to run; 0: it is freed */
    int ended;                  /* 1: the thread has ended, and takes no more */
} gt_cl_asker_;
static int gt_cl_told_take_(void);      /* returns 1 if there were readings to take */
static int gt_cl_told_reads_(const char *file, const void *place, const void *caller);
static int gt_cl_is_gated_(size_t row);
static int gt_cl_row_has_(size_t i, cl_event event);
static size_t gt_cl_run_on_(size_t first, size_t *launches, size_t *firsts);
/* Which commands of the open timer belong to the interval that this reading ends? told: it is a callback's. Returns 1
   if the timer begins anew here, with a command that only begins now: the program holds it back by a user event, or a
   callback was told of its begin, and reads the first time of a pair (by their number, or since the command's end is
   told, too). The commands before it are then the program's. Else the program's are those behind the callback's
   command, and that one, if it is not over. */
static int gt_cl_timing_anew_(const gt_cl_told_ *told) {
    const size_t used = gt_cl_mine_.rows.used;
    gt_command *const row = gt_cl_mine_.rows.row;
    size_t first = used;
    while (first > gt_cl_mine_.done && row[first - 1].scope == gt_cl_timing_.scope.node) first--;
    size_t i = told || (first < used && gt_cl_row_runs_(used - 1)) ? first : used;
    while (i < used && !(told ? gt_cl_row_has_(i, told->event) : gt_cl_is_gated_(i))) i++;
    const int both = told && gt_cl_loop_ && gt_cl_loop_->told_end == (const void *)told->event;
    const int begins = !told || (!told->over && (both || gt_cl_timing_.reads % 2 == 0));
    for (size_t k = first; begins && i < used && k < i; k++) {
        gt_cl_work_left_(&row[k]);
        row[k].scope = gt_cl_mine_.program;
    }
    if (begins || i == used) return i < used;
    for (size_t k = i + (size_t)told->over; k < used; k++) row[k].scope = gt_cl_mine_.program;
    size_t launches = 0, firsts = 0;
    (void)gt_cl_run_on_(first, &launches, &firsts);
    if (told->over || !gt_cl_loop_) return 0;
    gt_cl_loop_->early = gt_cl_timing_.scope.node;
    gt_cl_loop_->early_from = gt_cl_loop_->latest;
    return 0;
}
/* Notes a reading of a clock that counts from a date. Returns 1 if it and the reading before are stamps of a log: more
   than two stand in this place, and all so far became dates. stands: place and caller. */
static int gt_cl_is_stamp_of_log_(const void *place, uintptr_t stands, uint64_t now) {
    gt_cl_dates_ *const dates = gt_cl_loop_made_() ? &gt_cl_loop_->dates : NULL;
    if (!dates) return 0;
    gt_cl_dated_ *of = dates->of, *const end = of + dates->n;
    while (of < end && of->place != place) of++;
    dates->last = NULL;
    if (of == end && dates->n == sizeof dates->of / sizeof *of) return 0;
    dates->n += of == end;
    dates->read = now;
    of->place = place;
    const int behind = gt_cl_timing_.kernels > 0;
    const int in_turn = stands == of->before && stands != of->last && !(behind && of->behind);
    const int is = of->reads >= 2 && of->dates == of->reads && gt_cl_timing_.place == place && !in_turn;
    of->before = of->last;
    of->last = stands;
    of->behind = behind;
    of->is = (dates->date && dates->calls == gt_cl_timing_.calls) || (of->at && gt_rough_ns_(now - of->at) < 1e9);
    of->dates += (size_t)of->is;
    of->reads++;
    dates->last = of;
    dates->calls = gt_cl_timing_.calls;
    dates->date = 0;
    return is;
}
/* The program makes a date, or a seed; of_time: 1 if of what it had from time(). Few seeds are as large as a date. */
static void gt_cl_stamp_dated_(double says_s, int of_time) {
    gt_cl_loop_state_ *const loop = of_time ? gt_cl_loop_made_() : gt_cl_loop_;
    gt_cl_dates_ *const dates = loop ? &loop->dates : NULL;
    if (!dates) return;
    gt_cl_dated_ *const of = dates->calls == gt_cl_timing_.calls ? dates->last : NULL;
    if (of && says_s > 1e9) {
        of->dates += (size_t)!of->is;
        of->is = 1;
        of->at = of_time ? 0 : gt_now_();
        if (!of_time) dates->dated = of->at;
        if (!of_time && loop->n && loop->last[loop->n - 1].at == dates->read) loop->last[loop->n - 1].logs = 1;
    }
    dates->calls = gt_cl_timing_.calls;
    dates->date |= of_time;
}
/* Counts the reading. Returns how often the program has read clocks of this kind before, in this thread. */
static uint32_t gt_cl_reading_counted_(int other, int steady, int of_log) {
    const uint32_t timed_so_far = GT_PEEK_(&gt_cl_timed_);      /* once: other threads change it, too */
    if (timed_so_far % 2 == 0 && !of_log) GT_POKE_(&gt_cl_timed_, timed_so_far + 1);
    if (!other && GT_PEEK_(&gt_cl_readings_) < 3) (void)GT_ADD_(&gt_cl_readings_, 1u);
    gt_cl_timing_.clock = other ? 1 : 2 * (uint32_t)steady;
    return gt_cl_timing_.reads_of[gt_cl_timing_.clock]++;
}
/* Adds the interval that ends to gt_cl_timing_.turn. A callback may have read the clock before a call returned. */
static void gt_cl_timing_turn_(int timer, uint64_t now) {
    const uint64_t ticks = now - gt_cl_timing_.read, in_calls = gt_cl_timing_.in_calls;
    const size_t turn = gt_cl_timing_.reads % 2;
    if (!gt_cl_timing_.read || (!timer && gt_cl_timing_.since != gt_cl_timing_.calls)) return;
    gt_cl_timing_.turn[turn].timers += (size_t)timer;
    gt_cl_timing_.turn[turn].ticks += ticks;
    gt_cl_timing_.turn[turn].host += ticks > in_calls ? ticks - in_calls : 0;
}
/* A callback that is told of a command's begin may come late. The sample then holds the rest of the command alone, and
   the command is the program's. */
static void gt_cl_timing_late_(uint64_t now) {
    gt_node_ *const n = gt_cl_timing_.scope.node;
    size_t i = gt_cl_mine_.done;
    gt_command r;
    while (i < gt_cl_mine_.rows.used && gt_cl_mine_.rows.row[i].scope != n) i++;
    if (i == gt_cl_mine_.rows.used) return;
    gt_command *const row = &gt_cl_mine_.rows.row[i];
    if (!gt_cl_row_stamps_(i, &r)) return;
    int rough;
    const double tick_ns = gt_tick_ns_(&rough), ns = (double)(now - gt_cl_timing_.scope.begin) * tick_ns;
    const double missing_ns = (double)(r.end - r.start) - ns;
    if (row->before > gt_cl_timing_.scope.begin || missing_ns <= 0.001 * ns) return;
    gt_cl_work_left_(row);
    row->scope = gt_cl_mine_.program;
    gt_count_timed_(n, GT_N_dirty, (uint64_t)(missing_ns / tick_ns));
}
/* The interval that ends holds no command of this thread. It becomes a timer all the same if threads lie in it that
   left commands, or that made first launches (helped). If it holds the wait for a first launch of the timer before, it
   is a timer that begins with that launch. */
static void gt_cl_timing_around_(int helped, uint64_t now) {
    const int left = gt_cl_left_running_(gt_cl_timing_.read);
    const uint64_t begin = gt_cl_loop_ ? gt_cl_loop_->late : 0;
    if (!(left || helped || begin) || !gt_cl_timing_begin_(NULL, begin)) return;
    if (left) gt_count_(gt_cl_timing_.scope.node, GT_N_unsynced, 1);
    if (helped || begin) gt_count_(gt_cl_timing_.scope.node, GT_N_unwarmed, 1);
    gt_cl_use_ *const late = begin ? gt_cl_use_of_((uintptr_t)gt_cl_loop_->late_work, GT_CL_NEVER_, NULL) : NULL;
    if (late) GT_POKE_(&late->between, 0);      /* launch and wait are timed one after the other */
    gt_scope_close_(&gt_cl_timing_.scope, now, NULL);
}
/* The interval ends: as a sample of its timer, or of none. anew: the timer goes on, and its sample begins here. */
static void gt_cl_timing_end_(gt_node_ *timed, int anew, int beside, uintptr_t stands, uint64_t now) {
    const int helped = gt_cl_timing_.read && !gt_cl_timing_.kernels && GT_PEEK_(&gt_cl_helper_) >= gt_cl_timing_.read;
    const size_t kernels = anew ? gt_cl_timing_.kernels : 0;
    if (timed && gt_cl_timing_.kernels && gt_cl_others_sent_(gt_cl_timing_.read)) gt_count_(timed, GT_N_shared, 1);
    if (timed && gt_cl_timing_.reads % 2) gt_count_(timed, GT_N_odd, 1);
    /* a timing: what threads that read no clock launched first in it was no warm-up between two timings */
    if (helped && gt_cl_timing_.reads % 2) gt_cl_between_set_(gt_cl_timing_.read, 0);
    if (timed && helped) gt_count_(timed, GT_N_unwarmed, 1);
    if (timed && gt_cl_timing_.by_begin && !gt_cl_timing_.shed) gt_cl_timing_late_(now);
    if (gt_cl_timing_.shed) gt_cl_timing_shed_ends_(now);
    else if (timed) gt_scope_close_(&gt_cl_timing_.scope, now, NULL);
    else if (!anew) gt_cl_timing_drop_();      /* the interval holds no command */
    const size_t used = gt_cl_mine_.rows.used;
    if (used > gt_cl_mine_.done && gt_cl_is_gated_(used - 1)) gt_cl_mine_.pending = NULL;      /* no earlier work */
    if (anew) gt_cl_timing_.kernels = 0;
    if (!timed) gt_cl_timing_around_(helped, now);
    if (!beside) gt_cl_timing_gap_(timed != NULL, stands);
    gt_cl_timing_.kernels = kernels;
    gt_cl_mine_.pause = timed ? 0 : gt_cl_mine_.pause + (now - gt_cl_timing_.read);
}
static uintptr_t *gt_cl_limit_of_(uintptr_t stands) {   /* where it is kept, or can be; NULL: there is no room */
    uintptr_t *of = gt_cl_loop_->limit, *const end = of + GT_CL_LIMITS_;
    while (of < end && *of && *of != stands) of++;
    return of < end ? of : NULL;
}
static int gt_cl_is_for_limit_(uintptr_t stands) {
    const uintptr_t *const of = gt_cl_limit_of_(stands);
    return of && *of;
}
static int gt_cl_limit_keep_(uintptr_t stands) {        /* 0: it is known already, or there is no room */
    uintptr_t *const of = gt_cl_limit_of_(stands);
    if (!of || *of) return 0;
    *of = stands;
    return 1;
}
/* Notes a reading. Returns 1 if it is for the limit of a wait, as one in this place was before. */
static int gt_cl_limit_read_(uintptr_t stands, double says_ns, int steady, uint64_t now) {
    gt_cl_limit_ *const read = GT_PEEK_(&gt_exit_for_) && gt_cl_loop_made_() ? gt_cl_loop_->read : NULL;
    if (!read) return 0;
    read[1] = read[0];
    read[0].stands = stands;
    read[0].steady = steady;
    read[0].says_ns = says_ns;
    read[0].at = now;
    read[0].calls = gt_cl_timing_.calls;
    read[0].since = gt_cl_timing_.calls - read[1].calls;
    if (gt_cl_loop_->looks == 1 + steady && !read[0].since) (void)gt_cl_limit_keep_(stands);
    gt_cl_loop_->looks = 0;
    return gt_cl_is_for_limit_(stands);
}
/* A reading has ended a timer while commands ran. */
static void gt_cl_limit_ended_(uintptr_t stands, gt_node_ *timer) {
    gt_cl_loop_state_ *const loop = gt_cl_loop_;
    const size_t at = loop->ends++ % (sizeof loop->ended / sizeof *loop->ended);
    loop->ended[at].stands = stands;
    loop->ended[at].timer = timer;
}
/* The reading has been counted as one of the program's, and so have earlier ones in its place: what these ended was no
   timing. */
static void gt_cl_limit_found_(const gt_cl_limit_ *r) {
    gt_cl_loop_state_ *const loop = gt_cl_loop_made_();
    if (!gt_cl_limit_keep_(r->stands)) return;
    gt_cl_log_begins_();
    for (size_t i = 0; i < loop->ends && i < sizeof loop->ended / sizeof *loop->ended; i++) {
        if (loop->ended[i].stands != r->stands) continue;
        gt_count_(loop->ended[i].timer, GT_N_gaps, 1);
        gt_count_(loop->ended[i].timer, GT_N_unsynced, UINT64_MAX);     /* one less */
    }
    if (loop->n && loop->last[loop->n - 1].at == r->at) loop->n--;
    if (r == loop->read) gt_cl_timing_.read = 0;        /* no timing begins there */
    if (gt_cl_timing_.reads_of[2 * r->steady]) gt_cl_timing_.reads = --gt_cl_timing_.reads_of[2 * r->steady];
    gt_cl_log_ends_();
}
static int gt_cl_is_whole_(double limit_ns, const gt_cl_limit_ *r) {    /* it lies a whole number of ms behind r */
    const double step_ns = 1100, ms = 1e-6 * (limit_ns - r->says_ns);   /* programs leave off what is below 1 us */
    return r->says_ns > 0 && ms > 0 && 1e6 * gt_abs_(ms - (double)(int64_t)(ms + 0.5)) < step_ns;
}
/* The thread waits until limit_ns by the clock that it read; from_reading: it sets a timer to so long after its last
   reading, of which the limit was made. Then the reading before was for a limit, too, if the limit lies a whole number
   of ms behind that one, or if the thread did nothing of OpenCL before both: it looked which limits are over. */
void gt_cl_wait_limited_(double limit_ns, int from_reading) {
    const gt_cl_limit_ *const r = gt_cl_loop_ && !gt_cl_telling_ ? gt_cl_loop_->read : NULL;
    if (!r || !r[0].at || r[0].calls != gt_cl_timing_.calls) return;
    if (from_reading) limit_ns += r[0].says_ns;
    if (from_reading || gt_cl_is_whole_(limit_ns, &r[0])) gt_cl_limit_found_(&r[0]);
    if (from_reading && r[1].at && !r[0].since && (!r[1].since || gt_cl_is_whole_(limit_ns, &r[1])))
        gt_cl_limit_found_(&r[1]);
    if (!from_reading && gt_cl_is_for_limit_(r[0].stands)) gt_cl_loop_->looks = 1 + r[0].steady;
}
/* The program has read a clock, at the tick `read`. told: a callback did, before that. stands: place and caller.
   beside: it has just read a clock of the other kind, too, for the same moment. */
static void gt_cl_timing_read_(int other, int beside, int steady, const char *file, const void *place, uintptr_t stands,
                               const gt_cl_told_ *told, uint64_t read) {
    const uint64_t least = gt_cl_timing_.read, now = !told ? read : told->at > least ? told->at : least;
    if (!GT_PEEK_(&gt_exit_for_) || gt_is_off_()) return;
    gt_cl_log_begins_();
    const int of_log = !told && !other && !steady && gt_cl_is_stamp_of_log_(place, stands, now);
    gt_cl_timing_.reads = gt_cl_reading_counted_(other, steady, of_log);
    if (!told && !other) gt_cl_loop_early_(gt_cl_loop_ && gt_cl_loop_->early_from == stands);
    if (of_log) gt_cl_timing_drop_();
    const int anew = !gt_cl_timing_.shed && gt_cl_timing_timed_() && gt_cl_timing_anew_(told);
    gt_node_ *const timed = gt_cl_timing_.shed ? gt_cl_timing_.shed
                          : !anew && gt_cl_timing_timed_() ? gt_cl_timing_.scope.node : NULL;
    const uint64_t ran_on = timed ? GT_PEEK_(&timed->state->count[GT_N_unsynced]) : 0;
    gt_cl_timing_turn_(timed != NULL, now);
    gt_cl_timing_end_(timed, anew, beside, stands, now);
    gt_cl_timing_.marked = 0;
    if (gt_cl_timing_.since != gt_cl_timing_.calls) gt_cl_timing_mark_(now);
    if (!other && !of_log && gt_cl_loop_read_(stands, steady, now, timed) && timed) gt_count_(timed, GT_N_gaps, 1);
    if (gt_cl_loop_) {
        gt_cl_loop_->latest = stands;
        gt_cl_loop_->late = 0;
        const int runs = timed && !told && !other && GT_PEEK_(&timed->state->count[GT_N_unsynced]) > ran_on;
        if (runs) gt_cl_limit_ended_(stands, timed);
    }
    gt_cl_timing_.since = gt_cl_timing_.calls;
    gt_cl_timing_.in_calls = 0;
    gt_cl_timing_.file = file;
    gt_cl_timing_.place = place;
    gt_cl_timing_.reads = gt_cl_timing_.reads_of[gt_cl_timing_.clock];
    const uint64_t left = gt_now_();
    gt_cl_timing_.read = told ? now : left;
    gt_cl_timing_.by_begin = anew && told;
    if (anew) gt_cl_timing_.scope.begin = gt_cl_timing_.read;
    if (gt_cl_mine_.program) gt_count_(gt_cl_mine_.program, GT_N_kit_ns, left - read);
    gt_cl_log_ends_();
}
/* 1: a clock of processor time measures the commands since the last reading. Commands without a launch may lie between
   two timings, and do not count. */
static int gt_cl_timing_by_cpu_(void) {
    return gt_cl_timing_timed_() && (gt_cl_timing_.kernels || gt_cl_timing_.reads_of[1] % 2);
}
#if GT_GNU_     /* the place of a reading is the return address of the function that notes it */
#define GT_CL_PLACED_ __attribute__((noinline))
#define GT_CL_PLACE_ __builtin_return_address(0)
#else
#define GT_CL_PLACED_
#define GT_CL_PLACE_ NULL
#endif
/* Judges a clock other than a wall clock. A clock of processor time (step_ns 0) stands still while the device works, or
   counts all threads of the driver. A coarse clock is off by up to one step. A program that reads a wall clock as well
   may want both times, and is not blamed, unless it reads clock(). place NULL: the place of this call. */
GT_CL_PLACED_ void gt_cl_clock_read_(const char *file, const char *name, double says_ns, double step_ns,
                                     const void *place) {
    if (gt_cl_telling_) return;
    gt_cl_tool_here_();
    gt_start_();
    (void)gt_cl_told_take_();
    const uint64_t now = gt_now_();
    const double passed_ns = gt_rough_ns_(now - gt_cl_timing_.cpu.at), counted_ns = says_ns - gt_cl_timing_.cpu.says_ns;
    const size_t calls = gt_cl_timing_.calls, before = gt_cl_timing_.cpu.calls, wall = gt_cl_timing_.wall;
    const void *const to = place ? place : GT_CL_PLACE_, *const from = gt_cl_timing_.place;
    /* from the end of such a timing to the begin of the next one */
    const int back = from && from != to && from == gt_cl_timing_.to && to == gt_cl_timing_.from;
    const int pair = gt_cl_timing_.cpu.name && !strcmp(gt_cl_timing_.cpu.name, name) && calls > before && !back &&
                     GT_PEEK_(&gt_exit_for_) && ((wall != before + 1 && wall != calls + 1) || name[0] == 'c');
    if (pair && step_ns > 0.01 * passed_ns)
        gt_clock_finding_add_(GT_FINDING_COARSE, name, 0, "its step is {step:ns}, and two readings with OpenCL calls "
                              "between them are {apart:ns} apart", GT_VALUES_(gt_x_(step_ns), gt_x_(passed_ns)));
    /* gap: behind a time of the program's own code, which is right by such a clock. A loop takes a few us from the end
       of one timing to the begin of the next. */
    const uint64_t ticks = now - gt_cl_timing_.cpu.at;
    const int gap = gt_cl_timing_.reads_of[1] % 2 == 0 && gt_rough_ns_(gt_cl_timing_.cpu.own) > 1e5;
    const int by = pair && !gap && !(step_ns > 0) &&
                   ((!gt_cl_timing_.cpu.last && gt_cl_timing_.cpu.timed) || gt_cl_timing_by_cpu_());
    const int apart = passed_ns > 5e6 && gt_abs_(counted_ns - passed_ns) > 0.25 * passed_ns;
    if (by && apart)
        gt_clock_finding_add_(GT_FINDING_CPU_CLOCK, name, 0, "it counted {counted:ns} while {passed:ns} passed from "
                              "one reading to the next, with OpenCL calls between",
                              GT_VALUES_(gt_x_(counted_ns), gt_x_(passed_ns)));
    gt_node_ *const timer = by && (apart || gt_cl_timing_.kernels) && gt_cl_timing_timed_() ? gt_cl_timing_.scope.node
                                                                                            : NULL;
    const uint64_t stored = timer ? gt_stored_(timer) : 0;
    if (pair && gt_cl_timing_.kernels) {
        gt_cl_timing_.from = from;
        gt_cl_timing_.to = to;
    }
    gt_cl_timing_.cpu.own = gt_cl_timing_.cpu.name && calls == before ? ticks : 0;
    gt_cl_timing_.cpu.name = name;
    gt_cl_timing_.cpu.at = now;
    gt_cl_timing_.cpu.says_ns = says_ns;
    gt_cl_timing_.cpu.calls = calls;
    gt_cl_timing_.cpu.timed = gt_cl_timing_.cpu.last || wall != calls + 1;
    gt_cl_timing_.cpu.last = 1;
    gt_cl_timing_read_(1, !gt_cl_timing_.cpu.timed, 0, file, to, (uintptr_t)to * 31, NULL, now);
    if (!timer || gt_stored_(timer) == stored) return;          /* the sample is void */
    gt_count_(timer, GT_N_by_cpu_clock, 1);
    gt_count_(timer, GT_N_cpu_passed_ns, ticks);
    gt_count_(timer, GT_N_cpu_counted_ns, (uint64_t)((double)ticks * gt_larger_(counted_ns / passed_ns, 0)));
}
/* Judges a clock of elapsed time with steps of a microsecond or so. Calls that take less than a step, and have no calls
   before or behind their two readings, are timed one by one: such a difference is 0 or a step. */
static void gt_cl_timing_quick_(double step_ns, uint64_t now) {
    const double passed_ns = gt_rough_ns_(now - gt_cl_timing_.read) - gt_rough_ns_(0);
    const int calls = gt_cl_timing_.since != gt_cl_timing_.calls;
    if (!calls && gt_cl_timing_.quick_ns > 0 && ++gt_cl_timing_.quick >= 6)
        gt_clock_finding_add_(GT_FINDING_COARSE, "gettimeofday()", 0, "its step is {step:ns}, and two readings with "
                              "OpenCL calls between them are {apart:ns} apart",
                              GT_VALUES_(gt_x_(step_ns), gt_x_(gt_cl_timing_.quick_ns)));
    gt_cl_timing_.quick_ns = calls && gt_cl_timing_.quiet && passed_ns < step_ns ? passed_ns : 0;
    gt_cl_timing_.quiet = !calls;
}
static uintptr_t gt_cl_stands_(const void *place, const void *caller) {
    return (uintptr_t)place * 31 ^ (uintptr_t)caller;
}
static void gt_cl_wall_read_(const char *file, int steady, const void *place, const void *caller,
                             const gt_cl_told_ *told, uint64_t read) {
    const int beside = gt_cl_timing_.cpu.last && gt_cl_timing_.cpu.calls == gt_cl_timing_.calls;
    gt_cl_timing_.wall = gt_cl_timing_.calls + 1;
    gt_cl_timing_.cpu.timed |= gt_cl_timing_.cpu.last && gt_cl_timing_.kernels && gt_cl_timing_timed_();
    gt_cl_timing_.cpu.last = 0;
    gt_cl_timing_read_(0, beside, steady, file, place, gt_cl_stands_(place, caller), told, read);
}
/* says_ns: the value that was read; 0: not known. steady: 1: the clock counts from no date, so that no log makes one of
   it. caller: where the function that reads the clock returns to. Many programs have one function for all readings. */
GT_CL_PLACED_ void gt_cl_clock_wall_(const char *file, double says_ns, double step_ns, int steady, const void *place,
                                     const void *caller) {
    if (!place) place = GT_CL_PLACE_;
    if (gt_cl_told_reads_(file, place, caller)) return;
    gt_cl_tool_here_();         /* the program may read its clock before its first call of OpenCL */
    gt_start_();
    uint64_t read = gt_now_();
    if (gt_cl_limit_read_(gt_cl_stands_(place, caller), says_ns, steady, read)) return;
    if (gt_cl_timing_.read && GT_PEEK_(&gt_exit_for_)) gt_cl_timing_quick_(step_ns, read);
    if (gt_cl_told_take_()) read = gt_now_();
    gt_cl_wall_read_(file, steady, place, caller, NULL, read);
}

/* -- time(): a clock of whole seconds, which programs also read for a date and for a seed. Such readings are forgotten.
   Two that are left are a timing if the program asks for their difference, or if they stand in different places, as
   begin and end do. A loop that runs for some seconds reads the clock in one place, again and again. -- */

typedef struct gt_cl_seconds_ {
    double says_s;
    uint64_t at, since;         /* since: of the reading that it was subtracted from; 0: of none */
    size_t launches, before;    /* of this thread, up to then; up to `since` */
    const void *place;
} gt_cl_seconds_;
static GT_THREAD_LOCAL_ struct {
    gt_cl_seconds_ last[6];     /* the latest comes last */
    size_t n;
} gt_cl_seconds_of_;
static uint32_t gt_cl_seconds_timed_;       /* 1: two of them are a timing of launches */

static void gt_cl_seconds_judge_(const gt_cl_seconds_ *to) {
    const double passed_ns = gt_rough_ns_(to->at - to->since), step_ns = 1e9;
    if (!to->since || to->launches <= to->before) return;
    GT_POKE_(&gt_cl_timed_, 3u);
    GT_POKE_(&gt_cl_seconds_timed_, 1u);
    if (step_ns > 0.1 * passed_ns)
        gt_clock_finding_add_(GT_FINDING_COARSE, "time()", 0, "its step is {step:ns}, and two readings with OpenCL "
                              "calls between them are {apart:ns} apart", GT_VALUES_(gt_x_(step_ns), gt_x_(passed_ns)));
}
/* The last reading ends a timing, unless that before or the next one stands in its place. next NULL: there is none. */
static void gt_cl_seconds_end_(const void *next) {
    gt_cl_seconds_ *const to = gt_cl_seconds_of_.last + gt_cl_seconds_of_.n - 1;
    if (gt_cl_seconds_of_.n < 2 || to->place == next || to->place == to[-1].place) return;
    if (!to->since) {
        to->since = to[-1].at;
        to->before = to[-1].launches;
    }
    gt_cl_seconds_judge_(to);
}
static void gt_cl_seconds_add_(double says_s, uint64_t at, const void *place) {
    enum { most = (int)(sizeof gt_cl_seconds_of_.last / sizeof *gt_cl_seconds_of_.last) };
    gt_cl_seconds_ *const last = gt_cl_seconds_of_.last;
    if (gt_cl_seconds_of_.n == most) memmove(last, last + 1, --gt_cl_seconds_of_.n * sizeof *last);
    gt_cl_seconds_ *const r = &last[gt_cl_seconds_of_.n++];
    memset(r, 0, sizeof *r);
    r->says_s = says_s;
    r->at = at;
    r->launches = gt_cl_timing_.launches;
    r->place = place;
}
GT_CL_PLACED_ void gt_cl_seconds_read_(double says_s, const void *place) {
    const void *const at = place ? place : GT_CL_PLACE_;
    gt_cl_tool_here_();
    gt_start_();
    if (!GT_PEEK_(&gt_exit_for_) || gt_is_off_()) return;
    gt_cl_seconds_end_(at);
    gt_cl_seconds_add_(says_s, gt_now_(), at);
}
/* The latest reading that said this, before that one. NULL: there is none. */
static gt_cl_seconds_ *gt_cl_seconds_find_(double says_s, gt_cl_seconds_ *before) {
    gt_cl_seconds_ *r = before ? before : gt_cl_seconds_of_.last + gt_cl_seconds_of_.n;
    while (r-- > gt_cl_seconds_of_.last) if (!(r->says_s < says_s) && !(r->says_s > says_s)) return r;
    return NULL;
}
void gt_cl_seconds_apart_(double to_s, double from_s) {
    gt_cl_seconds_ *to = gt_cl_seconds_find_(to_s, NULL), *from = to ? gt_cl_seconds_find_(from_s, to) : NULL;
    if (!from) return;
    to->since = from->at;
    to->before = from->launches;
    if (to + 1 < gt_cl_seconds_of_.last + gt_cl_seconds_of_.n && to[1].place != to->place) gt_cl_seconds_judge_(to);
}
void gt_cl_seconds_named_(double says_s) {      /* it is a date, or a seed */
    gt_cl_seconds_ *r = gt_cl_seconds_find_(says_s, NULL);
    gt_cl_stamp_dated_(says_s, r != NULL);
    if (!r) return;
    memmove(r, r + 1, (size_t)(gt_cl_seconds_of_.last + gt_cl_seconds_of_.n - r - 1) * sizeof *r);
    gt_cl_seconds_of_.n--;
}
static void gt_cl_helper_ends_(void) {
    if (gt_cl_timing_.read) return;     /* it times itself */
    gt_cl_harvest_(gt_cl_mine_.program, 0);     /* then it is known which launches were first ones */
    gt_lock_();
    if (gt_cl_timing_.first && gt_cl_helper_ < gt_cl_mine_.begin) GT_POKE_(&gt_cl_helper_, gt_cl_mine_.begin);
    gt_unlock_();
}
static void gt_cl_program_end_(void) {
    gt_node_ *n = gt_cl_mine_.program;
    uint64_t end = gt_now_();
    gt_sample row;
    if (!GT_PEEK_(&gt_cl_process_.exiting)) (void)gt_cl_told_take_();
    gt_cl_seconds_end_(NULL);
    gt_cl_timing_drop_();
    (void)gt_cl_settled_(NULL);
    gt_cl_loop_leave_();
    if (!n) return;
    gt_cl_programs_own_();      /* another thread may have a timer open */
    uint64_t begin = gt_cl_mine_.begin;
    GT_CL_PART_(&begin, &end);
    int filled = gt_cl_host_end_(n, begin, end, &row);
    if (begin < end) gt_store_(n, begin, end - begin, filled ? &row : NULL);
    gt_cl_mine_.program = NULL;
}
/* Copies the log of another thread, which does not change it now, into this thread's log. Returns 0 if there is nothing
   to collect, or no memory. */
static int gt_cl_log_copy_(const gt_cl_log_ *from) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const size_t used = from->rows.used;
    memset(mine, 0, sizeof *mine);
    if (!from->program) return 0;
    gt_cl_room_(used + 1);
    if (mine->rows.room <= used) return 0;
    mine->launch = (gt_cl_launch_ *)malloc((from->launches + 1) * sizeof *mine->launch);
    if (!mine->launch) return 0;
    if (from->launches) memcpy(mine->launch, from->launch, from->launches * sizeof *mine->launch);
    memcpy(mine->rows.row, from->rows.row, used * sizeof *from->rows.row);
    for (size_t i = 0; i < used; i++) {
        const cl_event event = *gt_cl_event_of_(from, i);
        *gt_cl_event_at_(i) = event && clRetainEvent(event) == CL_SUCCESS ? event : NULL;
        mine->rows.row[i].waits = 0;
    }
    mine->rows.used = used;
    /* A command that is being enqueued now has no event yet. */
    if (used > from->done && !mine->rows.row[used - 1].taken_ && !*gt_cl_event_at_(used - 1)) mine->rows.used--;
    mine->done = from->done;
    mine->program = from->program;
    mine->begin = from->begin;
    mine->pending = from->pending;
    return 1;
}
/* The log of a thread that does not change it now. NULL: there is none, or the thread goes on changing it. A thread
   that ends takes its log away under the lock. */
static const gt_cl_log_ *gt_cl_log_at_rest_(const gt_thread_ *t) {
    for (int ms = 0; ms < 10; ms++) {
        gt_lock_();
        const gt_cl_log_ *log = (const gt_cl_log_ *)GT_LOAD_(&t->log);
        const int rests = !log || !GT_LOAD_(&log->changing);
        gt_unlock_();
        if (rests) return log;
        gt_sleep_(1);
    }
    return NULL;
}
/* What was in this thread's log has been collected by the thread that called exit. */
static void gt_cl_log_forget_(void) {
    if (gt_cl_timing_.scope.live) (void)gt_scope_pop_(&gt_cl_timing_.scope);
    gt_cl_mine_.program = NULL;
    gt_cl_drop_from_(0);
}
static void gt_cl_objects_let_(void);
/* A signal handler, or a callback, may call exit while its thread is in a call of the driver, which then may hold
   locks: a question to the driver could wait for ever. So what is not yet collected is lost. */
static int gt_cl_ends_inside_(void) {
    const char here = 0;
    if (!gt_cl_mine_.changing && !gt_cl_is_below_(&here, gt_cl_timing_.inside)) return 0;
    if (gt_cl_mine_.changing) gt_cl_objects_let_();
    gt_cl_mine_.rows.used = gt_cl_mine_.done;
    gt_cl_mine_.left.runs = 0;
    return 1;
}
/* At exit, collects the commands that other threads have enqueued. These threads may still run, but what they enqueue
   from now on is not collected. */
static void gt_cl_programs_end_(void) {
    gt_thread_ *self = gt_self_, *t = GT_LOAD_(&gt_threads_);
    const int inside = gt_cl_ends_inside_();
    gt_cl_program_end_();
    if (inside) {
        GT_POKE_(&gt_cl_process_.exiting, 1u);
        return;
    }
    (void)gt_cl_left_running_(GT_CL_NEVER_);
    GT_POKE_(&gt_cl_process_.exiting, 1u);
    GT_POKE_(&gt_cl_collects_, gt_process_());
    GT_STORE_(&gt_cl_collector_, (uintptr_t)&gt_cl_mine_);
    const gt_cl_log_ mine = gt_cl_mine_;
    while (t && (t == self || !GT_LOAD_(&t->log))) t = GT_LOAD_(&t->younger);
    if (t) gt_sleep_(1);        /* a thread that began without seeing the collector shows by now that it did */
    for (; t; t = GT_LOAD_(&t->younger)) {
        const gt_cl_log_ *log = t == self ? NULL : gt_cl_log_at_rest_(t);
        if (!log) continue;
        gt_self_ = t;
        if (gt_cl_log_copy_(log)) gt_cl_program_end_();
        gt_cl_log_free_(&gt_cl_mine_);
    }
    gt_self_ = self;
    gt_cl_mine_ = mine;
    GT_STORE_(&gt_cl_collector_, (uintptr_t)0);
}

/* -- objects: what was made, and not yet released -- */

typedef struct gt_cl_object_ {
    struct gt_cl_object_ *after;
    const void *id;
    const char *file;           /* `call`, in this line, created the object */
    int line, call, kind;
    uint32_t count;             /* references that the program holds */
    size_t row;                 /* event: the row of its command when the call returned, from 1; 0: it had none */
    uint64_t made_at;           /* when the call that created the object began (ticks) */
    uint64_t resets;            /* calls of gt_reset before the object was created */
    cl_ulong *list;             /* queue that got profiling unasked: the properties that the program gave; */
    size_t list_size;           /* kernel whose arguments were seen: GT_CL_ARGUMENTS_ keys that stand for them */
    int hides;                  /* 1: a queue that got profiling unasked */
    double bytes;               /* memory that this object holds; 0: part of another object's memory */
    const char *host;           /* buffer: the program's memory that it uses */
    int used;                   /* buffer: 1: it had contents when it was made, or something uses it */
    const char *name;           /* kernel: its name */
    uint64_t work;              /* program or kernel: gt_cl_work_; kernels of one program with one name share it */
} gt_cl_object_;
/* Each argument has a pair of keys: one from the size of its buffer, one from the buffer itself. The first pair stands
   for all arguments together. */
enum { GT_CL_OBJECT_BITS_ = 10, GT_CL_ARGUMENTS_ = 66 };
/* Copies of one text are told apart by `of`, the work of a context, or 0. first: the oldest copy of the text. */
typedef struct gt_cl_copy_ {
    struct gt_cl_copy_ *after;
    const struct gt_cl_copy_ *first;
    uint64_t of;
    char text[128];
} gt_cl_copy_;
/* All objects: a hash table of lists, by address, which grows with them. Programs that wait now and then have few
   events at once: theirs stays in the processor's caches. */
static struct {
    gt_cl_object_ **at;         /* NULL: no object yet, or no memory for the table */
    int bits;                   /* it has 2^bits lists */
    size_t used;
    gt_cl_object_ *spare;       /* memory of the object that was removed last; NULL: it is in use again */
    uint64_t made, changes;     /* objects ever created; kernels created or removed, and arguments set */
    gt_cl_copy_ *copies;
    uint32_t lock, process;     /* 1: locked; the process that owns the lock */
    /* Buffers that something uses, and that have no memory of the program: each at a place by its address, where
       another may replace it. Read without the lock. */
    uintptr_t plain[1 << 9];
    uint32_t hiding, hosts;     /* queues that got profiling unasked; 1: some buffer uses memory of the program; */
    uint32_t gates;             /* 1: the program has made a user event */
    double more;                /* bytes allocated, less bytes released, since the lock was taken */
} gt_cl_objects_;

/* The kit's own lock would cost a system call each time (which process is this?), and each event takes this lock twice.
   In a forked child the owner may be a thread of the parent, which does not exist here. So the child takes the lock
   over after a second, once. */
static void gt_cl_objects_lock_(void) {
    uint64_t begin = 0;
    while (!gt_replace_(&gt_cl_objects_.lock, 0, 1)) {
        const uint64_t now = gt_os_ns_();
        const uint32_t process = GT_PEEK_(&gt_cl_objects_.process);
        if (!begin) begin = now;
        if (now - begin < 1000000u) gt_yield_();
        else gt_sleep_(1);      /* the owner may be waiting for this processor */
        if (now - begin > 1000000000u && process != gt_process_() &&
            gt_replace_(&gt_cl_objects_.process, process, gt_process_())) return;
    }
    if (!gt_cl_objects_.process) GT_POKE_(&gt_cl_objects_.process, gt_process_());
}
static void gt_cl_objects_unlock_(void) {
    const double more = gt_cl_objects_.more;
    gt_cl_objects_.more = 0;
    GT_STORE_(&gt_cl_objects_.lock, 0u);
    if (!(more > 0 || more < 0)) return;
    GT_CL_LEVEL_(more);
    gt_cl_trace_add_(NULL, 0, more);
}
/* A signal handler ends the program: its own thread may have the lock, and does not go on. */
static void gt_cl_objects_let_(void) {
    int ms = 0;
    for (; ms < 100 && GT_LOAD_(&gt_cl_objects_.lock); ms++) gt_sleep_(1);
    if (ms == 100) GT_STORE_(&gt_cl_objects_.lock, 0u);
}
static gt_cl_object_ **gt_cl_object_list_(const void *id) {
    static gt_cl_object_ *none;
    return !gt_cl_objects_.at ? &none : &gt_cl_objects_.at[gt_cl_hash_((uint64_t)(uintptr_t)id, gt_cl_objects_.bits)];
}
static gt_cl_object_ **gt_cl_object_place_(const void *id) {    /* points to NULL if the object is not known */
    gt_cl_object_ **at = gt_cl_object_list_(id);
    while (*at && (*at)->id != id) at = &(*at)->after;
    return at;
}
static gt_cl_object_ *gt_cl_object_find_(const void *id) { return *gt_cl_object_place_(id); }
static uintptr_t *gt_cl_plain_(const void *memory) { return &gt_cl_objects_.plain[gt_cl_hash_((uintptr_t)memory, 9)]; }
static void gt_cl_object_remove_(gt_cl_object_ **at) {
    gt_cl_object_ *o = *at;
    if (!o) return;
    *at = o->after;
    if (o->kind == GT_CL_OBJECT_cl_mem_ && *gt_cl_plain_(o->id) == (uintptr_t)o->id)
        GT_STORE_(gt_cl_plain_(o->id), (uintptr_t)0);
    if (o->hides) GT_POKE_(&gt_cl_objects_.hiding, gt_cl_objects_.hiding - 1);
    gt_cl_objects_.used--;
    if (o->kind == GT_CL_OBJECT_cl_kernel_) GT_POKE_(&gt_cl_objects_.changes, gt_cl_objects_.changes + 1);
    gt_cl_objects_.more -= o->bytes;
    free(o->list);
    free(gt_cl_objects_.spare);
    gt_cl_objects_.spare = o;
}
/* Returns the object after o, in no particular order; the first one if o is NULL; NULL after the last one. */
static gt_cl_object_ *gt_cl_object_next_(const gt_cl_object_ *o) {
    gt_cl_object_ **list = o ? gt_cl_object_list_(o->id) + 1 : gt_cl_objects_.at;
    gt_cl_object_ **const end = gt_cl_objects_.at ? gt_cl_objects_.at + ((size_t)1 << gt_cl_objects_.bits) : NULL;
    if (o && o->after) return o->after;
    while (list < end && !*list) list++;
    return list < end ? *list : NULL;
}
static double gt_cl_bytes_of_(cl_mem memory) {      /* 0: part of another object's memory, or not known */
    enum { associated = 0x1107 };       /* OpenCL 1.1 */
    cl_mem whole = NULL;
    size_t size = 0;
    if (!GT_CL_ASK_(MemObject, memory, associated, whole) || whole) return 0;
    return GT_CL_ASK_(MemObject, memory, CL_MEM_SIZE, size) ? (double)size : 0;
}
/* Returns a copy of the text that is never freed, since kernels are released and plugins are unloaded. Equal texts
   of one context (`of`: its work; 0: of none) share one copy. The copy that was used last is looked at first. The
   caller holds the lock. NULL: no memory. */
static const char *gt_cl_stays_(const char *text, uint64_t of) {
    gt_cl_copy_ **at = &gt_cl_objects_.copies, *t;
    const gt_cl_copy_ *like = NULL;
    for (; (t = *at) != NULL; at = &t->after) {
        if (strncmp(t->text, text, sizeof t->text - 1)) continue;
        if (t->of == of) break;
        like = t;
    }
    if (t) *at = t->after;
    else if ((t = (gt_cl_copy_ *)malloc(sizeof *t)) == NULL) return NULL;
    else {
        gt_copy_(t->text, sizeof t->text, text);
        t->of = of;
        t->first = like ? like->first : t;
    }
    t->after = gt_cl_objects_.copies;
    gt_cl_objects_.copies = t;
    return t->text;
}
/* Returns a number that all copies of this text share. */
static uint64_t gt_cl_text_key_(const char *copy) {
    const void *const whole = copy ? copy - offsetof(gt_cl_copy_, text) : NULL;
    return whole ? (uint64_t)(uintptr_t)((const gt_cl_copy_ *)whole)->first : 0;
}
/* Returns the name of a kernel; of a long name the end, since mangled names differ there. NULL: not known. Each context
   has copies of its own, by which the table of first uses knows kernels: drivers load a kernel for each context. */
static const char *gt_cl_kernel_name_(cl_kernel kernel) {
    char full[1024] = "";
    cl_context context = NULL;
    const size_t most = sizeof gt_cl_objects_.copies->text - 1;
    if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof full - 1, full, NULL) != CL_SUCCESS) return NULL;
    const size_t length = strlen(full);
    if (!length) return NULL;
    (void)GT_CL_ASK_(Kernel, kernel, CL_KERNEL_CONTEXT, context);
    gt_cl_objects_lock_();
    const gt_cl_object_ *of = gt_cl_object_find_((const void *)context);
    const char *name = gt_cl_stays_(full + (length > most ? length - most : 0), of ? of->work : 0);
    gt_cl_objects_unlock_();
    return name;
}
/* The same for a launch: of a kernel that was seen when it was made, the name is known. */
static const char *gt_cl_known_name_(cl_kernel kernel) {
    gt_cl_objects_lock_();
    const gt_cl_object_ *o = gt_cl_object_find_((const void *)kernel);
    const char *name = o ? o->name : NULL;
    gt_cl_objects_unlock_();
    return name ? name : gt_cl_kernel_name_(kernel);
}
/* The key of a program's work. All programs of one source share the upper half; the lower half is the program's own. */
static uint64_t gt_cl_work_(uint64_t source, uint64_t own) {
    return (uint64_t)gt_cl_hash_(source, 32) << 32 | gt_cl_hash_(own, 32);
}
static uint64_t gt_cl_source_hash_(cl_program program) {    /* 0: no source */
    size_t size = 0;
    uint64_t hash = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS || size < 2) return 0;
    char *text = (char *)calloc(size + 1, 1);
    if (text && clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL) == CL_SUCCESS)
        hash = gt_hash_text_(UINT64_C(0xcbf29ce484222325), text);
    free(text);
    return hash;
}
/* The first use of so many bytes counts, as 16 page faults do. */
#define GT_CL_FRESH_BYTES_ 65536
/* Of a kernel that is cloned. The caller holds the lock. */
static void gt_cl_arguments_copy_(gt_cl_object_ *to, const gt_cl_object_ *from) {
    if (!from || from->kind != GT_CL_OBJECT_cl_kernel_ || !from->list) return;
    to->list = (cl_ulong *)malloc(GT_CL_ARGUMENTS_ * sizeof *to->list);
    if (to->list) memcpy(to->list, from->list, GT_CL_ARGUMENTS_ * sizeof *to->list);
}
/* Makes the table of objects, or doubles it. The caller holds the lock. */
static void gt_cl_objects_grow_(void) {
    gt_cl_object_ **const old = gt_cl_objects_.at, *o, *after;
    const size_t lists = old ? (size_t)1 << gt_cl_objects_.bits : 0;
    const int bits = old ? gt_cl_objects_.bits + 1 : GT_CL_OBJECT_BITS_;
    gt_cl_object_ **const at = (gt_cl_object_ **)calloc((size_t)1 << bits, sizeof *at);
    if (!at) return;
    gt_cl_objects_.at = at;
    gt_cl_objects_.bits = bits;
    for (size_t i = 0; i < lists; i++) {
        for (o = old[i]; o; o = after) {
            gt_cl_object_ **const list = gt_cl_object_list_(o->id);
            after = o->after;
            o->after = *list;
            *list = o;
        }
    }
    free(old);
}
/* Adds a new object with one reference. An object already known at that address was released unseen: it is removed. */
static void gt_cl_object_add_(const gt_cl_call_ *c, int kind, const void *id) {
    const double bytes = kind == GT_CL_OBJECT_cl_mem_ ? gt_cl_bytes_of_((cl_mem)(uintptr_t)id) : 0;
    const cl_kernel kernel = kind == GT_CL_OBJECT_cl_kernel_ ? (cl_kernel)(uintptr_t)id : NULL;
    const char *name = kernel ? gt_cl_kernel_name_(kernel) : NULL;
    cl_program program = NULL;
    cl_mem_flags flags = 0;
    char *host = NULL;
    if (kind != GT_CL_OBJECT_cl_mem_ || !GT_CL_ASK_(MemObject, (cl_mem)(uintptr_t)id, CL_MEM_HOST_PTR, host))
        host = NULL;
    if (kind == GT_CL_OBJECT_cl_mem_) (void)GT_CL_ASK_(MemObject, (cl_mem)(uintptr_t)id, CL_MEM_FLAGS, flags);
    if (!kernel || !GT_CL_ASK_(Kernel, kernel, CL_KERNEL_PROGRAM, program)) program = NULL;
    const uint64_t source = kind == GT_CL_OBJECT_cl_program_ ? gt_cl_source_hash_((cl_program)(uintptr_t)id) : 0;
    gt_cl_objects_lock_();
    gt_cl_object_remove_(gt_cl_object_place_(id));
    gt_cl_object_ *const o = gt_cl_objects_.spare ? gt_cl_objects_.spare : (gt_cl_object_ *)malloc(sizeof *o), **list;
    gt_cl_objects_.spare = NULL;
    if (!gt_cl_objects_.at || gt_cl_objects_.used >> gt_cl_objects_.bits) gt_cl_objects_grow_();
    list = gt_cl_object_list_(id);
    const char *file = o && gt_cl_objects_.at ? gt_cl_stays_(c->file, 0) : NULL;
    if (file) {
        const gt_cl_object_ *of = program ? gt_cl_object_find_((const void *)program) : NULL;
        memset(o, 0, sizeof *o);
        o->name = name;
        gt_cl_objects_.made++;
        o->work = gt_cl_work_(source ? source : gt_cl_objects_.made, gt_cl_objects_.made);
        o->made_at = c->begin;
        if (of && name) o->work = gt_cl_work_(gt_hash_text_(of->work >> 32, name), gt_hash_text_(of->work, name));
        if (kernel && c->kernel) gt_cl_arguments_copy_(o, gt_cl_object_find_((const void *)c->kernel));
        o->id = id;
        o->file = file;
        o->line = c->line;
        o->call = c->id;
        o->kind = kind;
        o->bytes = bytes;
        o->host = host;
        o->used = (flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0 || bytes < GT_CL_FRESH_BYTES_;
        if (host) GT_POKE_(&gt_cl_objects_.hosts, 1u);
        gt_cl_objects_.more += bytes;
        o->count = 1;
        o->row = c->row;
        o->resets = GT_PEEK_(&gt_resets_);
        o->after = *list;
        *list = o;
        gt_cl_objects_.used++;
        if (kernel) GT_POKE_(&gt_cl_objects_.changes, gt_cl_objects_.changes + 1);
    }
    gt_cl_objects_unlock_();
    if (!file) free(o);
    if (kernel && !file)        /* each launch then asks the driver for the name, inside the timed region */
        (void)gt_error_keep_(GT_ERR_MEMORY, 0, NULL, "clCreateKernel", c->file, c->line, NULL);
}
/* User events that were made last: each with a reference, so that the driver can be asked whether it is set, by code
   that this file does not see too. Under the lock, but no driver is asked under it: who asks takes the event out. */
static cl_event gt_cl_gates_[64];
enum { GT_CL_GATES_ = sizeof gt_cl_gates_ / sizeof *gt_cl_gates_ };
static cl_event gt_cl_gate_take_(const void *event) {       /* NULL: it is not among them */
    size_t i = 0;
    gt_cl_objects_lock_();
    while (i < GT_CL_GATES_ && (const void *)gt_cl_gates_[i] != event) i++;
    cl_event taken = i < GT_CL_GATES_ ? gt_cl_gates_[i] : NULL;
    if (taken) gt_cl_gates_[i] = NULL;
    gt_cl_objects_unlock_();
    return taken;
}
static void gt_cl_gate_put_(cl_event event) {       /* with a reference; in place of another, if there is no room */
    static size_t next;
    size_t i = 0;
    gt_cl_objects_lock_();
    while (i < GT_CL_GATES_ && gt_cl_gates_[i]) i++;
    if (i == GT_CL_GATES_) i = next++ % GT_CL_GATES_;
    cl_event other = gt_cl_gates_[i];
    gt_cl_gates_[i] = event;
    gt_cl_objects_unlock_();
    if (other) (void)clReleaseEvent(other);
}
static void gt_cl_gate_made_(cl_event event) {
    if (clRetainEvent(event) != CL_SUCCESS) return;
    GT_POKE_(&gt_cl_objects_.gates, 1u);
    gt_cl_gate_put_(event);
}
static void gt_cl_gate_drop_(const void *event) {
    cl_event taken = gt_cl_gate_take_(event);
    if (taken) (void)clReleaseEvent(taken);
}
/* Counts references. by 0: a retain that failed. A release is counted before it happens, since afterwards the driver
   may use the address for a new object. Returns 1 if that was the last reference that is known. */
static int gt_cl_reference_(const void *object, int by) {
    gt_cl_objects_lock_();
    gt_cl_object_ **at = gt_cl_object_place_(object);
    const int kind = *at ? (*at)->kind : GT_CL_OBJECT_cl_event_, stays = *at && (by >= 0 || (*at)->count > 1);
    const int gate = *at && !stays && (*at)->call == GT_CL_CALL_clCreateUserEvent_;
    const int ends = *at && !stays && kind != GT_CL_OBJECT_cl_event_;
    if (ends && gt_cl_loop_ && (*at)->made_at < gt_cl_loop_->total.begin) gt_cl_loop_->gives_up = 1;
    if (stays) (*at)->count += (uint32_t)by;
    else gt_cl_object_remove_(at);
    gt_cl_objects_unlock_();
    if (gate) gt_cl_gate_drop_(object);
    if (by < 0 && (kind == GT_CL_OBJECT_cl_context_ || kind == GT_CL_OBJECT_cl_command_queue_)) gt_cl_harvest_all_();
    return !stays;
}

/* Whether an event is one that the program has yet to set. */
static int gt_cl_is_gate_(const void *event) {
    gt_cl_objects_lock_();
    const gt_cl_object_ *o = gt_cl_object_find_(event);
    const int gate = o && o->call == GT_CL_CALL_clCreateUserEvent_;
    gt_cl_objects_unlock_();
    cl_event taken = gate ? gt_cl_gate_take_(event) : NULL;
    if (!taken) return 0;
    const int runs = gt_cl_runs_(taken);
    if (runs) gt_cl_gate_put_(taken);
    else (void)clReleaseEvent(taken);
    return runs;
}
/* Whether a command has yet to begin, since it waits for such an event. */
static int gt_cl_is_gated_(size_t row) {
    const gt_command *r = &gt_cl_mine_.rows.row[row];
    uint32_t i = 0;
    if (!GT_PEEK_(&gt_cl_objects_.gates) || !r->waits || !gt_cl_row_runs_(row)) return 0;
    while (i < r->waits && !gt_cl_is_gate_(gt_cl_mine_.waited[r->wait_at_ + i])) i++;
    return i < r->waits;
}
/* The row has the first event of a wait list alone, unless whole lists are needed. If the program has yet to set an
   event of the list, the row has that one. */
static void gt_cl_gate_keep_(const gt_command *r, const gt_cl_call_ *c) {
    cl_uint i = 0;
    if (!GT_PEEK_(&gt_cl_objects_.gates) || r->waits != 1 || c->waits < 2) return;
    while (i < c->waits && !gt_cl_is_gate_((const void *)c->list[i])) i++;
    if (i < c->waits) gt_cl_mine_.waited[r->wait_at_] = (const void *)c->list[i];
}
/* Notes whether the event that the row has of its wait list is over: then the command waits for something else. An
   event that the kit does not know is not asked: it may be none. */
static void gt_cl_listed_look_(gt_command *r, const gt_cl_log_ *mine) {
    const void *const event = r->waits ? mine->waited[r->wait_at_] : NULL;
    if (!event) return;
    gt_cl_objects_lock_();
    const int known = gt_cl_object_find_(event) != NULL;
    gt_cl_objects_unlock_();
    r->listed_over_ = known && !gt_cl_runs_((cl_event)(uintptr_t)event);
}

/* -- callbacks of events -- */

static int gt_cl_told_reads_(const char *file, const void *place, const void *caller) {
    gt_cl_told_ *to = NULL;
    if (!gt_cl_telling_) return 0;
    const uint64_t now = gt_now_();
    gt_cl_asker_ *const by = gt_cl_telling_->by;
    gt_cl_objects_lock_();
    if (!by->ended && by->n < GT_CL_TOLD_MOST_) to = (gt_cl_told_ *)gt_more_(&by->of, by->n, &by->room, sizeof *to);
    if (to) {
        *to = *gt_cl_telling_;
        to->file = file;
        to->place = place;
        to->caller = caller;
        to->at = now;
        GT_POKE_(&by->n, by->n + 1);
    }
    gt_cl_objects_unlock_();
    return 1;
}
static int gt_cl_told_take_(void) {
    gt_cl_asker_ *const mine = gt_cl_timing_.asker;
    const int any = mine && GT_PEEK_(&mine->n);
    while (mine && GT_PEEK_(&mine->n)) {
        gt_cl_objects_lock_();
        const gt_cl_told_ told = mine->of[0];
        GT_POKE_(&mine->n, mine->n - 1);
        memmove(mine->of, mine->of + 1, mine->n * sizeof *mine->of);
        gt_cl_objects_unlock_();
        gt_cl_wall_read_(told.file, 0, told.place, told.caller, &told, gt_now_());
    }
    return any;
}
/* ended: by the thread, which ends; else by a callback */
static void gt_cl_asker_drop_(gt_cl_asker_ *by, int ended) {
    gt_cl_objects_lock_();
    by->ended |= ended;
    const int last = !--by->held;
    gt_cl_objects_unlock_();
    if (!last) return;
    free(by->of);
    free(by);
}
static void gt_cl_asker_leave_(void) {
    if (gt_cl_timing_.asker) gt_cl_asker_drop_(gt_cl_timing_.asker, 1);
    gt_cl_timing_.asker = NULL;
}
#ifndef GT_CL_TELLS_        /* a layer defines it: the program's function runs, maybe inside a call */
#define GT_CL_TELLS_(call) call
#endif
static void CL_CALLBACK gt_cl_tells_(cl_event event, cl_int status, void *data) {
    gt_cl_told_ told = *(gt_cl_told_ *)data;
    const gt_cl_told_ *const outer = gt_cl_telling_;
    free(data);
    told.over = status <= CL_COMPLETE;
    gt_cl_telling_ = &told;
    GT_CL_TELLS_(told.then(event, status, told.data));
    gt_cl_telling_ = outer;
    gt_cl_asker_drop_(told.by, 0);
}
/* Puts the kit's function between a callback and the program's function for it. Only timings of a program without
   scopes need that. */
void gt_cl_callback_(gt_cl_call_ *c, cl_int status, gt_cl_event_then_ *then, void **data) {
    gt_cl_told_ *told = *then && gt_cl_mine_.program ? (gt_cl_told_ *)calloc(1, sizeof *told) : NULL;
    gt_cl_asker_ **const by = &gt_cl_timing_.asker;
    if (told && !*by && (*by = (gt_cl_asker_ *)calloc(1, sizeof **by)) != NULL) (*by)->held = 1;
    if (!told || !*by) {
        free(told);
        return;
    }
    gt_cl_objects_lock_();
    (*by)->held++;
    gt_cl_objects_unlock_();
    told->then = *then;
    told->data = *data;
    told->event = (cl_event)(uintptr_t)c->object;
    told->by = *by;
    *then = gt_cl_tells_;
    c->value = *data = told;
    if (status == CL_COMPLETE && gt_cl_loop_) gt_cl_loop_->told_end = c->object;
}
static void gt_cl_callback_failed_(const gt_cl_call_ *c) {
    gt_cl_told_ *told = (gt_cl_told_ *)(uintptr_t)c->value;
    if (told) gt_cl_asker_drop_(told->by, 0);
    free(told);
}

/* -- calls -- */

#define GT_CL_CALL_NAME_(shape, name, ...) #name,
static const char *const gt_cl_calls_[] = { GT_CL_CALLS_ALL_(GT_CL_CALL_NAME_) };
static struct { gt_aligned_ n, failed, ticks; } gt_cl_called_[GT_CL_CALL_COUNT_];      /* in all threads */
static gt_aligned_ gt_cl_in_waits_;    /* ticks in calls that wait */
static gt_aligned_ gt_cl_no_event_;    /* queries that returned CL_INVALID_EVENT */
#if GT_GNU_
#define GT_CL_ADD_(p, v) ((void)__sync_fetch_and_add((p), (v)))
#else
#define GT_CL_ADD_(p, v) ((void)_InterlockedExchangeAdd64((volatile long long *)(p), (long long)(v)))
#endif

/* For each queue: when it was last given commands (sent), and up to when somebody has waited for them (done). Both are
   counted in turns: each wait takes one turn when it begins and one when it ends, since waits of several threads
   overlap. A queue that takes the place of another queue in the table counts as having been given commands. */
typedef struct gt_cl_drain_ { uintptr_t queue; uint32_t sent, done; } gt_cl_drain_;
static gt_cl_drain_ gt_cl_drains_[513];     /* the last one stands for all queues */
static gt_cl_drain_ *gt_cl_drain_of_(const void *queue) {
    gt_cl_drain_ *d = &gt_cl_drains_[queue ? gt_cl_hash_((uintptr_t)queue, 9) : 512];
    if (GT_LOAD_(&d->queue) == (uintptr_t)queue) return d;
    gt_lock_();
    if (d->queue && d->queue != (uintptr_t)queue) {
        GT_POKE_(&d->sent, GT_PEEK_(&gt_cl_process_.turns));
        GT_POKE_(&d->done, GT_PEEK_(&gt_cl_process_.turns) - 1);
    }
    GT_STORE_(&d->queue, (uintptr_t)queue);
    gt_unlock_();
    return d;
}
/* When each thread launched last, and on which device. 0: not known, since no other thread had launched yet. */
enum { GT_CL_SENDERS_ = 64 };
static struct { uint64_t at; uintptr_t device; } gt_cl_sender_[GT_CL_SENDERS_];
static uint32_t gt_cl_senders_;
static GT_THREAD_LOCAL_ struct { uint32_t place; cl_command_queue queue; uintptr_t device; } gt_cl_sends_;
static void gt_cl_launch_sent_(cl_command_queue queue, uint64_t at) {
    if (!gt_cl_sends_.place) gt_cl_sends_.place = GT_ADD_(&gt_cl_senders_, 1u);
    if (GT_PEEK_(&gt_cl_senders_) > 1 && gt_cl_sends_.queue != queue) {
        gt_cl_sends_.queue = queue;
        gt_cl_sends_.device = (uintptr_t)gt_cl_queue_device_(queue);
    }
    GT_POKE_(&gt_cl_sender_[gt_cl_sends_.place % GT_CL_SENDERS_].device, gt_cl_sends_.device);
    GT_POKE_(&gt_cl_sender_[gt_cl_sends_.place % GT_CL_SENDERS_].at, at);
}
static int gt_cl_others_sent_(uint64_t since) {     /* 1: another thread has launched on the device of this one */
    const uint32_t n = GT_PEEK_(&gt_cl_senders_);
    if (n < 2 || !gt_cl_sends_.place || !gt_cl_sends_.device) return 0;
    for (uint32_t i = 0; i < GT_CL_SENDERS_; i++)
        if (i != gt_cl_sends_.place % GT_CL_SENDERS_ && GT_PEEK_(&gt_cl_sender_[i].at) > since &&
            GT_PEEK_(&gt_cl_sender_[i].device) == gt_cl_sends_.device) return 1;
    return 0;
}
static void gt_cl_sent_(const void *queue) {
    GT_POKE_(&gt_cl_drain_of_(queue)->sent, GT_PEEK_(&gt_cl_process_.turns) + 1);
}
/* Notes that a wait for a queue, which began in turn `since`, is over. Returns 1 if the queue was busy although no
   command that was seen had been enqueued since an earlier, complete wait. */
static int gt_cl_drained_(const void *queue, uint32_t since, uint64_t ticks) {
    gt_cl_drain_ *const of[2] = { gt_cl_drain_of_(queue), gt_cl_drain_of_(NULL) };
    const uint32_t now = GT_ADD_(&gt_cl_process_.turns, 1u);
    int had = 0;
    for (int i = 0; i < 2; i++) {
        const uint32_t sent = GT_PEEK_(&of[i]->sent), done = GT_PEEK_(&of[i]->done);
        had |= (int32_t)(sent - done) > 0 || (int32_t)(done - since) > 0;
        if ((int32_t)(sent - since) <= 0) GT_POKE_(&of[i]->done, now);
    }
    return !had && gt_rough_ns_(ticks) > 200000;
}

/* The report at exit must run before drivers shut down. Drivers register their exit handlers when they are loaded or
   first used, and handlers run in reverse order. So the kit registers its own again after each of these occasions. */
static void gt_cl_exit_again_(uint32_t when) {
    static uint32_t asked;
    if (!GT_PEEK_(&gt_exit_for_) || GT_PEEK_(&asked) & when) return;
    GT_POKE_(&asked, GT_PEEK_(&asked) | when);
    gt_exit_ask_();
}
/* Names a timer after the first OpenCL call in it. If that call stands in another file than the reading of the clock,
   the name also gets the place of the reading. If the call stands in a header (C++ bindings, or the program's own), its
   line says nothing, and the name does without. The line of a reading is not known; readings are numbered in the order
   in which they first occur. */
#ifdef GT_CL_TIMING_NAME_    /* a layer does not know files; it knows return addresses */
static const char *gt_cl_timing_name_(const gt_cl_call_ *c) { return GT_CL_TIMING_NAME_(c->id, gt_cl_timing_.place); }
#else
static const char *gt_cl_timing_name_(const gt_cl_call_ *c) {
    static const void *at[64];
    const char *file = gt_cl_timing_.file, *name = gt_last_name_(c->file);
    int k = 0;
    if (!c->depth && (!file || !strcmp(file, c->file))) return gt_text_("timer %s:%d", name, c->line);
    gt_lock_();
    while (k < 63 && at[k] && at[k] != gt_cl_timing_.place) k++;
    at[k] = gt_cl_timing_.place;
    gt_unlock_();
    if (!c->depth) return gt_text_("timer %s:%d (reading %d, %s)", name, c->line, k + 1, gt_last_name_(file));
    name = gt_cl_calls_[c->id];
    return file ? gt_text_("timer %d in %s (%s)", k + 1, gt_last_name_(file), name)
                : gt_text_("timer %d (%s)", k + 1, name);
}
#endif
static void gt_cl_call_seen_(gt_cl_call_ *c) {
    gt_cl_timings_ *const timing = c->timing;
    gt_cl_tool_here_();
    gt_start_();
    timing->plain += c->line < 0;
    if (c->line < 0) c->line = -c->line;
    if (timing->asker) (void)gt_cl_told_take_();
    if (!c->file[0] || !GT_PEEK_(&gt_exit_for_)) return;        /* "": a retain or release */
    if (!c->log->program && !gt_cl_program_begin_()) return;
    if (timing->read && timing->since == timing->calls && !timing->marked)
        gt_cl_timing_mark_(timing->read);
    timing->calls++;
    if (timing->read) (void)gt_cl_timing_begin_(c, 0);
}
#ifndef GT_CL_BEFORE_       /* a layer (gtprof) defines these: they run for each call that it counts */
#define GT_CL_BEFORE_(call)
#define GT_CL_AFTER_(call, code)
#endif
#ifndef GT_CL_SEES_CLOCKS_  /* 1: readings of clocks are seen */
#define GT_CL_SEES_CLOCKS_ 1
#endif
/* Returns the kind of the call in the account's log. */
static int gt_cl_log_kind_(const gt_cl_call_ *c) {
    if (c->does < GT_CL_BUILDS_ || c->does == GT_CL_RELEASES_ || c->does == GT_CL_ASKS_)
        return c->blocks ? GT_LOG_WAIT_ : GT_LOG_CALL_;
    if (c->does == GT_CL_BUILDS_ || c->does == GT_CL_MAKES_ || c->id == GT_CL_CALL_clCreateKernelsInProgram_ ||
        c->id == GT_CL_CALL_clCreateSubDevices_ || c->id == GT_CL_CALL_clGetPlatformIDs_ ||
        c->id == GT_CL_CALL_clGetDeviceIDs_) return GT_LOG_SETUP_;      /* the first of these two loads the drivers */
    return c->blocks || c->id == GT_CL_CALL_clFlush_ ? GT_LOG_WAIT_ : GT_LOG_CALL_;
}
/* Adds the call to the trace. Calls that wait for queues, or that list, wait for or query events name them, so that a
   reader of the trace can find the commands. */
static void gt_cl_traced_(const gt_cl_call_ *c, cl_int code) {
    gt_cl_trace_call_ call;
    if (!gt_is_traced_()) return;
    gt_cl_trace_clear_(&call);
    call.name = gt_cl_calls_[c->id];
    call.begin = c->begin;
    call.ticks = c->ticks;
    call.bytes = c->bytes;
    call.code = code;
    if (c->blocks) call.queue = c->queue;
    if (code == CL_SUCCESS && c->event) call.made = (const void *)*c->event;
    if (code == CL_SUCCESS && c->kind == GT_CL_OBJECT_cl_event_) call.made = c->object;
    call.events = c->list ? c->waits : 0;
    for (cl_uint i = 0; i < call.events && i < GT_CL_TRACE_EVENTS_; i++) call.event[i] = c->list[i];
    if ((c->id == GT_CL_CALL_clGetEventInfo_ || c->id == GT_CL_CALL_clSetEventCallback_) && c->object)
        call.event[call.events++] = c->object;
    gt_cl_trace_call_add_(&call);
}
/* Notes a build, or that the basis of all work was made: a context, queue or program. */
static void gt_cl_made_basis_(const gt_cl_call_ *c) {
    const int made = c->does == GT_CL_MAKES_ &&
                     (c->kind == GT_CL_OBJECT_cl_context_ || c->kind == GT_CL_OBJECT_cl_command_queue_ ||
                      c->kind == GT_CL_OBJECT_cl_program_);
    if (!made && c->does != GT_CL_BUILDS_) return;
    if (c->timing->did_set_up < 2) c->timing->did_set_up = 1 + (made && c->kind == GT_CL_OBJECT_cl_context_);
    c->timing->did = (c->timing->did ^ (uint64_t)c->id) * UINT64_C(0x9e3779b97f4a7c15);
    if (c->does != GT_CL_BUILDS_) return;
    gt_lock_();
    if (gt_cl_totals_.builds < GT_CL_BUILDS_KEPT_) {
        const size_t i = gt_cl_totals_.builds++;
        gt_cl_totals_.build[i].begin = c->begin;
        gt_cl_totals_.build[i].ticks = c->ticks;
        gt_cl_totals_.build[i].thread = gt_cl_thread_number_();
    }
    gt_unlock_();
}
static void gt_cl_counted_(gt_cl_call_ *c, cl_int code) {
    c->ticks = gt_now_() - c->begin;
    if (gt_is_off_()) return;
    GT_CL_ADD_(&gt_cl_called_[c->id].n, 1u);
    GT_CL_ADD_(&gt_cl_called_[c->id].ticks, c->ticks);
    c->timing->in_calls += c->ticks;
    if (code != CL_SUCCESS) GT_CL_ADD_(&gt_cl_called_[c->id].failed, 1u);
    gt_cl_call_log_(gt_cl_log_kind_(c), c->begin, c->begin + c->ticks, 0);
    gt_cl_made_basis_(c);
    gt_cl_traced_(c, code);
    if (!c->blocks) return;
    GT_CL_ADD_(&gt_cl_in_waits_, c->ticks);
    gt_cl_exit_again_(4);
}
static cl_int gt_cl_kept_(const gt_cl_call_ *c, cl_int code) {      /* a failure is kept for gt_fail and reports */
    /* A reference of NULL, say, that could not be counted is no work that is missing in a time. */
    const int is_reference = c->does == GT_CL_RETAINS_ || c->does == GT_CL_RELEASES_;
    return code == CL_SUCCESS || is_reference ? code : gt_cl_check(code, gt_cl_calls_[c->id], c->file, c->line);
}
static void gt_cl_waited_for_(const gt_cl_call_ *c, cl_int code) {
    const void *drained = (const void *)c->queue;
    if (code != CL_SUCCESS && code != -14) return;      /* -14: it has waited, and a command has failed */
    gt_node_ *n = gt_cl_settled_(drained) && gt_self_ ? gt_self_->current : NULL;
    if (n && n->parent && gt_rough_ns_(c->ticks) > 50000) {
        gt_alert_(n, GT_ALERT_EVENTS_);     /* the wait was for launches before this region */
        gt_count_timed_(n, GT_N_dirty, c->ticks);
    }
    if (drained && code == CL_SUCCESS && gt_cl_drained_(drained, c->turn, c->ticks) && GT_CL_COUNTS_(0))
        gt_cl_count_inside_(GT_N_foreign, c->ticks);
    c->log->waves++;
}
/* Notes an argument of a kernel. Only timings of a program without scopes need arguments. */
static void gt_cl_argument_(const gt_cl_call_ *c, cl_int code) {
    const uint64_t prime = UINT64_C(0x100000001b3);
    const unsigned char *bytes = (const unsigned char *)c->value;
    const void *id = NULL;
    uint64_t hash[2] = { (c->what + 1) * UINT64_C(0x9e3779b97f4a7c15), 0 };
    if (code != CL_SUCCESS || !GT_PEEK_(&gt_exit_for_)) return;
    if (bytes && c->size == sizeof id) memcpy(&id, bytes, sizeof id);
    gt_cl_objects_lock_();
    gt_cl_object_ *o = gt_cl_object_find_((const void *)c->kernel), *m = id ? gt_cl_object_find_(id) : NULL;
    if (m && m->kind != GT_CL_OBJECT_cl_mem_) m = NULL;
    if (m) m->used = 1;
    if (m) hash[1] = (hash[0] ^ m->work) * prime;
    if (m || !bytes) hash[0] = (hash[0] ^ (m ? (uint64_t)m->bytes : c->size)) * prime;
    else for (size_t k = 0; k < c->size; k++) hash[0] = (hash[0] ^ bytes[k]) * prime;
    if (o && !o->list) o->list = (cl_ulong *)calloc(GT_CL_ARGUMENTS_, sizeof *o->list);
    for (int k = 0; o && o->list && k < 2; k++) {
        cl_ulong *was = &o->list[2 + 2 * (c->what % (GT_CL_ARGUMENTS_ / 2 - 1)) + (cl_uint)k];
        if (*was == hash[k]) continue;
        o->list[k] ^= *was ^ hash[k];
        *was = hash[k];
        GT_POKE_(&gt_cl_objects_.changes, gt_cl_objects_.changes + 1);
    }
    gt_cl_objects_unlock_();
}
/* Returns a key for the sizes of a launch. For an offset it only holds whether there is one. */
uint64_t gt_cl_sizes_hash_(cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local) {
    uint64_t h = dimensions;
    for (cl_uint i = 0; dimensions < 4 && i < dimensions; i++) {   /* with more dimensions the call fails */
        h = (h ^ (global ? global[i] : 0)) * UINT64_C(0x100000001b3);
        h = (h ^ (local ? local[i] : 0)) * UINT64_C(0x100000001b3) + (offset && offset[i]);
    }
    return h;
}
/* Points the row at what is known of its launch. Equal launches share one entry, if fewer than eight others came
   between. */
static void gt_cl_command_is_(gt_command *r, const gt_cl_launch_ *launch) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    if (mine->rows.used == mine->done + 1) mine->launches = 0;      /* no earlier row is left */
    size_t i = mine->launches;
    while (i && i + 8 > mine->launches && memcmp(&mine->launch[i - 1], launch, sizeof *launch) != 0) i--;
    if (!i || i + 8 <= mine->launches) {
        gt_cl_launch_ *to = (gt_cl_launch_ *)gt_more_(&mine->launch, mine->launches, &mine->launch_room, sizeof *to);
        if (to) *to = *launch;
        i = to ? ++mine->launches : 0;
    }
    r->launch_ = (uint32_t)i;
}
/* What is known of a launch: its kernel's name, its key of work. Consecutive launches of one kernel look these up once,
   as long as no kernel was created, removed or given an argument in between. */
static gt_cl_launch_ gt_cl_launch_is_(const gt_cl_call_ *c) {
    const cl_kernel kernel = c->kernel;
    static GT_THREAD_LOCAL_ struct { cl_kernel kernel; uint64_t changes, work, given[2]; const char *name; } last;
    if (last.kernel != kernel || last.changes != GT_PEEK_(&gt_cl_objects_.changes)) {
        gt_cl_objects_lock_();
        const gt_cl_object_ *o = gt_cl_object_find_((const void *)kernel);
        if (o && o->kind != GT_CL_OBJECT_cl_kernel_) o = NULL;
        last.kernel = o ? kernel : NULL;
        last.changes = gt_cl_objects_.changes;
        last.work = o ? o->work : gt_cl_work_((uintptr_t)kernel, (uintptr_t)kernel);
        last.name = o ? o->name : NULL;
        for (int i = 0; i < 2; i++) last.given[i] = o && o->list ? o->list[i] : 0;
        gt_cl_objects_unlock_();
        if (!o) last.name = gt_cl_kernel_name_(kernel);
    }
    gt_cl_launch_ launch = { last.name,
                             gt_cl_work_((last.work >> 32) + c->sizes, last.work + c->sizes) | GT_CL_WORK_,
                             { last.given[0], last.given[1] }, { 0, 0, 0, 0, 0, 0 } };
    for (cl_uint i = 0; gt_is_traced_() && c->global && i < c->count && i < 3; i++) {
        launch.sizes[i] = c->global[i];
        launch.sizes[3 + i] = c->local ? c->local[i] : 0;
    }
    return launch;
}
/* A layer does not want that launch counted. Later ones are no first launches all the same. */
static void gt_cl_launch_passed_(const gt_cl_call_ *c) {
    const uint64_t now = gt_now_();
    gt_cl_log_begins_in_(c->log, c->timing);
    const gt_cl_launch_ launch = gt_cl_launch_is_(c);
    const gt_cl_use_ *work = gt_cl_use_of_((uintptr_t)launch.work, now, NULL);
    if (work && GT_PEEK_(&work->first) == now) gt_cl_launched_(c->kernel);
    gt_cl_log_ends_in_(c->log);
}
static int gt_cl_is_cpu_(cl_command_queue queue) {
    cl_device_id device = NULL;
    cl_device_type type = 0;
    return GT_CL_ASK_(CommandQueue, queue, CL_QUEUE_DEVICE, device) &&
           GT_CL_ASK_(Device, device, CL_DEVICE_TYPE, type) && type & CL_DEVICE_TYPE_CPU;
}
/* Returns the bytes that a command moves between a buffer and the host (host NULL: inside the device), and notes
   whether it is the first use of the buffer. -1: none, since the device is a CPU and the host pointer is the buffer's
   own memory (CL_MEM_USE_HOST_PTR). Other devices have the data in memory of their own. */
double gt_cl_moves_(gt_cl_call_ *c, cl_mem memory, size_t offset, size_t size, const void *host) {
    c->fresh = 0;
    if (memory && GT_LOAD_(gt_cl_plain_((const void *)memory)) == (uintptr_t)memory) return (double)size;
    gt_cl_objects_lock_();
    gt_cl_object_ *o = gt_cl_object_find_((const void *)memory);
    const int own = o && o->host && o->host + offset == (const char *)host;
    c->fresh = o && !o->used;
    if (o) o->used = 1;
    if (o && !o->host) GT_STORE_(gt_cl_plain_(o->id), (uintptr_t)o->id);
    gt_cl_objects_unlock_();
    return own && gt_cl_is_cpu_(c->queue) ? -1 : (double)size;
}
/* Returns the bytes that a map moves. -1: none, since a CPU device maps memory of the program. 0: not known. */
double gt_cl_maps_(cl_command_queue queue) { return gt_cl_is_cpu_(queue) ? -1 : 0; }
/* Returns the bytes of a part of an image. 0: not known. */
double gt_cl_pixels_(cl_mem image, const size_t *region) {
    size_t each = 0;
    return GT_CL_ASK_(Image, image, CL_IMAGE_ELEMENT_SIZE, each) ? (double)each * GT_CL_VOLUME_(region) : 0;
}
/* The type of the commands that a call makes, less GT_CL_TYPE_: drivers are asked for that once. 0: not yet known. */
static uint32_t gt_cl_types_[GT_CL_CALL_COUNT_];
/* Adds a row for the command, unless GT_EVENT has added one, and copies what the call says into the row. */
static void gt_cl_enqueue_begin_(gt_cl_call_ *c) {
    const cl_kernel kernel = c->kernel;
    gt_cl_log_ *const mine = c->log;
    gt_cl_sent_((const void *)c->queue);    /* and again when the call ends: another thread may wait meanwhile */
    gt_cl_timing_shed_();
    gt_command *r = gt_cl_command_at_(c->event);
    if (!r && (r = gt_cl_command_new_(1, NULL, 0)) != NULL) {
        c->row = mine->rows.used;
        c->place = gt_cl_event_of_(mine, c->row - 1);
    }
    if (r) {
        gt_cl_command_waits_(r, c->waits, c->list);
        gt_cl_gate_keep_(r, c);
        gt_cl_listed_look_(r, mine);
        r->queue = (const void *)c->queue;
        r->type_ = GT_PEEK_(&gt_cl_types_[c->id]) & 31u;
        if (!r->name) {
            r->bytes = gt_larger_(0, c->bytes);
            r->assumed_ = (c->bytes < 0 ? 2u : c->bytes > 0 ? 1u + 2u * (c->fresh != 0) : 0u) & 3u;
            if (kernel) {
                const gt_cl_launch_ launch = gt_cl_launch_is_(c);
                gt_cl_command_is_(r, &launch);
            }
        }
        if (kernel) r->wave_ = mine->waves + 1;
    }
    c->begin = gt_now_();
    if (c->place) r->before = c->begin;
}
/* Work that was launched often: means need QUEUED and SUBMIT of few launches, and some drivers take 0.4 us for each of
   these. Whoever wants a row for each command gets them all. So does a program with user events: what such an event
   holds back can have START and END of an earlier command, but no QUEUED. */
static void gt_cl_launched_again_(gt_cl_use_ *work, gt_command *r, const uint64_t *given) {
    enum { often = 256, one_in_bits = 3 };
    if (work->more < often) {
        /* the same numbers with other buffers: work of its own, not the first launch once more */
        if (given[0] == work->given[0] && given[1] != work->given[1]) r->wave_ = 0;
        GT_POKE_(&work->more, work->more + 1);
    } else r->brief_ = gt_cl_hash_(r->before, one_in_bits) > 0 && !gt_commands_listed_() &&
                     !GT_PEEK_(&gt_cl_objects_.gates);
}
/* A command was enqueued; r: its row, or NULL. Where it belongs to no timer, the launch is a use of its kernel. */
static void gt_cl_enqueued_(const gt_cl_call_ *c, gt_command *r) {
    gt_cl_timings_ *const timing = c->timing;
    const int launches = c->kernel != NULL;
    timing->kernels += (size_t)launches;
    timing->launches += (size_t)launches;
    timing->did_launch |= launches;
    if (launches && GT_PEEK_(&gt_cl_timed_) == 1) GT_POKE_(&gt_cl_timed_, 2u);
    const gt_cl_launch_ *const launch = r && launches ? gt_cl_launch_of_(r) : NULL;
    const uint64_t what = launch ? gt_cl_text_key_(launch->kernel_name) : (uint64_t)c->id;
    timing->did = (timing->did ^ (what + 1)) * UINT64_C(0x9e3779b97f4a7c15);
    if (!launches || (r && r->scope != c->log->program)) return;
    const uint64_t known = launch ? launch->work : 0;
    gt_cl_use_ *work = known ? gt_cl_use_of_((uintptr_t)known, c->begin, r) : NULL;
    if (work && c->event && c->place) GT_POKE_(&work->asked, GT_PEEK_(&work->asked) | 1u);
    if (work && GT_PEEK_(&work->first) != c->begin) {
        gt_cl_launched_again_(work, r, launch->given);
        /* by a thread without a clock: another one may time it */
        if (!timing->read && GT_PEEK_(&work->between)) GT_POKE_(&work->last, c->begin);
        return;
    }
    gt_cl_launched_(c->kernel);
    const char *text = launch ? launch->kernel_name : NULL;
    gt_cl_use_ *name = text ? gt_cl_use_of_((uintptr_t)text, GT_CL_NEVER_, NULL) : NULL;
    if (work) GT_POKE_(&work->last, 0);
    if (name && GT_PEEK_(&name->first) > c->begin) GT_POKE_(&name->first, c->begin);
}
/* Hands the program the event that it asked for, with a reference of its own. A call that failed has enqueued nothing,
   and has not waited. */
static void gt_cl_enqueue_end_(const gt_cl_call_ *c, cl_int code) {
    gt_cl_log_ *const mine = c->log;
    gt_command *r = c->row && c->row <= mine->rows.room ? &mine->rows.row[c->row - 1] : gt_cl_command_at_(c->event);
    int of_kit = r && !c->place;
    if (r) r->after = c->begin + c->ticks;
    gt_cl_sent_((const void *)c->queue);
    mine->seen = 1;
    gt_cl_exit_again_(2);
    if (code == CL_SUCCESS) {
        gt_cl_enqueued_(c, r);
        mine->waves += c->blocks != 0;
        if (c->kernel) gt_cl_launch_sent_(c->queue, c->begin + c->ticks);
        if (c->blocks) (void)gt_cl_settled_((const void *)c->queue);
        else if (!r || r->scope == mine->program) mine->pending = (const void *)c->queue;
    }
    if (code != CL_SUCCESS && c->place && r && !*c->place && r == gt_cl_last_()) {
        gt_count_(gt_cl_owner_of_(r->scope), GT_N_failed, 1);
        mine->rows.used--;
    }
    if (code == CL_SUCCESS && c->place && *c->place && !GT_PEEK_(&gt_cl_types_[c->id])) {
        cl_command_type type = 0;
        if (GT_CL_ASK_(Event, *c->place, CL_EVENT_COMMAND_TYPE, type) && type - GT_CL_TYPE_ < 32)
            GT_POKE_(&gt_cl_types_[c->id], (uint32_t)(type - GT_CL_TYPE_));
    }
    if (code != CL_SUCCESS || !c->event || of_kit) return;
    if (r) r->asked_ = 1;
    if (c->place && *c->place) {
        *c->event = *c->place;
        const cl_int kept = clRetainEvent(*c->event);
        if (kept != CL_SUCCESS) *c->place = NULL;    /* then the event is the program's alone */
        if (kept != CL_SUCCESS)
            (void)gt_cl_check(kept, "clRetainEvent for an event that the program asked for", c->file, c->line);
    }
    if (*c->event) gt_cl_object_add_(c, GT_CL_OBJECT_cl_event_, (const void *)*c->event);
}
/* Notes a marker or barrier. Without GT_EVENT it is not collected, only kept for schedules and the trace. */
static void gt_cl_marked_(const gt_cl_call_ *c, cl_int code) {
    const int marker = c->id == GT_CL_CALL_clEnqueueMarker_ || c->id == GT_CL_CALL_clEnqueueMarkerWithWaitList_;
    gt_command *of = gt_cl_command_at_(c->event);
    gt_node_ *scope = gt_cl_here_();
    gt_command r;
    gt_cl_sent_(NULL);
    if (of) gt_cl_command_waits_(of, c->waits, c->list);
    if (!of && code == CL_SUCCESS && scope && !gt_is_off_() && gt_commands_listed_()) {
        memset(&r, 0, sizeof r);
        r.kind = r.name = marker ? "marker" : "barrier";
        r.id = c->event ? (const void *)*c->event : NULL;
        r.queue = (const void *)c->queue;
        r.before = c->begin;
        r.waits = c->list ? c->waits : 0;
        r.waited = (const void *const *)c->list;
        r.in_order = gt_cl_in_order_(c->queue) != 0;
        r.barrier = gt_cl_order_(marker, r.waits) & 3u;
        r.empty = 1;
        r.scope = scope;
        gt_cl_mark_keep_(gt_cl_owner_of_(r.scope), &r);
    }
    if (code == CL_SUCCESS && c->event && *c->event && !of)
        gt_cl_object_add_(c, GT_CL_OBJECT_cl_event_, (const void *)*c->event);
}
/* Makes the key of work differ where one source is built with other options. */
static void gt_cl_options_work_(cl_program program, const char *options) {
    gt_cl_objects_lock_();
    gt_cl_object_ *o = gt_cl_object_find_((const void *)program);
    if (o) o->work = gt_cl_work_(gt_hash_text_(o->work >> 32, options), o->work);
    gt_cl_objects_unlock_();
}
static void gt_cl_built_(const gt_cl_call_ *c, cl_int code) {
    cl_program program = (cl_program)(uintptr_t)c->object;
    const int failed = program && (code == CL_BUILD_PROGRAM_FAILURE || code == -15 || code == -17);  /* compile, link */
    if (GT_CL_COUNTS_(0)) gt_cl_count_inside_(GT_N_builds, c->ticks);
    gt_cl_mine_.built = 1;
    gt_cl_build_over_(program, failed ? code : CL_SUCCESS, c->text, c->file, c->line);
    if (c->kind && program) gt_cl_object_add_(c, c->kind, c->object);       /* clLinkProgram creates a program */
    else if (c->text) gt_cl_options_work_(program, c->text);
    if (!failed) (void)gt_cl_kept_(c, code);
}

GT_LEAN_
/* -- queues that get profiling -- */

cl_command_queue_properties gt_cl_profiling_(cl_command_queue_properties properties) {
    const char *wanted = gt_variable_value_(&gt_cl_tool_variables_[GT_ENV_CL_PROFILING_]);
    return wanted && wanted[0] == '1' ? properties | CL_QUEUE_PROFILING_ENABLE : properties;
}
/* Returns the properties with profiling added. list: NULL, or pairs and a 0 behind them. Returns `list` itself if
   profiling is in it already, if profiling is not wanted, or if the list is too long to copy. */
const cl_ulong *gt_cl_profiling_list_(const cl_ulong *list) {
    static GT_THREAD_LOCAL_ cl_ulong copy[24];
    size_t n = 2;
    copy[0] = CL_QUEUE_PROPERTIES;
    copy[1] = gt_cl_profiling_(0);
    for (const cl_ulong *from = list; from && *from; from += 2) {
        if (n > 20 || (*from == CL_QUEUE_PROPERTIES && from[1] & CL_QUEUE_PROFILING_ENABLE)) return list;
        if (*from == CL_QUEUE_PROPERTIES) copy[1] |= from[1];
        else memcpy(&copy[n], from, 2 * sizeof *from);
        n += *from == CL_QUEUE_PROPERTIES ? 0 : 2;
    }
    copy[n] = 0;
    return gt_cl_profiling_(0) ? copy : list;
}
static void gt_cl_hide_(const gt_cl_call_ *c) {        /* notes that the program must not see the queue's profiling */
    const cl_ulong *list = c->properties;
    size_t n = 0;
    gt_cl_objects_lock_();
    gt_cl_object_ *o = gt_cl_object_find_(c->object);
    if (o) {
        o->hides = 1;
        GT_POKE_(&gt_cl_objects_.hiding, gt_cl_objects_.hiding + 1);
        while (list && list[n]) n += 2;
        o->list = list ? (cl_ulong *)malloc((n + 1) * sizeof *list) : NULL;
        if (o->list) memcpy(o->list, list, (o->list_size = (n + 1) * sizeof *list));
    }
    gt_cl_objects_unlock_();
}
static void gt_cl_made_(const gt_cl_call_ *c) {
    if (c->object && c->kind != GT_CL_OBJECT_cl_event_ && c->kind != GT_CL_OBJECT_cl_sampler_ && GT_CL_COUNTS_(0))
        gt_cl_count_inside_(GT_N_created, c->ticks);
    if (c->object) gt_cl_object_add_(c, c->kind, c->object);
    if (c->object && c->id == GT_CL_CALL_clCreateUserEvent_) gt_cl_gate_made_((cl_event)(uintptr_t)c->object);
    if (c->kind != GT_CL_OBJECT_cl_command_queue_) return;
    gt_cl_exit_again_(1);
    if (c->object && c->hides) gt_cl_hide_(c);
}
/* All kernels of a program at once. */
static void gt_cl_kernels_made_(const gt_cl_call_ *c) {
    enum { kernels = 0x1167 };          /* how many there are, OpenCL 1.2 */
    const cl_kernel *made = (const cl_kernel *)c->value;
    size_t n = c->result ? *(const cl_uint *)c->result : 0;
    if (!made) return;          /* the program asks how many there are */
    if (!c->result && !GT_CL_ASK_(Program, (cl_program)(uintptr_t)c->object, kernels, n)) n = 0;
    if (GT_CL_COUNTS_(0)) gt_cl_count_inside_(GT_N_created, c->ticks);
    for (size_t i = 0; i < n; i++) gt_cl_object_add_(c, GT_CL_OBJECT_cl_kernel_, (const void *)made[i]);
}
/* Returns the queue's object if the kit added profiling to it, else NULL. The pointer stays valid, since the program
   holds the queue during its call. */
static const gt_cl_object_ *gt_cl_hides_(const void *queue) {
    const gt_cl_object_ *o;
    if (!GT_PEEK_(&gt_cl_objects_.hiding)) return NULL;
    gt_cl_objects_lock_();
    o = gt_cl_object_find_(queue);
    gt_cl_objects_unlock_();
    return o && o->hides ? o : NULL;
}
static cl_int gt_cl_refuses_(const gt_cl_call_ *c) {
    cl_command_queue queue = NULL;
    if (c->id != GT_CL_CALL_clGetEventProfilingInfo_ || !GT_PEEK_(&gt_cl_objects_.hiding) || !c->object)
        return CL_SUCCESS;
    (void)clGetEventInfo((cl_event)(uintptr_t)c->object, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL);
    return gt_cl_hides_((const void *)queue) ? CL_PROFILING_INFO_NOT_AVAILABLE : CL_SUCCESS;
}

GT_FAST_
/* -- stamps that a program reads: it subtracts two stamps of one command, or, where it reads only one stamp of each,
   the stamps of two successive commands. A program that reads no START subtracts an END from the next one -- */

/* Differences, by what they end at: [0] END; [1] START; [2] START, where the program has read END, too. */
typedef struct gt_cl_apart_ {
    const char *kind;           /* of the commands; NULL: the stamps are of two commands */
    double n[3], apart[3], ns[3], apart_ns[3], busy_ns;
    /* of START to END, where both are read; 0: never. [1]: of copies, each the first use of its buffer */
    double least_ns[2], most_ns[2];
    double fresh[3];            /* how many of `apart` are of a kernel's first launch */
    double longest[3];          /* the longest difference, ns, */
    const char *from[3], *to[3];        /* and whose stamps it is made of: names of kernels, or kinds of commands */
} gt_cl_apart_;
typedef struct gt_cl_lasted_ { const void *device; uint64_t start, end; } gt_cl_lasted_;
/* The types of commands differ in their low five bits. [GT_CL_ENDS_], which no type has, is for the ENDs of two
   commands, [GT_CL_STARTS_] for an END and the START of a later command. */
enum { GT_CL_ENDS_ = 15, GT_CL_STARTS_ = 32, GT_CL_TYPES_ };
typedef struct gt_cl_noted_ {
    gt_cl_apart_ of[GT_CL_TYPES_];      /* by the low bits of the type */
    int starts;                 /* 1: the program has read a START: then an END alone need not belong to another END; */
    int lengths;                /* 1: and an END behind it, which may belong to that START */
    int paired;                 /* 1: the first stamp of this command belongs to one of a command before */
    uint64_t odd;               /* an END read alone that belongs to no stamp before: then to the next END; 0: none */
    const void *device;         /* of the command that was read last; NULL: not known, or not needed */
    int fresh;                  /* 1: that command is the first launch of its kernel */
    int first;                  /* 1: that copy is the first use of its buffer */
    gt_cl_lasted_ ran[16];      /* the kernels whose START and END were read last; */
    size_t kernels;             /* how many there were ever */
    double ran_ns, shared_ns;   /* from START to END of all; of that, while one of the others ran on the same device */
} gt_cl_noted_;
typedef struct gt_cl_reads_ {
    uint64_t resets;            /* calls of gt_reset before all this was noted */
    cl_event event;             /* the event whose stamps were read last; */
    uint64_t start, end;        /* START and END of its command, as far as they were read; else 0 */
    const char *name;           /* its kernel, or else its kind */
    int kernel;                 /* 1: it is one */
    unsigned kind, seen;        /* its type; the stamps that the program has read: QUEUED 1, SUBMIT 2, START 4, END 8 */
    uint64_t first;             /* the earliest of the stamps that the program has read */
    uint64_t lone[2];           /* the only stamp read of the command before; [0]: not an END; [1]: an END; 0: none */
    cl_event before;            /* that command */
    uint64_t from;              /* the first of several such stamps in a row; 0: none. Of the ENDs in a row after */
    cl_event outer;             /* them the first belongs to the last, the next one to `from`; outer: its command */
    gt_cl_noted_ *noted;        /* NULL: no stamp was read yet */
} gt_cl_reads_;
static GT_THREAD_LOCAL_ gt_cl_reads_ gt_cl_read_;
static void gt_cl_read_drop_(void) {
    free(gt_cl_read_.noted);
    memset(&gt_cl_read_, 0, sizeof gt_cl_read_);
}
/* The time between two stamps that the program subtracts, and its commands. gt_cl_span_back_ walks over them, from the
   one that was enqueued last. */
typedef struct gt_cl_span_ {
    uint64_t from, to;
    uint64_t busy;              /* how long commands ran */
    uint64_t bare;              /* how long all commands were over, and the next one was not yet enqueued */
    uint64_t queued;            /* when the command behind was enqueued; 0: not known, or there is none */
    size_t commands;
} gt_cl_span_;
/* Returns 1 if this is the first command: it began with that time, or before. */
static int gt_cl_span_back_(gt_cl_span_ *span, uint64_t queued, uint64_t start, uint64_t end) {
    const uint64_t next = span->queued < span->to ? span->queued : span->to;
    if (start >= span->from && end <= span->to) span->busy += end - start;
    if (end >= span->from && next > end) span->bare += next - end;
    span->queued = queued;
    return start <= span->from;
}
/* name, last: of the command whose stamp the difference begins with, and of that whose stamp it ends with. */
static void gt_cl_read_add_(gt_cl_apart_ *of, int i, const gt_cl_span_ *span, const char *name, const char *last) {
    const double ns = (double)(span->to - span->from), idle = ns - (double)span->busy, bare = (double)span->bare;
    const double commands = (double)span->commands;
    /* the time from one to the next of the same work is no length of a command */
    if (of == &gt_cl_read_.noted->of[GT_CL_ENDS_] && !strcmp(name, last)) return;
    /* from a command to its neighbour: a gap, which may be what the program measures */
    if (of == &gt_cl_read_.noted->of[GT_CL_STARTS_] && !span->busy) return;
    of->n[i]++;
    of->ns[i] += ns;
    if (idle < 0.5 * ns) return;
    const int launches = idle < 5e6 || idle < 5e5 * commands;       /* launches may take that long */
    if (launches && (bare < 0.5 * ns || bare < 2e4 * commands)) return;
    of->apart[i]++;
    of->fresh[i] += gt_cl_read_.noted->fresh;
    of->apart_ns[i] += ns;
    of->busy_ns += i ? 0 : (double)span->busy;
    if (ns <= of->longest[i]) return;
    of->longest[i] = ns;
    of->from[i] = name;
    of->to[i] = last;
}
/* The program has read START and END of a kernel. Did it run while one of the last kernels ran on the same device? Each
   of the two then takes longer, and a sum of their times counts that time twice. */
static void gt_cl_read_ran_(gt_cl_noted_ *noted, uint64_t start, uint64_t end) {
    enum { most = sizeof noted->ran / sizeof *noted->ran };
    const gt_cl_lasted_ now = { noted->device, start, end };
    uint64_t shared = 0;
    for (size_t i = 0; i < most && i < noted->kernels; i++) {
        const gt_cl_lasted_ *r = &noted->ran[i];
        const uint64_t from = r->start > start ? r->start : start, to = r->end < end ? r->end : end;
        if (r->device != now.device) continue;
        if (r->start == start && r->end == end) return;     /* the same kernel is read again */
        if (from < to && to - from > shared) shared = to - from;
    }
    noted->ran[noted->kernels++ % most] = now;
    noted->ran_ns += (double)(end - start);
    noted->shared_ns += (double)shared;
}
/* The program has read the stamps of one command. A report in between asks, too, so there may be none. */
static void gt_cl_read_end_(void) {
    gt_cl_reads_ *is = &gt_cl_read_;
    GT_KEEP_(is);
    if (is->resets != GT_PEEK_(&gt_resets_)) gt_cl_read_drop_();
    is->resets = GT_PEEK_(&gt_resets_);
    if (!is->noted) is->noted = (gt_cl_noted_ *)calloc(1, sizeof *is->noted);
    if (!is->noted || !is->seen) return;
    const unsigned seen = is->seen;
    const uint64_t first = is->first;
    const uint64_t busy = is->start && is->end > is->start ? is->end - is->start : 0;
    gt_cl_apart_ *of = &is->noted->of[is->kind];
    is->seen = 0;
    const uint64_t lone = seen == 8 || seen & (seen - 1) ? 0 : first;
    if (lone && is->lone[0] && !is->from) {
        is->from = is->lone[0];
        is->outer = is->before;
    }
    is->before = is->event;
    is->lone[0] = lone;
    is->lone[1] = seen == 8 ? first : 0;
    is->noted->odd = is->noted->paired ? 0 : is->lone[1];
    const gt_cl_span_ until_start = { first, is->start, 0, 0, 0, 1 }, until_end = { first, is->end, busy, 0, 0, 1 };
    if (seen & 3 && seen & 4) gt_cl_read_add_(of, seen & 8 ? 2 : 1, &until_start, is->name, is->name);
    else if (seen & 3 && seen & 8) gt_cl_read_add_(of, 0, &until_end, is->name, is->name);
    if (!(seen & 4 && seen & 8)) return;
    double *const least = &of->least_ns[is->noted->first], *const most = &of->most_ns[is->noted->first];
    if (!(*least > 0) || (double)busy < *least) *least = (double)busy;
    *most = gt_larger_(*most, (double)busy);
    if (is->kernel && busy && is->noted->device) gt_cl_read_ran_(is->noted, is->start, is->end);
}
/* Whether a launch at that tick is the first of its work. A launch in a timer that goes on is no use of its work yet:
   then the first of the thread's rows with this work says so. */
static int gt_cl_work_is_fresh_(const gt_cl_use_ *work, uint64_t known, uint64_t before) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    if (work) return GT_PEEK_(&work->first) == before;
    for (size_t i = gt_cl_mine_.done; known && i < c->used; i++)
        if (gt_cl_launch_of_(&c->row[i])->work == known) return c->row[i].before == before;
    return 0;
}
/* The same by the key of the work. Returns its use; NULL: not known. */
static gt_cl_use_ *gt_cl_work_stamped_(uint64_t known, uint64_t before) {
    gt_cl_use_ *work = known ? gt_cl_use_of_((uintptr_t)known, GT_CL_NEVER_, NULL) : NULL;
    gt_cl_use_stamped_(work, before);
    if (gt_cl_read_.noted) gt_cl_read_.noted->fresh = gt_cl_work_is_fresh_(work, known, before);
    return work;
}
static const char *gt_cl_does_(const gt_command *r, const char *kind) {     /* returns the kernel's name, or the kind */
    const char *kernel = r->launch_ ? gt_cl_launch_of_(r)->kernel_name : NULL;
    return kernel && kernel[0] ? kernel : kind;
}
static void gt_cl_command_stamped_(gt_command *r) {
    r->stamped_ = 1;
    gt_cl_read_.name = gt_cl_does_(r, gt_cl_read_.name);
    gt_cl_use_ *work = gt_cl_work_stamped_(gt_cl_launch_of_(r)->work, r->before);
    /* A layer takes a command at a wait already, while its interval goes on. */
    if (work && r->taken_ && r->before >= gt_cl_timing_.read) GT_POKE_(&work->stamped, 1u);
}
/* The last commands of this thread whose rows are gone, since a layer has read and released them. */
enum { GT_CL_OVER_ = 256 };
typedef struct gt_cl_gone_ {
    const void *id;
    const char *name;
    uint64_t stamp[4], work, before;
    cl_command_type type;
    int first;                  /* 1: a copy, the first use of its buffer */
    const void *device;
} gt_cl_gone_;
static GT_THREAD_LOCAL_ struct {
    gt_cl_gone_ *at;            /* GT_CL_OVER_ entries; NULL: there is none */
    size_t n;                   /* how many there were ever */
} gt_cl_over_;
static GT_UNUSED_ void gt_cl_over_add_(const gt_command *r) {
    if (!gt_cl_over_.at) gt_cl_over_.at = (gt_cl_gone_ *)calloc(GT_CL_OVER_, sizeof *gt_cl_over_.at);
    if (!gt_cl_over_.at) return;
    gt_cl_gone_ *const to = &gt_cl_over_.at[gt_cl_over_.n++ % GT_CL_OVER_];
    to->id = r->id;
    to->stamp[0] = r->queued;
    to->stamp[1] = r->submit;
    to->stamp[2] = r->start;
    to->stamp[3] = r->end;
    to->work = r->kernel ? gt_cl_launch_of_(r)->work : 0;
    to->before = r->before;
    to->type = GT_CL_TYPE_ + r->type_;
    to->first = r->assumed_ > 2;
    to->name = gt_cl_does_(r, r->kind);
    to->device = r->device;
}
/* Returns which of them this event belongs to; NULL: none. If the address was that of an earlier event, too, the last
   one counts. If another thread has made one since, the stamp differs. */
static const gt_cl_gone_ *gt_cl_over_of_(cl_event event, int stamp, uint64_t value) {
    const size_t n = gt_cl_over_.n, least = n < GT_CL_OVER_ ? 0 : n - GT_CL_OVER_;
    const gt_cl_gone_ *const at = gt_cl_over_.at;
    for (size_t i = n; i-- > least;) {
        const gt_cl_gone_ *gone = &at[i % GT_CL_OVER_];
        if (gone->id == (const void *)event)
            return !gone->stamp[stamp] || gone->stamp[stamp] == value ? gone : NULL;
    }
    return NULL;
}
static void gt_cl_over_stamped_(const gt_cl_gone_ *gone) {
    gt_cl_use_ *work = gt_cl_work_stamped_(gone->work, gone->before);
    if (work) GT_POKE_(&work->stamped, 1u);
    gt_cl_read_.name = gone->name;
}
static int gt_cl_row_has_(size_t i, cl_event event) {   /* the kit may have released its reference of the event */
    const gt_command *r = &gt_cl_mine_.rows.row[i];
    return *gt_cl_event_at_(i) == event || (r->taken_ && r->id == (const void *)event);
}
/* Returns the row of the command; NULL: this thread has none. Most programs ask for the command that they enqueued
   last. Rows are searched one by one only if they have moved since the call, or if another thread made it. */
static gt_command *gt_cl_row_with_(cl_event event) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    if (c->used && *gt_cl_event_at_(c->used - 1) == event) return &c->row[c->used - 1];
    gt_cl_objects_lock_();
    const gt_cl_object_ *o = gt_cl_object_find_((const void *)event);
    size_t i = o ? o->row : 0;
    gt_cl_objects_unlock_();
    if (i && (i > c->used || !gt_cl_row_has_(i - 1, event)))
        for (i = c->used; i && !gt_cl_row_has_(i - 1, event);) i--;
    return i ? &c->row[i - 1] : NULL;
}
/* which: 0 to 3, QUEUED to END */
static void gt_cl_stamp_read_(cl_event event, int which, uint64_t value) {
    gt_cl_reads_ *is = &gt_cl_read_;
    GT_KEEP_(is);
    const unsigned stamp = 1u << which;
    uint64_t from = 0, to = 0;
    size_t two = 0;             /* where a difference between two commands is noted */
    const char *last = is->name;        /* the command that it ends with: this one, or the one that was read before */
    cl_command_queue queue = NULL;
    if (!is->seen || event != is->event || is->seen & stamp) {
        gt_command *row = gt_cl_row_with_(event);
        const gt_cl_gone_ *gone = row ? NULL : gt_cl_over_of_(event, which, value);
        cl_command_type type = gone ? gone->type : 0;
        if (row && row->type_) type = GT_CL_TYPE_ + row->type_;
        gt_cl_read_end_();
        if (!is->noted) return;
        if (!type && !GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_TYPE, type)) type = 0;
        is->start = is->end = 0;
        is->kind = type & 31;
        is->noted->of[type & 31].kind = is->name = gt_cl_kind_(type);
        is->kernel = type == CL_COMMAND_NDRANGE_KERNEL || type == CL_COMMAND_TASK;
        is->noted->device = gone ? gone->device : row ? (const void *)row->device : NULL;
        is->noted->fresh = 0;       /* of another thread's command it is not known */
        is->noted->first = gone ? gone->first : row && row->assumed_ > 2;
        if (gone) gt_cl_over_stamped_(gone);
        if (row) gt_cl_command_stamped_(row);
        from = stamp == 8 ? is->lone[0] : value;
        to = stamp == 8 ? value : is->lone[1];
        if (stamp == 8) last = is->name;
        if (event == is->outer) is->from = 0;
        if (stamp == 4 && is->noted->odd && is->noted->odd < value) {
            from = is->noted->odd;
            to = value;
            two = GT_CL_STARTS_;
            last = is->name;
        }
        if (stamp == 8 && !from && is->lone[1]) {
            from = is->from ? is->from : is->noted->odd;
            two = is->from ? 0 : GT_CL_ENDS_;
            is->from = 0;
        }
        is->noted->paired = from != 0;
        is->first = value;
    }
    is->event = event;
    is->seen |= stamp;
    is->noted->starts |= stamp == 4;
    is->noted->lengths |= stamp == 8 && is->noted->starts;
    if (stamp == 4) is->start = value;
    if (stamp == 8) is->end = value;
    const gt_commands_ *const rows = &gt_cl_mine_.rows;
    if (stamp == 4 && rows->used && *gt_cl_event_at_(rows->used - 1) == event) rows->row[rows->used - 1].start = value;
    /* What the program does not read is asked for only where it is needed: some drivers take 0.4 us for a stamp. */
    if (is->seen & 3 && is->seen & 8 && !is->start)
        (void)GT_CL_ASK_(EventProfiling, event, CL_PROFILING_COMMAND_START, is->start);
    if (is->kernel && !is->noted->device && (is->seen & 12) == 12 &&
        GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_QUEUE, queue))
        is->noted->device = (const void *)gt_cl_queue_device_(queue);
    if (value < is->first) is->first = value;
    if (!from || from >= to) return;
    const size_t least = gt_cl_mine_.done, used = gt_cl_mine_.rows.used;
    gt_cl_span_ span = { from, to, 0, 0, 0, 0 };
    /* Rows that are done stand before the others, and so are not in order: then all are looked at, for the last command
       that had begun by that time, and how long all commands were over is not known. */
    gt_command r, first;
    size_t at = used;
    memset(&first, 0, sizeof first);
    for (size_t i = used; i-- > 0 && (at == used || least);) {
        if (!gt_cl_row_stamps_(i, &r)) continue;
        span.commands += least && r.start > from && r.end <= to;
        if (!gt_cl_span_back_(&span, r.queued, r.start, r.end) || (at < used && r.start <= first.start)) continue;
        first = r;
        at = i;
    }
    if (at < used) {
        cl_command_type type = first.type_ ? GT_CL_TYPE_ + first.type_ : 0;
        if (!type && !GT_CL_ASK_(Event, *gt_cl_event_at_(at), CL_EVENT_COMMAND_TYPE, type)) type = 0;
        if (!least) span.commands = used - at;
        else span.bare = 0;
        gt_cl_read_add_(&is->noted->of[two], 0, &span, gt_cl_does_(&first, gt_cl_kind_(type)), last);
        return;
    }
    for (size_t i = 1; i <= GT_CL_OVER_ && i <= gt_cl_over_.n; i++) {
        const gt_cl_gone_ *gone = &gt_cl_over_.at[(gt_cl_over_.n - i) % GT_CL_OVER_];
        if (!gt_cl_span_back_(&span, gone->stamp[0], gone->stamp[2], gone->stamp[3])) continue;
        span.commands = used - least + i;
        gt_cl_read_add_(&is->noted->of[two], 0, &span, gone->name, last);
        return;
    }
}
/* Returns how many references to the event the kit holds, in the logs of all threads. */
static cl_uint gt_cl_references_(const void *event) {
    const gt_thread_ *t;
    cl_uint n = 0;
    gt_lock_();
    for (t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger)) {
        const gt_cl_log_ *log = (const gt_cl_log_ *)GT_LOAD_(&t->log);
        for (size_t i = log ? log->done : 0; log && i < log->rows.used; i++)
            n += (const void *)*gt_cl_event_of_(log, i) == event;
    }
    gt_unlock_();
    gt_cl_objects_lock_();
    for (size_t i = 0; i < GT_CL_GATES_; i++) n += event && (const void *)gt_cl_gates_[i] == event;
    gt_cl_objects_unlock_();
    return n;
}
/* Takes out of the answer to a query what the kit has added: profiling, and its own references. */
static cl_int gt_cl_answer_(const gt_cl_call_ *c, cl_int code) {
    enum { queue_properties = 0x1093, queue_list = 0x1098, event_references = 0x11D2 };
    const gt_cl_object_ *o = c->id == GT_CL_CALL_clGetCommandQueueInfo_ ? gt_cl_hides_(c->object) : NULL;
    const int of_event = c->id == GT_CL_CALL_clGetEventInfo_ && c->what == event_references;
    void *value = c->result;
    if (code == CL_INVALID_EVENT) GT_CL_ADD_(&gt_cl_no_event_, 1u);
    if (o && c->what == queue_list && (code == CL_SUCCESS || code == CL_INVALID_VALUE)) {   /* the program's own list */
        if (value && c->size < o->list_size) return CL_INVALID_VALUE;
        if (value && o->list_size) memcpy(value, o->list, o->list_size);
        if (c->size_ret) *c->size_ret = o->list_size;
        return CL_SUCCESS;
    }
    if (code != CL_SUCCESS || !value) return code;
    if (c->id == GT_CL_CALL_clGetEventProfilingInfo_ && c->what - CL_PROFILING_COMMAND_QUEUED < 4)
        gt_cl_stamp_read_((cl_event)(uintptr_t)c->object, (int)(c->what - CL_PROFILING_COMMAND_QUEUED),
                          *(cl_ulong *)value);
    if (o && c->what == queue_properties)
        *(cl_command_queue_properties *)value &= ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE;
    if (of_event) *(cl_uint *)value -= gt_cl_references_(c->object);
    return code;
}

/* -- what each wrapper does before and after the call -- */

void gt_cl_before_(gt_cl_call_ *c) {
    c->log = &gt_cl_mine_;
    c->timing = &gt_cl_timing_;
    GT_KEEP_(c->log);
    GT_KEEP_(c->timing);
    gt_cl_log_begins_in_(c->log, c->timing);
    GT_CL_BEFORE_(c);
    if (c->outside) {
        gt_cl_log_ends_in_(c->log);
        return;
    }
    gt_cl_call_seen_(c);
    /* behind it the address may be used again: then it is that of another command */
    if (c->does == GT_CL_RELEASES_ && gt_cl_reference_(c->object, -1) && c->object == (const void *)gt_cl_read_.event)
        gt_cl_read_end_();
    if (c->does == GT_CL_ASKS_) c->refused = gt_cl_refuses_(c);
    if (c->does == GT_CL_WAITS_ && c->queue) c->turn = GT_ADD_(&gt_cl_process_.turns, 1u);
    if (c->does <= GT_CL_UNMAPS_) gt_cl_enqueue_begin_(c);
    else c->begin = gt_now_();
    c->around = gt_cl_is_below_(c, c->timing->inside) ? c->timing->inside : NULL;
    c->timing->inside = c;
    gt_cl_log_ends_in_(c->log);
}
cl_int gt_cl_after_(gt_cl_call_ *c, cl_int code) {
    if (c->outside) {
        if (c->kernel && code == CL_SUCCESS) gt_cl_launch_passed_(c);
        return code;
    }
    gt_cl_log_begins_in_(c->log, c->timing);
    gt_cl_counted_(c, code);
    switch (c->does) {
    case GT_CL_MARKS_: gt_cl_marked_(c, code); break;
    case GT_CL_WAITS_: gt_cl_waited_for_(c, code); break;
    case GT_CL_SETS_: gt_cl_argument_(c, code); break;
    case GT_CL_BUILDS_: gt_cl_built_(c, code); break;
    case GT_CL_MAKES_: gt_cl_made_(c); break;
    case GT_CL_RETAINS_: (void)gt_cl_reference_(c->object, code == CL_SUCCESS); break;
    case GT_CL_ASKS_: code = gt_cl_answer_(c, code); break;
    default: if (c->does <= GT_CL_UNMAPS_) gt_cl_enqueue_end_(c, code); break;
    }
    if (c->id == GT_CL_CALL_clSetEventCallback_ && code != CL_SUCCESS) gt_cl_callback_failed_(c);
    if (c->id == GT_CL_CALL_clCreateKernelsInProgram_ && code == CL_SUCCESS) gt_cl_kernels_made_(c);
    if (c->does != GT_CL_BUILDS_ && c->does != GT_CL_ASKS_) (void)gt_cl_kept_(c, code);
    GT_CL_AFTER_(c, code);
    c->timing->inside = c->around;
    gt_cl_log_ends_in_(c->log);
    return code;
}

GT_LEAN_
/* -- the report at exit -- */

static int gt_cl_by_place_(const void *a, const void *b) {
    const gt_cl_object_ *x = (const gt_cl_object_ *)a, *y = (const gt_cl_object_ *)b;
    int order = strcmp(x->file, y->file);
    if (!order) order = (x->line > y->line) - (x->line < y->line);
    return order ? order : x->call - y->call;
}
static void gt_cl_objects_print_(FILE *out) {       /* one line for each line of the program that created objects */
    static const char *const kinds[] = { GT_CL_OBJECTS_(GT_SECOND_) };
    size_t i, k, n = 0;
    gt_cl_objects_lock_();
    gt_cl_object_ *left = (gt_cl_object_ *)malloc((gt_cl_objects_.used + 1) * sizeof *left);
    for (const gt_cl_object_ *o = gt_cl_object_next_(NULL); left && o; o = gt_cl_object_next_(o)) left[n++] = *o;
    gt_cl_objects_unlock_();
    if (!left) return;
    qsort(left, n, sizeof *left, gt_cl_by_place_);
    fprintf(out, "\nobjects that were never released%s\n", n ? "" : ": none");
    for (i = 0; i < n; i = k) {
        for (k = i; k < n && !gt_cl_by_place_(&left[i], &left[k]); k++) {}
        fprintf(out, "  %s by %s, %s:%d\n", gt_some_((double)(k - i), kinds[left[i].kind]),
                gt_cl_calls_[left[i].call], left[i].file, left[i].line);
    }
    free(left);
}
/* How often a call was made, and how often it failed; its ticks. Other threads may go on. */
typedef struct gt_cl_made_times_ { uint64_t n, failed, ticks; int call; } gt_cl_made_times_;
static gt_cl_made_times_ gt_cl_times_of_(int call) {
    const gt_cl_made_times_ c = { GT_PEEK_(&gt_cl_called_[call].n), GT_PEEK_(&gt_cl_called_[call].failed),
                                  GT_PEEK_(&gt_cl_called_[call].ticks), call };
    return c;
}
static int gt_cl_by_total_(const void *a, const void *b) {
    const gt_cl_made_times_ *x = (const gt_cl_made_times_ *)a, *y = (const gt_cl_made_times_ *)b;
    return x->ticks != y->ticks ? (x->ticks < y->ticks) - (x->ticks > y->ticks) : x->call - y->call;
}
/* The section of the report with the program's calls. With it the report also has gt_report_commands. */
static void gt_cl_calls_section_(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "calls", -36, 0 }, { "n", 6, 0 }, { "total", 7, 0 }, { "mean", 7, 0 },
                                          { "failed", 6, 0 } };
    static const char *const cells[] = { "{}", "{n}", "{total:ns}", "{mean:ns}", "{failed}" };
    enum { width = sizeof columns / sizeof *columns };
    const gt_values_ waits = GT_VALUES_(gt_x_(gt_clock_ns(GT_PEEK_(&gt_cl_in_waits_))));
    gt_cl_made_times_ by[GT_CL_CALL_COUNT_];
    to->column = columns;
    to->columns = width;
    for (int i = 0; i < GT_CL_CALL_COUNT_; i++) by[i] = gt_cl_times_of_(i);
    qsort(by, GT_CL_CALL_COUNT_, sizeof *by, gt_cl_by_total_);
    for (int k = 0; k < GT_CL_CALL_COUNT_; k++) {
        const double n = (double)by[k].n, ns = by[k].ticks ? gt_clock_ns(by[k].ticks) : gt_nan_();
        const gt_values_ value[] = { GT_VALUES_(gt_t_(gt_cl_calls_[by[k].call])), GT_VALUES_(gt_x_(n)),
                                     GT_VALUES_(gt_x_(ns)), GT_VALUES_(gt_x_(ns / n)),
                                     GT_VALUES_(gt_n_(by[k].failed)) };
        for (int i = 0; n > 0 && i < width; i++) gt_section_put_(to, 1, cells[i], &value[i]);
        while (to->cells % width) free(to->cell[--to->cells].text);      /* without memory for all of the row */
    }
    run->facts_->listed = to->cells > 0;
    if (to->cells)
        gt_section_put_(to, 0, "calls: made in files with calls.h; times on the host; {waits:ns} in calls that wait or "
                               "build.", &waits);
}
static void gt_cl_tool_report_(FILE *out) {
    const char *objects = gt_variable_value_(&gt_cl_tool_variables_[GT_ENV_CL_OBJECTS_]);
    if (objects && objects[0] == '1') gt_cl_objects_print_(out);
}
static int gt_cl_is_shown_(const gt_series *s) { return s->n > 0 || gt_has_happened_(s); }
/* Finds `unseen` for a program without scopes that launches kernels, but reads no stamps, and no clock before and after
   a command. */
static void gt_cl_find_clocks_(gt_list_ *l) {
    const gt_series *program = NULL;
    const uint64_t launches = gt_cl_times_of_(GT_CL_CALL_clEnqueueNDRangeKernel_).n;
    if (!GT_CL_SEES_CLOCKS_ || gt_cl_times_of_(GT_CL_CALL_clGetEventProfilingInfo_).n) return;
    if (GT_PEEK_(&gt_cl_seconds_timed_)) return;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (s->n && (s->kind == GT_KIND_SCOPE || s->kind == GT_KIND_PHASE)) return;
        if (s->kind == GT_KIND_TIMER && gt_cl_is_shown_(s)) return;
        if (s->kind == GT_KIND_PROGRAM && s->n) program = s;
    }
    if (!program || program->n > 1 || !launches) return;
    gt_finding *f = gt_finding_add_(l, program, GT_FINDING_UNSEEN,
                                    "{kernels#kernel} launched, none between two readings of a clock",
                                    GT_VALUES_(gt_n_(launches)));
    f->sentence = "the times that the program prints are not judged";
    gt_because_(f, "no clock was read there, or one that the kit does not see: time, times, rdtsc, a library's clock",
                "read clock_gettime(CLOCK_MONOTONIC, ...) there, with calls.h in that file or under gtprof, or use "
                "GT_SCOPE_CL");
}
/* Finds stamps-apart. A program that measures waiting (up to START) may find each wait long: so half of them must be
   ordinary. The finding is a note for a program that reads START and END as well, since it may use these two alone, and
   if of six launches or more of a kernel only the first one waited: some leave that out. Finds contended, too. */
static void gt_cl_find_stamps_(gt_list_ *l) {
    if (!gt_cl_read_.noted) return;
    gt_cl_read_end_();
    const gt_cl_noted_ *noted = gt_cl_read_.noted;
    if (!noted) return;         /* gt_reset has dropped it */
    for (int k = 0; k < 3 * GT_CL_TYPES_; k++) {
        const int i = k / GT_CL_TYPES_;
        const gt_cl_apart_ *of = &noted->of[k % GT_CL_TYPES_];
        if (!(of->apart[i] > 0) || of->apart_ns[i] < 0.5 * of->ns[i] || (i && of->apart[i] * 2 > of->n[i])) continue;
        if (of == &noted->of[GT_CL_ENDS_] && noted->starts) continue;
        if (of == &noted->of[GT_CL_STARTS_] && noted->lengths) continue;
        gt_finding *f = gt_finding_add_(
            l, NULL, GT_FINDING_STAMPS_APART, "{apart:ns}{}",
            GT_VALUES_(gt_x_(of->apart_ns[i]),
                       gt_t_(gt_text_("%s %s %.50s%s%.50s", of->apart[i] > 1 ? ", as" : "", of->kind ? "of" : "from",
                                      of->from[i], of->kind ? "" : " to ", of->kind ? "" : of->to[i]))));
        /* of stamps of one command: while it did not run, others may have */
        if (!i) gt_figures_add_(f, ", in which {} ran for {busy:ns}",
                                GT_VALUES_(gt_t_(of->kind ? "these" : "commands"), gt_x_(of->busy_ns)));
        const int first = of->kind && of->fresh[i] >= of->apart[i] && 6 * of->apart[i] <= of->n[i];
        const int at_start = i || of == &noted->of[GT_CL_STARTS_];
        gt_figures_add_(f, " ({differences} of {of} differences that end at {}{})",
                        GT_VALUES_(gt_x_(of->apart[i]), gt_x_(of->n[i]), gt_t_(at_start ? "START" : "END"),
                                   gt_t_(first ? ", of first launches alone" : "")));
        if (i == 2 || first) f->severity = GT_NOTE;
    }
    if (noted->shared_ns > 0.2 * noted->ran_ns)
        gt_finding_add_(l, NULL, GT_FINDING_CONTENDED,
                        "{shared:ns} of the {ran:ns} from START to END of {kernels#kernel}",
                        GT_VALUES_(gt_x_(noted->shared_ns), gt_x_(noted->ran_ns), gt_n_(noted->kernels)));
    /* Does the program read stamps of commands of this kind that took about as long? Of kernels, as the first one? */
    for (gt_series *s = l->snap.series; s < l->end; s++) {
        const int first = s->assumed && s->fresh >= s->n;       /* few: one of them is enough */
        const double usual = s->assumed ? s->stats.median : s->kept && !strcmp(s->what, "kernel") ? s->ns[0] : 0;
        for (const gt_cl_apart_ *of = noted->of; of < noted->of + GT_CL_TYPES_; of++) {
            const double least = of->least_ns[first], most = of->most_ns[first];
            s->stamped_ |= least > 0 && least <= (first ? s->max_ns : usual) && (first ? s->min_ns : usual) <= most &&
                           !strcmp(s->what, of->kind);
        }
    }
}
/* Whether the program reads stamps of that kernel. 1: it does. 2: of another one alone, launched between the same two
   waits, and no more often. 3: likewise, and it asked for the event, which no command was to wait for. 0: none. */
static int gt_cl_reads_of_(const char *name) {
    const gt_cl_use_ *u, *k;
    int reads = 0;
    for (size_t i = 0; (u = gt_cl_use_at_(i)) != NULL; i++) {
        if ((u->key & 3) != GT_CL_WORK_ || !u->name || strcmp(u->name, name)) continue;
        if (GT_PEEK_(&u->of)) return 1;
        for (size_t j = 0; u->wave && reads < 3 && (k = gt_cl_use_at_(j)) != NULL; j++)
            if ((k->key & 3) == GT_CL_WORK_ && GT_PEEK_(&k->of) && k->wave == u->wave && k->more <= u->more)
                reads = (u->asked & 1) && !(k->asked & 2) ? 3 : 2;
    }
    return reads;
}
/* Finds kernels that are in no number of a program that reads stamps, and no clock around launches. It is a note where
   the program asked for no event of theirs: it may leave out on purpose what runs beside the kernel it measures. */
static void gt_cl_find_left_out_(gt_list_ *l) {
    double ns[4] = { 0, 0, 0, 0 };
    const char *name = NULL;
    const gt_cl_use_ *u;
    size_t first = 0;
    while ((u = gt_cl_use_at_(first)) != NULL && !((u->key & 3) == GT_CL_WORK_ && GT_PEEK_(&u->of))) first++;
    if (!u || GT_PEEK_(&gt_cl_timed_) > 2) return;

    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        const int ran = s->kind == GT_KIND_COMMAND && !strcmp(s->what, "kernel");
        const int reads = ran ? gt_cl_reads_of_(s->name) : 0;
        ns[reads] += s->sum_ns;
        if (reads > 1) name = s->name;
    }
    const double left = ns[2] + ns[3], read = ns[1];
    if (!(read > 0) || left < 0.1 * read) return;
    gt_finding *f = gt_finding_add_(l, NULL, GT_FINDING_PARTIAL,
                                    "{left:ns} of kernels such as {}, launched beside those whose stamps the program "
                                    "reads, which ran for {read:ns}",
                                    GT_VALUES_(gt_x_(left), gt_t_(name), gt_x_(read)));
    f->sentence = "the stamps that the program reads leave these kernels out";
    gt_because_(f, "one variable holds the events of several launches: the last one's alone is read",
                "give each launch an event of its own, and add up END less START of all");
    if (!(ns[3] > 0)) f->severity = GT_NOTE;
}
/* Finds what is wrong with events. leaked-events counts events that the program still holds: when it ends, or earlier
   if there are so many that nobody can still be waiting for them. stamps-refused takes two refusals: a program that
   asks for a second stamp has not looked at the code that it got for the first. */
static void gt_cl_find_events_(gt_list_ *l) {
    enum { many = 1000 };
    const gt_cl_made_times_ asked = gt_cl_times_of_(GT_CL_CALL_clGetEventProfilingInfo_);
    size_t n = 0;
    const gt_cl_object_ *o, *first = NULL;
    if (asked.n > 1 && asked.failed == asked.n)
        (void)gt_finding_add_(l, NULL, GT_FINDING_STAMPS_REFUSED, "{count#stamp}: all refused",
                              GT_VALUES_(gt_n_(asked.n)));
    l->snap.facts_->untimed = GT_CL_SEES_CLOCKS_ && GT_PEEK_(&gt_cl_timed_) < 3 && asked.n <= asked.failed;
    if (gt_cl_times_of_(GT_CL_CALL_clEnqueueNDRangeKernel_).n)
        for (gt_series *s = l->snap.series; s < l->end; s++) s->odd = 0;
    for (size_t i = 0; i < l->count; i++)       /* a better cause, where one is known */
        if (l->f[i].code == GT_FINDING_STAMPS_REFUSED && GT_PEEK_(&gt_cl_no_event_) >= asked.n)
            gt_because_(&l->f[i], "there is no such event: the call that should have created it failed",
                        "check what each call returns");
    gt_cl_find_stamps_(l);
    gt_cl_find_left_out_(l);
    gt_cl_objects_lock_();
    for (o = gt_cl_object_next_(NULL); o; o = gt_cl_object_next_(o)) {
        if (o->kind != GT_CL_OBJECT_cl_event_ || o->resets != GT_PEEK_(&gt_resets_)) continue;
        if (!n++) first = o;
    }
    if (first && (n >= many || GT_PEEK_(&gt_cl_process_.exiting)))
        gt_finding_add_(l, NULL, GT_FINDING_LEAKED_EVENTS, "{events#event}: see {}{}",
                        GT_VALUES_(gt_n_(n), gt_t_(gt_cl_calls_[first->call]),     /* gtprof knows no line */
                                   gt_t_(first->line ? gt_text_(", %.110s:%d", first->file, first->line) : "")));
    gt_cl_objects_unlock_();
}
/* Finds debug-build: the program was compiled without optimisation, and much of the time that it measures is its own
   code's. */
static void gt_cl_find_plain_(gt_list_ *l) {
    const int i = gt_cl_timing_.turn[1].timers >= gt_cl_timing_.turn[0].timers;
    const double timed = gt_clock_ns(gt_cl_timing_.turn[i].ticks), host = gt_clock_ns(gt_cl_timing_.turn[i].host);
    if (gt_cl_timing_.plain && gt_cl_timing_.plain >= gt_cl_timing_.calls && host > 1e6 && host > 0.3 * timed)
        gt_finding_add_(l, NULL, GT_FINDING_DEBUG_BUILD,
                        "the files that call OpenCL were compiled without optimisation; {own:ns} of the {timed:ns} "
                        "that the program times are its own code",
                        GT_VALUES_(gt_x_(host), gt_x_(timed)));
}

/* What a total holds that its name does not say, in ns: builds and first launches, in its loop and before it; work from
   before its begin. name: of the timer with which it begins. */
typedef struct gt_cl_held_ { double first[2], earlier, begins, longest; const char *name; } gt_cl_held_;
static void gt_cl_total_look_(const gt_list_ *l, const gt_cl_total_ *t, gt_cl_held_ *z) {
    const double begin = gt_clock_ns(t->begin - gt_clk_.start), loop = gt_clock_ns(t->loop - gt_clk_.start);
    const double end = gt_clock_ns(t->end - gt_clk_.start);
    memset(z, 0, sizeof *z);
    z->begins = end;
    for (size_t i = 0; i < GT_PEEK_(&gt_cl_totals_.builds); i++) {
        const double at = gt_clock_ns(gt_cl_totals_.build[i].begin - gt_clk_.start);
        if (gt_cl_totals_.build[i].thread == t->thread && at >= begin && at < end)
            z->first[at < loop] += gt_clock_ns(gt_cl_totals_.build[i].ticks);
    }
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (s->kind != GT_KIND_TIMER) continue;
        size_t i = 0;
        while (i < s->kept && (s->thread[i] != t->thread || s->begin_ns[i] < begin)) i++;
        if (i < s->kept && s->begin_ns[i] < z->begins) {
            z->begins = s->begin_ns[i];
            z->name = s->name;
            z->earlier = gt_larger_(gt_series_sample(s, i).earlier_ns, 0);      /* 0 also for NaN, what is not known */
        }
        for (size_t k = 0; k < s->first_count_; k++) {
            i = s->first_[k].at;
            if (s->thread[i] != t->thread || s->begin_ns[i] < begin || s->begin_ns[i] >= end) continue;
            const gt_sample row = gt_series_sample(s, i);
            z->first[s->begin_ns[i] < loop] += gt_larger_(gt_larger_(row.first_ns, 0), gt_larger_(row.late_ns, 0));
            z->longest = gt_larger_(z->longest, s->ns[i]);
        }
    }
}
static void gt_cl_total_tell_(gt_list_ *l, const gt_cl_total_ *t, const char *name, gt_finding_code code,
                              const char *what, double ns, double all, int known) {
    static const char *const maybe = "what lies between these two readings; the program may not print the difference";
    gt_finding *f = code == GT_FINDING_NO_SYNC
        ? gt_finding_add_(l, NULL, code, "{}, {part:ns} beyond the {total:ns} from the first of {readings#reading} to "
                          "the last", GT_VALUES_(gt_t_(what), gt_x_(ns), gt_x_(all), gt_n_(t->readings)))
        : gt_finding_add_(l, NULL, code, "{}, {part:ns} ({share:%}) of the {total:ns} from the first of "
                          "{readings#reading} to the last",
                          GT_VALUES_(gt_t_(what), gt_x_(ns), gt_x_(100 * ns / all), gt_x_(all), gt_n_(t->readings)));
    gt_copy_(f->path, sizeof f->path, gt_text_("%.120s, first to last", name));
    f->spoils_ = ns < all ? ns / all : 1;
    if (known) return;
    if (f->severity > GT_NOTE) f->severity = GT_NOTE;
    f->cause = maybe;
}
static void gt_cl_find_totals_(gt_list_ *l) {
    const double least = 0.05;
    size_t told = 0;
    gt_cl_total_ of[GT_CL_TOTALS_];
    gt_cl_held_ z;
    gt_lock_();
    const size_t n = gt_cl_totals_.n;
    memcpy(of, gt_cl_totals_.of, n * sizeof *of);       /* other threads may go on */
    gt_unlock_();
    for (size_t i = 0; i < n; i++) {
        const gt_cl_total_ *t = &of[i];
        const double all = gt_clock_ns(t->end - t->begin);
        if (t->resets != GT_PEEK_(&gt_resets_) || !(all > 0)) continue;
        gt_cl_total_look_(l, t, &z);
        const double first = z.first[0] + z.first[1];
        if (!z.name || (!t->known && z.longest > 0.9 * all)) continue;     /* else that timer's own rules speak */
        const gt_first_ new_there = gt_cl_first_launches_(gt_clock_ns(t->begin - gt_clk_.start), all);
        size_t next = 0;        /* another total that begins where this one ends, in the same place: the loop goes on */
        while (next < n && (next == i || of[next].from != t->to || of[next].to != t->to)) next++;
        const int warms_up = new_there.again && (t->n < 2 || new_there.same) && next == n;
        if (first > least * all && !(t->whole && told))
            gt_cl_total_tell_(l, t, z.name, GT_FINDING_JIT_IN_REGION, "builds and first launches", first, all,
                              t->known && z.first[0] > least * all && !warms_up);
        told += first > least * all;
        if (t->known && z.earlier > least * all)
            gt_cl_total_tell_(l, t, z.name, GT_FINDING_DIRTY_START, "earlier work", z.earlier, all, 1);
        if (t->known && t->after_ns > least * all)
            gt_cl_total_tell_(l, t, z.name, GT_FINDING_NO_SYNC, "work that ran on", t->after_ns, all, 1);
    }
}

/* -- what gputime_cl.h calls -- */

/* r: a launch that ran on for `ns` after the timer that made it. Was it a first one, and late? */
static void gt_cl_late_look_(const gt_command *r, uint64_t work, double ns) {
    const gt_cl_use_ *const use = work ? gt_cl_use_of_((uintptr_t)work, GT_CL_NEVER_, NULL) : NULL;
    if (!use || !gt_cl_loop_ || GT_PEEK_(&use->first) != r->before) return;
    if (ns - (double)(r->end - r->start) <= GT_LATE_NS_) return;
    gt_cl_loop_->late = r->before;
    gt_cl_loop_->late_work = work;
}
/* The same of a launch that ran on beyond the end of a later timer, too, if it is over. */
static void gt_cl_older_look_(void) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    size_t i = gt_cl_mine_.done;
    gt_command r;
    while (i < c->used && *gt_cl_event_at_(i) != gt_cl_loop_->older) i++;
    if (i < c->used && gt_cl_runs_(gt_cl_loop_->older)) return;
    if (i < c->used && gt_cl_row_stamps_(i, &r))
        gt_cl_late_look_(&r, gt_cl_launch_of_(&r)->work, gt_rough_ns_(gt_now_() - gt_cl_loop_->older_over));
    gt_cl_loop_->older = NULL;
}
/* Are the commands that still ran over by now, and since when? What ran on for less than 5 % of the samples hardly
   changes them. */
static void gt_cl_tail_look_(void) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const gt_command *row = mine->rows.row;
    size_t of, seen = 0;
    gt_cl_end_ e;
    for (of = mine->done; of < mine->rows.used && row[of].scope == mine->program; of++)
        if (row[of].runs_ && gt_cl_runs_(*gt_cl_event_at_(of))) return;
    while (of-- > mine->done) {
        gt_command r = row[of];
        if (!r.runs_) continue;
        uint64_t now = gt_now_();
        double ns = gt_rough_ns_(now - mine->left.over), ran_ns;
        gt_cl_end_of_(&e, mine->left.node, NULL, GT_CL_NEVER_, now, 0, 0);      /* as if its scope ended only now */
        gt_cl_take_(&r, *gt_cl_event_at_(of), &e);
        ran_ns = (double)(r.end - r.queued) - gt_rough_ns_(mine->left.over - r.after) + gt_rough_ns_(0);
        if (r.stamps == GT_STAMPS_GOOD && r.after && ran_ns < ns) ns = ran_ns;
        mine->left.ns = gt_larger_(mine->left.ns, ns);
        if (r.stamps == GT_STAMPS_GOOD) gt_cl_late_look_(&r, gt_cl_launch_of_(&row[of])->work, ns);
        mine->rows.row[of].runs_ = 0;
        seen++;
    }
    if (!seen) return;
    if (gt_cl_loop_ && gt_cl_loop_->older) gt_cl_older_look_();
    mine->left.runs = 0;
    if (gt_cl_loop_ && gt_cl_loop_->unwaited) {
        gt_lock_();
        gt_cl_loop_->unwaited->after_ns = mine->left.ns - gt_rough_ns_(gt_cl_loop_->unwaited->end - mine->left.over);
        gt_unlock_();
        gt_cl_loop_->unwaited = NULL;
    }
    if (mine->left.ns > 0.05 * mine->left.length_ns || mine->left.resets != GT_PEEK_(&gt_resets_)) return;
    gt_count_(mine->left.node, GT_N_tails, mine->left.samples);
    mine->left.samples = 0;
}
/* A timer has ended: its commands that still run belong to the program now, and come first. Returns where the others
   begin; these keep their order. Adds the first launches among the commands that still run to both counts: the call
   that launches a kernel may compile it, which the timer holds whether the kernel is over or not. */
static size_t gt_cl_run_on_(size_t first, size_t *launches, size_t *firsts) {
    size_t i = gt_cl_mine_.rows.used, rest = i, k = gt_cl_mine_.done;
    while (k < first && !(gt_cl_mine_.rows.row[k].runs_ && gt_cl_launch_of_(&gt_cl_mine_.rows.row[k])->work)) k++;
    if (k < first && gt_cl_loop_) {
        gt_cl_loop_->older = *gt_cl_event_at_(k);
        gt_cl_loop_->older_over = gt_cl_mine_.left.over;
    }
    while (i-- > first) if (gt_cl_mine_.rows.row[i].scope != gt_cl_mine_.program) gt_cl_swap_(i, --rest);
    for (i = first; i < rest; i++) {
        *launches += gt_cl_mine_.rows.row[i].first_;
        *firsts += gt_cl_mine_.rows.row[i].first_;
    }
    return rest;
}
/* Counts samples that launch other work than the second sample. (The first sample may hold a set-up.) Which work it is
   is a set, with a bit by the hash of each. */
static void gt_cl_other_work_(gt_node_ *n, size_t first) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    const uint64_t stored = gt_stored_(n);
    uint64_t bits = 0;
    for (size_t i = first; i < c->used; i++) {
        const uint64_t work = c->row[i].ended_ ? 0 : gt_cl_launch_of_(&c->row[i])->work;
        if (work) bits |= UINT64_C(1) << gt_cl_hash_(work >> 32, 6);
    }
    if (stored && bits != n->state->work_bits) gt_count_(n, GT_N_other_work, 1);
    if (stored < 2) n->state->work_bits = bits;
}
static void gt_cl_program_rows_(int firsts) {
    gt_cl_timing_.first |= firsts;
    gt_cl_program_shorten_();
}
static void gt_cl_program_scoped_(void) {
    gt_cl_log_begins_();
    if (gt_self_->current->state->key.kind == GT_KIND_TIMER) gt_cl_timing_drop_();
    gt_cl_mine_.program = NULL;
    gt_cl_drop_from_(0);
    gt_cl_log_ends_();
}
static void gt_cl_timer_ends_(void) {
    gt_cl_programs_own_();
    if ((gt_cl_mine_.rows.used - gt_cl_mine_.done) * 2 > GPUTIME_CL_EVENTS) gt_cl_harvest_(gt_cl_mine_.program, 0);
}
#ifndef GT_CL_LEAVES_       /* a layer defines it: it runs when a thread ends */
#define GT_CL_LEAVES_()
#endif
static void gt_cl_thread_left_(void) {
    gt_cl_log_begins_();        /* for the last time: the log goes away */
    GT_CL_LEAVES_();
    gt_cl_read_drop_();
    gt_cl_left_keep_();
    if (!GT_PEEK_(&gt_cl_process_.exiting)) {   /* else gt_cl_programs_end_ has ended it */
        if (gt_cl_mine_.program) gt_cl_helper_ends_();
        gt_cl_program_end_();
        gt_cl_asker_leave_();
    }
    free(gt_cl_over_.at);                       /* last, since the end of the program's sample may add to it */
    memset(&gt_cl_over_, 0, sizeof gt_cl_over_);
}
static int gt_cl_find_in_calls_(gt_list_ *l) {
    gt_cl_find_clocks_(l);
    gt_cl_find_events_(l);
    gt_cl_find_plain_(l);
    gt_cl_find_totals_(l);
    return gt_cl_times_of_(GT_CL_CALL_clEnqueueNDRangeKernel_).n > 0;
}
static gt_command *gt_cl_command_with_(cl_event event) {
    gt_command *r = gt_cl_row_with_(event);
    return r && !r->ended_ ? r : NULL;
}
/* Writes global and local sizes of a launch as "64x2", and the handles by which the calls of a command are found. */
static void gt_cl_trace_arguments_(gt_json_ *slice, const gt_command *r) {
    const size_t *size = r->kernel ? gt_cl_launch_of_(r)->sizes : NULL;
    char text[72];
    for (int local = 0; size && size[0] && local < 2; local++, size += 3) {
        int at = 0;
        for (int i = 0; i < 3 && size[i]; i++)
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%zu", i ? "x" : "", size[i]);
        gt_json_fields_(slice, "*:s", local ? "local" : "global", text);
    }
    if (!gt_cl_trace_.called) return;
    gt_json_fields_(slice, "queue:x", (double)(uintptr_t)r->queue);
    if (r->id) gt_json_fields_(slice, "event:x", (double)(uintptr_t)r->id);
}
static const gt_cl_tool_hooks_ gt_cl_tool_calls_ = {
    { gt_cl_tool_variables_, &gt_cl_first_launches_find_, &gt_cl_find_in_calls_, &gt_cl_traces_, &gt_cl_programs_end_,
      &gt_cl_calls_section_, &gt_cl_tool_report_, &gt_cl_trace_arguments_, &gt_cl_marks_between_, &gt_cl_slices_ },
    &gt_cl_program_begin_, &gt_cl_program_scoped_, &gt_cl_timer_ends_, &gt_cl_thread_left_, &gt_cl_known_name_,
    &gt_cl_work_begins_, &gt_cl_work_taken_, &gt_cl_command_with_, &gt_cl_sent_, &gt_cl_drained_, &gt_cl_tail_look_,
    &gt_cl_run_on_, &gt_cl_other_work_, &gt_cl_program_rows_ };
#ifdef __cplusplus      /* C++ allows no second declaration with a value: the first call or reading sets it */
static void gt_cl_tool_here_(void) { if (!GT_PEEK_(&gt_cl_tool_)) GT_POKE_(&gt_cl_tool_, &gt_cl_tool_calls_); }
#else
static const gt_cl_tool_hooks_ *gt_cl_tool_ = &gt_cl_tool_calls_;
static void gt_cl_tool_here_(void) { }
#endif

GT_FAST_
GT_OWN_MATH_
#endif /* GT_TOOLS_CALLS_IMPLEMENTED_ */

/* ==== what replaces the calls of your file: it comes last, since the implementation must not use it ==== */

#if defined(GT_CALLS_IMPLEMENTS_)
#undef GT_CALLS_IMPLEMENTS_
#elif !defined(GPUTIME_DISABLE) && !defined(GT_CALLS_REPLACES_)
#define GT_CALLS_REPLACES_
#undef GT_CL_COMPLETE_
#define GT_CL_COMPLETE_ 1
#undef GT_SEES_
#define GT_SEES_ GT_SEEN_
#if GT_GNU_
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wshadow"   /* your file may have used these names before this include */
#endif
/* GT_CL_P3_(a, b, c): parameters p1, p2, p3 of these types; GT_CL_N3_: their names. */
#define GT_CL_P0_() void
#define GT_CL_P1_(a) a p1
#define GT_CL_P2_(a, b) GT_CL_P1_(a), b p2
#define GT_CL_P3_(a, b, c) GT_CL_P2_(a, b), c p3
#define GT_CL_P4_(a, b, c, d) GT_CL_P3_(a, b, c), d p4
#define GT_CL_P5_(a, b, c, d, e) GT_CL_P4_(a, b, c, d), e p5
#define GT_CL_P6_(a, b, c, d, e, f) GT_CL_P5_(a, b, c, d, e), f p6
#define GT_CL_P7_(a, b, c, d, e, f, g) GT_CL_P6_(a, b, c, d, e, f), g p7
#define GT_CL_P8_(a, b, c, d, e, f, g, h) GT_CL_P7_(a, b, c, d, e, f, g), h p8
#define GT_CL_P9_(a, b, c, d, e, f, g, h, i) GT_CL_P8_(a, b, c, d, e, f, g, h), i p9
#define GT_CL_P10_(a, b, c, d, e, f, g, h, i, j) GT_CL_P9_(a, b, c, d, e, f, g, h, i), j p10
#define GT_CL_P11_(a, b, c, d, e, f, g, h, i, j, k) GT_CL_P10_(a, b, c, d, e, f, g, h, i, j), k p11
#define GT_CL_N0_
#define GT_CL_N1_ p1
#define GT_CL_N2_ GT_CL_N1_, p2
#define GT_CL_N3_ GT_CL_N2_, p3
#define GT_CL_N4_ GT_CL_N3_, p4
#define GT_CL_N5_ GT_CL_N4_, p5
#define GT_CL_N6_ GT_CL_N5_, p6
#define GT_CL_N7_ GT_CL_N6_, p7
#define GT_CL_N8_ GT_CL_N7_, p8
#define GT_CL_N9_ GT_CL_N8_, p9
#define GT_CL_N10_ GT_CL_N9_, p10
#define GT_CL_N11_ GT_CL_N10_, p11
#if GT_GNU_
#define GT_CL_HERE_ __FILE__, __LINE__, __INCLUDE_LEVEL__
#else
#define GT_CL_HERE_ __FILE__, __LINE__, 0
#endif
/* The wrapper of a call that returns a code, and that of a call that returns a new object of `type`. says: the last
   field of the call's line in the table. */
#define GT_CL_WRAP_(name, does, takes, says, gives) \
    GT_INLINE_ cl_int gt_##name##_(const char *file, int line, int depth, takes) { \
        gt_cl_call_ c; \
        gt_cl_call_begin_(&c, GT_CL_CALL_##name##_, does, file, GT_OPTIMISED_ ? line : -line, depth); \
        says; \
        gt_cl_before_(&c); \
        return gt_cl_after_(&c, name gives); \
    }
#define GT_CL_WRAP_NEW_(name, does, takes, says, gives, type, again, made_is) \
    GT_INLINE_ type gt_##name##_(const char *file, int line, int depth, takes, cl_int *result) { \
        gt_cl_call_ c; \
        gt_cl_call_begin_(&c, GT_CL_CALL_##name##_, does, file, GT_OPTIMISED_ ? line : -line, depth); \
        cl_int code = CL_SUCCESS; \
        says; \
        gt_cl_before_(&c); \
        type made = name gives; \
        again; \
        if (result) *result = code; \
        made_is; \
        (void)gt_cl_after_(&c, code); \
        return made; \
    }
/* The parameters and the result of each shape. */
#define GT_CL_COMMAND_TAKES_(count, types) \
    GT_CL_P##count##_ types, cl_uint waits, const cl_event *list, cl_event *event
#define GT_CL_COMMAND_SAYS_(says) (c.queue = p1, c.waits = waits, c.list = list, c.event = event, says)
#define GT_CL_COMMAND_GIVES_(count) GT_CL_N##count##_, waits, list, c.place ? c.place : event
#define GT_CL_WRAP_CODE_(name, does, count, types, says) \
    GT_CL_WRAP_(name, does, GT_CL_P##count##_ types, says, (GT_CL_N##count##_))
#define GT_CL_WRAP_COMMAND_(name, does, count, types, says) \
    GT_CL_WRAP_(name, does, GT_CL_COMMAND_TAKES_(count, types), GT_CL_COMMAND_SAYS_(says), \
                (GT_CL_COMMAND_GIVES_(count)))
#define GT_CL_WRAP_MAP_(name, does, count, types, says) \
    GT_CL_WRAP_NEW_(name, does, GT_CL_COMMAND_TAKES_(count, types), GT_CL_COMMAND_SAYS_(says), \
                    (GT_CL_COMMAND_GIVES_(count), &code), void *, (void)0, (void)0)
#define GT_CL_WRAP_MAKER_(name, does, count, types, says, type) \
    GT_CL_WRAP_NEW_(name, does, GT_CL_P##count##_ types, says, (GT_CL_N##count##_, &code), type, (void)0, \
                    (c.object = (const void *)made, c.kind = GT_CL_OBJECT_##type##_))
#define GT_CL_WRAP_QUEUE_(name, does, count, types, says, plain, type) \
    GT_CL_WRAP_NEW_(name, does, GT_CL_P##count##_ types, says, (GT_CL_N##count##_, &code), type, \
                    if (!made && c.hides) { \
                        plain; \
                        c.hides = 0; \
                        made = name(GT_CL_N##count##_, &code); \
                    }, (c.object = (const void *)made, c.kind = GT_CL_OBJECT_##type##_))
#define GT_CL_WRAP_PLAIN_(name, does, count, types, says) \
    GT_UNUSED_ static inline cl_int CL_API_CALL gt_##name##_(GT_CL_P##count##_ types) { \
        gt_cl_call_ c; \
        gt_cl_call_begin_(&c, GT_CL_CALL_##name##_, does, "", 0, 0); \
        says; \
        gt_cl_before_(&c); \
        return gt_cl_after_(&c, c.refused ? c.refused : name(GT_CL_N##count##_)); \
    }
#define GT_CL_WRAP_OWN_(...)
#ifdef GT_CL_FORWARD_
#define GT_CL_WRAP_ASKED_ GT_CL_WRAP_PLAIN_
#define GT_CL_WRAP_LENT_ GT_CL_WRAP_COMMAND_
#define GT_CL_WRAP_FOREIGN_ GT_CL_WRAP_MAKER_
#else
#define GT_CL_WRAP_ASKED_ GT_CL_WRAP_OWN_
#define GT_CL_WRAP_LENT_ GT_CL_WRAP_OWN_
#define GT_CL_WRAP_FOREIGN_ GT_CL_WRAP_OWN_
#endif

#define GT_X_(shape, name, ...) GT_CL_WRAP_##shape##_(name, __VA_ARGS__)
GT_CL_CALLS_1_0_(GT_X_)
GT_CL_CALLS_1_1_(GT_X_)
#ifdef CL_VERSION_1_2
GT_CL_CALLS_1_2_(GT_X_)
#endif
#ifdef CL_VERSION_2_0
GT_CL_CALLS_2_0_(GT_X_)
#endif
#ifdef CL_VERSION_2_1
GT_CL_CALLS_2_1_(GT_X_)
#endif
#ifdef CL_VERSION_2_2
GT_CL_CALLS_2_2_(GT_X_)
#endif
#ifdef CL_VERSION_3_0
GT_CL_CALLS_3_0_(GT_X_)
#endif
#undef GT_X_
#if GT_GNU_
#pragma GCC diagnostic pop
#endif

#ifndef GT_CL_FORWARD_      /* in a layer the names of the calls are macros already, for the next layer's functions */
/* The clocks of C. Each gets an inline function of the same name (gnu_inline), as glibc does for its fortified
   functions. That works even if the name was declared or used before, or has another symbol (64-bit time). Members and
   pointers of that name, and a definition by the program, stay what they are. Assembler labels would not do: clang
   refuses one for a function that was used before, and a second label contradicts the C library's. */
#if GT_GNU_
#pragma push_macro("clock")
#pragma push_macro("gettimeofday")
#pragma push_macro("clock_gettime")
#pragma push_macro("timespec_get")
#pragma push_macro("omp_get_wtime")
#pragma push_macro("time")
#pragma push_macro("difftime")
#pragma push_macro("localtime")
#pragma push_macro("gmtime")
#pragma push_macro("ctime")
#pragma push_macro("localtime_r")
#pragma push_macro("gmtime_r")
#pragma push_macro("srand")
#pragma push_macro("timerfd_settime")
#pragma push_macro("pthread_cond_timedwait")
#pragma push_macro("pthread_cond_clockwait")
#undef time
#undef difftime
#undef localtime
#undef gmtime
#undef ctime
#undef localtime_r
#undef gmtime_r
#undef srand
#undef clock
#undef gettimeofday
#undef clock_gettime
#undef timespec_get
#undef omp_get_wtime
#undef timerfd_settime
#undef pthread_cond_timedwait
#undef pthread_cond_clockwait
#include <time.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/time.h>
#include <sys/types.h>          /* pthread_cond_t; <pthread.h> would also declare functions that programs have */
#endif
#if defined(__linux__) && defined(CLOCK_MONOTONIC)
#include <sys/timerfd.h>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __cplusplus
#define GT_CL_THROWS_(call) noexcept(noexcept(call))
extern "C" {
#else
#define GT_CL_THROWS_(call)
#endif
#define GT_CL_NS_OF_(t) (1e9 * (double)(t).tv_sec + (double)(t).tv_nsec)
#define GT_CL_CALLER_ __builtin_return_address(0)   /* the functions below are part of the one that calls them */
#define GT_CL_CLOCK_(type, name, takes, gives, throws, then) \
    extern __inline __attribute__((gnu_inline, always_inline, unused)) type name takes throws { \
        type (*gt_true_) takes = name; \
        __asm__("" : "+r"(gt_true_));   /* keeps the compiler from inlining this function into itself */ \
        const type gt_result_ = gt_true_ gives; \
        then; \
        return gt_result_; \
    }
GT_CL_CLOCK_(clock_t, clock, (void), (), GT_CL_THROWS_(clock()),
             gt_cl_clock_read_(__BASE_FILE__, "clock()", 1e9 * (double)gt_result_ / CLOCKS_PER_SEC, 0, NULL))
/* The headers say that gettimeofday is never given NULL, but it may be. */
#define GT_CL_DAY_GOT_() do { \
        const struct timeval *to_ = t; \
        __asm__("" : "+r"(to_)); \
        gt_cl_clock_wall_(__BASE_FILE__, to_ ? 1e9 * (double)to_->tv_sec + 1e3 * (double)to_->tv_usec : 0, 1e3, 0, \
                          NULL, GT_CL_CALLER_); \
    } while (0)
#if defined(__GLIBC__) && __GLIBC__ * 100 + __GLIBC_MINOR__ < 231
GT_CL_CLOCK_(int, gettimeofday, (struct timeval *__restrict t, __timezone_ptr_t zone), (t, zone),
             GT_CL_THROWS_(gettimeofday(t, zone)), GT_CL_DAY_GOT_())
#elif defined(__unix__) || defined(__APPLE__)
GT_CL_CLOCK_(int, gettimeofday, (struct timeval *__restrict t, void *__restrict zone), (t, zone),
             GT_CL_THROWS_(gettimeofday(t, zone)), GT_CL_DAY_GOT_())
#endif
#ifdef TIME_UTC
GT_CL_CLOCK_(int, timespec_get, (struct timespec *t, int base), (t, base), GT_CL_THROWS_(timespec_get(t, base)),
             gt_cl_clock_wall_(__BASE_FILE__, gt_result_ ? GT_CL_NS_OF_(*t) : 0, 0, 0, NULL, GT_CL_CALLER_))
#endif
#ifdef CLOCK_MONOTONIC
#define GT_CL_CLOCK_GOT_(file) do { \
        struct timespec step_ = { 0, 0 }; \
        const char *name_ = id == CLOCK_PROCESS_CPUTIME_ID ? "CLOCK_PROCESS_CPUTIME_ID" \
                            : id == CLOCK_THREAD_CPUTIME_ID ? "CLOCK_THREAD_CPUTIME_ID" : NULL; \
        if (!name_ && id != CLOCK_REALTIME && id != CLOCK_MONOTONIC && !clock_getres(id, &step_) && \
            (step_.tv_sec || step_.tv_nsec > 100000)) name_ = "a coarse clock of clock_gettime"; \
        if (!name_ || gt_result_) \
            gt_cl_clock_wall_(file, gt_result_ ? 0 : GT_CL_NS_OF_(*t), 0, id != CLOCK_REALTIME, NULL, GT_CL_CALLER_); \
        else gt_cl_clock_read_(file, name_, GT_CL_NS_OF_(*t), GT_CL_NS_OF_(step_), NULL); \
    } while (0)
GT_CL_CLOCK_(int, clock_gettime, (clockid_t id, struct timespec *t), (id, t), GT_CL_THROWS_(clock_gettime(id, t)),
             GT_CL_CLOCK_GOT_(__BASE_FILE__))
#endif
/* time(), and what the program does with what it says. */
GT_CL_CLOCK_(time_t, time, (time_t *t), (t), GT_CL_THROWS_(time(t)), gt_cl_seconds_read_((double)gt_result_, NULL))
GT_CL_CLOCK_(double, difftime, (time_t to, time_t from), (to, from), GT_CL_THROWS_(difftime(to, from)),
             gt_cl_seconds_apart_((double)to, (double)from))
typedef struct tm *gt_cl_date_;
typedef char *gt_cl_date_text_;
#define GT_CL_DATE_(type, name) \
    GT_CL_CLOCK_(type, name, (const time_t *t), (t), GT_CL_THROWS_(name(t)), gt_cl_seconds_named_((double)*t))
GT_CL_DATE_(gt_cl_date_, localtime)
GT_CL_DATE_(gt_cl_date_, gmtime)
GT_CL_DATE_(gt_cl_date_text_, ctime)
#undef GT_CL_DATE_
#ifdef __USE_POSIX
#define GT_CL_DATE_TO_(name) \
    GT_CL_CLOCK_(gt_cl_date_, name, (const time_t *__restrict t, struct tm *__restrict to), (t, to), \
                 GT_CL_THROWS_(name(t, to)), gt_cl_seconds_named_((double)*t))
GT_CL_DATE_TO_(localtime_r)
GT_CL_DATE_TO_(gmtime_r)
#undef GT_CL_DATE_TO_
#endif
extern __inline __attribute__((gnu_inline, always_inline, unused))
void srand(unsigned seed) GT_CL_THROWS_(srand(seed)) {
    void (*gt_true_)(unsigned) = srand;
    __asm__("" : "+r"(gt_true_));
    gt_cl_seconds_named_((double)seed);
    gt_true_(seed);
}
/* Waits with a limit, for which the program may have read a clock. Where addresses have 32 bits, headers may give
   another name to these functions. */
#if defined(CLOCK_MONOTONIC) && (defined(__unix__) || defined(__APPLE__))
#define GT_CL_LIMIT_(name, takes, gives) \
    extern __inline __attribute__((gnu_inline, always_inline, unused)) int name takes { \
        int (*gt_true_) takes = name; \
        __asm__("" : "+r"(gt_true_)); \
        gt_cl_wait_limited_(GT_CL_NS_OF_(*at), 0); \
        return gt_true_ gives; \
    }
#if UINTPTR_MAX > 0xFFFFFFFF
GT_CL_LIMIT_(pthread_cond_timedwait,
             (pthread_cond_t *__restrict c, pthread_mutex_t *__restrict m, const struct timespec *__restrict at),
             (c, m, at))
#if defined(__USE_GNU) && defined(__GLIBC__) && __GLIBC__ * 100 + __GLIBC_MINOR__ >= 230
GT_CL_LIMIT_(pthread_cond_clockwait,
             (pthread_cond_t *__restrict c, pthread_mutex_t *__restrict m, clockid_t id,
              const struct timespec *__restrict at),
             (c, m, id, at))
#endif
#endif
#ifdef __linux__        /* a limit of 0 switches the timer off */
GT_CL_CLOCK_(int, timerfd_settime, (int file, int flags, const struct itimerspec *at, struct itimerspec *old),
             (file, flags, at, old), GT_CL_THROWS_(timerfd_settime(file, flags, at, old)),
             if (!gt_result_ && (at->it_value.tv_sec || at->it_value.tv_nsec))
                 gt_cl_wait_limited_(GT_CL_NS_OF_(at->it_value), !(flags & TFD_TIMER_ABSTIME)))
#endif
#undef GT_CL_LIMIT_
#endif
#ifdef _OPENMP
GT_CL_CLOCK_(double, omp_get_wtime, (void), (), GT_CL_THROWS_(omp_get_wtime()),
             gt_cl_clock_wall_(__BASE_FILE__, 0, 0, 1, NULL, GT_CL_CALLER_))
#endif
#pragma pop_macro("clock")
#pragma pop_macro("gettimeofday")
#pragma pop_macro("clock_gettime")
#pragma pop_macro("timespec_get")
#pragma pop_macro("omp_get_wtime")
#pragma pop_macro("time")
#pragma pop_macro("difftime")
#pragma pop_macro("localtime")
#pragma pop_macro("gmtime")
#pragma pop_macro("ctime")
#pragma pop_macro("localtime_r")
#pragma pop_macro("gmtime_r")
#pragma pop_macro("srand")
#pragma pop_macro("timerfd_settime")
#pragma pop_macro("pthread_cond_timedwait")
#pragma pop_macro("pthread_cond_clockwait")

/* The clocks of std::chrono are functions of the C++ library. This file defines functions of the same names, which the
   linker prefers. They return the same values. */
#if defined(__GLIBCXX__) && defined(__ELF__) && (defined(__x86_64__) || defined(__aarch64__))
__attribute__((weak, used)) int64_t gt_cl_steady_now_(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
__attribute__((weak, used)) int64_t gt_cl_system_now_(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
/* The code of a program, or of a shared library, lies between what the linker puts first and its data. */
extern const char gt_cl_module_begin_[] __asm__("__ehdr_start") __attribute__((weak, visibility("hidden")));
static char gt_cl_module_data_[1] __attribute__((used)) = { 1 };
GT_INLINE_ int64_t gt_cl_clock_ns_(clockid_t id) {
    struct timespec t = { 0, 0 };
    int (*now)(clockid_t, struct timespec *) = clock_gettime;
    __asm__("" : "+r"(now));
    (void)now(id, &t);
    const void *const place = __builtin_return_address(0);
    const int own = place >= (const void *)gt_cl_module_begin_ && place < (const void *)gt_cl_module_data_;
    /* else a shared library reads it, as for its log */
    if (own) gt_cl_clock_wall_(NULL, GT_CL_NS_OF_(t), 0, id != CLOCK_REALTIME, place, NULL);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
int64_t gt_cl_steady_now_(void) { return gt_cl_clock_ns_(CLOCK_MONOTONIC); }
int64_t gt_cl_system_now_(void) { return gt_cl_clock_ns_(CLOCK_REALTIME); }
#endif
#ifdef __cplusplus
}
#endif
#endif

#define clEnqueueNDRangeKernel(...) gt_clEnqueueNDRangeKernel_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueTask(...) gt_clEnqueueTask_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueNativeKernel(...) gt_clEnqueueNativeKernel_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueReadBuffer(...) gt_clEnqueueReadBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueWriteBuffer(...) gt_clEnqueueWriteBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueCopyBuffer(...) gt_clEnqueueCopyBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueReadBufferRect(...) gt_clEnqueueReadBufferRect_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueWriteBufferRect(...) gt_clEnqueueWriteBufferRect_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueCopyBufferRect(...) gt_clEnqueueCopyBufferRect_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueReadImage(...) gt_clEnqueueReadImage_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueWriteImage(...) gt_clEnqueueWriteImage_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueCopyImage(...) gt_clEnqueueCopyImage_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueCopyImageToBuffer(...) gt_clEnqueueCopyImageToBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueCopyBufferToImage(...) gt_clEnqueueCopyBufferToImage_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueUnmapMemObject(...) gt_clEnqueueUnmapMemObject_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueMapBuffer(...) gt_clEnqueueMapBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueMapImage(...) gt_clEnqueueMapImage_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueMarker(...) gt_clEnqueueMarker_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueBarrier(...) gt_clEnqueueBarrier_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueWaitForEvents(...) gt_clEnqueueWaitForEvents_(GT_CL_HERE_, __VA_ARGS__)
#define clGetPlatformIDs(...) gt_clGetPlatformIDs_(GT_CL_HERE_, __VA_ARGS__)
#define clGetDeviceIDs(...) gt_clGetDeviceIDs_(GT_CL_HERE_, __VA_ARGS__)
#define clFlush(...) gt_clFlush_(GT_CL_HERE_, __VA_ARGS__)
#define clFinish(...) gt_clFinish_(GT_CL_HERE_, __VA_ARGS__)
#define clWaitForEvents(...) gt_clWaitForEvents_(GT_CL_HERE_, __VA_ARGS__)
#define clSetKernelArg(...) gt_clSetKernelArg_(GT_CL_HERE_, __VA_ARGS__)
#define clSetUserEventStatus(...) gt_clSetUserEventStatus_(GT_CL_HERE_, __VA_ARGS__)
#define clSetEventCallback(...) gt_clSetEventCallback_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateKernelsInProgram(...) gt_clCreateKernelsInProgram_(GT_CL_HERE_, __VA_ARGS__)
#define clBuildProgram(...) gt_clBuildProgram_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateCommandQueue(...) gt_clCreateCommandQueue_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateContext(...) gt_clCreateContext_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateContextFromType(...) gt_clCreateContextFromType_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateBuffer(...) gt_clCreateBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateSubBuffer(...) gt_clCreateSubBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateImage2D(...) gt_clCreateImage2D_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateImage3D(...) gt_clCreateImage3D_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateProgramWithSource(...) gt_clCreateProgramWithSource_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateProgramWithBinary(...) gt_clCreateProgramWithBinary_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateKernel(...) gt_clCreateKernel_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateUserEvent(...) gt_clCreateUserEvent_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateSampler(...) gt_clCreateSampler_(GT_CL_HERE_, __VA_ARGS__)
#ifdef CL_VERSION_1_2
#define clEnqueueFillBuffer(...) gt_clEnqueueFillBuffer_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueFillImage(...) gt_clEnqueueFillImage_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueMigrateMemObjects(...) gt_clEnqueueMigrateMemObjects_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueMarkerWithWaitList(...) gt_clEnqueueMarkerWithWaitList_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueBarrierWithWaitList(...) gt_clEnqueueBarrierWithWaitList_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateSubDevices(...) gt_clCreateSubDevices_(GT_CL_HERE_, __VA_ARGS__)
#define clCompileProgram(...) gt_clCompileProgram_(GT_CL_HERE_, __VA_ARGS__)
#define clLinkProgram(...) gt_clLinkProgram_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateImage(...) gt_clCreateImage_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateProgramWithBuiltInKernels(...) gt_clCreateProgramWithBuiltInKernels_(GT_CL_HERE_, __VA_ARGS__)
#endif
#ifdef CL_VERSION_2_0
#define clEnqueueSVMMemcpy(...) gt_clEnqueueSVMMemcpy_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueSVMMemFill(...) gt_clEnqueueSVMMemFill_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueSVMMap(...) gt_clEnqueueSVMMap_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueSVMUnmap(...) gt_clEnqueueSVMUnmap_(GT_CL_HERE_, __VA_ARGS__)
#define clEnqueueSVMFree(...) gt_clEnqueueSVMFree_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateCommandQueueWithProperties(...) gt_clCreateCommandQueueWithProperties_(GT_CL_HERE_, __VA_ARGS__)
#define clCreatePipe(...) gt_clCreatePipe_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateSamplerWithProperties(...) gt_clCreateSamplerWithProperties_(GT_CL_HERE_, __VA_ARGS__)
#define clSetKernelArgSVMPointer(...) gt_clSetKernelArgSVMPointer_(GT_CL_HERE_, __VA_ARGS__)
#endif
#ifdef CL_VERSION_2_1
#define clEnqueueSVMMigrateMem(...) gt_clEnqueueSVMMigrateMem_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateProgramWithIL(...) gt_clCreateProgramWithIL_(GT_CL_HERE_, __VA_ARGS__)
#define clCloneKernel(...) gt_clCloneKernel_(GT_CL_HERE_, __VA_ARGS__)
#endif
#ifdef CL_VERSION_3_0
#define clCreateBufferWithProperties(...) gt_clCreateBufferWithProperties_(GT_CL_HERE_, __VA_ARGS__)
#define clCreateImageWithProperties(...) gt_clCreateImageWithProperties_(GT_CL_HERE_, __VA_ARGS__)
#endif
#define clRetainContext gt_clRetainContext_
#define clRetainCommandQueue gt_clRetainCommandQueue_
#define clRetainMemObject gt_clRetainMemObject_
#define clRetainProgram gt_clRetainProgram_
#define clRetainKernel gt_clRetainKernel_
#define clRetainEvent gt_clRetainEvent_
#define clRetainSampler gt_clRetainSampler_
#define clReleaseContext gt_clReleaseContext_
#define clReleaseCommandQueue gt_clReleaseCommandQueue_
#define clReleaseMemObject gt_clReleaseMemObject_
#define clReleaseProgram gt_clReleaseProgram_
#define clReleaseKernel gt_clReleaseKernel_
#define clReleaseEvent gt_clReleaseEvent_
#define clReleaseSampler gt_clReleaseSampler_
#define clGetCommandQueueInfo gt_clGetCommandQueueInfo_
#define clGetEventInfo gt_clGetEventInfo_
#define clGetEventProfilingInfo gt_clGetEventProfilingInfo_
#define clGetKernelInfo gt_clGetKernelInfo_
#endif
#endif

/* PRIVATE NAMES of the kit that this file uses
     hooks       gt_cl_tool_hooks_ (what gputime_cl.h calls), GT_SEEN_ (marks a file that has calls.h)
     commands    gt_cl_log_, gt_cl_mine_, gt_cl_command_new_, gt_cl_command_at_, gt_cl_command_waits_, gt_cl_last_,
                 gt_cl_owner_of_, gt_cl_end_, gt_cl_end_of_, gt_cl_take_, gt_cl_event_at_, gt_cl_event_of_,
                 gt_cl_swap_, gt_cl_shorten_, gt_cl_harvest_, gt_cl_room_, gt_cl_log_free_, gt_cl_drop_from_,
                 gt_cl_runs_, gt_cl_settled_, gt_cl_kind_, gt_cl_queue_device_, gt_sample_unknown_, GT_CL_TYPE_,
                 gt_cl_order_, gt_cl_in_order_, gt_cl_stamps_, gt_commands_, gt_commands_listed_, gt_commands_kept_by_,
                 gt_keep_, gt_command_copy_, gt_command_used_, gt_stored_
     account     gt_cl_call_log_, GT_LOG_CALL_, GT_LOG_SETUP_, GT_LOG_WAIT_, gt_cl_took_
     launches    gt_cl_launch_, gt_cl_launch_of_, gt_cl_use_, gt_cl_use_of_, gt_cl_use_at_, gt_cl_launched_,
                 gt_cl_hash_, GT_CL_NEVER_, GT_LATE_NS_, gt_first_, gt_more_, gt_sort_doubles_
     state       gt_cl_process_, gt_self_, gt_state_, gt_is_off_, gt_resets_
     samples     gt_node_, gt_thread_, gt_threads_, gt_thread_mine_, gt_child_named_, gt_node_enter_,
                 gt_scope_close_, gt_scope_pop_, gt_store_, gt_cl_here_, gt_cl_host_end_, gt_cl_signals_begin_
     counters    gt_count_, gt_count_timed_, gt_cl_count_inside_, gt_alert_, gt_alerts_drop_, GT_ALERT_EVENTS_,
                 GT_N_, gt_is_traced_
     trace       gt_trace_track_, gt_trace_begin_, gt_trace_ns_, gt_trace_due_, gt_json_, gt_json_open_,
                 gt_json_close_, gt_json_fields_, gt_json_object_
     clock       gt_now_, gt_rough_ns_, gt_tick_ns_, gt_clk_, gt_os_ns_
     findings    gt_list_, gt_finding_add_, gt_because_, gt_clock_finding_add_, gt_figures_add_, GT_VALUES_,
                 gt_values_, gt_nan_, gt_n_, gt_x_, gt_t_, gt_has_happened_
     errors      gt_error_keep_, gt_cl_build_over_, GT_CL_ASK_
     exit        gt_start_, gt_exit_ask_, gt_exit_for_
     variables   gt_variable_, gt_variable_value_, GT_VARIABLE_, GT_VARIABLE_CODE_, GT_CL_VARIABLES_
     atomics     GT_LOAD_, GT_PEEK_, GT_POKE_, GT_STORE_, GT_ADD_, gt_aligned_, gt_replace_, gt_lock_, gt_unlock_,
                 gt_process_, gt_yield_, gt_sleep_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_, GT_FAST_, GT_LEAN_, GT_GNU_, GT_INLINE_, GT_KEEP_, GT_OPTIMISED_,
                 GT_THREAD_LOCAL_, GT_UNUSED_
     tables      gt_column_, gt_section_, gt_section_put_, GT_SECOND_
     texts       gt_text_, gt_some_, gt_copy_, gt_last_name_, gt_hash_text_, gt_abs_, gt_larger_ */
