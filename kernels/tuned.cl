/* tuned.cl: C = A * B once more; all that a search tries is an option of the build

   FORMULA    C[i][j] = sum over k = 0 .. n-1 of A[i][k] * B[k][j]       2 m n w floating-point operations
   SHAPE      row-major: A is m x n, B is n x w, C is m x w;  element (row, column) of C stands at c[row * w + column]
   ARGUMENTS  0 a, 1 b: the factors (read);  2 c: the product (every element is written);  3 m, 4 n, 5 w: the sizes
   OPTIONS    GROUP_X x GROUP_Y work-items are a group. Each computes COLUMNS x ROWS elements of C, in vectors of
              VECTOR (1, 2, 4, 8, 16): a group has a tile of TILE_X x TILE_Y of C. DEPTH 0: matmul_registers. Else
              matmul_local, which takes DEPTH columns of A and rows of B at a time, with STAGES (1, 2) places for such
              tiles in local memory.
   RANGE      two dimensions: 0 = columns of C, 1 = rows of C; a group for each tile, rounded up
   SIZE RULE  any sizes from 1 up, each matrix below 2^32 elements; matmul_local is faster if VECTOR divides n and w */

#ifndef VECTOR          /* no options: a small shape */
#define VECTOR 4
#define GROUP_X 8
#define GROUP_Y 8
#define COLUMNS 4
#define ROWS 4
#define DEPTH 0
#define STAGES 0
#endif

#define ITEMS (GROUP_X * GROUP_Y)
#define TILE_X (GROUP_X * COLUMNS)
#define TILE_Y (GROUP_Y * ROWS)
#define UNROLL _Pragma("unroll")
#define AT(v, i) (((float *)&(v))[i])       /* element i of a vector */

#if VECTOR == 1
typedef float vec;
#define LOAD(p) (*(p))
#define SAVE(x, p) (*(p) = (x))
#else
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, VECTOR) vec;
#define LOAD(p) JOIN(vload, VECTOR)(0, p)
#define SAVE(x, p) JOIN(vstore, VECTOR)(x, 0, p)
#endif

#if COLUMNS % VECTOR
#error "VECTOR must divide COLUMNS"
#endif

#if DEPTH == 0
/* Each work-item keeps its elements of C in registers, and reads A and B from global memory. Vectors that would cross
   the right edge are moved inwards, rows below the last one are read as the last one; neither is stored. */
__kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1)))
void matmul_registers(__global const float *a, __global const float *b, __global float *c,
                      const uint m, const uint n, const uint w)
{
    const uint row = (uint)get_global_id(1) * ROWS;
    const uint left = (uint)get_group_id(0) * TILE_X + (uint)get_local_id(0) * VECTOR;  /* of its first vector */
    __global const float *line[ROWS], *part[COLUMNS / VECTOR];
    vec sum[ROWS][COLUMNS / VECTOR];

    if (row >= m || left >= w)
        return;
    if (w < VECTOR) {                                   /* no vector fits: one element at a time */
        for (uint i = row; i < min(row + ROWS, m); i++)
            for (uint j = left; j < w; j++) {
                float one = 0.0f;
                for (uint k = 0; k < n; k++)
                    one += a[i * n + k] * b[k * w + j];
                c[i * w + j] = one;
            }
        return;
    }
    UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
        part[v] = b + min(left + v * GROUP_X * VECTOR, w - VECTOR);
    UNROLL for (uint r = 0; r < ROWS; r++) {
        line[r] = a + min(row + r, m - 1) * n;
        UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
            sum[r][v] = (vec)0.0f;
    }
    for (uint k = 0; k < n; k++) {
        vec bk[COLUMNS / VECTOR];
        UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
            bk[v] = LOAD(part[v] + k * w);
        UNROLL for (uint r = 0; r < ROWS; r++)
            UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
                sum[r][v] = mad((vec)(line[r][k]), bk[v], sum[r][v]);
    }
    UNROLL for (uint r = 0; r < ROWS; r++)
        UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++) {
            const uint from = left + v * GROUP_X * VECTOR;
            if (row + r >= m || from >= w) continue;
            if (from + VECTOR <= w)
                SAVE(sum[r][v], c + (row + r) * w + from);
            else {
                vec last = sum[r][v];       /* a copy: what is indexed by a variable does not stay in registers */
                for (uint j = from; j < w; j++)
                    c[(row + r) * w + j] = AT(last, j + VECTOR - w);
            }
        }
}

#else
#define LOADS_A (TILE_Y * DEPTH / VECTOR / ITEMS)       /* vectors that a work-item loads for each tile */
#define LOADS_B (TILE_X * DEPTH / VECTOR / ITEMS)
#if ROWS % VECTOR || DEPTH % VECTOR || LOADS_A * ITEMS * VECTOR != TILE_Y * DEPTH || \
    LOADS_B * ITEMS * VECTOR != TILE_X * DEPTH
