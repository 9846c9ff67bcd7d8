/* --html: one page from JSON documents: findings, environment, tables, pictures, data. It has no script, loads nothing,
   and names no host or folder. Part of gtlint.c. */

#include <ctype.h>

#include "page_style.h"
#include "page_trace.c"

/* What each finding means: sections of examples/FINDINGS.md, which the Makefile turns into strings of HTML. */
static const struct { const char *name, *means; } page_findings[] = {
#ifdef GTLINT_FINDINGS
#include GTLINT_FINDINGS
#endif
    { NULL, "" }
};

enum { PAGE_DATA_MOST = 4000000 };      /* bytes of a document; with 10^8 a browser takes seconds */
typedef struct page_file {
    const char *name;           /* the file's name without its folder */
    file_text is;               /* its text, into which the tree points */
    char *whole;                /* a copy of the text as it was read; NULL if too long for a page */
    size_t size;
    json j;
    trace *calls;               /* the trace of the same run; NULL if none was given */
    const json **by_name;       /* its series, sorted by name */
    struct told *told;          /* one for each series; series that share a name use the first */
} page_file;
/* The findings of a series with different codes, the worst first, and how many more there are. */
enum { TOLD = 3 };
struct told { const json *at[TOLD]; size_t n, more; };
static struct { page_file *at; int count; size_t series; } page;

static const char *page_name(const char *path)   /* its last part */
{
    const char *last = strrchr(path, '/');
    return last ? last + 1 : path;
}
/* What ran, as the document says it; else the file's name. */
static const char *page_title(const page_file *f)
{
    const char *about = json_text(json_in(&f->j, "about")), *dot = strrchr(f->name, '.');
    if (about[0]) return gt_text_("%.*s", (int)strcspn(about, "\n"), about);
    return gt_text_("%.*s", dot && !strcmp(dot, ".json") ? (int)(dot - f->name) : (int)strlen(f->name), f->name);
}
static void page_close(page_file *f)
{
    if (f->calls) trace_free(f->calls);
    free(f->calls);
    json_free(&f->j);
    free(f->whole);
    text_free(&f->is);
}
/* A series may have a slash in its name, which a document writes as "\\/". The page shows a slash that separates
   nothing. */
static void page_show_slashes(char *text)
{
    while ((text = strstr(text, "\\\\/")) != NULL) memcpy(text, "\xe2\x88\x95", 3);
}
/* Returns 0 with a message if it is no document. A file that begins with a list is a trace, and goes to f->calls. */
static int page_open(const char *path, page_file *f)
{
    double schema;
    f->name = strcmp(path, "-") ? page_name(path) : "input";
    if (!text_open(path, &f->is)) return 0;
    if (*json_space(f->is.at) == '[') {
        f->calls = trace_read(&f->is);
        memset(&f->is, 0, sizeof f->is);
        return 1;
    }
    f->size = strlen(f->is.at);
    if (f->size <= PAGE_DATA_MOST) f->whole = copy_of(f->is.at);
    page_show_slashes(f->is.at);
    if (!*json_space(f->is.at)) {
        fprintf(stderr, "gtlint: %s is empty\n", path);
        return 0;
    }
    if (!json_parse(f->is.at, NULL, &f->j)) {
        fprintf(stderr, "gtlint: %s is not JSON, or its end is missing\n", path);
        return 0;
    }
    schema = number_in(&f->j, "schema");
    if (!(schema >= 1) || json_in(&f->j, "series")->kind != JSON_LIST) {
        fprintf(stderr, "gtlint: %s is not a JSON document of gputime (GT_JSON)\n", path);
        return 0;
    }
    if (schema > 1) fprintf(stderr, "gtlint: %s is of a newer version; what is new in it is left out\n", path);
    return 1;
}

/* -- text and numbers -- */

static const json *page_list(const json *j, const char *key) { return json_of(j, key, JSON_LIST); }
static void page_text(FILE *out, const char *before, const char *text, const char *after)
{
    fputs(before, out);
    xml_text(out, text);
    fputs(after, out);
}
/* Writes a text between two others; nothing at all if the text is empty. */
static void page_known(FILE *out, const char *before, const json *text, const char *after)
{
    if (json_text(text)[0]) page_text(out, before, json_text(text), after);
}
static const char *page_whole(const char *text)     /* with a no-break space between number and unit */
{
    const char *unit = strchr(text, ' ');
    return unit ? gt_text_("%.*s\xc2\xa0%s", (int)(unit - text), text, unit + 1) : text;
}
static const char *page_time(double ns) { return page_whole(isfinite(ns) ? gt_time_(ns) : ""); }
typedef struct scale { double by; const char *unit; } scale;        /* ns times `by` is a number in `unit` */

static scale scale_of(double ns)
{
    static const scale all[] = { { 1, "ns" }, { 1e-3, "us" }, { 1e-6, "ms" }, { 1e-9, "s" } };
    return all[ns >= 1e9 ? 3 : ns >= 1e6 ? 2 : ns >= 1e3 ? 1 : 0];
}
static const char *page_percent(double share) { return page_whole(gt_percent_(100 * fmin(share, 1))); }
/* An interval of less than 95 % comes from too few samples, and is not shown. */
static int page_is_sure(const json *ci) { return number_in(ci, "confidence") > 0.949; }
static const char *page_interval(const json *ci, const char *(*text)(double))
{
    const double low = number_in(ci, "low"), high = number_in(ci, "high");
    return !page_is_sure(ci) || isnan(low) || isnan(high) ? "" : gt_text_("%s to %s", text(low), text(high));
}
static const char *page_ratio(double x) { return gt_fixed_(x, 3, ""); }
/* Writes a name, in which a line may break behind punctuation. */
static void page_name_text(FILE *out, const char *name)
{
    while (*name) {
        const size_t word = strcspn(name, "_:./"), length = word + strspn(name + word, "_:./");
        char *part = copy_of(name);
        part[length] = 0;
        page_text(out, "", part, name[length] && length > word ? "<wbr>" : "");
        free(part);
        name += length;
    }
}
/* Writes the name of a series in a table. Names of the scopes around it are dim, and a line may break behind each. */
static void page_path(FILE *out, const char *name)
{
    char *text = copy_of(name), *at = text, *end;
    const int deep = strchr(name, '/') != NULL;

    fputs(deep ? "<code><span class=\"up\">" : "<code>", out);
    for (; (end = strchr(at, '/')) != NULL; at = end + 1) {
        *end = 0;
        page_text(out, "", at, "/<wbr>");
    }
    if (deep) fputs("</span>", out);
    page_name_text(out, at);
    fputs("</code>", out);
    free(text);
}
/* Turns the date of a document into "2026-11-27 06:19 UTC"; other texts stay as they are. */
static const char *page_date(const char *date)
{
    int day, minute;
    return sscanf(date, "%*4d-%*2d-%2dT%*2d:%2d", &day, &minute) == 2 ? gt_text_("%.10s %.5s UTC", date, date + 11)
                                                                      : date;
}
static void page_cell(FILE *out, const char *kind, const char *text)
{
    fprintf(out, "<td%s%s%s>", kind[0] ? " class=\"" : "", kind, kind[0] ? "\"" : "");
    page_text(out, "", text, "</td>");
}
/* head: class and name of each column in turn, up to NULL. */
static void page_table(FILE *out, const char *const *head)
{
    fputs("<table><thead><tr>", out);
    for (; head[0]; head += 2) {
        fprintf(out, "<th scope=\"col\"%s%s%s>", head[0][0] ? " class=\"" : "", head[0], head[0][0] ? "\"" : "");
        page_text(out, "", head[1], "</th>");
    }
    fputs("</tr></thead><tbody>\n", out);
}
static double page_count(const json *s, const char *key)
{
    const double n = number_in(s, key);
    return n > 0 ? n : 0;
}

/* -- an axis of time for the samples of a series -- */

enum { FEW_SAMPLES = 6, LEFT = 52, COLUMNS = 200, BARS = 262, BARS_WIDE = 90, TOP = 22, HIGH = 114, BINS_MOST = 38 };
typedef struct picture {
    const double *x;            /* the samples */
    size_t n;
    double low, high;           /* ends of the axis; logarithms if it is logarithmic */
    int log;
    unsigned long below, above; /* number of samples outside of the axis */
} picture;

/* The distance of a value from the top of a picture of that height. */
static double picture_at(const picture *p, double x, double high)
{
    const double at = ((!p->log ? x : x > 0 ? log(x) : p->low) - p->low) / (p->high - p->low);
    return high * (1 - fmin(fmax(at, 0), 1));
}
static double picture_y(const picture *p, double x) { return TOP + picture_at(p, x, HIGH); }
/* Chooses the axis. A few extreme samples would squeeze all others together. So from 20 samples on, the axis reaches
   beyond the middle 90 % by three times their range. Samples outside are drawn on the edge and counted. `high` is
   infinite if there is nothing to draw. */
static picture picture_of(const json *x)
{
    picture p = { x->x, x->count, INFINITY, -INFINITY, 0, 0, 0 };
    double room, most = INFINITY, least = -INFINITY;
    size_t i, n;
    double *sorted = sorted_of(p.x, p.x ? p.n : 0, &n);
    if (n >= 20) {
        const double a = sorted[n / 20], b = sorted[n - 1 - n / 20];
        p.log = a > 0 && b > 10 * a;
        least = p.log ? a * pow(a / b, 3) : a - 3 * (b - a);
        most = p.log ? b * pow(b / a, 3) : b + 3 * (b - a);
    }
    for (i = 0; i < n; i++) {
        p.below += sorted[i] < least;
        p.above += sorted[i] > most;
        if (!(sorted[i] >= least && sorted[i] <= most)) continue;
        p.low = fmin(p.low, sorted[i]);
        p.high = fmax(p.high, sorted[i]);
    }
    free(sorted);
    p.log = p.low > 0 && p.high > 10 * p.low;
    if (p.log) {
        p.low = log(p.low);
        p.high = log(p.high);
    }
    room = p.high > p.low ? (p.high - p.low) * 0.04 : fabs(p.low) * 0.1 + 1e-3;
    p.low -= room;
    p.high += room;
    return p;
}
typedef struct frame { int left, top, wide, high; size_t columns; } frame;
/* Samples are sorted by thread. A dashed line shows where the next thread begins; high pictures name it. */
static void picture_threads(FILE *out, const json *thread, const frame *in)
{
    const double *of = thread->x;
    const double name_wide = 50;
    double free_from = in->high >= HIGH ? 0 : INFINITY;     /* where a name has room */
    size_t i, lines = 0;
    if (!of || !(of[thread->count - 1] > of[0])) return;
    for (i = 0; i < thread->count && lines < 32; i++) {
        const double at = in->left + in->wide * (double)i / (double)thread->count;
        if (i && !(of[i] > of[i - 1])) continue;
        if (i) fprintf(out, "<path class=\"thread\" d=\"M%.1f %dv%d\"/>", at, in->top, in->high);
        lines++;
        if (at < free_from) continue;
        fprintf(out, "<text x=\"%.1f\" y=\"%d\">thread %.0f</text>", at + 3, in->top + 9, of[i]);
        free_from = at + name_wide;
    }
}
/* Draws a point for each sample. With many samples it draws a line for each column, from the smallest to the largest.
   mark: draws only samples with a 1 there; NULL: all. */
static void picture_sequence(FILE *out, const char *kind, const picture *p, const unsigned char *mark, const frame *in)
{
    const size_t n = p->n, many = n < in->columns ? n : in->columns;
    size_t c, i;
    fprintf(out, "<path class=\"%s\" d=\"", kind);
    for (c = 0; c < many; c++) {
        double low = INFINITY, high = -INFINITY, top, bottom;
        for (i = c * n / many; i < (c + 1) * n / many; i++) {
            if (!isfinite(p->x[i]) || (mark && !mark[i])) continue;
            low = fmin(low, p->x[i]);
            high = fmax(high, p->x[i]);
        }
        if (!(low <= high)) continue;
        top = in->top + picture_at(p, high, in->high);
        bottom = in->top + picture_at(p, low, in->high);
        fprintf(out, "M%.4g %.0f", in->left + ((double)c + 0.5) * in->wide / (double)many, top);
        if (bottom - top < 0.5) fputs("h0", out);
        else fprintf(out, "V%.0f", bottom);
    }
    fputs("\"/>", out);
}

/* -- findings -- */

static const char *const page_severity[] = { "fault", "warning", "note", "info" };
enum { PAGE_FAULT, PAGE_WARNING, PAGE_NOTE, PAGE_SEVERITIES = 4 };

static int page_severity_of(const json *finding)
{
    int s = 0;
    while (s < PAGE_SEVERITIES - 1 && strcmp(text_in(finding, "severity"), page_severity[s])) s++;
    return s;
}
static int page_same(const json *a, const json *b, const char *key)
{
    return !strcmp(text_in(a, key), text_in(b, key));
}
static int page_alike(const json *a, const json *b)     /* they share a heading */
{
    return page_same(a, b, "code") && page_same(a, b, "severity") && page_same(a, b, "sentence") &&
           page_same(a, b, "cause") && page_same(a, b, "remedy");
}
static int page_is_first(const json *all, size_t i)     /* among those that share its heading */
{
    size_t k = 0;
    while (k < i && !page_alike(&all->item[k], &all->item[i])) k++;
    return k == i;
}

static const char *page_series_name(const json *series) { return text_in(series, "series"); }
static int page_name_order(const void *a, const void *b)        /* with equal names, warm-up comes last */
{
    const json *x = *(const json *const *)a, *y = *(const json *const *)b;
    const double cold = json_in(x, "cold")->number - json_in(y, "cold")->number;
    const int order = strcmp(page_series_name(x), page_series_name(y));
    return order ? order : cold > 0 || cold < 0 ? (cold > 0 ? 1 : -1) : (x > y) - (x < y);
}
static void page_sort(page_file *f)
{
    const json *all = page_list(&f->j, "series");
    size_t i;
    f->by_name = room_for(all->count, sizeof *f->by_name);
    for (i = 0; i < all->count; i++) f->by_name[i] = &all->item[i];
    qsort(f->by_name, all->count, sizeof *f->by_name, page_name_order);
}
/* Returns the index of the series of that name, if possible not warm-up; the number of series if there is none. */
static size_t page_series_at(const page_file *f, const char *name)
{
    const json *all = page_list(&f->j, "series");
    size_t low = 0, high = all->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(page_series_name(f->by_name[middle]), name) < 0) low = middle + 1;
        else high = middle;
    }
    return low < all->count && !strcmp(page_series_name(f->by_name[low]), name) ? (size_t)(f->by_name[low] - all->item)
                                                                               : all->count;
}
/* Writes a name as a link to its series, or without a link if the file has no such series. Of a total the name says
   between which readings it lies. */
