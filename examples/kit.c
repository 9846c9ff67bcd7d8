/* kit.c - the implementation of both headers, once for all examples: a file of its own, since it takes the compiler
           longer than an example does. */
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
