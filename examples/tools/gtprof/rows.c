/* rows.c - --gpu-trace, --api-trace and --rows: a row for each command and each call, from the trace that the process
   wrote. Part of gtprof.c */

enum { ROW_CALL, ROW_KERNEL, ROW_KINDS = 64 };
static char row_kinds[ROW_KINDS][32] = { "call", "kernel" };    /* and those that the trace has */

/* kind: index into row_kinds. Times are in ns since the first call of the process. track: number of the thread or
   queue. queued: QUEUED to SUBMIT; submitted: SUBMIT to START. bytes, code, queued, submitted: NaN if not known. */
typedef struct row { char *name; int kind; double start, took, bytes, code, track, queued, submitted; } row;

/* The number behind "key": in a line; NaN if there is none. */
static double row_number(const char *line, const char *key) {
    const char *at = strstr(line, key);
    return at && strncmp(at + strlen(key), "null", 4) ? strtod(at + strlen(key), NULL) : gt_nan_();
}
/* The index of a kind in row_kinds; ROW_KINDS if there is no room for it. */
static int row_kind(const char *kind, size_t length) {
    int k = 0;
    while (k < ROW_KINDS && row_kinds[k][0] && (strncmp(row_kinds[k], kind, length) || row_kinds[k][length])) k++;
    if (k < ROW_KINDS && length < sizeof row_kinds[0]) memcpy(row_kinds[k], kind, length);
    return length < sizeof row_kinds[0] ? k : ROW_KINDS;
}
/* Reads a line of the trace. Returns 0 if it is no slice that is listed: a call, or a command, which alone has an
   uncertainty. */
static int row_read(const char *line, row *r) {
    const char *name = strstr(line, "\"name\":\""), *end = name ? strstr(name, "\",\"cat\":\"") : NULL;
    if (!end || !strstr(line, "{\"ph\":\"X\",")) return 0;
    name += 8;
    r->kind = row_kind(end + 9, strcspn(end + 9, "\""));
    if (r->kind == ROW_KINDS || !options.rows[r->kind == ROW_CALL]) return 0;
    if (r->kind != ROW_CALL && !strstr(end, "\"uncertainty_ns\":")) return 0;
    r->name = strndup(name, (size_t)(end - name));
    if (!r->name) return 0;
    if ((r->kind == ROW_KERNEL && !is_wanted(r->name)) || (r->kind == ROW_CALL && !is_wanted_call(r->name))) {
        free(r->name);
        return 0;
    }
    r->start = rint(1000 * row_number(line, "\"ts\":"));        /* the trace has microseconds, by three decimals */
    r->took = rint(1000 * row_number(line, "\"dur\":"));
    r->bytes = row_number(line, "\"bytes\":");
    r->code = row_number(line, "\"code\":");
    r->queued = row_number(line, "\"queued_ns\":");
    r->submitted = row_number(line, "\"submitted_ns\":");
    r->track = r->kind == ROW_CALL ? row_number(line, "\"tid\":") : row_number(line, "\"pid\":") - 1;
    return 1;
}
static int row_order(const void *a, const void *b) {
    const row *x = (const row *)a, *y = (const row *)b;
    return (x->start > y->start) - (x->start < y->start);
}
/* Applies --first and --last to the rows that the other options left, to commands and calls apart. */
static size_t rows_chosen(row *all, size_t n) {
    size_t count[2] = { 0, 0 }, seen[2] = { 0, 0 }, kept = 0, i;
    for (i = 0; i < n; i++) count[all[i].kind == ROW_CALL]++;
    for (i = 0; i < n; i++) {
        const int call = all[i].kind == ROW_CALL;
        const size_t at = seen[call]++;
        if ((options.first && at >= options.first) || (options.last && at + options.last < count[call]))
            free(all[i].name);
        else
            all[kept++] = all[i];
    }
    return kept;
}
/* Reads the rows of one process, sorted by start. seen: how many commands, and calls, there were before any option left
   some out. The caller frees the rows and their names. */
