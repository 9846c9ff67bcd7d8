/* matmul.cl: C = A * B for dense matrices of single-precision numbers

   FORMULA    C[i][j] = sum over k = 0 .. n-1 of A[i][k] * B[k][j]       2 m n w floating-point operations
   SHAPE      row-major: A is m x n, B is n x w, C is m x w;  element (row, column) of C stands at c[row * w + column]
   ARGUMENTS  0 a, 1 b: the factors (read);  2 c: the product (every element is written);  3 m, 4 n, 5 w: the sizes
   RANGE      two dimensions: 0 = columns of C (w), 1 = rows of C (m), so that neighbouring work-items of dimension 0
              touch neighbouring elements of B and C
   SIZE RULE  any sizes from 1 up, each matrix below 2^32 elements. The global size may be rounded up to a multiple of
              the local size: work-items outside C return at once. */

/* One work-item for each element of C reads all its operands from global memory: the base case of comparisons. */
__kernel void matmul_simple(__global const float *a, __global const float *b, __global float *c,
                            const uint m, const uint n, const uint w)
{
    const uint column = (uint)get_global_id(0);
    const uint row = (uint)get_global_id(1);

    if (row >= m || column >= w)
        return;

    float sum = 0.0f;
    for (uint k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * w + column];
    c[row * w + column] = sum;
}

#ifndef TILE
#define TILE 16     /* side of a tile: the local size of matmul_tiled must be TILE x TILE */
#endif

/* Work-groups of TILE x TILE load tiles of A and B into local memory and use each element TILE times. The local size
   is TILE x TILE. */
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul_tiled(__global const float *a, __global const float *b, __global float *c,
                  const uint m, const uint n, const uint w)
{
    __local float ta[TILE][TILE], tb[TILE][TILE];
    const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
    const uint x = (uint)get_local_id(0), y = (uint)get_local_id(1);
    float sum = 0.0f;

    for (uint k = 0; k < n; k += TILE) {
        ta[y][x] = row < m && k + x < n ? a[row * n + k + x] : 0.0f;
        tb[y][x] = k + y < n && column < w ? b[(k + y) * w + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < TILE; i++)
            sum += ta[y][i] * tb[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && column < w)
        c[row * w + column] = sum;
}

#define ROWS 8      /* rows of C for each work-item of matmul_blocked; it computes 8 columns as well */

/* Each work-item keeps a block of ROWS x 8 elements of C in registers: 8 + ROWS loads serve 16 ROWS operations. The
   global size is w / 8 and m / ROWS, rounded up. */
__kernel void matmul_blocked(__global const float *a, __global const float *b, __global float *c,
                             const uint m, const uint n, const uint w)
{
    const uint column = (uint)get_global_id(0) * 8, row = (uint)get_global_id(1) * ROWS;
    float8 sum[ROWS];

    if (row >= m || column >= w)
        return;
    for (uint r = 0; r < ROWS; r++)
        sum[r] = (float8)0.0f;

    if (column + 8 <= w && row + ROWS <= m) {
        for (uint k = 0; k < n; k++) {
            const float8 bk = vload8(0, b + k * w + column);
            for (uint r = 0; r < ROWS; r++)
                sum[r] += a[(row + r) * n + k] * bk;
        }
        for (uint r = 0; r < ROWS; r++)
            vstore8(sum[r], 0, c + (row + r) * w + column);
        return;
    }
    for (uint i = row; i < min(row + ROWS, m); i++)         /* at the edges, one element at a time */
        for (uint j = column; j < min(column + 8, w); j++) {
            float one = 0.0f;
            for (uint k = 0; k < n; k++)
                one += a[i * n + k] * b[k * w + j];
            c[i * w + j] = one;
        }
}
