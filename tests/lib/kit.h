/* The kit as most tests use it: compiled once (kit.c) and linked. Its private names are declared, in files that kit.awk
   makes from the headers. kit_cl.h does the same for both headers. The headers of examples/more are included: here
   those without OpenCL, the others in kit_cl.h.

   The kit calls the functions of the C library below, and those of OpenCL in kit_cl.h, as kit_NAME. A test that defines
   such a function replaces it. A test sets the kit's limits by defining GPUTIME_MAX_SAMPLES or GPUTIME_CL_EVENTS before
   the include. */
#ifndef KIT_H
#define KIT_H

#include "gputime.h"
#include "frames.h"
#include "schedule.h"
#include <stddef.h>
#include <sys/types.h>

struct rusage;
/* return type, name, parameters, arguments */
#define KIT_CALLS(X) \
    X(void *, malloc, (size_t size), (size)) \
    X(void *, calloc, (size_t count, size_t size), (count, size)) \
    X(void *, realloc, (void *p, size_t size), (p, size)) \
    X(FILE *, fopen, (const char *file, const char *how), (file, how)) \
    X(int, getrusage, (int who, struct rusage *usage), (who, usage)) \
    X(ssize_t, read, (int file, void *to, size_t size), (file, to, size)) \
    X(ssize_t, write, (int file, const void *from, size_t size), (file, from, size)) \
    X(int, close, (int file), (file))
#define KIT_DECLARE(type, name, parameters, arguments) type kit_##name parameters;
KIT_CALLS(KIT_DECLARE)
void kit_free(void *p);
extern size_t kit_max_samples, kit_cl_events;

#ifndef KIT_C
#ifdef GPUTIME_MAX_SAMPLES
size_t kit_max_samples = GPUTIME_MAX_SAMPLES;
#endif
#ifdef GPUTIME_CL_EVENTS
size_t kit_cl_events = GPUTIME_CL_EVENTS;
#endif
#include "private/gputime.h"
#include "private/frames.h"
#include "private/schedule.h"
#endif
#endif
