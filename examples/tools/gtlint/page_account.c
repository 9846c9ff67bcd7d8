/* The small pictures of the page: a bar of where the time goes, a strip of samples, a timeline of one sample. Part of
   gtlint.c. */

/* Groups of parts, in the order of the bar. Each group has a colour, and its name stands beside the bar. */
enum { LOOK_DEVICE, LOOK_WAITING, LOOK_RETURN, LOOK_HOST, LOOK_UNSEEN, LOOK_FIRST, LOOK_EARLIER, LOOKS };
static const char *const look_names[] = { "device", "waiting", "return", "host", "unseen", "first use",
                                          "earlier work" };
static const char *const look_means[] = {
    "a command ran.", "the next command had not started.", "all commands had ended, and the wait had not returned.",
    "the program's own code, or gputime itself.", "commands that were not collected may have run.",
    "builds, making objects, and what a first launch waited for.", "commands from before the sample still ran." };
typedef struct shares {
    double of[LOOKS], all;      /* ns in a typical sample; all: their sum, 0 if not known */
    unsigned joined;            /* groups that cannot be told apart, as bits; the first of them has the time of all */
    double faults;              /* which part of the sample page faults took: estimated, inside the others */
} shares;

static int look_of(const char *part)
{
    static const struct { const char *part; int look; } looks[] = {
        { "kernel", LOOK_DEVICE }, { "copy", LOOK_DEVICE }, { "first run", LOOK_DEVICE }, { "return", LOOK_RETURN },
        { "setup", LOOK_FIRST }, { "first launch", LOOK_FIRST }, { "kit", LOOK_HOST }, { "host", LOOK_HOST },
        { "unseen", LOOK_UNSEEN }, { "earlier", LOOK_EARLIER } };
    size_t i;
    for (i = 0; i < sizeof looks / sizeof *looks; i++) if (!strcmp(looks[i].part, part)) return looks[i].look;
    return LOOK_WAITING;
}
/* Returns the groups that cannot be told apart, as bits: those of parts that are in doubt in most samples, if the time
   in doubt is more than a small part of these. One group
   alone shares with what it may be instead, as in the report: return with waiting, and any other with return. */
