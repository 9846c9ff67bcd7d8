/* timeline.c - the timelines of gtprof's page: a lane for the calls of each thread, and one for the commands of each
   queue, from the trace that the process wrote. A link PID.trace leads to that. Part of gtprof.c. */

enum { LANES = 64, LANE_HIGH = 20, SLICES = 10000 };
enum { LANE_TIMERS, LANE_CALLS, LANE_COMMANDS };
static struct lane { long pid, tid; int kind; char name[96]; } lane[LANES];
static int lanes;

/* Copies the text behind "key":, without escapes. Returns 0 if there is none. */
static int line_text(const char *line, const char *key, char *to, size_t size) {
    const char *at = strstr(line, key);
    size_t n = 0;
    to[0] = 0;
    if (!at) return 0;
    for (at += strlen(key); *at && *at != '"' && n + 1 < size; at++) {
        if (*at == '\\' && at[1] == 'u' && strlen(at) > 5) at += 5;
        else if (*at == '\\' && at[1]) at++;
        to[n++] = *at;
    }
    to[n] = 0;
    return 1;
}
static void html_print(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '&') fputs("&amp;", out);
        else if (*text == '<') fputs("&lt;", out);
        else if (*text == '"') fputs("&quot;", out);
        else fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}
/* Returns where a slice belongs; -1: to no lane. */
static int line_kind(const char *line, long pid) {
    if (strstr(line, "\"cat\":\"program\"")) return -1;
    return pid > 1 ? LANE_COMMANDS : strstr(line, "\"cat\":\"call\"") || strstr(line, "\"cat\":\"clock\"")
                   ? LANE_CALLS : LANE_TIMERS;
}
static int lane_of(long pid, long tid, int kind) {      /* -1: there is none */
    int i;
    for (i = 0; i < lanes; i++) if (lane[i].pid == pid && lane[i].tid == tid && lane[i].kind == kind) return i;
    return -1;
}
static int lane_order(const void *a, const void *b) {
    const struct lane *x = (const struct lane *)a, *y = (const struct lane *)b;
    if (x->pid != y->pid) return (x->pid > y->pid) - (x->pid < y->pid);
    if (x->tid != y->tid) return (x->tid > y->tid) - (x->tid < y->tid);
    return (x->kind > y->kind) - (x->kind < y->kind);
}
static long line_number(const char *line, const char *key) {
    const double x = row_number(line, key);
    return x >= 0 && x < 1e9 ? (long)x : 0;
}
/* Finds the lanes and the time that they show, us. Returns how many slices there are. */
static size_t timeline_look(FILE *in, double *from, double *to) {
    char *line = NULL, name[96], queue[LANES][96];
    size_t length = 0, n = 0;
    int i;
    memset(queue, 0, sizeof queue);
    lanes = 0;
    *from = HUGE_VAL;
    *to = 0;
    while (getline(&line, &length, in) >= 0) {
        const long pid = line_number(line, "\"pid\":"), tid = line_number(line, "\"tid\":");
        const int kind = line_kind(line, pid);
        const double at = row_number(line, "\"ts\":"), took = row_number(line, "\"dur\":");
        if (strstr(line, "\"process_name\"") && pid > 1 && pid < LANES &&
            line_text(line, "\"args\":{\"name\":\"", name, sizeof name)) gt_copy_(queue[pid], sizeof *queue, name);
        if (!strstr(line, "{\"ph\":\"X\",") || kind < 0 || !(at >= 0) || !(took >= 0) || ++n > SLICES) continue;
        *from = fmin(*from, at);
        *to = fmax(*to, at + took);
        if (lane_of(pid, tid, kind) >= 0 || lanes == LANES) continue;
        lane[lanes].pid = pid;
        lane[lanes].tid = tid;
        lane[lanes++].kind = kind;
    }
    free(line);
    qsort(lane, (size_t)lanes, sizeof *lane, lane_order);
    for (i = 0; i < lanes; i++) {
        if (lane[i].kind == LANE_COMMANDS)
            snprintf(lane[i].name, sizeof lane[i].name, "%.80s%s", lane[i].pid < LANES ? queue[lane[i].pid] : "queue",
                     lane[i].tid > 1 ? ", at once" : "");
        else
            snprintf(lane[i].name, sizeof lane[i].name, "thread %ld: %s", lane[i].tid,
                     lane[i].kind == LANE_CALLS ? "calls" : "its timers");
    }
    return n;
}
static void timeline_slice(FILE *out, const char *line, int at, double x, double wide) {
    static const char *const keys[] = { "global", "local" };
    const char *look = lane[at].kind == LANE_TIMERS ? "p3" : lane[at].kind == LANE_CALLS ? "p4"
                     : strstr(line, "\"cat\":\"kernel\"") ? "p0" : "p1";
    const double bytes = row_number(line, "\"bytes\":"), code = row_number(line, "\"code\":");
    char text[256];
    int k;
    fprintf(out, "<rect class=\"%s\" x=\"%.5f\" y=\"%d\" width=\"%.5f\" height=\"%d\"><title>", look, x,
            at * LANE_HIGH + 3, wide, LANE_HIGH - 6);
    line_text(line, "\"name\":\"", text, sizeof text);
    html_print(out, text);
    fprintf(out, ", %s", gt_time_(1000 * row_number(line, "\"dur\":")));
    for (k = 0; k < 2; k++)
        if (line_text(line, gt_text_("\"%s\":\"", keys[k]), text, 64)) fprintf(out, ", %s %s", keys[k], text);
    if (bytes > 0) fprintf(out, ", %s", gt_rate_(bytes, "B"));
    if (gt_is_finite_(code)) fprintf(out, ", error %.0f", code);
    fputs("</title></rect>\n", out);
}
static void timeline_lines(FILE *out, FILE *in, double from, double to) {
    const double scale = 1000 / fmax(to - from, 1e-3);
    double arrow[2] = { 0, 0 };         /* where the last one begins */
    char *line = NULL;
    size_t length = 0, n = 0;
    while (getline(&line, &length, in) >= 0) {
        const long pid = line_number(line, "\"pid\":"), tid = line_number(line, "\"tid\":");
        const int arrives = strstr(line, "{\"ph\":\"f\",") != NULL, leaves = strstr(line, "{\"ph\":\"s\",") != NULL;
        const int kind = arrives || leaves ? pid > 1 ? LANE_COMMANDS : LANE_CALLS : line_kind(line, pid);
        const int at = kind < 0 ? -1 : lane_of(pid, tid, kind);
        const double x = scale * (row_number(line, "\"ts\":") - from), y = at * LANE_HIGH + 0.5 * LANE_HIGH;
        if (at < 0 || !(x >= 0) || x > 1000) continue;
        if (strstr(line, "{\"ph\":\"X\",") && ++n <= SLICES)
            timeline_slice(out, line, at, x, fmax(0, scale * row_number(line, "\"dur\":")));
        if (strstr(line, "\"cat\":\"clock\""))
            fprintf(out, "<path class=\"is\" d=\"M%.5f %dv%d\"/>\n", x, at * LANE_HIGH, LANE_HIGH);
        if (leaves) arrow[0] = x, arrow[1] = y;
        if (arrives && n <= SLICES)
            fprintf(out, "<path class=\"arrow%s\" d=\"M%.5f %.0fL%.5f %.0f\"/>\n",
                    strstr(line, "\"name\":\"enqueue\"") ? "" : " wait", arrow[0], arrow[1], x, y);
    }
    free(line);
}
/* Opens the trace to which a link in gtprof's folder leads. Returns a descriptor; below 0: there is none. */
static int timeline_open(const char *link, char path[static PATH_MAX]) {
    char at[PATH_MAX];
    snprintf(at, sizeof at, "%s/%s", folder, link);
    const ssize_t n = readlink(at, path, PATH_MAX - 1);
    path[n > 0 ? n : 0] = 0;
    return path[0] == '/' ? open_left(path) : -1;
}
/* The timeline of the process that left this link to its trace. */
static void timeline_print(FILE *out, const char *name) {
    static const int zooms[] = { 1, 4, 16, 64 };
    char path[PATH_MAX];
    const int file = timeline_open(name, path);
    FILE *in = file >= 0 ? fdopen(file, "r") : NULL;
    const long pid = strtol(name, NULL, 10);
    double from, to;
    size_t n = in ? timeline_look(in, &from, &to) : 0, k;
    int i;
    if (n) {
        fprintf(out, "<section class=\"tl\">\n<h2>The whole run on a line of time, process %ld</h2>\n<p>It shows %s. "
                     "Grey: OpenCL calls; green: times between readings of a clock; blue: kernels; yellow: copies "
                     "and fills; a line across a lane: a reading of a clock. Arrows lead from calls to their "
                     "commands, and from commands to those that wait for them. Point at a slice for its name, "
                     "sizes and bytes.%s</p>\n",
                pid, gt_time_(1000 * (to - from)),
                n > SLICES ? gt_text_(" Only the first %d of %lu slices are drawn.", SLICES, (unsigned long)n) : "");
        for (k = 0; k < sizeof zooms / sizeof *zooms; k++)
            fprintf(out, "<label><input type=\"radio\" name=\"tl%ld\" class=\"z%d\"%s> %s</label>\n", pid, zooms[k],
                    k ? "" : " checked", k ? gt_text_("%d times as wide", zooms[k]) : "whole");
        fputs("<div class=\"lanes\"><div class=\"names\">", out);
        for (i = 0; i < lanes; i++) {
            fputs("<div>", out);
            html_print(out, lane[i].name);
            fputs("</div>", out);
        }
        fprintf(out, "</div><div class=\"view\"><svg viewBox=\"0 0 1000 %d\" preserveAspectRatio=\"none\" "
                     "style=\"height:%dpx\" role=\"img\" aria-label=\"%lu calls, timers and commands over time\">\n",
                lanes * LANE_HIGH, lanes * LANE_HIGH, (unsigned long)n);
        rewind(in);
        timeline_lines(out, in, from, to);
        fputs("</svg></div></div>\n</section>\n", out);
    }
    if (in) fclose(in);
}
static int is_trace(const struct dirent *e) {
    const char *dot = strrchr(e->d_name, '.');
    return dot && !strcmp(dot, ".trace");
}
/* Adds the timelines to the page that gtlint has written. */
static void timelines_add(const char *page) {
    static const char style[] =
        "<style>.tl .lanes { display: flex; } .tl .view { overflow-x: auto; flex: 1; } .tl svg { max-width: none; "
        "width: 100%; } .tl .names { flex: 0 0 9em; overflow: hidden; } .tl .names div { height: 20px; "
        "line-height: 20px; font-size: 12px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; } "
        ".tl rect, .tl path { vector-effect: non-scaling-stroke; stroke-width: .7; } "
        ".tl .p0 { stroke: var(--p0); } .tl .p1 { stroke: var(--p1); } "
        ".tl .p3 { stroke: var(--p3); } .tl .p4 { stroke: var(--p4); } .tl .wait { stroke: var(--fault); } "
        ".tl:has(.z4:checked) svg { width: 400%; } .tl:has(.z16:checked) svg { width: 1600%; } "
        ".tl:has(.z64:checked) svg { width: 6400%; }</style>\n";
    struct dirent **names = NULL;
    char *text = NULL, *end;
    size_t size = 0;
    struct stat about;
    FILE *f = !stat(page, &about) && S_ISREG(about.st_mode) ? fopen(page, "r") : NULL;      /* no terminal */
    const int n = f ? scandir(folder, &names, is_trace, versionsort) : 0;
    int i;
    if (f && getdelim(&text, &size, 0, f) < 0) text = NULL;
    if (f) fclose(f);
    end = text && n > 0 ? strstr(text, "</main>") : NULL;
    f = end ? fopen(page, "w") : NULL;
    if (f) {
        fprintf(f, "%.*s%s", (int)(end - text), text, style);
        for (i = 0; i < n; i++) timeline_print(f, names[i]->d_name);
        fputs(end, f);
        if (fclose(f)) fprintf(stderr, "gtprof: %s: %s\n", page, strerror(errno));
    }
    for (i = 0; i < n; i++) free(names[i]);
    free(names);
    free(text);
}
