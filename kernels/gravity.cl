/* gravity.cl: each particle draws each other one

   FORMULA    v[i] = v[i] + dt / n * sum over j = 0 .. n-1 of (x[j] - x[i]) / (|x[j] - x[i]|^2 + 0.01)
              10 n + 5 floating-point operations for each particle (of each pair: way 2, dot 3, + 0.01 1, division 2,
              sum 2); the places are read n times, mostly from caches
   ARGUMENTS  0 x: places (read), 1 v: velocities (read and written), 2 n, 3 dt
   RANGE      one dimension: the particle
   SIZE RULE  any n below 2^32. The global size may be rounded up: work-items beyond n return at once. */

__kernel void gravity(__global const float2 *x, __global float2 *v, const uint n, const float dt)
{
    const size_t i = get_global_id(0);
    float2 sum = (float2)0.0f, at;

    if (i >= n)
        return;
    at = x[i];
    for (uint j = 0; j < n; j++) {
        const float2 way = x[j] - at;
        sum += way / (dot(way, way) + 0.01f);
    }
    v[i] += dt / (float)n * sum;
}
