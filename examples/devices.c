/* devices.c - which OpenCL devices are there?

   WHAT YOU LEARN   what to put into GT_DEVICE or --device: an index, a line's number from 0, or a part of a name
   EXPECTED OUTPUT  a line for each device: index, type, name, platform, version */

#include "common.h"

int main(int argc, char **argv)
{
    ex_parse(argc, argv, "Lists the OpenCL devices of this machine.");
    printf("index type  device                                    platform                          version\n");
    return gt_cl_list(stdout) == GT_OK ? 0 : gt_fail(stderr);
}