static void page_series_link(FILE *out, const page_file *f, int file, const char *name)
{
    const size_t i = page_series_at(f, name);
    const int known = i < page_list(&f->j, "series")->count &&
                      page_count(&page_list(&f->j, "series")->item[i], "n") > 0;
    const char *total = strstr(name, ", first to last");
    char *shown = copy_of(name);

    if (total && !known && !strchr(total + 1, ',')) shown[total - name] = 0;
    else total = NULL;
    if (known) fprintf(out, "<a href=\"#f%d-s%lu\">", file, (unsigned long)i);
    fputs("<code>", out);
    page_name_text(out, shown);
    fputs(known ? "</code></a>" : "</code>", out);
    if (total) fputs(", from the first reading of this clock to the last", out);
    free(shown);
}
static void page_finding_links(FILE *out, const page_file *f, int file, const json *codes_of)
{
    const json *all = page_list(&f->j, "findings");
    size_t i, k;
    for (i = 0; i < codes_of->count; i++) {
        const char *code = json_text(&codes_of->item[i]);
        for (k = 0; k < all->count && strcmp(text_in(&all->item[k], "code"), code); k++) {}
        if (i) fputs(" ", out);
        if (k == all->count) page_text(out, "", code, "");
        else {
            fprintf(out, "<a href=\"#f%d-x%lu\">", file, (unsigned long)k);
            page_text(out, "", code, "</a>");
        }
    }
}
#include "page_account.c"

/* Writes the finding at i together with those that share its heading. */
static void page_finding(FILE *out, const page_file *f, int file, const json *all, size_t i)
{
    enum { SHOWN = 6 };
    const json *first = &all->item[i];
    const char *code = text_in(first, "code"), *severity = page_severity[page_severity_of(first)];
    size_t k, at, listed = 0, alike = 0, known = 0;
    fprintf(out, "<article class=\"finding %s\" id=\"f%d-x%lu\"><h4><span class=\"tag\">%s</span> ", severity, file,
            (unsigned long)i, severity);
    page_text(out, "<code>", code, "</code> ");
    page_text(out, "", text_in(first, "sentence"), "</h4>\n");
    page_known(out, "<p><b>Cause:</b> ", json_in(first, "cause"), ".</p>\n");
    page_known(out, "<p><b>Remedy:</b> ", json_in(first, "remedy"), ".</p>\n");
    for (k = i; k < all->count; k++) alike += (size_t)page_alike(first, &all->item[k]);
    fputs("<ul>\n", out);
    for (k = i; k < all->count; k++) {
        const json *one = &all->item[k], *series = json_in(one, "series");
        if (!page_alike(first, one)) continue;
        if (listed++ == SHOWN)
            fprintf(out, "</ul>\n<details><summary>%lu more</summary><ul>\n", (unsigned long)alike - SHOWN);
        fputs("<li><div>", out);
        if (json_text(series)[0]) page_series_link(out, f, file, json_text(series));
        page_known(out, json_text(series)[0] ? ": " : "", json_in(one, "figures"), "");
        fputs("</div>", out);
        at = page_series_at(f, json_text(series));
        if (at < page_list(&f->j, "series")->count) finding_picture(out, f, &page_list(&f->j, "series")->item[at], one);
        fputs("</li>\n", out);
    }
    fputs(listed > SHOWN ? "</ul></details>\n" : "</ul>\n", out);
    while (page_findings[known].name && strcmp(page_findings[known].name, code)) known++;
    if (page_findings[known].name)
        fprintf(out, "<details class=\"meaning\"><summary>What this finding means</summary>%s</details>\n",
                page_findings[known].means);
    fputs("</article>\n", out);
}
/* Writes the findings from one severity to another, the worst first. Those with one heading share a box. */
static void page_findings_of(FILE *out, const page_file *f, int file, int from, int to)
{
    const json *all = page_list(&f->j, "findings");
    size_t i;
    int severity;

    for (severity = from; severity < to; severity++)
        for (i = 0; i < all->count; i++)
            if (page_severity_of(&all->item[i]) == severity && page_is_first(all, i))
                page_finding(out, f, file, all, i);
}
/* Notes and facts of the machine are folded below faults and warnings. */
static void page_findings_print(FILE *out, const page_file *f, int file)
{
    const json *all = page_list(&f->j, "findings");
    char *worst = NULL;
    size_t i, size, bad = 0, notes = 0;
    int strips, frames;
    FILE *memory = open_memstream(&worst, &size);

    if (!memory) out_of_memory();
    page_findings_of(memory, f, file, 0, PAGE_NOTE);
    if (fclose(memory)) out_of_memory();
    strips = strstr(worst, "class=\"strip\"") != NULL;
    frames = strstr(worst, "class=\"is\"") != NULL;
    fprintf(out, "<h3 id=\"f%d-findings\">Findings</h3>\n", file);
    for (i = 0; i < all->count; i++) {
        bad += page_severity_of(&all->item[i]) < PAGE_NOTE;
        notes += page_severity_of(&all->item[i]) == PAGE_NOTE;
    }
    if (!bad && !notes) fputs("<p>gputime found no fault and no warning.</p>\n", out);
    if (bad || notes)
        fputs("<p class=\"key\">Fault: the number is not what its name says. Warning: the number misleads. Note: know "
              "this before you quote the number.</p>\n", out);
    if (strips || frames)
        fprintf(out, "<p class=\"key\">Beside a finding: %s%s%s.</p>\n",
                strips ? "the samples in order, those of the finding larger and red" : "", strips && frames ? "; " : "",
                frames ? "where the time goes, the part of the finding in a frame" : "");
    fputs(worst, out);
    free(worst);

    if (all->count == bad) return;
    fprintf(out, "<details class=\"notes\"%s><summary>", bad ? "" : " open");
    if (notes) fprintf(out, "%s to read before you quote a number", gt_some_((double)notes, "note"));
    fputs(all->count == bad + notes ? "" : notes ? ", and the state of the machine" : "The state of the machine", out);
    fputs("</summary>\n", out);
    page_findings_of(out, f, file, PAGE_NOTE, PAGE_SEVERITIES);
    fputs("</details>\n", out);
}

/* -- environment -- */

static void page_row(FILE *out, const char *what, const char *is)
{
    if (!is[0]) return;
    page_text(out, "<dt>", what, "</dt>");
    page_text(out, "<dd>", is, "</dd>\n");
}
static void page_device(FILE *out, const json *d, size_t number)
{
    const json *facts = page_list(d, "facts"), *costs = page_list(d, "costs");
    size_t i;
    fprintf(out, "<dt>device %lu</dt><dd>", (unsigned long)number);
    page_text(out, "", text_in(d, "name"), "");
    for (i = 0; i < facts->count; i++) page_text(out, "<br>", json_text(&facts->item[i]), "");
    if (isfinite(number_in(d, "step_ns")))
        fprintf(out, "<br>step of its time stamps %s", page_time(number_in(d, "step_ns")));
    for (i = 0; i < costs->count; i++) {
        page_text(out, "<br>", text_in(&costs->item[i], "name"), " ");
        fputs(page_time(number_in(&costs->item[i], "ns")), out);
    }
    fputs("</dd>\n", out);
}
static void page_environment(FILE *out, const page_file *f, int file)
{
    const json *j = &f->j, *clock = json_in(j, "clock"), *set = json_in(j, "settings"), *error = json_in(j, "error");
    const json *devices = page_list(j, "devices");
    size_t i;
    fprintf(out, "<h3 id=\"f%d-environment\">Environment</h3>\n<dl>\n", file);
    page_row(out, "measured", page_date(text_in(j, "date")));
    page_row(out, "about", text_in(j, "about"));
    for (i = 0; i < devices->count; i++) page_device(out, &devices->item[i], i + 1);
    page_row(out, "clock", gt_text_("%.60s, %.0f MHz: a step is %s, a reading takes %s, an empty scope %s",
                                    text_in(clock, "name"), number_in(clock, "hz") * 1e-6,
                                    page_time(number_in(clock, "step_ns")),
                                    page_time(number_in(clock, "read_ns")),
                                    page_time(number_in(clock, "scope_ns"))));
    page_row(out, "reason for that clock", text_in(clock, "reason"));
    page_row(out, "compiler", text_in(j, "compiler"));
    page_row(out, "language", text_in(j, "language"));
    if (text_in(j, "flags")[0]) page_row(out, "flags", text_in(j, "flags"));
    page_row(out, "gputime", text_in(j, "kit"));
    for (i = 0; set->kind == JSON_OBJECT && i < set->count; i++)
        page_row(out, set->item[i].key, json_text(&set->item[i]));
    if (error->kind == JSON_OBJECT) {
        page_known(out, "<dt>first error</dt><dd>", json_in(error, "status"), "");
        page_known(out, " in ", json_in(error, "call"), "");
        page_known(out, ", ", json_in(error, "code"), "");
        page_known(out, ", ", json_in(error, "file"), "");
        fprintf(out, ", line %.0f</dd>\n", page_count(error, "line"));
    }
    if (page_count(j, "lost") > 0) page_row(out, "samples lost", gt_text_("%.0f", page_count(j, "lost")));
    fputs("</dl>\n", out);
}

/* -- tables -- */

/* low, high: NaN if unknown. own_clock: the program has timed this with a wrong clock; the median is gputime's. */
typedef struct page_median { double median, low, high; int faulty, own_clock; } page_median;

/* A series with a fault gets no interval, since its number is not what its name says. */
static page_median page_median_of(const json *s)
{
    const json *is = json_in(s, "duration"), *ci = json_in(is, "interval"), *told = page_list(s, "findings");
    const int is_timer = !strcmp(text_in(s, "kind"), "timer");
    codes seen;
    page_median m;
    size_t i;
    memset(&seen, 0, sizeof seen);
    m.own_clock = 0;
    for (i = 0; i < told->count; i++) {
        const char *code = json_text(&told->item[i]);
        if (is_timer && !strcmp(code, "cpu-clock")) m.own_clock = 1;
        else (void)codes_add(&seen, code);
    }
    m.faulty = has_fault(&seen);
    m.median = number_in(is, "median");
    m.low = m.high = (double)NAN;
    if (m.faulty || !page_is_sure(ci)) return m;
    m.low = number_in(ci, "low");
    m.high = number_in(ci, "high");
    return m;
}
static void page_series_row(FILE *out, const page_file *f, int file, size_t i)
{
    const json *s = &page_list(&f->j, "series")->item[i], *is = json_in(s, "duration");
    const page_median m = page_median_of(s);
    fprintf(out, "<tr><th scope=\"row\"><a href=\"#f%d-s%lu\">", file, (unsigned long)i);
    page_text(out, "<code>", text_in(s, "series"), "</code></a>");
    fputs(json_in(s, "cold")->number > 0 ? " (warm-up)</th>" : "</th>", out);
    page_cell(out, "wide", text_in(s, "kind"));
    page_cell(out, "n", gt_text_("%.0f", page_count(s, "n")));
    page_cell(out, "n", gt_text_("%s%s", page_time(m.median), m.faulty ? " (faulty)" : ""));
    page_cell(out, "n", m.faulty ? "" : page_interval(json_in(is, "interval"), page_time));
    page_cell(out, "n wide", page_time(number_in(is, "min")));
    page_cell(out, "n wide", page_time(number_in(is, "p90")));
    page_cell(out, "n wide", page_time(number_in(json_in(s, "device_time"), "median")));
    fputs("<td>", out);
    page_finding_links(out, f, file, page_list(s, "findings"));
    fputs("</td></tr>\n", out);
}
/* -- the overview: a line for each series -- */

static int page_is_quoted(const json *s)        /* neither commands nor warm-up */
{
    return page_count(s, "n") > 0 && !text_in(s, "command")[0] && !(json_in(s, "cold")->number > 0);
}
static void page_tell(struct told *t, const json *one)
{
    size_t i, k;
    for (i = 0; i < t->n && page_severity_of(t->at[i]) <= page_severity_of(one); i++)
        if (page_same(t->at[i], one, "code")) return;
    if (t->n == TOLD) t->more++;
    else t->n++;
    for (k = t->n - 1; k > i; k--) t->at[k] = t->at[k - 1];
    if (i < t->n) t->at[i] = one;
}
/* A finding about the whole run (a build, a clock) names no series. Each series that it spoils has its code. */
static void page_told(page_file *f)
{
    const json *all = page_list(&f->j, "findings"), *series = page_list(&f->j, "series");
    size_t i, k, c;

    f->told = room_for(series->count, sizeof *f->told);
    for (i = 0; i < all->count; i++) {
        const json *one = &all->item[i];
        k = page_series_at(f, text_in(one, "series"));
        if (k < series->count) page_tell(&f->told[k], one);
        for (k = 0; k < series->count && !text_in(one, "series")[0]; k++) {
            const json *codes_of = page_list(&series->item[k], "findings");
            for (c = 0; c < codes_of->count; c++)
                if (!strcmp(json_text(&codes_of->item[c]), text_in(one, "code")))
                    page_tell(&f->told[page_series_at(f, page_series_name(&series->item[k]))], one);
        }
    }
}
static const struct told *page_told_of(const page_file *f, const json *series)
{
    return &f->told[page_series_at(f, page_series_name(series))];
}
static const json *page_worst_of(const page_file *f, const json *series)    /* returns NULL if it has no finding */
{
    return page_told_of(f, series)->at[0];
}
/* Returns whether most samples of a timer lie between two timings of the program, and are none. */
static int page_is_gap(const json *s)
{
    return !strcmp(text_in(s, "kind"), "timer") && 2 * page_count(json_in(s, "counts"), "gaps") > page_count(s, "n");
}
/* Returns whether nothing can be said of the samples, since there are so few. A run has one finding for all such
   series, which names the first of them. */
static int page_is_short(const json *s)
{
    const gt_kind kind = kind_of(text_in(s, "kind"));
    return kind < GT_KIND_COUNT && gt_is_kind_(kind, GT_FEW_) && page_count(s, "n") < 6;
}
/* Writes the code of a finding as a link to its box. */
static void page_code_link(FILE *out, const page_file *f, int file, const json *one)
{
    const json *all = page_list(&f->j, "findings");
    size_t i = 0;
    while (!page_alike(&all->item[i], one)) i++;
    fprintf(out, "<a href=\"#f%d-x%lu\">", file, (unsigned long)i);
    page_text(out, "", text_in(one, "code"), "</a>");
}
static void page_verdict_cell(FILE *out, const page_file *f, int file, const json *s)
{
    const struct told *t = page_told_of(f, s);
    const char *severity = t->n ? page_severity[page_severity_of(t->at[0])] : "none";
    size_t i;
    fprintf(out, "<td class=\"told %s\">", severity);
    if (t->n) fprintf(out, "<span class=\"tag\">%s</span> ", severity);
    else fputs(page_is_gap(s) ? "not judged" : page_is_short(s) ? "too few samples" : "nothing found", out);
    for (i = 0; i < t->n; i++) {
        if (i) fputs("<small>", out);
        page_code_link(out, f, file, t->at[i]);
        page_text(out, i ? ": " : "<small>", text_in(t->at[i], "sentence"), "</small>");
    }
    if (t->more) fprintf(out, "<small>and %lu more</small>", (unsigned long)t->more);
    fputs("</td>", out);
}

/* The table of the overview: which columns are not empty, and the time of all series around which there is none. */
typedef struct page_overview_table { int share, rate, parts, strip; double whole; } page_overview_table;

