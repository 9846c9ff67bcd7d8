/* gtlint.c - finds faults in measured times, and says whether a program became slower

   WHAT IT SHOWS   A list of times shows how it was measured: a slow first time, drift, two speeds, spikes, a coarse
                   clock. The kit's statistics are plain functions of arrays, so any program can call them. With the
                   files that the kit writes, a script can decide whether a change made a program slower.
   WHAT TO SEE     For each series: n, median, its 95 % interval, minimum and p90. Below: the findings with remedies.
                   For a JSON document: the report of the program. With --compare: a table of how many times as fast
                   each series became, with an interval and an outcome. */

#define _DEFAULT_SOURCE         /* madvise */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The findings that the kit wrote beside a number: for each code, in how many runs. */
typedef struct codes { unsigned short runs[GT_FINDING_COUNT]; } codes;
/* The parts of a sample's time, as the account in a document names them. A document without an account has two parts:
   the device time, and the rest of the sample. */
static const struct { const char *column, *title; } list_parts[] = {
#define LIST_PART(field, title) { #field "_ns", title },
    GT_PARTS(LIST_PART)
    { "", "device" }, { "", "outside of device" } };
enum { LIST_PARTS = sizeof list_parts / sizeof *list_parts, LIST_DEVICE = LIST_PARTS - 2, LIST_REST };
/* `key` is the name with kind and device, which tell series of one name apart. */
typedef struct list {
    char *name, *key;
    double *x;
    size_t n, room;             /* samples in x, and room for them */
    codes told;
    size_t count;               /* samples that were measured; more than n if the document does not hold them */
    double median, tick;        /* as the document says; median 0: not known */
    gt_interval ci;             /* interval of the median */
    double *part;               /* medians of the LIST_PARTS, as the document says; NaN: not known; NULL: not wanted */
    double processor_ns;        /* the processor time of the least disturbed samples; 0: not known or not wanted */
    double tau;                 /* how many samples hold as much as one independent sample; 0: not known */
    double work[2];             /* FLOP and bytes that a sample claims, in the median; of the last run; 0, NaN: none */
    int times;                  /* 1: values are speedups, not times in ns */
    uint64_t process;           /* process of the last row in a file of medians; 0: from another kind of file */
} list;
/* What is read of a document: WITH_PARTS, the account of each series; WITH_MEDIANS, medians in place of samples, also
   those of comparisons and batches; WITH_PROCESSOR, the processor time of each series. */
enum { WITH_PARTS = 1, WITH_MEDIANS = 2, WITH_PROCESSOR = 4 };
/* A fact of the environment. */
typedef struct fact { const char *what; char *is; } fact;
typedef struct lists {
    list *at;
    size_t count, room;
    size_t *slot, slots;        /* hash table of keys: index into `at`, counted from 1; 0: free */
    list **by_key;              /* sorted by key, when all are read */
    size_t left_out, replaced;  /* rows left out: warm-up, commands, bad rows; rows that a later one replaced */
    fact *fact;
    size_t facts;
    int runs;                   /* 1: each sample is the median of a process */
    int wanted;                 /* WITH_PARTS | WITH_MEDIANS | WITH_PROCESSOR */
    char written[64];           /* its date, and the file's; begins with a blank if not known */
} lists;

static const char brief[] =
    "gtlint finds faults in measured times, and says whether a program became slower:\n\n"
    "  gtlint run -- ./before -- ./after             starts both in turn, until it is decided which is slower\n"
    "  GT_JSON=run.json ./program; gtlint run.json   prints the report of a program with gputime inside again\n"
    "  gtlint times.txt                              judges times of any program, one a line\n"
    "  gtlint --html page.html run.json              writes a page with pictures, for a browser\n"
    "  gtlint --compare before.json after.json       compares two files\n"
    "  gtlint --runs run-*.json                      combines several processes of one program\n"
    "  gtlint --ranks run-*.json                     combines all ranks that mpirun or srun started\n\n";
