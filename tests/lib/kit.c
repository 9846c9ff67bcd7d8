/* The implementation for all tests that link it (kit.h), of gputime.h alone with -DKIT_HOST. The headers that are
   included here are those that kit.awk makes, without a static function in their implementation. */
#define KIT_C
#include <stdlib.h>
#include <unistd.h>
#include <sys/time.h>
#include <sys/resource.h>
#ifdef KIT_HOST
#include "kit.h"
#define KIT_CALLS_CL(X)
#else
#include "kit_cl.h"
#endif

#define USUAL __attribute__((weak))
#define KIT_DEFINE(type, name, parameters, arguments) \
    USUAL type kit_##name parameters; \
    type kit_##name parameters { return name arguments; }
KIT_CALLS(KIT_DEFINE)
KIT_CALLS_CL(KIT_DEFINE)
USUAL void kit_free(void *p) { free(p); }
USUAL size_t kit_max_samples = 1048576, kit_cl_events = 256;

#define malloc kit_malloc
#define calloc kit_calloc
#define realloc kit_realloc
#define free kit_free
#define fopen kit_fopen
#define getrusage kit_getrusage
#define read kit_read
#define write kit_write
#define close kit_close
#define clFinish kit_clFinish
#define clReleaseEvent kit_clReleaseEvent
#define clGetEventProfilingInfo kit_clGetEventProfilingInfo
#define clGetProgramInfo kit_clGetProgramInfo
#define GPUTIME_MAX_SAMPLES kit_max_samples
#define GPUTIME_CL_EVENTS kit_cl_events
#define GPUTIME_IMPLEMENTATION
#ifdef KIT_HOST
#include "gputime.h"
#else
#include "gputime_cl.h"
#include "gauge.h"
#include "align.h"
#include "program_cache.h"
#include "roofs.h"
#include "lab.h"
#include "probes.h"
#include "ceilings.h"
#include "costs.h"
#endif
#include "frames.h"
#include "schedule.h"
#ifndef KIT_HOST
#include "calls.h"
#endif