static double page_total(const json *s)         /* the time of all samples, of all passes */
{
    const double passes = !strcmp(text_in(s, "kind"), "trial") ? page_count(s, "passes") : 1;
    return strcmp(text_in(s, "kind"), "outside") ? number_in(s, "sum_ns") * passes : (double)NAN;
}
/* Returns the series around the one at i, NULL if there is none. */
static const json *page_around(const json *all, size_t i)
{
    const char *name = page_series_name(&all->item[i]), *last = strrchr(name, '/');
    const size_t length = last ? (size_t)(last - name) : 0;
    while (last && i-- > 0) {
        const char *above = page_series_name(&all->item[i]);
        if (strncmp(above, name, length)) break;        /* those of one scope stand side by side, behind it */
        if (!above[length] && page_is_quoted(&all->item[i])) return &all->item[i];
    }
    return NULL;
}
/* A side of a comparison has no share: what is around both sides is no time. */
static int page_is_side(const json *s) { return !strcmp(text_in(s, "kind"), "side"); }
/* The part of a series in the time of the series around it, or of the program; NaN if not known. */
static double page_share(const json *all, size_t i, const page_overview_table *t)
{
    const json *s = &all->item[i], *around = page_around(all, i);
    const double share = page_total(s) / (around ? page_total(around) : t->whole);
    if (page_is_side(s)) return (double)NAN;
    return share >= 0 && share <= 1.01 ? share : (double)NAN;
}
static page_overview_table page_overview_of(const json *all)
{
    page_overview_table t = { 0, 0, 0, 0, 0 };
    const json *program = NULL;
    size_t i, tops = 0;

    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i];
        if (!page_is_quoted(s)) continue;
        if (!strcmp(text_in(s, "kind"), "program")) program = s;
        if (number_in(s, "flops_per_s") > 0 || number_in(s, "bytes_per_s") > 0) t.rate = 1;
        if (shares_of(s).all > 0) t.parts = 1;
        if (page_count(s, "n") > 1) t.strip = 1;
        if (page_around(all, i) || page_is_side(s) || !isfinite(page_total(s))) continue;
        tops++;
        t.whole += page_total(s);
    }
    if (program) t.whole = page_total(program);
    if (tops < 2) t.whole = (double)NAN;
    for (i = 0; i < all->count; i++) if (page_is_quoted(&all->item[i]) && page_share(all, i, &t) > 0) t.share = 1;
    return t;
}
/* again: 1 for a table below another one, whose head a reader has seen. */
static void page_overview_head(FILE *out, const page_overview_table *t, int again)
{
    static const char *const column[] = { "", "series", "n c-time", "median", "n c-share", "share", "n c-rate", "rate",
                                          "c-told", "what was found", "c-parts", "where the time goes",
                                          "c-strip", "samples, in order" };
    const int there[] = { 1, 1, t->share, t->rate, 1, t->parts, t->strip };
    size_t i;

    fputs(again ? "<table aria-label=\"more series\" class=\"again\"><colgroup>"
                : "<table aria-label=\"series\"><colgroup>", out);
    for (i = 0; i < sizeof there / sizeof *there; i++) if (there[i]) fprintf(out, "<col class=\"%s\">", column[2 * i]);
    fputs("</colgroup><thead><tr>", out);
    for (i = 0; i < sizeof there / sizeof *there; i++)
        if (there[i]) fprintf(out, "<th scope=\"col\" class=\"%s\">%s</th>", column[2 * i], column[2 * i + 1]);
    fputs("</tr></thead><tbody>\n", out);
}

/* Writes how far a median may be off: as "± 6 %", or, if the interval is wide, as its ends on a line below. */
static void page_give(FILE *out, const json *s, const page_median *m)
{
    const double percent = 50 * (m->high - m->low) / m->median;

    if (m->faulty) fputs(" (faulty)", out);
    else if (!(m->low <= m->high)) {}
    else if (percent <= 50)
        fprintf(out, " \xc2\xb1\xc2\xa0%s", percent > 0 && percent < 0.001 ? "&lt;0.001 %" : gt_percent_(percent));
    else fprintf(out, " <small>%s to %s</small>", page_time(m->low), page_time(m->high));
    fprintf(out, " <small>%s</small>", gt_some_(page_count(s, "n"), "sample"));
    if (m->own_clock) fputs(" <small>by gputime's clock, not the program's</small>", out);
}
static const char *page_threads(const json *s)
{
    return page_count(s, "threads") > 1 ? gt_text_("; %.0f threads", page_count(s, "threads")) : "";
}
/* Writes a share as its number and as a bar; all bars of the column have one axis. */
static void page_share_cell(FILE *out, double share)
{
    fputs("<td class=\"n c-share\" data-head=\"share\">", out);
    if (share >= 0)
        fprintf(out, "%s<svg class=\"part\" viewBox=\"0 0 60 5\" width=\"60\" height=\"5\" aria-hidden=\"true\"><path "
                     "class=\"grid\" d=\"M0 4.5h60\"/><path class=\"bars\" d=\"M0 1h%.1fv4H0z\"/></svg>",
                gt_percent_(100 * fmin(share, 1)), 60 * fmin(share, 1));
    fputs("</td>", out);
}
/* Returns the index behind the last series inside the one at i. */
static size_t page_inside(const json *all, size_t i)
{
    const char *name = page_series_name(&all->item[i]);
    const size_t deep = strlen(name);
    size_t k = i + 1;
    while (k < all->count && !strncmp(page_series_name(&all->item[k]), name, deep) &&
           page_series_name(&all->item[k])[deep] == '/') k++;
    return k;
}
/* Returns whether the series at k is a command right inside the one at i. */
static int page_is_command_in(const json *all, size_t i, size_t k)
{
    const char *name = page_series_name(&all->item[i]), *below = page_series_name(&all->item[k]);
    const size_t deep = strlen(name);
    return text_in(&all->item[k], "command")[0] && page_count(&all->item[k], "n") > 0 && !strncmp(below, name, deep) &&
           below[deep] == '/' && !strchr(below + deep + 1, '/');
}
/* Returns how many commands each sample of a series has, if that is the same number, above 1; else 0. */
static double page_commands_each(const json *s)
{
    const json *is = json_of(json_in(s, "samples"), "commands", JSON_NUMBERS);
    size_t i = 0;
    while (i < is->count && is->x[i] >= is->x[0] && is->x[i] <= is->x[0]) i++;
    return i && i == is->count && is->x[0] > 1 ? is->x[0] : 0;
}
/* Returns what one command of a sample takes on the whole, as "100 launches in each sample: 1.32 ms each", so that a
   mean over them is found again; "" if the commands are of several kinds. */
static const char *page_each(const json *all, size_t i)
{
    const json *s = &all->item[i], *command = NULL;
    const double each = page_commands_each(s);
    const size_t end = page_inside(all, i);
    size_t k, n = 0;

    for (k = i + 1; k < end; k++) {
        if (!page_is_command_in(all, i, k)) continue;
        command = &all->item[k];
        n++;
    }
    if (n != 1 || !(each > 0) || fabs(each * page_count(s, "n") - page_count(command, "n")) > 0.5) return "";
    const char *some = gt_some_(each, !strcmp(text_in(command, "command"), "kernel") ? "launch" : "command");
    const json *times = json_in(s, "duration");
    if (page_count(json_in(s, "counts"), "other_work") > 1)     /* a median over different work says nothing */
        return gt_text_("%s in each sample: %s to %s each", some, page_time(number_in(times, "min") / each),
                        page_time(number_in(times, "max") / each));
    return gt_text_("%s in each sample: %s each", some, page_time(number_in(times, "median") / each));
}
/* Writes how long builds inside a series took, and the commands that took most time, as "1 build 2.39 s, scale 25.0 ms
   (20)". Times are sums over all samples; so the sum of the series stands before them, unless it has one sample. */
static void page_contains(FILE *out, const json *all, size_t i)
{
    enum { NAMED = 3 };
    const json *s = &all->item[i], *counts = json_in(s, "counts"), *top[NAMED] = { NULL };
    const char *each;
    const double built = number_in(counts, "build_ns");
    const size_t end = page_inside(all, i);
    size_t n = 0, k, at;

    for (k = i + 1; k < end; k++) {
        const json *one = &all->item[k];
        const double sum = number_in(one, "sum_ns");
        if (!page_is_command_in(all, i, k)) continue;
        for (at = n < NAMED ? n : NAMED; at > 0 && number_in(top[at - 1], "sum_ns") < sum; at--)
            if (at < NAMED) top[at] = top[at - 1];
        if (at < NAMED) top[at] = one;
        n++;
    }
    if (!(built > 0) && !n) return;
    fputs("<small>", out);
    if (page_count(s, "n") > 1) fprintf(out, "of %s in all: ", page_time(page_total(s)));
    if (built > 0) fprintf(out, "%s\xc2\xa0", page_whole(gt_some_(page_count(counts, "builds"), "build")));
    if (built > 0) fputs(page_time(built), out);
    for (k = 0; k < n && k < NAMED; k++) {
        page_text(out, built > 0 || k ? ", " : "", page_name(page_series_name(top[k])), "\xc2\xa0");
        fputs(page_time(number_in(top[k], "sum_ns")), out);
        if (page_count(top[k], "n") > 1) fprintf(out, "\xc2\xa0(%.0f)", page_count(top[k], "n"));
    }
    if (n > NAMED) fprintf(out, ", %lu\xc2\xa0more", (unsigned long)n - NAMED);
    fputs("</small>", out);
    each = page_each(all, i);
    if (each[0]) fprintf(out, "<small>%s</small>", each);
}
static void page_overview_row(FILE *out, const page_file *f, int file, size_t i, const page_overview_table *t)
{
    const json *s = &page_list(&f->j, "series")->item[i], *times = json_in(s, "duration");
    const page_median m = page_median_of(s);
    const shares is = shares_with_faults(f, s);
    const double flops = number_in(s, "flops_per_s"), bytes = number_in(s, "bytes_per_s");
    size_t k;
    fprintf(out, "<tr><th scope=\"row\"><a href=\"#f%d-s%lu\">", file, (unsigned long)i);
    page_path(out, page_series_name(s));
    fputs("</a>", out);
    if (page_is_gap(s)) fputs("<small>a gap between two timings of the program</small>", out);
    page_contains(out, page_list(&f->j, "series"), i);
    fprintf(out, "</th><td class=\"n\" data-head=\"median\"><b>%s</b>", page_time(m.median));
    page_give(out, s, &m);
    fputs("</td>", out);
    if (t->share) page_share_cell(out, page_share(page_list(&f->j, "series"), i, t));
    if (t->rate)
        page_cell(out, "n", m.faulty ? "" : flops > 0 ? gt_rate_(flops, "FLOP/s") :
                            bytes > 0 ? gt_rate_(bytes, "B/s") : "");
    page_verdict_cell(out, f, file, s);
    if (t->parts) {
        const struct told *told = page_told_of(f, s);
        int look = -1;
        for (k = 0; k < told->n && look < 0 && page_severity_of(told->at[k]) < PAGE_NOTE; k++)
            look = finding_look(&is, told->at[k]);
        fputs("<td>", out);
        shares_bar(out, &is, look);
        if (is.all > 0) fputs(" <small>", out);
        if (is.all > 0) shares_text(out, &is);
        fputs(is.all > 0 ? "</small></td>" : "</td>", out);
    }
    if (t->strip) fputs("<td>", out);
    if (t->strip) strip_print(out, s, NULL);
    if (page_count(s, "n") > 1)
        fprintf(out, "<small>min %s, max %s%s</small>", page_time(number_in(times, "min")),
                page_time(number_in(times, "max")), page_threads(s));
    fputs(t->strip ? "</td></tr>\n" : "</tr>\n", out);
}
/* Explains what the overview has: names of timers, what stands below a name, shares, the colours of the bars. */
static void page_key(FILE *out, const page_file *f, const json *all, int share)
{
    int drawn[LOOKS] = { 0 }, parts = 0, joined = 0, faults = 0, inside = 0, timer = 0, look;
    size_t i;

    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i];
        const shares is = shares_with_faults(f, s);
        inside |= text_in(s, "command")[0] != 0;
        if (!page_is_quoted(s)) continue;
        timer |= !strcmp(text_in(s, "kind"), "timer");
        for (look = 0; look < LOOKS; look++) drawn[look] |= shares_width(&is, look) > 0;
        for (look = 0; look < LOOKS; look++) if (shares_joined_at(&is, look)) drawn[look] = joined = 1;
        parts |= is.all > 0;
        faults |= is.faults > 0;
    }
    if (!parts && !share && !inside && !timer) return;
    fputs("<p class=\"key\">", out);
    if (timer)
        fputs("<b>timer</b>: from one reading of the program's clock to the next; its name says where (timer 4: from "
              "the fourth place in that function), or has the first OpenCL call inside. ", out);
    if (inside) fputs("<b>Below a name</b>: what ran inside, as sums; in brackets, how often. ", out);
    if (share) fputs("<b>share</b>: of the time of the series around it; if there is none, of all together. ", out);
    for (look = 0; look < LOOKS; look++) {
        if (!drawn[look]) continue;
        fprintf(out, "<span class=\"nb\"><svg viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\">"
                     "<rect class=\"p%d\" x=\"1\" y=\"1\" width=\"12\" height=\"12\"/></svg> <b>%s</b>:</span> %s ",
                look, look_names[look], look_means[look]);
    }
    if (joined)
        fputs("<b>a|b</b>, stripes: a and b together, since the border between them is not known. ", out);
    if (faults)
        fputs("<span class=\"nb\"><svg viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path "
              "class=\"faults\" d=\"M0 11h14\"/></svg> <b>page faults</b>:</span> inside the other parts, estimated. ",
              out);
    fputs("</p>\n", out);
}
/* Writes the series inside the one at i as a folded table, open if one has a fault. Its line says what is inside, and
   the worst finding.
   again: 1 if there is a row outside, whose table has shown the head. */
