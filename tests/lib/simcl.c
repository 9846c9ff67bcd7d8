/* simcl.c - the simulated OpenCL device of simcl.h, where all that a user of it needs to know stands.

   How it works. S holds everything. Each API function is begin_(), its checks and its effect, end_(); helpers do
   nothing once c->err is set, so that a function reads from top to bottom. Commands (struct _cl_event) lie in the
   list of their queue until they end. next_() finds what happens next on the device or to a callback, step_() lets it
   happen, pump_() does so up to an instant; the host's clock S.now moves only in resume_(). Sections, in this order:

   state, names - random costs - objects - faults, log, begin_/end_ - device clock and stamps - the event loop -
   source text - API: platform, device - context - queue - program - kernel - buffer - enqueue - events - control */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "simcl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NO_PLATFORM_ (-1001)            /* CL_PLATFORM_NOT_FOUND_KHR */
#define FAILED_WAIT_ CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST

/* ==== state, names ================================================================================================ */

#define SIMCL_CALLS(X) \
    X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo) X(clRetainDevice) X(clReleaseDevice) \
    X(clGetDeviceAndHostTimer) X(clGetHostTimer) X(clGetExtensionFunctionAddressForPlatform) \
    X(clUnloadPlatformCompiler) \
    X(clCreateContext) X(clCreateContextFromType) X(clRetainContext) X(clReleaseContext) X(clGetContextInfo) \
    X(clCreateCommandQueue) X(clCreateCommandQueueWithProperties) X(clRetainCommandQueue) X(clReleaseCommandQueue) \
    X(clGetCommandQueueInfo) X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clBuildProgram) \
    X(clRetainProgram) X(clReleaseProgram) X(clGetProgramInfo) X(clGetProgramBuildInfo) X(clCreateKernel) \
    X(clCreateKernelsInProgram) X(clRetainKernel) X(clReleaseKernel) X(clSetKernelArg) X(clGetKernelInfo) \
    X(clGetKernelWorkGroupInfo) X(clCreateBuffer) X(clRetainMemObject) X(clReleaseMemObject) X(clGetMemObjectInfo) \
    X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer) X(clEnqueueReadBufferRect) X(clEnqueueWriteBufferRect) \
    X(clEnqueueCopyBuffer) X(clEnqueueCopyBufferRect) X(clEnqueueFillBuffer) X(clEnqueueMapBuffer) \
    X(clEnqueueUnmapMemObject) X(clEnqueueMigrateMemObjects) X(clEnqueueNDRangeKernel) X(clEnqueueTask) \
    X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList) X(clEnqueueMarker) X(clEnqueueBarrier) \
    X(clEnqueueWaitForEvents) X(clCreateUserEvent) X(clSetUserEventStatus) X(clSetEventCallback) X(clWaitForEvents) \
    X(clGetEventInfo) X(clGetEventProfilingInfo) X(clRetainEvent) X(clReleaseEvent) X(clFlush) X(clFinish)

enum {
#define X_(name) ID_##name,
    SIMCL_CALLS(X_)
#undef X_
    CALL_COUNT_
};

static const char *const call_names_[CALL_COUNT_] = {
#define X_(name) #name,
    SIMCL_CALLS(X_)
#undef X_
};

enum { CONTEXT_, QUEUE_, PROGRAM_, KERNEL_, MEM_, EVENT_, KIND_COUNT_ };
static const char *const kind_names_[KIND_COUNT_] = {"context", "queue", "program", "kernel", "buffer", "event"};
static const cl_int kind_errors_[KIND_COUNT_] = {CL_INVALID_CONTEXT, CL_INVALID_COMMAND_QUEUE, CL_INVALID_PROGRAM,
                                                 CL_INVALID_KERNEL, CL_INVALID_MEM_OBJECT, CL_INVALID_EVENT};

/* What every object begins with. The program owns `user` references, the runtime `inner` ones. */
typedef struct object_ {
    int kind;
    cl_uint user, inner;
    size_t serial, call, nth;           /* the call that made it, by log index, and which use of that function it was */
    int call_id;
    struct object_ *chain;              /* hash bucket */
    struct object_ *prev, *next;        /* all objects, in the order they were made */
} object_;

/* The tags of the structs below are those that cl.h gives to the types behind its handles. */
struct _cl_platform_id { char name[32]; };
struct _cl_device_id { unsigned index; char name[32]; cl_platform_id platform; };

struct _cl_context {
    object_ o;
    cl_uint devices;
    cl_device_id device[SIMCL_DEVICES];
    size_t property_count;
    cl_context_properties property[16];
};

struct _cl_command_queue {
    object_ o;
    size_t number;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    cl_event first, last;               /* commands that have not ended, in the order of their enqueue calls */
    uint64_t last_end, last_seen;
    cl_int failure;                     /* of the first failed command since the last clFinish */
    cl_command_queue next;
};

typedef struct param_ { char kind; size_t bytes; } param_;      /* 'g'lobal, 'l'ocal, 's'calar; 0 bytes: unknown */
typedef struct shape_ { size_t local[3]; int offset, large; } shape_;

typedef struct entry_ {                 /* a kernel function of a program */
    char *name, *defined;               /* by which it is asked for; in the source, before -D: its body is under that */
    cl_uint params;
    param_ *param;
    size_t shapes;
    shape_ *shape;                      /* at which it was launched */
    struct entry_ *next;
} entry_;

struct _cl_program {
    object_ o;
    cl_context context;
    char *source, *options, *log;
    cl_device_id built;         /* the device that the log is of; NULL: any */
    int from_binary;
    cl_build_status status;
    cl_uint kernels;                    /* kernel objects that exist */
    entry_ *entries;
};

typedef struct value_ { int set; size_t bytes; void *copy; cl_mem mem; } value_;

struct _cl_kernel {
    object_ o;
    cl_program program;
    entry_ *entry;
    cl_uint params;                     /* of the entry, which may go first */
    value_ *value;
};

struct _cl_mem {
    object_ o;
    cl_context context;
    cl_mem_flags flags;
    size_t bytes;
    unsigned char *data;
    void *host_ptr;
    cl_uint maps;
    size_t page, pages;
    unsigned char *touched;             /* per page */
};

typedef struct body_ {
    char *name;
    simcl_body run;
    simcl_cost duration;
    int registered;                     /* kept when it is not, since logs may name it */
    struct body_ *next;
} body_;

typedef struct area_ { unsigned char *at; size_t row, slice; } area_;

/* A command, also where the program asked for no event; and a user event, which has no queue. */
struct _cl_event {
    object_ o;
    cl_context context;
    cl_command_queue queue;
    cl_event next;
    cl_uint deps;
    cl_event *dep;                      /* held until it starts */
    int waits_for_all;                  /* marker or barrier without a list */
    simcl_command t;
    cl_int doomed;                      /* the status it will end with, if negative */
    simcl_cost cost;
    double units;
    uint64_t host_ps, late_ps, more_ps; /* first uses: in the call, before START, in execution */
    uint64_t arrive, after;             /* when it has reached the device; when the last thing it waited for ended */
    uint64_t gap;
    cl_kernel kernel;                   /* this, and all memory, is held until it ends */
    cl_mem mem[2];
    size_t region[3];                   /* a transfer: region bytes from -> to; pattern: a fill */
    area_ from, to;
    unsigned char *pattern;
    size_t pattern_bytes;
    body_ *body;                        /* a kernel */
    simcl_launch launch;
    simcl_argument *args;
    cl_mem *arg_mems;
    cl_uint mem_count;
    cl_mem *mems;                       /* migration */
};

typedef struct callback_ {
    cl_event event;
    cl_int type;
    void (CL_CALLBACK *fn)(cl_event, cl_int, void *);
    void *data;
    struct callback_ *next;
} callback_;

enum { BUCKETS_ = 4096, GRAVES_ = 512, FAULTS_ = 64, RULES_ = 32 };
typedef struct fault_ { int call_id; size_t nth; cl_int code; } fault_;
typedef struct rule_ { simcl_stamps kind; size_t nth; } rule_;

static struct {
    int ready;
    simcl_script script;
    struct _cl_platform_id platform[SIMCL_DEVICES];
    struct _cl_device_id device[SIMCL_DEVICES];
    unsigned devices;
    uint64_t start, now, cursor;        /* ps; cursor: up to where the device has been simulated, never before now */
    uint64_t random;
    unsigned running[SIMCL_DEVICES][2]; /* commands that run: in lanes, in lanes of the copy engine */
    cl_ulong memory[SIMCL_DEVICES];     /* bytes of buffers; counted on the first device of their context */
    cl_ulong ended[SIMCL_DEVICES][4];   /* 0, 0, START and END of the command that ended last */
    object_ *bucket[BUCKETS_], *oldest, *newest;
    object_ *grave[GRAVES_];            /* released objects, freed late: no new one gets the handle of an old one */
    size_t graves, alive, serial, queues_made, commands_made, allocs;
    cl_command_queue queues;
    callback_ *callbacks;
    simcl_call *calls;
    simcl_command *commands;
    size_t call_count, call_cap, command_count, command_cap;
    size_t uses[CALL_COUNT_];
    int call_id;                        /* the call that is being made, and its place in the log */
    size_t call, calls_made;
    fault_ fault[FAULTS_], command_fault[FAULTS_];
    size_t faults, command_faults, alloc_fault, fired;
    rule_ rule[RULES_];
    size_t rules, hangs, misuses;
    char misuse[160];
    int platform_asked;
} S;

static body_ *bodies_;                  /* outlive a reset */

static void ensure_(void) {
    if (!S.ready) {
        simcl_reset(NULL);
    }
}

static void *alloc_(size_t count, size_t bytes) {
    if (++S.allocs == S.alloc_fault) {
        S.fired++;
        return NULL;
    }
    return calloc(count ? count : 1, bytes ? bytes : 1);
}

static char *text_copy_(const char *text, size_t n) {
    char *copy = alloc_(n + 1, 1);
    if (copy) {
        memcpy(copy, text, n);
    }
    return copy;
}

static simcl_device *script_of_(cl_device_id device) {
    return &S.script.device[device->index];
}

/* ==== random costs ================================================================================================ */

