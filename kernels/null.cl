/* null.cl: a kernel that does nothing: what is left of its time is the price of a launch

   ARGUMENTS  none
   RANGE      any;  SIZE RULE  any */

__kernel void null(void)
{
}