static void page_overview_inside(FILE *out, const page_file *f, int file, size_t i, const page_overview_table *t,
                                 int again)
{
    enum { NAMED = 4 };
    const json *all = page_list(&f->j, "series");
    const char *name = page_series_name(&all->item[i]);
    const size_t end = page_inside(all, i), deep = strlen(name);
    size_t k, rows = 0, named = 0;
    int worst = PAGE_NOTE;

    for (k = i + 1; k < end; k++) {
        const json *s = &all->item[k], *told = page_worst_of(f, s);
        if (!page_is_quoted(s)) continue;
        rows++;
        if (told && page_severity_of(told) < worst) worst = page_severity_of(told);
    }
    if (!rows) return;
    fprintf(out, "</tbody></table>\n<details class=\"inside\"%s><summary>%lu inside ",
            worst == PAGE_FAULT ? " open" : "", (unsigned long)rows);
    page_text(out, "<code>", page_name(name), "</code>: ");
    for (k = i + 1; k < end && named <= NAMED; k = page_inside(all, k)) {
        if (!page_is_quoted(&all->item[k])) continue;
        if (named++ == NAMED) fputs(", \xe2\x80\xa6", out);
        else page_text(out, named > 1 ? ", <code>" : "<code>", page_series_name(&all->item[k]) + deep + 1, "</code> ");
        if (named <= NAMED) fputs(page_time(number_in(json_in(&all->item[k], "duration"), "median")), out);
    }
    if (worst < PAGE_NOTE)
        fprintf(out, " <span class=\"tag %s\">%s</span>", page_severity[worst], page_severity[worst]);
    fputs("</summary>\n", out);
    page_overview_head(out, t, again);
    for (k = i + 1; k < end; k++) if (page_is_quoted(&all->item[k])) page_overview_row(out, f, file, k, t);
    fputs("</tbody></table></details>\n", out);
    page_overview_head(out, t, 1);
}
/* With many series, those inside others are folded below them. If there are still very many, the first are shown. */
static void page_overview(FILE *out, const page_file *f, int file)
{
    enum { FOLDED = 16, SHOWN = 24, MANY = 32, MEDIAN_WIDE = 190, TOLD_WIDE = 216, INSIDE = 30 };
    const json *all = page_list(&f->j, "series");
    const page_overview_table t = page_overview_of(all);
    size_t i, k, rows = 0, quoted = 0, shown = 0;
    int name = 12;              /* the length of the longest name; what is inside a series needs INSIDE */

    for (i = 0; i < all->count; i++) {
        if (!page_is_quoted(&all->item[i])) continue;
        quoted++;
        name = (int)fmin(40, fmax(name, (double)strlen(page_series_name(&all->item[i]))));
        for (k = i + 1; k < all->count && name < INSIDE && page_is_command_in(all, i, k); k++) name = INSIDE;
    }
    for (i = 0; i < all->count; i = quoted > FOLDED ? page_inside(all, i) : i + 1)
        shown += (size_t)page_is_quoted(&all->item[i]);

    fprintf(out, "<h3 id=\"f%d-overview\">Overview</h3>\n", file);
    page_key(out, f, all, t.share);
    fprintf(out, "<div class=\"overview\" style=\"max-width: %dpx\">",
            30 + 8 * name + MEDIAN_WIDE + TOLD_WIDE + t.share * 84 + t.rate * 115 + t.parts * 196 + t.strip * 196);
    page_overview_head(out, &t, !shown);
    for (i = 0; i < all->count; i = quoted > FOLDED ? page_inside(all, i) : i + 1) {
        const int is_row = page_is_quoted(&all->item[i]);
        if (is_row && rows++ == SHOWN && shown > MANY) {
            fprintf(out, "</tbody></table><details><summary>%lu more series</summary>\n",
                    (unsigned long)(shown - SHOWN));
            page_overview_head(out, &t, 0);
        }
        if (is_row) page_overview_row(out, f, file, i, &t);
        if (quoted > FOLDED) page_overview_inside(out, f, file, i, &t, shown > 0);
    }
    fputs(shown > MANY ? "</tbody></table></details></div>\n" : "</tbody></table></div>\n", out);
}
static void page_timelines(FILE *out, const page_file *f, int file)
{
    enum { SHOWN = 6, MOST = 24 };
    const json *all = page_list(&f->j, "series");
    size_t i;
    int drawn = 0, there;
    for (i = 0; i < all->count && drawn < MOST; i++) {
        char *text = NULL;
        size_t size;
        FILE *one = open_memstream(&text, &size);
        if (!one) out_of_memory();
        there = page_is_quoted(&all->item[i]) && line_print(one, f, i);
        if (fclose(one)) out_of_memory();
        if (there && !drawn)
            fprintf(out, "<h3 id=\"f%d-timelines\">Timelines</h3>\n<p class=\"lead\">One sample of each series, the "
                         "one nearest to the median. A bracket is a scope on the host, a bar is a command on the "
                         "device from START to END. An arrow leads from QUEUED to START, if the file has both. A thin "
                         "arrow leads up from the END of a command to the end of the wait for it.%s</p>\n"
                         "<div class=\"pictures lines\">\n", file,
                    !f->calls || !f->calls->calls ? ""
                    : " The row <em>calls</em> has the OpenCL calls of the thread; a hollow one waits for commands.");
        if (there && drawn == SHOWN)
            fputs("</div>\n<details><summary>More timelines</summary><div class=\"pictures lines\">\n", out);
        drawn += there;
        if (there) fputs(text, out);
        free(text);
    }
    if (drawn) fputs(drawn > SHOWN ? "</div></details>\n" : "</div>\n", out);
}
static void page_series_table(FILE *out, const page_file *f, int file)
{
    static const char *const head[] = { "", "series", "wide", "kind", "n", "n", "n", "median", "n", "95 % interval",
                                        "n wide", "min", "n wide", "p90", "n wide", "median on the device", "",
                                        "findings", NULL };
    const json *all = page_list(&f->j, "series");
    size_t i;
    fprintf(out, "<details id=\"f%d-tables\"><summary>All series as a table</summary>\n", file);
    page_table(out, head);
    for (i = 0; i < all->count; i++) if (page_count(&all->item[i], "n") > 0) page_series_row(out, f, file, i);
    fputs("</tbody></table></details>\n", out);
}

/* The axis that all comparisons of a file share. It is logarithmic and contains 1. */
enum { AXIS_WIDE = 260, AXIS_EDGE = 14, AXIS_HIGH = 20 };
typedef struct page_axis { double low, high; } page_axis;

static void page_axis_reach(page_axis *a, double x)
{
    if (!(x > 0) || !isfinite(x)) return;
    a->low = fmin(a->low, log(x));
    a->high = fmax(a->high, log(x));
}
static double page_axis_at(const page_axis *a, double x)
{
    return AXIS_EDGE + (AXIS_WIDE - 2 * AXIS_EDGE) * (log(x) - a->low) / (a->high - a->low);
}
/* Draws a tick of the axis as a line or, if `named`, as its number. */
static void page_axis_tick(FILE *out, const page_axis *a, double x, int named)
{
    const double at = page_axis_at(a, x);

    if (named) fprintf(out, "<text class=\"m\" x=\"%.1f\" y=\"14\">%.4g</text>", at, x);
    else fprintf(out, "<path class=\"grid\" d=\"M%.1f 0V%d\"/>", at, AXIS_HIGH);
}
/* Draws up to seven ticks at round numbers: 1 and powers of 2, 4, 10 or more. If all ratios are close to 1, the ticks
   have equal steps from 1. */
static void page_axis_ticks(FILE *out, const page_axis *a, int named)
{
    static const double factors[] = { 2, 4, 10, 100, 1e4 }, steps[] = { 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5 };
    enum { FACTORS = sizeof factors / sizeof *factors, STEPS = sizeof steps / sizeof *steps };
    const double wide = a->high - a->low, low = exp(a->low), high = exp(a->high);
    int i = 0, k;

    if (wide > log(6)) {
        while (i < FACTORS - 1 && wide / log(factors[i]) > 7) i++;
        for (k = (int)ceil(a->low / log(factors[i])); k * log(factors[i]) <= a->high; k++)
            page_axis_tick(out, a, pow(factors[i], k), named);
        return;
    }
    while (i < STEPS - 1 && (high - low) / steps[i] > 6) i++;
    for (k = (int)ceil((low - 1) / steps[i]); 1 + k * steps[i] <= high; k++)
        page_axis_tick(out, a, 1 + k * steps[i], named);
}
static void page_comparison_picture(FILE *out, const json *c, const page_axis *a, int faulty)
{
    const json *ci = json_in(c, "interval");
    const double ratio = number_in(c, "ratio"), threshold = number_in(c, "threshold");
    const double low = number_in(ci, "low"), high = number_in(ci, "high");

    if (!(ratio > 0) || !isfinite(ratio)) return;
    fprintf(out, "<svg class=\"ratio\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s "
                 "times as fast\">", AXIS_WIDE, AXIS_HIGH, AXIS_WIDE, AXIS_HIGH, page_ratio(ratio));
    page_axis_ticks(out, a, 0);
    if (threshold > 0 && threshold < 1)
        fprintf(out, "<rect class=\"band\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"/>",
                page_axis_at(a, 1 / (1 + threshold)),
                page_axis_at(a, 1 + threshold) - page_axis_at(a, 1 / (1 + threshold)), AXIS_HIGH);
    fprintf(out, "<path class=\"axis\" d=\"M%.1f 0V%d\"/>", page_axis_at(a, 1), AXIS_HIGH);
    if (!faulty && page_is_sure(ci) && low > 0 && high >= low)
        fprintf(out, "<path class=\"whisker\" d=\"M%.1f 10H%.1f\"/>", page_axis_at(a, low), page_axis_at(a, high));
    fprintf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"10\" r=\"4\"/></svg>", page_axis_at(a, ratio));
}
static int page_is_faulty(const page_file *f, const char *name)
{
    const size_t i = page_series_at(f, name);
    return i < page_list(&f->j, "series")->count && page_median_of(&page_list(&f->j, "series")->item[i]).faulty;
}
/* pair: 1 to name the sides; 0 if the row compares a scope inside the sides of the row above. */
static void page_comparison(FILE *out, const page_file *f, int file, const json *c, const page_axis *a, int pair)
{
    const json *ci = json_in(c, "interval");
    const char *side = text_in(c, "side"), *scope = text_in(c, "scope");
    const int faulty = page_is_faulty(f, side) || page_is_faulty(f, text_in(c, "base"));
    const double ratio = number_in(c, "ratio");
    const char *is = faulty ? "faulty" : text_in(c, "outcome");
    const int decided = !faulty && (!strcmp(is, "faster") || !strcmp(is, "slower"));

    fputs(pair ? "<tr><th scope=\"row\">" : "<tr><th scope=\"row\" class=\"in\">", out);
    if (pair) {
        page_series_link(out, f, file, side);
        fputs(" against ", out);
        page_series_link(out, f, file, text_in(c, "base"));
    }
    if (!strncmp(scope, side, strlen(side)) && scope[strlen(side)] == '/') scope += strlen(side) + 1;
    if (scope[0]) page_text(out, pair ? ", in <code>" : "in <code>", scope, "</code>");
    fputs("</th>", out);

    fputs(decided ? "<td><b>" : "<td>", out);
    page_text(out, "", is, decided ? "</b></td>" : "</td>");
    page_cell(out, "n", isfinite(ratio) ? page_ratio(ratio) : "");
    page_cell(out, "n", faulty ? "" : page_interval(ci, page_ratio));
    fputs("<td class=\"c-axis\">", out);
    page_comparison_picture(out, c, a, faulty);
    fputs("</td>", out);
    page_cell(out, "n wide", gt_text_("%.0f", page_count(c, "rounds")));
    fputs("</tr>\n", out);
}
#include "page_chart.c"

/* The comparison of two sides as a whole, and those of the same two sides at other sizes: what was decided. */
typedef struct outcomes_of { size_t n, faster, slower, rest; double low, high; } outcomes_of;

static int page_is_outcome(const page_file *f, const json *c)   /* of two sides as a whole, both without faults */
{
    return !text_in(c, "scope")[0] && number_in(c, "ratio") > 0 && !page_is_faulty(f, text_in(c, "side")) &&
           !page_is_faulty(f, text_in(c, "base"));
}
static int page_is_same_pair(const json *a, const json *b)      /* at another size, perhaps */
{
    return !strcmp(page_name(text_in(a, "side")), page_name(text_in(b, "side"))) &&
           !strcmp(page_name(text_in(a, "base")), page_name(text_in(b, "base")));
}
static void page_outcome(FILE *out, const page_file *f, int file, const json *all, size_t at)
{
    outcomes_of is = { 0, 0, 0, 0, INFINITY, 0 };
    const json *one = &all->item[at], *ci = json_in(one, "interval");
    size_t i;
    for (i = at; i < all->count; i++) {
        const json *c = &all->item[i];
        const double ratio = number_in(c, "ratio");
        if (!page_is_outcome(f, c) || !page_is_same_pair(one, c)) continue;
        is.n++;
        is.faster += !strcmp(text_in(c, "outcome"), "faster");
        is.slower += !strcmp(text_in(c, "outcome"), "slower");
        is.low = fmin(is.low, ratio);
        is.high = fmax(is.high, ratio);
    }
    fputs("<li>", out);
    if (is.n == 1) page_series_link(out, f, file, text_in(one, "side"));
    else page_text(out, "<code>", page_name(text_in(one, "side")), "</code>");
    fputs(" against ", out);
    if (is.n == 1) page_series_link(out, f, file, text_in(one, "base"));
    else page_text(out, "<code>", page_name(text_in(one, "base")), "</code>");
    if (is.n == 1) {
        page_text(out, ": <b>", text_in(one, "outcome"), "</b>");
        fprintf(out, ", %s times as fast", page_ratio(is.low));
        if (page_is_sure(ci))
            fprintf(out, " (%.3g %% interval %s)", 100 * number_in(ci, "confidence"), page_interval(ci, page_ratio));
    } else {
        is.rest = is.n - is.faster - is.slower;
        fputs(":", out);
        if (is.faster)
            fprintf(out, " <b>faster</b> in %lu of %lu comparisons", (unsigned long)is.faster, (unsigned long)is.n);
        if (is.slower)
            fprintf(out, "%s <b>slower</b> in %lu of %lu", is.faster ? "," : "", (unsigned long)is.slower,
                    (unsigned long)is.n);
        if (is.rest)
            fprintf(out, "%s not decided in %lu of %lu", is.faster || is.slower ? "," : "", (unsigned long)is.rest,
                    (unsigned long)is.n);
        fprintf(out, "; %s to %s times as fast", page_ratio(is.low), page_ratio(is.high));
    }
    fputs("</li>\n", out);
}
/* Which side is faster: a line for each pair of sides, whatever the sizes. */
static void page_outcomes(FILE *out, const page_file *f, int file)
{
    enum { SHOWN = 6 };
    const json *all = page_list(&f->j, "comparisons");
    size_t i, k, listed = 0;
    for (i = 0; i < all->count; i++) {
        const json *c = &all->item[i];
        if (!page_is_outcome(f, c)) continue;
        for (k = 0; k < i && !(page_is_outcome(f, &all->item[k]) && page_is_same_pair(&all->item[k], c)); k++) {}
        if (k < i || listed++ >= SHOWN) continue;
        if (listed == 1) fputs("<ul class=\"outcomes\">\n", out);
        page_outcome(out, f, file, all, i);
    }
    if (listed > SHOWN)
        fprintf(out, "<li><a href=\"#f%d-comparisons\">%lu more</a></li>\n", file, (unsigned long)(listed - SHOWN));
    if (listed) fputs("</ul>\n", out);
}
/* The confidence of the intervals, as "97.5 %": with several sides each is wider, so that all of them together hold
   with 95 %. */
