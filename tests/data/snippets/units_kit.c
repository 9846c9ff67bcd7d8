/* Nothing but the implementation, as a program of several files has it. */
#include "gputime.h"