static uint64_t random_bits_(void) {                    /* splitmix64 */
    uint64_t z = (S.random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double uniform_(void) {                          /* in (0, 1) */
    return ((double)(random_bits_() >> 11) + 0.5) / 9007199254740992.0;
}

static double normal_(void) {
    double radius = sqrt(-2.0 * log(uniform_()));
    return radius * cos(6.283185307179586 * uniform_());
}

static double factor_(simcl_law law, double spread) {
    switch (law) {
    case SIMCL_UNIFORM: return 1 + spread * (2 * uniform_() - 1);
    case SIMCL_NORMAL: return 1 + spread * normal_();
    case SIMCL_LOGNORMAL: return exp(spread * normal_());
    case SIMCL_EXPONENTIAL: return 1 - spread * log(uniform_());
    case SIMCL_TWO_MODES: return uniform_() < 0.5 ? 1 : 1 + spread;
    case SIMCL_SPIKES: return uniform_() < 0.01 ? 1 + spread : 1;
    case SIMCL_FIXED: break;
    }
    return 1;
}

static uint64_t ps_(double ns) {
    return ns > 0 ? (uint64_t)(ns * 1000 + 0.5) : 0;
}

static int is_default_(const simcl_cost *cost) {
    return !(cost->ns > 0) && !(cost->ns < 0) && !(cost->per_unit_ns > 0) && !cost->fn;
}

static double cost_ns_(const simcl_cost *cost, double units, uint64_t at) {
    if (cost->fn) {
        return cost->fn(units, (double)(at - S.start) * 1e-12, cost->user);
    }
    double ns = (cost->ns > 0 ? cost->ns : 0) + cost->per_unit_ns * units;
    return ns * factor_(cost->law, cost->spread);
}

static uint64_t cost_(const simcl_cost *cost, double units) {
    return ps_(cost_ns_(cost, units, S.now));
}

/* ==== objects ===================================================================================================== */

static size_t bucket_(const void *handle) {
    return (size_t)(((uintptr_t)handle >> 5) % BUCKETS_);
}

static void misuse_(int kind, const char *what) {
    S.misuses++;
    (void)snprintf(S.misuse, sizeof S.misuse, "%s: %s %s", call_names_[S.call_id], kind_names_[kind], what);
}

/* Whether a handle is alive and of that kind, without looking at what it points to. */
static int is_(const void *handle, int kind) {
    ensure_();
    for (const object_ *o = handle ? S.bucket[bucket_(handle)] : NULL; o; o = o->chain) {
        if ((const void *)o == handle) {
            return o->kind == kind;
        }
    }
    for (size_t i = 0; handle && i < GRAVES_; i++) {
        if ((const void *)S.grave[i] == handle) {
            misuse_(S.grave[i]->kind, "used after its release");
            break;
        }
    }
    return 0;
}

static int is_device_(const void *handle) {
    for (unsigned i = 0; i < S.devices; i++) {
        if (handle == (const void *)&S.device[i]) {
            return 1;
        }
    }
    return 0;
}

static int is_platform_(const void *handle) {
    for (cl_uint i = 0; i < S.script.platforms; i++) {
        if (handle == (const void *)&S.platform[i]) {
            return 1;
        }
    }
    return 0;
}

/* A new object of which the program owns `user` references. */
static void *object_new_(int kind, size_t bytes, cl_uint user) {
    object_ *o = alloc_(1, bytes);
    if (!o) {
        return NULL;
    }
    o->kind = kind;
    o->user = user;
    o->serial = ++S.serial;
    o->call = S.call;
    o->call_id = S.call_id;
    o->nth = S.uses[S.call_id];
    o->chain = S.bucket[bucket_(o)];
    S.bucket[bucket_(o)] = o;
    o->prev = S.newest;
    *(S.newest ? &S.newest->next : &S.oldest) = o;
    S.newest = o;
    S.alive++;
    return o;
}

static void entries_free_(cl_program p) {
    while (p->entries) {
        entry_ *entry = p->entries;
        p->entries = entry->next;
        free(entry->name);
        free(entry->defined);
        free(entry->param);
        free(entry->shape);
        free(entry);
    }
}

static void object_free_(object_ *o) {                  /* what it owns but refers to no other object */
    if (o->kind == PROGRAM_) {
        cl_program p = (cl_program)(void *)o;
        entries_free_(p);
        free(p->source);
        free(p->options);
        free(p->log);
    } else if (o->kind == KERNEL_) {
        cl_kernel k = (cl_kernel)(void *)o;
        for (cl_uint i = 0; k->value && i < k->params; i++) {
            free(k->value[i].copy);
        }
        free(k->value);
    } else if (o->kind == MEM_) {
        cl_mem m = (cl_mem)(void *)o;
        if (!(m->flags & CL_MEM_USE_HOST_PTR)) {
            free(m->data);
        }
        free(m->touched);
    } else if (o->kind == EVENT_) {
        cl_event e = (cl_event)(void *)o;
        for (cl_uint i = 0; e->args && i < e->launch.args; i++) {
            if (!e->args[i].is_buffer) {
                free(e->args[i].data);
            }
        }
        free(e->args);
        free(e->arg_mems);
        free(e->mems);
        free(e->pattern);
        free(e->dep);
    }
}

static void drop_(void *handle);

/* What a command used may go before its event does. */
static void let_go_(cl_event e) {
    for (cl_uint i = 0; e->arg_mems && i < e->launch.args; i++) {
        drop_(e->arg_mems[i]);
        e->arg_mems[i] = NULL;
    }
    for (cl_uint i = 0; i < e->mem_count; i++) {
        drop_(e->mems[i]);
    }
    e->mem_count = 0;
    drop_(e->mem[0]);
    drop_(e->mem[1]);
    drop_(e->kernel);
    e->mem[0] = e->mem[1] = NULL;
    e->kernel = NULL;
}

static void drop_what_it_holds_(object_ *o) {
    switch (o->kind) {
    case QUEUE_: {
        cl_command_queue q = (cl_command_queue)(void *)o;
        cl_command_queue *link = &S.queues;
        while (*link && *link != q) {
            link = &(*link)->next;
        }
        if (*link) {
            *link = q->next;
        }
        drop_(q->context);
        break;
    }
    case PROGRAM_: drop_(((cl_program)(void *)o)->context); break;
    case KERNEL_: {
        cl_program program = ((cl_kernel)(void *)o)->program;
        if (program) {
            program->kernels--;
        }
        drop_(program);
        break;
    }
    case MEM_: {
        cl_mem m = (cl_mem)(void *)o;
        if (m->context) {
            S.memory[m->context->device[0]->index] -= m->bytes;
        }
        drop_(m->context);
        break;
    }
    case EVENT_: {
        cl_event e = (cl_event)(void *)o;
        for (cl_uint i = 0; i < e->deps; i++) {
            drop_(e->dep[i]);
        }
        let_go_(e);
        drop_(e->queue);
        drop_(e->context);
        break;
    }
    default: break;
    }
}

static void object_end_(object_ *o) {
    drop_what_it_holds_(o);
    object_ **link = &S.bucket[bucket_(o)];
    while (*link != o) {
        link = &(*link)->chain;
    }
    *link = o->chain;
    *(o->prev ? &o->prev->next : &S.oldest) = o->next;
    *(o->next ? &o->next->prev : &S.newest) = o->prev;
    object_free_(o);
    S.alive--;
    object_ **grave = &S.grave[S.graves++ % GRAVES_];
    free(*grave);
    *grave = o;
}

static void *hold_(void *handle) {
    if (handle) {
        ((object_ *)handle)->inner++;
    }
    return handle;
}

static void drop_(void *handle) {
    object_ *o = handle;
    if (o && --o->inner + o->user == 0) {
        object_end_(o);
    }
}

/* ==== faults, log, begin_/end_ ==================================================================================== */

static void resume_(uint64_t at);
static void pump_(uint64_t until);

static uint64_t monotonic_ps_(void) {
    struct timespec t = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return ((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec) * 1000u;
}

static void sync_(void) {                               /* the clock goes on by itself in real time */
    ensure_();
    if (S.script.real_time) {
        uint64_t now = monotonic_ps_();
        S.now = now > S.now ? now : S.now;
    }
    pump_(S.now);
}

static void spend_(uint64_t ps) {
    resume_(S.now + ps);
}

/* The array of a log grows apart from alloc_, since a lost line of a log is no fault of the program's. */
static void *log_slot_(void *array_of_pointer, size_t *count, size_t *cap, size_t bytes) {
    void *array;
    memcpy(&array, array_of_pointer, sizeof array);
    if (*count == *cap) {
        size_t wider = *cap ? 2 * *cap : 256;
        void *bigger = realloc(array, wider * bytes);
        if (!bigger) {
            return NULL;
        }
        array = bigger;
        memcpy(array_of_pointer, &array, sizeof array);
        *cap = wider;
    }
    return (unsigned char *)array + (*count)++ * bytes;
}

typedef struct call_ {
    int id;
    cl_int err;
    int charged;                        /* its cost was spent already */
    size_t index;
    int logged;
} call_;

static call_ begin_(int id) {
    call_ c = {id, CL_SUCCESS, 0, 0, 0};
    sync_();
    S.call_id = id;
    S.uses[id]++;
    for (size_t i = 0; i < S.faults; i++) {
        if (S.fault[i].call_id == id && (S.fault[i].nth == 0 || S.fault[i].nth == S.uses[id])) {
            c.err = S.fault[i].code;
            S.fired++;
            break;
        }
    }
    S.call = c.index = S.calls_made++;
    if (!S.script.no_log) {
        simcl_call *log = log_slot_(&S.calls, &S.call_count, &S.call_cap, sizeof *log);
        if (log) {
            *log = (simcl_call){call_names_[id], S.uses[id], S.now, SIMCL_NEVER, CL_SUCCESS, c.err != CL_SUCCESS};
            c.logged = 1;
        } else {
            S.script.no_log = 1;        /* a log must have no hole */
        }
    }
    return c;
}

/* The call fails with that code if the condition holds; once it has failed, conditions are not looked at. */
#define REFUSE_(c, condition, code) ((c)->err = (c)->err ? (c)->err : (condition) ? (code) : CL_SUCCESS)

static void charge_(call_ *c, const simcl_cost *cost, double units) {
    c->charged = 1;
    spend_(cost_(cost, units));
}

static cl_int end_(call_ *c) {
    if (!c->charged) {
        charge_(c, &S.script.call, 0);
    }
    if (c->logged && c->index < S.call_count) {
        S.calls[c->index].end_ps = S.now;
        S.calls[c->index].result = c->err;
    }
    return c->err;
}

/* The end of a call that makes an object. */
static void *end_new_(call_ *c, void *made, cl_int *errcode_ret) {
    REFUSE_(c, !made, CL_OUT_OF_HOST_MEMORY);
    cl_int err = end_(c);
    if (errcode_ret) {
        *errcode_ret = err;
    }
    return err ? NULL : made;
}

/* The end of a call that answers a query with n bytes. */
static cl_int end_info_(call_ *c, const void *value, size_t n, size_t cap, void *to, size_t *size_ret) {
    REFUSE_(c, to && cap < n, CL_INVALID_VALUE);
    if (!c->err && to && n) {
        memcpy(to, value, n);
    }
    if (!c->err && size_ret) {
        *size_ret = n;
    }
    return end_(c);
}

/* A small answer: an integer, a handle or a text, by the name of the type. */
typedef struct answer_ {
    size_t n;
    const void *at;
    union { cl_uint u; cl_ulong ul; size_t s; cl_int i; cl_bool b; void *p; size_t s3[3]; } v;
} answer_;

#define ANSWER_(field, value) (a.v.field = (value), a.n = sizeof a.v.field)
#define TEXT_(text) (a.at = (text), a.n = strlen(text) + 1)

static cl_int end_answer_(call_ *c, const answer_ *a, size_t cap, void *to, size_t *size_ret) {
    return end_info_(c, a->at ? a->at : &a->v, a->n, cap, to, size_ret);
}

static void expect_(call_ *c, const void *handle, int kind) {
    REFUSE_(c, !is_(handle, kind), kind_errors_[kind]);
}

static cl_int retain_(int id, void *handle, int kind) {
    call_ c = begin_(id);
    expect_(&c, handle, kind);
    if (!c.err) {
        ((object_ *)handle)->user++;
    }
    return end_(&c);
}

static void flush_(cl_command_queue q);

static cl_int release_(int id, void *handle, int kind) {
    call_ c = begin_(id);
    expect_(&c, handle, kind);
    object_ *o = handle;
    if (!c.err && o->user == 0) {
        misuse_(kind, "released too often; the runtime alone holds it");
        c.err = kind_errors_[kind];
    }
    if (!c.err) {
        if (kind == QUEUE_ && o->user == 1) {
            flush_(handle);
        }
        o->user--;
        if (o->user + o->inner == 0) {
            object_end_(o);
        }
    }
    return end_(&c);
}

/* ==== device clock and stamps ===================================================================================== */

uint64_t simcl_device_ps(unsigned device, uint64_t host_ps) {
    ensure_();
    const simcl_device *d = &S.script.device[device < SIMCL_DEVICES ? device : 0];
    int64_t ppb = (int64_t)llround(d->drift_ppm * 1000);
    int64_t elapsed = (int64_t)(host_ps - S.start), part = 1000000000;
    int64_t drift = elapsed / part * ppb + elapsed % part * ppb / part;     /* two parts: nothing overflows */
    return (uint64_t)((int64_t)host_ps + d->offset_ns * 1000 + drift);
}

uint64_t simcl_device_ns(unsigned device, uint64_t host_ps) {
    uint64_t ns = simcl_device_ps(device, host_ps) / 1000;
    return ns - ns % S.script.device[device < SIMCL_DEVICES ? device : 0].resolution_ns;
}

int64_t simcl_offset_for_wrap(int bits, uint64_t host_ns) {
    uint64_t period = (uint64_t)1 << bits;
    return (int64_t)(period - host_ns % period);
}

static int is_marker_(const simcl_command *t) {
    return t->type == CL_COMMAND_MARKER || t->type == CL_COMMAND_BARRIER;
}

static simcl_stamps stamps_for_(const simcl_command *t) {
    for (size_t i = S.rules; i-- > 0;) {
        if (S.rule[i].nth == 0 || S.rule[i].nth == t->index + 1) {
            return S.rule[i].kind;
        }
    }
    return S.script.device[t->device].stamps;
}

/* s: QUEUED, SUBMIT, START, END as a healthy device gives them. */
static void break_stamps_(const simcl_command *t, cl_ulong s[4]) {
    const cl_ulong step = S.script.device[t->device].resolution_ns;
    const cl_ulong start = s[2];
    switch (t->stamps) {
    case SIMCL_ZERO: s[0] = s[1] = s[2] = s[3] = 0; break;
    case SIMCL_ZERO_END: s[3] = 0; break;
    case SIMCL_SWAPPED: s[2] = s[3] > start ? s[3] : start + step; s[3] = start; break;
    case SIMCL_WRAP_32: for (int i = 0; i < 4; i++) { s[i] &= 0xffffffffu; } break;
    case SIMCL_WRAP_36: for (int i = 0; i < 4; i++) { s[i] &= 0xfffffffffu; } break;
    case SIMCL_SCALED_UP: for (int i = 0; i < 4; i++) { s[i] = s[i] / 3 * 125 + s[i] % 3 * 125 / 3; } break;
    case SIMCL_SCALED_DOWN: for (int i = 0; i < 4; i++) { s[i] = s[i] / 125 * 3 + s[i] % 125 * 3 / 125; } break;
    case SIMCL_SUBMIT_AFTER_START: s[1] = s[2] + step; break;
    case SIMCL_SUBMIT_BEFORE_QUEUED: s[1] = s[0] - step; break;
    case SIMCL_START_BEFORE_QUEUED: s[2] = s[0] - step; break;
    case SIMCL_MARKER_EARLY: if (is_marker_(t)) { s[1] = s[2] = s[3] = s[0]; } break;
    case SIMCL_ONE_NS_APART: for (int i = 1; i < 4; i++) { s[i] = s[i - 1] + 1; } break;
    case SIMCL_STILL_FROM_SUBMIT: s[2] = s[3] - 1; s[1] = s[3] - 2; break;
    case SIMCL_HUGE_DIFFERENCE: s[3] = s[2] + ((cl_ulong)1 << 62) + 1; break;
    case SIMCL_LONGER_THAN_BRACKET: s[3] += 1000000000u; break;
    case SIMCL_QUEUED_EARLY: s[0] -= 1000000000u; s[1] -= 1000000000u; break;
    case SIMCL_SUBMIT_IS_QUEUED: s[1] = s[0]; break;
    case SIMCL_FROZEN: s[1] = s[2] = s[3] = s[0]; break;
    case SIMCL_UNTOUCHED:               /* clGetEventProfilingInfo leaves the program's variable alone */
    case SIMCL_HEALTHY:
    case SIMCL_STAMP_KINDS: break;
    }
}

static void stamp_(simcl_command *t) {
    const uint64_t truth[4] = {t->queued_ps, t->submit_ps, t->start_ps, t->end_ps};
    for (int i = 0; i < 4; i++) {
        t->stamp[i] = simcl_device_ns(t->device, truth[i]);
    }
    t->stamps = stamps_for_(t);
    break_stamps_(t, t->stamp);
    if (S.script.device[t->device].stamps_of_another && t->type == CL_COMMAND_MAP_BUFFER && t->end_ps == t->start_ps)
        memcpy(t->stamp, S.ended[t->device], sizeof t->stamp);
    S.ended[t->device][2] = t->stamp[2];
    S.ended[t->device][3] = t->stamp[3];
}

/* ==== the event loop ============================================================================================== */

enum { NOTHING_, START_, END_, CALLBACK_ };
typedef struct happening_ {
    int what;
    uint64_t at, ready;
    cl_event event;
    callback_ *callback;
} happening_;

static int is_kernel_(const cl_event e) {
    return e->t.type == CL_COMMAND_NDRANGE_KERNEL || e->t.type == CL_COMMAND_TASK;
}

static unsigned *lane_(const cl_event e) {              /* NULL: it takes none */
    if (is_marker_(&e->t)) {
        return NULL;
    }
    int copies = script_of_(e->queue->device)->copy_engine && !is_kernel_(e);
    return &S.running[e->t.device][copies];
}

static void record_(const cl_event e) {
    if (e->queue && e->t.index < S.command_count) {
        S.commands[e->t.index] = e->t;
    }
}

static int in_order_(const cl_command_queue q) {
    return !(q->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* Whether nothing but time and a lane keeps a command from starting; notes when what it waited for ended. */
static int can_start_(cl_event e) {
    if (e->t.status != CL_SUBMITTED) {
        return 0;
    }
    for (cl_uint i = 0; i < e->deps; i++) {
        if (e->dep[i]->t.status > CL_COMPLETE) {
            return 0;
        }
        e->after = e->dep[i]->t.end_ps > e->after ? e->dep[i]->t.end_ps : e->after;
    }
    if ((in_order_(e->queue) || e->waits_for_all) && e->queue->first != e) {
        return 0;
    }
    if ((in_order_(e->queue) || e->waits_for_all) && e->queue->last_end > e->after) {
        e->after = e->queue->last_end;
    }
    const unsigned *lane = lane_(e);
    return !lane || *lane < script_of_(e->queue->device)->lanes;
}

static int is_sooner_(const happening_ *n, const happening_ *best) {
    if (best->what == NOTHING_ || n->at != best->at) {
        return best->what == NOTHING_ || n->at < best->at;
    }
    if (n->what != START_ || best->what != START_) {
        return n->what == END_ && best->what != END_;
    }
    int newest = script_of_(n->event->queue->device)->newest_first && n->event->queue == best->event->queue;
    if (newest) {
        return n->event->t.index > best->event->t.index;
    }
    return n->ready != best->ready ? n->ready < best->ready : n->event->o.serial < best->event->o.serial;
}

static void consider_(cl_event e, happening_ *best) {
    happening_ n = {NOTHING_, 0, 0, e, NULL};
    if (e->t.status == CL_RUNNING) {
        n.what = END_;
        n.at = n.ready = e->t.end_ps;
    } else if (can_start_(e)) {
        uint64_t gap = e->after ? e->gap : 0;
        n.what = START_;
        n.ready = e->after + gap > e->arrive ? e->after + gap : e->arrive;
        n.at = n.ready > S.cursor ? n.ready : S.cursor;
    }
    if (n.what != NOTHING_ && is_sooner_(&n, best)) {
        *best = n;
    }
}

static uint64_t callback_due_(const callback_ *cb) {
    const simcl_command *t = &cb->event->t;
    return cb->type == CL_COMPLETE ? t->seen_ps : cb->type == CL_RUNNING ? t->start_ps : t->submit_ps;
}

static happening_ next_(void) {
    happening_ best = {NOTHING_, SIMCL_NEVER, SIMCL_NEVER, NULL, NULL};
    for (cl_command_queue q = S.queues; q; q = q->next) {
        for (cl_event e = q->first; e; e = e->next) {
            consider_(e, &best);
            if (in_order_(q) || e->t.type == CL_COMMAND_BARRIER) {      /* what lies behind has to wait for it */
                break;
            }
        }
    }
    for (callback_ *cb = S.callbacks; cb; cb = cb->next) {
        happening_ n = {CALLBACK_, callback_due_(cb), 0, NULL, cb};
        if (n.at != SIMCL_NEVER && is_sooner_(&n, &best)) {
            best = n;
        }
    }
    return best;
}

static const simcl_launch *timed_;
const simcl_launch *simcl_launch_timed(void) { return timed_; }

static void start_(cl_event e, uint64_t at) {
    const simcl_device *d = script_of_(e->queue->device);
    unsigned *lane = lane_(e);
    for (cl_uint i = 0; i < e->deps; i++) {
        if (e->dep[i]->t.status < 0) {
            e->doomed = FAILED_WAIT_;
        }
        drop_(e->dep[i]);
    }
    e->deps = 0;
    uint64_t duration = 0;
    if (e->doomed != FAILED_WAIT_) {
        double seconds = (double)(at - S.start) * 1e-12;
        e->launch.arg = e->args;
        timed_ = &e->launch;
        double ns = cost_ns_(&e->cost, e->units, at) * factor_(d->noise, d->noise_spread);
        timed_ = NULL;
        ns *= 1 + d->slower_per_s * seconds;
        duration = ps_(d->slowdown ? ns * d->slowdown(seconds, d->slowdown_user) : ns) + e->more_ps;
    }
    e->t.status = CL_RUNNING;
    e->t.start_ps = at;
    e->t.end_ps = at + duration;        /* known to the simulator; the program hears of it when it is over */
    if (lane) {
        ++*lane;
    }
    record_(e);
}

static void move_(const cl_event e) {
    const size_t *n = e->region;
    for (size_t z = 0; z < n[2]; z++) {
        for (size_t y = 0; y < n[1]; y++) {
            unsigned char *to = e->to.at + z * e->to.slice + y * e->to.row;
            memmove(to, e->from.at + z * e->from.slice + y * e->from.row, n[0]);
        }
    }
}

static cl_int run_body_(cl_event e) {                   /* local memory lives as long as the command */
    for (cl_uint i = 0; i < e->launch.args; i++) {
        if (!e->args[i].data && !e->args[i].is_buffer && !(e->args[i].data = alloc_(1, e->args[i].bytes))) {
            return CL_OUT_OF_RESOURCES;
        }
    }
    e->launch.arg = e->args;
    if (e->body && e->body->run) {
        e->body->run(&e->launch);
    }
    return CL_COMPLETE;
}

static cl_int work_(cl_event e) {
    if (e->doomed) {
        return e->doomed;
    }
    if (is_kernel_(e)) {
        return run_body_(e);
    }
    if (e->pattern) {
        for (size_t i = 0; i < e->region[0]; i += e->pattern_bytes) {
            memcpy(e->to.at + i, e->pattern, e->pattern_bytes);
        }
    } else if (e->from.at && e->to.at) {
        move_(e);
    }
    return CL_COMPLETE;
}

static void complete_(cl_event e) {
    cl_command_queue q = e->queue;
    unsigned *lane = lane_(e);
    if (lane) {
        --*lane;
    }
    e->t.status = work_(e);
    e->t.seen_ps = e->t.end_ps + cost_(&script_of_(q->device)->notify, 0);
    stamp_(&e->t);
    record_(e);
    q->last_end = e->t.end_ps > q->last_end ? e->t.end_ps : q->last_end;
    q->last_seen = e->t.seen_ps > q->last_seen ? e->t.seen_ps : q->last_seen;
    if (e->t.status < 0 && !q->failure) {
        q->failure = e->t.status;
    }
    cl_event before = NULL;
    for (cl_event i = q->first; i != e; i = i->next) {
        before = i;
    }
    *(before ? &before->next : &q->first) = e->next;
    if (q->last == e) {
        q->last = before;
    }
    let_go_(e);
    drop_(e);
}

static void call_back_(callback_ *cb, uint64_t at) {
    callback_ **link = &S.callbacks;
    while (*link != cb) {
        link = &(*link)->next;
    }
    *link = cb->next;
    callback_ now = *cb;
    const int call_id = S.call_id;
    const size_t call = S.call;
    free(cb);
    while (S.script.real_time && monotonic_ps_() < at) {
    }
    S.now = at > S.now ? at : S.now;
    now.fn(now.event, now.event->t.status < 0 ? now.event->t.status : now.type, now.data);
    S.call_id = call_id;
    S.call = call;
    drop_(now.event);
}

static int step_(const happening_ *n) {
    if (n->what == NOTHING_) {
        return 0;
    }
    S.cursor = n->at > S.cursor ? n->at : S.cursor;
    switch (n->what) {
    case START_: start_(n->event, n->at); break;
    case END_: complete_(n->event); break;
    default: call_back_(n->callback, n->at); break;
    }
    return 1;
}

static void pump_(uint64_t until) {                     /* lets everything happen that happens until then */
    for (happening_ n = next_(); n.at <= until && step_(&n); n = next_()) {
    }
    S.cursor = until > S.cursor ? until : S.cursor;
}

static void resume_(uint64_t at) {                      /* the host goes on at that instant, or now if it is over */
    pump_(at > S.now ? at : S.now);
    S.now = at > S.now ? at : S.now;
    while (S.script.real_time && monotonic_ps_() < at) {
    }
    if (S.script.real_time) {
        uint64_t now = monotonic_ps_();
        S.now = now > S.now ? now : S.now;
    }
}

static void submit_(cl_event e) {
    if (e->t.status == CL_QUEUED) {
        e->t.status = CL_SUBMITTED;
        e->t.submit_ps = S.now;
        e->arrive = S.now + cost_(&script_of_(e->queue->device)->submit, 0) + e->late_ps;
        record_(e);
    }
}

static void flush_(cl_command_queue q) {
    for (cl_event e = q->first; e; e = e->next) {
        submit_(e);
    }
}

static cl_int hang_(void) {
    S.hangs++;
    return CL_OUT_OF_RESOURCES;
}

/* Waits until the host sees that it ended; its status. The caller holds it. */
static cl_int wait_(cl_event e) {
    if (e->queue) {
        flush_(e->queue);
    }
    while (e->t.seen_ps == SIMCL_NEVER) {
        happening_ n = next_();
        if (!step_(&n)) {
            return hang_();
        }
    }
    resume_(e->t.seen_ps);
    return e->t.status;
}

static cl_int drain_(cl_command_queue q) {
    flush_(q);
    while (q->first) {
        happening_ n = next_();
        if (!step_(&n)) {
            return hang_();
        }
    }
    resume_(q->last_seen);
    return CL_SUCCESS;
}

/* ==== source text ================================================================================================= */

static char *without_comments_(const char *source) {
    char *clean = text_copy_(source, strlen(source));
    for (char *p = clean; p && *p; p++) {
        if (p[0] == '/' && p[1] == '/') {
            while (*p && *p != '\n') {
                *p++ = ' ';
            }
        } else if (p[0] == '/' && p[1] == '*') {
            while (*p && !(p[0] == '*' && p[1] == '/')) {
                *p++ = ' ';
            }
            if (*p) {
                p[0] = p[1] = ' ';
            }
        }
        if (!*p) {
            break;
        }
    }
    return clean;
}

static int is_letter_(int ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_';
}

typedef struct word_ { const char *at; size_t n; } word_;

static word_ word_after_(const char *p, const char *end) {
    word_ w = {NULL, 0};
    while (p < end && *p && !is_letter_(*p)) {
        p++;
    }
    for (w.at = p; p < end && is_letter_(*p); p++) {
        w.n++;
    }
    return w;
}

static int same_(word_ w, const char *text) {
    return w.n == strlen(text) && memcmp(w.at, text, w.n) == 0;
}

static const char *closing_(const char *open, const char *end) {    /* the parenthesis that matches *open, or end */
    int depth = 0;
    for (; open < end; open++) {
        depth += *open == '(';
        if (*open == ')' && --depth == 0) {
            return open;
        }
    }
    return end;
}

static word_ word_past_attributes_(const char *p, const char *end) {
    word_ w = word_after_(p, end);
    while (same_(w, "__attribute__")) {
        const char *open = w.at + w.n;
        while (open < end && *open != '(') {
            open++;
        }
        w = word_after_(closing_(open, end), end);
    }
    return w;
}

static size_t scalar_bytes_(word_ w) {
    static const struct { const char *name; size_t bytes; } types[] = {
        {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2}, {"int", 4}, {"uint", 4}, {"unsigned", 4},
        {"float", 4}, {"long", 8}, {"ulong", 8}, {"double", 8}, {"size_t", 8}};
    size_t lanes = 0, digit = 1;
    while (w.n > 1 && w.at[w.n - 1] >= '0' && w.at[w.n - 1] <= '9') {
        lanes += digit * (size_t)(w.at[--w.n] - '0');
        digit *= 10;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (same_(w, types[i].name)) {
            return types[i].bytes * (lanes == 3 ? 4 : lanes ? lanes : 1);
        }
    }
    return 0;
}

static param_ parse_param_(const char *p, const char *end) {
    param_ param = {'s', 0};
    for (word_ w = word_after_(p, end); w.n; w = word_after_(w.at + w.n, end)) {
        if (same_(w, "global") || same_(w, "__global") || same_(w, "constant") || same_(w, "__constant")) {
            param.kind = 'g';
        } else if (same_(w, "local") || same_(w, "__local")) {
            param.kind = 'l';
        } else if (scalar_bytes_(w)) {
            param.bytes = scalar_bytes_(w);
        }
    }
    return param;
}

static int parse_params_(entry_ *entry, const char *open, const char *close) {
    size_t count = 1;
    for (const char *p = open; p < close; p++) {
        count += *p == ',';
    }
    word_ first = word_after_(open, close);
    if (first.n == 0 || (same_(first, "void") && word_after_(first.at + first.n, close).n == 0)) {
        count = 0;
    }
    entry->param = alloc_(count, sizeof *entry->param);
    if (!entry->param) {
        return 0;
    }
    entry->params = (cl_uint)count;
    const char *p = open + 1;
    for (size_t i = 0; i < count; i++) {
        const char *comma = p;
        while (comma < close && *comma != ',') {
            comma++;
        }
        entry->param[i] = parse_param_(p, comma);
        p = comma + 1;
    }
    return 1;
}

/* What a name stands for: that of a -Dname=other among the options. */
static word_ renamed_(const char *options, word_ name) {
    for (const char *p = options; (p = strstr(p, "-D")) != NULL; p += 2) {
        word_ macro = word_after_(p + 2, options + strlen(options));
        if (macro.n == name.n && !memcmp(macro.at, name.at, name.n) && macro.at[macro.n] == '=') {
            return word_after_(macro.at + macro.n, options + strlen(options));
        }
    }
    return name;
}

static int add_entry_(cl_program program, word_ defined, const char *end) {
    const word_ name = renamed_(program->options, defined);
    const char *open = defined.at + defined.n;
    while (open < end && *open != '(') {
        open++;
    }
    for (entry_ *i = program->entries; i; i = i->next) {    /* a declaration before the definition */
        if (same_(name, i->name)) {
            return 1;
        }
    }
    entry_ *entry = alloc_(1, sizeof *entry);
    if (!entry) {
        return 0;
    }
    entry_ **link = &program->entries;                      /* in the order of the source */
    while (*link) {
        link = &(*link)->next;
    }
    *link = entry;
    entry->name = text_copy_(name.at, name.n);
    entry->defined = text_copy_(defined.at, defined.n);
    return entry->name && entry->defined && parse_params_(entry, open, closing_(open, end));
}

static int parse_kernels_(cl_program program) {
    char *text = without_comments_(program->source);
    int good = text != NULL;
    const char *end = text ? text + strlen(text) : NULL;
    for (word_ w = word_after_(text, end); good && w.n; w = word_after_(w.at + w.n, end)) {
        if (!same_(w, "kernel") && !same_(w, "__kernel")) {
            continue;
        }
        word_ type = word_past_attributes_(w.at + w.n, end);
        word_ name = same_(type, "void") ? word_past_attributes_(type.at + type.n, end) : (word_){NULL, 0};
        good = name.n == 0 || add_entry_(program, name, end);
    }
    free(text);
    return good;
}

/* ==== API: platform, device ======================================================================================= */

cl_int CL_API_CALL clGetPlatformIDs(cl_uint cap, cl_platform_id *platforms, cl_uint *count) {
    call_ c = begin_(ID_clGetPlatformIDs);
    cl_uint n = S.script.no_platform ? 0 : S.script.platforms;
    REFUSE_(&c, (!platforms && !count) || (platforms && cap == 0), CL_INVALID_VALUE);
    if (!c.err && !S.platform_asked) {
        S.platform_asked = 1;
        spend_(cost_(&S.script.first_platform, 0));
    }
    if (!c.err && count) {
        *count = n;
    }
    for (cl_uint i = 0; !c.err && platforms && i < cap && i < n; i++) {
        platforms[i] = &S.platform[i];
    }
    REFUSE_(&c, n == 0, NO_PLATFORM_);
    return end_(&c);
}

static const char *version_text_(int version) {
    return version >= 300 ? "OpenCL 3.0 simcl" : version >= 200 ? "OpenCL 2.1 simcl" : "OpenCL 1.2 simcl";
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetPlatformInfo);
    answer_ a = {0, NULL, {0}};
    REFUSE_(&c, !is_platform_(platform), CL_INVALID_PLATFORM);
    if (!c.err) {
        switch (what) {
        case CL_PLATFORM_NAME: TEXT_(platform->name); break;
        case CL_PLATFORM_VENDOR: TEXT_("simcl"); break;
        case CL_PLATFORM_PROFILE: TEXT_("FULL_PROFILE"); break;
        case CL_PLATFORM_EXTENSIONS: TEXT_(""); break;
        case CL_PLATFORM_VERSION: TEXT_(version_text_(S.script.device[0].version)); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

static cl_uint devices_of_(cl_platform_id platform, cl_device_type type, cl_uint cap, cl_device_id *devices) {
    cl_uint n = 0;
    for (unsigned i = 0; i < S.devices; i++) {
        const int matches = (S.script.device[i].type & type) != 0 || (type == CL_DEVICE_TYPE_DEFAULT && n == 0);
        if (S.device[i].platform == platform && matches) {
            if (devices && n < cap) {
                devices[n] = &S.device[i];
            }
            n++;
        }
    }
    return n;
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint cap, cl_device_id *devices,
                                  cl_uint *count) {
    call_ c = begin_(ID_clGetDeviceIDs);
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    REFUSE_(&c, !is_platform_(platform), CL_INVALID_PLATFORM);
    REFUSE_(&c, type != CL_DEVICE_TYPE_ALL && ((type & known) == 0 || (type & ~known) != 0), CL_INVALID_DEVICE_TYPE);
    REFUSE_(&c, (!devices && !count) || (devices && cap == 0), CL_INVALID_VALUE);
    if (!c.err) {
        cl_uint n = devices_of_(platform, type, cap, devices);
        if (count) {
            *count = n;
        }
        c.err = n ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
    }
    return end_(&c);
}

static cl_int device_text_(cl_device_id device, cl_device_info what, answer_ *out) {
    const simcl_device *d = script_of_(device);
    answer_ a = *out;
    switch (what) {
    case CL_DEVICE_NAME: TEXT_(d->name ? d->name : device->name); break;
    case CL_DEVICE_VENDOR: TEXT_("simcl"); break;
    case CL_DRIVER_VERSION: TEXT_("1"); break;
    case CL_DEVICE_PROFILE: TEXT_("FULL_PROFILE"); break;
    case CL_DEVICE_EXTENSIONS: TEXT_(d->extensions ? d->extensions : ""); break;
    case CL_DEVICE_BUILT_IN_KERNELS: TEXT_(""); break;
    case CL_DEVICE_VERSION: TEXT_(version_text_(d->version)); break;
    case CL_DEVICE_OPENCL_C_VERSION: TEXT_("OpenCL C 1.2 simcl"); break;
    default: return CL_INVALID_VALUE;
    }
    *out = a;
    return CL_SUCCESS;
}

static cl_int device_number_(cl_device_id device, cl_device_info what, answer_ *out) {
    static const cl_uint place[4] = {0, 0x41, 3, 0};
    const simcl_device *d = script_of_(device);
    const cl_ulong queue = (d->no_profiling ? 0u : CL_QUEUE_PROFILING_ENABLE) |
                           (d->no_out_of_order ? 0u : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    answer_ a = *out;
    switch (what) {
    case CL_DEVICE_TYPE: ANSWER_(ul, d->type); break;
    case CL_DEVICE_VENDOR_ID: ANSWER_(u, 0x51c1u); break;
    case CL_DEVICE_MAX_COMPUTE_UNITS: ANSWER_(u, d->compute_units); break;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: ANSWER_(u, 3); break;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: ANSWER_(s, d->max_group); break;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        a.v.s3[0] = a.v.s3[1] = a.v.s3[2] = d->max_group;
        a.n = sizeof a.v.s3;
        break;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: ANSWER_(u, 1000); break;
    case CL_DEVICE_ADDRESS_BITS: ANSWER_(u, 64); break;
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: ANSWER_(u, 1024); break;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: ANSWER_(u, 1); break;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: ANSWER_(ul, d->alloc_bytes); break;
    case CL_DEVICE_GLOBAL_MEM_SIZE: ANSWER_(ul, d->memory_bytes); break;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: ANSWER_(ul, 1u << 20); break;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: ANSWER_(u, 64); break;
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: ANSWER_(u, CL_READ_WRITE_CACHE); break;
    case CL_DEVICE_LOCAL_MEM_SIZE: ANSWER_(ul, 48u << 10); break;
    case CL_DEVICE_LOCAL_MEM_TYPE: ANSWER_(u, CL_LOCAL); break;
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: ANSWER_(ul, 64u << 10); break;
    case CL_DEVICE_MAX_PARAMETER_SIZE: ANSWER_(s, 4096); break;
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: ANSWER_(s, (size_t)d->claimed_resolution_ns); break;
    case CL_DEVICE_IMAGE_SUPPORT:
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT: ANSWER_(b, CL_FALSE); break;
    case CL_DEVICE_HOST_UNIFIED_MEMORY: ANSWER_(b, d->type == CL_DEVICE_TYPE_CPU); break;
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE: ANSWER_(b, CL_TRUE); break;
    case CL_DEVICE_EXECUTION_CAPABILITIES: ANSWER_(ul, CL_EXEC_KERNEL); break;
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG: ANSWER_(ul, CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_FMA); break;
    case CL_DEVICE_QUEUE_PROPERTIES: ANSWER_(ul, queue); break;
    case CL_DEVICE_PLATFORM: ANSWER_(p, device->platform); break;
    case CL_DEVICE_PARENT_DEVICE: ANSWER_(p, NULL); break;
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: ANSWER_(u, 0); break;
    case CL_DEVICE_REFERENCE_COUNT: ANSWER_(u, 1); break;
    case 0x410F:        /* CL_DEVICE_PCI_BUS_INFO_KHR */
        if (!d->extensions || !strstr(d->extensions, "cl_khr_pci_bus_info")) return CL_INVALID_VALUE;
        a.at = place;
        a.n = sizeof place;
        break;
    default: return CL_INVALID_VALUE;
    }
    *out = a;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetDeviceInfo);
    answer_ a = {0, NULL, {0}};
    REFUSE_(&c, !is_device_(device), CL_INVALID_DEVICE);
    if (!c.err && device_text_(device, what, &a)) {
        c.err = device_number_(device, what, &a);
    }
    return end_answer_(&c, &a, cap, to, n);
}

static cl_int touch_device_(int id, cl_device_id device) {      /* a root device is not counted */
    call_ c = begin_(id);
    REFUSE_(&c, !is_device_(device), CL_INVALID_DEVICE);
    return end_(&c);
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device) { return touch_device_(ID_clRetainDevice, device); }
cl_int CL_API_CALL clReleaseDevice(cl_device_id device) { return touch_device_(ID_clReleaseDevice, device); }

static cl_int timer_(int id, cl_device_id device, cl_ulong *on_device, cl_ulong *on_host) {
    call_ c = begin_(id);
    REFUSE_(&c, !is_device_(device), CL_INVALID_DEVICE);
    REFUSE_(&c, !on_host || (id == ID_clGetDeviceAndHostTimer && !on_device), CL_INVALID_VALUE);
    REFUSE_(&c, !script_of_(device)->device_timer, CL_INVALID_OPERATION);
    if (!c.err) {
        *on_host = S.now / 1000;
        if (on_device) {
            *on_device = simcl_device_ns(device->index, S.now);
        }
    }
    return end_(&c);
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *on_device, cl_ulong *on_host) {
    return timer_(ID_clGetDeviceAndHostTimer, device, on_device, on_host);
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *on_host) {
    return timer_(ID_clGetHostTimer, device, NULL, on_host);
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    call_ c = begin_(ID_clGetExtensionFunctionAddressForPlatform);
    cl_int (CL_API_CALL *both)(cl_device_id, cl_ulong *, cl_ulong *) = clGetDeviceAndHostTimer;
    cl_int (CL_API_CALL *host)(cl_device_id, cl_ulong *) = clGetHostTimer;
    void *address = NULL;               /* ISO C has no cast from a function to an object pointer */
    if (!c.err && is_platform_(platform) && name && S.script.device[0].device_timer) {
        if (!strcmp(name, "clGetDeviceAndHostTimer")) {
            memcpy(&address, &both, sizeof address);
        } else if (!strcmp(name, "clGetHostTimer")) {
            memcpy(&address, &host, sizeof address);
        }
    }
    (void)end_(&c);
    return address;
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
    call_ c = begin_(ID_clUnloadPlatformCompiler);
    REFUSE_(&c, !is_platform_(platform), CL_INVALID_PLATFORM);
    return end_(&c);
}

/* ==== API: context ================================================================================================ */

typedef void (CL_CALLBACK *context_notify_)(const char *, const void *, size_t, void *);

static void copy_properties_(call_ *c, cl_context context, const cl_context_properties *property) {
    size_t n = 0;
    for (; !c->err && property && property[n]; n += 2) {
        if (n + 3 > sizeof context->property / sizeof context->property[0]) {
            c->err = CL_INVALID_PROPERTY;
        } else if (property[n] == CL_CONTEXT_PLATFORM) {
            cl_platform_id platform;
            memcpy(&platform, &property[n + 1], sizeof platform);
            c->err = is_platform_(platform) ? CL_SUCCESS : CL_INVALID_PLATFORM;
        } else if (property[n] != CL_CONTEXT_INTEROP_USER_SYNC) {
            c->err = CL_INVALID_PROPERTY;
        }
    }
    if (!c->err && property) {
        context->property_count = n + 1;
        memcpy(context->property, property, (n + 1) * sizeof *property);
    }
}

static cl_context context_(call_ *c, const cl_context_properties *property, cl_uint count, const cl_device_id *devices,
                           context_notify_ notify, const void *user) {
    REFUSE_(c, (!notify && user) || !devices || count == 0 || count > SIMCL_DEVICES, CL_INVALID_VALUE);
    for (cl_uint i = 0; !c->err && i < count; i++) {
        if (!is_device_(devices[i]) || devices[i]->platform != devices[0]->platform) {
            c->err = CL_INVALID_DEVICE;
        }
    }
    cl_context context = c->err ? NULL : object_new_(CONTEXT_, sizeof *context, 1);
    if (context) {
        context->devices = count;
        memcpy(context->device, devices, count * sizeof *devices);
        copy_properties_(c, context, property);
        spend_(cost_(&S.script.context, 0));
        if (c->err) {
            object_end_(&context->o);
        }
    }
    return context;
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties *property, cl_uint count,
                                       const cl_device_id *devices, context_notify_ notify, void *user,
                                       cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateContext);
    return end_new_(&c, context_(&c, property, count, devices, notify, user), errcode_ret);
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *property, cl_device_type type,
                                               context_notify_ notify, void *user, cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateContextFromType);
    cl_platform_id platform = &S.platform[0];
    cl_device_id devices[SIMCL_DEVICES];
    for (size_t i = 0; property && property[i]; i += 2) {
        if (property[i] == CL_CONTEXT_PLATFORM) {
            memcpy(&platform, &property[i + 1], sizeof platform);
        }
    }
    cl_uint n = devices_of_(platform, type, SIMCL_DEVICES, devices);
    if (!c.err && n == 0) {
        c.err = is_platform_(platform) ? CL_DEVICE_NOT_FOUND : CL_INVALID_PLATFORM;
    }
    return end_new_(&c, context_(&c, property, n, devices, notify, user), errcode_ret);
}

cl_int CL_API_CALL clRetainContext(cl_context x) { return retain_(ID_clRetainContext, x, CONTEXT_); }
cl_int CL_API_CALL clReleaseContext(cl_context x) { return release_(ID_clReleaseContext, x, CONTEXT_); }

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetContextInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, context, CONTEXT_);
    if (!c.err) {
        switch (what) {
        case CL_CONTEXT_REFERENCE_COUNT: ANSWER_(u, context->o.user + context->o.inner); break;
        case CL_CONTEXT_NUM_DEVICES: ANSWER_(u, context->devices); break;
        case CL_CONTEXT_DEVICES: a.at = context->device; a.n = context->devices * sizeof(cl_device_id); break;
        case CL_CONTEXT_PROPERTIES:
            a.at = context->property;
            a.n = context->property_count * sizeof(cl_context_properties);
            break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

static int has_device_(const cl_context context, const cl_device_id device) {
    for (cl_uint i = 0; i < context->devices; i++) {
        if (context->device[i] == device) {
            return 1;
        }
    }
    return 0;
}

/* ==== API: queue ================================================================================================== */

static cl_command_queue queue_(call_ *c, cl_context context, cl_device_id device,
                               cl_command_queue_properties properties) {
    const cl_command_queue_properties known = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    expect_(c, context, CONTEXT_);
    REFUSE_(c, !is_device_(device) || !has_device_(context, device), CL_INVALID_DEVICE);
    REFUSE_(c, properties & ~known, CL_INVALID_VALUE);
    REFUSE_(c, ((properties & CL_QUEUE_PROFILING_ENABLE) && script_of_(device)->no_profiling) ||
                    ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) && script_of_(device)->no_out_of_order),
            CL_INVALID_QUEUE_PROPERTIES);
    cl_command_queue q = c->err ? NULL : object_new_(QUEUE_, sizeof *q, 1);
    if (q) {
        q->number = ++S.queues_made;
        q->context = hold_(context);
        q->device = device;
        q->properties = properties;
        q->next = S.queues;
        S.queues = q;
    }
    return q;
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateCommandQueue);
    return end_new_(&c, queue_(&c, context, device, properties), errcode_ret);
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties *list, cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateCommandQueueWithProperties);
    cl_command_queue_properties properties = 0;
    for (size_t i = 0; !c.err && list && list[i]; i += 2) {
        if (list[i] == CL_QUEUE_PROPERTIES) {
            properties = list[i + 1];
        } else {
            c.err = CL_INVALID_VALUE;
        }
    }
    return end_new_(&c, queue_(&c, context, device, properties), errcode_ret);
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue x) { return retain_(ID_clRetainCommandQueue, x, QUEUE_); }
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue x) { return release_(ID_clReleaseCommandQueue, x, QUEUE_); }

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info what, size_t cap, void *to,
                                         size_t *n) {
    call_ c = begin_(ID_clGetCommandQueueInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, q, QUEUE_);
    if (!c.err) {
        switch (what) {
        case CL_QUEUE_CONTEXT: ANSWER_(p, q->context); break;
        case CL_QUEUE_DEVICE: ANSWER_(p, q->device); break;
        case CL_QUEUE_REFERENCE_COUNT: ANSWER_(u, q->o.user + q->o.inner); break;
        case CL_QUEUE_PROPERTIES: ANSWER_(ul, q->properties); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

cl_int CL_API_CALL clFlush(cl_command_queue q) {
    call_ c = begin_(ID_clFlush);
    expect_(&c, q, QUEUE_);
    if (!c.err) {
        flush_(q);
    }
    return end_(&c);
}

cl_int CL_API_CALL clFinish(cl_command_queue q) {
    call_ c = begin_(ID_clFinish);
    expect_(&c, q, QUEUE_);
    if (!c.err) {
        hold_(q);
        charge_(&c, &script_of_(q->device)->finish, 0);
        c.err = script_of_(q->device)->finish_returns_early ? CL_SUCCESS : drain_(q);
        if (!c.err && script_of_(q->device)->finish_reports_failure) {
            c.err = q->failure;
        }
        q->failure = CL_SUCCESS;
        drop_(q);
    }
    return end_(&c);
}

/* ==== API: program ================================================================================================ */

#define BINARY_MARK_ "SIMCLBIN"
enum { BINARY_HEAD_ = sizeof BINARY_MARK_ - 1 + 16 };   /* mark, hash of the source in hex; the source follows */

static uint64_t hash_(const char *text, size_t n) {     /* FNV-1a */
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
    }
    return h;
}

static cl_program program_(call_ *c, cl_context context, char *source) {
    cl_program program = c->err || !source ? NULL : object_new_(PROGRAM_, sizeof *program, 1);
    if (!program) {
        free(source);
        return NULL;
    }
    program->context = hold_(context);
    program->source = source;
    program->status = CL_BUILD_NONE;
    return program;
}

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                 const size_t *lengths, cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateProgramWithSource);
    size_t total = 0;
    char *source = NULL;
    expect_(&c, context, CONTEXT_);
    REFUSE_(&c, count == 0 || !strings, CL_INVALID_VALUE);
    for (cl_uint i = 0; !c.err && i < count; i++) {
        if (!strings[i]) {
            c.err = CL_INVALID_VALUE;
        } else {
            total += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
        }
    }
    if (!c.err && (source = alloc_(total + 1, 1)) != NULL) {
        for (cl_uint i = 0, at = 0; i < count; i++) {
            size_t n = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
            memcpy(source + at, strings[i], n);
            at += (cl_uint)n;
        }
    }
    return end_new_(&c, program_(&c, context, source), errcode_ret);
}

