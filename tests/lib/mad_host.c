/* Runs the multiply-add kernels of gt_cl_limits on the processor, compiled as OpenCL C by clang, in types that no
   device at hand may have: half in software. Each sum is compared with whole numbers, step by step. For test_limits.c:
       clang -target x86_64-linux-gnu -c limits.cl && clang limits.o mad_host.c -lm
   The kernels' names are those of types and widths. Status 0: all sums are right. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PARAMETERS const void *x, const void *z, void *y, unsigned *sums, unsigned blocks, unsigned rotate, \
    unsigned rounds, unsigned across, unsigned along
#define KERNELS(X) \
    X(gt_mad_half_, 1, 29) X(gt_mad_half_8, 8, 29) X(gt_mad_half_16, 16, 29) \
    X(gt_mad_float_, 1, 29) X(gt_mad_float_8, 8, 29) X(gt_mad_float_16, 16, 29) \
    X(gt_mad_double_, 1, 29) X(gt_mad_double_8, 8, 29) X(gt_mad_double_16, 16, 29) \
    X(gt_mad_uint_, 1, 0) X(gt_mad_uint_8, 8, 0) X(gt_mad_uint_16, 16, 0)
#define DECLARE(name, width, bits) void name(PARAMETERS);
KERNELS(DECLARE)

/* what a device gives to kernels, by clang's names */
static unsigned item;
unsigned long global_id(unsigned dimension) __asm__("_Z13get_global_idj");
unsigned long global_id(unsigned dimension) { return dimension ? 0 : item; }
unsigned long local_id(unsigned dimension) __asm__("_Z12get_local_idj");
unsigned long local_id(unsigned dimension) { return dimension ? 0 : item; }
unsigned long local_size(unsigned dimension) __asm__("_Z14get_local_sizej");
unsigned long local_size(unsigned dimension) { return dimension ? 1 : 64; }
void barrier(unsigned flags) __asm__("_Z7barrierj");
void barrier(unsigned flags) { (void)flags; }
/* what clang 14 calls for half */
float __gnu_h2f_ieee(unsigned short h);
float __gnu_h2f_ieee(unsigned short h) {
    const int exponent = h >> 10 & 31, digits = h & 1023;
    const float f = exponent == 31 ? (digits ? NAN : INFINITY)
                  : exponent ? ldexpf((float)(1024 + digits), exponent - 25) : ldexpf((float)digits, -24);
    return h >> 15 ? -f : f;
}
unsigned short __gnu_f2h_ieee(float f);
unsigned short __gnu_f2h_ieee(float f) {        /* 11 binary digits, half way to even; no number here is below 2^-14 */
    const unsigned short sign = signbit(f) ? 0x8000 : 0;
    int exponent;
    float part = frexpf(fabsf(f), &exponent);
    if (f == 0) return sign;
    part = nearbyintf(ldexpf(part, 11));
    if (part >= 2048) part /= 2, exponent++;
    if (exponent > 16 || isnan(f)) return sign | 0x7C00;
    return (unsigned short)(sign | (exponent + 14) << 10 | ((int)part - 1024));
}

static unsigned in[64 * 16] __attribute__((aligned(64)));
static int is_right(const char *name, void (*kernel)(PARAMETERS), unsigned width, int bits, unsigned rounds) {
    unsigned sums[64], wrong = 0;
    memset(sums, 0x5A, sizeof sums);
    for (item = 0; item < 64; item++) {
        unsigned sum = 0;
        kernel(in, in, in, sums, 0, 0, rounds, 1, 1);
        for (unsigned j = 0; j < 12 * width; j++) {
            unsigned x = in[((item + j / width) & 63) * width + j % width] >> bits;
            for (unsigned r = 0; r < rounds; r++) x = 1 - x;
            sum += x;
        }
        wrong += sums[item] != sum;
    }
    if (wrong) printf("%s: %u of 64 sums are wrong after %u rounds\n", name, wrong, rounds);
    return !wrong;
}
int main(void) {
    unsigned v = 2463534242u;
    int right = 1;
    for (int i = 0; i < 64 * 16; i++) in[i] = v = (v ^= v << 13, v ^= v >> 17, v ^ v << 5);
#define RUN(name, width, bits) for (unsigned r = 0; r < 4; r++) right &= is_right(#name, name, width, bits, r);
    KERNELS(RUN)
    printf("%s\n", right ? "all sums are right" : "FAILED");
    return !right;
}