static unsigned shares_joined(const json *samples, const double *part)
{
    const json *column = json_of(samples, "doubtful", JSON_NUMBERS), *ns = json_of(samples, "doubt_ns", JSON_NUMBERS);
    const json *length = json_of(samples, "duration_ns", JSON_NUMBERS);
    const int is_known = ns->count == column->count && length->count == column->count;
    const double little = 0.05;
    unsigned joined = 0;
    size_t i;
    int p;
    for (p = 0; column->x && p < LIST_DEVICE; p++) {
        const int look = look_of(list_parts[p].title);
        size_t doubts = 0, known = 0;
        for (i = 0; i < column->count; i++) {
            if (!isfinite(column->x[i])) continue;
            known++;
            if (!is_known || !(ns->x[i] < little * length->x[i])) doubts += (unsigned long)column->x[i] >> p & 1;
        }
        if (look != LOOK_DEVICE && part[p] > 0 && 2 * doubts > known) joined |= 1u << look;
    }
    if (joined && !(joined & (joined - 1))) joined |= 1u << (joined == 1u << LOOK_RETURN ? LOOK_WAITING : LOOK_RETURN);
    return joined;
}
static shares shares_of(const json *s)
{
    double part[LIST_PARTS];
    shares is;
    int p, look, first = LOOKS;
    memset(&is, 0, sizeof is);
    parts_of(s, part);
    for (p = 0; p < LIST_DEVICE; p++) {
        if (!isfinite(part[p])) continue;
        is.of[look_of(list_parts[p].title)] += part[p];
        is.all += part[p];
    }
    if (is.all > 0) is.joined = shares_joined(json_in(s, "samples"), part);
    for (look = LOOKS - 1; look >= 0; look--) if (is.joined >> look & 1) first = look;
    for (look = first + 1; look < LOOKS; look++) {
        if (!(is.joined >> look & 1)) continue;
        is.of[first] += is.of[look];
        is.of[look] = 0;
    }
    return is;
}
static const char *share_name(const shares *is, int look)
{
    const char *name = look_names[look];
    int other;
    for (other = look + 1; is->joined >> look & 1 && other < LOOKS; other++)
        if (is->joined >> other & 1) name = gt_text_("%s|%s", name, look_names[other]);
    return name;
}
enum { SHARES_WIDE = 160 };
static double shares_width(const shares *is, int look)  /* 0 for a group below one percent, which the bar leaves out */
{
    return is->all > 0 && 100 * is->of[look] >= is->all ? SHARES_WIDE * is->of[look] / is->all : 0;
}
/* Writes the shares as "device 87 %, return 13 %", without those below one percent. */
static void shares_text(FILE *out, const shares *is)
{
    int look, listed = 0;
    for (look = 0; look < LOOKS; look++)
        if (shares_width(is, look) > 0)
            fprintf(out, "%s%s\xc2\xa0%.0f\xc2\xa0%%", listed++ ? ", " : "", share_name(is, look),
                    100 * is->of[look] / is->all);
    if (is->faults > 0) fprintf(out, "; about %.0f\xc2\xa0%% are page faults", 100 * fmin(is->faults, 1));
}
/* Returns whether the bar shows that group within those that cannot be told apart. */
static int shares_joined_at(const shares *is, int look)
{
    int first = 0;
    while (first < LOOKS - 1 && !(is->joined >> first & 1)) first++;
    return is->joined >> look & 1 && shares_width(is, first) > 0;
}
/* Draws groups that cannot be told apart: stripes of their colours. */
static void shares_stripes(FILE *out, const shares *is, double at, double wide)
{
    enum { STRIPE = 6 };
    double x = 0;
    int look = -1;
    while (x < wide) {
        do look = (look + 1) % LOOKS; while (!(is->joined >> look & 1));
        fprintf(out, "<rect class=\"p%d\" x=\"%.1f\" y=\"1\" width=\"%.1f\" height=\"12\"/>", look, at + x,
                fmin(STRIPE, wide - x));
        x += STRIPE;
    }
}
/* marked: the group that gets a frame; below 0 for none. The page faults are a line below the bar. */
static void shares_bar(FILE *out, const shares *is, int marked)
{
    enum { WIDE = SHARES_WIDE };
    const int high = is->faults > 0 ? 19 : 14;
    const int joined_is_marked = marked >= 0 && shares_joined_at(is, marked);
    double at = 0;
    int look;
    if (!(is->all > 0)) return;
    fprintf(out, "<svg class=\"share\" viewBox=\"0 0 160 %d\" width=\"160\" height=\"%d\" role=\"img\" "
                 "aria-label=\"", high, high);
    shares_text(out, is);
    fputs("\">", out);
    if (is->faults > 0) fprintf(out, "<path class=\"faults\" d=\"M0 16.5H%.1f\"/>", WIDE * fmin(is->faults, 1));
    for (look = 0; look < LOOKS; look++) {
        const double wide = shares_width(is, look);
        const int joined = is->joined >> look & 1;
        if (!(wide > 0)) continue;
        if (joined) shares_stripes(out, is, at, wide);
        else fprintf(out, "<rect class=\"p%d\" x=\"%.1f\" y=\"1\" width=\"%.1f\" height=\"12\"/>", look, at, wide);
        if (joined ? joined_is_marked : look == marked)
            fprintf(out, "<rect class=\"is\" x=\"%.1f\" y=\"1\" width=\"%.1f\" height=\"12\"/>", at, wide);
        at += wide;
        if (at < WIDE - 1) fprintf(out, "<path class=\"edge\" d=\"M%.1f 1v12\"/>", at);     /* needs no colour */
    }
    fputs("</svg>", out);
}

/* -- a strip: the samples in their order -- */

enum { STRIP_WIDE = 160, STRIP_HIGH = 30 };

/* Which samples and which part of the bar a finding is about. STRIP_MOST marks the samples with the largest values of
   `column`, as many as the finding counts; if it does not say how many, all with a value above 0. Without a column it
   marks all samples or none. The other ways use the numbers of the finding. */
typedef enum strip_way { STRIP_NONE, STRIP_MOST, STRIP_FIRST, STRIP_HEAD, STRIP_TAIL, STRIP_HIGH_MODE } strip_way;
static const struct { const char *code; strip_way way; const char *column; int look; } strip_findings[] = {
    { "no-sync", STRIP_MOST, "after_ns", -1 }, { "dirty-start", STRIP_MOST, "earlier_ns", LOOK_EARLIER },
    { "held", STRIP_MOST, "held_ns", LOOK_WAITING }, { "page-faults", STRIP_MOST, "faults", -1 },
    { "preempted", STRIP_MOST, "involuntary", -1 }, { "jit-in-region", STRIP_MOST, "setup_ns", LOOK_FIRST },
    { "created-inside", STRIP_MOST, "setup_ns", LOOK_FIRST }, { "unwarmed", STRIP_NONE, "", LOOK_FIRST },
    { "outliers", STRIP_MOST, "duration_ns", -1 },
    { "cold-first", STRIP_FIRST, "thread", -1 }, { "warmup", STRIP_HEAD, "duration_ns", -1 },
    { "drift", STRIP_TAIL, "duration_ns", -1 }, { "bimodal", STRIP_HIGH_MODE, "duration_ns", -1 },
    { "host-inside", STRIP_NONE, "", LOOK_HOST }, { "kit-time", STRIP_NONE, "", LOOK_HOST },
    { "sync-bound", STRIP_NONE, "", LOOK_WAITING }, { "launch-bound", STRIP_NONE, "", LOOK_WAITING },
    { "unseen", STRIP_NONE, "", LOOK_UNSEEN }, { "partial", STRIP_NONE, "", LOOK_UNSEEN },
    { "contended", STRIP_NONE, "", LOOK_WAITING }, { "cpu-clock", STRIP_MOST, "", -1 },
    { "marker", STRIP_MOST, "", -1 } };
