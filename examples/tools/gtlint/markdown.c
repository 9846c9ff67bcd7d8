/* Tables and texts in Markdown: of comparisons, of runs, and of a JSON document for a pull request. Part of gtlint.c. */

static int markdown;            /* 1: --markdown */

/* What Markdown would take for a mark is escaped; what no terminal shows becomes "?". */
static void markdown_text(const char *text)
{
    int bytes, shown;
    for (; *text; text += bytes) {
        bytes = gt_character_(text, &shown);
        if (bytes == 1 && strchr("\\`*_[]<|#~&", *text)) putchar('\\');
        if (shown) fwrite(text, 1, (size_t)bytes, stdout);
        else putchar('?');
    }
}
/* Two spaces before a name are a step in. */
static void markdown_cell(const char *text)
{
    putchar(' ');
    for (; text[0] == ' ' && text[1] == ' '; text += 2) fputs("&emsp;", stdout);
    markdown_text(text);
    fputs(" |", stdout);
}
/* Columns without any text are left out, and rows may end early. Lines of their own would end the table: they follow. */
static void markdown_sheet(gt_sheet_ *t)
{
    const char *cell, *end = t->text ? t->text + t->length : NULL;
    int i;
    if (!t->rows) return;
    fputs("\n|", stdout);
    for (i = 0; i < t->count; i++) if (!i || t->width[i]) markdown_cell(t->columns[i].title);
    fputs("\n|", stdout);
    for (i = 0; i < t->count; i++)
        if (!i || t->width[i]) fputs(i && t->columns[i].least >= 0 ? " ---: |" : " --- |", stdout);
    putchar('\n');
    for (i = 0, cell = t->text; cell < end; cell += strlen(cell) + 1) {
        if (*cell == '\t') {
            cell += 2;
        } else if (*cell == '\n') {
            putchar('\n');
            i = 0;
        } else {
            if (!i) putchar('|');
            if (!i || t->width[i]) markdown_cell(cell);
            i++;
        }
    }
    putchar('\n');
    for (cell = t->text; cell < end; cell += strlen(cell) + 1) {
        if (*cell != '\t') continue;
        cell += 2;
        markdown_text(cell + strspn(cell, " "));
        fputs("  \n", stdout);
    }
    free(t->text);
}

/* What comparisons and runs print through: a table, and lines below it. */
static void sheet_print(gt_sheet_ *t)
{
    if (markdown) markdown_sheet(t);
    else gt_sheet_print_(stdout, t);
}
#if GT_GNU_
__attribute__((format(printf, 1, 2)))
#endif
static void say(const char *format, ...)
{
    char text[2048];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (!markdown) {
        gt_say_(stdout, 4, "%s", text);
        return;
    }
    markdown_text(text + strspn(text, " "));
    fputs("  \n", stdout);
}

/* -- a document -- */