static const char more_help[] = "gtlint --help and gtlint run --help list all options; see also man gtlint.\n";
/* --help prints it after the brief text. */
static const char usage[] =
    "gtlint FILE reads a JSON document (GT_JSON) and prints the program's report again, with findings by the rules of\n"
    "this version. FILE may also hold other times: one number a line in the order of measurement ('#' begins a\n"
    "comment), or a CSV (GT_CSV). Then gtlint prints statistics, and the faults that the times show. Without FILE it\n"
    "reads standard input.\n\n"
    "  --unit U   unit of the numbers: ns, us, ms or s (default: prints no unit; JSON and CSV hold ns)\n"
    "  --tick T   resolution of the clock that took the times, in the same unit (default: unknown, counts as 0)\n"
    "  --runs     each file is one process: prints the median over processes of each series, its interval, and how\n"
    "             many more runs would bring the interval to +-1 % (JSON, or a file of medians by gputime 0.1)\n"
    "  --compare  prints how many times as fast each series is in AFTER. It prints an interval if there are 250\n"
    "             samples or more that are nearly independent, and below it the parts of the time that differ. It\n"
    "             refuses files that differ in device, driver, clock, settings or build\n"
    "  --with     compares several files a side, each of one process: with six or more a side the interval is over\n"
    "             processes. Files that were made in turn, before and after, are compared in pairs\n"
    "  --fail-slower P%  exits with 1 if a series is certainly slower by more than P%, is missing or is faulty\n"
    "  --anyway   compares files that differ in device, driver, clock, settings or build\n"
    "  --ranks    reads the JSON documents of all ranks that mpirun or srun started (GT_JSON=run-%r.json), or a\n"
    "             file of gt_ranks_write: prints each series over ranks, and which ranks differ beyond chance or\n"
    "             are missing\n"
    "  --json OUT, --trace OUT  with --ranks: writes the same as JSON; writes a timeline with a process for each rank\n"
    "  --html OUT FILE...  writes a page, OUT, from JSON documents: findings, environment, tables, pictures, data.\n"
    "             With the trace of a run (GT_TRACE) as another FILE, its timelines show OpenCL calls\n"
    "  --junit OUT       writes the outcome of each series in the format of JUnit\n"
    "  --markdown prints Markdown for a pull request: the report of a JSON document, or a --compare or --runs\n"
    "  --environment  lists misspelt gputime variables in the environment\n"
    "  --version  prints the version\n"
    "  --help     prints this text\n\n"
    "Exit status: 0 no finding, 1 findings, 2 bad input or wrong options. A comparison: 0, 1 as --fail-slower says,\n"
    "or 2. A page: 0, or 2 if it could not be written. Ranks: 1 if one differs, is missing or ended early. gtlint\n"
    "names a bad line of the input, and still reports the times before that line. With --runs it counts bad lines and\n"
    "leaves them out. examples/FINDINGS.md explains each finding.\n\n"
    "Times in ms:            gtlint --unit ms times.txt, or another program prints them: ./program | gtlint --unit ms\n"
    "A gate in CI:           gtlint run --fail-slower 5% -- ./before -- ./after\n"
    "For a pull request:     gtlint --markdown run.json\n"
    "Files of both sides:    gtlint --compare before-*.json --with after-*.json --fail-slower 5%\n"
    "Several processes:      for i in 1 2 3 4 5 6; do GT_JSON=run-%p.json ./program; done; gtlint --runs run-*.json\n";

