/* bounce.cl: particles that leave the square from 0 to 1 are put back, and fly the other way at 0.9 of their speed

   FORMULA    for each coordinate: if x < 0 or x > 1: x = clamp(x, 0, 1), v = -0.9 v
   ARGUMENTS  0 x: places, 1 v: velocities (both read and written), 2 n
   RANGE      one dimension: the particle
   SIZE RULE  any n below 2^32. The global size may be rounded up: work-items beyond n return at once. */

__kernel void bounce(__global float2 *x, __global float2 *v, const uint n)
{
    const size_t i = get_global_id(0);
    float2 at, speed;

    if (i >= n)
        return;
    at = x[i];
    speed = v[i];
    if (at.x < 0.0f || at.x > 1.0f)
        speed.x *= -0.9f;
    if (at.y < 0.0f || at.y > 1.0f)
        speed.y *= -0.9f;
    x[i] = clamp(at, 0.0f, 1.0f);
    v[i] = speed;
}
