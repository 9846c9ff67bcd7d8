/* timers.c - the program's own timers in gtprof's report: part of gtprof.c. The layer finds pairs of clock readings
   with OpenCL calls between them, and their addresses. addr2line gives file and line, if there is debug information. */

enum { TIMERS = 512, LINES_S = 10 };    /* LINES_S: how long addr2line may take, for all processes together */
typedef struct timer {
    char name[112], label[160];         /* the name in the layer; the name in the report */
    char module[2][512];                /* file of the first call between the readings; of the first reading; or "" */
    char line[2][128], doubt[2];        /* "main.c:31", for both; 1: may be the line of a header */
    char outer[2][128];                 /* where the function that has the line was called, if it was inlined; or "" */
    unsigned long at[2], n;
    double sum, median, least, most;    /* ns */
    char device[64];                    /* how long each device worked, as text; "": not known */
} timer;
static timer timers[TIMERS];
static int timer_count, timers_left;    /* left: rows of timers for which there is no room */
static int lines_late;                  /* 1: addr2line took too long */

static timer *timer_of(const char *name) {
    int i = 0;
    while (i < timer_count && strcmp(timers[i].name, name)) i++;
    if (i == TIMERS) return NULL;
    if (i == timer_count) {
        memset(&timers[timer_count++], 0, sizeof timers[i]);
        snprintf(timers[i].name, sizeof timers[i].name, "%s", name);
        snprintf(timers[i].label, sizeof timers[i].label, "%s", name);
    }
    return &timers[i];
}
/* Reads a line of PID.txt. Returns 1 if it begins with "timer" or "place". */
static int read_timer(char *line) {
    const int place = !strncmp(line, "place\t", 6);
    char *field[9], *at = line;
    timer *t;
    int i;
    if (!place && strncmp(line, "timer\t", 6)) return 0;
    line[strcspn(line, "\n")] = 0;
    for (i = 0; i < 9; i++) field[i] = at ? strsep(&at, "\t") : line + strlen(line);
    at = strrchr(field[1], '/');
    t = timer_of(place || !at || at[1] != 't' ? field[1] : at + 1);
    if (!t) timers_left += !place;
    if (!t) return 1;
    if (place) {
        for (i = 0; i < 2; i++) {
            snprintf(t->module[i], sizeof t->module[i], "%s", field[2 + 2 * i]);
            t->at[i] = strtoul(field[3 + 2 * i], NULL, 16);
        }
        return 1;
    }
    t->n = strtoul(field[2], NULL, 10);
    t->sum = atof(field[3]);
    t->median = atof(field[4]);
    t->least = atof(field[5]);
    t->most = atof(field[6]);
    snprintf(t->device, sizeof t->device, "%s", field[7]);
    return 1;
}

/* -- file and line -- */

static int is_header(const char *line) {
    static const char *const endings[] = { ".h", ".hh", ".hpp", ".hxx", ".tcc", ".inl", ".inc" };
    const size_t length = strcspn(line, ":");
    const char *dot = (const char *)memrchr(line, '.', length);
    const size_t ending = dot ? (size_t)(line + length - dot) : 0;
    size_t i;
    for (i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strlen(endings[i]) == ending && !strncmp(dot, endings[i], ending)) return 1;
    return !dot;
}
/* Whether a file has no such line: GNU addr2line 2.40 may call the innermost line of a header main.cpp:4610. */
static int is_beyond(const char *line) {
    const char *colon = strrchr(line, ':');
    char path[1024];
    struct stat of;
    long lines = 1;
    int c;
    FILE *f;
    snprintf(path, sizeof path, "%.*s", colon ? (int)(colon - line) : 0, line);
    f = colon && !stat(path, &of) && S_ISREG(of.st_mode) ? fopen(path, "r") : NULL;
    if (!f) return 0;
    while ((c = getc(f)) != EOF) lines += c == '\n';
    fclose(f);
    return atol(colon + 1) > lines;
}
/* addr2line prints a line for each function that was inlined at an address, the innermost first. The program's is the
   first line outside of headers, or a later one if a header's stands before that: the first may be wrong (is_beyond),
   and the file not be here. outer: the program's next line, where that function was called. Returns 1 if the line found
   may be a header's. */