static const char *page_confidence(const json *comparisons)
{
    double least = 1, most = 0;
    size_t i;
    for (i = 0; i < comparisons->count; i++) {
        const json *ci = json_in(&comparisons->item[i], "interval");
        if (!page_is_sure(ci)) continue;
        least = fmin(least, number_in(ci, "confidence"));
        most = fmax(most, number_in(ci, "confidence"));
    }
    return gt_text_("%.3g %%%s", 100 * fmin(least, fmax(most, 0.95)), most > least ? " or more" : "");
}
static void page_comparisons(FILE *out, const page_file *f, int file)
{
    enum { SHOWN = 12 };
    const json *all = page_list(&f->j, "comparisons");
    page_axis a = { -0.01, 0.01 };
    size_t i;
    int charts;

    if (!all->count) return;
    for (i = 0; i < all->count; i++) {
        const json *ci = json_in(&all->item[i], "interval");
        page_axis_reach(&a, number_in(&all->item[i], "ratio"));
        page_axis_reach(&a, number_in(ci, "low"));
        page_axis_reach(&a, number_in(ci, "high"));
    }
    fprintf(out, "<h3 id=\"f%d-comparisons\">Comparisons</h3>\n", file);
    charts = chart_comparisons(out, f);
    if (charts && all->count > SHOWN)
        fprintf(out, "<details><summary>All %lu comparisons, with their intervals</summary>\n",
                (unsigned long)all->count);
    fprintf(out, "<p>The ratio says how many times as fast the first is "
                 "as the second; above 1 the first is faster. The dot is the estimate and the bar its interval. The "
                 "line in the band is at 1; a ratio in the band counts as the same. All rows share one logarithmic "
                 "axis.</p>\n"
                 "<div class=\"flow\"><table><thead><tr><th scope=\"col\">what</th><th scope=\"col\">outcome</th>"
                 "<th scope=\"col\" class=\"n\">times as fast</th><th scope=\"col\" class=\"n\">interval, %s</th>"
                 "<th scope=\"col\" class=\"c-axis\"><svg class=\"ratio\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                 "height=\"%d\" role=\"img\" aria-label=\"the same as a picture\">", page_confidence(all), AXIS_WIDE,
            AXIS_HIGH, AXIS_WIDE, AXIS_HIGH);
    page_axis_ticks(out, &a, 1);
    fputs("</svg></th><th scope=\"col\" class=\"n wide\">rounds</th></tr></thead><tbody>\n", out);

    for (i = 0; i < all->count; i++) {
        const json *c = &all->item[i];
        const int same = i && page_same(c, c - 1, "side") && page_same(c, c - 1, "base");
        page_comparison(out, f, file, c, &a, !same || !text_in(c, "scope")[0]);
    }
    fputs(charts && all->count > SHOWN ? "</tbody></table></div></details>\n" : "</tbody></table></div>\n", out);
}
static void page_batches(FILE *out, const page_file *f, int file)
{
    static const char *const head[] = { "", "batch", "n", "a pass", "n", "95 % interval", "n", "fixed cost",
                                        "n wide", "an enqueue call", "n wide", "most passes", "n wide", "rounds",
                                        NULL };
    const json *all = page_list(&f->j, "batches");
    size_t i;
    if (!all->count) return;
    fputs("<h3>Batches</h3>\n<p>Time against the number of passes: the slope is the cost of one more pass.</p>\n", out);
    page_table(out, head);
    for (i = 0; i < all->count; i++) {
        const json *b = &all->item[i];
        fputs("<tr><th scope=\"row\">", out);
        page_series_link(out, f, file, text_in(b, "batch"));
        fputs("</th>", out);
        page_cell(out, "n", page_time(number_in(b, "pass_ns")));
        page_cell(out, "n", page_interval(json_in(b, "pass_interval"), page_time));
        page_cell(out, "n", number_in(b, "fixed_ns") <= 0 ? "nothing measurable" : page_time(number_in(b, "fixed_ns")));
        page_cell(out, "n wide", page_time(number_in(b, "enqueue_ns")));
        page_cell(out, "n wide", gt_text_("%.0f", page_count(b, "passes")));
        page_cell(out, "n wide", gt_text_("%.0f", page_count(b, "rounds")));
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
}

/* -- a picture of a series: samples in order on the left, their distribution on the right, on one axis of time -- */

static void picture_tick(FILE *out, const picture *p, double x, double step, double by)
{
    const double y = picture_y(p, x);
    const int decimals = (int)fmin(15, fmax(0, -floor(log10(step * by) + 1e-9)));
    fprintf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" class=\"e\">%s</text>", LEFT, y,
            BARS + BARS_WIDE, LEFT - 4, y + 4, gt_fixed_(x * by, decimals, ""));
}
/* Draws three to six round numbers on the axis; powers of ten on a logarithmic one. */
static scale picture_ticks(FILE *out, const picture *p)
{
    const double end = p->log ? exp(p->high) : fmax(fabs(p->low), fabs(p->high));
    const scale in = scale_of(end);
    double step, x;
    int decade, every, i;
    if (p->log) {
        static const double part[] = { 1, 2, 5 };
        const int first = (int)floor(p->low / log(10)), last = (int)ceil(p->high / log(10));
        every = (last - first + 4) / 5;
        for (decade = first; decade <= last; decade += every)
            for (i = 0; i < (last - first > 2 ? 1 : 3); i++) {
                x = pow(10, decade) * part[i];
                if (log(x) > p->low && log(x) < p->high) picture_tick(out, p, x, x, in.by);
            }
        return in;
    }
    step = pow(10, floor(log10((p->high - p->low) / 3)));
    if ((p->high - p->low) / step > 12) step *= 5;
    else if ((p->high - p->low) / step > 6) step *= 2;
    for (i = 0; i < 20 && (x = (ceil(p->low / step) + i) * step) <= p->high; i++) picture_tick(out, p, x, step, in.by);
    return in;
}
static void picture_distribution(FILE *out, const picture *p)
{
    const size_t n = p->n;
    const int bins = n < 30 ? 12 : n < 300 ? 19 : BINS_MOST;
    double bin[BINS_MOST] = { 0 }, most = 0, tall = (double)HIGH / bins;
    size_t i;
    int b;
    for (i = 0; i < n; i++) {
        const double x = p->x[i];
        const double at = p->log && x > 0 ? log(x) : x;
        if (!isfinite(x) || !(at >= p->low && at <= p->high) || (p->log && !(x > 0))) continue;
        b = (int)((picture_y(p, x) - TOP) / tall);
        b = b < bins ? b : bins - 1;
        most = fmax(most, ++bin[b]);
    }
    fputs("<path class=\"bars\" d=\"", out);
    for (b = 0; b < bins; b++)
        if (bin[b] > 0)
            fprintf(out, "M%d %.1fh%.1fv%.1fH%dz", BARS, TOP + b * tall + 0.3, fmax(1, BARS_WIDE * bin[b] / most),
                    tall - 0.6, BARS);
    fputs("\"/>", out);
}
enum { BAR_LEFT = 70, BAR_WIDE = 286, BAR_HIGH = 18 };
/* Draws a bar from 0 for each sample, if there are too few for a distribution. */
static void picture_bars(FILE *out, const json *s, const double *x, size_t n)
{
    const json *thread = json_of(json_in(s, "samples"), "thread", JSON_NUMBERS);
    double most = 0;
    size_t i;
    for (i = 0; i < n; i++) if (isfinite(x[i])) most = fmax(most, x[i]);
    page_text(out, gt_text_("<svg viewBox=\"0 0 360 %lu\" role=\"img\" aria-label=\"samples of ",
                            (unsigned long)(n * BAR_HIGH)), text_in(s, "series"), "\">");
    for (i = 0; i < n; i++) {
        const double y = (double)(i * BAR_HIGH), wide = most > 0 && x[i] > 0 ? BAR_WIDE * x[i] / most : 0;
        fprintf(out, "<path class=\"bars\" d=\"M%d %.0fh%.1fv%dH%dz\"/><text x=\"%d\" y=\"%.0f\" class=\"e\">%s</text>",
                BAR_LEFT, y + 3, fmax(1, wide), BAR_HIGH - 6, BAR_LEFT, BAR_LEFT - 4, y + 13, page_time(x[i]));
        if (thread->count == n && !strip_is_lone(s, n))
            fprintf(out, "<text x=\"%d\" y=\"%.0f\" class=\"inside\">thread %.0f</text>", BAR_LEFT + 4, y + 13,
                    thread->x[i]);
    }
    fputs("</svg>\n", out);
}
static void picture_print(FILE *out, const json *s)
{
    const json *samples = json_in(s, "samples"), *x = json_of(samples, "duration_ns", JSON_NUMBERS);
    const picture p = picture_of(x);
    const page_median m = page_median_of(s);
    const json *times = json_in(s, "duration");
    const frame in_figure = { LEFT, TOP, COLUMNS, HIGH, COLUMNS };
    scale in;
    if (x->count && x->count < FEW_SAMPLES) picture_bars(out, s, p.x, p.n);
    if (x->count < FEW_SAMPLES || !isfinite(p.high)) return;
    page_text(out, "<svg viewBox=\"0 0 360 156\" role=\"img\" aria-label=\"run sequence and distribution of ",
              text_in(s, "series"), "");
    fprintf(out, ": median %s, from %s to %s, nine of ten at most %s\">", page_time(m.median),
            page_time(number_in(times, "min")), page_time(number_in(times, "max")), page_time(number_in(times, "p90")));
    if (m.low <= m.high)
        fprintf(out, "<rect class=\"band\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>", LEFT,
                picture_y(&p, m.high), BARS + BARS_WIDE - LEFT, fmax(1, picture_y(&p, m.low) - picture_y(&p, m.high)));
    in = picture_ticks(out, &p);
    if (isfinite(m.median) && (!p.log || m.median > 0))
        fprintf(out, "<path class=\"median\" d=\"M%d %.1fH%d\"/>", LEFT, picture_y(&p, m.median), BARS + BARS_WIDE);
    picture_threads(out, json_in(samples, "thread"), &in_figure);
    picture_sequence(out, "points", &p, NULL, &in_figure);
    picture_distribution(out, &p);
    fprintf(out, "<text x=\"2\" y=\"12\">%s%s", in.unit, p.log ? ", logarithmic" : "");
    if (p.above) fprintf(out, "; %lu above the axis", p.above);
    if (p.below) fprintf(out, "; %lu below the axis", p.below);
    fprintf(out, "</text><text x=\"%d\" y=\"150\">sample 1</text><text x=\"%d\" y=\"150\" "
                 "class=\"e\">%lu</text><text x=\"%d\" y=\"150\">how many</text></svg>\n", LEFT,
            LEFT + COLUMNS, (unsigned long)x->count, BARS);
}
/* The words for a counter of the kit; unknown counters keep their names. */
static const char *page_count_words(const char *key)
{
    static const struct { const char *key, *words; } of[] = {
        { "voided", "samples made void" }, { "left_early", "scopes left early" },
        { "abandoned", "scopes that did not end" }, { "open", "scopes still open" },
        { "backwards", "intervals below zero, left out" }, { "negative", "times below zero" },
        { "rejected", "numbers that are NaN or infinite" }, { "unclaimed", "samples that claim no work" },
        { "gaps", "gaps between timings" }, { "laps", "laps without a kernel" },
        { "odd", "times from the first to the second reading of a pair" },
        { "rounds", "first rounds of a loop whose other rounds are another timer's" },
        { "markers", "samples with the event of a marker alone" }, { "uncounted", "commands not collected" },
        { "unsynced", "samples that ended before their commands" }, { "tails", "of these by less than 5 %" },
        { "by_cpu_clock", "samples timed by a clock of processor time" },
        { "cpu_counted_ns", "that clock counted" }, { "cpu_passed_ns", "while there passed" },
        { "wrong_queue", "commands on another queue" },
        { "dirty", "samples that began on a busy queue" }, { "dirty_ns", "waiting for that queue" },
        { "failed", "commands that failed" }, { "builds", "builds" }, { "build_ns", "building" },
        { "created", "objects created" }, { "created_ns", "creating them" },
        { "foreign", "waits for commands that were not collected" }, { "foreign_ns", "waiting for those" },
        { "idle_end", "phases that left an idle queue" },
        { "unwaited", "with commands, no wait, and an idle queue behind them" },
        { "shared", "phases beside another thread's" },
        { "unwarmed", "samples with a launch that is new: program, kernel or sizes" },
        { "waves", "launches after a wait" },
        { "other_work", "samples with other work" }, { "overlapped", "samples with commands at once" },
        { "leaked", "samples that left queues at work" }, { "leaked_ns", "queues worked on" },
        { "kit_ns", "gputime's own work" }, { "unrecorded", "passes that were not recorded" },
        { "gauged", "readings of the device's clock" }, { "capped", "of these at the power limit" },
        { "slowed", "of these slowed by heat or supply" }, { "assumed", "commands with bytes from the call" },
        { "unmoved", "copies that moved nothing" }, { "fresh", "copies that first use a buffer" },
        { "unprofiled", "commands without profiling" } };
    size_t k;
    for (k = 0; k < sizeof of / sizeof *of; k++) if (!strcmp(of[k].key, key)) return of[k].words;
    return key;
}
static void page_counts(FILE *out, const json *counts)
{
    size_t i, length;
    for (i = 0; counts->kind == JSON_OBJECT && i < counts->count; i++) {
        const char *key = counts->item[i].key;
        const double x = json_number(&counts->item[i]);
        length = strlen(key);
        page_text(out, i ? ", " : "<br>", page_count_words(key), ": ");
        page_text(out, "", length > 3 && !strcmp(key + length - 3, "_ns") ? page_time(x) : gt_text_("%.15g", x), "");
    }
}
static void page_picture(FILE *out, const page_file *f, int file, size_t i)
{
    const json *s = &page_list(&f->j, "series")->item[i], *samples = json_in(s, "samples");
    const page_median m = page_median_of(s);
    const shares is = shares_with_faults(f, s);
    const double n = page_count(s, "n");
    fprintf(out, "<figure id=\"f%d-s%lu\"><figcaption>", file, (unsigned long)i);
    page_text(out, "<code>", text_in(s, "series"), "</code>");
    page_known(out, " ", json_in(s, "kind"), json_in(s, "cold")->number > 0 ? ", warm-up" : "");
    page_known(out, ", ", json_in(s, "file"), "");
    if (text_in(s, "file")[0]) fprintf(out, " line %.0f", page_count(s, "line"));
    if (page_count(s, "device") > 0) fprintf(out, ", device %.0f", page_count(s, "device"));
    if (n > 0) fprintf(out, "<br>n %.0f%s, median %s%s", n, page_threads(s), page_time(m.median),
                       m.faulty ? " (faulty)" : "");
    if (n > 0 && m.own_clock) fputs(", by gputime's clock, not the program's", out);
    if (m.low <= m.high)
        fprintf(out, ", 95 %% interval %s to %s", page_time(m.low), page_time(m.high));
    page_known(out, "<br>", json_in(s, "stopped"), "");
    page_counts(out, json_in(s, "counts"));
    if (page_list(s, "findings")->count) {
        fputs("<br>", out);
        page_finding_links(out, f, file, page_list(s, "findings"));
    }
    if (n > 0 && samples->kind != JSON_OBJECT) fputs("<br>The file has no samples.", out);
    fputs("</figcaption>\n", out);
    if (is.all > 0 && !page_is_quoted(s)) {     /* the overview shows that of the others */
        shares_bar(out, &is, -1);
        fputs("<small>", out);
        shares_text(out, &is);
        fputs("</small>\n", out);
    }
    picture_print(out, s);
    fputs("</figure>\n", out);
}
static int page_is_cold(const json *s) { return s->kind == JSON_OBJECT && json_in(s, "cold")->number > 0; }
/* Says what is folded, as "2 series of commands, warm-up": the series with samples from `from` to `to`, without `own`.
   Returns "" if there are none. */
