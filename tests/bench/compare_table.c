/* How often `gtlint --compare` calls two equal series of one process each different, and how often it has no outcome:
   the table of examples/tools/gtlint/README.md, in % of simulated pairs. A minute; not part of `make bench`.

       cc -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. tests/bench/compare_table.c -o /tmp/table -lm -pthread
       /tmp/table [PAIRS]                                                  (2000) */
int gtlint_main(int argc, char **argv);
#define main gtlint_main
#include "../../examples/tools/gtlint/gtlint.c"
#undef main

static uint64_t seed = 20261127;
static double uniform(void)     /* xorshift64*, Marsaglia (Journal of Statistical Software 8, 2003), Vigna */
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (double)((seed * 2685821657736338717u >> 11) + 1) / 9007199254740993.0;
}
static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

/* ar: what a sample remembers of the one before; state: how many samples a state of the machine is left after in the
   mean, apart: how many standard deviations lie between two states. */
static const struct noise { const char *name; double ar, state, apart; int shape; } noises[] = {
    { "independent, normal", 0, 0, 0, 0 },
    { "each remembers 0.5 of the one before (AR)", 0.5, 0, 0, 0 },
    { "each remembers 0.9", 0.9, 0, 0, 0 },
    { "each remembers 0.99", 0.99, 0, 0, 0 },
    { "two states of 20 samples, 3 sd apart", 0, 20, 3, 0 },
    { "two states of 100 samples, 1.5 sd apart", 0, 100, 1.5, 0 },
    { "two states of 100 samples, 3 sd apart", 0, 100, 3, 0 },
    { "two states of 100 samples, 10 sd apart", 0, 100, 10, 0 },
    { "two states of 1000 samples, 3 sd apart", 0, 1000, 3, 0 },
    { "lognormal, 10 %", 0, 0, 0, 1 },
    { "bimodal", 0, 0, 0, 2 },
};
static list *series_of(const struct noise *is, size_t n)
{
    list *l = (list *)calloc(1, sizeof *l);
    double kept = normal();
    int up = uniform() < 0.5;
    l->x = (double *)malloc(n * sizeof *l->x);
    l->n = n;
    for (size_t i = 0; i < n; i++) {
        kept = is->ar * kept + sqrt(1 - is->ar * is->ar) * normal();
        if (is->state > 0 && uniform() < 1 / is->state) up = !up;
        l->x[i] = 1000 + 10 * (kept + up * is->apart);
        if (is->shape == 1) l->x[i] = 1000 * exp(0.1 * kept);
        if (is->shape == 2) l->x[i] = 1000 + 10 * kept + (uniform() < 0.3 ? 100 : 0);
    }
    list_judge(l, 0);
    return l;
}
static void list_free_of(list *l) { free(l->x); free(l); }

int main(int argc, char **argv)
{
    static const size_t sizes[] = { 5, 50, 249, 250, 300, 500, 1000 };
    const int pairs = argc > 1 ? atoi(argv[1]) : 2000;
    const size_t count = sizeof sizes / sizeof *sizes;
    printf("%-44s", "samples of each side");
    for (size_t k = 0; k < count; k++) printf(" | %11zu", sizes[k]);
    for (size_t i = 0; i < sizeof noises / sizeof *noises; i++) {
        printf("\n%-44s", noises[i].name);
        for (size_t k = 0; k < count; k++) {
            int different = 0, none = 0;
            for (int p = 0; p < pairs; p++) {
                list *before = series_of(&noises[i], sizes[k]), *after = series_of(&noises[i], sizes[k]);
                const char *why = "";
                const gt_ratio r = ratio_of(before, after, &why);
                none += !(r.ci.confidence > 0);
                const gt_outcome is = gt_ratio_outcome(&r, 0.01);
                different += is == GT_FASTER || is == GT_SLOWER;
                list_free_of(before);
                list_free_of(after);
            }
            printf(" | %4.1f /%5.1f", 100.0 * different / pairs, 100.0 * none / pairs);
            fflush(stdout);
        }
    }
    printf("\n");
    return 0;
}
