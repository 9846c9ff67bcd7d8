/* null.cl: kernels that do next to nothing: what is left of their time is the price of a launch

   FORMULA    null: none;  count: n[0] = n[0] + 1, to see that no launch was lost
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