static const char *folded_text(const json *all, size_t from, size_t to, size_t own)
{
    size_t commands = 0, warm = 0;
    for (; from < to; from++) {
        if (from == own || !(page_count(&all->item[from], "n") > 0)) continue;
        if (page_is_cold(&all->item[from])) warm++;
        else commands++;
    }
    return gt_text_("%s%s%s", commands ? gt_text_("%lu series of commands", (unsigned long)commands) : "",
                    commands && warm ? ", " : "", warm ? "warm-up" : "");
}
/* In a document, commands follow their series, and warm-up precedes it. Both are folded below its picture. */
static void page_pictures(FILE *out, const page_file *f, int file)
{
    const json *all = page_list(&f->j, "series");
    size_t i, k, own, next;
    int curves = 0;
    for (i = 0; i < all->count; i++)
        curves |= json_of(json_in(&all->item[i], "samples"), "duration_ns", JSON_NUMBERS)->count >= FEW_SAMPLES;
    fprintf(out, "<h3 id=\"f%d-series\">Series</h3>\n", file);
    if (curves)
        fprintf(out, "<p>Left: the samples in the order of measurement; if there are more than %d, a column stands for "
                     "several, from the smallest to the largest. Right: how many samples have that time. The line "
                     "across is the median, the band its interval. Fewer than %d samples are bars from 0.</p>\n",
                COLUMNS, FEW_SAMPLES);
    fprintf(out, "<div class=\"pictures%s\">\n", page.series > 200 ? " many" : "");
    for (i = 0; i < all->count; i = k) {
        const char *folded;
        for (own = i; own < all->count && !page_is_quoted(&all->item[own]); own++) {}
        for (k = own + 1; k < all->count && !page_is_quoted(&all->item[k]) && !page_is_cold(&all->item[k]); k++) {}
        for (next = k; next < all->count && !page_is_quoted(&all->item[next]); next++) {}
        if (next >= all->count) k = all->count;         /* the last series are warm-up of nothing */
        folded = folded_text(all, i, k, own);
        if (own == all->count && !folded[0]) continue;
        fputs("<div>", out);
        if (own < all->count) page_picture(out, f, file, own);
        if (folded[0]) fprintf(out, "<details><summary>%s</summary>\n", folded);
        for (; i < k; i++) if (i != own && page_count(&all->item[i], "n") > 0) page_picture(out, f, file, i);
        fputs(folded[0] ? "</details></div>\n" : "</div>\n", out);
    }
    fputs("</div>\n", out);
}

/* -- the data, and the page -- */

static void page_encoded(FILE *out, const char *at)     /* escapes a text for a URI */
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,:";
    while (*at) {
        const size_t length = strspn(at, plain);
        fwrite(at, 1, length, out);
        at += length;
        if (*at) fprintf(out, "%%%02X", (unsigned)(unsigned char)*at++);
    }
}
/* Writes samples with only their threads and durations. */
static void page_shorter(gt_json_ *to, const char *key, const json *j)
{
    const int samples = key && !strcmp(key, "samples");
    size_t i;
    if (j->kind == JSON_NULL) gt_json_fields_(to, "*:k", key, NULL);
    else if (j->kind == JSON_BOOL) gt_json_fields_(to, "*:b", key, j->number > 0);
    else if (j->kind == JSON_NUMBER) gt_json_fields_(to, "*:x", key, j->number);
    else if (j->kind == JSON_TEXT) gt_json_fields_(to, "*:s", key, j->text);
    else {
        gt_json_open_(to, key, j->kind == JSON_OBJECT ? "{" : "[");
        for (i = 0; j->x && i < j->count; i++) gt_json_fields_(to, "*:x", NULL, j->x[i]);
        for (i = 0; j->item && i < j->count; i++) {
            const char *name = j->item[i].key;
            if (!samples || !name || !strcmp(name, "thread") || !strcmp(name, "duration_ns"))
                page_shorter(to, name, &j->item[i]);
        }
        gt_json_close_(to, j->kind == JSON_OBJECT ? "}" : "]");
    }
}
static void page_data(FILE *out, const page_file *f, int file)
{
    fprintf(out, "<h3 id=\"f%d-data\">Data</h3>\n<p><a download=\"", file);
    page_text(out, "", f->name, "\" href=\"data:application/json,");
    if (f->whole) {
        page_encoded(out, f->whole);
    } else {
        char room[4096], *text = NULL;
        size_t size;
        gt_json_ to;
        FILE *memory = open_memstream(&text, &size);
        if (!memory) out_of_memory();
        memset(&to, 0, sizeof to);
        to.out = memory;
        to.text = room;
        to.room = sizeof room;
        page_shorter(&to, NULL, &f->j);
        if (fclose(memory)) out_of_memory();
        page_encoded(out, text);
        free(text);
    }
    page_text(out, "\">", f->name, "</a>");
    fprintf(out, " (%.0f kB%s</p>\n", ceil((double)f->size * 1e-3), f->whole ? "): all that the program wrote."
                  : "): the page holds a shorter document, which has only the threads and durations of the samples.");
}
/* "1 fault, 2 warnings, 3 notes" */
static void page_verdict(FILE *out, const page_file *f)
{
    const json *all = page_list(&f->j, "findings");
    size_t i;
    int severity;
    for (severity = 0; severity < PAGE_SEVERITIES - 1; severity++) {
        unsigned long n = 0;
        for (i = 0; i < all->count; i++)        /* as boxes below */
            n += page_severity_of(&all->item[i]) == severity && page_is_first(all, i);
        fprintf(out, "%s<b class=\"%s\">%lu %s%s</b>", severity ? ", " : "", n ? page_severity[severity] : "none", n,
                page_severity[severity], n == 1 ? "" : "s");
    }
}
/* Returns the text of a cell; a share that shows as 0.0 % has no more digits than that says. */
static const char *page_section_text(const json *cell)
{
    const char *text = text_in(cell, "text");
    char *end;
    const double x = strtod(text, &end);
    return end > text && !strcmp(end, " %") && x > 0 && x < 0.05 ? "<0.1 %" : text;
}
static void page_sentences(FILE *out, const json *section)
{
    const json *said = page_list(section, "sentences");
    size_t i;
    for (i = 0; i < said->count; i++) page_text(out, "<p>", text_in(&said->item[i], "text"), "</p>\n");
}
/* Writes a table of gtprof or of examples/more, with its sentences. All tables but the first of a file are folded. */
static void page_section(FILE *out, const json *section, int open)
{
    const json *heads = page_list(section, "columns"), *rows = page_list(section, "rows");
    const char *head[2 * GT_SHEET_COLUMNS_ + 1] = { NULL };
    size_t i, k;
    for (k = 0; k < heads->count && k < GT_SHEET_COLUMNS_; k++) {
        head[2 * k] = !k ? "" : k < 4 ? "n" : "n wide";         /* a narrow screen shows three figures */
        head[2 * k + 1] = k ? text_in(&heads->item[k], "name") : "";
    }
    page_text(out, open && rows->count <= 12 ? "<details open><summary>" : "<details><summary>",
              text_in(section, "title"), "</summary>\n");
    page_table(out, head);
    for (i = 0; i < rows->count; i++) {
        const json *row = &rows->item[i];
        if (row->kind != JSON_LIST) continue;
        for (k = 0; k < row->count && k < heads->count && k < GT_SHEET_COLUMNS_; k++) {
            if (k) page_cell(out, head[2 * k], page_section_text(&row->item[k]));
            else page_text(out, "<tr><th scope=\"row\">", text_in(&row->item[k], "text"), "</th>");
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
    page_sentences(out, section);
    fputs("</details>\n", out);
}
/* The section with what a program claims and what was decided; NULL if it has none. */
static const json *page_claims_of(const page_file *f)
{
    const json *all = page_list(&f->j, "sections");
    size_t s = 0;
    while (s < all->count && strcmp(text_in(&all->item[s], "title"), "claims")) s++;
    return s < all->count ? &all->item[s] : NULL;
}
/* Of a program that gtprof ran: where its time went, the largest part first. */
static void page_where(FILE *out, const page_file *f)
{
    enum { SHOWN = 4 };
    const json *all = page_list(&f->j, "sections"), *rows;
    size_t s = 0, i, shown = 0;

    while (s < all->count && strcmp(text_in(&all->item[s], "title"), "the whole program")) s++;
    if (s == all->count) return;
    rows = page_list(&all->item[s], "rows");
    for (i = 0; i < rows->count && shown < SHOWN; i++) {
        const json *row = &rows->item[i];
        if (row->kind != JSON_LIST || row->count < 2) continue;
        fputs(shown ? ", " : "<p class=\"lead\">Where the time goes: <b>", out);
        page_text(out, "", page_whole(text_in(&row->item[1], "text")), " ");
        page_text(out, "", text_in(&row->item[0], "text"), shown++ ? "" : "</b>");
    }
    if (shown) fputs(".</p>\n", out);
}
/* Each claim is a sentence: "claim holds: a is faster than b (1.1 to 1.2 times)". */
static void page_claims(FILE *out, const page_file *f, int file)
{
    const json *claims = page_claims_of(f), *said = claims ? page_list(claims, "sentences") : NULL;
    size_t i;

    if (!said || !said->count) return;
    fprintf(out, "<h3 id=\"f%d-claims\">Claims</h3>\n<ul>\n", file);
    for (i = 0; i < said->count; i++) {
        const char *text = text_in(&said->item[i], "text"), *rest = strchr(text, ':');
        char *outcome = copy_of(text);
        if (rest) outcome[rest - text] = 0;
        page_text(out, "<li><b>", outcome, "</b>");
        page_text(out, "", rest ? rest : "", "</li>\n");
        free(outcome);
    }
    fputs("</ul>\n", out);
}
static void page_sections(FILE *out, const page_file *f, int file)
{
    const json *all = page_list(&f->j, "sections");
    size_t s;
    if (all->count > (page_claims_of(f) != NULL)) fprintf(out, "<h3 id=\"f%d-sections\">More results</h3>\n", file);
    for (s = 0; s < all->count; s++) {
        if (&all->item[s] == page_claims_of(f)) continue;
        if (page_list(&all->item[s], "columns")->count) page_section(out, &all->item[s], !s);
        else page_sentences(out, &all->item[s]);
    }
}
/* Counts the series of the overview whose worst finding has that severity; PAGE_SEVERITIES counts those without any. */
static size_t page_count_told(const page_file *f, int severity)
{
    const json *all = page_list(&f->j, "series");
    size_t i, n = 0;

    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i], *worst;
        if (!page_is_quoted(s)) continue;
        worst = page_worst_of(f, s);
        n += (worst ? page_severity_of(worst) : PAGE_SEVERITIES) == severity;
    }
    return n;
}
/* Counts the series of which only the program's own number is wrong: it has read a clock that does not fit. */
static size_t page_count_own_clock(const page_file *f)
{
    const json *all = page_list(&f->j, "series");
    size_t i, n = 0;

    for (i = 0; i < all->count; i++) {
        const page_median m = page_median_of(&all->item[i]);
        n += page_is_quoted(&all->item[i]) && m.own_clock && !m.faulty;
    }
    return n;
}
/* Returns whether a finding is a fault or a warning, or a note that says that much of a time is spoiled. Single samples
   that stand out spoil the sum, and not the median, which is what the page quotes. */
static int page_misleads(const json *one)
{
    const double much = 0.1;
    const char *code = text_in(one, "code");
    if (page_severity_of(one) < PAGE_NOTE) return 1;
    return number_in(one, "spoils") >= much && strcmp(code, "outliers") && strcmp(code, "preempted");
}
/* Writes how much of a series a finding spoils, as "102 ms (76 %) of it is spoiled, since "; nothing if that is not
   known. */
static void page_spoiled(FILE *out, const json *s, const json *finding)
{
    const double share = number_in(finding, "spoils"), ns = strip_number(finding, "spoils");

    if (!(share > 0)) return;
    if (page_count(s, "n") > 1)
        fprintf(out, "<b>%s</b> of the sum of its samples is spoiled, since ", page_percent(share));
    else fprintf(out, "<b>%s</b> (%s) of it is spoiled, since ", page_time(ns), page_percent(share));
}
/* Returns the time with which the figures of a finding begin, as the number that it is about: "22.2 ms from write to
   read". Returns "" if they begin otherwise. */
static const char *page_number_first(const json *finding)
{
    const json *all = json_of(finding, "numbers", JSON_LIST);
    const char *figures = text_in(finding, "figures");
    size_t i;
    for (i = 0; i < all->count && isdigit((unsigned char)figures[0]); i++) {
        const char *time = gt_time_(number_in(&all->item[i], "value"));
        if (!strcmp(text_in(&all->item[i], "unit"), "ns") && !strncmp(figures, time, strlen(time))) return time;
    }
    return "";
}
/* Writes the figures of a finding, the number that it is about in bold. cut: without what stands in brackets behind
   them. */
static void page_figures(FILE *out, const json *finding, int cut)
{
    const char *number = page_number_first(finding);
    char *figures = copy_of(text_in(finding, "figures")), *rest = figures + strlen(number);
    char *bracket = cut ? strstr(rest, " (") : NULL;

    if (bracket) *bracket = 0;
    if (number[0]) page_text(out, "<b>", page_whole(number), "</b>");
    page_text(out, "", rest, "");
    free(figures);
}
/* Returns the series that a finding is about; NULL if it is about the program, or about times inside it. */
static const json *page_subject(const page_file *f, const json *one)
{
    const json *all = page_list(&f->j, "series");
    const size_t i = page_series_at(f, text_in(one, "series"));
    const json *s = i < all->count ? &all->item[i] : NULL;

    return !s || !(page_count(s, "n") > 0) ||
           (!strcmp(text_in(s, "kind"), "program") && !(number_in(one, "spoils") > 0)) ? NULL : s;
}
/* Writes the sentence of a finding and its code. Behind them stand its figures, unless what stands before has them; if
   the sentence has them, the cause; of a clock, what it counted. begins: 1 if nothing stands before. */
static void page_says(FILE *out, const page_file *f, int file, const json *one, int begins)
{
    const double counted = strip_number(one, "counted"), passed = strip_number(one, "passed");
    char *sentence = copy_of(text_in(one, "sentence"));

    if (begins) sentence[0] = (char)toupper((unsigned char)sentence[0]);
    page_text(out, "", sentence, " (");
    free(sentence);
    page_code_link(out, f, file, one);
    fputs(")", out);
    if (isfinite(counted) && page_subject(f, one)) {
        fputs(".", out);
        return;
    }
    if (isfinite(counted)) {
        fprintf(out, ": it counted <b>%s</b>", page_time(counted));
        fprintf(out, " while <b>%s</b> passed", page_time(passed));
    } else if (!(number_in(one, "spoils") > 0) && (begins || page_severity_of(one) < PAGE_NOTE)) {
        if (json_in(one, "said")->number > 0) page_known(out, ": ", json_in(one, "cause"), "");
        else if (text_in(one, "figures")[0]) {
            fputs(": ", out);
            page_figures(out, one, 0);
        }
    }
    fputs(".", out);
}
/* Says of a finding: which series, how long it took, how much of that is spoiled, and by what. The program as a whole
   is not named. */
