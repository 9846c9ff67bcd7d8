/* split.cl: C = A * B in parts of the inner dimension, row-major as in matmul.cl

   FORMULA    matmul_range:  c[i][j] = (from > 0 ? c[i][j] : 0) + sum over k = from .. to-1 of a[i][k] * b[k][j]
              matmul_parts:  d[p][i][j] = the same sum over the p-th of `parts` equal ranges of k
              matmul_reduce: c[i][j] = sum over p = 0 .. parts-1 of d[p][i][j]
   ARGUMENTS  0 a, 1 b (read; reduce: 0 d), the result, then m, n, w (reduce: m, w), then from and to, or parts
   RANGE      two dimensions: 0 = columns of C (w), 1 = rows of C (m); matmul_parts: a third one, the part
   SIZE RULE  any sizes from 1 up. The global size may be rounded up: work-items outside return at once. */

__kernel void matmul_range(__global const float *a, __global const float *b, __global float *c,
                           const uint m, const uint n, const uint w, const uint from, const uint to)
{
    const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
    float sum;

    if (row >= m || column >= w)
        return;
    sum = from > 0 ? c[row * w + column] : 0.0f;
    for (uint k = from; k < to; k++)
        sum += a[row * n + k] * b[k * w + column];
    c[row * w + column] = sum;
}

__kernel void matmul_parts(__global const float *a, __global const float *b, __global float *d,
                           const uint m, const uint n, const uint w, const uint parts)
{
    const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1), part = (uint)get_global_id(2);
    const uint each = (n + parts - 1) / parts, from = part * each, to = min(from + each, n);
    float sum = 0.0f;

    if (row >= m || column >= w || part >= parts)
        return;
    for (uint k = from; k < to; k++)
        sum += a[row * n + k] * b[k * w + column];
    d[(part * m + row) * w + column] = sum;
}

__kernel void matmul_reduce(__global const float *d, __global float *c, const uint m, const uint w, const uint parts)
{
    const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
    float sum = 0.0f;

    if (row >= m || column >= w)
        return;
    for (uint p = 0; p < parts; p++)
        sum += d[(p * m + row) * w + column];
    c[row * w + column] = sum;
}
