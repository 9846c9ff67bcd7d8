/* sum_arrays.cl: C = A + B for vectors of single-precision numbers

   FORMULA    c[i] = a[i] + b[i]          1 floating-point operation, 8 bytes read and 4 written for each element
   ARGUMENTS  0 a, 1 b: the summands (read);  2 c: the sum (written);  3 n: the number of elements
   RANGE      one dimension: the element
   SIZE RULE  any n below 2^32. The global size may be rounded up to a multiple of the local size: work-items beyond n
              return at once. With a global offset, the kernel adds the elements from that offset on. */

__kernel void sum_arrays(__global const float *a, __global const float *b, __global float *c, const uint n)
{
    const size_t i = get_global_id(0);

    if (i < n)
        c[i] = a[i] + b[i];
}