static void page_says_of(FILE *out, const page_file *f, int file, const json *one)
{
    const json *s = page_subject(f, one);
    const int is_named = text_in(one, "series")[0] && (s || strcmp(text_in(one, "series"), "program"));

    if (is_named) page_series_link(out, f, file, text_in(one, "series"));
    if (s) fprintf(out, " took <b>%s</b>", page_time(number_in(json_in(s, "duration"), "median")));
    if (s && page_count(s, "n") > 1) fprintf(out, " (median of %.0f)", page_count(s, "n"));
    if (is_named) fputs(": ", out);
    if (s) page_spoiled(out, s, one);
    page_says(out, f, file, one, !is_named);
}
/* Says which time must not be quoted, of a finding that is about a time and not about a series. */
static void page_forbids_time(FILE *out, const page_file *f, int file, const json *one, const char *words)
{
    const double kernels = strip_number(one, "kernels");

    fputs(words, out);
    page_figures(out, one, 1);
    if (kernels > 1) fprintf(out, ", or that of %s", gt_some_(kernels - 1, "more kernel"));
    page_text(out, ": ", text_in(one, "sentence"), " (");
    page_code_link(out, f, file, one);
    fputs(").", out);
}
/* Returns the only sample that a finding marks of several, with its number; 0 if there is no such one: the median
   leaves it out, and a program may quote each. */
static size_t page_lone(const json *s, const json *one)
{
    const size_t n = json_of(json_in(s, "samples"), "duration_ns", JSON_NUMBERS)->count;
    unsigned char *mark = n > 2 ? strip_marks(s, one, n) : NULL;
    size_t i, marked = 0, at = 0;

    for (i = 0; mark && i < n; i++) {
        if (!mark[i]) continue;
        marked++;
        at = i + 1;
    }
    free(mark);
    return marked == 1 ? at : 0;
}
/* Says which number must not be quoted as it is, and why: that of a series or of one of its samples, or the time that
   the finding is about. words: "Do not quote the ", or the like. */
static void page_forbids(FILE *out, const page_file *f, int file, const json *one, const char *words)
{
    const json *s = page_subject(f, one);
    const size_t lone = s ? page_lone(s, one) : 0;

    if (lone) {
        const double ns = json_of(json_in(s, "samples"), "duration_ns", JSON_NUMBERS)->x[lone - 1];
        const double spoilt = strip_number(one, "spoils");
        fprintf(out, "%s<b>%s</b> of sample %lu of %.0f of ", words, page_time(ns), (unsigned long)lone,
                page_count(s, "n"));
        page_series_link(out, f, file, text_in(one, "series"));
        fputs(": ", out);
        if (spoilt > 0 && spoilt <= ns) fprintf(out, "<b>%s</b> of it is spoiled, since ", page_time(spoilt));
        page_says(out, f, file, one, 0);
    } else if (s) {
        fprintf(out, "%s<b>%s</b>", words, page_time(number_in(json_in(s, "duration"), "median")));
        if (page_count(s, "n") > 1) fprintf(out, " (median of %.0f)", page_count(s, "n"));
        fputs(" of ", out);
        page_series_link(out, f, file, text_in(one, "series"));
        fputs(" as it is: ", out);
        page_spoiled(out, s, one);
        page_says(out, f, file, one, 0);
    } else if (page_number_first(one)[0]) {
        page_forbids_time(out, f, file, one, words);
    } else page_says_of(out, f, file, one);
}
/* Says what else is wrong with the same number, or which time must not be quoted either: the first other finding that
   misleads. Returns that finding; NULL if there is none. */
static const json *page_says_also(FILE *out, const page_file *f, int file, const json *first)
{
    const json *told = page_list(&f->j, "findings");
    size_t i;

    for (i = 0; i < told->count; i++) {
        const json *one = &told->item[i];
        const int is_time = !page_subject(f, one) && page_number_first(one)[0];
        const int is_same = !strcmp(text_in(one, "code"), "cold-launch") &&
                            !strcmp(text_in(first, "code"), "jit-in-region");     /* the same wait, of the program */
        if (!page_misleads(one) || page_same(one, first, "code") || is_same) continue;
        if (is_time) {
            page_forbids_time(out, f, file, one, " Nor the ");
            return one;
        }
        if (text_in(first, "series")[0] && text_in(one, "series")[0] && !page_same(one, first, "series")) continue;
        fputs(" Also: ", out);
        if (page_subject(f, one)) page_spoiled(out, page_subject(f, one), one);
        page_says(out, f, file, one, 0);
        return one;
    }
    return NULL;
}
/* Returns the median of the samples that a finding does not mark, or the least of fewer than six; *n gets how many they
   are. Returns NaN if there are none, or if the finding is about no single samples. */
static double page_rest(const json *s, const json *finding, size_t *n)
{
    static const char *const codes_of[] = { "jit-in-region", "cold-first", "warmup", "page-faults", "created-inside",
                                            "held", "dirty-start" };
    const json *x = json_of(json_in(s, "samples"), "duration_ns", JSON_NUMBERS);
    unsigned char *mark = NULL;
    double *rest, is = (double)NAN;
    size_t i, k = 0;

    *n = 0;
    while (k < sizeof codes_of / sizeof *codes_of && strcmp(text_in(finding, "code"), codes_of[k])) k++;
    if (k < sizeof codes_of / sizeof *codes_of) mark = strip_marks(s, finding, x->count);
    if (!mark) return is;
    rest = room_for(x->count, sizeof *rest);
    for (i = 0; i < x->count; i++) if (!mark[i]) rest[(*n)++] = x->x[i];
    if (*n) {
        double *sorted = sorted_of(rest, *n, n);
        if (*n) is = *n < FEW_SAMPLES ? sorted[0] : (sorted[(*n - 1) / 2] + sorted[*n / 2]) / 2;
        free(sorted);
    }
    free(rest);
    free(mark);
    return is;
}
/* Returns the device time of a series, if a finding is about what lies outside of that, and no first launch or command
   that was not collected spoils it; else NaN. */
static double page_device_instead(const json *s, const json *finding)
{
    static const char *const codes_of[] = { "no-sync", "sync-bound", "launch-bound", "host-inside", "created-inside",
                                            "held", "dirty-start" };
    const json *counts = json_in(s, "counts");
    size_t k = 0;

    while (k < sizeof codes_of / sizeof *codes_of && strcmp(text_in(finding, "code"), codes_of[k])) k++;
    if (k == sizeof codes_of / sizeof *codes_of || 2 * page_count(counts, "unwarmed") >= page_count(s, "n") ||
        page_count(counts, "uncounted") > 0) return (double)NAN;
    return number_in(json_in(s, "device_time"), "median");
}
/* Returns the series of the kernel that took longest right inside *s, and the median of its launches without the first
   in *later, if these are six or more, of which nine in ten take at most `most` times as long as the shortest tenth;
   else NULL. */
static const json *page_kernel_instead(const page_file *f, const json *s, double *later, double most)
{
    const json *all = page_list(&f->j, "series"), *is = NULL, *x;
    const size_t at = (size_t)(s - all->item), end = page_inside(all, at);
    double *sorted;
    size_t i, n;

    for (i = at + 1; i < end; i++)
        if (page_is_command_in(all, at, i) && !strcmp(text_in(&all->item[i], "command"), "kernel") &&
            (!is || number_in(&all->item[i], "sum_ns") > number_in(is, "sum_ns"))) is = &all->item[i];
    x = is ? json_of(json_in(is, "samples"), "duration_ns", JSON_NUMBERS) : NULL;
    if (!x || x->count <= FEW_SAMPLES) return NULL;
    sorted = sorted_of(x->x + 1, x->count - 1, &n);
    *later = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    if (sorted[n - 1 - n / 10] > most * sorted[n / 10]) is = NULL;      /* of several sizes, perhaps */
    free(sorted);
    return is;
}
/* Returns the kernel that took longest outside of all timers of a program, as page_kernel_instead does. Such launches
   may have run beside others. */
static const json *page_kernel_outside(const page_file *f, double *later)
{
    const json *all = page_list(&f->j, "series");
    size_t i = 0;
    while (i < all->count && strcmp(text_in(&all->item[i], "kind"), "program")) i++;
    return i < all->count ? page_kernel_instead(f, &all->item[i], later, 4) : NULL;
}
/* Returns whether a series has no other finding that misleads. */
static int page_is_alone(const page_file *f, const json *s, const json *finding)
{
    const struct told *t = page_told_of(f, s);
    size_t i = 0;
    while (i < t->n && (page_same(t->at[i], finding, "code") || !page_misleads(t->at[i]))) i++;
    return i == t->n && !t->more;
}
/* Says which number of the page may be quoted in place of the one that a finding forbids; if there is none, what to
   do. also: another finding, of which the same is said; NULL if there is none. */
static void page_instead(FILE *out, const page_file *f, const json *one, const json *also)
{
    const json *s = page_subject(f, one);
    size_t n = 0;
    const double rest = s && page_is_alone(f, s, one) ? page_rest(s, one, &n) : (double)NAN;
    const double device = s ? page_device_instead(s, one) : (double)NAN;
    double later = 0;
    const json *kernel = s && !strcmp(text_in(one, "code"), "jit-in-region") ? page_kernel_instead(f, s, &later, 1.5)
                                                                              : NULL;
    double outside_ns = 0;
    const json *outside = s && !strcmp(text_in(one, "code"), "no-sync") ? page_kernel_outside(f, &outside_ns) : NULL;

    if (rest > 0)
        fprintf(out, " Quote <b>%s</b> instead, the %s of the other %lu samples.", page_time(rest),
                n < FEW_SAMPLES ? "fastest" : "median", (unsigned long)n);
    else if (device > 0)
        fprintf(out, " For its commands alone, quote <b>%s</b>, their time on the device by events.",
                page_time(device));
    else if (kernel) {
        page_text(out, " Of the kernel alone (<code>", page_name(page_series_name(kernel)), "</code>) quote ");
        fprintf(out, "<b>%s</b> a launch, on the device by events: the median without the first.", page_time(later));
    } else if (outside) {
        fprintf(out, " Its %s took <b>%s</b> together, and kernel <code>", gt_some_(page_count(s, "n"), "sample"),
                page_time(number_in(s, "sum_ns")));
        page_name_text(out, page_name(page_series_name(outside)));
        fprintf(out, "</code> ran for <b>%s</b> in %s outside of the timers: of it, quote <b>%s</b> a launch, on the "
                     "device by events (median without the first).", page_time(number_in(outside, "sum_ns")),
                gt_some_(page_count(outside, "n"), "launch"), page_time(outside_ns));
    }
    if (!(rest > 0) && !(device > 0) && !kernel && text_in(one, "remedy")[0]) {
        page_text(out, " What to do: ", text_in(one, "remedy"), "");
        if (also && !page_same(also, one, "remedy")) page_known(out, "; ", json_in(also, "remedy"), "");
        fputs(".", out);
    }
}
/* Returns the fault of a series: that of a clock whose count is known, since the program prints this count, or else the
   worst finding. Returns NULL if it has no fault. */
static const json *page_fault_of(const page_file *f, const json *s)
{
    const struct told *t = page_told_of(f, s);
    size_t i;
    if (!page_is_quoted(s) || !t->n || page_severity_of(t->at[0]) != PAGE_FAULT) return NULL;
    for (i = 0; i < t->n; i++) if (isfinite(strip_number(t->at[i], "counted"))) return t->at[i];
    return t->at[0];
}
/* Names a few of the `faulty` series that have a fault, with their times, or with what the program's clock counted.
   Returns the finding of the first. */
static const json *page_faulty_names(FILE *out, const page_file *f, int file, size_t faulty, int own_clock)
{
    enum { NAMED = 3 };
    const json *all = page_list(&f->j, "series"), *first = NULL;
    size_t i, n = 0;

    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i], *fault = page_fault_of(f, s);
        const double counted = fault ? strip_number(fault, "counted") : (double)NAN;
        if (!fault || n++ >= NAMED) continue;
        if (!first) first = fault;
        if (n > 1) fputs(n == faulty ? " or " : ", ", out);
        else if (own_clock && !isfinite(counted)) fputs("what the program prints for ", out);
        if (isfinite(counted))
            fprintf(out, "the <b>%s</b> that %s counted in ", page_time(counted), n > 1 ? "it" : "the program's clock");
        else if (!own_clock) fprintf(out, "the <b>%s</b> of ", page_time(number_in(json_in(s, "duration"), "median")));
        page_series_link(out, f, file, page_series_name(s));
        if (isfinite(counted))
            fprintf(out, " (in %s, in which <b>%s</b> passed)", gt_some_(strip_number(fault, "count"), "sample"),
                    page_time(strip_number(fault, "passed")));
    }
    if (n > NAMED) fprintf(out, " or %lu more", (unsigned long)n - NAMED);
    return first;
}
/* Returns whether all faults of series have one code, that of `first`. */
static int page_is_one_fault(const page_file *f, const json *first)
{
    const json *all = page_list(&f->j, "series");
    size_t i;
    for (i = 0; i < all->count; i++) {
        const json *fault = page_fault_of(f, &all->item[i]);
        if (fault && !page_same(fault, first, "code")) return 0;
    }
    return 1;
}
/* Says what else spoils the numbers that the first fault spoils, and what to do about it: each code once. */
static void page_mend_also(FILE *out, const page_file *f, int file, const json *first, const json *also)
{
    const json *told = page_list(&f->j, "findings"), *series = page_list(&f->j, "series");
    const json *said[8];
    size_t i, k, n = 0;

    for (i = 0; i < told->count; i++) {
        const json *one = &told->item[i];
        const size_t at = page_series_at(f, text_in(one, "series"));
        const json *fault = at < series->count ? page_fault_of(f, &series->item[at]) : NULL;
        if (!fault || !page_same(fault, first, "code") || page_same(one, first, "code") || !page_misleads(one) ||
            (also && page_same(one, also, "code")) || n == sizeof said / sizeof *said) continue;
        for (k = 0; k < n && !page_same(said[k], one, "code"); k++) {}
        if (k < n) continue;
        said[n++] = one;
        page_text(out, n == 1 ? " Then mend this too: " : "; ", text_in(one, "sentence"), " (");
        page_code_link(out, f, file, one);
        page_text(out, "): ", text_in(one, "remedy"), "");
    }
    if (n) fputs(".", out);
}
/* The program's clock is wrong. Says what else is wrong with gputime's own time of these series. */
static void page_own_times(FILE *out, const page_file *f, int file)
{
    const json *all = page_list(&f->j, "series"), *first = NULL;
    size_t i, spoiled = 0;

    fputs(" The times on this page are gputime's own", out);
    for (i = 0; i < all->count; i++) {
        const struct told *t = page_told_of(f, &all->item[i]);
        size_t k = 1;
        if (!page_is_quoted(&all->item[i]) || !page_median_of(&all->item[i]).own_clock) continue;
        while (k < t->n && !page_misleads(t->at[k])) k++;
        if (k < t->n && !spoiled++) first = t->at[k];
    }
    fputs(!first ? ": quote these." : spoiled > 1 ? ", and misleading too: " : ", and this one misleads too: ", out);
    if (first) page_says_of(out, f, file, first);
    if (spoiled > 1)
        fprintf(out, " %lu more of these times mislead%s.", (unsigned long)spoiled - 1, spoiled == 2 ? "s" : "");
}
static int page_has_interval(const page_file *f)        /* of a series that may be quoted */
{
    const json *all = page_list(&f->j, "series");
    size_t i;

    for (i = 0; i < all->count; i++) {
        const page_median m = page_median_of(&all->item[i]);
        if (page_is_quoted(&all->item[i]) && m.low <= m.high) return 1;
    }
    return 0;
}
static const json *page_first_finding(const page_file *f)       /* the first of the worst severity */
{
    const json *told = page_list(&f->j, "findings");
    size_t i = 0, k;
    for (k = 1; k < told->count; k++)
        if (page_severity_of(&told->item[k]) < page_severity_of(&told->item[i])) i = k;
    return &told->item[i];
}
/* Returns whether the overview counts a series for that finding. */
static int page_is_told(const page_file *f, const json *one)
{
    const size_t i = page_series_at(f, text_in(one, "series"));
    const json *all = page_list(&f->j, "series"), *worst = i < all->count ? page_worst_of(f, &all->item[i]) : NULL;
    return worst && page_is_quoted(&all->item[i]) && page_severity_of(worst) == PAGE_WARNING;
}
static int page_has_bad(const page_file *f)     /* a fault or a warning */
{
    const json *told = page_list(&f->j, "findings");
    return told->count && page_severity_of(page_first_finding(f)) < PAGE_NOTE;
}
/* The first error that the run has kept: which, of which call, where, and what to do, or the first line of a log. */
static void page_error(FILE *out, const page_file *f)
{
    enum { SHOWN = 300 };
    const json *error = json_in(&f->j, "error");
    const double line = number_in(error, "line");
    char *detail = copy_of(text_in(error, "detail"));

    detail[line_cut(detail, SHOWN)] = 0;
    detail[strcspn(detail, "\n")] = 0;
    if (error->kind == JSON_OBJECT) {
        fputs("<p>The first error: <b>", out);
        page_text(out, "", text_in(error, text_in(error, "code")[0] ? "code" : "status"), "</b>");
        page_known(out, " of ", json_in(error, "call"), "");
        if (line > 0) page_known(out, ", ", json_in(error, "file"), gt_text_(", line %.0f", line));
        page_text(out, detail[0] ? ": " : "", detail, ".</p>\n");
    }
    free(detail);
}
/* Says of the only series with a warning which number must not be quoted either. */
static void page_forbids_more(FILE *out, const page_file *f, int file)
{
    const json *all = page_list(&f->j, "series");
    size_t i;
    for (i = 0; i < all->count; i++) {
        const json *one = page_is_quoted(&all->item[i]) ? page_worst_of(f, &all->item[i]) : NULL;
        if (!one || page_severity_of(one) != PAGE_WARNING) continue;
        if (!page_subject(f, one) && !page_number_first(one)[0]) fputs(" ", out);
        page_forbids(out, f, file, one, " Nor the ");
    }
}
/* Names a few series that can be quoted: of a program its timings, not the whole of it and the gaps between timings;
   no groups of a batch, whose answer is the slope.
   Returns the first note of these, NULL if they have none; *n gets how many they are. */
