/* The small pictures of the page: where the time of a series goes as a bar, its samples as a strip, one sample as a
   timeline. Part of gtlint.c. */

/* What parts have in common, in the order in which a bar shows them; each has a colour, and its name beside. */
enum { LOOK_DEVICE, LOOK_WAITING, LOOK_RETURN, LOOK_HOST, LOOK_UNSEEN, LOOKS };
static const char *const look_names[] = { "device", "waiting for it", "return", "host", "unseen" };
typedef struct shares {
    double of[LOOKS], all;      /* ns, of a typical sample; all: their sum, 0: not known */
    int joined;                 /* 1: waiting and return cannot be told apart; both stand in the first */
} shares;

static int look_of(const char *part)
{
    static const struct { const char *part; int look; } looks[] = {
        { "kernel", LOOK_DEVICE }, { "copy", LOOK_DEVICE }, { "first run", LOOK_DEVICE }, { "return", LOOK_RETURN },
        { "setup", LOOK_HOST }, { "kit", LOOK_HOST }, { "host", LOOK_HOST }, { "unseen", LOOK_UNSEEN } };
    size_t i;
    for (i = 0; i < sizeof looks / sizeof *looks; i++) if (!strcmp(looks[i].part, part)) return looks[i].look;
    return LOOK_WAITING;
}
/* 1: in most samples launch or return is in doubt. */
static int shares_joined(const json *samples)
{
    const json *column = json_of(samples, "doubtful", JSON_NUMBERS);
    const double *x = column->x;
    size_t i, doubts = 0, known = 0;
    unsigned long waits = 0;
    int p;
    for (p = 0; p < LIST_DEVICE; p++) {
        const int look = look_of(list_parts[p].title);
        if (look == LOOK_WAITING || look == LOOK_RETURN) waits |= 1ul << p;
    }
    for (i = 0; x && i < column->count; i++) {
        if (!isfinite(x[i])) continue;
        known++;
        doubts += ((unsigned long)x[i] & waits) != 0;
    }
    return 2 * doubts > known;
}
static shares shares_of(const json *s)
{
    double part[LIST_PARTS];
    shares is;
    int p;
    memset(&is, 0, sizeof is);
    parts_of(s, part);
    for (p = 0; p < LIST_DEVICE; p++) {
        if (!isfinite(part[p])) continue;
        is.of[look_of(list_parts[p].title)] += part[p];
        is.all += part[p];
    }
    is.joined = is.all > 0 && shares_joined(json_in(s, "samples"));
    if (!is.joined) return is;
    is.of[LOOK_WAITING] += is.of[LOOK_RETURN];
    is.of[LOOK_RETURN] = 0;
    return is;
}
static const char *share_name(const shares *is, int look)
{
    return look == LOOK_WAITING && is->joined ? "waiting|return" : look_names[look];
}
/* "device 87 %, return 13 %"; what is below one percent is left out. */
static void shares_text(FILE *out, const shares *is)
{
    int look, listed = 0;
    for (look = 0; look < LOOKS; look++)
        if (100 * is->of[look] >= is->all)
            fprintf(out, "%s%s\xc2\xa0%.0f\xc2\xa0%%", listed++ ? ", " : "", share_name(is, look),
                    100 * is->of[look] / is->all);
}
/* marked: the look that has a frame; below 0: none. */
static void shares_bar(FILE *out, const shares *is, int marked)
{
    enum { WIDE = 160 };
    double at = 0;
    int look;
    if (!(is->all > 0)) return;
    fputs("<svg class=\"share\" viewBox=\"0 0 160 14\" width=\"160\" height=\"14\" role=\"img\" aria-label=\"", out);
    shares_text(out, is);
    fputs("\">", out);
    for (look = 0; look < LOOKS; look++) {
        const double wide = WIDE * is->of[look] / is->all;
        if (wide < 0.5) continue;
        fprintf(out, "<rect class=\"p%d%s\" x=\"%.1f\" y=\"1\" width=\"%.1f\" height=\"12\"/>", look,
                look == marked ? " is" : "", at, wide);
        at += wide;
    }
    fputs("</svg>", out);
}

/* -- a strip: the samples in their order -- */

