/* Reads the files of gtlint: plain numbers, the CSV of gt_write_csv, the JSON of gt_write_json. Part of gtlint.c. */

/* Reads or maps a file; NULL and "-" mean standard input. The caller calls text_free. Returns 0 with a message if it
   fails. A mapped file ends with a zero byte, because the rest of its last page is zero. */
static int text_open(const char *file, file_text *t)
{
    FILE *in = !file || !strcmp(file, "-") ? stdin : fopen(file, "r");
    size_t room = 1 << 16, got;
    struct stat is;
    int right = in && !fstat(fileno(in), &is), known = right && S_ISREG(is.st_mode) && is.st_size > 0;
    memset(t, 0, sizeof *t);
    if (right) t->made = is.st_mtim;
    if (known) room = (size_t)is.st_size + 1;
    if (known && is.st_size % sysconf(_SC_PAGESIZE) && !ftell(in)) {
        t->at = (char *)mmap(NULL, room - 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(in), 0);
        t->mapped = t->at != (char *)MAP_FAILED;
        t->length = t->mapped ? room - 1 : 0;
    }
    if (right && !t->mapped) {
        t->at = resized(NULL, room + 1);
        while ((got = fread(t->at + t->length, 1, room - t->length, in)) > 0) {
            const int is_text = !memchr(t->at + t->length, 0, got);
            t->length += got;
            if (!is_text) break;        /* nothing behind it would be read; /dev/zero does not end */
            if (t->length == room) t->at = resized(t->at, (room *= 2) + 1);
        }
        t->at[t->length] = 0;
        right = !ferror(in);
    }
    if (!right) fprintf(stderr, "gtlint: cannot read '%s': %s\n", file ? file : "-", strerror(errno));
    if (!right) text_free(t);
    else if (!strncmp(t->at, "\xef\xbb\xbf", 3))
        memmove(t->at, t->at + 3, (t->length -= 3) + 1);        /* the mark of UTF-8 is no part of the text */
    if (in && in != stdin) fclose(in);
    return right;
}

/* Adds the codes in `text`, which are separated by blanks. Returns 0 if one of them is unknown. */
static int codes_add(codes *to, const char *text)
{
    for (; *text; text += *text == ' ') {
        const gt_finding_code code = finding_of(text);
        if (code == GT_FINDING_COUNT) return 0;
        to->runs[code] = 1;
        text += strcspn(text, " ");
    }
    return 1;
}

/* Adds the codes of one more run to a series that has those of earlier runs. */
static void codes_join(list *l, const codes *more)
{
    for (int c = 0; c < GT_FINDING_COUNT; c++) if (more->runs[c] && l->told.runs[c] < l->n) l->told.runs[c]++;
}
static void document_ratios(const json *j, lists *all);

/* The slot of the series with that key, or the free slot for it. Open addressing, as for the children of a scope. */
static size_t *list_slot(const lists *all, const char *key)
{
    const size_t last = all->slots - 1;
    size_t at = (size_t)gt_hash_text_(UINT64_C(0xcbf29ce484222325), key) & last;
    while (all->slot[at] && strcmp(all->at[all->slot[at] - 1].key, key)) at = (at + 1) & last;
    return &all->slot[at];
}
static const list *list_in(const lists *all, const char *key)      /* returns NULL if there is none */
{
    const size_t at = all->slots ? *list_slot(all, key) : 0;
    return at ? &all->at[at - 1] : NULL;
}
static list *list_new(lists *all, const char *name, const char *key)
{
    list *l;
    size_t i;
    if (2 * all->count >= all->slots) {
        free(all->slot);
        all->slots = all->slots ? 2 * all->slots : 64;
        all->slot = room_for(all->slots, sizeof *all->slot);
        for (i = 0; i < all->count; i++) *list_slot(all, all->at[i].key) = i + 1;
    }
    all->at = grown(all->at, all->count, &all->room, sizeof *all->at);
    l = &all->at[all->count];
    memset(l, 0, sizeof *l);
    l->name = gt_plain_(copy_of(name), 0);
    l->key = copy_of(key);
    *list_slot(all, key) = ++all->count;
    return l;
}
static list *list_at(lists *all, const char *name, const char *key)     /* makes it if there is none */
{
    const list *is = list_in(all, key);
    return is ? &all->at[is - all->at] : list_new(all, name, key);
}
/* Finds or makes the series of that name, thread and kind. `device` is as "1 cpu", or "" if it has no device. */
static list *list_of(lists *all, const char *name, const char *thread, const char *kind, const char *device)
{
    const int first = !strcmp(thread, "1");     /* each thread is a series: its samples are in order */
    char *shown = formed("%s%s%s%s", name, first ? "" : " (thread ", first ? "" : thread, first ? "" : ")");
    char *key = formed("%s\n%s%s%s", shown, kind, device[0] ? ", " : "", device);
    list *l = list_at(all, shown, key);
    free(shown);
    free(key);
    return l;
}
static void list_put(list *l, double x)
{
    l->x = grown(l->x, l->n, &l->room, sizeof *l->x);
    l->x[l->n++] = x;
}
static list *add(lists *all, const char *name, const char *key, double x)
{
    list *l = list_at(all, name, key);
    list_put(l, x);
    return l;
}