/* In a key a "\" stands before each "/" and "\" of a name. Where the last name begins; the text becomes plain. */
static const char *plain_key(char *key)
{
    char *from = key, *to = key, *last = key;
    for (; *from; from++) {
        const int step = *from == '/';
        if (*from == '\\' && from[1]) from++;
        *to++ = *from;
        if (step) last = to;
    }
    *to = 0;
    return last;
}
/* The key that stands there, as plain text: until the next but one. last: its last name alone */
static const char *key_text(const json *j, const char *member, int last)
{
    static char *kept[2];
    static int at;
    const char *name;
    at = !at;
    free(kept[at]);
    kept[at] = copy_of(text_in(j, member));
    name = plain_key(kept[at]);
    return last ? name : kept[at];
}
static void markdown_head(const json *j)
{
    const json *devices = json_of(j, "devices", JSON_LIST), *clock = json_in(j, "clock"), *error = json_in(j, "error");
    size_t i, k;
    if (text_in(j, "about")[0]) say("%s", text_in(j, "about"));
    for (i = 0; i < devices->count; i++) {
        const json *facts = json_of(&devices->item[i], "facts", JSON_LIST);
        char line[1000];
        size_t used = (size_t)snprintf(line, sizeof line, "%.200s", text_in(&devices->item[i], "name"));
        for (k = 0; k < facts->count && used < sizeof line - 220; k++)
            used += (size_t)snprintf(line + used, sizeof line - used, " | %.200s", json_text(&facts->item[k]));
        say("%s", line);
    }
    say("clock %s %s, step %s", text_in(clock, "name"), gt_rate_(number_in(clock, "hz"), "Hz"),
        gt_time_(number_in(clock, "step_ns")));
    if (text_in(clock, "reason")[0])
        say("the processor's counter is not used: %s", text_in(clock, "reason"));
    if (error->kind == JSON_OBJECT)
        say("FAILED: %s: %s %s", text_in(error, "call"), text_in(error, "status"), text_in(error, "code"));
}
static const char *known_time(const json *ns)
{
    return isfinite(json_number(ns)) ? gt_time_(json_number(ns)) : "";
}
/* Faults and warnings, the worst first: the first one, and how many more there are. */
static const char *worst_finding(const json *s)
{
    const json *told = json_of(s, "findings", JSON_LIST);
    const char *first = told->count ? json_text(&told->item[0]) : "";
    return told->count > 1 ? gt_text_("%s +%lu", first, (unsigned long)told->count - 1) : first;
}
static int is_of_reports(const json *s)     /* neither warm-up nor commands */
{
    const gt_kind kind = kind_of(text_in(s, "kind"));
    return !(json_in(s, "cold")->number > 0) && kind < GT_KIND_COUNT && gt_is_kind_(kind, GT_ROW_);
}
static int is_row(const json *s) { return is_of_reports(s) && count_in(s, "n") > 0; }
static int is_around(const json *all, size_t i)     /* others stand below it */
{
    return i + 1 < all->count && count_in(&all->item[i + 1], "depth") >
                                     count_in(&all->item[i], "depth");
}
static void markdown_series(const json *all)
{
    static const gt_column_ sheet[] = {
        { "", -24, 0 }, { "n", 5, 0 }, { "total", 7, 0 }, { "mean", 7, 0 }, { "median", 7, 0 }, { "±95 %", 6, 0 },
        { "min", 7, 0 }, { "max", 7, 0 }, { "finding", -7, 0 } };
    gt_sheet_ t = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i], *is = json_in(s, "duration"), *ci = json_in(is, "interval");
        const double median = number_in(is, "median");
        const double half = (number_in(ci, "high") - number_in(ci, "low")) / 2;
        double total = number_in(s, "sum_ns");
        if (!is_row(s) && !(is_of_reports(s) && is_around(all, i))) continue;
        gt_name_cell_(&t, (int)count_in(s, "depth"), key_text(s, "series", 1), "");
        if (!is_row(s)) {
            gt_sheet_end_(&t);
            continue;
        }
        if (!strcmp(text_in(s, "kind"), "trial")) total *= number_in(s, "passes");
        gt_sheet_row_(&t, gt_text_("%.0f", number_in(s, "n")), gt_time_(total),
                      known_time(json_in(is, "mean")), known_time(json_in(is, "median")),
                      number_in(ci, "confidence") > 0.949 && median > 0 ? gt_width_(half / median) : "-",
                      known_time(json_in(s, "min_ns")), known_time(json_in(s, "max_ns")), worst_finding(s));
    }
    sheet_print(&t);
}
/* Of the account of a typical sample: "kernel 93 %, launch 6 %, return 1 %". */
static const char *goes_text(const json *s, char *text, size_t size)
{
    double part[LIST_PARTS], all = 0;
    size_t used = 0;
    int p;
    parts_of(s, part);
    for (p = 0; p < LIST_DEVICE; p++) if (isfinite(part[p])) all += part[p];
    text[0] = 0;
    for (p = 0; p < LIST_DEVICE && used < size; p++)
        if (part[p] >= 0.005 * all && all > 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s %.0f %%", used ? ", " : "", list_parts[p].title,
                                     100 * part[p] / all);
    return text;
}
static void markdown_devices(const json *all)
{
    static const gt_column_ sheet[] = { { "medians", -24, 0 }, { "bracket", 7, 0 }, { "device", 7, 0 },
                                          { "", 4, 0 }, { "rate", 4, 0 }, { "where the time goes", -7, 0 } };
    gt_sheet_ t = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i], *device = json_in(s, "device_time");
        const double flops = number_in(s, "flops_per_s"), bytes = number_in(s, "bytes_per_s");
        char goes[400];
        if (!is_row(s) || (device->kind != JSON_OBJECT && !(flops > 0) && !(bytes > 0))) continue;
        gt_name_cell_(&t, 0, key_text(s, "series", 0), "");
        gt_sheet_row_(&t, known_time(json_in(json_in(s, "duration"), "median")), known_time(json_in(device, "median")),
                      flops > 0 ? gt_rate_(flops, "FLOP/s") : "", bytes > 0 ? gt_rate_(bytes, "B/s") : "",
                      goes_text(s, goes, sizeof goes));
    }
    sheet_print(&t);
}
static const char *interval_text(const json *ci, const char *(*text)(double))
{
    if (!(number_in(ci, "confidence") > 0.949)) return "";
    return gt_text_("[%s, %s]", text(number_in(ci, "low")), text(number_in(ci, "high")));
}
static const char *ratio_text(double ratio) { return gt_fixed_(ratio, 3, ""); }
/* "412 us: device 405 us, launch 4 us"; "": it is not known. */
static const char *saves_text(const json *c, char *text, size_t size)
{
    const json *saves = json_in(c, "saves"), *part = json_of(saves, "parts", JSON_LIST);
    size_t used = 0, i;
    text[0] = 0;
    for (i = 0; saves->kind == JSON_OBJECT && i < part->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s%s %s",
                                 i ? "" : gt_time_(number_in(saves, "ns")), i ? ", " : ": ",
                                 text_in(&part->item[i], "part"),
                                 gt_time_(number_in(&part->item[i], "ns")));
    return text;
}
static void markdown_comparisons(const json *all)
{
    static const gt_column_ sheet[] = { { "comparison", -24, 0 }, { "against", -7, 0 }, { "times as fast", 7, 0 },
                                          { "95 %", 7, 0 }, { "outcome", -7, 0 }, { "rounds", 5, 0 },
                                          { "saves a round", -7, 0 } };
    gt_sheet_ t = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    char saves[400];
    size_t i;
    for (i = 0; i < all->count; i++) {
        const json *c = &all->item[i];
        gt_sheet_row_(&t, key_text(c, text_in(c, "scope")[0] ? "scope" : "side", 0), key_text(c, "base", 1),
                      isfinite(number_in(c, "ratio")) ? ratio_text(number_in(c, "ratio")) : "",
                      interval_text(json_in(c, "interval"), ratio_text),
                      text_in(c, "outcome"), gt_text_("%.0f", number_in(c, "rounds")),
                      saves_text(c, saves, sizeof saves));
    }
    sheet_print(&t);
}
static void markdown_batches(const json *all)
{
    static const gt_column_ sheet[] = { { "batch", -24, 0 }, { "a pass", 7, 0 }, { "95 %", 7, 0 },
                                          { "each group", 7, 0 }, { "passes", 5, 0 }, { "rounds", 5, 0 } };
    gt_sheet_ t = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    for (i = 0; i < all->count; i++) {
        const json *b = &all->item[i];
        gt_sheet_row_(&t, key_text(b, "batch", 0), known_time(json_in(b, "pass_ns")),
                      interval_text(json_in(b, "pass_interval"), gt_time_),
                      known_time(json_in(b, "fixed_ns")), gt_text_("%.0f", number_in(b, "passes")),
                      gt_text_("%.0f", number_in(b, "rounds")));
    }
    sheet_print(&t);
}
static void markdown_stops(const json *all)
{
    size_t i;
    for (i = 0; i < all->count; i++)
        if (text_in(&all->item[i], "stopped")[0])
            say("%s: stopped: %s", key_text(&all->item[i], "series", 0), text_in(&all->item[i], "stopped"));
}
static void markdown_findings(const json *all)
{
    size_t i;
    if (all->count) fputs("\nfindings\n\n", stdout);
    for (i = 0; i < all->count; i++) {
        const json *f = &all->item[i];
        const char *key = key_text(f, "series", 0), *remedy = text_in(f, "remedy");
        printf("- **%s** ", text_in(f, "severity"));
        say("%s%s%s: %s", key, key[0] ? ": " : "", text_in(f, "code"), text_in(f, "figures"));
        if (remedy[0]) say("%s: %s -> %s", text_in(f, "sentence"), text_in(f, "cause"), remedy);
    }
}
static int markdown_print(const char *file)     /* returns the exit status */
{
    page_file f;
    int right;
    memset(&f, 0, sizeof f);
    right = page_open(file, &f);
    if (right) {
        const json *series = json_of(&f.j, "series", JSON_LIST);
        markdown_head(&f.j);
        markdown_series(series);
        markdown_comparisons(json_of(&f.j, "comparisons", JSON_LIST));
        markdown_batches(json_of(&f.j, "batches", JSON_LIST));
        markdown_stops(series);
        markdown_devices(series);
        markdown_findings(json_of(&f.j, "findings", JSON_LIST));
    }
    page_close(&f);
    return right && !fflush(stdout) && !ferror(stdout) ? 0 : 2;
}
