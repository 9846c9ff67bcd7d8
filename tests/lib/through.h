/* through.h - a run is the same through the file: what is recorded now is written, read back as gtlint reads it, and
   judged and reported again. Include after test.h and the kit. */
#ifndef THROUGH_H
#define THROUGH_H

#include <errno.h>
#include <limits.h>
#include <math.h>

static void out_of_memory(void) { abort(); }
static void *known_room(void *p) {
    if (!p) out_of_memory();
    return p;
}
static void *room_for(size_t count, size_t size) { return known_room(calloc(count + !count, size)); }
static void *resized(void *p, size_t size) { return known_room(realloc(p, size)); }
static char *copy_of(const char *text) { return (char *)known_room(strdup(text)); }
static void *grown(void *p, size_t count, size_t *room, size_t size) {
    return known_room(gt_grown_(p, count, room, size));
}
#include "../../examples/tools/gtlint/json.c"
#include "../../examples/tools/gtlint/recorded.c"

/* A run that is judged and not sorted yet. `what` it is stands in the message of a failure. */
static inline void through_compare(gt_list_ *l, const char *what) {
    char *text = NULL, *report = NULL, *again = NULL;
    size_t length = 0, report_length = 0, again_length = 0;
    FILE *out = open_memstream(&text, &length);
    gt_section_ *const sections = gt_sections_;     /* tables that others add are not in the file yet */
    recorded r;
    if (!out) abort();
    gt_sections_ = NULL;
    assert_int_equal(gt_json_of_(out, l), 0);
    fclose(out);
    if (!(out = open_memstream(&report, &report_length))) abort();
    gt_report_of_(out, l);
    fclose(out);
    assert_true(recorded_parse(text, &r));
    if (!(out = open_memstream(&again, &again_length))) abort();
    gt_report_of_(out, &r.list);
    fclose(out);
    for (size_t i = 0; i < l->count || i < r.list.count; i++) {
        const gt_finding *a = i < l->count ? &l->f[i] : NULL, *b = i < r.list.count ? &r.list.f[i] : NULL;
        int same = a && b && a->code == b->code && a->severity == b->severity && !strcmp(a->path, b->path) &&
                   !strcmp(a->figures, b->figures) && !strcmp(a->sentence, b->sentence) &&
                   !strcmp(a->cause, b->cause) && !strcmp(a->remedy, b->remedy) && a->series_ == b->series_ &&
                   a->figure_count == b->figure_count;
        for (size_t k = 0; same && k < a->figure_count; k++)
            same = gt_bits_of_(a->figure[k].value) == gt_bits_of_(b->figure[k].value) &&
                   !strcmp(a->figure[k].name, b->figure[k].name) && !strcmp(a->figure[k].unit, b->figure[k].unit);
        if (same) continue;
        print_message("%s: finding %zu: in memory %s %s %s; through the file %s %s %s\n", what, i, a ? a->path : "-",
                      a ? a->name : "-", a ? a->figures : "-", b ? b->path : "-", b ? b->name : "-",
                      b ? b->figures : "-");
        fail();
    }
    if (strcmp(report, again)) {
        size_t at = 0;
        while (report[at] == again[at]) at++;
        while (at && report[at - 1] != '\n') at--;
        print_message("%s: in memory\n%.300s\nthrough the file\n%.300s\n", what, report + at, again + at);
        fail();
    }
    gt_sections_ = sections;
    recorded_free(&r);
    free(report);
    free(again);
}
/* As gt_findings. */
static inline void through_findings(const char *what, gt_finding **list, size_t *count) {
    gt_list_ l;
    assert_int_equal(gt_list_open_(&l, 0), GT_OK);
    through_compare(&l, what);
    *list = l.f;
    *count = l.count;
    l.f = NULL;
    assert_int_equal(gt_list_close_(&l), GT_OK);
}
#endif