enum { STRIP_FINDINGS = sizeof strip_findings / sizeof *strip_findings };

static int strip_finding(const char *code)      /* returns STRIP_FINDINGS if the table lacks it */
{
    int i = 0;
    while (i < STRIP_FINDINGS && strcmp(strip_findings[i].code, code)) i++;
    return i;
}
static double strip_number(const json *finding, const char *name)       /* returns NaN if it has no such number */
{
    const json *all = json_of(finding, "numbers", JSON_LIST);
    size_t i;
    for (i = 0; i < all->count; i++)
        if (!strcmp(text_in(&all->item[i], "name"), name)) return number_in(&all->item[i], "value");
    return (double)NAN;
}
/* The least value for which STRIP_MOST marks a sample. Durations are always above 0, so for these the finding must say
   how many samples it counts. */
static double strip_least(const json *finding, const char *column, const double *x, size_t n)
{
    const double samples = strip_number(finding, "samples");
    size_t count;
    double *sorted = sorted_of(x, n, &count), least = strcmp(column, "duration_ns") ? 0 : INFINITY;

    if (isfinite(strip_number(finding, "of")) && samples >= 1 && samples <= (double)count)
        least = sorted[count - (size_t)samples];
    free(sorted);
    return least;
}
static int strip_marked(strip_way way, const json *finding, const double *x, size_t n, size_t i, double least)
{
    const double step = strip_number(finding, "sample");

    if (way == STRIP_FIRST) return !i || x[i] > x[i - 1];
    if (way == STRIP_HEAD) return (double)i < strip_number(finding, "samples");
    if (way == STRIP_TAIL) return isfinite(step) ? (double)i >= step : 3 * i >= 2 * n;
    if (way == STRIP_HIGH_MODE) return x[i] > (strip_number(finding, "low") + strip_number(finding, "high")) / 2;
    return x[i] > 0 && x[i] >= least;
}
static int strip_is_lone(const json *s, size_t n)       /* returns whether all samples are of one thread */
{
    const json *thread = json_of(json_in(s, "samples"), "thread", JSON_NUMBERS);
    size_t i = 1;
    while (i < thread->count && !(thread->x[i] > thread->x[0])) i++;
    return thread->count == n && i == n;
}
/* Returns "sample 4 of 9"; if the samples are of several threads, "thread 2, sample 4 of its 9". */
static const char *sample_name(const double *thread, size_t n, size_t at)
{
    size_t first = at, end = at;
    while (first > 0 && thread[first - 1] == thread[at]) first--;
    while (end < n && thread[end] == thread[at]) end++;
    return first || end < n
        ? gt_text_("thread %.0f, sample %lu of its %lu", thread[at], (unsigned long)(at - first) + 1,
                   (unsigned long)(end - first))
        : gt_text_("sample %lu of %lu", (unsigned long)at + 1, (unsigned long)n);
}
/* The shares, with what the finding page-faults says of all samples (or else of the sample that has most), if half
   of the samples or more have such faults. */
static shares shares_with_faults(const page_file *f, const json *s)
{
    const json *all = page_list(&f->j, "findings"), *told = page_list(s, "findings");
    shares is = shares_of(s);
    size_t i, k = 0;

    while (k < told->count && strcmp(json_text(&told->item[k]), "page-faults")) k++;
    for (i = 0; k < told->count && i < all->count; i++) {
        const json *one = &all->item[i];
        const double of_all = number_in(one, "spoils");
        const double share = of_all > 0 ? of_all : strip_number(one, "cost") / strip_number(one, "length");
        if (!strcmp(text_in(one, "code"), "page-faults") && page_same(one, s, "series") && share > 0 &&
            2 * strip_number(one, "samples") >= strip_number(one, "of")) is.faults = share;
    }
    return is;
}
/* Returns an array with a 1 for each sample that the finding marks, or NULL if it marks none. "20 of 20 samples" marks
   all, whatever the finding is. */
