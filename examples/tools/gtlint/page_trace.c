/* The OpenCL calls of a trace (GT_TRACE, gtprof --trace), for the timelines of the page. Part of gtlint.c.

   A trace has an event in each line, in the format of gt_write_trace. Its times are on the same axis as begin_ns of the
   document of the same run. Slices of scopes on the host tell to which document a trace belongs. */

/* waits: 1 if the call waits for commands. thread: as in the document. Times are in ns. */
typedef struct trace_call { const char *name; double begin, length, thread; int waits; } trace_call;
typedef struct trace {
    file_text is;               /* names of calls point into it */
    trace_call *call;
    double *begin;              /* sorted begins of the slices that are no calls */
    size_t calls, room, begins, begin_room;
} trace;

static void trace_free(trace *t)
{
    free(t->call);
    free(t->begin);
    text_free(&t->is);
}
/* The number behind "key": in a line; NaN if there is none. */
static double trace_number(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    double x;
    return at && json_decimal(at + strlen(key), &x) ? x : (double)NAN;
}
/* Calls with a queue or with events wait for these, except those that ask for a status or set a callback. */
static int trace_waits(const char *name, const char *line)
{
    return !strncmp(name, "clFinish", 8) || !strncmp(name, "clWaitForEvents", 15) ||
           (!strncmp(name, "clEnqueue", 9) && strstr(line, "\"queue\":"));
}
/* Reads a line: a slice of the process itself (pid 1), not of a queue. */
static void trace_line(trace *t, char *line)
{
    static const char call[] = "\"cat\":\"call\"";
    char *name, *end;
    double begin;
    if (!strstr(line, "{\"ph\":\"X\",\"pid\":1,")) return;
    begin = 1000 * trace_number(line, "\"ts\":");
    if (!isfinite(begin)) return;
    if (!strstr(line, call)) {
        t->begin = (double *)grown(t->begin, t->begins, &t->begin_room, sizeof *t->begin);
        t->begin[t->begins++] = begin;
        return;
    }
    name = strstr(line, "\"name\":\"");
    end = name ? strchr(name + 8, '"') : NULL;
    if (!end) return;
    t->call = (trace_call *)grown(t->call, t->calls, &t->room, sizeof *t->call);
    t->call[t->calls].name = name + 8;
    t->call[t->calls].begin = begin;
    t->call[t->calls].length = 1000 * trace_number(line, "\"dur\":");
    t->call[t->calls].thread = trace_number(line, "\"tid\":");
    t->call[t->calls++].waits = trace_waits(name + 8, line);
    *end = 0;
}
static int trace_order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
/* Reads a trace, and becomes the owner of its text. */
static trace *trace_read(file_text *is)
{
    trace *t = (trace *)room_for(1, sizeof *t);
    char *line, *next;
    memset(t, 0, sizeof *t);
    t->is = *is;
    for (line = t->is.at; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        trace_line(t, line);
    }
    if (t->begins) qsort(t->begin, t->begins, sizeof *t->begin, trace_order);
    return t;
}
/* Returns whether a scope of the trace begins at that time, to 1 ns. */
static int trace_has(const trace *t, double begin)
{
    size_t low = 0, high = t->begins;
    while (low < high) {
        const size_t half = low + (high - low) / 2;
        if (t->begin[half] < begin - 1.5) low = half + 1;
        else high = half;
    }
    return low < t->begins && t->begin[low] < begin + 1.5;
}
/* Returns whether a document and a trace are of the same run: the first sample of each series must be in both. Numbers
   from elsewhere are in no trace. */
static int trace_is_of(const trace *t, const json *document)
{
    const json *all = json_of(document, "series", JSON_LIST);
    size_t i, found = 0;
    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i], *begin = json_of(json_in(s, "samples"), "begin_ns", JSON_NUMBERS);
        if (!begin->count || text_in(s, "command")[0] || json_in(s, "cold")->number > 0 ||
            !strcmp(text_in(s, "kind"), "outside")) continue;
        if (!trace_has(t, begin->x[0])) return 0;
        found++;
    }
    return found > 0;
}