enum { STRIP_WIDE = 160, STRIP_HIGH = 30 };

/* Which samples a finding is about: those in which that column is above 0, outliers above what the others are; "": the
   first of each thread. */
static const struct { const char *code, *column; int look; } strip_findings[] = {
    { "no-sync", "after_ns", -1 }, { "dirty-start", "earlier_ns", LOOK_WAITING }, { "held", "held_ns", LOOK_WAITING },
    { "page-faults", "faults", -1 }, { "preempted", "involuntary", -1 }, { "jit-in-region", "setup_ns", LOOK_HOST },
    { "created-inside", "setup_ns", LOOK_HOST }, { "cold-first", "", -1 }, { "outliers", "duration_ns", -1 },
    { "host-inside", NULL, LOOK_HOST }, { "kit-time", NULL, LOOK_HOST }, { "sync-bound", NULL, LOOK_WAITING },
    { "launch-bound", NULL, LOOK_WAITING }, { "unseen", NULL, LOOK_UNSEEN }, { "partial", NULL, LOOK_UNSEEN },
    { "contended", NULL, LOOK_WAITING } };
enum { STRIP_FINDINGS = sizeof strip_findings / sizeof *strip_findings };

static int strip_finding(const char *code)      /* STRIP_FINDINGS: none of those */
{
    int i = 0;
    while (i < STRIP_FINDINGS && strcmp(strip_findings[i].code, code)) i++;
    return i;
}
/* The samples that a finding marks, a 1 each; NULL: none. */
static unsigned char *strip_marks(const json *s, const char *code, size_t n)
{
    const json *samples = json_in(s, "samples");
    const int row = strip_finding(code);
    const char *column = row < STRIP_FINDINGS ? strip_findings[row].column : NULL;
    const json *values = column ? json_of(samples, column[0] ? column : "thread", JSON_NUMBERS) : NULL;
    const double *x = values && values->count == n ? values->x : NULL;
    double above = 0;
    unsigned char *mark = x ? (unsigned char *)calloc(n + 1, 1) : NULL;
    size_t i, marked = 0;
    if (mark && !strcmp(code, "outliers")) {
        size_t count;
        double *sorted = sorted_of(x, n, &count);
        if (count) above = sorted[count - 1 - count / 4] + 3 * (sorted[count - 1 - count / 4] - sorted[count / 4]);
        free(sorted);
    }
    for (i = 0; mark && i < n; i++) {
        mark[i] = column[0] ? x[i] > above : !i || x[i] > x[i - 1];
        marked += mark[i];
    }
    if (marked) return mark;
    free(mark);
    return NULL;
}
/* The samples that the finding `code` is about stand out; "": none do. */
static void strip_print(FILE *out, const json *s, const char *code)
{
    const picture p = picture_of(json_of(json_in(s, "samples"), "duration_ns", JSON_NUMBERS));
    const frame in = { 2, 2, STRIP_WIDE - 4, STRIP_HIGH - 4, STRIP_WIDE / 2 };
    unsigned char *mark = code[0] ? strip_marks(s, code, p.n) : NULL;
    if (p.n >= 2 && isfinite(p.high)) {
        fprintf(out, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
                     "aria-label=\"%lu samples in their order%s\">", STRIP_WIDE, STRIP_HIGH, STRIP_WIDE, STRIP_HIGH,
                (unsigned long)p.n, mark ? ", with those marked that the finding is about" : "");
        picture_sequence(out, "points", &p, NULL, &in);
        if (mark) picture_sequence(out, "marked", &p, mark, &in);
        fputs("</svg>", out);
    }
    free(mark);
}
/* The picture of a finding: the strip with its samples marked, the bar with its part framed. */
static void finding_picture(FILE *out, const json *s, const char *code)
{
    const shares is = shares_of(s);
    const int row = strip_finding(code), look = row < STRIP_FINDINGS ? strip_findings[row].look : -1;
    fputs("<span class=\"shown\">", out);
    strip_print(out, s, code);
    shares_bar(out, &is, look);
    fputs("</span>", out);
}

/* -- a timeline of one sample -- */

enum { LINE_LEFT = 52, LINE_WIDE = 304, LINE_ROW = 16, LINE_ROWS = 8 };