static unsigned char *strip_marks(const json *s, const json *finding, size_t n)
{
    const int row = strip_finding(text_in(finding, "code"));
    const double of = strip_number(finding, "of");
    const int of_all = of >= (double)n && strip_number(finding, "samples") >= of;
    const strip_way known = row < STRIP_FINDINGS ? strip_findings[row].way : STRIP_NONE;
    const int firsts = known == STRIP_FIRST && strip_number(finding, "samples") > 1; /* of several sizes: the longest */
    const strip_way way = of_all || firsts ? STRIP_MOST : known;
    const int is_all = of_all || fmax(strip_number(finding, "count"), strip_number(finding, "samples")) >= (double)n;
    const char *column = !way ? "" : is_all || firsts ? "duration_ns" : strip_findings[row].column;
    const json *values = json_of(json_in(s, "samples"), column, JSON_NUMBERS);
    const double *x = values->count == n ? values->x : NULL;
    unsigned char *mark = x ? (unsigned char *)calloc(n + 1, 1) : NULL;
    const double least = mark && way == STRIP_MOST && !is_all ? strip_least(finding, column, x, n) : 0;
    const double only = strip_number(finding, "sample");
    size_t i, marked = 0;

    for (i = 0; mark && i < n; i++) {
        mark[i] = strip_marked(way, finding, x, n, i, least) != 0;
        marked += mark[i];
    }
    /* No column shows it: an inferred finding names its only sample, by its number in a series of one thread. */
    if (mark && !marked && strip_number(finding, "samples") <= 1 && only >= 1 && only <= (double)n &&
        strip_is_lone(s, n))
        mark[(size_t)only - 1] = (unsigned char)(marked = 1);
    if (marked) return mark;
    free(mark);
    return NULL;
}
/* Draws the strip. The samples of the finding are larger and have another colour. finding: NULL to mark none. The
   strip has no numbers, so its axis is at least 2 % of the median high: smaller differences look small. */
static void strip_print(FILE *out, const json *s, const json *finding)
{
    const json *times = json_in(s, "duration");
    picture p = picture_of(json_of(json_in(s, "samples"), "duration_ns", JSON_NUMBERS));
    const double least = 0.02 * number_in(times, "median"), lacks = least - (p.high - p.low);
    const frame in = { 3, 3, STRIP_WIDE - 6, STRIP_HIGH - 6, STRIP_WIDE / 2 };
    unsigned char *mark = finding ? strip_marks(s, finding, p.n) : NULL;

    if (!p.log && lacks > 0) {
        p.low -= lacks / 2;
        p.high += lacks / 2;
    }
    if (p.n >= 2 && isfinite(p.high)) {
        fprintf(out, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
                     "aria-label=\"%lu samples in their order, median %s, from %s to %s%s\">", STRIP_WIDE, STRIP_HIGH,
                STRIP_WIDE, STRIP_HIGH, (unsigned long)p.n, page_time(number_in(times, "median")),
                page_time(number_in(times, "min")), page_time(number_in(times, "max")),
                mark ? ", with those marked that the finding is about" : "");
        picture_threads(out, json_in(json_in(s, "samples"), "thread"), &in);
        picture_sequence(out, "points", &p, NULL, &in);
        if (mark) picture_sequence(out, "marked", &p, mark, &in);
        fputs("</svg>", out);
    }
    free(mark);
}
/* Returns the group of the bar that a finding is about, and that the bar shows; -1 if there is none. */
static int finding_look(const shares *is, const json *finding)
{
    const int row = strip_finding(text_in(finding, "code"));
    int look = row < STRIP_FINDINGS ? strip_findings[row].look : -1;
    /* where no kernel is known to be launched for the first time, a late one waits */
    if (look == LOOK_FIRST && isfinite(strip_number(finding, "late")) && !(shares_width(is, look) > 0))
        look = LOOK_WAITING;
    return look >= 0 && (shares_width(is, look) > 0 || shares_joined_at(is, look)) ? look : -1;
}
/* Draws the picture of a finding: the strip with its samples marked, and the bar with its part framed. Draws neither if
   it would show nothing of the finding. */
static void finding_picture(FILE *out, const page_file *f, const json *s, const json *finding)
{
    const shares is = shares_with_faults(f, s);
    const int look = finding_look(&is, finding);
    const int in_bar = look >= 0 || (!strcmp(text_in(finding, "code"), "page-faults") && is.faults > 0);
    const size_t n = json_of(json_in(s, "samples"), "duration_ns", JSON_NUMBERS)->count;
    unsigned char *mark = strip_marks(s, finding, n);
    const int in_strip = mark && n > 1;

    if (in_strip || in_bar) fputs("<span class=\"shown\">", out);
    if (in_strip) strip_print(out, s, finding);
    if (in_bar) shares_bar(out, &is, look);
    if (in_strip || in_bar) fputs("</span>", out);
    free(mark);
}

/* -- a timeline of one sample -- */

enum { LINE_LEFT = 104, LINE_WIDE = 252, LINE_ROW = 17, LINE_ROWS = 12, LINE_NAME = 16, LINE_ENDS = 2048 };

/* The state of a timeline: a stretch of one thread's time, with lanes below each other. */
typedef struct drawing {
    FILE *out;
    FILE *table;                        /* gets the same as rows, with numbers */
    const char *name;                   /* of the marks that are drawn now */
    size_t rows;                        /* how many rows that name has */
    double begin, length, thread, per_ns;
    double waited;                      /* the last END for which a call waited */
    double shown, arrow;                /* where the last mark of this lane ends; where the last arrow of a wait ends */
    int lanes, ends;                    /* ends: how many are in `end` */
    struct { double at; int lane; } end[LINE_ENDS];     /* ENDs of the commands that were drawn */
} drawing;
/* The columns of a series that a timeline needs, with n values each; NULL if the file lacks one. The document owns
   them. */
