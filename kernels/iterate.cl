/* iterate.cl: a kernel whose length a number sets, with a result that can be checked exactly

   FORMULA    y[i] = f(f(...f(x[i]))), `steps` times;  f(v) = 1664525 v + 1013904223, modulo 2^32
   ARGUMENTS  0 x (read), 1 y (every element is written), 2 n: the number of elements, 3 steps
   RANGE      one dimension: the element
   SIZE RULE  any n below 2^32. The global size may be rounded up: work-items beyond n return at once. */

__kernel void iterate(__global const uint *x, __global uint *y, const uint n, const uint steps)
{
    const size_t i = get_global_id(0);
    uint v;

    if (i >= n)
        return;
    v = x[i];
    for (uint s = 0; s < steps; s++)
        v = 1664525u * v + 1013904223u;
    y[i] = v;
}