static void lists_free(lists *all)
{
    size_t i;
    for (i = 0; i < all->count; i++) {
        free(all->at[i].name);
        free(all->at[i].key);
        free(all->at[i].x);
        free(all->at[i].part);
    }
    for (i = 0; i < all->facts; i++) free(all->fact[i].is);
    free(all->at);
    free(all->slot);
    free(all->by_key);
    free(all->fact);
    memset(all, 0, sizeof *all);
}

/* Adds a fact of the environment. Several values of one name are joined. */
static void fact_add(lists *all, const char *what, const char *is)
{
    for (size_t i = 0; i < all->facts; i++)
        if (!strcmp(all->fact[i].what, what) && !strcmp(all->fact[i].is, is)) return;
    all->fact = resized(all->fact, (all->facts + 1) * sizeof *all->fact);
    all->fact[all->facts].what = what;
    all->fact[all->facts++].is = copy_of(is);
}

/* Returns the next field of a row, unquoted in place. *row moves behind it, and becomes NULL after the last field. */
static char *field(char **row)
{
    char *from = *row, *to = from, *start = from;
    int quoted = *from == '"';
    if (quoted) from++;
    for (; *from && (quoted || *from != ','); from++) {
        if (quoted && *from == '"' && *++from != '"') quoted = 0;
        if (!*from || (!quoted && *from == ',')) break;
        *to++ = *from;
    }
    *row = *from ? from + 1 : NULL;
    *to = 0;
    return start;
}

/* The kit puts an apostrophe before names that a spreadsheet would read as formulas. It is removed here. */
static const char *name_in_csv(const char *text) { return text + (*text == '\'' && gt_is_formula_(text)); }

/* The columns of gt_write_csv that are read, each with its index in the file; -1: the file lacks it. */
enum { SERIES, THREAD, DURATION, COLD, KIND, DEVICE, FINDINGS, READ };

static int columns_of(char *header, int *of)     /* returns 0 if it is no header of gt_write_csv */
{
    static const char *const names[READ] = { "series", "thread", "duration_ns", "cold", "kind", "device", "findings" };
    int i, k;
    for (k = 0; k < READ; k++) of[k] = -1;
    for (i = 0; header; i++) {
        const char *name = field(&header);
        for (k = 0; k < READ; k++) if (!strcmp(name, names[k])) of[k] = i;
    }
    return of[SERIES] >= 0 && of[DURATION] >= 0;
}

static int number(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && !end[strspn(end, " \t")];
}

static int row_read(lists *all, char *row, const int *of)
{
    const char *at[READ] = { "", "1", "", "0", "", "", "" };
    list *l;
    double x;
    int i, k;
    for (i = 0; row; i++) {
        const char *f = field(&row);
        for (k = 0; k < READ; k++) if (of[k] == i) at[k] = f;
    }
    if (!number(at[DURATION], &x)) return 0;
    if (!strcmp(at[COLD], "1") || !strcmp(at[KIND], "command")) {   /* the kit's findings leave these out too */
        all->left_out++;
        return 1;
    }
    l = list_of(all, name_in_csv(at[SERIES]), at[THREAD], at[KIND], at[DEVICE]);
    list_put(l, x);
    (void)codes_add(&l->told, at[FINDINGS]);
    if (at[DEVICE][0]) fact_add(all, "device", at[DEVICE] + strcspn(at[DEVICE], " "));
    return 1;
}
/* Reads a row of a file of medians, as gputime 0.1 wrote it: one row for each process and series. The fields are
   run,series,n,median,unit, then optionally low,high (which may be empty), then optionally device,findings,kind. The
   kind comes last, so that a truncated row is noticed. Of several rows of one process and series that have a kind, the
   last one counts. Returns 0 if it is no such row. */