typedef struct line_columns { size_t n; const double *begin, *length, *thread, *queue, *submit; } line_columns;

static const double *line_column(const json *s, const char *name, size_t n)     /* NULL if it has not n values */
{
    const json *column = json_of(json_in(s, "samples"), name, JSON_NUMBERS);
    return column->count == n ? column->x : NULL;
}
static line_columns line_columns_of(const json *s)
{
    line_columns c;

    c.n = json_of(json_in(s, "samples"), "begin_ns", JSON_NUMBERS)->count;
    c.begin = line_column(s, "begin_ns", c.n);
    c.length = line_column(s, "duration_ns", c.n);
    c.thread = line_column(s, "thread", c.n);
    c.queue = line_column(s, "queue_ns", c.n);
    c.submit = line_column(s, "submit_ns", c.n);
    if (!c.begin || !c.length || !c.thread) c.n = 0;
    return c;
}
static int line_has(const drawing *l, const line_columns *c, size_t i)
{
    return c->thread[i] == l->thread && c->begin[i] >= l->begin && c->begin[i] <= l->begin + l->length;
}
static double line_x(const drawing *l, double at)
{
    return LINE_LEFT + fmin(fmax((at - l->begin) * l->per_ns, 0), LINE_WIDE);
}
static int line_y(int lane) { return 3 + lane * LINE_ROW; }
/* Returns 1 if a mark of that time shows beside those that were drawn on its lane, left of it. Thousands of commands
   lie on a few hundred pixels. */
static int line_shows(drawing *l, double begin, double end)
{
    const double to = fmax(line_x(l, end), line_x(l, begin) + 1);
    if (to < l->shown + 0.5) return 0;
    l->shown = to;
    return 1;
}

/* The sample whose length is nearest to the median. */
static size_t line_sample(const double *length, size_t n, double median)
{
    size_t i, best = 0;
    for (i = 1; i < n; i++) if (fabs(length[i] - median) < fabs(length[best] - median)) best = i;
    return best;
}
static size_t line_cut(const char *text, int characters)    /* how many bytes that many characters of UTF-8 take */
{
    const char *at = text;
    while (*at && ((*at & 0xc0) == 0x80 || characters-- > 0)) at++;
    return (size_t)(at - text);
}
/* Writes the last part of a name to the left of a lane; a long one without its middle. */
static void line_name(const drawing *l, int lane, const char *name)
{
    const char *last = strrchr(name, '/');
    char *text = copy_of(last && last[1] ? last + 1 : name);
    const char *end = text + strlen(text);
    const int is_long = text[line_cut(text, LINE_NAME)] != 0;
    int kept = 0;

    fprintf(l->out, "<text class=\"e\" x=\"%d\" y=\"%d\">", LINE_LEFT - 6, line_y(lane) + 10);
    if (is_long) {      /* names that begin alike often end otherwise */
        for (; kept < LINE_NAME / 2; kept += (*end & 0xc0) != 0x80) end--;
        page_text(l->out, "", gt_text_("%.*s", (int)line_cut(text, LINE_NAME / 2 - 1), text), "\xe2\x80\xa6");
        page_text(l->out, "", end, "</text>");
    } else page_text(l->out, "", text, "</text>");
    free(text);
}
/* Writes a moment of the sample into a cell, finely enough to tell its order; nothing if it is not known. */
static void line_moment(const drawing *l, const char *kind, double at)
{
    const scale in = scale_of(l->length);
    const int decimals = (int)fmin(4, fmax(0, 4 - floor(log10(fmax(l->length * in.by, 1)))));
    page_cell(l->table, kind, !isfinite(at) ? "" : gt_fixed_((at - l->begin) * in.by, decimals,
                                                             gt_text_("\xc2\xa0%s", in.unit)));
}
enum { LINE_LISTED = 20 };      /* rows of a name; how many more there are is said */
/* Writes a row of the table. asked: when a command was enqueued; NaN of what is no command. begin: of a command START;
   NaN if that is not known. */
