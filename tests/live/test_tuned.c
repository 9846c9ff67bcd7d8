/* link: OpenCL */
/* kernels/tuned.cl gives the right product at sizes that no tile and no vector divides, for shapes of all kinds that
   example 21 searches; the example itself checks each shape that it visits. */
#include <math.h>
#include "test.h"

#include "kit_cl.h"
#include "../../examples/course/lib/tuned.h"

/* What the example's kit would do. */
float *ex_floats(size_t n) { return malloc(n * sizeof(float)); }
void ex_random(float *x, size_t n, uint32_t seed) {
    while (n--) x[n] = (float)((seed = seed * 1664525 + 1013904223) >> 8) / 8388608.0f - 1;
}
int ex_wrong(const char *what) {
    print_message("wrong: %s\n", what);
    return 0;
}

static gt_cl cl;
static cl_program simple;
static int device_is_there(void **state) {
    (void)state;
    if (gt_cl_open(&cl, NULL) == GT_OK) simple = gt_cl_program_file(&cl, GT_KERNEL_DIR "/matmul.cl", NULL);
    return !simple && gt_error_first()->status != GT_ERR_NO_DEVICE;
}
static int closed(void **state) {
    (void)state;
    if (simple) clReleaseProgram(simple);
    gt_cl_close(&cl);
    return 0;
}
static void right_at_all_sizes(ex_shape shape) {
    static const size_t sizes[][3] = {{1, 1, 1}, {5, 3, 7}, {16, 64, 3}, {33, 20, 36}, {67, 45, 131}, {64, 32, 128}};
    ex_tuned t;
    if (!simple) skip();
    assert_true(ex_tuned_open(&t, shape, &cl));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ex_problem p = ex_problem_at(0, 1);
        ex_sized s;
        p.m = sizes[i][0];
        p.n = sizes[i][1];
        p.w = sizes[i][2];
        sprintf(p.name, "%dx%dx%d", (int)p.m, (int)p.n, (int)p.w);
        assert_true(ex_sized_open(&s, p, &cl, simple));
        if (!ex_tuned_right(&t, &s)) fail_msg("%s at %s", t.name, p.name);
        ex_sized_close(&s);
    }
    ex_tuned_close(&t);
    assert_null(gt_error_first());
}

#define SHAPE(name, ...) TEST(name, NULL, NULL) { right_at_all_sizes((ex_shape){__VA_ARGS__}); }
SHAPE(registers_with_vectors_of_4_are_right, EX_REGISTERS, 8, 8, 4, 4, 4, 0, 0)
SHAPE(registers_with_vectors_of_16_are_right, EX_REGISTERS, 1, 4, 32, 2, 16, 0, 0)
SHAPE(registers_without_vectors_are_right, EX_REGISTERS, 4, 2, 3, 5, 1, 0, 0)
SHAPE(tiles_in_local_memory_are_right, EX_LOCAL, 4, 4, 4, 4, 4, 4, 1)
SHAPE(two_tiles_in_turn_are_right, EX_LOCAL, 8, 4, 4, 4, 4, 8, 2)
SHAPE(tiles_without_vectors_are_right, EX_LOCAL, 8, 4, 1, 2, 1, 8, 2)

TEST(shapes_that_the_device_cannot_run_are_refused, NULL, NULL) {
    static const ex_shape bad[] = {{EX_LOCAL, 16, 16, 4, 4, 4, 8, 1}, {EX_REGISTERS, 8, 8, 6, 4, 4, 0, 0},
                                   {EX_LOCAL, 1024, 1024, 4, 4, 4, 16, 1}, {EX_LOCAL, 16, 16, 4, 6, 4, 16, 1},
                                   {EX_LOCAL, 4, 4, 4, 4, 4, 1 << 20, 1}};
    if (!simple) skip();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(ex_shape_fits(bad[i], &cl));
}

int main(void) { return test_all(device_is_there, closed); }
