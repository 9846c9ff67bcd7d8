/* Reads the stored series of data/reference.txt; data/make_reference.py explains them. */
#ifndef REFERENCE_H
#define REFERENCE_H

/* ---- stored series ---- */

#define STORED_MAX 600
static struct { char name[40]; double *x, tick, scale; size_t n; } stored[STORED_MAX];
static size_t stored_count, values_compared;

static inline double number_from(FILE *file) {
    char text[64];
    assert_int_equal(fscanf(file, "%63s", text), 1);
    return strtod(text, NULL);
}

static inline void skip_line(FILE *file) {
    int c;
    do c = fgetc(file); while (c != '\n' && c != EOF);
}

static inline void read_series(FILE *file) {
    double base;
    size_t i, n;
    assert_true(stored_count < STORED_MAX);
    assert_int_equal(fscanf(file, "%39s", stored[stored_count].name), 1);
    n = stored[stored_count].n = (size_t)number_from(file);
    stored[stored_count].tick = number_from(file) / 100.0;
    stored[stored_count].x = (double *)malloc(n * sizeof(double));
    base = number_from(file);
    for (i = 0; i < n; i++) {
        double value = stored[stored_count].x[i] = (base + number_from(file)) / 100.0;
        if (fabs(value) > stored[stored_count].scale) stored[stored_count].scale = fabs(value);
    }
    stored_count++;
}

/* Calls `check` for each record of that kind, with the file positioned at its numbers. S records are read before, once.
   */
static inline void each_record(char kind, void (*check)(FILE *, size_t)) {
    FILE *file = fopen(GT_TEST_DATA "/reference.txt", "r");
    size_t series = 0;
    int c, load = stored_count == 0;
    assert_non_null(file);
    while ((c = fgetc(file)) != EOF) {
        if (c == 'S') series++;
        if (c == 'S' && load) read_series(file);
        if (c == kind) check(file, series - 1);
        skip_line(file);
    }
    fclose(file);
}

static inline void same_value(size_t i, const char *what, double found, double expected) {
    double slack = 1e-9 * fabs(expected) + 1e-13 * stored[i].scale;     /* the second term is for values near 0 */
    values_compared++;
    if ((isnan(found) && isnan(expected)) || fabs(found - expected) <= slack) return;
    if (isinf(found) && isinf(expected) && (found > 0.0) == (expected > 0.0)) return;
    fail_msg("%s of %s is %.17g, the reference says %.17g", what, stored[i].name, found, expected);
}

#endif