static void line_row(drawing *l, double asked, double begin, double length)
{
    if (l->rows++ >= LINE_LISTED) return;
    page_text(l->table, "<tr><th scope=\"row\">", l->name, "</th>");
    line_moment(l, "n wide", asked);
    line_moment(l, "n", begin);
    line_moment(l, "n", begin + length);
    fprintf(l->table, "<td class=\"n wide\">%s</td></tr>\n", page_time(length));
}
/* Ends the rows of a name. */
static void line_rows_end(drawing *l, const char *name)
{
    if (l->rows > LINE_LISTED)
        page_text(l->table, gt_text_("<tr><td colspan=\"5\">and %lu more of ", (unsigned long)l->rows - LINE_LISTED),
                  name, "</td></tr>\n");
    l->rows = 0;
}
static void line_bracket(drawing *l, int lane, double begin, double length)
{
    const double from = line_x(l, begin), to = line_x(l, begin + length);
    fprintf(l->out, "<path class=\"host\" d=\"M%.1f %dv-10H%.1fv10\"/>", from, line_y(lane) + 11, fmax(to, from + 1));
}
/* Draws a bracket for each scope of a series that lies in the sample. Returns how many. */
static int line_scopes(drawing *l, int lane, const json *s)
{
    line_columns c = line_columns_of(s);
    size_t i;
    int n = 0;

    l->shown = 0;
    l->name = page_name(page_series_name(s));
    for (i = 0; i < c.n; i++) {
        if (!line_has(l, &c, i)) continue;
        line_row(l, (double)NAN, c.begin[i], c.length[i]);
        if (line_shows(l, c.begin[i], c.begin[i] + c.length[i])) line_bracket(l, lane, c.begin[i], c.length[i]);
        n++;
    }
    line_rows_end(l, l->name);
    return n;
}
static double line_waited(const line_columns *c, size_t i)      /* from QUEUED to START; NaN if not known */
{
    return c->queue && c->submit ? c->queue[i] + c->submit[i] : (double)NAN;
}
/* Returns whether the begins of a device's commands are STARTs on the host's clock. Otherwise they are the times before
   the enqueue calls: nobody has aligned the clocks, or that was later. Then begin minus the time in the queue would lie
   before the scope that enqueued the command. */
static int line_is_aligned(const page_file *f, const json *s, const line_columns *c, const line_columns *scope)
{
    const json *devices = page_list(&f->j, "devices");
    const size_t device = (size_t)page_count(s, "device");
    const double tolerance_ns = 500;
    size_t i, k = 0;

    if (!device || device > devices->count ||
        !(number_in(json_in(&devices->item[device - 1], "state"), "aligned") > 0)) return 0;
    for (i = 0; i < c->n && scope->n; i++) {
        while (k + 1 < scope->n && (scope->thread[k] < c->thread[i] ||
                                    (scope->thread[k + 1] == c->thread[i] && scope->begin[k + 1] <= c->begin[i]))) k++;
        if (scope->thread[k] == c->thread[i] && c->begin[i] - line_waited(c, i) < scope->begin[k] - tolerance_ns)
            return 0;
    }
    return 1;
}
/* Draws the bar of a command, or, if kind is NULL, the arrow from its enqueue to its START. */
static void line_command(drawing *l, int lane, double asked, double start, double end, const char *kind)
{
    const double from = line_x(l, asked), to = line_x(l, start);
    const int y = line_y(lane);

    if (kind) {
        fprintf(l->out, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"8\"/>", kind, to, y + 3,
                fmax(1, line_x(l, end) - to));
        if (l->ends == LINE_ENDS) return;
        l->end[l->ends].at = end;
        l->end[l->ends++].lane = lane;
    } else if (to - from > 1) {
        fprintf(l->out, "<path class=\"arrow\" d=\"M%.1f %dv6m0 -3H%.1f\"/>", from, y + 4, to);
        if (to - from > 7) fprintf(l->out, "<path class=\"head\" d=\"M%.1f %dl-6 -3v6z\"/>", to, y + 7);
    }
}
/* Draws the commands of a series that lie in the sample: first the arrows, then the bars. Returns how many. */
static int line_commands(drawing *l, int lane, const page_file *f, const json *s, const json *scope)
{
    line_columns c = line_columns_of(s), around = line_columns_of(scope);
    const char *kind = strcmp(text_in(s, "command"), "kernel") ? "copy" : "p0";
    const int aligned = line_is_aligned(f, s, &c, &around);
    size_t i;
    int n = 0, bars;

    l->name = page_name(page_series_name(s));
    for (bars = 0; bars < 2; bars++)
        for (i = 0, n = 0, l->shown = 0; i < c.n; i++) {
            const double known = line_waited(&c, i), waited = isfinite(known) ? known : 0;
            const double start = aligned ? c.begin[i] : c.begin[i] + waited;
            if (!line_has(l, &c, i)) continue;
            if (bars && aligned) line_row(l, start - known, start, c.length[i]);
            else if (bars) line_row(l, c.begin[i], c.begin[i] + known, c.length[i]);
            if (line_shows(l, start, start + c.length[i]))
                line_command(l, lane, start - waited, start, start + c.length[i], bars ? kind : NULL);
            n++;
        }
    line_rows_end(l, l->name);
    return n;
}
/* Returns the series of the scope around the one at i. The search begins at `first`, which is returned if none fits. */
static const json *line_scope_of(const json *all, size_t first, size_t i)
{
    const char *name = page_series_name(&all->item[i]), *last = strrchr(name, '/');
    const size_t length = last ? (size_t)(last - name) : 0;
    size_t k;

    if (strlen(page_series_name(&all->item[first])) == length) return &all->item[first];
    for (k = i; k-- > first; ) {
        const char *above = page_series_name(&all->item[k]);
        if (strlen(above) == length && !strncmp(above, name, length)) return &all->item[k];
    }
    return &all->item[first];
}
/* Draws the series below the one at i. Each scope has a lane, which holds its commands too; each kind of command of the
   series itself has a lane. Returns how many series of commands were drawn. */