static void out_of_memory(void)
{
    fprintf(stderr, "gtlint: out of memory\n");
    exit(2);
}
/* Checks what an allocation returned, and ends the program without memory. The caller frees the result. */
static void *known_room(void *p)
{
    if (!p) out_of_memory();
    return p;
}
static void *room_for(size_t count, size_t size) { return known_room(calloc(count + !count, size)); }
static void *resized(void *p, size_t size) { return known_room(realloc(p, size)); }
static char *copy_of(const char *text) { return known_room(strdup(text)); }
/* Formats a text of any length. The caller frees it. */
#if GT_GNU_
__attribute__((format(printf, 1, 2)))
#endif
static char *formed(const char *format, ...)
{
    va_list values, again;
    char *text;
    int length;
    va_start(values, format);
    va_copy(again, values);
    length = vsnprintf(NULL, 0, format, values);
    text = room_for((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(values);
    return text;
}

/* The kit's statistics fail only for want of memory. */
static void counted(gt_status status)
{
    if (status != GT_OK) out_of_memory();
}
/* looked: 1 to look for states of the machine, as a trial does. */
static gt_stats stats_of(const double *x, size_t n, double tick, int looked)
{
    gt_stats s;
    counted(gt_stats_at_(x, n, tick, looked, &s));
    return s;
}
static int bad_value(const char *wanted, const char *value)     /* value: NULL if none was given */
{
    fprintf(stderr, value ? "gtlint: %s, not '%s'\n" : "gtlint: %s\n", wanted, value);
    return 2;
}

/* Returns the exit status of what was printed: 2 with a message if stdout did not take all of it. */
static int printed(int status)
{
    if (!fflush(stdout) && !ferror(stdout)) return status;
    return bad_value(gt_text_("not all was written to stdout: %s", strerror(errno)), NULL);
}

/* Makes room for one more element in an array, by the kit's own function. */
static void *grown(void *p, size_t count, size_t *room, size_t size)
{
    return gt_more_(&p, count, room, size) ? p : known_room(NULL);
}

/* Returns a sorted copy of the finite values among n. The caller frees it. */
static double *sorted_of(const double *x, size_t n, size_t *count)
{
    double *sorted = room_for(n, sizeof *sorted);
    *count = gt_copy_finite_(x, n, sorted);
    gt_sort_doubles_(sorted, *count);
    return sorted;
}

#include "json.c"
#include "input.c"
#include "recorded.c"
#include "outcomes.c"
#include "lint.c"
#include "environment.c"
#include "page.c"
#include "markdown.c"
#include "runs.c"

#include "compare.c"
#include "ranks.c"
#include "start.c"
#include "rounds.c"

/* Prints the report of the program again. Returns the exit status; for Markdown 0 unless it fails. Frees the text. */
static int recorded_report(const file_text *t, const char *name)
{
    recorded r;
    size_t i;
    const int right = recorded_read(t, name, &r);
    int found = right && r.list.snap.facts_->failed, status = 2;
    if (right && !r.list.snap.count && !found) {
        fprintf(stderr, "gtlint: no series in %s\n", name);
    } else if (right) {
        gt_report_of_(stdout, &r.list);
        for (i = 0; i < r.list.count; i++) found |= r.list.f[i].severity >= GT_WARNING;
        status = found && !gt_marked_up_;
    }
    recorded_free(&r);
    return status;
}
static int file_lint(const char *file, const char *unit, double tick)       /* returns the exit status */
{
    const char *name = file ? file : "input";
    const int before = findings;
    file_text t;
    lists all;
    size_t i;
    int right, empty;
    if (!text_open(file, &t)) return 2;
    empty = !*t.at;
    if (gt_marked_up_ || *t.at == '{') return recorded_report(&t, name);
    right = lists_read(&t, name, 0, &all);
    if (all.runs) return runs_show(&all, right, name);
    for (i = 0; i < all.count; i++) list_print(&all.at[i], unit, tick);
    if (all.left_out) printf("rows of warm-up passes and of single commands, left out: %zu\n", all.left_out);
    if (right && !all.count) fprintf(stderr, "gtlint: no number in %s\n", name);
    if (!file && empty) fprintf(stderr, "%s%s", brief, more_help);
    right &= all.count > 0;
    lists_free(&all);
    return !right ? 2 : findings > before;
}

#include "../gtprof/outputs.c"

/* The value that an option takes. It is stored as int (1), unsigned long, double, double, and the others as const char
   *. From PAGE on, it is the name of a file to write. */
typedef enum { NOTHING, WHOLE, NUMBER, PERCENT, TEXT, PAGE, JUNIT, RESULT, RANKS, TRACE } option_kind;
typedef struct option { const char *name; option_kind takes; void *to; } option;

/* Checks all files to write before anything is done. Returns 0 with a message if one should not be written. */
static int outputs_right(const option *o, char *const *input, int inputs)
{
    /* what stands at the beginning of each such file */
    static const char *const has[] = { "<!DOCTYPE html>", "<?xml ", "{\"gtlint_run\":", "\"ranks\":", "\"ph\":" };
    for (; o->name; o++) {
        const char *const to = o->takes >= PAGE ? *(const char *const *)o->to : NULL;
        char *const name = to && strcmp(to, "-") ? gt_file_name_(to, "") : NULL;
        const char *const doubt = name ? output_doubt(name, has[o->takes - PAGE], 0, input, inputs) : NULL;
        if (doubt) return bad_value(gt_text_("%s %s: %s", o->name, name, doubt), NULL) < 0;
        free(name);
    }
    return 1;
}

static int option_number(const option *o, const char *text)     /* returns 0 for a bad number */
{
    char *end;
    const double x = strtod(text, &end);
    if (o->takes == PERCENT && *end == '%') end++;
    if (end == text || *end || !(x >= 0 && x < 1e300)) return 0;
    if (o->takes != WHOLE) {
        *(double *)o->to = o->takes == PERCENT ? x / 100 : x;
        return o->takes != PERCENT || x > 0;
    }
    if (x > 1e6 || x > floor(x)) return 0;
    *(unsigned long *)o->to = (unsigned long)x;
    return 1;
}
/* Sets the option that argv[*k] names, and moves *k to its value. Returns 0 if it is none of these options. */
static int option_of(const option *o, int argc, char **argv, int *k)
{
    static const char *const wanted[] = { "", "a whole number", "a number from 0 on", "a percentage above 0" };
    const char *value;
    while (o->name && strcmp(o->name, argv[*k])) o++;
    if (!o->name) return 0;
    if (o->takes != NOTHING && *k + 1 >= argc)
        exit(bad_value(gt_text_("%s needs a value; try --help", o->name), NULL));
    value = o->takes == NOTHING ? "" : argv[++*k];
    if (o->takes == NOTHING) *(int *)o->to = 1;
    else if (o->takes >= TEXT) *(const char **)o->to = value;
    else if (!option_number(o, value)) exit(bad_value(gt_text_("%s takes %s", o->name, wanted[o->takes]), value));
    return 1;
}

#include "versions.c"

static int asked(int argc, char **argv)         /* returns the exit status */
{
    static const char *const units[] = { "", " ns", " us", " ms", " s" };
    const char *unit = NULL, *junit = NULL, *html = NULL;
    char **file = argv;         /* the names of files, moved to the front of argv */
    double tick = 0;
    compared c = { 0, 0, 0, 0, "" };
    ranks_files ranked = { NULL, NULL, NULL };
    size_t i;
    int k, files = 0, before_files = -1, of_runs = 0, of_ranks = 0, compare = 0, markup = 0, status = 0, one;
    const option options[] = {
        { "--runs", NOTHING, &of_runs }, { "--compare", NOTHING, &compare }, { "--ranks", NOTHING, &of_ranks },
        { "--anyway", NOTHING, &c.anyway }, { "--markdown", NOTHING, &markup }, { "--json", RANKS, &ranked.json },
        { "--trace", TRACE, &ranked.trace }, { "--html", PAGE, &html }, { "--junit", JUNIT, &junit },
        { "--unit", TEXT, &unit }, { "--tick", NUMBER, &tick }, { "--fail-slower", PERCENT, &c.fail_slower },
        { NULL, NOTHING, NULL } };

    if (argc > 1 && !strcmp(argv[1], "run")) return versions_run(argc, argv);
    if (argc < 2 && isatty(STDIN_FILENO)) return 2 | (fprintf(stderr, "%s%s", brief, more_help) < 0);
    for (k = 1; k < argc; k++) {
        char *o = argv[k];
        if (!strcmp(o, "--help") || !strcmp(o, "-h")) return printf("%s%s", brief, usage) < 0 ? 2 : 0;
        if (!strcmp(o, "--version")) return printf("gtlint %s\n", GPUTIME_VERSION) < 0 ? 2 : 0;
        if (!strcmp(o, "--environment")) return environment_check();
        if (option_of(options, argc, argv, &k)) continue;
        if (!strcmp(o, "--with")) before_files = files;
        else if (o[0] == '-' && o[1]) return bad_value(formed("unknown option '%s'; see gtlint --help", o), NULL);
        else file[files++] = o;
    }
    for (i = unit ? 4 : 0; i && strcmp(unit, units[i] + 1); i--) {}
    if (unit && !i) return bad_value("--unit takes ns, us, ms or s", unit);
    c.unit = units[i];
    if (markup) gt_marked_up_ = &markdown;
    if (before_files < 0 && files == 2) before_files = 1;
    if (compare && (before_files < 1 || before_files >= files))
        return bad_value("--compare takes two files, or several on each side of --with", NULL);
    if (of_runs && (!files || compare)) return bad_value("--runs takes files: gtlint --runs run-*.json", NULL);
    if (c.fail_slower > 0 && !compare) return bad_value("--fail-slower needs --compare, or gtlint run", NULL);
    if (gt_marked_up_ && !files)
        return bad_value("--markdown needs JSON documents: gtlint --markdown run.json", NULL);
    if (of_ranks && (compare || of_runs || junit || gt_marked_up_))
        return bad_value("--ranks takes documents, and no options but --html, --json and --trace", NULL);
    if (!of_ranks && (ranked.json || ranked.trace)) return bad_value("--json and --trace need --ranks", NULL);
    ranked.html = html;
    if (!outputs_right(options, file, files)) return 2;
    if (of_ranks) return ranks_print(file, files, &ranked);
    if (html && (!files || compare || of_runs || junit))
        return bad_value("--html takes a file to write, then JSON documents, and no other options", NULL);
    if (html) return page_write(html, file, files);
    if (compare) status = compare_print(file, before_files, files, &c);
    else if (of_runs) status = runs_print(file, files);
    for (k = 0; !compare && !of_runs && k < (files ? files : 1); k++) {
        if (files > 1) printf(gt_marked_up_ ? "%s### %s\n\n" : "%s%s:\n", k ? "\n" : "", file[k]);
        one = file_lint(files ? file[k] : NULL, c.unit, tick);
        if (one > status) status = one;
    }
    return junit_write(junit, status);
}
int main(int argc, char **argv) { return printed(asked(argc, argv)); }
