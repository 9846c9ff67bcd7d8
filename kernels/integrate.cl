/* integrate.cl: moves particles on by their velocity

   FORMULA    x[i] = x[i] + dt * v[i]     4 floating-point operations, 16 bytes read and 8 written for each particle
   ARGUMENTS  0 x: places (read and written), 1 v: velocities (read), 2 n, 3 dt
   RANGE      one dimension: the particle
   SIZE RULE  any n below 2^32. The global size may be rounded up: work-items beyond n return at once. */

__kernel void integrate(__global float2 *x, __global const float2 *v, const uint n, const float dt)
{
    const size_t i = get_global_id(0);

    if (i < n)
        x[i] += dt * v[i];
}
