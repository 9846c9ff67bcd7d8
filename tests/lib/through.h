/* through.h - checks that a run does not change through the file: it writes what is recorded, reads it back as gtlint
   does, judges it again and compares the reports. Include after the kit with its private names, and after test.h. */
#ifndef THROUGH_H
#define THROUGH_H

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void out_of_memory(void) { abort(); }
static void *known_room(void *p) {
    if (!p) out_of_memory();
    return p;
}
static void *room_for(size_t count, size_t size) { return known_room(calloc(count + !count, size)); }
static void *resized(void *p, size_t size) { return known_room(realloc(p, size)); }
static char *copy_of(const char *text) { return (char *)known_room(strdup(text)); }
static void *grown(void *p, size_t count, size_t *room, size_t size) {
    (void)known_room(gt_more_(&p, count, room, size));
    return p;
}
#include "../../examples/tools/gtlint/json.c"
#include "../../examples/tools/gtlint/recorded.c"

static char *through_text(void (*write)(FILE *out, gt_list_ *l), gt_list_ *l) {     /* the caller frees it */
    char *text = NULL;
    size_t length = 0;
    FILE *out = (FILE *)known_room(open_memstream(&text, &length));
    write(out, l);
    fclose(out);
    return text;
}
static void through_json(FILE *out, gt_list_ *l) { (void)gt_json_of_(out, l); }
static int through_is_same(const gt_finding *a, const gt_finding *b) {
    size_t k;
    if (a->code != b->code || a->severity != b->severity || a->series_ != b->series_ || strcmp(a->path, b->path) ||
        strcmp(a->figures, b->figures) || strcmp(a->sentence, b->sentence) || strcmp(a->cause, b->cause) ||
        strcmp(a->remedy, b->remedy) || a->figure_count != b->figure_count) return 0;
    for (k = 0; k < a->figure_count; k++)
        if (gt_bits_of_(a->figure[k].value) != gt_bits_of_(b->figure[k].value) ||
            strcmp(a->figure[k].name, b->figure[k].name) || strcmp(a->figure[k].unit, b->figure[k].unit)) return 0;
    return 1;
}
/* Compares a judged run with its copy through the file. Prints what differs, and returns whether anything does. */
static int through_differs(gt_list_ *l) {
    gt_finding none;
    file_text text;
    char *report = through_text(gt_report_of_, l), *again;
    recorded r;
    size_t i;
    int differ = 0;
    int read;
    memset(&text, 0, sizeof text);
    text.at = through_text(through_json, l);
    text.length = strlen(text.at);
    read = recorded_read(&text, "a run", &r);
    memset(&none, 0, sizeof none);
    none.name = none.sentence = none.cause = none.remedy = "-";
    if (!read) {
        printf("through the file: it cannot be read\n");
        recorded_free(&r);
        free(report);
        return 1;
    }
    again = through_text(gt_report_of_, &r.list);
    for (i = 0; !differ && (i < l->count || i < r.list.count); i++) {
        const gt_finding *a = i < l->count ? &l->f[i] : &none, *b = i < r.list.count ? &r.list.f[i] : &none;
        differ = !through_is_same(a, b);
        if (differ)
            printf("through the file: finding %lu is %s: %s%s; in memory %s: %s%s\n", (unsigned long)i, b->path,
                   b->name, b->figures, a->path, a->name, a->figures);
    }
    if (strcmp(report, again)) {
        for (i = 0; report[i] == again[i]; i++) {}
        while (i && report[i - 1] != '\n') i--;
        printf("through the file: the report is\n%.300s\nin memory\n%.300s\n", again + i, report + i);
        differ = 1;
    }
    recorded_free(&r);
    free(report);
    free(again);
    return differ;
}

#ifdef TEST_H
/* Like gt_findings, but through the file. */
static inline void through_findings(gt_finding **list, size_t *count) {
    gt_list_ l;
    int differ;
    assert_int_equal(gt_list_open_(&l), GT_OK);
    differ = through_differs(&l);
    assert_int_equal(gt_list_close_(&l), GT_OK);
    assert_int_equal(gt_findings(list, count), GT_OK);
    if (differ) fail();
}
#endif
#endif