static row *rows_read(const gtprof_map *m, long number, size_t *n, double seen[2]) {
    char path[PATH_MAX], *line = NULL;
    size_t length = 0, room = 0, i;
    double first = HUGE_VAL;
    row *all = NULL;
    int file;
    FILE *in;
    snprintf(path, sizeof path, "%s/%ld.rows", folder, number);
    file = open_left(path);
    in = file >= 0 ? fdopen(file, "r") : NULL;
    for (*n = 0; in && getline(&line, &length, in) >= 0 && gt_more_(&all, *n, &room, sizeof *all);) {
        const int call = strstr(line, "\"cat\":\"call\"") != NULL;
        seen[call] += call || strstr(line, "\"uncertainty_ns\":");
        if (call) first = fmin(first, rint(1000 * row_number(line, "\"ts\":")));
        *n += (size_t)row_read(line, &all[*n]);
    }
    if (in) fclose(in);
    free(line);
    if (*n) qsort(all, *n, sizeof *all, row_order);
    if (*n) first = fmin(first, all[0].start);
    if (m->traced_from > 0 && m->traced_from < first - 1) first = rint(m->traced_from);        /* it was left out */
    for (i = 0; i < *n; i++) all[i].start -= first;
    *n = rows_chosen(all, *n);
    return all;
}
static double row_rate(const row *r) {          /* bytes a second; NaN if not known */
    return r->kind != ROW_CALL && r->bytes > 0 && r->took > 0 ? r->bytes / (1e-9 * r->took) : gt_nan_();
}
/* seen: how many there were before --kernels or --calls left some out. */
static void rows_table(FILE *out, const row *r, size_t n, int calls, double seen) {
    static const gt_column_ columns[2][7] = {
        { { "commands", -24, 0 }, { "start", 9, 0 }, { "duration", 8, 0 }, { "queue", 5, 0 }, { "bytes", 7, 0 },
          { "rate", 8, 0 }, { "queued", 7, 0 } },
        { { "calls", -24, 0 }, { "start", 9, 0 }, { "duration", 8, 0 }, { "thread", 5, 0 }, { "bytes", 7, 0 },
          { "error", -7, 0 }, { "", 0, 0 } } };
    gt_sheet_ t = gt_sheet_of_(columns[calls], 7);
    size_t i;
    for (i = 0; i < n; i++) {
        const char *last = calls ? gt_is_finite_(r[i].code) ? gt_text_("%.0f", r[i].code) : ""
                                 : gt_is_finite_(row_rate(&r[i])) ? gt_rate_(row_rate(&r[i]), "B/s") : "";
        if ((r[i].kind == ROW_CALL) != calls) continue;
        gt_sheet_row_(&t, r[i].name, gt_text_("%.3f ms", 1e-6 * r[i].start), gt_time_(r[i].took),
                      gt_text_("%.0f", r[i].track), r[i].bytes > 0 ? gt_rate_(r[i].bytes, "B") : "", last,
                      gt_is_finite_(r[i].queued) ? gt_time_(r[i].queued) : "");
    }
    fprintf(out, "\n");
    if (t.rows) print_sheet(out, &t);
    else fprintf(out, "no %s to list: %s\n", calls ? "call" : "command",
                 !(seen > 0) ? "the process left no trace of any" : gt_text_("--%s names none", calls ? "calls"
                                                                                                     : "kernels"));
}

/* ---- a file of rows: --rows ---- */

/* The figures of a row in a file: exact, in ns and bytes, empty for NaN. A kernel's name is followed by its sizes. */
enum { ROW_PROCESS, ROW_START, ROW_TOOK, ROW_THREAD, ROW_QUEUE, ROW_BYTES, ROW_RATE, ROW_CODE, ROW_QUEUED,
       ROW_SUBMITTED, ROW_NUMBERS };
static const char *const row_numbers[ROW_NUMBERS] = { "process", "start_ns", "duration_ns", "thread", "queue", "bytes",
                                                      "bytes_per_s", "error", "queued_ns", "submitted_ns" };
