/* rows.c - a row for each command and each call, from the trace that the process wrote: --gpu-trace, --api-trace. Part
   of gtprof.c */

/* times in ns; track: the number of the thread or queue; bytes: NaN: not known */
typedef struct row { char *name; double start, took, bytes, code, track; } row;

/* The number that stands behind "key":; NaN: there is none. */
static double row_number(const char *line, const char *key) {
    const char *at = strstr(line, key);
    return at && strncmp(at + strlen(key), "null", 4) ? strtod(at + strlen(key), NULL) : gt_nan_();
}
/* A line of the trace. 0: it is no slice of this kind. */
static int row_read(const char *line, int calls, row *r) {
    static const char *const kinds[] = { "call", "kernel", "read", "write", "copy", "fill", "map", "unmap", "migrate" };
    const char *name = strstr(line, "\"name\":\""), *end = name ? strstr(name, "\",\"cat\":\"") : NULL, *kind;
    size_t i;
    if (!end || !strstr(line, "{\"ph\":\"X\",")) return 0;
    name += 8;
    kind = end + 9;
    for (i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(kind, kinds[i], strlen(kinds[i])) && kind[strlen(kinds[i])] == '"') break;
    if (i == sizeof kinds / sizeof *kinds || (i == 0) != calls) return 0;
    r->name = strndup(name, (size_t)(end - name));
    if (!r->name) return 0;
    if (i == 1 && options.kernels && regexec(&wanted, r->name, 0, NULL, 0)) {
        free(r->name);
        return 0;
    }
    r->start = 1000 * row_number(line, "\"ts\":");
    r->took = 1000 * row_number(line, "\"dur\":");
    r->bytes = row_number(line, "\"bytes\":");
    r->code = row_number(line, "\"code\":");
    r->track = row_number(line, calls ? "\"tid\":" : "\"pid\":") - !calls;  /* queues count from 2 there */
    return 1;
}
static int row_order(const void *a, const void *b) {
    const row *x = (const row *)a, *y = (const row *)b;
    return (x->start > y->start) - (x->start < y->start);
}
static void rows_table(FILE *out, const row *r, size_t n, int calls, double first) {
    static const gt_column_ columns[2][7] = {
        { { "commands", -24, 0 }, { "start", 9, 0 }, { "duration", 8, 0 }, { "queue", 5, 0 }, { "bytes", 7, 0 },
          { "rate", 8, 0 }, { "", 0, 0 } },
        { { "calls", -24, 0 }, { "start", 9, 0 }, { "duration", 8, 0 }, { "thread", 5, 0 }, { "bytes", 7, 0 },
          { "error", -7, 0 }, { "", 0, 0 } } };
    gt_sheet_ t = gt_sheet_of_(columns[calls], 6);
    size_t i;
    fprintf(out, "\n");
    for (i = 0; i < n; i++) {
        const int moved = r[i].bytes > 0;
        gt_sheet_row_(&t, r[i].name, gt_text_("%.3f ms", 1e-6 * (r[i].start - first)), gt_time_(r[i].took),
                      gt_text_("%.0f", r[i].track), moved ? gt_rate_(r[i].bytes, "B") : "",
                      calls ? gt_is_finite_(r[i].code) ? gt_text_("%.0f", r[i].code) : ""
                            : moved && r[i].took > 0 ? gt_rate_(r[i].bytes / (1e-9 * r[i].took), "B/s") : "");
    }
    gt_sheet_print_(out, &t);
}
/* Of the process with that number. Both tables count from its first call. */
static void print_rows(FILE *out, long number, int calls) {
    char path[PATH_MAX], *line = NULL;
    size_t length = 0, room = 0, n = 0, i;
    double first = HUGE_VAL;
    row *all = NULL;
    int file;
    FILE *in;
    snprintf(path, sizeof path, "%s/%ld.rows", folder, number);
    file = open_left(path);
    in = file >= 0 ? fdopen(file, "r") : NULL;
    while (in && getline(&line, &length, in) >= 0 && gt_more_(&all, n, &room, sizeof *all)) {
        if (strstr(line, "\"cat\":\"call\"")) first = fmin(first, 1000 * row_number(line, "\"ts\":"));
        n += (size_t)row_read(line, calls, &all[n]);
    }
    if (in) fclose(in);
    if (n) qsort(all, n, sizeof *all, row_order);
    if (n) rows_table(out, all, n, calls, fmin(first, all[0].start));
    else fprintf(out, "\nno %s to list: the process left no trace of any\n", calls ? "call" : "command");
    for (i = 0; i < n; i++) free(all[i].name);
    free(all);
    free(line);
}