static const json *page_quotable(FILE *out, const page_file *f, int file, size_t *n)
{
    enum { NAMED = 3 };
    const json *all = page_list(&f->j, "series"), *note = NULL;
    size_t i, k;

    for (*n = 0, i = 0; i < all->count; i++) {
        const json *s = &all->item[i], *times = json_in(s, "duration");
        const struct told *t = page_told_of(f, s);
        const char *each;
        if (!page_is_quoted(s) || page_around(all, i) || page_is_gap(s) || !strcmp(text_in(s, "kind"), "program") ||
            !strcmp(text_in(s, "kind"), "comparison") || !strcmp(text_in(s, "kind"), "group")) continue;
        for (k = 0; k < t->n && !page_misleads(t->at[k]); k++) {}
        if (k < t->n || (*n)++ >= NAMED) continue;
        if (t->n && !note) note = t->at[0];
        for (k = 0; k < t->n && strcmp(text_in(t->at[k], "code"), "unequal-work"); k++) {}
        each = page_each(all, i);
        if (k < t->n) {     /* a median over different work says nothing */
            fprintf(out, "%s of the %.0f samples (<b>%s</b>", *n == 1 ? "Each" : ", each", page_count(s, "n"),
                    page_time(number_in(times, "min")));
            fprintf(out, " to <b>%s</b>%s%s)", page_time(number_in(times, "max")), each[0] ? "; " : "", each);
        } else {
            fprintf(out, "%s<b>%s</b>", *n == 1 ? "The " : ", the ", page_time(number_in(times, "median")));
            if (page_count(s, "n") > 1)
                fprintf(out, " (median of %.0f%s%s)", page_count(s, "n"), each[0] ? "; " : "", each);
        }
        fputs(" of ", out);
        page_series_link(out, f, file, page_series_name(s));
        if (k < t->n) fputs(" by itself, not their median,", out);
    }
    if (*n > NAMED) fprintf(out, " and %lu more", (unsigned long)*n - NAMED);
    if (*n) fputs(" can be quoted. ", out);
    return note;
}
/* The answer at the top of the page: may these numbers be quoted? */
static void page_answer(FILE *out, const page_file *f, int file)
{
    const size_t faulty = page_count_told(f, PAGE_FAULT), misleading = page_count_told(f, PAGE_WARNING);
    const size_t noted = page_count_told(f, PAGE_NOTE), rest = page_count_told(f, PAGE_SEVERITIES);
    const size_t all = faulty + misleading + noted + page_count_told(f, PAGE_NOTE + 1) + rest;
    const json *told = page_list(&f->j, "findings");
    const int bad = page_has_bad(f), failed = json_in(&f->j, "error")->kind == JSON_OBJECT;
    size_t i, notes = 0;

    for (i = 0; i < told->count; i++) notes += page_severity_of(&told->item[i]) == PAGE_NOTE;
    fprintf(out, "<p class=\"answer %s\"><span class=\"tag\">%s</span> ",
            faulty ? "fault" : bad ? "warning" : notes || failed ? "note" : "fine",
            faulty ? "fault" : bad ? "warning" : notes || failed ? "note" : "clean");
    if (faulty) {
        const int own_clock = page_count_own_clock(f) == faulty;
        const json *first, *also = NULL;
        fputs("Do not quote ", out);
        first = page_faulty_names(out, f, file, faulty, own_clock);
        fputs(": ", out);
        if (faulty == 1 && !own_clock && page_subject(f, first)) page_spoiled(out, page_subject(f, first), first);
        if (page_is_one_fault(f, first)) page_says(out, f, file, first, 0);
        else fputs("these numbers are not what their names say.", out);
        if (own_clock) page_own_times(out, f, file);
        else if (faulty == 1) also = page_says_also(out, f, file, first);
        if (page_is_one_fault(f, first) && !own_clock) {
            page_instead(out, f, first, also);
            page_mend_also(out, f, file, first, also);
        }
        if (misleading == 1) page_forbids_more(out, f, file);
        else if (misleading)
            fprintf(out, " %lu more of %lu series %s.", (unsigned long)misleading, (unsigned long)all,
                    misleading == 1 ? "misleads" : "mislead");
    } else if (bad || (notes && all)) {
        const json *first = page_first_finding(f);
        if (bad) {
            const json *also;
            size_t more;
            page_forbids(out, f, file, first, "Do not quote the ");
            also = page_says_also(out, f, file, first);
            more = misleading - (size_t)page_is_told(f, first) -
                   (also && !page_same(first, also, "series") && page_is_told(f, also));
            page_instead(out, f, first, also);
            if (more)
                fprintf(out, " %lu more of %lu series %s.", (unsigned long)more, (unsigned long)all,
                        more == 1 ? "misleads" : "mislead");
        } else {
            size_t n;
            const json *note = page_quotable(out, f, file, &n);
            if (note) first = note;
            fprintf(out, "%s%s", n ? "" : "No fault and no warning. ",
                    note ? "" : notes > 1 ? "First of the notes: " : "The note: ");
            if (!note) page_says_of(out, f, file, first);
            else page_says(out, f, file, first, 1);
        }
    } else if (failed) {
        fputs("A call failed in this run, as the next line says: check that the work was done before you quote a time.",
              out);
    } else if (all) {
        fprintf(out, "gputime found nothing that spoils %s; %s.", all == 1 ? "this number" : "these numbers",
                page_has_interval(f) ? "\xc2\xb1 says how far the median may be off"
                                     : "there are too few samples to say how far the median may be off");
    } else fputs("The file has no series with samples.", out);
    fputs("</p>\n", out);
}
static void page_file_print(FILE *out, const page_file *f, int file)
{
    const json *devices = page_list(&f->j, "devices"), *series = page_list(&f->j, "series");
    size_t i, quoted = 0, size; /* the series that may be quoted: neither warm-up nor commands */
    char *timelines = NULL;
    FILE *memory = open_memstream(&timelines, &size);

    if (!memory) out_of_memory();
    page_timelines(memory, f, file);
    if (fclose(memory)) out_of_memory();

    fprintf(out, "<section id=\"f%d\">\n", file);
    /* The name of a single file is the title already; screen readers miss no level of headings. */
    page_text(out, page.count > 1 ? "<h2>" : "<h2 class=\"heard\">", page_title(f), "");
    if (page.count > 1 && json_text(json_in(&f->j, "about"))[0]) page_text(out, " <small>", f->name, "</small>");
    fputs("</h2>\n", out);
    fputs("<p class=\"verdict\">Measured by gputime", out);
    for (i = 0; i < devices->count; i++)
        page_known(out, i ? "; " : " on ", json_in(&devices->item[i], "name"), "");
    if (text_in(&f->j, "date")[0])
        page_text(out, ", <span class=\"nb\">", page_date(text_in(&f->j, "date")), "</span>");
    fputs(".</p>\n", out);
    /* Which side is faster comes first, unless something is wrong with the times. */
    if (!page_has_bad(f)) page_outcomes(out, f, file);
    page_answer(out, f, file);
    if (page_has_bad(f)) page_outcomes(out, f, file);
    page_error(out, f);
    page_where(out, f);
    fputs("<p class=\"verdict\">", out);
    page_verdict(out, f);
    for (i = 0; i < series->count; i++) quoted += page_is_quoted(&series->item[i]) != 0;
    fprintf(out, " in %lu series.</p>\n<nav>", (unsigned long)quoted);
    if (page_list(&f->j, "comparisons")->count) fprintf(out, "<a href=\"#f%d-comparisons\">Comparisons</a> ", file);
    if (page_claims_of(f)) fprintf(out, "<a href=\"#f%d-claims\">Claims</a> ", file);
    fprintf(out, "<a href=\"#f%d-overview\">Overview</a> <a href=\"#f%d-findings\">Findings</a> ", file, file);
    if (page_list(&f->j, "sections")->count > (page_claims_of(f) != NULL))
        fprintf(out, "<a href=\"#f%d-sections\">More results</a> ", file);
    if (timelines[0]) fprintf(out, "<a href=\"#f%d-timelines\">Timelines</a> ", file);
    fprintf(out, "<a href=\"#f%d-series\">Series</a> <a href=\"#f%d-environment\">Environment</a> "
                 "<a href=\"#f%d-tables\">Table</a> <a href=\"#f%d-data\">Data</a></nav>\n", file, file, file, file);
    page_comparisons(out, f, file);
    page_claims(out, f, file);
    page_overview(out, f, file);
    if (!page_list(&f->j, "comparisons")->count) chart_series(out, f);
    page_batches(out, f, file);
    page_findings_print(out, f, file);
    page_sections(out, f, file);
    fputs(timelines, out);
    free(timelines);
    page_pictures(out, f, file);
    page_environment(out, f, file);
    page_series_table(out, f, file);
    page_data(out, f, file);
    fputs("</section>\n", out);
}
static void page_contents(FILE *out)
{
    static const char *const head[] = { "", "file", "", "findings", "n", "series", NULL };
    int k;
    page_table(out, head);
    for (k = 0; k < page.count; k++) {
        fprintf(out, "<tr><th scope=\"row\"><a href=\"#f%d\">", k + 1);
        page_text(out, "", page.at[k].name, "</a></th><td>");
        page_verdict(out, &page.at[k]);
        fprintf(out, "</td><td class=\"n\">%lu</td></tr>\n", (unsigned long)page_list(&page.at[k].j, "series")->count);
    }
    fputs("</tbody></table>\n", out);
}
static void page_head(FILE *out, const char *name)
{
    int k;
    page_text(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                   "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
                   "dark\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                   "'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<title>", name,
              ": gputime</title>\n<style>\n");
    for (k = 0; page_style[k]; k++) fprintf(out, "%s\n", page_style[k]);
    page_text(out, "</style></head>\n<body>\n<main>\n<h1>", name, "</h1>\n");
}
static void page_end(FILE *out)
{
    fputs("</main>\n<footer>Written by gtlint of gputime " GPUTIME_VERSION ".</footer>\n</body></html>\n", out);
}
static gt_status page_print(FILE *out)
{
    int k;
    page_head(out, page.count == 1 ? page_title(&page.at[0]) : gt_text_("%d files", page.count));
    if (page.count > 1) page_contents(out);
    for (k = 0; k < page.count; k++) page_file_print(out, &page.at[k], k + 1);
    page_end(out);
    return ferror(out) ? GT_ERR_IO : GT_OK;
}
/* Gives a trace to the document of the same run. */
static void page_take_trace(page_file *of)
{
    int k = 0;
    while (k < page.count && (page.at[k].calls || !trace_is_of(of->calls, &page.at[k].j))) k++;
    if (k < page.count) {
        page.at[k].calls = of->calls;
        return;
    }
    fprintf(stderr, "gtlint: %s is not the whole trace of one of these runs, and was left out\n", of->name);
    page_close(of);
}
/* Returns the exit status. If a file is no document, that is 2, and nothing is written. */
static int page_write(const char *to, char *const *file, int files)
{
    page_file *traces = (page_file *)room_for((size_t)files, sizeof *traces);
    int k, right = 1, with_calls = 0;
    page.at = (page_file *)room_for((size_t)files + 1, sizeof *page.at);
    memset(page.at, 0, sizeof *page.at);
    page.count = 0;
    for (k = 0; k < files; k++) {
        right &= page_open(file[k], &page.at[page.count]);
        if (page.at[page.count].calls) traces[with_calls++] = page.at[page.count];
        else page.count++;
        memset(&page.at[page.count], 0, sizeof *page.at);
    }
    if (right && !page.count) right = bad_value("--html needs a JSON document beside a trace", NULL) == 0;
    for (k = 0; k < with_calls; k++) page_take_trace(&traces[k]);
    free(traces);
    for (page.series = 0, k = 0; k < page.count; k++) {
        page.series += page_list(&page.at[k].j, "series")->count;
        page_sort(&page.at[k]);
        page_told(&page.at[k]);
    }
    if (right && gt_write_file(to, page_print) != GT_OK) {
        gt_fail(stderr);
        right = 0;
    }
    for (k = 0; k < page.count; k++) {
        page_close(&page.at[k]);
        free(page.at[k].by_name);
        free(page.at[k].told);
    }
    free(page.at);
    return right ? 0 : 2;
}