static void row_figures(const row *r, long process, double *to) {
    const int call = r->kind == ROW_CALL;
    to[ROW_PROCESS] = (double)process;
    to[ROW_START] = r->start;
    to[ROW_TOOK] = r->took;
    to[ROW_THREAD] = call ? r->track : gt_nan_();
    to[ROW_QUEUE] = call ? gt_nan_() : r->track;
    to[ROW_BYTES] = r->bytes > 0 ? r->bytes : gt_nan_();
    to[ROW_RATE] = row_rate(r);
    to[ROW_CODE] = r->code;
    to[ROW_QUEUED] = r->queued;
    to[ROW_SUBMITTED] = r->submitted;
}
/* The texts of a row: names of calls and kernels, and sizes. They hold no commas and quotes. */
enum { ROW_NAME, ROW_GLOBAL, ROW_LOCAL, ROW_TEXTS };
static const char *const row_texts[ROW_TEXTS] = { "name", "global", "local" };
static void row_names(const row *r, char text[ROW_TEXTS][256]) {
    const char *blank = r->kind == ROW_KERNEL ? strchr(r->name, ' ') : NULL;
    char *by;
    gt_copy_(text[ROW_NAME], sizeof text[0], r->name);
    text[ROW_GLOBAL][0] = text[ROW_LOCAL][0] = 0;
    if (!blank) return;
    text[ROW_NAME][strcspn(text[ROW_NAME], " ")] = 0;
    gt_copy_(text[ROW_GLOBAL], sizeof text[0], blank + 1);
    by = strstr(text[ROW_GLOBAL], " by ");      /* without " by " the driver chose the local size */
    if (!by) return;
    gt_copy_(text[ROW_LOCAL], sizeof text[0], by + 4);
    *by = 0;
}
static int rows_end(const char *suffix) {
    const size_t all = strlen(options.rows_file), n = strlen(suffix);
    return all > n && !strcmp(options.rows_file + all - n, suffix);
}
static FILE *rows_out;
static size_t rows_written;                 /* in JSON, a comma stands before all but the first */
static void rows_begin(void) {
    int k;
    if (!options.rows_file) return;
    rows_out = strcmp(options.rows_file, "-") ? fopen(options.rows_file, "we") : stdout;
    if (!rows_out) fail(options.rows_file, strerror(errno));
    if (rows_end(".json")) fputs("[", rows_out);
    if (!rows_end(".csv")) return;
    for (k = 0; k < ROW_NUMBERS; k++) fprintf(rows_out, "%s,", row_numbers[k]);
    fputs("kind", rows_out);
    for (k = 0; k < ROW_TEXTS; k++) fprintf(rows_out, ",%s", row_texts[k]);
    fputs("\n", rows_out);
}
static void rows_csv(FILE *out, const row *r, size_t n, long process) {
    char text[ROW_TEXTS][256];
    double x[ROW_NUMBERS];
    size_t i;
    int k;
    for (i = 0; i < n; i++) {
        row_figures(&r[i], process, x);
        row_names(&r[i], text);
        for (k = 0; k < ROW_NUMBERS; k++) fprintf(out, gt_is_finite_(x[k]) ? "%.0f," : ",", x[k]);
        fprintf(out, "%s,%s,%s,%s\n", row_kinds[r[i].kind], text[ROW_NAME], text[ROW_GLOBAL], text[ROW_LOCAL]);
    }
}
static void rows_json(FILE *out, const row *r, size_t n, long process) {
    char text[ROW_TEXTS][256], room[4096];
    double x[ROW_NUMBERS];
    size_t i;
    int k;
    for (i = 0; i < n; i++) {
        gt_json_ to = { .out = out, .text = room, .room = sizeof room };
        fputs(rows_written++ ? ",\n" : "\n", out);
        row_figures(&r[i], process, x);
        row_names(&r[i], text);
        gt_json_open_(&to, NULL, "{");
        for (k = 0; k < ROW_NUMBERS; k++) gt_json_fields_(&to, "*:x", row_numbers[k], x[k]);
        gt_json_fields_(&to, "kind:s", row_kinds[r[i].kind]);
        for (k = 0; k < ROW_TEXTS; k++) gt_json_fields_(&to, "*:s", row_texts[k], text[k]);
        gt_json_close_(&to, "}");
    }
}
/* Says how many of its commands and calls a process had not written when it ended. */
static void rows_unwritten(FILE *out, const gtprof_map *m, const double seen[2]) {
    double counted[2] = { 0, 0 };
    uint32_t i;
    for (i = 0; i < m->activities; i++) counted[0] += (double)m->activity[i].run.n;
    for (i = 0; i < m->calls; i++) counted[1] += (double)m->call[i].time.n;
    for (i = 0; i < 2; i++) {
        if (!options.rows[i] || !(seen[i] < counted[i])) continue;
        fprintf(out, "\n");
        gt_say_(out, 4, "The rows lack the last %.0f of %s, which were not yet written when the program ended without "
                "exit.%s", counted[i] - seen[i], gt_some_(counted[i], i ? "call" : "command"),
                i ? " --call-log writes each call as it returns." : "");
    }
}
/* Prints the rows of the process with that number, into the report or into the file of --rows. */
static void print_rows(FILE *report, const gtprof_map *m, long number) {
    double seen[2] = { 0, 0 };
    FILE *out = report;
    size_t n, i;
    row *all;
    int calls;
    if (!options.rows[0] && !options.rows[1]) return;
    all = rows_read(m, number, &n, seen);
    if (rows_out && rows_end(".csv")) rows_csv(rows_out, all, n, number);
    else if (rows_out && rows_end(".json")) rows_json(rows_out, all, n, number);
    else {
        if (rows_out) out = rows_out;
        for (calls = 0; calls < 2; calls++) if (options.rows[calls]) rows_table(out, all, n, calls, seen[calls]);
    }
    if (!m->ended && !(m->traced > 0)) rows_unwritten(report, m, seen);
    for (i = 0; i < n; i++) free(all[i].name);
    free(all);
}
/* A file that lacks rows is removed: nothing in it tells that it does. */
static void rows_close(void) {
    int lost, is_file;
    struct stat about;
    if (!rows_out) return;
    if (rows_end(".json")) fputs("\n]\n", rows_out);
    is_file = rows_out != stdout && !lstat(options.rows_file, &about) && S_ISREG(about.st_mode);
    lost = ferror(rows_out);
    if ((rows_out == stdout ? fflush(stdout) : fclose(rows_out)) || lost) {
        missing = 1;
        fprintf(stderr, "gtprof: --rows: %s: %s%s\n", options.rows_file, strerror(errno),
                is_file ? ": removed, as rows are missing" : "");
        if (is_file) unlink(options.rows_file);
    }
    rows_out = NULL;
}
