/* The page of gtlint run: the outcomes, and a picture of the rounds of each series. Part of gtlint.c. */

enum { PAGE_WIDE = 350, PAGE_HIGH = 150, PAGE_LEFT = 42, PAGE_TOP = 16 };

static double rounds_y(double x, double low, double high)
{
    return PAGE_TOP + (PAGE_HIGH - 2 * PAGE_TOP) * (1 - fmin(fmax((log(x) - low) / (high - low), 0), 1));
}
static void rounds_line(FILE *out, double at, double low, double high, const char *kind, const char *name)
{
    const double y = rounds_y(at, low, high);
    fprintf(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>", kind, PAGE_LEFT, y, PAGE_WIDE);
    if (name) fprintf(out, "<text x=\"%d\" y=\"%.1f\" class=\"e\">%s</text>", PAGE_LEFT - 4, y + 4, name);
}
/* Draws the ratio of each round, their median with its interval, and the line of no difference. */
static void rounds_picture(FILE *out, const rounds *r, const decision *d)
{
    const gt_ratio *m = &d->ratio[BY_MEDIAN];
    const size_t n = r->count;
    double low = log(0.98), high = log(1.02), *sorted = (double *)malloc((n + 1) * sizeof *sorted), x;
    size_t i;
    if (!sorted) out_of_memory();
    for (i = 0; i < n; i++) sorted[i] = log(d->before->x[i] / d->after->x[i]);
    gt_sort_doubles_(sorted, n);
    low = fmin(low, 1.2 * sorted[n / 10]);
    high = fmax(high, 1.2 * sorted[n - 1 - n / 10]);
    free(sorted);
    page_text(out, "<svg viewBox=\"0 0 360 150\" role=\"img\" aria-label=\"rounds of ", d->after->name, "\">");
    if (m->ci.confidence > 0)
        fprintf(out, "<rect class=\"band\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>", PAGE_LEFT,
                rounds_y(m->ci.high, low, high), PAGE_WIDE - PAGE_LEFT,
                fmax(1, rounds_y(m->ci.low, low, high) - rounds_y(m->ci.high, low, high)));
    rounds_line(out, 1, low, high, "axis", "1");
    rounds_line(out, m->ratio, low, high, "median", gt_fixed_(m->ratio, 3, ""));
    if (r->gate > 0) {
        rounds_line(out, 1 / (1 + r->gate), low, high, "thread", NULL);     /* a label would overlap that of 1 */
        fprintf(out, "<text x=\"%d\" y=\"%.1f\" class=\"e\">limit</text>", PAGE_WIDE,
                rounds_y(1 / (1 + r->gate), low, high) + 12);
    }
    fputs("<path class=\"points\" d=\"", out);
    for (i = 0; i < n; i++) {
        x = PAGE_LEFT + 8 + ((double)i + 0.5) * (PAGE_WIDE - PAGE_LEFT - 16) / (double)n;
        fprintf(out, "M%.1f %.1fh0", x, rounds_y(d->before->x[i] / d->after->x[i], low, high));
    }
    fprintf(out, "\"/><text x=\"%d\" y=\"148\">round 1</text><text x=\"%d\" y=\"148\" class=\"e\">%lu</text></svg>\n",
            PAGE_LEFT, PAGE_WIDE, (unsigned long)n);
}
static void rounds_version(FILE *out, const rounds *r, int v)
{
    const char *head[] = { "", "series", "n", "before", "n", "after", "n", "times as fast, 95 %", "n wide",
                                        "undisturbed", "whole", "outcome", "wide", "decided by", NULL };
    size_t i;
    page_text(out, gt_text_("<h2 id=\"v%d\">", v), r->of[v].name, "</h2>\n<p>");
    page_text(out, "compared with <code>", r->of[r->of[v].base].name, "</code></p>\n");
    page_table(out, head);
    for (i = 0; i < r->of[v].decisions; i++) {
        const decision *d = &r->of[v].decided[i];
        page_text(out, "<tr><th scope=\"row\"><code>", d->after->name, "</code></th>");
        page_cell(out, "n", page_time(median_of(d->before)));
        page_cell(out, "n", page_time(median_of(d->after)));
        page_cell(out, "n", d->why[0] ? "" : times_text(&d->ratio[BY_MEDIAN]));
        page_cell(out, "n wide", d->why[0] ? "" : times_text(&d->ratio[BY_QUICKEST]));
        page_cell(out, "whole", gt_text_("%s%s", decision_text(d, r->gate), decision_fails(r, d) ? ", FAILS" : ""));
        page_cell(out, "wide", d->who);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n<div class=\"pictures\">\n", out);
    for (i = 0; i < r->of[v].decisions; i++) {
        const decision *d = &r->of[v].decided[i];
        char parts[600];
        if (d->before->n != r->count || d->after->n != r->count) continue;
        page_text(out, "<figure><figcaption><code>", d->after->name,
                  "</code>: times as fast, a point a round</figcaption>\n");
        rounds_picture(out, r, d);
        parts_say(r, v, d, parts, sizeof parts);
        if (parts[0]) page_text(out, "<figcaption>", parts, "</figcaption>");
        fputs("</figure>\n", out);
    }
    fputs("</div>\n", out);
}
/* The answer at the top: the outcome of a single series, or how many series have which outcome. */
static void rounds_answer(FILE *out, const rounds *r)
{
    unsigned long all = 0, fails = 0, open = 0;
    const decision *last = NULL;
    size_t i;
    int v;

    for (v = 0; v < r->versions; v++)
        for (i = 0; i < r->of[v].decisions && r->of[v].base != v; i++) {
            const decision *d = last = &r->of[v].decided[i];
            all++;
            fails += (unsigned long)decision_fails(r, d);
            open += d->why[0] || (d->is == GT_NOT_SEPARATED && !(r->gate > 0 && d->cleared));
        }
    if (!all) return;
    fprintf(out, "<p class=\"answer %s\"><span class=\"tag\">%s</span> ", fails ? "fault" : open ? "warning" : "fine",
            fails ? "fails" : open ? "not decided" : r->gate > 0 ? "passes" : "decided");
    if (all == 1) {
        page_text(out, "<code>", last->after->name, "</code>: ");
        page_text(out, "", decision_text(last, r->gate), last->why[0] ? "" : ", ");
        if (!last->why[0])
            fprintf(out, "%s times as fast%s%s", times_text(&last->ratio[last->told]),
                    last->told ? ", decided by: " : "", last->told ? last->who : "");
        fputs(".</p>\n", out);
        return;
    }
    if (r->gate > 0)
        fprintf(out, "%lu of %lu series certainly became slower by more than %s, or have a fault.", fails, all,
                gt_percent_(100 * r->gate));
    if (open)
        fprintf(out, " %lu of %lu %s not decided: more rounds, or a quieter machine, may decide.", open, all,
                open == 1 ? "is" : "are");
    if (!open && !(r->gate > 0)) fprintf(out, "All %lu series are decided.", all);
    fputs("</p>\n", out);
}
static gt_status rounds_page_print(FILE *out)
{
    const rounds *r = result.r;
    int v;
    page_head(out, "gtlint run");
    rounds_answer(out, r);
    fputs("<nav>", out);
    for (v = 0; v < r->versions; v++)
        if (r->of[v].base != v)
            page_text(out, gt_text_("<a href=\"#v%d\">", v), r->of[v].name, "</a> ");
    fputs("<a href=\"#how\">How it was measured</a></nav>\n", out);
    for (v = 0; v < r->versions; v++) if (r->of[v].base != v) rounds_version(out, r, v);
    fprintf(out, "<h2 id=\"how\">How it was measured</h2>\n<p>%lu rounds; each round ran every version once, in random "
                 "order. Stopped: %s.</p>\n", (unsigned long)r->count, result.why);
    page_text(out, "<p>Machine: ", result.machine, ".</p>\n");
    fputs("<p>Each point is a round; above 1 the version is faster. The line in the band is the median of the "
          "rounds, the band its 95 % interval. Undisturbed: the fastest samples of both runs are compared; of whole "
          "processes their time without waits for a processor; and where these vary much more than the processor time "
          "that the samples take, that.</p>\n"
          "</main></body></html>\n", out);
    return ferror(out) ? GT_ERR_IO : GT_OK;
}
static int rounds_page(const run_options *o)        /* returns 0 if it fails */
{
    return !o->html || gt_write_file(o->html, rounds_page_print) == GT_OK || !gt_fail(stderr);
}
