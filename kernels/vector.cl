/* vector.cl: one element for each work-item; the kernels do little besides reading and writing memory

   FORMULA    copy_int: y[i] = x[i];   add_float: z[i] = x[i] + y[i]
   ARGUMENTS  copy_int: 0 x (read), 1 y (every element is written), 2 n;  add_float: 0 x, 1 y (read), 2 z (written), 3 n
   RANGE      one dimension; work-item i takes element i
   SIZE RULE  n below 2^32. The global size may be rounded up to a multiple of the local size: work-items from n on
              return at once. */

__kernel void copy_int(__global const int *x, __global int *y, const uint n)
{
    const uint i = (uint)get_global_id(0);
    if (i < n)
        y[i] = x[i];
}

__kernel void add_float(__global const float *x, __global const float *y, __global float *z, const uint n)
{
    const uint i = (uint)get_global_id(0);
    if (i < n)
        z[i] = x[i] + y[i];
}
