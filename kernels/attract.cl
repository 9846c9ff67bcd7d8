/* attract.cl: four moving points draw particles towards them

   FORMULA    v[i] = v[i] + dt * sum over j = 0 .. 3 of (p[j] - x[i]) / (|p[j] - x[i]|^2 + 0.01)
              4 x 10 + 4 = 44 floating-point operations, 16 bytes read and 8 written for each particle: of each pair
              way 2, dot 3, + 0.01 1, division 2, sum 2; then dt * sum 2, v 2
   ARGUMENTS  0 x: places (read), 1 v: velocities (read and written), 2 n, 3 points: x and y of four points, 4 dt
   RANGE      one dimension: the particle
   SIZE RULE  any n below 2^32. The global size may be rounded up: work-items beyond n return at once. */

__kernel void attract(__global const float2 *x, __global float2 *v, const uint n, const float8 points, const float dt)
{
    const size_t i = get_global_id(0);
    float2 sum = (float2)0.0f, way;

    if (i >= n)
        return;
    way = points.s01 - x[i];
    sum += way / (dot(way, way) + 0.01f);
    way = points.s23 - x[i];
    sum += way / (dot(way, way) + 0.01f);
    way = points.s45 - x[i];
    sum += way / (dot(way, way) + 0.01f);
    way = points.s67 - x[i];
    sum += way / (dot(way, way) + 0.01f);
    v[i] += dt * sum;
}
