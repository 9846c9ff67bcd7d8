/* results.h - finds the source of kernels, and checks their results up to the edges of the data. Part of common.h */

#ifndef EX_RESULTS_H
#define EX_RESULTS_H

#include "common.h"

/* Returns kernels/FILE, or FILE in the folder $GT_KERNEL_DIR. Valid until the next call. */
static inline const char *ex_kernel_file(const char *file)
{
    static char path[512];
    const char *folder = getenv("GT_KERNEL_DIR");
    sprintf(path, "%.400s/%.100s", folder && *folder ? folder : GT_KERNEL_DIR, file);
    return path;
}

enum { EX_BEHIND = 0x41 };      /* the float 12.08: unlike with NaN, arithmetic changes its bits */
static inline int ex_untouched(const unsigned char *x, size_t bytes)
{
    size_t i = 0;
    while (i < bytes && x[i] == EX_BEHIND) i++;
    return i == bytes;
}

/* Returns 1 if a kernel gives each of n elements of `out` the right value, and does not change the elements behind
   them. It is launched for EX_BEYOND more elements, for which `out` must have room. Else prints a message. The
   arguments of the kernel must be set. */
enum { EX_BEYOND = 24, EX_ODD = 4999 };
static inline int ex_elements_right(cl_command_queue queue, cl_kernel kernel, cl_mem out, const void *want, size_t n,
                                    size_t element)
{
    const size_t bytes = n * element, beyond = EX_BEYOND * element, items = n + EX_BEYOND;
    const unsigned char before = EX_BEHIND;
    unsigned char *got = (unsigned char *)ex_floats((bytes + beyond) / sizeof(float) + 1);
    int right;
    memset(got, 0, bytes + beyond);
    GT_CL(clEnqueueFillBuffer(queue, out, &before, 1, 0, bytes + beyond, 0, NULL, NULL));
    GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    GT_CL(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes + beyond, got, 0, NULL, NULL));
    right = !memcmp(got, want, bytes) || ex_wrong("a kernel's element");
    right = right && (ex_untouched(got + bytes, beyond) || ex_wrong("a kernel has written past the end of its data"));
    free(got);
    return right && !gt_error_first();
}

/* The same for n elements, and for an odd number of the first ones. count: index of the argument with the number. */
static inline int ex_kernel_right(cl_command_queue queue, cl_kernel kernel, cl_uint count, cl_mem out, const void *want,
                                  size_t n, size_t element)
{
    const cl_uint all = (cl_uint)n, odd = all > EX_ODD ? EX_ODD : all - 1 + all % 2;
    int right;
    GT_CL(clSetKernelArg(kernel, count, sizeof odd, &odd));
    right = ex_elements_right(queue, kernel, out, want, odd, element);
    GT_CL(clSetKernelArg(kernel, count, sizeof all, &all));
    return ex_elements_right(queue, kernel, out, want, n, element) && right;
}

/* Makes a buffer with a margin of EX_MARGIN bytes behind its data, to notice a kernel that reads or writes there. With
   data, the margin holds NaN, which spoils results that use it. Without data (NULL), the buffer holds NaN, and the
   margin known bytes. */
enum { EX_MARGIN = 1 << 20 };
static inline cl_mem ex_guarded(cl_context context, const void *data, size_t bytes)
{
    unsigned char *start = (unsigned char *)ex_floats((bytes + EX_MARGIN) / sizeof(float) + 1);
    cl_mem m;
    memset(start, 0xff, bytes + EX_MARGIN);
    if (!data) memset(start + bytes, EX_BEHIND, EX_MARGIN);
    if (data) memcpy(start, data, bytes);
    m = GT_CL_NEW(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes + EX_MARGIN, start,
                                 GT_CL_ERR));
    free(start);
    return m;
}

/* Reads the data of a buffer made without data. Returns 0 with a message if the margin was written to, or the call
   failed. */
static inline int ex_guarded_read(cl_command_queue queue, cl_mem m, void *data, size_t bytes)
{
    unsigned char *all = (unsigned char *)ex_floats((bytes + EX_MARGIN) / sizeof(float) + 1);
    int right = !GT_CL(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, bytes + EX_MARGIN, all, 0, NULL, NULL));
    if (right) {
        memcpy(data, all, bytes);
        right = ex_untouched(all + bytes, EX_MARGIN) || ex_wrong("a kernel has written past the end of its data");
    }
    free(all);
    return right;
}

#endif