static int line_below(drawing *l, const page_file *f, size_t i)
{
    const json *all = page_list(&f->j, "series");
    const char *name = text_in(&all->item[i], "series");
    const size_t deep = strlen(name);
    const json *lane_of = NULL;
    size_t k;
    int commands = 0;

    for (k = i + 1; k < all->count && l->lanes < LINE_ROWS; k++) {
        const json *s = &all->item[k], *scope;
        const char *below = page_series_name(s);
        const int is_command = text_in(s, "command")[0] != 0;

        if (strncmp(below, name, deep) || below[deep] != '/') break;
        if (json_in(s, "cold")->number > 0) continue;
        scope = is_command ? line_scope_of(all, i, k) : s;
        if (is_command && scope == lane_of) {
            commands += line_commands(l, l->lanes - 1, f, s, scope) > 0;
            continue;
        }
        if (!(is_command ? line_commands(l, l->lanes, f, s, scope) : line_scopes(l, l->lanes, s))) continue;
        line_name(l, l->lanes, below);
        lane_of = is_command ? NULL : s;
        commands += is_command;
        l->lanes++;
    }
    return commands;
}
/* Draws the arrow of a wait: from the last END in that time to the end of the wait, at the foot of its lane. Draws none
   if an earlier wait was for that END. */
static void line_wait(drawing *l, int lane, double begin, double end)
{
    const double to = line_x(l, end);
    int i, last = -1;
    for (i = 0; i < l->ends; i++)
        if (l->end[i].at >= begin && l->end[i].at <= end + 1 && (last < 0 || l->end[i].at > l->end[last].at)) last = i;
    if (last < 0 || l->end[last].at <= l->waited || to < l->arrow + 3) return;
    l->waited = l->end[last].at;
    l->arrow = to;
    fprintf(l->out, "<path class=\"wait\" d=\"M%.1f %dL%.1f %dm-3 4.5l3 -4.5l3 4.5\"/>", line_x(l, l->end[last].at),
            line_y(l->end[last].lane) + 3, to, line_y(lane) + 12);
}
/* Draws a call on the lane of calls. One that waits is hollow, with an arrow. */
static void line_call(drawing *l, int lane, const trace_call *c)
{
    const double from = line_x(l, c->begin), to = fmax(line_x(l, c->begin + c->length), from + 1);
    fprintf(l->out, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"8\"/>", c->waits ? "waits" : "p4",
            from, line_y(lane) + 3, to - from);
    if (c->waits) line_wait(l, lane, c->begin, c->begin + c->length);
}
/* Draws the calls of the sample's thread that lie in the sample. Returns how many. */
static int line_calls(drawing *l, int lane, const trace *t)
{
    size_t i;
    int n = 0;
    l->shown = 0;
    for (i = 0; t && i < t->calls; i++) {
        const trace_call *c = &t->call[i];
        if (c->thread != l->thread || c->begin < l->begin || c->begin + c->length > l->begin + l->length + 1) continue;
        n++;
        if (!l->out) continue;
        l->name = c->name;
        line_row(l, (double)NAN, c->begin, c->length);
        if (line_shows(l, c->begin, c->begin + c->length)) line_call(l, lane, c);
    }
    line_rows_end(l, "the calls");
    return n;
}
/* Writes the calls that took longest in a sample, as "clFinish 1.20 ms (2)", with their number. */
static void line_call_names(FILE *out, const drawing *l, const trace *t)
{
    enum { NAMES = 3, KINDS = 64 };
    struct { const char *name; double sum; int n; } kind[KINDS];
    int kinds = 0, k, shown;
    size_t i;
    for (i = 0; t && i < t->calls; i++) {
        const trace_call *c = &t->call[i];
        if (c->thread != l->thread || c->begin < l->begin || c->begin + c->length > l->begin + l->length + 1) continue;
        for (k = 0; k < kinds && strcmp(kind[k].name, c->name); k++) {}
        if (k == KINDS) continue;
        if (k == kinds) {
            kind[kinds].name = c->name;
            kind[kinds].sum = 0;
            kind[kinds++].n = 0;
        }
        kind[k].sum += c->length;
        kind[k].n++;
    }
    for (shown = 0; shown < NAMES && kinds; shown++) {
        int most = 0;
        for (k = 1; k < kinds; k++) if (kind[k].sum > kind[most].sum) most = k;
        page_text(out, shown ? ", " : "; calls: ", kind[most].name, " ");
        fputs(page_time(kind[most].sum), out);
        if (kind[most].n > 1) fprintf(out, " (%d)", kind[most].n);
        kind[most] = kind[--kinds];
    }
}
/* Commands that ran on behind a sample are commands of the program. Makes the timeline so long that those that were
   enqueued in the sample fit. Returns the index of the program's series, or that of the sample's if there are none. */
