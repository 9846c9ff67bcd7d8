/* 09_data_warmup.c - what does the first use of memory cost, and what warms memory up?

   WHAT IT SHOWS   Memory that nobody has used yet is not there yet: the first of five copies pays for it, page by page;
                   the four others do not. One element warms some devices' buffers, never host memory. With both warmed
                   by writing, the first copy is as quick as the rest. On a processor these copies look slow beside
                   those with nothing warmed: a source that nobody has written is one page of zeros, which stays in a
                   cache. Those copies are the wrong ones.
   WHAT TO SEE     the five columns of each row: the first against the others; *: its source is the page of zeros; the
                   mean of five (last column)

   After "Data warm up when measuring performance with C++ AMP", whose six tests are the rows of device and host with
   nothing, the source and both warmed. Each run has fresh memory. The settings take turns, one run of each a round. */

#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS */
#include "lib/copies.h"

#define ONE(sentence, a, side, times, b) { sentence, a ", copy 1", side, times, b ", copy 1", 1 }
#define REST(sentence, row, side, times) { sentence, row ", copy 1", side, times, row ", copy 2", 1 }
static const ex_claim claims[] = {
    REST("device: of five copies of cold buffers the first takes over 1.1 times as long as the second",
         "device: nothing warmed", EX_OVER, 1.1),
    ONE("device: warming the source alone leaves a cost: the first copy takes over 1.1 times that with both warmed",
        "device: source warmed", EX_OVER, 1.1, "device: both warmed"),
    REST("device: with both warmed the first copy takes under 1.1 times as long as the second", "device: both warmed",
         EX_UNDER, 1.1),
    ONE("device: one element warms a buffer: the first copy takes under 1.1 times as long as with both warmed",
        "device: one element of both", EX_UNDER, 1.1, "device: both warmed"),
    { "device: a source that nobody has written looks faster: a copy of real data takes over 1.1 times as long",
      "device: both warmed, copy 5", EX_OVER, 1.1, "device: target warmed, copy 5", 1 },
    REST("host: of five copies of cold memory the first takes over 1.1 times as long as the second",
         "host: nothing warmed", EX_OVER, 1.1),
    ONE("host: warming the source alone leaves a cost: the first copy takes over 1.1 times that with both warmed",
        "host: source warmed", EX_OVER, 1.1, "host: both warmed"),
    REST("host: with both warmed the first copy takes under 1.1 times as long as the second", "host: both warmed",
         EX_UNDER, 1.1),
    ONE("host: one element warms memory: the first copy takes under 1.1 times as long as with both warmed",
        "host: one element of both", EX_UNDER, 1.1, "host: both warmed"),
    ONE("host: a source that was only read looks faster: a copy of real data takes over 1.1 times as long",
        "host: both warmed", EX_OVER, 1.1, "host: source only read")
};
int main(int argc, char **argv)
{
    static const ex_about about = { "09_data_warmup", "Copies 32 Mi int five times a run, on device and host, with "
        "nothing warmed, the source, both, one element.", "device quick repeat budget csv", 30, 2.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)(o.quick ? 9 : 32) << 20;    /* the C library keeps no 36 MiB: all is fresh */
    int right = 1, i, k;
    cl_kernel kernel;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "vector.cl");

    if (!program) return 1;
    pattern = (cl_int *)(void *)ex_floats(n);
    back = (cl_int *)(void *)ex_floats(n);
    ex_random((float *)(void *)pattern, n, 1);
    kernel = GT_CL_NEW(clCreateKernel(program, "copy_int", GT_CL_ERR));
    gt_enable(0);               /* what is compiled late, and memory that this machine has never used, is not counted */
    for (i = 0; i < EX_COUNT(settings) && right && kernel; i++)
        right = settings[i].on_device ? run_on_device(&cl, kernel, &settings[i], n) : run_on_host(&settings[i], n);
    gt_enable(1);
    while (right && kernel && ex_more(&o, claims, EX_COUNT(claims)))
        for (i = 0; i < EX_COUNT(settings) && right; i++)
            right = settings[i].on_device ? run_on_device(&cl, kernel, &settings[i], n) : run_on_host(&settings[i], n);
    printf("%lu Mi int, medians, ms        copy 1   copy 2   copy 3   copy 4   copy 5   mean / copy 5\n",
           (unsigned long)(n >> 20));
    for (i = 0; i < EX_COUNT(settings); i++) {
        double all = 0;
        printf("%-26s%c", settings[i].name, settings[i].source == WRITTEN ? ' ' : '*');
        for (k = 0; k < COPIES; k++) {
            printf(" %8s", ex_ms_text(copy_name(&settings[i], k)));
            all += ex_ms(copy_name(&settings[i], k)) / COPIES;
        }
        if (all > 0) printf(" %15.2f", all / ex_ms(copy_name(&settings[i], COPIES - 1)));
        printf("\n");
    }
    printf("*: nobody has written the source. On a processor it is one page of zeros, which stays in a cache: copies\n"
           "   without a * are slower because they move real data, not because they were warmed.\n");
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    free(pattern);
    free(back);
    return ex_close(&o, &cl, program, right);
}