static int median_read(lists *all, char *row)
{
    const char *at[10] = { "", "", "", "", "", "", "", "", "", "no kind" };
    double x[3];
    uint64_t process;
    codes told;
    list *l;
    int n, k, known;
    memset(&told, 0, sizeof told);
    for (n = 0; row && n < 10; n++) at[n] = field(&row);
    if (row || (n != 5 && n != 7 && n != 10)) return 0;
    known = at[5][0] || at[6][0];
    for (k = 0; k < 3; k++) {
        const char *text = at[k && known ? 4 + k : 3];
        if (text[strspn(text, "+-.0123456789eE")] || !number(text, &x[k]) || !(x[k] > 0 && isfinite(x[k]))) return 0;
    }
    if ((strcmp(at[4], "ns") && strcmp(at[4], "times")) || !codes_add(&told, at[8])) return 0;
    if (n == 10 && kind_of(at[9]) == GT_KIND_COUNT) return 0;
    process = n == 10 ? strtoull(at[0], NULL, 10) : 0;
    l = list_of(all, name_in_csv(at[1]), "1", at[9], at[7]);
    if (process && l->process == process) {
        l->n--;
        all->replaced++;
    }
    l->process = process;
    list_put(l, x[0]);
    l->median = x[0];
    l->ci = (gt_interval){ x[1], x[2], 0 };
    l->times = !strcmp(at[4], "times");
    codes_join(l, &told);
    if (strchr(at[7], ' ')) fact_add(all, "device", strchr(at[7], ' ') + 1);
    return 1;
}

static int key_order(const void *a, const void *b)
{
    return strcmp((*(list *const *)a)->key, (*(list *const *)b)->key);
}
static void lists_sort(lists *all)      /* to be called when series have been added */
{
    size_t i;
    free(all->by_key);
    all->by_key = room_for(all->count, sizeof *all->by_key);
    for (i = 0; i < all->count; i++) all->by_key[i] = &all->at[i];
    qsort(all->by_key, all->count, sizeof *all->by_key, key_order);
}
/* Adds the rest of the key to the names of series that share a name. Sorted by key, they are neighbours. */
static void names_mend(lists *all)
{
    size_t i;
    lists_sort(all);
    for (i = 0; i < all->count; i++) {
        list *l = all->by_key[i];
        const char *more = strrchr(l->key, '\n');
        const size_t length = more ? (size_t)(more - l->key) : 0;
        if (!more || ((!i || strncmp(all->by_key[i - 1]->key, l->key, length + 1)) &&
                      (i + 1 == all->count || strncmp(all->by_key[i + 1]->key, l->key, length + 1)))) continue;
        free(l->name);
        l->name = gt_plain_(formed("%.*s [%s]", (int)length, l->key, more + 1), 0);
    }
}

/* Collects the facts of a document. Some change the numbers, so that --compare refuses when they differ. Others are
   only mentioned: a comparison may be about another compiler. */