/* The source within a binary; NULL if it is none of ours. */
static const char *source_in_(const unsigned char *binary, size_t n) {
    char head[BINARY_HEAD_ + 1];
    if (!binary || n < BINARY_HEAD_) {
        return NULL;
    }
    const char *source = (const char *)binary + BINARY_HEAD_;
    (void)snprintf(head, sizeof head, BINARY_MARK_ "%016" PRIx64, hash_(source, n - BINARY_HEAD_));
    return memcmp(binary, head, BINARY_HEAD_) == 0 ? source : NULL;
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                                 const size_t *lengths, const unsigned char **binaries, cl_int *status,
                                                 cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateProgramWithBinary);
    expect_(&c, context, CONTEXT_);
    REFUSE_(&c, count == 0 || !devices || !lengths || !binaries, CL_INVALID_VALUE);
    for (cl_uint i = 0; !c.err && i < count; i++) {
        cl_int bad = source_in_(binaries[i], lengths[i]) ? CL_SUCCESS : CL_INVALID_BINARY;
        if (!binaries[i] || lengths[i] == 0) {
            bad = CL_INVALID_VALUE;
        }
        if (status) {
            status[i] = bad;
        }
        c.err = has_device_(context, devices[i]) ? bad : CL_INVALID_DEVICE;
    }
    char *source = c.err ? NULL : text_copy_(source_in_(binaries[0], lengths[0]), lengths[0] - BINARY_HEAD_);
    cl_program program = program_(&c, context, source);
    if (program) {
        program->from_binary = 1;
    }
    return end_new_(&c, program, errcode_ret);
}

