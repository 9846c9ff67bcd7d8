#include <CL/cl.h>