static void document_facts(const json *j, lists *all)
{
    const json *clock = json_in(j, "clock"), *devices = json_of(j, "devices", JSON_LIST);
    const json *settings = json_of(j, "settings", JSON_OBJECT);
    const double mhz = number_in(clock, "hz") * 1e-6;
    static const char *const texts[] = { "compiler", "language", "flags", "kit" };
    size_t i, k;
    for (i = 0; i < devices->count; i++) {
        const json *facts = json_of(&devices->item[i], "facts", JSON_LIST);
        fact_add(all, "device", text_in(&devices->item[i], "name"));
        for (k = 0; k < facts->count; k++)      /* all but measured ones; "empty barrier" stands in old files */
            if (strncmp(json_text(&facts->item[k]), "idle clFinish", 13) &&
                strncmp(json_text(&facts->item[k]), "empty barrier", 13) &&
                strncmp(json_text(&facts->item[k]), "opened in", 9))
                fact_add(all, "driver", json_text(&facts->item[k]));
    }
    fact_add(all, "clock", gt_text_("%.100s, %.0f MHz", text_in(clock, "name"), mhz));
    for (i = 0; i < settings->count; i++) {
        char *is = formed("%s=%s", settings->item[i].key, json_text(&settings->item[i]));
        if (strcmp(settings->item[i].key, "GT_JSON_SAMPLES")) fact_add(all, "setting", is);
        free(is);
    }
    for (i = 0; i < sizeof texts / sizeof *texts; i++) fact_add(all, texts[i], text_in(j, texts[i]));
}
/* Takes the parts of a typical sample. Without an account these are the device time and the rest. */
static void parts_of(const json *s, double *part)
{
    const json *typical = json_in(json_in(s, "account"), "typical");
    const int known = typical->kind == JSON_OBJECT;
    int p;
    for (p = 0; p < LIST_DEVICE; p++) {
        const double ns = number_in(typical, list_parts[p].column);
        part[p] = !known || isfinite(ns) ? ns : 0;
    }
    part[LIST_DEVICE] = known ? (double)NAN : number_in(json_in(s, "device_time"), "median");
    part[LIST_REST] = known ? (double)NAN : number_in(json_in(s, "elsewhere"), "median");
}
/* Returns 1 if processors do the work of a series: its device is the processors, or the program has no accelerator. */
static int is_of_processors(const json *j, const json *s)
{
    const json *devices = json_of(j, "devices", JSON_LIST);
    const size_t at = count_in(s, "device");
    const int cpu = at && at <= devices->count && number_in(json_in(&devices->item[at - 1], "state"), "processor") > 0;
    return cpu || !(number_in(json_in(j, "state"), "accelerator") > 0);
}
/* The processor time of the least disturbed samples: their lowest tenth, since a system may count one too low. */
static double processor_ns_of(const json *j, const json *s)
{
    const json *x = json_in(json_in(s, "samples"), "cpu_us");
    size_t n;
    double *sorted = sorted_of(x->x, x->x ? x->count : 0, &n);
    const double ns = n && is_of_processors(j, s) ? 1000 * gt_quantile(sorted, n, 0.1) : 0;
    free(sorted);
    return ns;
}
/* Takes the statistics of a series. The document's medians are over all threads, while samples are of one thread. The
   threads of a program do different things: the time of the process is that of the thread that ran longest. */
static void document_list(list *l, const json *j, const json *s, int wanted)
{
    const json *told = json_of(s, "findings", JSON_LIST), *is = json_in(s, "duration");
    const double tick = number_in(is, "tick");
    size_t k;
    l->count = count_in(is, "n");
    l->tick = tick > 0 && tick < 1e300 ? tick : 0;
    for (k = 0; k < told->count; k++) (void)codes_add(&l->told, json_text(&told->item[k]));
    if (!(wanted & WITH_MEDIANS) && number_in(s, "threads") > 1) return;
    json_fields(is, "median:n tau:n interval:i", &l->median, &l->tau, &l->ci);
    if (number_in(s, "threads") > 1 && !strcmp(text_in(s, "kind"), "program")) l->median = number_in(is, "max");
    l->work[0] = 1e-9 * l->median * number_in(s, "flops_per_s");
    l->work[1] = 1e-9 * l->median * number_in(s, "bytes_per_s");
    if (wanted & WITH_PARTS && !l->part) l->part = room_for(LIST_PARTS, sizeof *l->part);
    if (l->part) parts_of(s, l->part);
    if (wanted & WITH_PROCESSOR) l->processor_ns = processor_ns_of(j, s);
}
static double document_thread(const json *thread, size_t i)
{
    return thread->x && i < thread->count ? thread->x[i] : 1;
}
/* Makes a list for the samples of each thread, which are neighbours in the document. Without samples, or if medians are
   wanted, it makes one list. */