static size_t line_behind(drawing *l, const page_file *f, size_t i)
{
    const json *all = page_list(&f->j, "series");
    const double end = l->begin + l->length;
    size_t program = 0, k, at;

    while (program < all->count && strcmp(text_in(&all->item[program], "kind"), "program")) program++;
    if (program == all->count || !(count_in(json_in(&all->item[i], "counts"), "unsynced") > 0)) return i;
    for (k = program + 1; k < all->count && text_in(&all->item[k], "command")[0]; k++) {
        const line_columns c = line_columns_of(&all->item[k]), around = line_columns_of(&all->item[program]);
        const int aligned = line_is_aligned(f, &all->item[k], &c, &around);
        for (at = 0; at < c.n; at++) {
            const double waited = line_waited(&c, at), asked = aligned ? c.begin[at] - waited : c.begin[at];
            if (isfinite(waited) && c.thread[at] == l->thread && asked >= l->begin && asked <= end)
                l->length = fmax(l->length, asked + waited + c.length[at] - l->begin);
        }
    }
    return l->begin + l->length > end ? program : i;
}
/* Draws the series at i and what is below it. Returns 0 if no sample holds a command. */
static int line_print(FILE *out, const page_file *f, size_t i)
{
    FILE *lanes;

    const trace *t = f->calls;
    const json *s = &page_list(&f->j, "series")->item[i];
    line_columns c = line_columns_of(s);
    char *text = NULL, *rows = NULL;
    size_t size, at = 0, below = i;
    int commands = 0, calls = 0;
    drawing l;

    memset(&l, 0, sizeof l);
    l.out = open_memstream(&text, &size);
    l.table = open_memstream(&rows, &size);
    if (!l.out || !l.table) out_of_memory();
    if (c.n) {
        at = line_sample(c.length, c.n, number_in(json_in(s, "duration"), "median"));
        l.begin = c.begin[at];
        l.length = c.length[at];
        l.thread = c.thread[at];
        below = line_behind(&l, f, i);
        l.per_ns = l.length > 0 ? LINE_WIDE / l.length : 0;
        line_name(&l, 0, text_in(s, "series"));
        l.name = page_name(text_in(s, "series"));
        line_bracket(&l, 0, l.begin, c.length[at]);
        line_row(&l, (double)NAN, l.begin, c.length[at]);
        line_rows_end(&l, l.name);
        lanes = l.out;
        l.out = NULL;
        calls = line_calls(&l, 1, t) > 0;
        l.out = lanes;
        l.lanes = 1 + calls;
        commands = line_below(&l, f, below);
        if (calls) line_name(&l, 1, "calls");
        if (calls) line_calls(&l, 1, t);
        if (!strcmp(text_in(s, "kind"), "phase")) line_wait(&l, 0, l.begin, l.begin + l.length);
    }
    if (fclose(l.out) || fclose(l.table)) out_of_memory();
    if (commands) {
        page_text(out, "<figure class=\"line\"><figcaption><code>", text_in(s, "series"), "</code>");
        fprintf(out, " %s, ", sample_name(c.thread, c.n, at));
        fputs(page_time(c.length[at]), out);
        if (below != i) fprintf(out, "; its commands ended after %s", page_time(l.length));
        if (calls) line_call_names(out, &l, t);
        fprintf(out, "</figcaption>\n<svg viewBox=\"0 0 360 %d\" role=\"img\" "
                     "aria-label=\"scopes, %scommands of one sample on an axis of time; a table follows\">%s"
                     "<path class=\"axis\" d=\"M%d %dh%d\"/><text x=\"%d\" y=\"%d\">0</text>"
                     "<text class=\"e\" x=\"%d\" y=\"%d\">%s</text></svg>\n",
                line_y(l.lanes) + 16, calls ? "calls, " : "", text,
                LINE_LEFT, line_y(l.lanes) + 1, LINE_WIDE, LINE_LEFT, line_y(l.lanes) + 13, LINE_LEFT + LINE_WIDE,
                line_y(l.lanes) + 13, page_time(l.length));
        fprintf(out, "<details><summary>The same as a table</summary><table><thead><tr><th scope=\"col\">what</th>"
                     "<th scope=\"col\" class=\"n wide\">enqueued</th><th scope=\"col\" class=\"n\">begins</th>"
                     "<th scope=\"col\" class=\"n\">ends</th><th scope=\"col\" class=\"n wide\">takes</th></tr></thead>"
                     "<tbody>\n%s</tbody></table></details></figure>\n", rows);
    }
    free(rows);
    free(text);
    return commands > 0;
}
