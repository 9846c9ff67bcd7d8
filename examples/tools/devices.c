/* devices.c - which OpenCL devices are there?

   WHAT IT SHOWS   the index to put into GT_DEVICE or --device: platform:device
   WHAT TO SEE     a line for each device: index, type, name, platform, version; and which one is chosen */

#include "../course/lib/common.h"

/* The index of the chosen device, as gt_cl_list prints it. */
static void index_of(const gt_cl *cl, char *index /* of 32 */)
{
    cl_platform_id platforms[64];
    cl_device_id devices[64];
    cl_uint count = 0, more, p, d;
    strcpy(index, "?");
    if (clGetPlatformIDs(64, platforms, &count)) return;
    for (p = 0; p < count && p < 64; p++) {
        more = 0;
        if (platforms[p] != cl->platform) continue;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &more)) continue;
        for (d = 0; d < more && d < 64; d++)
            if (devices[d] == cl->device) sprintf(index, "%lu:%lu ", (unsigned long)p, (unsigned long)d);
    }
}

int main(int argc, char **argv)
{
    static const ex_about about = { "devices", "Lists the OpenCL devices of this machine, and which one GT_DEVICE "
        "or --device chooses.", "device", 0, 0, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    char index[32] = "?", line[1200];
    FILE *list = tmpfile();
    gt_cl cl;
    if (!list) list = stdout;           /* no place for such a file: then without the mark */
    printf("index type  device                                    platform                          version\n");
    if (gt_cl_list(list) != GT_OK) return gt_fail(stderr);
    if (gt_cl_open(&cl, o.device) == GT_OK) index_of(&cl, index);
    if (list != stdout) {
        rewind(list);
        while (fgets(line, sizeof line, list)) {
            line[strcspn(line, "\n")] = 0;
            ex_say(14, "%s%s", line, strncmp(line, index, strlen(index)) ? "" : "  <- chosen");
        }
        fclose(list);
    }
    gt_cl_close(&cl);
    return ex_close(&o, NULL, NULL, 1);
}