static int read_lines(FILE *f, char *to, char *outer, size_t size) {
    char text[1024];
    int header = 1;                     /* 1: the line before is a header's */
    while (fgets(text, sizeof text, f)) {
        text[strcspn(text, "\n (")] = 0;
        if (!strncmp(text, "0x", 2)) break;             /* begins the next address */
        if (!to || text[0] == '?' || strstr(text, ":?")) continue;
        const int beyond = is_beyond(text), is = is_header(text);
        const int found = !beyond && (is ? !to[0] : header);
        if (found) outer[0] = 0;
        if (found || (!beyond && !is && !outer[0]))
            snprintf(found ? to : outer, size, "%.*s", (int)size - 1, gt_last_name_(text));
        header = beyond || is;
    }
    return header;
}
/* Reads a pipe to its end. Returns NULL if that does not come in time: debug information may be huge, or lie where
   nothing can be read at the moment. The caller frees the text. All answers of one gtprof share the time. */
static char *read_in_time(int end, size_t *length) {
    static double left_ns = 1e9 * LINES_S;
    size_t room = 1 << 16;
    char *text = (char *)malloc(room);
    ssize_t got = 1;
    *length = 0;
    while (text && got > 0) {
        struct pollfd more = { .fd = end, .events = POLLIN };
        const double began = (double)gt_os_ns_();
        const int ready = left_ns > 0 ? poll(&more, 1, (int)(1e-6 * left_ns)) : 0;
        left_ns -= (double)gt_os_ns_() - began;
        if (ready < 0 && errno == EINTR) continue;
        got = ready > 0 ? read(end, text + *length, room - *length) : -1;
        if (got > 0) *length += (size_t)got;
        if (*length == room && !gt_more_(&text, *length, &room, 1)) got = -1;
    }
    if (!got) return text;
    free(text);
    return NULL;
}
/* Runs addr2line once for all addresses in the module of address k of timer i. There are at most 2 * TIMERS. */
static void ask_lines(int i, int k) {
    const char *module = timers[i].module[k];
    char *argv[2 * TIMERS + 8], *to[2 * TIMERS], *outer[2 * TIMERS], *doubt[2 * TIMERS], text[64], *answer;
    int argc = 0, n = 0, ends[2], status, a, b;
    size_t length;
    pid_t pid;
    FILE *f;
    static const char *const first[] = { "addr2line", "-a", "-i", "-e" };
    for (a = 0; a < 4; a++) argv[argc++] = (char *)(uintptr_t)first[a];
    argv[argc++] = (char *)(uintptr_t)module;
    for (a = i; a < timer_count; a++)
        for (b = 0; b < 2; b++) {
            if (timers[a].line[b][0] || strcmp(timers[a].module[b], module)) continue;
            snprintf(text, sizeof text, "0x%lx", timers[a].at[b]);
            argv[argc++] = strdup(text);
            doubt[n] = &timers[a].doubt[b];
            outer[n] = timers[a].outer[b];
            to[n++] = timers[a].line[b];
        }
    argv[argc] = NULL;
    if (pipe(ends)) return;
    fflush(NULL);
    pid = fork();
    if (!pid) {
        const int nothing = open("/dev/null", O_WRONLY);
        dup2(ends[1], 1);
        if (nothing >= 0) dup2(nothing, 2);
        close(ends[0]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(ends[1]);
    answer = read_in_time(ends[0], &length);
    close(ends[0]);
    if (!answer && pid > 0) kill(pid, SIGKILL);
    if (!answer) lines_late = 1;
    else if (pid > 0) waitpid(pid, &status, 0);
    f = answer && length ? fmemopen(answer, length, "r") : NULL;
    if (f) read_lines(f, NULL, NULL, 0);        /* skips what stands before the first address */
    for (a = 0; a < n; a++) {
        if (f) *doubt[a] = (char)read_lines(f, to[a], outer[a], sizeof timers[0].line[0]);
        if (!to[a][0]) snprintf(to[a], sizeof timers[0].line[0], "?");          /* addr2line does not know it */
    }
    if (f) fclose(f);
    free(answer);
    for (a = 5; a < argc; a++) free(argv[a]);
}
static int is_line(const char *line) { return line[0] && line[0] != '?'; }
/* Says where a timer is, more exactly with each level: by the line of the call, as calls.h does, or of the reading if
   that may lie in a header; by both; by where the function that reads was called. */
static void timer_label(const timer *t, int level, char *to, size_t size) {
    const char *const call = t->line[0], *const read = t->line[1], *line = is_line(call) ? call : read;
    if (is_line(read) && t->doubt[0]) line = read;
    const int two = level && is_line(read) && strcmp(line, read), three = level > 1 && t->outer[1][0];
    snprintf(to, size, "%s%s", is_line(line) ? "timer " : "", is_line(line) ? line : t->name);
    if (!is_line(line) || !(two || three)) return;
    snprintf(to + strlen(to), size - strlen(to), " (%s%s%s%s%s)", two ? "read at " : "", two ? read : "",
             two && three ? ", " : "", three ? "called at " : "", three ? t->outer[1] : "");
}
/* Gives each timer the least exact label that no other timer has. Of several that have the same lines throughout, only
   the first one gets a label; the others keep their names. */
static void label_timers(void) {
    enum { levels = 3 };
    char label[sizeof timers[0].label], other[sizeof label];
    int i, k, level, first;
    for (i = 0; i < timer_count; i++)
        for (k = 0; k < 2; k++)
            if (timers[i].module[k][0] && !timers[i].line[k][0]) ask_lines(i, k);
    for (first = 0; first < 2; first++)
        for (i = 0; i < timer_count; i++)
            for (level = 0; level < levels && !strcmp(timers[i].label, timers[i].name); level++) {
                timer_label(&timers[i], level, label, sizeof label);
                for (k = 0; k < timer_count; k++) {
                    timer_label(&timers[k], level, other, sizeof other);
                    if (k != i && !strcmp(label, first ? timers[k].label : other)) break;
                }
                if (k == timer_count) snprintf(timers[i].label, sizeof timers[i].label, "%s", label);
            }
}
/* Replaces the layer's names in a text by labels. */
static void relabel(char *text, size_t size) {
    char copy[512];
    int i;
    for (i = 0; i < timer_count; i++) {
        const char *at = strstr(text, timers[i].name);
        if (!at || !strcmp(timers[i].name, timers[i].label)) continue;
        snprintf(copy, sizeof copy, "%.*s%s%s", (int)(at - text), text, timers[i].label, at + strlen(timers[i].name));
        gt_copy_(text, size, copy);
    }
}

static int by_timed(const void *a, const void *b) {
    const timer *x = (const timer *)a, *y = (const timer *)b;
    return (x->sum < y->sum) - (x->sum > y->sum);
}
static void print_timers(FILE *out) {
    static const gt_column_ columns[] = { { "the program's timers", -24, 0 }, { "n", 6, 0 }, { "total", 7, 0 },
                                          { "median", 7, 0 }, { "min", 7, 2 }, { "max", 7, 1 }, { "device", 7, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    int i;
    qsort(timers, (size_t)timer_count, sizeof *timers, by_timed);
    for (i = 0; i < timer_count; i++) {
        if (!timers[i].n) continue;
        gt_name_cell_(&t, 1, timers[i].label, "");
        gt_sheet_cell_(&t, gt_fixed_((double)timers[i].n, 0, ""));
        gt_sheet_cell_(&t, gt_time_(timers[i].sum));
        gt_sheet_cell_(&t, gt_time_(timers[i].median));
        gt_sheet_cell_(&t, gt_time_(timers[i].least));
        gt_sheet_cell_(&t, gt_time_(timers[i].most));
        gt_sheet_row_(&t, timers[i].device);
    }
    if (!t.rows) return;
    fprintf(out, "\n");
    print_sheet(out, &t);
    if (timers_left) fprintf(out, "  %s beyond the first %d left out.\n", gt_some_(timers_left, "timer"), TIMERS);
    if (lines_late)
        fprintf(out, "  Lines of some timers are not known: addr2line took longer than %d s.\n", LINES_S);
}
