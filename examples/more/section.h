/* section.h - rows and sentences that a header of yours adds to a report (for roofs.h, costs.h; C99, C++11)

   DO THIS   copy it beside roofs.h or costs.h: they include it. For a section of your own, in the one file that has the
             implementation of gputime.h:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime.h"
       #include "section.h"
   BUILD     cc -std=c99 -O2 main.c

   USE       char text[40];
             puts(gt_fill_(text, sizeof text, "{n} of {time:ns}", GT_VALUES_(gt_x_(3), gt_x_(2e6))));     3 of 2.00 ms

   GIVES     gt_section_row_ and gt_section_say_, for a function that gt_section_add_ is given; gt_fill_ for texts.
   DOES NOT  print: reports, files and gtlint show the sections of a run.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime.h"        /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_SECTION_H
#define GT_MORE_SECTION_H
#endif

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_SECTION_IMPLEMENTED_)
#define GT_MORE_SECTION_IMPLEMENTED_
GT_EXACT_MATH_

/* Writes a text to `to`, with a value in the place of each pair of braces. What does not fit is cut off. Returns
   `to`. */
static GT_UNUSED_ char *gt_fill_(char *to, size_t size, const char *text, gt_values_ values) {
    size_t none = 0;
    to[0] = 0;
    gt_fill_figures_(to, size, NULL, &none, 0, text, &values);
    return to;
}
static GT_UNUSED_ void gt_section_say_(gt_section_ *s, const char *text, gt_values_ values) {
    gt_section_put_(s, 0, text, &values);
}
/* Adds a row: its name, and a cell for each other column. text: the texts of the cells, with "|" between them; values:
   what stands in their braces, in order. */
static GT_UNUSED_ void gt_section_row_(gt_section_ *s, const char *name, const char *text, gt_values_ values) {
    const gt_values_ named = GT_VALUES_(gt_t_(name));
    size_t next = 0;
    gt_section_put_(s, 1, "{}", &named);
    for (size_t i = 1; i < s->columns; i++) {
        const size_t length = strcspn(text, "|");
        gt_values_ own;
        char part[160];
        size_t n = 0;
        memset(&own, 0, sizeof own);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        for (const char *at = part; (at = strchr(at, '{')) != NULL; at++) own.of[n++] = values.of[next++];
        gt_section_put_(s, 1, part, &own);
        text += length + (text[length] == '|');
    }
    while (s->cells % s->columns) free(s->cell[--s->cells].text);    /* drops a row for which there was no memory */
}
GT_OWN_MATH_
#endif /* GT_MORE_SECTION_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     section     gt_section_, gt_section_put_
     texts       gt_fill_figures_, gt_values_, GT_VALUES_, gt_t_
     compiler    GT_UNUSED_, GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between) */