static cl_int build_(cl_program program) {
    char *clean = without_comments_(program->source);
    const char *error = clean ? strstr(clean, "#error") : NULL;
    char text[160] = "";
    if (error) {
        int line = 1;
        for (const char *p = clean; p < error; p++) {
            line += *p == '\n';
        }
        (void)snprintf(text, sizeof text, "source:%d: %.*s\n1 error generated.\n", line,
                       (int)strcspn(error, "\n"), error);
    }
    free(program->log);
    program->log = text_copy_(text, strlen(text));
    if (!clean || !program->log) {
        free(clean);
        return CL_OUT_OF_HOST_MEMORY;
    }
    free(clean);
    entries_free_(program);             /* other options, other names */
    const int good = !error && parse_kernels_(program);
    program->status = good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    return good ? CL_SUCCESS : error ? CL_BUILD_PROGRAM_FAILURE : CL_OUT_OF_HOST_MEMORY;
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                                  void (CL_CALLBACK *notify)(cl_program, void *), void *user) {
    call_ c = begin_(ID_clBuildProgram);
    expect_(&c, program, PROGRAM_);
    REFUSE_(&c, (count == 0) != (devices == NULL) || (!notify && user), CL_INVALID_VALUE);
    for (cl_uint i = 0; !c.err && i < count; i++) {
        c.err = is_device_(devices[i]) && has_device_(program->context, devices[i]) ? CL_SUCCESS : CL_INVALID_DEVICE;
    }
    REFUSE_(&c, program->kernels, CL_INVALID_OPERATION);
    if (!c.err) {
        const simcl_device *d = script_of_(devices ? devices[0] : program->context->device[0]);
        charge_(&c, program->from_binary ? &d->build_binary : &d->build, (double)strlen(program->source));
        free(program->options);
        program->options = text_copy_(options ? options : "", options ? strlen(options) : 0);
        program->built = count == 1 ? devices[0] : NULL;
        c.err = program->options ? build_(program) : CL_OUT_OF_HOST_MEMORY;
        if (notify) {
            notify(program, user);
        }
    }
    return end_(&c);
}