/* The sample whose length is nearest to the median, among those that hold commands. */
static size_t line_sample(const double *length, size_t n, double median)
{
    size_t i, best = 0;
    for (i = 1; i < n; i++) if (fabs(length[i] - median) < fabs(length[best] - median)) best = i;
    return best;
}
/* The commands of a series below that began in [begin, begin + length] of that thread, each with an arrow from where it
   was queued. Returns how many. */
static size_t line_commands(FILE *out, const json *s, double begin, double length, double thread, int row)
{
    const json *samples = json_in(s, "samples"), *starts = json_of(samples, "begin_ns", JSON_NUMBERS);
    const double *start = starts->x, *took = json_in(samples, "duration_ns")->x, *of = json_in(samples, "thread")->x;
    const double *queue = json_in(samples, "queue_ns")->x, *submit = json_in(samples, "submit_ns")->x;
    const char *name = text_in(s, "series"), *last = strrchr(name, '/');
    const double per_ns = LINE_WIDE / length;
    const int y = LINE_ROW * (row + 1) + 14, kernel = !strcmp(text_in(s, "command"), "kernel");
    size_t i, n = 0;
    for (i = 0; start && took && of && i < starts->count && n < 64; i++) {
        const double at = LINE_LEFT + (start[i] - begin) * per_ns;
        const double back = queue && submit ? queue[i] + submit[i] : (double)NAN;
        const double asked = LINE_LEFT + (start[i] - back - begin) * per_ns;
        if (of[i] != thread || !(start[i] >= begin && start[i] <= begin + length)) continue;
        if (asked <= at)
            fprintf(out, "<path class=\"arrow\" d=\"M%.1f 12V%dH%.1f\"/>", fmax(asked, LINE_LEFT), y + 5, at);
        fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"10\"/>",
                kernel ? "p0" : "copy", at, y, fmax(1, fmin(took[i] * per_ns, LINE_LEFT + LINE_WIDE - at)));
        n++;
    }
    if (n) {
        fprintf(out, "<text class=\"e\" x=\"%d\" y=\"%d\">", LINE_LEFT - 6, y + 9);
        page_text(out, "", last ? last + 1 : name, "</text>");
    }
    return n;
}
/* The series at i, with its commands in the series behind it. 0: no command lies in a sample. */
static int line_print(FILE *out, const json *all, size_t i)
{
    const json *s = &all->item[i], *samples = json_in(s, "samples");
    const json *lengths = json_of(samples, "duration_ns", JSON_NUMBERS);
    const double *begin = json_in(samples, "begin_ns")->x, *thread = json_in(samples, "thread")->x;
    const double *length = lengths->x;
    const char *name = text_in(s, "series");
    const size_t deep = strlen(name);
    char *text = NULL;
    size_t size, k, at = 0, lanes = 0;
    FILE *lane = open_memstream(&text, &size);
    if (!lane) out_of_memory();
    if (begin && length && thread && lengths->count) {
        at = line_sample(length, lengths->count, number_in(json_in(s, "duration"), "median"));
        for (k = i + 1; k < all->count && lanes < LINE_ROWS; k++) {
            const char *below = page_series_name(&all->item[k]);
            if (strncmp(below, name, deep) || below[deep] != '/') break;
            if (text_in(&all->item[k], "command")[0])
                lanes += line_commands(lane, &all->item[k], begin[at], length[at], thread[at], (int)lanes) > 0;
        }
    }
    if (fclose(lane)) out_of_memory();
    if (lanes) {
        page_text(out, "<figure class=\"line\"><figcaption><code>", name, "</code>");
        fprintf(out, " sample %lu of %lu, %s</figcaption>\n<svg viewBox=\"0 0 360 %d\" role=\"img\" "
                     "aria-label=\"commands of one sample on an axis of time\"><path class=\"host\" "
                     "d=\"M%d 2v10h%dV2\"/>%s</svg></figure>\n",
                (unsigned long)at + 1, (unsigned long)lengths->count, page_time(length[at]),
                (int)(LINE_ROW * (lanes + 1) + 14), LINE_LEFT, LINE_WIDE, text);
    }
    free(text);
    return lanes > 0;
}