#error "VECTOR must divide ROWS and DEPTH, and work-items must share the tiles evenly"
#endif

/* VECTOR elements of a row, from a column on that VECTOR divides; 0 outside of the matrix. */
inline vec fetch(__global const float *p, const uint row, const uint column, const uint rows, const uint columns)
{
    vec x = (vec)0.0f;
    if (row >= rows || column >= columns)
        return x;
    p += row * columns + column;
    if (columns % VECTOR == 0)
        return *(__global const vec *)p;
    UNROLL for (uint e = 0; e < VECTOR; e++)
        if (column + e < columns)
            AT(x, e) = p[e];
    return x;
}
/* The vectors of the next tiles of A and B that belong to a work-item: every ITEMS-th. */
#define FETCH(k) \
    UNROLL for (uint i = 0, p = id; i < LOADS_A; i++, p += ITEMS) \
        next_a[i] = fetch(a, top + p / (DEPTH / VECTOR), (k) + p % (DEPTH / VECTOR) * VECTOR, m, n); \
    UNROLL for (uint i = 0, p = id; i < LOADS_B; i++, p += ITEMS) \
        next_b[i] = fetch(b, (k) + p / (TILE_X / VECTOR), left + p % (TILE_X / VECTOR) * VECTOR, n, w)

/* The group reads tiles of A and B into local memory, A transposed. Each work-item fetches its part of the next tiles
   into registers before it computes with those at hand. */
__kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1)))
void matmul_local(__global const float *a, __global const float *b, __global float *c,
                  const uint m, const uint n, const uint w)
{
    __local float ta[STAGES][DEPTH][TILE_Y + 4] __attribute__((aligned(64)));   /* + 4: fewer bank conflicts */
    __local float tb[STAGES][DEPTH][TILE_X] __attribute__((aligned(64)));
    const uint id = (uint)get_local_id(1) * GROUP_X + (uint)get_local_id(0);
#if GROUP_X % 8 == 0 && GROUP_Y % 4 == 0    /* 32 neighbours form a block of 8 x 4, which reads few elements of both */
    const uint x = id / 32 % (GROUP_X / 8) * 8 + id % 8, y = id / 32 / (GROUP_X / 8) * 4 + id % 32 / 8;
#else
    const uint x = id % GROUP_X, y = id / GROUP_X;
#endif
    const uint left = (uint)get_group_id(0) * TILE_X, top = (uint)get_group_id(1) * TILE_Y;
    vec sum[ROWS][COLUMNS / VECTOR], next_a[LOADS_A], next_b[LOADS_B];

    UNROLL for (uint r = 0; r < ROWS; r++)
        UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
            sum[r][v] = (vec)0.0f;
    FETCH(0);
    for (uint k = 0, s = 0; k < n; k += DEPTH, s = (s + 1) % STAGES) {
        UNROLL for (uint i = 0, p = id; i < LOADS_A; i++, p += ITEMS)
            UNROLL for (uint e = 0; e < VECTOR; e++)
                ta[s][p % (DEPTH / VECTOR) * VECTOR + e][p / (DEPTH / VECTOR)] = AT(next_a[i], e);
        UNROLL for (uint i = 0; i < LOADS_B; i++)
            *((__local vec *)tb[s] + id + i * ITEMS) = next_b[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        FETCH(k + DEPTH);
        UNROLL for (uint d = 0; d < DEPTH; d++) {
            vec ad[ROWS / VECTOR], bd[COLUMNS / VECTOR];
            UNROLL for (uint r = 0; r < ROWS / VECTOR; r++)
                ad[r] = *(__local const vec *)&ta[s][d][(r * GROUP_Y + y) * VECTOR];
            UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
                bd[v] = *(__local const vec *)&tb[s][d][(v * GROUP_X + x) * VECTOR];
            UNROLL for (uint r = 0; r < ROWS; r++)
                UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++)
                    sum[r][v] = mad((vec)(AT(ad[r / VECTOR], r % VECTOR)), bd[v], sum[r][v]);
        }
        if (STAGES == 1)        /* with two places the next tiles go to the other one */
            barrier(CLK_LOCAL_MEM_FENCE);
    }
    UNROLL for (uint r = 0; r < ROWS; r++)
        UNROLL for (uint v = 0; v < COLUMNS / VECTOR; v++) {
            const uint row = top + (r / VECTOR * GROUP_Y + y) * VECTOR + r % VECTOR;
            const uint column = left + (v * GROUP_X + x) * VECTOR;
            if (row >= m || column >= w) continue;
            if (w % VECTOR == 0) *(__global vec *)(c + row * w + column) = sum[r][v];
            else UNROLL for (uint e = 0; e < VECTOR; e++)
                if (column + e < w) c[row * w + column + e] = AT(sum[r][v], e);
        }
}
#endif
