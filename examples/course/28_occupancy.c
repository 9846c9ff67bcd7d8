/* 28_occupancy.c - how many work-items does a processor of the device have at hand?

   WHAT IT SHOWS   Each work-item waits for memory nearly all of the time, so that a GPU needs many of them at once. The
                   groups on a processor (a compute unit) share its local memory: the more a group reserves, the fewer
                   groups fit (the occupancy falls), and the longer the kernel takes, although none does more. Small
                   groups leave lanes empty. A processor with caches for each thread, as PoCL's, has no such limit: it
                   takes one group after the other, and starts one within nanoseconds.
   WHAT TO SEE     ms at four local sizes, each with what it needs of local memory, a quarter, and nearly all; in
                   brackets how many groups ran at once; how much of a short item's time the start of its group is
                   (1 link) */

#include "lib/links.h"

enum { SIZES = 4, WAYS = 4, LINKS = 16 };
static const size_t sizes[SIZES] = { 1, 16, 64, 256 };
static const struct { const char *name; cl_uint links; } ways[WAYS] = {
    { "needed", LINKS }, { "a quarter", LINKS }, { "nearly all", LINKS }, { "1 link", 1 }
};
static const ex_claim claims[] = {
    { "groups that reserve nearly all local memory keep others away: over 1.5 times as long", "16 nearly all", EX_OVER,
      1.5, "16 needed", 1 },
    { "larger groups make up for that: with 256 items it takes under 0.7 times as long", "256 nearly all", EX_UNDER,
      0.7, "16 nearly all", 1 },
    { "groups of one item waste the device: over 2 times as long as groups of 64", "1 needed", EX_OVER, 2, "64 needed",
      1 },
    { "the start of a group counts where items are short: over 1.5 times as long as groups of 64, with one link",
      "1 1 link", EX_OVER, 1.5, "64 1 link", 1 }
};

static const char *name_of(size_t local, int way)
{
    static char name[16][40];
    static int next;
    char *text = name[next++ % 16];
    sprintf(text, "%lu %s", (unsigned long)local, ways[way].name);
    return text;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "28_occupancy", "Follows links through memory, in groups of four sizes that "
        "reserve more or less local memory.", "device quick repeat budget csv", 8, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    size_t most = 0, own = 0;
    cl_uint at_once[SIZES][WAYS] = { { 0 } };
    cl_ulong local = 0;
    int right = 0, i, k;
    links x;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "local.cl");

    if (!program) return 1;
    right = links_open(&x, &cl, program, (size_t)1 << (o.quick ? 17 : 20));
    if (right) {
        GT_CL(clGetDeviceInfo(cl.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
        GT_CL(clGetKernelWorkGroupInfo(x.kernel, cl.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        GT_CL(clGetKernelWorkGroupInfo(x.kernel, cl.device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof own,
                                       &own, NULL));
    }
    right = right && links_follow(&x, (cl_uint)x.n - 5, 16, 64, LINKS, "edges", NULL);
    for (k = 0; right && (!k || ex_more(&o, claims, EX_COUNT(claims))); k++) {
        for (i = 0; i < SIZES * WAYS; i++) {
            const int way = i / SIZES;
            const size_t size = sizes[i % SIZES], reserve[WAYS] = { 4 * size, local / 4, local / 16 * 15, 4 * size };
            if (size <= most)       /* a larger group would be refused */
                right = links_follow(&x, (cl_uint)x.n, size, reserve[way], ways[way].links, name_of(size, way),
                               k ? NULL : &at_once[i % SIZES][way]) && right;
        }
        if (!k) gt_reset();                             /* not counted: late compilation for each local size */
    }
    printf("local memory: %lu KiB; a group of this kernel: up to %lu items, best a multiple of %lu\n"
           "medians, ms (groups at once)", (unsigned long)local >> 10, (unsigned long)most, (unsigned long)own);
    for (k = 0; k < WAYS; k++) printf(" %18s", ways[k].name);
    for (i = 0; i < SIZES; i++) {
        printf("\ngroups of %-18lu", (unsigned long)sizes[i]);
        for (k = 0; k < WAYS; k++) printf(" %10s (%5u)", ex_ms_text(name_of(sizes[i], k)), at_once[i][k]);
    }
    printf("\n\n");
    ex_report(claims, EX_COUNT(claims));
    links_close(&x);
    return ex_close(&o, &cl, program, right);
}
