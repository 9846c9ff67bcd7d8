/* As kit.h, for both headers and those of examples/more and examples/tools. A test whose
   own calls are to be seen includes calls.h behind it. */
#ifndef KIT_CL_H
#define KIT_CL_H

#include "kit.h"
#include "gputime_cl.h"
#include "gauge.h"
#include "align.h"
#include "program_cache.h"
#include "roofs.h"
#include "lab.h"
#include "probes.h"
#include "ceilings.h"
#include "costs.h"
#ifndef KIT_C
#include "private/gputime_cl.h"
#include "private/gauge.h"
#include "private/align.h"
#include "private/program_cache.h"
#include "private/roofs.h"
#include "private/lab.h"
#include "private/probes.h"
#include "private/ceilings.h"
#include "private/costs.h"
#include "private/calls.h"
#endif

#define KIT_CALLS_CL(X) \
    X(cl_int, clFinish, (cl_command_queue queue), (queue)) \
    X(cl_int, clReleaseEvent, (cl_event event), (event)) \
    X(cl_int, clGetEventProfilingInfo, \
      (cl_event event, cl_profiling_info what, size_t size, void *to, size_t *got), (event, what, size, to, got)) \
    X(cl_int, clGetProgramInfo, \
      (cl_program program, cl_program_info what, size_t size, void *to, size_t *got), (program, what, size, to, got))
KIT_CALLS_CL(KIT_DECLARE)

#endif
