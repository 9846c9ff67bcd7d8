/* local.cl: each work-item follows links through an array, and hands the place that it has reached to another work-item
             of its group

   FORMULA    at[i] = next[next[... next[i]]], `steps` times (i >= n: at[i] = i);  y[i] = at[j], where j is the mirror
              image of i in its group: the first work-item has the last one's place
              a load waits for the load before, so that only other work-items can fill the time
   ARGUMENTS  0 next: numbers below n (read), 1 y (written), 2 n, 3 steps, 4 local memory: 4 bytes for each work-item of
              a group at least. What is reserved beyond that is not used, but no other group can have it.
              5 at_once: NULL, or two numbers that are 0: how many groups run (0 again behind the launch), and the most
              that ran at once
   RANGE      one dimension: the element
   SIZE RULE  any n below 2^32. The global size may be rounded up to a multiple of the local size. */

__kernel void follow(__global const uint *next, __global uint *y, const uint n, const uint steps, __local uint *at,
                     __global uint *at_once)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    uint place = (uint)i;

    if (at_once && l == 0)
        atomic_max(at_once + 1, atomic_inc(at_once) + 1);
    if (i < n)
        for (uint s = 0; s < steps; s++)
            place = next[place];
    at[l] = place;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        y[i] = at[get_local_size(0) - 1 - l];
    if (at_once && l == 0)
        atomic_dec(at_once);
}
