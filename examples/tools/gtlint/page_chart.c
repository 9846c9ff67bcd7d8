/* Charts of the page: a ratio, a rate or a time against a size. Part of gtlint.c.

   A size is a number at the begin of a name, or behind a blank or "=": in "1024 a barrier" 1024, in "300x500x400/total"
   the product, in "copy 4 KiB" 4096. Names that are the same but for the size make a line. */

enum { CHART_LINES = 4, CHART_LEAST = 3, CHART_NAME = 9 };     /* at most, at least; characters of a line's name */
enum { CHART_LEFT = 76, CHART_WIDE = 204, CHART_TOP = 12, CHART_HIGH = 128 };
typedef struct chart_point { double size, y, low, high; char *label; } chart_point;  /* label: the size's text */
typedef struct chart_line { char *key, *label; chart_point *at; size_t n, room; } chart_line;
typedef struct chart { chart_line *line; size_t n, room; } chart;

static double chart_unit(const char *text, size_t *length)      /* behind a number: "KiB" is 1024 */
{
    static const struct { const char *name; double is; } all[] = {
        { "KiB", 1024 }, { "MiB", 1048576 }, { "GiB", 1073741824 }, { "kB", 1e3 }, { "MB", 1e6 }, { "GB", 1e9 } };
    const size_t blank = text[0] == ' ';
    size_t i;
    *length = 0;
    for (i = 0; i < sizeof all / sizeof *all; i++) {
        if (strncmp(text + blank, all[i].name, strlen(all[i].name))) continue;
        *length = blank + strlen(all[i].name);
        return all[i].is;
    }
    return 1;
}
/* Finds the size in a name: where its text begins, how long that is. Returns 0 if there is none. */
static double chart_size(const char *name, size_t *begin, size_t *length)
{
    static const char digits[] = "0123456789";
    const char *at = name;
    double size = 1;

    while ((at = strpbrk(at, digits)) != NULL && at > name && !strchr("/ =", at[-1])) at += strspn(at, digits);
    if (!at) return 0;
    *begin = (size_t)(at - name);
    for (;; at++) {
        const size_t n = strspn(at, digits);
        if (!n || n > 15) return 0;
        size *= strtod(at, NULL);
        at += n;
        if (*at != 'x' || !strchr(digits, at[1])) break;
    }
    size *= chart_unit(at, length);
    *length += (size_t)(at - name) - *begin;
    return strchr("/ ", name[*begin + *length]) ? size : 0;     /* strchr finds the end too */
}
static char *chart_copy(const char *text, size_t n)
{
    char *copy = (char *)room_for(n + 1, 1);
    memcpy(copy, text, n);
    copy[n] = 0;
    return copy;
}
/* What names of a line have in common: what is behind the size, "kernel" of "64/kernel", or else what is before it. */
static char *chart_label(const char *name, size_t begin, const char *behind)
{
    size_t from = begin;
    if (*behind) return copy_of(behind + 1);
    if (begin) begin--;
    for (from = begin; from > 0 && name[from - 1] != '/'; from--) {}
    return begin ? chart_copy(name + from, begin - from) : copy_of("all");
}
/* Adds a number. side: whose line it is, if the name does not say it; NULL: it does. */
static void chart_add(chart *c, const char *name, const char *side, double y, double low, double high)
{
    size_t begin = 0, length = 0, k = 0;
    const double size = chart_size(name, &begin, &length);
    char *key, *label;
    chart_point *p;

    if (!(size > 0) || !(y > 0) || !isfinite(y)) return;
    label = side ? copy_of(side) : chart_label(name, begin, name + begin + length);
    key = copy_of(gt_text_("%.*s#%.100s|%.60s", (int)(begin < 100 ? begin : 100), name, name + begin + length, label));
    while (k < c->n && strcmp(c->line[k].key, key)) k++;
    if (k == c->n) {
        c->line = (chart_line *)grown(c->line, c->n, &c->room, sizeof *c->line);
        memset(&c->line[c->n++], 0, sizeof *c->line);
        c->line[k].key = copy_of(key);
        c->line[k].label = copy_of(label);
    }
    free(label);
    free(key);
    c->line[k].at = (chart_point *)grown(c->line[k].at, c->line[k].n, &c->line[k].room, sizeof *c->line[k].at);
    p = &c->line[k].at[c->line[k].n++];
    p->size = size;
    p->y = y;
    p->low = low > 0 ? low : y;
    p->high = high >= y ? high : y;
    p->label = chart_copy(name + begin, length);
}
static void chart_line_free(chart_line *l)
{
    size_t i;
    for (i = 0; i < l->n; i++) free(l->at[i].label);
    free(l->at);
    free(l->key);
    free(l->label);
}
static void chart_free(chart *c)
{
    size_t k;
    for (k = 0; k < c->n; k++) chart_line_free(&c->line[k]);
    free(c->line);
}
static int chart_order(const void *a, const void *b)
{
    const double x = ((const chart_point *)a)->size, y = ((const chart_point *)b)->size;
    return (x > y) - (x < y);
}
/* A line needs three sizes, each once. Numbers in a row, as of steps or threads, are no sizes. */
static int chart_is_sweep(const chart_line *l)
{
    size_t i;
    if (l->n < CHART_LEAST || l->at[l->n - 1].size - l->at[0].size < (double)l->n) return 0;
    for (i = 1; i < l->n; i++) if (!(l->at[i].size > l->at[i - 1].size)) return 0;
    return 1;
}
/* Sorts the points, and keeps the first lines that go over a size. Returns how many there are. */
static size_t chart_keep(chart *c)
{
    size_t k, kept = 0;
    for (k = 0; k < c->n; k++) {
        qsort(c->line[k].at, c->line[k].n, sizeof *c->line[k].at, chart_order);
        if (kept < CHART_LINES && chart_is_sweep(&c->line[k])) {
            const chart_line is = c->line[kept];
            c->line[kept++] = c->line[k];
            c->line[k] = is;
        }
    }
    for (k = kept; k < c->n; k++) chart_line_free(&c->line[k]);
    return c->n = kept;
}