cl_int CL_API_CALL clRetainProgram(cl_program x) { return retain_(ID_clRetainProgram, x, PROGRAM_); }
cl_int CL_API_CALL clReleaseProgram(cl_program x) { return release_(ID_clReleaseProgram, x, PROGRAM_); }

static cl_int copy_binaries_(cl_program program, size_t cap, void *to) {
    unsigned char *at[SIMCL_DEVICES];
    size_t n = strlen(program->source);
    char head[BINARY_HEAD_ + 1];
    if (!to || cap < program->context->devices * sizeof at[0]) {
        return to ? CL_INVALID_VALUE : CL_SUCCESS;
    }
    memcpy(at, to, program->context->devices * sizeof at[0]);
    (void)snprintf(head, sizeof head, BINARY_MARK_ "%016" PRIx64, hash_(program->source, n));
    for (cl_uint i = 0; i < program->context->devices; i++) {
        if (at[i] && program->status == CL_BUILD_SUCCESS) {
            memcpy(at[i], head, BINARY_HEAD_);
            memcpy(at[i] + BINARY_HEAD_, program->source, n);
        }
    }
    return CL_SUCCESS;
}

/* The names of a program's kernels, separated by ';'; the caller frees it. */
static char *kernel_names_of_(cl_program program, size_t *count) {
    size_t bytes = 1;
    *count = 0;
    for (entry_ *i = program->entries; i; i = i->next, ++*count) {
        bytes += strlen(i->name) + 1;
    }
    char *names = alloc_(bytes, 1), *end = names;
    for (entry_ *i = program->entries; names && i; i = i->next) {
        end += snprintf(end, bytes - (size_t)(end - names), "%s%s", end == names ? "" : ";", i->name);
    }
    return names;
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetProgramInfo);
    answer_ a = {0, NULL, {0}};
    size_t sizes[SIMCL_DEVICES], count = 0;
    char *names = NULL;
    expect_(&c, program, PROGRAM_);
    if (!c.err && (what == CL_PROGRAM_NUM_KERNELS || what == CL_PROGRAM_KERNEL_NAMES)) {
        names = kernel_names_of_(program, &count);
        c.err = program->status != CL_BUILD_SUCCESS ? CL_INVALID_PROGRAM_EXECUTABLE
                                                    : names ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (!c.err) {
        switch (what) {
        case CL_PROGRAM_REFERENCE_COUNT: ANSWER_(u, program->o.user + program->o.inner); break;
        case CL_PROGRAM_CONTEXT: ANSWER_(p, program->context); break;
        case CL_PROGRAM_NUM_DEVICES: ANSWER_(u, program->context->devices); break;
        case CL_PROGRAM_DEVICES:
            a.at = program->context->device;
            a.n = program->context->devices * sizeof(cl_device_id);
            break;
        case CL_PROGRAM_SOURCE: TEXT_(program->from_binary ? "" : program->source); break;
        case CL_PROGRAM_BINARY_SIZES:
            for (cl_uint i = 0; i < SIMCL_DEVICES; i++) {
                sizes[i] = program->status == CL_BUILD_SUCCESS ? BINARY_HEAD_ + strlen(program->source) : 0;
            }
            a.at = sizes;
            a.n = program->context->devices * sizeof sizes[0];
            break;
        case CL_PROGRAM_BINARIES:       /* `to` holds pointers, and keeps them */
            c.err = copy_binaries_(program, cap, to);
            a.at = to;
            a.n = program->context->devices * sizeof(unsigned char *);
            to = NULL;
            break;
        case CL_PROGRAM_NUM_KERNELS: ANSWER_(s, count); break;
        case CL_PROGRAM_KERNEL_NAMES: TEXT_(names); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    cl_int err = end_answer_(&c, &a, cap, to, n);
    free(names);
    return err;
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                                         size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetProgramBuildInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, program, PROGRAM_);
    REFUSE_(&c, !is_device_(device) || !has_device_(program->context, device), CL_INVALID_DEVICE);
    if (!c.err) {
        switch (what) {
        case CL_PROGRAM_BUILD_STATUS: ANSWER_(i, program->status); break;
        case CL_PROGRAM_BUILD_OPTIONS: TEXT_(program->options ? program->options : ""); break;
        case CL_PROGRAM_BUILD_LOG:
            TEXT_(program->log && (!program->built || program->built == device) ? program->log : "");
            break;
        case CL_PROGRAM_BINARY_TYPE: ANSWER_(u, CL_PROGRAM_BINARY_TYPE_EXECUTABLE); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

/* ==== API: kernel ================================================================================================= */

static body_ *find_body_(const char *name) {
    for (body_ *i = bodies_; i; i = i->next) {
        if (!strcmp(i->name, name)) {
            return i->registered ? i : NULL;
        }
    }
    return NULL;
}

static cl_kernel kernel_(cl_program program, entry_ *entry) {
    cl_kernel k = object_new_(KERNEL_, sizeof *k, 1);
    if (!k) {
        return NULL;
    }
    k->entry = entry;
    k->params = entry->params;
    k->value = alloc_(entry->params, sizeof *k->value);
    if (!k->value) {
        object_end_(&k->o);
        return NULL;
    }
    k->program = hold_(program);
    program->kernels++;
    return k;
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateKernel);
    expect_(&c, program, PROGRAM_);
    REFUSE_(&c, !name, CL_INVALID_VALUE);
    REFUSE_(&c, program->status != CL_BUILD_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE);
    entry_ *entry = c.err ? NULL : program->entries;
    while (entry && strcmp(entry->name, name)) {
        entry = entry->next;
    }
    REFUSE_(&c, !entry || (!find_body_(entry->defined) && !S.script.any_kernel), CL_INVALID_KERNEL_NAME);
    return end_new_(&c, c.err ? NULL : kernel_(program, entry), errcode_ret);
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint cap, cl_kernel *kernels, cl_uint *count) {
    call_ c = begin_(ID_clCreateKernelsInProgram);
    cl_uint n = 0;
    expect_(&c, program, PROGRAM_);
    REFUSE_(&c, program->status != CL_BUILD_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE);
    for (entry_ *i = c.err ? NULL : program->entries; i; i = i->next) {
        n++;
    }
    REFUSE_(&c, kernels && cap < n, CL_INVALID_VALUE);
    entry_ *entry = c.err ? NULL : program->entries;
    for (cl_uint i = 0; kernels && entry && !c.err; i++, entry = entry->next) {
        kernels[i] = kernel_(program, entry);
        if (!kernels[i]) {
            c.err = CL_OUT_OF_HOST_MEMORY;
            while (i-- > 0) {
                object_end_(&kernels[i]->o);
            }
        }
    }
    if (!c.err && count) {
        *count = n;
    }
    return end_(&c);
}

cl_int CL_API_CALL clRetainKernel(cl_kernel x) { return retain_(ID_clRetainKernel, x, KERNEL_); }
cl_int CL_API_CALL clReleaseKernel(cl_kernel x) { return release_(ID_clReleaseKernel, x, KERNEL_); }

static cl_int set_arg_(cl_kernel kernel, cl_uint index, size_t bytes, const void *from) {
    value_ value = {1, bytes, NULL, NULL};
    if (index >= kernel->entry->params) {
        return CL_INVALID_ARG_INDEX;
    }
    const param_ *param = &kernel->entry->param[index];
    if (param->kind == 'g') {
        if (bytes != sizeof(cl_mem)) {
            return CL_INVALID_ARG_SIZE;
        }
        if (from) {
            memcpy(&value.mem, from, sizeof value.mem);
        }
        if (value.mem && !is_(value.mem, MEM_)) {
            return CL_INVALID_MEM_OBJECT;
        }
    } else if (param->kind == 'l') {
        if (from || bytes == 0) {
            return from ? CL_INVALID_ARG_VALUE : CL_INVALID_ARG_SIZE;
        }
    } else {
        if (!from || bytes == 0 || (param->bytes && param->bytes != bytes)) {
            return from ? CL_INVALID_ARG_SIZE : CL_INVALID_ARG_VALUE;
        }
        value.copy = alloc_(1, bytes);
        if (!value.copy) {
            return CL_OUT_OF_HOST_MEMORY;
        }
        memcpy(value.copy, from, bytes);
    }
    free(kernel->value[index].copy);
    kernel->value[index] = value;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    call_ c = begin_(ID_clSetKernelArg);
    expect_(&c, kernel, KERNEL_);
    if (!c.err) {
        c.err = set_arg_(kernel, index, bytes, value);
    }
    return end_(&c);
}

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetKernelInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, kernel, KERNEL_);
    if (!c.err) {
        switch (what) {
        case CL_KERNEL_FUNCTION_NAME: TEXT_(kernel->entry->name); break;
        case CL_KERNEL_NUM_ARGS: ANSWER_(u, kernel->entry->params); break;
        case CL_KERNEL_REFERENCE_COUNT: ANSWER_(u, kernel->o.user + kernel->o.inner); break;
        case CL_KERNEL_CONTEXT: ANSWER_(p, kernel->program->context); break;
        case CL_KERNEL_PROGRAM: ANSWER_(p, kernel->program); break;
        case CL_KERNEL_ATTRIBUTES: TEXT_(""); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                            size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetKernelWorkGroupInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, kernel, KERNEL_);
    if (!c.err && !device && kernel->program->context->devices == 1) {
        device = kernel->program->context->device[0];
    }
    REFUSE_(&c, !is_device_(device) || !has_device_(kernel->program->context, device), CL_INVALID_DEVICE);
    if (!c.err) {
        switch (what) {
        case CL_KERNEL_WORK_GROUP_SIZE: ANSWER_(s, script_of_(device)->max_group); break;
        case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: a.n = sizeof a.v.s3; break;
        case CL_KERNEL_LOCAL_MEM_SIZE: ANSWER_(ul, 0); break;
        case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: ANSWER_(s, 32); break;
        case CL_KERNEL_PRIVATE_MEM_SIZE: ANSWER_(ul, 0); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

/* ==== API: buffer ================================================================================================= */

static cl_int buffer_flags_(cl_mem_flags flags, size_t bytes, const void *host_ptr, const cl_context context) {
    const cl_mem_flags access = flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    const cl_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR |
                               CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
                               CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    if ((flags & ~known) || (access & (access - 1)) ||
        ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))) {
        return CL_INVALID_VALUE;
    }
    if (bytes == 0 || bytes > script_of_(context->device[0])->alloc_bytes) {
        return CL_INVALID_BUFFER_SIZE;
    }
    if ((host_ptr != NULL) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)) {
        return CL_INVALID_HOST_PTR;
    }
    return CL_SUCCESS;
}

static cl_int buffer_memory_(cl_mem m, void *host_ptr) {
    const simcl_device *d = script_of_(m->context->device[0]);
    const cl_ulong used = S.memory[m->context->device[0]->index];       /* m is counted in it */
    if (used > d->memory_bytes) {
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    m->page = d->touch_page && d->touch_page < m->bytes ? d->touch_page : m->bytes;
    m->pages = (m->bytes + m->page - 1) / m->page;
    m->touched = alloc_(m->pages, 1);
    m->data = m->flags & CL_MEM_USE_HOST_PTR ? host_ptr : alloc_(1, m->bytes);
    if (!m->data || !m->touched) {
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    if (m->flags & CL_MEM_COPY_HOST_PTR) {
        memcpy(m->data, host_ptr, m->bytes);
    } else if (!(m->flags & CL_MEM_USE_HOST_PTR)) {
        memset(m->data, 0xa5, m->bytes);
    }
    if (host_ptr) {
        memset(m->touched, 1, m->pages);
    }
    return CL_SUCCESS;
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host_ptr,
                                  cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateBuffer);
    expect_(&c, context, CONTEXT_);
    if (!c.err) {
        c.err = buffer_flags_(flags, bytes, host_ptr, context);
    }
    cl_mem m = c.err ? NULL : object_new_(MEM_, sizeof *m, 1);
    if (m) {
        m->context = hold_(context);
        m->flags = flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY) ? flags : flags | CL_MEM_READ_WRITE;
        m->bytes = bytes;
        m->host_ptr = flags & CL_MEM_USE_HOST_PTR ? host_ptr : NULL;
        S.memory[context->device[0]->index] += bytes;
        c.err = buffer_memory_(m, host_ptr);
        if (c.err) {
            object_end_(&m->o);
        }
    }
    return end_new_(&c, m, errcode_ret);
}

cl_int CL_API_CALL clRetainMemObject(cl_mem x) { return retain_(ID_clRetainMemObject, x, MEM_); }
cl_int CL_API_CALL clReleaseMemObject(cl_mem x) { return release_(ID_clReleaseMemObject, x, MEM_); }

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem m, cl_mem_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetMemObjectInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, m, MEM_);
    if (!c.err) {
        switch (what) {
        case CL_MEM_TYPE: ANSWER_(u, CL_MEM_OBJECT_BUFFER); break;
        case CL_MEM_FLAGS: ANSWER_(ul, m->flags); break;
        case CL_MEM_SIZE: ANSWER_(s, m->bytes); break;
        case CL_MEM_HOST_PTR: ANSWER_(p, m->host_ptr); break;
        case CL_MEM_MAP_COUNT: ANSWER_(u, m->maps); break;
        case CL_MEM_REFERENCE_COUNT: ANSWER_(u, m->o.user + m->o.inner); break;
        case CL_MEM_CONTEXT: ANSWER_(p, m->context); break;
        case CL_MEM_ASSOCIATED_MEMOBJECT: ANSWER_(p, NULL); break;
        case CL_MEM_OFFSET: ANSWER_(s, 0); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

/* There are no images. */
cl_int CL_API_CALL clGetImageInfo(cl_mem m, cl_image_info what, size_t cap, void *to, size_t *n) {
    (void)m, (void)what, (void)cap, (void)to, (void)n;
    return CL_INVALID_MEM_OBJECT;
}

/* ==== API: enqueue ================================================================================================ */

static void expect_list_(call_ *c, const cl_context context, cl_uint count, const cl_event *list) {
    REFUSE_(c, (count == 0) != (list == NULL), CL_INVALID_EVENT_WAIT_LIST);
    for (cl_uint i = 0; !c->err && i < count; i++) {
        if (!is_(list[i], EVENT_)) {
            c->err = CL_INVALID_EVENT_WAIT_LIST;
        } else if (list[i]->context != context) {
            c->err = CL_INVALID_CONTEXT;
        }
    }
}

/* A command on its way; NULL, and an error in c, if it cannot be. */
static cl_event command_(call_ *c, cl_command_queue q, cl_command_type type, cl_uint count, const cl_event *list) {
    expect_(c, q, QUEUE_);
    if (!c->err) {
        expect_list_(c, q->context, count, list);
    }
    cl_event e = c->err ? NULL : object_new_(EVENT_, sizeof *e, 0);
    if (!e) {
        c->err = c->err ? c->err : CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    hold_(e);                           /* by its queue, until it ends */
    e->context = hold_(q->context);
    e->queue = hold_(q);
    e->t = (simcl_command){0, type, "", q->device->index, q->number, c->index, 0, 0, SIMCL_NEVER, SIMCL_NEVER,
                           SIMCL_NEVER, SIMCL_NEVER, SIMCL_NEVER, CL_QUEUED, SIMCL_HEALTHY, {0, 0, 0, 0}};
    e->dep = alloc_(count, sizeof *e->dep);
    if (!e->dep) {
        c->err = CL_OUT_OF_HOST_MEMORY;
    }
    for (cl_uint i = 0; e->dep && i < count; i++) {
        e->dep[e->deps++] = hold_(list[i]);
    }
    return e;
}

static void first_use_(cl_event e, simcl_where where, uint64_t ps) {
    *(where == SIMCL_IN_ENQUEUE ? &e->host_ps : where == SIMCL_BEFORE_START ? &e->late_ps : &e->more_ps) += ps;
}

static void touch_(cl_event e, cl_mem m, size_t offset, size_t bytes) {
    const simcl_device *d = script_of_(e->queue->device);
    size_t fresh = 0;
    for (size_t page = offset / m->page; bytes && page <= (offset + bytes - 1) / m->page; page++) {
        if (!m->touched[page]) {
            m->touched[page] = 1;
            fresh += page + 1 < m->pages ? m->page : m->bytes - page * m->page;
        }
    }
    if (fresh) {
        first_use_(e, d->touch_where, cost_(&d->touch, (double)fresh));
    }
}

/* Memory `slot` of a command: bytes from offset on must lie within it. */
static void use_(call_ *c, cl_event e, int slot, cl_mem m, size_t offset, size_t bytes, cl_mem_flags forbidden) {
    expect_(c, m, MEM_);
    REFUSE_(c, m->context != e->context, CL_INVALID_CONTEXT);
    REFUSE_(c, bytes == 0 || offset > m->bytes || bytes > m->bytes - offset, CL_INVALID_VALUE);
    REFUSE_(c, m->flags & forbidden, CL_INVALID_OPERATION);
    if (!c->err) {
        e->mem[slot] = hold_(m);
        touch_(e, m, offset, bytes);
    }
}

static void transfer_(call_ *c, cl_event e, const simcl_cost *cost, const size_t region[3], area_ from, area_ to) {
    REFUSE_(c, !from.at || !to.at, CL_INVALID_VALUE);
    if (!c->err) {
        memcpy(e->region, region, sizeof e->region);
        e->from = from;
        e->to = to;
        e->cost = *cost;
        e->t.bytes = region[0] * region[1] * region[2];
        e->units = (double)e->t.bytes;
    }
}

static void give_up_(cl_event e) {                      /* a command that was never enqueued */
    if (e) {
        drop_(e);
    }
}

static void log_command_(cl_event e) {
    e->t.index = S.commands_made++;
    for (size_t i = 0; i < S.command_faults; i++) {
        if (S.command_fault[i].nth == e->t.index + 1) {
            e->doomed = S.command_fault[i].code;
            S.fired++;
        }
    }
    if (!S.script.no_log) {
        simcl_command *log = log_slot_(&S.commands, &S.command_count, &S.command_cap, sizeof *log);
        if (log) {
            *log = e->t;
        } else {
            S.script.no_log = 1;        /* a log must have no hole */
        }
    }
}

/* The second half of every enqueue call: from here on nothing of it can fail but the command. */
static cl_int enqueue_(call_ *c, cl_event e, int blocking, cl_event *event) {
    if (c->err) {
        give_up_(e);
        return end_(c);
    }
    cl_command_queue q = e->queue;
    const simcl_device *d = script_of_(q->device);
    e->t.queued_ps = S.now;
    e->gap = cost_(&d->gap, 0);
    log_command_(e);
    *(q->last ? &q->last->next : &q->first) = e;
    q->last = e;
    if (event) {
        e->o.user = 1;
        *event = e;
    }
    hold_(e);
    c->charged = 1;
    spend_(cost_(&d->launch, 0) + (event ? cost_(&d->event_extra, 0) : 0) + e->host_ps +
           (q->properties & CL_QUEUE_PROFILING_ENABLE ? cost_(&d->profiling_extra, 0) : 0));
    if (!d->defer_submit) {
        submit_(e);
    }
    if (blocking) {
        c->err = wait_(e);
    }
    drop_(e);
    return end_(c);
}

static const size_t *line_(size_t bytes, size_t region[3]) {
    region[0] = bytes;
    region[1] = region[2] = 1;
    return region;
}

static area_ area_at_(void *at, size_t offset) {
    area_ area = {at ? (unsigned char *)at + offset : NULL, 0, 0};
    return area;
}

static void *source_pointer_(const void *p) {           /* only ever read from */
    void *q;
    memcpy(&q, &p, sizeof q);
    return q;
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t bytes,
                                       void *to, cl_uint count, const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueReadBuffer);
    size_t region[3];
    cl_event e = command_(&c, q, CL_COMMAND_READ_BUFFER, count, list);
    use_(&c, e, 0, m, offset, bytes, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (!c.err) {
        transfer_(&c, e, &script_of_(q->device)->read, line_(bytes, region), area_at_(m->data, offset),
                  area_at_(to, 0));
    }
    return enqueue_(&c, e, blocking != CL_FALSE, event);
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t bytes,
                                        const void *from, cl_uint count, const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueWriteBuffer);
    size_t region[3];
    cl_event e = command_(&c, q, CL_COMMAND_WRITE_BUFFER, count, list);
    use_(&c, e, 0, m, offset, bytes, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (!c.err) {
        transfer_(&c, e, &script_of_(q->device)->write, line_(bytes, region), area_at_(source_pointer_(from), 0),
                  area_at_(m->data, offset));
    }
    return enqueue_(&c, e, blocking != CL_FALSE, event);
}

/* The area that a rectangle covers, and in *last one past its last byte; pitches of 0 mean packed. */
static area_ rect_(call_ *c, void *base, const size_t *origin, const size_t *region, size_t row, size_t slice,
                   size_t *last) {
    area_ area = {NULL, 0, 0};
    *last = 0;
    REFUSE_(c, !base || !origin || !region || !region[0] || !region[1] || !region[2], CL_INVALID_VALUE);
    if (c->err) {
        return area;
    }
    area.row = row ? row : region[0];
    area.slice = slice ? slice : region[1] * area.row;
    if (area.row < region[0] || area.slice < region[1] * area.row || area.slice % area.row) {
        c->err = CL_INVALID_VALUE;
        return area;
    }
    size_t first = origin[2] * area.slice + origin[1] * area.row + origin[0];
    *last = first + (region[2] - 1) * area.slice + (region[1] - 1) * area.row + region[0];
    area.at = base;                     /* the origin is added once its range is known to be right */
    return area;
}

static area_ from_origin_(area_ area, const size_t *origin) {
    area.at += origin[2] * area.slice + origin[1] * area.row + origin[0];
    return area;
}

static area_ rect_in_(call_ *c, cl_event e, int slot, cl_mem m, const size_t *origin, const size_t *region, size_t row,
                      size_t slice, cl_mem_flags forbidden) {
    size_t last;
    expect_(c, m, MEM_);
    area_ area = rect_(c, c->err ? NULL : m->data, origin, region, row, slice, &last);
    use_(c, e, slot, m, 0, last, forbidden);
    return c->err ? area : from_origin_(area, origin);
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin,
                                           const size_t *host_origin, const size_t *region, size_t row, size_t slice,
                                           size_t host_row, size_t host_slice, void *to, cl_uint count,
                                           const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueReadBufferRect);
    size_t last;
    cl_event e = command_(&c, q, CL_COMMAND_READ_BUFFER_RECT, count, list);
    area_ device = rect_in_(&c, e, 0, m, origin, region, row, slice, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    area_ host = rect_(&c, to, host_origin, region, host_row, host_slice, &last);
    if (!c.err) {
        transfer_(&c, e, &script_of_(q->device)->read, region, device, from_origin_(host, host_origin));
    }
    return enqueue_(&c, e, blocking != CL_FALSE, event);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin,
                                            const size_t *host_origin, const size_t *region, size_t row, size_t slice,
                                            size_t host_row, size_t host_slice, const void *from, cl_uint count,
                                            const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueWriteBufferRect);
    size_t last;
    cl_event e = command_(&c, q, CL_COMMAND_WRITE_BUFFER_RECT, count, list);
    area_ device = rect_in_(&c, e, 0, m, origin, region, row, slice, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    area_ host = rect_(&c, source_pointer_(from), host_origin, region, host_row, host_slice, &last);
    if (!c.err) {
        transfer_(&c, e, &script_of_(q->device)->write, region, from_origin_(host, host_origin), device);
    }
    return enqueue_(&c, e, blocking != CL_FALSE, event);
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue q, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                                       size_t bytes, cl_uint count, const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueCopyBuffer);
    size_t region[3];
    cl_event e = command_(&c, q, CL_COMMAND_COPY_BUFFER, count, list);
    use_(&c, e, 0, from, from_offset, bytes, 0);
    use_(&c, e, 1, to, to_offset, bytes, 0);
    REFUSE_(&c, from == to && from_offset < to_offset + bytes && to_offset < from_offset + bytes, CL_MEM_COPY_OVERLAP);
    if (!c.err) {
        transfer_(&c, e, &script_of_(q->device)->copy, line_(bytes, region), area_at_(from->data, from_offset),
                  area_at_(to->data, to_offset));
    }
    return enqueue_(&c, e, 0, event);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue q, cl_mem from, cl_mem to, const size_t *from_origin,
                                           const size_t *to_origin, const size_t *region, size_t from_row,
                                           size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
                                           const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueCopyBufferRect);
    cl_event e = command_(&c, q, CL_COMMAND_COPY_BUFFER_RECT, count, list);
    area_ a = rect_in_(&c, e, 0, from, from_origin, region, from_row, from_slice, 0);
    area_ b = rect_in_(&c, e, 1, to, to_origin, region, to_row, to_slice, 0);
    if (!c.err) {
        transfer_(&c, e, &script_of_(q->device)->copy, region, a, b);
    }
    return enqueue_(&c, e, 0, event);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue q, cl_mem m, const void *pattern, size_t pattern_bytes,
                                       size_t offset, size_t bytes, cl_uint count, const cl_event *list,
                                       cl_event *event) {
    call_ c = begin_(ID_clEnqueueFillBuffer);
    size_t region[3];
    cl_event e = command_(&c, q, CL_COMMAND_FILL_BUFFER, count, list);
    REFUSE_(&c, !pattern || pattern_bytes == 0 || pattern_bytes > 128 || (pattern_bytes & (pattern_bytes - 1)) ||
                   offset % pattern_bytes || bytes % pattern_bytes, CL_INVALID_VALUE);
    use_(&c, e, 0, m, offset, bytes, 0);
    if (!c.err) {
        e->pattern = alloc_(1, pattern_bytes);
        c.err = e->pattern ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (!c.err) {
        memcpy(e->pattern, pattern, pattern_bytes);
        e->pattern_bytes = pattern_bytes;
        area_ to = area_at_(m->data, offset);
        transfer_(&c, e, &script_of_(q->device)->fill, line_(bytes, region), to, to);
    }
    return enqueue_(&c, e, 0, event);
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool blocking, cl_map_flags flags, size_t offset,
                                     size_t bytes, cl_uint count, const cl_event *list, cl_event *event,
                                     cl_int *errcode_ret) {
    call_ c = begin_(ID_clEnqueueMapBuffer);
    const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_event e = command_(&c, q, CL_COMMAND_MAP_BUFFER, count, list);
    REFUSE_(&c, flags & ~known, CL_INVALID_VALUE);
    use_(&c, e, 0, m, offset, bytes, CL_MEM_HOST_NO_ACCESS);
    unsigned char *at = c.err ? NULL : m->data + offset;
    if (!c.err) {
        e->cost = flags & CL_MAP_WRITE_INVALIDATE_REGION ? SIMCL_NOTHING : script_of_(q->device)->map;
        e->t.bytes = bytes;
        e->units = (double)bytes;
        m->maps++;
    }
    cl_int err = enqueue_(&c, e, blocking != CL_FALSE, event);
    if (errcode_ret) {
        *errcode_ret = err;
    }
    return err ? NULL : at;
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue q, cl_mem m, void *mapped, cl_uint count,
                                           const cl_event *list, cl_event *event) {
    call_ c = begin_(ID_clEnqueueUnmapMemObject);
    cl_event e = command_(&c, q, CL_COMMAND_UNMAP_MEM_OBJECT, count, list);
    expect_(&c, m, MEM_);
    const unsigned char *at = mapped;
    REFUSE_(&c, m->maps == 0 || !at || at < m->data || at >= m->data + m->bytes, CL_INVALID_VALUE);
    use_(&c, e, 0, m, 0, 1, 0);
    if (!c.err) {
        e->cost = SIMCL_NOTHING;        /* the map paid, since there is only one memory */
        m->maps--;
    }
    return enqueue_(&c, e, 0, event);
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue q, cl_uint n, const cl_mem *mems,
                                              cl_mem_migration_flags flags, cl_uint count, const cl_event *list,
                                              cl_event *event) {
    call_ c = begin_(ID_clEnqueueMigrateMemObjects);
    const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    cl_event e = command_(&c, q, CL_COMMAND_MIGRATE_MEM_OBJECTS, count, list);
    REFUSE_(&c, n == 0 || !mems || (flags & ~known), CL_INVALID_VALUE);
    REFUSE_(&c, !(e->mems = alloc_(n, sizeof *e->mems)), CL_OUT_OF_HOST_MEMORY);
    for (cl_uint i = 0; !c.err && i < n; i++) {
        expect_(&c, mems[i], MEM_);
        REFUSE_(&c, mems[i]->context != e->context, CL_INVALID_CONTEXT);
        if (!c.err) {
            e->mems[e->mem_count++] = hold_(mems[i]);
            touch_(e, mems[i], 0, mems[i]->bytes);
            e->t.bytes += mems[i]->bytes;
        }
    }
    if (!c.err) {
        e->cost = flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED ? SIMCL_NOTHING : script_of_(q->device)->write;
        e->units = (double)e->t.bytes;
    }
    return enqueue_(&c, e, 0, event);
}

static cl_int range_(const simcl_device *d, simcl_launch *to, cl_uint dims, const size_t *offset, const size_t *global,
                     const size_t *local) {
    size_t group = 1;
    if (dims < 1 || dims > 3) {
        return CL_INVALID_WORK_DIMENSION;
    }
    to->dims = dims;
    for (cl_uint i = 0; i < 3; i++) {
        to->offset[i] = i < dims && offset ? offset[i] : 0;
        to->global[i] = i < dims ? (global ? global[i] : 0) : 1;
        to->local[i] = local ? (i < dims ? local[i] : 1) : 0;
        if (to->global[i] == 0) {
            return CL_INVALID_GLOBAL_WORK_SIZE;
        }
        if (to->offset[i] > SIZE_MAX - to->global[i]) {
            return CL_INVALID_GLOBAL_OFFSET;
        }
        if (local && to->local[i] > d->max_group) {
            return CL_INVALID_WORK_ITEM_SIZE;
        }
        if (local && (to->local[i] == 0 || to->global[i] % to->local[i])) {
            return CL_INVALID_WORK_GROUP_SIZE;
        }
        group *= local ? to->local[i] : 1;
    }
    return group > d->max_group ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

/* Takes the arguments as they are now: clSetKernelArg may change them before the command runs. */
static cl_int capture_(cl_event e, const cl_kernel k) {
    const cl_uint n = k->entry->params;
    e->args = alloc_(n, sizeof *e->args);
    e->arg_mems = alloc_(n, sizeof *e->arg_mems);
    if (!e->args || !e->arg_mems) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    e->launch.args = n;
    for (cl_uint i = 0; i < n; i++) {
        const value_ *value = &k->value[i];
        e->args[i].is_buffer = k->entry->param[i].kind == 'g';
        e->args[i].bytes = value->bytes;
        if (!value->set) {
            return CL_INVALID_KERNEL_ARGS;
        }
        if (value->mem) {
            if (!is_(value->mem, MEM_)) {
                return CL_INVALID_MEM_OBJECT;
            }
            e->arg_mems[i] = hold_(value->mem);
            e->args[i].data = value->mem->data;
            e->args[i].bytes = value->mem->bytes;
        } else if (value->copy) {
            e->args[i].data = alloc_(1, value->bytes);
            if (!e->args[i].data) {
                return CL_OUT_OF_HOST_MEMORY;
            }
            memcpy(e->args[i].data, value->copy, value->bytes);
        } else if (e->args[i].is_buffer) {
            e->args[i].bytes = 0;
        }
    }
    return CL_SUCCESS;
}

/* Remembers the shape of a launch; what compiling for it costs, if it is a new one. */
static cl_int compile_(cl_event e, entry_ *entry) {
    const simcl_device *d = script_of_(e->queue->device);
    shape_ shape;
    memset(&shape, 0, sizeof shape);
    memcpy(shape.local, e->launch.local, sizeof shape.local);
    shape.offset = e->launch.offset[0] || e->launch.offset[1] || e->launch.offset[2];
    shape.large = d->large_grid && e->t.items >= d->large_grid;
    for (size_t i = 0; i < entry->shapes; i++) {
        if (!memcmp(&entry->shape[i], &shape, sizeof shape)) {
            return CL_SUCCESS;
        }
    }
    shape_ *wider = alloc_(entry->shapes + 1, sizeof shape);
    if (!wider) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (entry->shapes) {
        memcpy(wider, entry->shape, entry->shapes * sizeof shape);
    }
    free(entry->shape);
    entry->shape = wider;
    entry->shape[entry->shapes++] = shape;
    first_use_(e, d->compile_where, cost_(entry->shapes == 1 ? &d->first_launch : &d->new_shape, 0));
    return CL_SUCCESS;
}

static cl_int launch_(call_ c, cl_command_type type, cl_command_queue q, cl_kernel k, cl_uint dims,
                      const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
                      const cl_event *list, cl_event *event) {
    cl_event e = command_(&c, q, type, count, list);
    expect_(&c, k, KERNEL_);
    REFUSE_(&c, k->program->context != e->context, CL_INVALID_CONTEXT);
    if (!c.err) {
        c.err = range_(script_of_(q->device), &e->launch, dims, offset, global, local);
    }
    if (!c.err) {
        c.err = capture_(e, k);
    }
    if (!c.err) {
        e->kernel = hold_(k);
        e->body = find_body_(k->entry->defined);
        e->t.items = e->launch.global[0] * e->launch.global[1] * e->launch.global[2];
        e->units = (double)e->t.items;
        e->t.name = e->launch.name = e->body ? e->body->name : k->entry->name;
        e->cost = e->body && !is_default_(&e->body->duration) ? e->body->duration : script_of_(q->device)->kernel;
        c.err = compile_(e, k->entry);
    }
    for (cl_uint i = 0; !c.err && i < e->launch.args; i++) {
        if (e->arg_mems[i]) {
            touch_(e, e->arg_mems[i], 0, e->arg_mems[i]->bytes);
        }
    }
    return enqueue_(&c, e, 0, event);
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dims, const size_t *offset,
                                          const size_t *global, const size_t *local, cl_uint count,
                                          const cl_event *list, cl_event *event) {
    return launch_(begin_(ID_clEnqueueNDRangeKernel), CL_COMMAND_NDRANGE_KERNEL, q, k, dims, offset, global, local,
                   count, list, event);
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue q, cl_kernel k, cl_uint count, const cl_event *list,
                                 cl_event *event) {
    const size_t one = 1;
    return launch_(begin_(ID_clEnqueueTask), CL_COMMAND_TASK, q, k, 1, NULL, &one, &one, count, list, event);
}

static cl_int marker_(call_ c, cl_command_queue q, cl_command_type type, cl_uint count, const cl_event *list,
                      cl_event *event) {
    cl_event e = command_(&c, q, type, count, list);
    if (!c.err) {
        e->cost = script_of_(q->device)->marker;
        e->waits_for_all = count == 0;
    }
    return enqueue_(&c, e, 0, event);
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
    return marker_(begin_(ID_clEnqueueMarkerWithWaitList), q, CL_COMMAND_MARKER, n, list, event);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
    return marker_(begin_(ID_clEnqueueBarrierWithWaitList), q, CL_COMMAND_BARRIER, n, list, event);
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue q, cl_event *event) {
    call_ c = begin_(ID_clEnqueueMarker);
    REFUSE_(&c, !event, CL_INVALID_VALUE);
    return marker_(c, q, CL_COMMAND_MARKER, 0, NULL, event);
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue q) {
    return marker_(begin_(ID_clEnqueueBarrier), q, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue q, cl_uint n, const cl_event *list) {
    call_ c = begin_(ID_clEnqueueWaitForEvents);
    REFUSE_(&c, n == 0 || !list, CL_INVALID_VALUE);
    return marker_(c, q, CL_COMMAND_BARRIER, n, list, NULL);
}

/* ==== API: events ================================================================================================= */

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
    call_ c = begin_(ID_clCreateUserEvent);
    expect_(&c, context, CONTEXT_);
    cl_event e = c.err ? NULL : object_new_(EVENT_, sizeof *e, 1);
    if (e) {
        e->context = hold_(context);
        e->t = (simcl_command){0, CL_COMMAND_USER, "", 0, 0, c.index, 0, 0, S.now, S.now, SIMCL_NEVER, SIMCL_NEVER,
                               SIMCL_NEVER, CL_SUBMITTED, SIMCL_HEALTHY, {0, 0, 0, 0}};
    }
    return end_new_(&c, e, errcode_ret);
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event e, cl_int status) {
    call_ c = begin_(ID_clSetUserEventStatus);
    expect_(&c, e, EVENT_);
    REFUSE_(&c, e->queue, CL_INVALID_EVENT);
    REFUSE_(&c, status > CL_COMPLETE, CL_INVALID_VALUE);
    REFUSE_(&c, e->t.status <= CL_COMPLETE, CL_INVALID_OPERATION);
    if (!c.err) {
        e->t.status = status;
        e->t.start_ps = e->t.end_ps = e->t.seen_ps = S.now;
    }
    return end_(&c);
}

cl_int CL_API_CALL clSetEventCallback(cl_event e, cl_int type, void (CL_CALLBACK *fn)(cl_event, cl_int, void *),
                                      void *data) {
    call_ c = begin_(ID_clSetEventCallback);
    expect_(&c, e, EVENT_);
    REFUSE_(&c, !fn || (type != CL_COMPLETE && type != CL_RUNNING && type != CL_SUBMITTED), CL_INVALID_VALUE);
    callback_ *cb = c.err ? NULL : alloc_(1, sizeof *cb);
    REFUSE_(&c, !cb, CL_OUT_OF_HOST_MEMORY);
    if (cb) {
        *cb = (callback_){hold_(e), type, fn, data, S.callbacks};
        S.callbacks = cb;
    }
    return end_(&c);
}

cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event *list) {
    call_ c = begin_(ID_clWaitForEvents);
    REFUSE_(&c, count == 0 || !list, CL_INVALID_VALUE);
    for (cl_uint i = 0; !c.err && i < count; i++) {
        expect_(&c, list[i], EVENT_);
        REFUSE_(&c, list[i]->context != list[0]->context, CL_INVALID_CONTEXT);
    }
    if (!c.err) {
        charge_(&c, &S.script.device[list[0]->t.device].wait, 0);
        for (cl_uint i = 0; i < count; i++) {
            hold_(list[i]);
            if (list[i]->queue) {
                flush_(list[i]->queue);
            }
        }
        for (cl_uint i = 0; i < count; i++) {
            cl_int status = wait_(list[i]);
            if (status < 0 && !c.err) {
                c.err = list[i]->t.status < 0 ? FAILED_WAIT_ : status;
            }
            drop_(list[i]);
        }
    }
    return end_(&c);
}

static cl_int seen_status_(const cl_event e) {          /* as the host can know it by now */
    if (!e->queue || S.now >= e->t.seen_ps) {
        return e->t.status;
    }
    return S.now >= e->t.start_ps ? CL_RUNNING : S.now >= e->t.submit_ps ? CL_SUBMITTED : CL_QUEUED;
}

/* Whether a user event, which the program has yet to set, keeps a command from starting. */
static int is_held_back_(const cl_event e) {
    int held = 0;
    for (cl_uint i = 0; i < e->deps; i++) held |= !e->dep[i]->queue && e->dep[i]->t.status > CL_COMPLETE;
    return held && seen_status_(e) > CL_RUNNING;
}

cl_int CL_API_CALL clGetEventInfo(cl_event e, cl_event_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetEventInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, e, EVENT_);
    if (!c.err) {
        switch (what) {
        case CL_EVENT_COMMAND_QUEUE: ANSWER_(p, e->queue); break;
        case CL_EVENT_CONTEXT: ANSWER_(p, e->context); break;
        case CL_EVENT_COMMAND_TYPE: ANSWER_(u, e->t.type); break;
        case CL_EVENT_COMMAND_EXECUTION_STATUS: ANSWER_(i, seen_status_(e)); break;
        case CL_EVENT_REFERENCE_COUNT: ANSWER_(u, e->o.user + e->o.inner); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    return end_answer_(&c, &a, cap, to, n);
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event e, cl_profiling_info what, size_t cap, void *to, size_t *n) {
    call_ c = begin_(ID_clGetEventProfilingInfo);
    answer_ a = {0, NULL, {0}};
    expect_(&c, e, EVENT_);
    const int another = !c.err && is_held_back_(e) && script_of_(e->queue->device)->stamps_of_another;
    REFUSE_(&c, !e->queue || (seen_status_(e) != CL_COMPLETE && !another) ||
                   !((e->queue->properties & CL_QUEUE_PROFILING_ENABLE) ||
                     script_of_(e->queue->device)->stamps_without_profiling), CL_PROFILING_INFO_NOT_AVAILABLE);
    if (!c.err) {
        const cl_ulong *stamp = another ? S.ended[e->t.device] : e->t.stamp;
        switch (what) {
        case CL_PROFILING_COMMAND_QUEUED: ANSWER_(ul, stamp[0]); break;
        case CL_PROFILING_COMMAND_SUBMIT: ANSWER_(ul, stamp[1]); break;
        case CL_PROFILING_COMMAND_START: ANSWER_(ul, stamp[2]); break;
        case CL_PROFILING_COMMAND_END:
        case CL_PROFILING_COMMAND_COMPLETE: ANSWER_(ul, stamp[3]); break;
        default: c.err = CL_INVALID_VALUE; break;
        }
    }
    if (!c.err && e->t.stamps == SIMCL_UNTOUCHED) {
        to = NULL;
    }
    return end_answer_(&c, &a, cap, to, n);
}

cl_int CL_API_CALL clRetainEvent(cl_event x) { return retain_(ID_clRetainEvent, x, EVENT_); }
cl_int CL_API_CALL clReleaseEvent(cl_event x) { return release_(ID_clReleaseEvent, x, EVENT_); }

/* ==== control ===================================================================================================== */

static void default_(simcl_cost *cost, double ns, double per_unit_ns) {
    if (is_default_(cost)) {            /* a law without a size is a law on the default */
        cost->ns = ns;
        cost->per_unit_ns = per_unit_ns;
    }
}

static void device_defaults_(simcl_device *d) {
    d->type = d->type ? d->type : CL_DEVICE_TYPE_GPU;
    d->version = d->version ? d->version : 120;
    d->compute_units = d->compute_units ? d->compute_units : 16;
    d->max_group = d->max_group ? d->max_group : 1024;
    d->memory_bytes = d->memory_bytes ? d->memory_bytes : (cl_ulong)8 << 30;
    d->alloc_bytes = d->alloc_bytes ? d->alloc_bytes : (cl_ulong)2 << 30;
    d->resolution_ns = d->resolution_ns ? d->resolution_ns : 1;
    d->claimed_resolution_ns = d->claimed_resolution_ns ? d->claimed_resolution_ns : d->resolution_ns;
    d->lanes = d->lanes ? d->lanes : 1;
    default_(&d->build, 1e6, 0);
    default_(&d->build_binary, 1e5, 0);
    default_(&d->launch, 2000, 0);
    default_(&d->finish, 200, 0);
    default_(&d->wait, 200, 0);
    default_(&d->submit, 1000, 0);
    default_(&d->notify, 1000, 0);
    default_(&d->kernel, 10000, 0);
    default_(&d->read, 1000, 0.1);
    default_(&d->write, 1000, 0.1);
    default_(&d->map, 1000, 0.1);
    default_(&d->copy, 1000, 0.01);
    default_(&d->fill, 1000, 0.01);
}

static void forget_everything_(void) {
    while (S.oldest) {
        object_ *o = S.oldest;
        S.oldest = o->next;
        object_free_(o);
        free(o);
    }
    while (S.callbacks) {
        callback_ *cb = S.callbacks;
        S.callbacks = cb->next;
        free(cb);
    }
    for (size_t i = 0; i < GRAVES_; i++) {
        free(S.grave[i]);
    }
    free(S.calls);
    free(S.commands);
    memset(&S, 0, sizeof S);
}

void simcl_reset(const simcl_script *script) {
    simcl_script copy;                  /* script may be of the state that is about to go */
    memset(&copy, 0, sizeof copy);
    if (script) {
        copy = *script;
    }
    forget_everything_();
    S.script = copy;
    S.script.platforms = copy.platforms ? copy.platforms : 1;
    S.script.platforms = S.script.platforms < SIMCL_DEVICES ? S.script.platforms : SIMCL_DEVICES;
    default_(&S.script.call, 100, 0);
    cl_uint each = copy.no_device ? 0 : copy.devices ? copy.devices : 1;
    for (cl_uint i = 0; i < S.script.platforms; i++) {
        (void)snprintf(S.platform[i].name, sizeof S.platform[i].name, "simcl platform %u", (unsigned)i);
        for (cl_uint k = 0; k < each && S.devices < SIMCL_DEVICES; k++, S.devices++) {
            cl_device_id device = &S.device[S.devices];
            device->index = S.devices;
            device->platform = &S.platform[i];
            (void)snprintf(device->name, sizeof device->name, "simcl device %u", S.devices);
        }
    }
    for (int i = 0; i < SIMCL_DEVICES; i++) {
        device_defaults_(&S.script.device[i]);
    }
    S.random = copy.seed;
    S.start = copy.real_time ? monotonic_ps_() : (copy.start_ns ? copy.start_ns : 1000000000000u) * 1000u;
    S.now = S.cursor = S.start;
    S.ready = 1;
}

simcl_script simcl_like_h100(void) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.first_platform.ns = 429e6;
    s.context.ns = 245e6;
    simcl_device *d = &s.device[0];
    d->resolution_ns = 1000;
    d->compute_units = 132;
    d->build.ns = 185e6;
    d->build_binary.ns = 4e6;
    d->launch.ns = 4000;
    d->event_extra.ns = 1900;
    d->profiling_extra.ns = 4700;
    d->finish.ns = 1000;
    d->submit.ns = 2000;
    d->notify.ns = 2400;
    d->gap.ns = 1300;
    d->kernel.ns = 4600;
    d->first_launch.ns = 176e3;
    d->touch.per_unit_ns = 290e3 / 134217728;
    d->touch_where = SIMCL_IN_ENQUEUE;
    d->copy = (simcl_cost){.ns = 1000, .per_unit_ns = 129e3 / 134217728};
    return s;
}

simcl_script simcl_like_pocl(void) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.first_platform.ns = 286e6;
    s.context.ns = 4e6;
    simcl_device *d = &s.device[0];
    d->type = CL_DEVICE_TYPE_CPU;
    d->compute_units = 2;
    d->lanes = 2;
    d->build.ns = 926e6;
    d->launch.ns = 6000;
    d->event_extra.ns = 3000;
    d->finish.ns = 30;
    d->submit.ns = 4000;
    d->notify.ns = 4800;
    d->gap.ns = 21000;
    d->kernel.ns = 200;
    d->first_launch.ns = 39.6e6;
    d->new_shape.ns = 75e6;
    d->large_grid = (size_t)1 << 24;
    d->touch.per_unit_ns = 321e6 / 134217728 / 2;
    d->touch_where = SIMCL_IN_EXECUTION;
    d->touch_page = 4096;
    d->copy = (simcl_cost){.ns = 1000, .per_unit_ns = 7.8e6 / 134217728};
    return s;
}

uint64_t simcl_now_ps(void) {
    sync_();
    return S.now;
}

uint64_t simcl_now_ns(void *unused) {
    (void)unused;
    uint64_t now = simcl_now_ps() / 1000;
    if (!is_default_(&S.script.clock_read)) {
        spend_(cost_(&S.script.clock_read, 0));
    }
    return now;
}

void simcl_spend_ns(double ns) {
    sync_();
    spend_(ps_(ns));
}

const char *simcl_stamps_name(simcl_stamps kind) {
    static const char *const names[] = {
#define X_(name, text) #name,
        SIMCL_STAMPS(X_)
#undef X_
    };
    return (unsigned)kind < SIMCL_STAMP_KINDS ? names[kind] : "?";
}

const char *simcl_stamps_text(simcl_stamps kind) {
    static const char *const texts[] = {
#define X_(name, text) text,
        SIMCL_STAMPS(X_)
#undef X_
    };
    return (unsigned)kind < SIMCL_STAMP_KINDS ? texts[kind] : "?";
}

int simcl_break_stamps(simcl_stamps kind, size_t nth) {
    ensure_();
    if (S.rules == RULES_) {
        return -1;
    }
    S.rule[S.rules++] = (rule_){kind, nth};
    return 0;
}

int simcl_kernel(const char *name, simcl_body run, simcl_cost duration) {
    body_ *body = bodies_;
    while (body && strcmp(body->name, name)) {
        body = body->next;
    }
    if (!body) {
        body = calloc(1, sizeof *body);
        char *copy = calloc(strlen(name) + 1, 1);
        if (!body || !copy) {
            free(body);
            free(copy);
            return -1;
        }
        memcpy(copy, name, strlen(name));
        body->name = copy;
        body->next = bodies_;
        bodies_ = body;
    }
    body->run = run;
    body->duration = duration;
    body->registered = 1;
    return 0;
}

void simcl_forget_kernels(void) {
    for (body_ *i = bodies_; i; i = i->next) {
        i->registered = 0;
    }
}

static int call_id_(const char *name) {
    for (int i = 0; i < CALL_COUNT_; i++) {
        if (!strcmp(call_names_[i], name)) {
            return i;
        }
    }
    return -1;
}

int simcl_fail(const char *call, size_t nth, cl_int code) {
    ensure_();
    int id = call_id_(call);
    if (id < 0 || S.faults == FAULTS_) {
        return -1;
    }
    S.fault[S.faults++] = (fault_){id, nth, code};
    return 0;
}

int simcl_fail_command(size_t nth, cl_int status) {
    ensure_();
    if (S.command_faults == FAULTS_ || status >= 0) {
        return -1;
    }
    S.command_fault[S.command_faults++] = (fault_){0, nth, status};
    return 0;
}

void simcl_fail_alloc(size_t nth) {
    ensure_();
    S.alloc_fault = nth ? S.allocs + nth : 0;
}

size_t simcl_faults_fired(void) { return S.fired; }
size_t simcl_command_count(void) { return S.commands_made; }
size_t simcl_hangs(void) { return S.hangs; }
size_t simcl_alive(void) { return S.alive; }

const simcl_command *simcl_command_at(size_t index) {
    sync_();
    return index < S.command_count ? &S.commands[index] : NULL;
}

const simcl_command *simcl_command_of(cl_event event) {
    sync_();
    return is_(event, EVENT_) ? &event->t : NULL;
}

size_t simcl_call_count(void) { return S.calls_made; }

const simcl_call *simcl_call_at(size_t index) {
    return index < S.call_count ? &S.calls[index] : NULL;
}

const simcl_call *simcl_last_call(const char *name) {
    for (size_t i = S.call_count; i-- > 0;) {
        if (!strcmp(S.calls[i].name, name)) {
            return &S.calls[i];
        }
    }
    return NULL;
}

size_t simcl_calls(const char *name) {
    int id = call_id_(name);
    return id < 0 ? 0 : S.uses[id];
}

size_t simcl_names(const char **names, size_t cap) {
    size_t n = 0;
    for (int i = 0; i < CALL_COUNT_; i++) {
        if (S.uses[i]) {
            if (n < cap) {
                names[n] = call_names_[i];
            }
            n++;
        }
    }
    return n;
}

/* The part of a command's execution that lies within from..to, as *begin..*end. */
static int part_(size_t i, uint64_t from, uint64_t to, uint64_t *begin, uint64_t *end) {
    const simcl_command *t = simcl_command_at(i);
    if (!t || t->start_ps == SIMCL_NEVER) {
        return 0;
    }
    *begin = t->start_ps > from ? t->start_ps : from;
    *end = t->end_ps < to ? t->end_ps : to;
    return *begin < *end;
}

uint64_t simcl_union_ps(size_t first, size_t count, uint64_t from_ps, uint64_t to_ps) {
    uint64_t sum = 0, reached = from_ps, begin, end;
    for (;;) {                          /* goes on to the earliest part that reaches further, until there is none */
        uint64_t next = SIMCL_NEVER, next_end = 0;
        for (size_t i = first; i < S.command_count && i - first < count; i++) {
            if (part_(i, reached, to_ps, &begin, &end) && (begin < next || (begin == next && end > next_end))) {
                next = begin;
                next_end = end;
            }
        }
        if (next == SIMCL_NEVER) {
            return sum;
        }
        sum += next_end - next;
        reached = next_end;
    }
}

size_t simcl_running(size_t first, size_t count, uint64_t from_ps, uint64_t to_ps) {
    size_t n = 0;
    uint64_t begin, end;
    for (size_t i = first; i < S.command_count && i - first < count; i++) {
        n += (size_t)part_(i, from_ps, to_ps, &begin, &end);
    }
    return n;
}

size_t simcl_leaks(FILE *out) {
    size_t n = 0;
    sync_();
    for (cl_command_queue q = S.queues; q; q = q->next) {
        flush_(q);
    }
    for (happening_ h = next_(); step_(&h); h = next_()) {
    }
    S.now = S.cursor > S.now ? S.cursor : S.now;
    for (const object_ *o = S.oldest; o; o = o->next) {
        n += o->user > 0;
        if (o->user > 0 && out) {
            (void)fprintf(out, "simcl: %s not released (%u): made by %s, use %lu, call %lu\n", kind_names_[o->kind],
                          (unsigned)o->user, call_names_[o->call_id], (unsigned long)o->nth, (unsigned long)o->call);
        }
    }
    return n;
}

size_t simcl_misuses(const char **text) {
    if (text) {
        *text = S.misuse;
    }
    return S.misuses;
}