static void document_series(const json *j, const json *s, lists *all)
{
    const json *samples = json_in(s, "samples"), *devices = json_of(j, "devices", JSON_LIST);
    const json *x = json_in(samples, "duration_ns"), *thread = json_in(samples, "thread");
    const double optimised = number_in(s, "optimised");
    const size_t device = count_in(s, "device");
    const int left_out = json_in(s, "cold")->number > 0 || !strcmp(text_in(s, "kind"), "command");
    const size_t n = x->x && !(all->wanted & WITH_MEDIANS) ? x->count : 0;
    char *on;
    size_t i, end;
    if (left_out) all->left_out += count_in(s, "n");
    if (left_out || !(number_in(s, "n") > 0)) return;
    if (optimised >= 0)
        fact_add(all, "build", optimised < 1 ? "not optimised" : optimised < 2 ? "optimised" : "for a sanitizer");
    on = !device || device > devices->count ? copy_of("")
       : formed("%zu %s", device, text_in(&devices->item[device - 1], "name"));
    for (i = 0; !i || i < n; i = end) {
        const double number = n ? document_thread(thread, i) : 1;
        const char *name = number > 1 ? gt_text_("%.0f", number) : "1";
        list *l = list_of(all, text_in(s, "series"), name, text_in(s, "kind"), on);
        if (!l->n) document_list(l, j, s, all->wanted);
        end = i + 1;
        while (end < n && fabs(document_thread(thread, end) - number) < 0.5) end++;
        if (!n) continue;
        l->x = resized(l->x, (l->n + end - i) * sizeof *l->x);
        memcpy(l->x + l->n, x->x + i, (end - i) * sizeof *l->x);
        l->n = l->room = l->n + end - i;
    }
    free(on);
}
static int document_take(const json *j, const char *key, json *item, void *to)
{
    if (!strcmp(key, "series")) document_series(j, item, (lists *)to);
    return !strcmp(key, "series") || !strcmp(key, "findings");      /* each series has its findings' codes */
}
static int document_read(const file_text *t, const char *file, lists *all)
{
    json j;
    const int right = document_parse(t->at, file, document_take, all, &j);
    if (right) document_facts(&j, all);
    snprintf(all->written, sizeof all->written, "%.24s %020ld.%09ld", text_in(&j, "date"), (long)t->made.tv_sec,
             t->made.tv_nsec);
    if (right && all->wanted & WITH_MEDIANS) document_ratios(&j, all);
    json_free(&j);
    if (!right) lists_free(all);
    return right;
}

/* Returns the next line, cut in place, or NULL at the end. quotes: 1 if a quoted field may hold line ends. */
static char *next_row(char **rest, int quotes)
{
    char *row = *rest, *end = row;
    int open = 0;
    if (!*row) return NULL;
    for (; *end && (open || *end != '\n'); end++) open ^= quotes && *end == '"';
    *rest = end + (*end == '\n');
    *end = 0;
    if (end > row && end[-1] == '\r') end[-1] = 0;
    return row;
}
/* Replaces zero bytes, which would end the text early. */
static char *text_of_rows(const file_text *t)
{
    for (size_t i = 0; i < t->length; i++) if (!t->at[i]) t->at[i] = '?';
    return t->at;
}
/* Reads lines of one number each, or the rows of a CSV of the kit; the first line tells which. If all->runs is 1, it
   reads rows of medians, and counts bad ones. Otherwise a bad line is named and ends the reading: the result is 0, and
   the rows before that line are kept. */
static int rows_read(const file_text *t, const char *file, lists *all)
{
    const int cut = t->length && t->at[t->length - 1] != '\n';
    char *rest = text_of_rows(t), *row;
    int right = 1, csv = 0, begun = 0;
    size_t at = 0;
    int of[READ];
    double x;
    for (; right && (row = next_row(&rest, csv)) != NULL; at++) {
        if (!csv && !all->runs) {
            row[strcspn(row, "#")] = 0;
            row += strspn(row, " \t");
        }
        if (!*row) continue;
        if ((!begun || all->runs) && !strncmp(row, "run,series,n,median,unit", 24)) all->runs = 1;
        else if (all->runs) all->left_out += (cut && !*rest) || !median_read(all, row);
        else if (!begun && !strncmp(row, "series,", 7)) right = csv = columns_of(row, of);
        else if (csv) right = row_read(all, row, of);
        else if ((right = number(row, &x)) != 0) add(all, file, "numbers", x);
        begun = 1;
    }
    if (!right)
        fprintf(stderr, "gtlint: %s: line %zu is not %s; gtlint reads what gtprof --json, GT_JSON and GT_CSV write, or "
                "numbers\n", file, at, csv ? "a row of such a CSV" : "one number");
    else if (!begun)
        fprintf(stderr, "gtlint: no number in %s\n", file);
    return right && begun;
}
/* Reads a file into lists and frees its text. Returns 0 with a message if a part could not be read. */
static int lists_read(file_text *t, const char *file, int wanted, lists *all)
{
    memset(all, 0, sizeof *all);
    all->wanted = wanted;
    const int right = *t->at == '{' ? document_read(t, file, all) : rows_read(t, file, all);
    text_free(t);
    names_mend(all);
    return right;
}
static int lists_open(const char *file, int wanted, lists *all)
{
    file_text t;
    memset(all, 0, sizeof *all);
    return text_open(file, &t) && lists_read(&t, file, wanted, all);
}