/* -- how it is drawn: both axes are logarithmic -- */

typedef struct chart_axes { double left, right, low, high; } chart_axes;        /* logarithms */

static double chart_x(const chart_axes *a, double size)
{
    return CHART_LEFT + 6 + (CHART_WIDE - 12) * (log(size) - a->left) / (a->right - a->left);
}
static double chart_y(const chart_axes *a, double y)    /* what lies outside is drawn on the edge */
{
    return CHART_TOP + CHART_HIGH * (1 - fmin(fmax((log(y) - a->low) / (a->high - a->low), 0), 1));
}
static const chart_axes chart_axes_none = { HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL };

/* Makes the axes reach over all points. A wide interval does not make them longer. */
static void chart_reach(chart_axes *a, const chart *c)
{
    size_t k, i;
    for (k = 0; k < c->n; k++)
        for (i = 0; i < c->line[k].n; i++) {
            const chart_point *p = &c->line[k].at[i];
            a->left = fmin(a->left, log(p->size));
            a->right = fmax(a->right, log(p->size));
            a->low = fmin(a->low, log(p->y));
            a->high = fmax(a->high, log(p->y));
        }
}
/* Makes them reach over a number too (0: none), and leaves some room. */
static void chart_contain(chart_axes *a, double y)
{
    double room;
    if (y > 0) a->low = fmin(a->low, log(y));
    if (y > 0) a->high = fmax(a->high, log(y));
    room = fmax(0.06 * (a->high - a->low), 0.02);
    a->low -= room;
    a->high += room;
}
/* Draws a mark that tells lines apart without colour: a circle, a square, a triangle, a diamond. */
static void chart_mark(FILE *out, size_t k, double x, double y)
{
    static const char *const path[] = { "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "m-3.5 -3.5h7v7h-7z", "m0 -4.5l4.5 8h-9z",
                                        "m0 -5l5 5l-5 5l-5 -5z" };
    fprintf(out, "<path class=\"k%lu\" d=\"M%.1f %.1f%s\"/>", (unsigned long)k, x, y, path[k % CHART_LINES]);
}
static void chart_line_print(FILE *out, const chart *c, size_t k, const chart_axes *a)
{
    const chart_line *l = &c->line[k];
    size_t i;
    fprintf(out, "<path class=\"l%lu\" d=\"", (unsigned long)k);
    for (i = 0; i < l->n; i++)
        fprintf(out, "%c%.1f %.1f", i ? 'L' : 'M', chart_x(a, l->at[i].size), chart_y(a, l->at[i].y));
    fputs("\"/>", out);
    for (i = 0; i < l->n; i++) {
        const double x = chart_x(a, l->at[i].size);
        if (chart_y(a, l->at[i].low) - chart_y(a, l->at[i].high) > 9)
            fprintf(out, "<path class=\"l%lu\" d=\"M%.1f %.1fV%.1f\"/>", (unsigned long)k, x, chart_y(a, l->at[i].low),
                    chart_y(a, l->at[i].high));
        chart_mark(out, k, x, chart_y(a, l->at[i].y));
    }
}
static void chart_tick(FILE *out, const chart_axes *a, double x, const char *(*text)(double))
{
    const double y = chart_y(a, x);
    fprintf(out, "<path class=\"grid\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" class=\"e\">%s</text>",
            CHART_LEFT, y, CHART_WIDE, CHART_LEFT - 4, y + 4, text(x));
}
/* Draws lines at 1, 2 and 5 times powers of ten; if these are too few, at equal steps. */
static void chart_ticks(FILE *out, const chart_axes *a, const char *(*text)(double))
{
    static const double part[] = { 1, 2, 5 };
    const double wide = a->high - a->low, low = exp(a->low), high = exp(a->high);
    double step = pow(10, floor(log10((high - low) / 3))), x;
    int decade, i;
    if (wide < log(4)) {
        if ((high - low) / step > 12) step *= 5;
        else if ((high - low) / step > 6) step *= 2;
        for (x = ceil(low / step) * step; x <= high; x += step) chart_tick(out, a, x, text);
        return;
    }
    for (decade = (int)floor(a->low / log(10)); decade * log(10) <= a->high; decade += wide > 7 * log(10) ? 3 : 1)
        for (i = 0; i < (wide > 2 * log(10) ? 1 : 3); i++) {
            x = pow(10, decade) * part[i];
            if (log(x) >= a->low && log(x) <= a->high) chart_tick(out, a, x, text);
        }
}
/* The names of the lines, each beside its last point, but none over another. */
static void chart_names(FILE *out, const chart *c, const chart_axes *a)
{
    double y[CHART_LINES];
    size_t k, i, pass;
    for (k = 0; k < c->n; k++) y[k] = chart_y(a, c->line[k].at[c->line[k].n - 1].y);
    for (pass = 0; pass < 20; pass++)
        for (k = 0; k < c->n; k++)
            for (i = 0; i < c->n; i++)
                if (i != k && fabs(y[k] - y[i]) < 11) y[k > i ? k : i] += y[k > i ? k : i] >= y[k > i ? i : k] ? 4 : -4;
    for (k = 0; k < c->n; k++) {
        const size_t cut = line_cut(c->line[k].label, CHART_NAME);
        char *label = chart_copy(c->line[k].label, cut);
        chart_mark(out, k, CHART_LEFT + CHART_WIDE + 8, y[k]);
        fprintf(out, "<text x=\"%d\" y=\"%.1f\">", CHART_LEFT + CHART_WIDE + 16, y[k] + 4);
        page_text(out, "", label, c->line[k].label[cut] ? "\xe2\x80\xa6</text>" : "</text>");
        free(label);
    }
}
/* Writes the numbers of a chart as a table, for those who do not see it: a row for each size. */
static void chart_table(FILE *out, const chart *c, const char *(*text)(double))
{
    size_t k, i, j;
    fputs("<details><summary>The same as a table</summary><table><thead><tr><th scope=\"col\">size</th>", out);
    for (k = 0; k < c->n; k++) page_text(out, "<th scope=\"col\" class=\"n\">", c->line[k].label, "</th>");
    fputs("</tr></thead><tbody>\n", out);
    for (i = 0; i < c->line[0].n; i++) {
        page_text(out, "<tr><th scope=\"row\">", c->line[0].at[i].label, "</th>");
        for (k = 0; k < c->n; k++) {
            for (j = 0; j < c->line[k].n && strcmp(c->line[k].at[j].label, c->line[0].at[i].label); j++) {}
            page_cell(out, "n", j < c->line[k].n ? text(c->line[k].at[j].y) : "");
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></details>\n", out);
}
/* Writes the first size, the last one and, where there is room between them, the one in the middle. */
static void chart_sizes(FILE *out, const chart_line *l, const chart_axes *a)
{
    const double each = 7, x = chart_x(a, l->at[l->n / 2].size);            /* a character is at most so wide */
    const char *first = l->at[0].label, *middle = l->at[l->n / 2].label, *last = l->at[l->n - 1].label;
    const double half = each * (1 + 0.5 * (double)strlen(middle));
    const int y = CHART_TOP + CHART_HIGH + 14;

    fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>", CHART_LEFT, y, first);
    if (x - half > CHART_LEFT + each * (double)strlen(first) &&
        x + half < CHART_LEFT + CHART_WIDE - each * (double)strlen(last))
        fprintf(out, "<text class=\"m\" x=\"%.1f\" y=\"%d\">%s</text>", x, y, middle);
    fprintf(out, "<text class=\"e\" x=\"%d\" y=\"%d\">%s</text>", CHART_LEFT + CHART_WIDE, y, last);
}
/* Draws a chart of the lines that were kept. line: a number that gets a line of its own; 0: none. */
static void chart_print(FILE *out, const chart *c, const chart_axes *a, const char *title, double line,
                        const char *(*text)(double))
{
    size_t k;

    page_text(out, "<figure><figcaption>", title, "</figcaption>\n");
    fprintf(out, "<svg viewBox=\"0 0 360 %d\" role=\"img\" aria-label=\"", CHART_TOP + CHART_HIGH + 18);
    page_text(out, "", title, "; the numbers follow as a table\">");
    chart_ticks(out, a, text);
    if (line > 0)
        fprintf(out, "<path class=\"axis\" d=\"M%d %.1fh%d\"/>", CHART_LEFT, chart_y(a, line), CHART_WIDE);
    for (k = 0; k < c->n; k++) chart_line_print(out, c, k, a);
    chart_names(out, c, a);
    chart_sizes(out, &c->line[0], a);
    fputs("</svg>\n", out);
    chart_table(out, c, text);
    fputs("</figure>\n", out);
}

/* -- which charts a file has -- */

static const char *chart_ratio(double x) { return gt_text_("%.3g", x); }
static const char *chart_flops(double x) { return gt_rate_(x, "FLOP/s"); }
static const char *chart_bytes(double x) { return gt_rate_(x, "B/s"); }
/* Draws comparisons at several sizes: a chart of the sides as a whole, and one of each scope inside them. All have the
   same axes. */
static int chart_comparisons(FILE *out, const page_file *f)
{
    enum { SCOPES = 4 };
    const json *all = page_list(&f->j, "comparisons");
    const char *scope[SCOPES];
    char *title[SCOPES];
    chart c[SCOPES];
    chart_axes a = chart_axes_none;
    size_t scopes = 0, i, k, drawn = 0;

    for (i = 0; i < all->count; i++) {
        const char *leaf = page_name(text_in(&all->item[i], "scope"));
        for (k = 0; k < scopes && strcmp(scope[k], leaf); k++) {}
        if (k == scopes && scopes < SCOPES) scope[scopes++] = leaf;
    }
    for (k = 0; k < scopes; k++) {
        const char *base = NULL;
        memset(&c[k], 0, sizeof c[k]);
        for (i = 0; i < all->count; i++) {
            const json *one = &all->item[i], *ci = json_in(one, "interval");
            const double unknown = page_is_sure(ci) ? 1 : (double)NAN;
            if (strcmp(page_name(text_in(one, "scope")), scope[k])) continue;
            if (!base) base = page_name(text_in(one, "base"));
            if (strcmp(page_name(text_in(one, "base")), base) || page_is_faulty(f, text_in(one, "base")) ||
                page_is_faulty(f, text_in(one, "side"))) continue;
            chart_add(&c[k], text_in(one, "side"), page_name(text_in(one, "side")), number_in(one, "ratio"),
                      unknown * number_in(ci, "low"), unknown * number_in(ci, "high"));
        }
        drawn += chart_keep(&c[k]);
        chart_reach(&a, &c[k]);
        title[k] = copy_of(gt_text_("times as fast as %.60s%s%.60s, against the size", base,
                                    scope[k][0] ? ", in " : "", scope[k]));
    }
    chart_contain(&a, 1);
    if (drawn) fputs("<div class=\"pictures\">\n", out);
    for (k = 0; k < scopes; k++) {
        if (c[k].n) chart_print(out, &c[k], &a, title[k], 1, chart_ratio);
        chart_free(&c[k]);
        free(title[k]);
    }
    if (drawn) fputs("</div>\n", out);
    return drawn > 0;
}
/* Draws series that differ by a size: their rates, or, if none has a rate, their times. */
static void chart_series(FILE *out, const page_file *f)
{
    static const struct { const char *key, *title; const char *(*text)(double); } ways[] = {
        { "flops_per_s", "rate, against the size in the name", chart_flops },
        { "bytes_per_s", "rate, against the size in the name", chart_bytes },
        { "", "median, against the size in the name", page_time } };
    const json *all = page_list(&f->j, "series");
    size_t way, i, kept = 0;

    for (way = 0; way < 3 && !kept; way++) {
        chart c = { NULL, 0, 0 };
        chart_axes a = chart_axes_none;
        for (i = 0; i < all->count; i++) {
            const json *s = &all->item[i];
            const page_median m = page_median_of(s);
            if (!page_is_quoted(s) || m.faulty || !strcmp(text_in(s, "kind"), "timer")) continue;
            if (ways[way].key[0])
                chart_add(&c, page_series_name(s), NULL, number_in(s, ways[way].key), (double)NAN, (double)NAN);
            else chart_add(&c, page_series_name(s), NULL, m.median, m.low, m.high);
        }
        kept = chart_keep(&c);
        chart_reach(&a, &c);
        chart_contain(&a, 0);
        if (kept) fputs("<div class=\"pictures\">\n", out);
        if (kept) chart_print(out, &c, &a, ways[way].title, 0, ways[way].text);
        if (kept) fputs("</div>\n", out);
        chart_free(&c);
    }
}
