/* matmul.cl: C = A * B for dense matrices of single-precision numbers

   FORMULA    C[i][j] = sum over k = 0 .. w-1 of A[i][k] * B[k][j]       2 m n w floating-point operations
   SHAPE      row-major: A is m x w, B is w x n, C is m x n;  element (row, column) of C stands at c[row * n + column]
   ARGUMENTS  0 a, 1 b: the factors (read);  2 c: the product (every element is written);  3 m, 4 n, 5 w: the sizes
   RANGE      two dimensions: 0 = columns of C (n), 1 = rows of C (m), so that neighbouring work-items of dimension 0
              touch neighbouring elements of B and C
   SIZE RULE  any sizes from 1 up, each matrix below 2^32 elements. The global size may be rounded up to a multiple of
              the local size: work-items outside of C return at once. */

/* One work-item for each element of C, straight from global memory: the slow version to measure others against. */
__kernel void matmul_simple(__global const float *a, __global const float *b, __global float *c,
                            const uint m, const uint n, const uint w)
{
    const uint column = (uint)get_global_id(0);
    const uint row = (uint)get_global_id(1);

    if (row >= m || column >= n)
        return;

    float sum = 0.0f;
    for (uint k = 0; k < w; k++)
        sum += a[row * w + k] * b[k * n + column];
    c[row * n + column] = sum;
}
