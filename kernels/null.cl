/* null.cl: kernels that do almost nothing, so that their time is the cost of a launch

   FORMULA    null: none;  count: n[0] = n[0] + 1, which shows whether every launch ran
   ARGUMENTS  null: none;  count: 0 n: one number (read and written)
   RANGE      null: any;  count: one work-item
   SIZE RULE  none */

__kernel void null(void)
{
}

__kernel void count(__global uint *n)
{
    n[0]++;
}
