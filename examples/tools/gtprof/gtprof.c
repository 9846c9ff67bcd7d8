/* gtprof.c - measures an OpenCL program without changing it: see man gtprof and README.md

   Starts the program with libgtprof.so as a layer below the OpenCL loader, or in place of the loader. Waits for its
   end, also by a signal, and prints what each of its processes left in its map. */
/* flags: -std=gnu11 -D_GNU_SOURCE */
#include "gtprof.h"
#define GPUTIME_STATIC
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../../more/section.h"
#include "outputs.c"
#include "findings.c"

static int to_file;             /* 1: the report goes to a file */
/* A file has room for all columns. */
static void print_sheet(FILE *out, gt_sheet_ *t) {
    const int wide = to_file && !getenv("GT_WIDE");
    if (wide) setenv("GT_WIDE", "1", 1);
    gt_sheet_print_(out, t);
    if (wide) unsetenv("GT_WIDE");
}
#include "timers.c"

static const char brief[] =
    "gtprof runs an OpenCL program unchanged, and prints where its time goes:\n\n"
    "  gtprof ./program arguments                      the report follows what the program prints, on stderr\n"
    "  gtprof --output report.txt ./program            the report goes to a file\n"
    "  gtprof --html page.html ./program               a page with pictures, for a browser\n"
    "  gtprof --trace trace.json ./program             a timeline, for ui.perfetto.dev\n"
    "  gtprof --json run.json ./program                for scripts, and for gtlint: gtlint run.json\n\n"
    "gtprof --help lists all options; man gtprof explains the report.\n";
static const char usage[] =
    "usage: gtprof [options] program [arguments]\n"
    "  runs an OpenCL program unchanged, and prints where its time goes; what stands behind the program is its own\n"
    "  --output FILE       write the report to FILE; -: to stdout                      (default: stderr)\n"
    "  --json FILE, --csv FILE, --trace FILE\n"
    "                      write what was measured: for gtlint and scripts; a row for each sample; a timeline.\n"
    "                      In all file names %p is the process id, %r the rank under mpirun or srun, %h the host\n"
    "  --html FILE         write a page with findings, tables, pictures and data (gtlint makes it)\n"
    "  --kernels REGEX, --calls REGEX\n"
    "                      list only the kernels, or the OpenCL calls, whose name matches\n"
    "  --by-shape          list a kernel once for each pair of global and local size\n"
    "  --gpu-trace         list each command: start, duration, queue, sizes of a kernel, bytes, rate\n"
    "  --api-trace         list each OpenCL call: start, duration, thread, bytes, error\n"
    "  --rows FILE         write these rows to FILE, both kinds if you name neither: CSV or JSON with all digits if\n"
    "                      the name ends in .csv or .json, else a table\n"
    "  --call-log FILE     write each OpenCL call with its arguments as it returns; -: to stderr\n"
    "  --first N, --last N list only the first, or the last, N commands and N calls\n"
    "  --trace-size MB     stop a trace, and these rows, at this size                  (default: 256)\n"
    "  --from N, --to M    count only enqueues N to M; the first one is 1. With the suffix s, count only what happens\n"
    "                      between these seconds after the first OpenCL call: --from 0.5s\n"
    "  --no-device-times   do not add profiling to queues that have none; their commands get no times\n"
    "  --mode WAY          layer: below the OpenCL loader; stand-in: instead of it     (default: layer if it works)\n"
    "  --quiet             print no report if there was no OpenCL call\n"
    "  --version           print the version\n"
    "  --help              print this text\n"
    "The exit status is that of the program. 125: wrong options; or the program ended well, and a file that was\n"
    "asked for could not be written.\n\n"
    "Why is my program slow?      gtprof ./program                the first lines say it\n"
    "Each command in turn:        gtprof --gpu-trace ./program\n"
    "One kernel, by its sizes:    gtprof --by-shape --kernels '^matmul$' ./program\n"
    "All rows in a file:          gtprof --rows rows.csv ./program\n"
    "Without the warm-up:         gtprof --from 101 ./program     enqueue 101 and later\n"
    "A timeline:                  gtprof --trace trace.json ./program, then open it at ui.perfetto.dev\n"
    "A page for others:           gtprof --html page.html ./program\n"
    "Ranks of MPI:                mpirun -n 4 gtprof --json run-%r.json ./program; gtlint --ranks run-*.json\n"
    "Before against after:        gtlint run --prof -- ./before -- ./after\n"
    "Python:                      gtprof python3 script.py\n";

static struct {
    const char *output, *kernels, *calls, *mode, *html, *json, *rows_file, *trace;
    int by_shape, plain, quiet, rows[2];        /* rows: list commands; list calls */
    unsigned long from, until;                  /* numbers of enqueues */
    unsigned long first, last;                  /* how many rows of each kind; 0: all */
    unsigned long trace_mb;
    double from_s, until_s;                     /* seconds */
    char **program;
} options = { .until = ULONG_MAX, .until_s = HUGE_VAL };
static regex_t wanted, wanted_calls;    /* which names are listed, if options.kernels and options.calls are set */
static char folder[256], library[PATH_MAX], clocks[PATH_MAX], loader[PATH_MAX], gtlint[PATH_MAX];
static int unseen;              /* 1: for the same reason it sees no call */
static int for_page;            /* 1: there is a trace because the page has timelines */
static const char *unclocked;           /* why gtprof cannot see the program's readings of clocks; NULL: it can */
static int is_elf;                      /* 1: the program is a binary, no script */
static int is_go;                       /* 1: the program is in Go, and ends without the C library's exit */
enum { TRACE_MB = 256, TIMELINE_MB = 8 };       /* of a trace or of rows, and of a trace that only the page needs */
enum { PRICED = 1000, PRICE_NS = 60000000, PRICE_PART = 100, PRICE_MOST = 33 };     /* see is_price_measured */
static int missing;                     /* 1: a file that an option names could not be written */
static volatile sig_atomic_t child;     /* the program while it runs */

static void remove_folder(void);

static void fail(const char *what, const char *why) {
    fprintf(stderr, "gtprof: %s%s%s\n", what, why ? ": " : "", why ? why : "");
    if (folder[0]) remove_folder();
    exit(125);
}

/* -- the command line -- */

static void say_and_end(const char *text) {
    if (fputs(text, stdout) < 0 || fflush(stdout)) fail("stdout", strerror(errno));
    exit(0);
}

/* Two values would compete, so an option has one. */
static const char *value_of(int *i, int argc, char **argv) {
    const char *const option = argv[*i];
    int k;
    for (k = 1; k < *i; k++)
        if (!strcmp(argv[k], option)) fail("this option is given twice", option);
    if (++*i >= argc) fail("this option needs a value", option);
    return argv[*i];
}
static unsigned long number_of(const char *option, const char *text, int of_enqueue) {
    char *end;
    errno = 0;
    const unsigned long n = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end)
        fail(gt_text_("%s: not a whole number%s", option, of_enqueue ? ", nor seconds with the suffix s" : ""), text);
    if (errno) fail(gt_text_("%s: this number is too large", option), text);
    return n;
}
/* Reads a bound: the number of an enqueue or, with the suffix s, seconds after the first call. */
static void bound_of(const char *option, const char *text, unsigned long *enqueue, double *seconds) {
    char *end;
    const double s = strtod(text, &end);
    if (strcmp(end, "s")) *enqueue = number_of(option, text, 1);
    else if (end == text || !(s >= 0 && s < HUGE_VAL)) fail(gt_text_("%s: not a number of seconds", option), text);
    else *seconds = s;
    if (!*enqueue && strcmp(end, "s")) fail(gt_text_("%s 0", option), "the first enqueue is 1");
}
static unsigned long some_of(const char *option, const char *text) {
    const unsigned long n = number_of(option, text, 0);
    if (!n) fail(gt_text_("%s must be above 0", option), NULL);
    return n;
}
static void pattern_of(const char *option, const char *text, regex_t *to) {
    if (text && regcomp(to, text, REG_EXTENDED | REG_NOSUB)) fail(option, text);
}
/* Passes the absolute path of a file, since the program may change its folder. */
static void file_of(const char *variable, const char *name) {
    char here[PATH_MAX], *path = NULL;
    const int local = name[0] != '/' && strcmp(name, "-") && getcwd(here, sizeof here);
    if (local && asprintf(&path, "%s/%s", here, name) < 0) fail("no memory", NULL);
    setenv(variable, local ? path : name, 1);
    free(path);
}
static const char *name_of(const char *pattern) {
    const char *name = gt_file_name_(pattern, "");
    if (!name) fail("no memory", NULL);
    return name;
}
/* Whoever opens a pipe to write waits until somebody reads it. That must not be the program: a pipe that nobody reads
   within two seconds is refused. The end that is opened here stays open, so that a reader sees one text. */
static void check_pipe(const char *name) {
    const int end = gt_pipe_end_(name);
    if (end < 0) fail(name, errno == ENXIO ? "nobody reads this pipe" : strerror(errno));
    (void)fcntl(end, F_SETFD, FD_CLOEXEC);
}
/* The files that the program itself writes: the variables that name them to the layer. */
enum { LOG = 3 };
static const struct { const char *variable, *option; } files[] = {
    { "GTPROF_JSON", "--json" }, { "GTPROF_CSV", "--csv" }, { "GTPROF_TRACE", "--trace" },
    { "GTPROF_LOG", "--call-log" } };
/* Refuses a file that should not be written. replaced: 1: another file takes its place. */
static void check_output(const char *option, const char *pattern, int replaced) {
    static int to_stdout;
    struct stat about;
    const char *name, *doubt;
    if (pattern && !strcmp(pattern, "-") && to_stdout++)
        fail("two options name stdout: name a file for one of them", NULL);
    if (!pattern || !strcmp(pattern, "-")) return;
    name = name_of(pattern);
    doubt = output_doubt(name, "", replaced, NULL, 0);
    if (doubt) fail(gt_text_("%s: %s", option, name), doubt);
    if (!stat(name, &about) && S_ISFIFO(about.st_mode)) check_pipe(name);
}
static void read_options(int argc, char **argv) {
    struct stat about;
    size_t k;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *o = argv[i];
        if (!strcmp(o, "--")) {
            i++;
            break;
        } else if (!strcmp(o, "--help") || !strcmp(o, "-h")) {
            say_and_end(usage);
        } else if (!strcmp(o, "--version")) {
            say_and_end("gtprof " GPUTIME_VERSION "\n");
        } else if (!strcmp(o, "--output") || !strcmp(o, "-o")) options.output = name_of(value_of(&i, argc, argv));
        else if (!strcmp(o, "--json")) file_of("GTPROF_JSON", options.json = value_of(&i, argc, argv));
        else if (!strcmp(o, "--csv")) file_of("GTPROF_CSV", value_of(&i, argc, argv));
        else if (!strcmp(o, "--trace")) file_of("GTPROF_TRACE", options.trace = value_of(&i, argc, argv));
        else if (!strcmp(o, "--call-log")) file_of("GTPROF_LOG", value_of(&i, argc, argv));
        else if (!strcmp(o, "--html")) options.html = name_of(value_of(&i, argc, argv));
        else if (!strcmp(o, "--kernels")) options.kernels = value_of(&i, argc, argv);
        else if (!strcmp(o, "--calls")) options.calls = value_of(&i, argc, argv);
        else if (!strcmp(o, "--rows")) options.rows_file = name_of(value_of(&i, argc, argv));
        else if (!strcmp(o, "--mode")) options.mode = value_of(&i, argc, argv);
        else if (!strcmp(o, "--from")) bound_of(o, value_of(&i, argc, argv), &options.from, &options.from_s);
        else if (!strcmp(o, "--to")) bound_of(o, value_of(&i, argc, argv), &options.until, &options.until_s);
        else if (!strcmp(o, "--first")) options.first = some_of(o, value_of(&i, argc, argv));
        else if (!strcmp(o, "--last")) options.last = some_of(o, value_of(&i, argc, argv));
        else if (!strcmp(o, "--trace-size")) options.trace_mb = some_of(o, value_of(&i, argc, argv));
        else if (!strcmp(o, "--by-shape")) options.by_shape = 1;
        else if (!strcmp(o, "--gpu-trace")) options.rows[0] = 1;
        else if (!strcmp(o, "--api-trace")) options.rows[1] = 1;
        else if (!strcmp(o, "--no-device-times")) options.plain = 1;
        else if (!strcmp(o, "--quiet") || !strcmp(o, "-q")) options.quiet = 1;
        else fail(strchr(o, '=') ? "a blank, not =, stands before the value of an option"
                                 : "unknown option (see gtprof --help)", o);
    }
    if (options.mode && strcmp(options.mode, "layer") && strcmp(options.mode, "stand-in"))
        fail("--mode takes layer or stand-in, not", options.mode);
    if (options.rows_file && !options.rows[0] && !options.rows[1]) options.rows[0] = options.rows[1] = 1;
    if (options.rows[0]) options.by_shape = 1;
    if ((options.rows[0] || options.rows[1]) && getenv("GTPROF_TRACE"))
        fail("--trace cannot be combined with --gpu-trace, --api-trace or --rows: use another run", NULL);
    if (options.first && options.last) fail("use --first or --last, not both", NULL);
    if ((options.first || options.last) && !options.rows[0] && !options.rows[1])
        fail("--first and --last choose rows: add --gpu-trace, --api-trace or --rows", NULL);
    if (options.trace_mb && !options.rows[0] && !options.rows[1] && !options.html && !getenv("GTPROF_TRACE"))
        fail("--trace-size bounds a trace: add --trace, --html, --gpu-trace, --api-trace or --rows", NULL);
    if (options.from > options.until || options.from_s > options.until_s)
        fail("--from is greater than --to: nothing would be counted", NULL);
    if (options.from_s >= options.until_s) fail("--from and --to are the same second: nothing would be counted", NULL);
    if (options.html && (!strcmp(options.html, "-") || (!stat(options.html, &about) && S_ISFIFO(about.st_mode))))
        fail("--html needs a file: a page cannot go to stdout or a pipe", NULL);        /* it is read again */
    pattern_of("--kernels: not a regular expression", options.kernels, &wanted);
    pattern_of("--calls: not a regular expression", options.calls, &wanted_calls);
    if (i == argc && i > 1) fail("no program stands behind the options (see gtprof --help)", NULL);
    if (i == argc) {
        fputs(brief, stderr);
        exit(125);
    }
    options.program = argv + i;
    if (!options.program[0][0]) fail("the program's name is empty", NULL);
    check_output("--output", options.output, 0);
    check_output("--html", options.html, 1);
    check_output("--rows", options.rows_file, 0);
    for (k = 0; k < sizeof files / sizeof *files; k++) {
        const char *name = getenv(files[k].variable);
        if (name && (k != LOG || strcmp(name, "-"))) check_output(files[k].option, name, k < 2);    /* - is stderr */
    }
}

/* -- the program -- */

/* Finds a file of gtprof: beside the program, or in one of two folders relative to it. */
static void find(char *path, size_t size, const char *name, const char *built, const char *installed) {
    const char *const places[] = { "", built, installed };
    char here[PATH_MAX], text[PATH_MAX + 64], *slash, *real = NULL;
    const ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
    const char *started = n > 0 ? NULL : (const char *)(uintptr_t)getauxval(AT_EXECFN);        /* there is no /proc */
    size_t i;
    here[n > 0 ? n : 0] = 0;
    if (started && !realpath(started, here)) here[0] = 0;
    slash = strrchr(here, '/');
    if (slash) *slash = 0;
    for (i = 0; i < 3 && !real; i++) {
        snprintf(text, sizeof text, "%s/%s%s", here, places[i], name);
        real = realpath(text, NULL);
    }
    if (!real) fail(gt_text_("there is no %s beside gtprof", name), here);
    snprintf(path, size, "%s", real);
    free(real);
}
/* Finds the path of the library that programs get here by a name; "": they get none. */
static void find_library(const char *name, char path[static PATH_MAX]) {
    struct link_map *map = NULL;
    void *const it = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    path[0] = 0;
    if (it && !dlinfo(it, RTLD_DI_LINKMAP, &map)) snprintf(path, PATH_MAX, "%s", map->l_name);
}
/* Finds the path of the OpenCL loader that programs get here. Returns whether it supports layers. */
static int loader_has_layers(char path[static PATH_MAX]) {
    struct stat about;
    void *text = MAP_FAILED;
    int file;
    find_library("libOpenCL.so.1", path);
    if (!path[0]) return 1;             /* the program may have another one */
    file = open(path, O_RDONLY);
    if (file >= 0 && !fstat(file, &about)) text = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    return text != MAP_FAILED && memmem(text, (size_t)about.st_size, "OPENCL_LAYERS", 13) != NULL;
}
/* Puts a value at the front of a variable: NAME=first, or NAME=first:OLD. */
static void put_first(const char *name, const char *first) {
    const char *old = getenv(name);
    char *text;
    if (asprintf(&text, "%s%s%s", first, old && *old ? ":" : "", old ? old : "") < 0) fail("no memory", NULL);
    setenv(name, text, 1);
    free(text);
}
/* Finds the path of the program as execvp does. Returns 0 if there is none. */
static int program_path(char *path, size_t size) {
    const char *name = options.program[0], *from = getenv("PATH");
    if (strchr(name, '/')) return snprintf(path, size, "%s", name) < (int)size;
    for (; from && *from; from += strcspn(from, ":"), from += *from == ':') {
        snprintf(path, size, "%.*s/%s", (int)strcspn(from, ":"), from, name);
        if (!access(path, X_OK)) return 1;
    }
    return 0;
}
/* Whether the processor of gtprof runs such a binary; one with 64 bits runs x86 programs with 32, too. */
static int runs_here(int machine) {
    extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));      /* gtprof's own, by the linker */
    const int own = __ehdr_start.e_machine;
    return machine == own || (machine == EM_386 && own == EM_X86_64) || (machine == EM_X86_64 && own == EM_386);
}
/* Says why a library cannot be preloaded into the program, or why that would show no clock. Returns NULL if it can, or
   if that is not known. */
static const char *why_no_clocks(void) {
    char path[PATH_MAX];
    struct stat about;
    const char *why = NULL, *interpreter = NULL, *direct = NULL;
    int file = -1;
    size_t i, size;
    char *text = (char *)MAP_FAILED;
    ElfW(Ehdr) head;
    if (program_path(path, sizeof path)) file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return NULL;
    size = !fstat(file, &about) && S_ISREG(about.st_mode) ? (size_t)about.st_size : 0;
    if (size > sizeof head) text = (char *)mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (text == (char *)MAP_FAILED) return NULL;
    memcpy(&head, text, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG)) {        /* it is a script */
        munmap(text, size);
        return NULL;
    }
    is_elf = 1;
    if (!runs_here(head.e_machine)) {
        munmap(text, size);
        unseen = 1;
        return "it is built for another processor";
    }
    if (head.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)) {
        munmap(text, size);
        unseen = 1;
        return sizeof(void *) == 8 ? "it is a 32-bit program, and this gtprof a 64-bit one: make CC='gcc -m32' gtprof"
                                   : "it is a 64-bit program, and this gtprof a 32-bit one";
    }
    for (i = 0; i < head.e_phnum && head.e_phoff + (i + 1) * sizeof(ElfW(Phdr)) <= size; i++) {
        ElfW(Phdr) part;
        memcpy(&part, text + head.e_phoff + i * sizeof part, sizeof part);
        if (part.p_type == PT_INTERP && part.p_offset < size && part.p_filesz <= size - part.p_offset)
            interpreter = (const char *)memmem(text + part.p_offset, part.p_filesz, "ld-linux", 8);
        if (part.p_type == PT_INTERP && !interpreter) why = "its C library is not glibc";
        if (part.p_type == PT_NOTE && part.p_offset < size && part.p_filesz <= size - part.p_offset &&
            memmem(text + part.p_offset, part.p_filesz, "Go\0", 4)) is_go = 1;
    }
    if (is_go) direct = "Go reads clocks without the C library";
    if (!why && !interpreter) why = "it is linked statically";
    else if (about.st_mode & (S_ISUID | S_ISGID)) why = "it runs with the rights of another user";
    unseen = why != NULL;
    if (memmem(text, size, "\0.fpcdata", 10)) direct = "Free Pascal reads clocks without the C library";
    if (!why) why = direct;
    if (!why && memmem(text, size, "libasan.so", 10)) why = "AddressSanitizer must be the first library";
    munmap(text, size);
    return why;
}
/* Lets the environment preload the library, or takes that back: it is for the program alone. */
static void preload(int on) {
    static const char *old;
    char *text;
    if (unclocked) return;
    if (!on && old) setenv("LD_PRELOAD", old, 1);
    else if (!on) unsetenv("LD_PRELOAD");
    else {
        old = getenv("LD_PRELOAD") ? strdup(getenv("LD_PRELOAD")) : NULL;
        if (asprintf(&text, "%s%s%s", old ? old : "", old && *old ? ":" : "", clocks) < 0) fail("no memory", NULL);
        setenv("LD_PRELOAD", text, 1);
        free(text);
    }
}
static void remove_files(const char *name) {
    DIR *d = opendir(name);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL)
        if (e->d_name[0] != '.') unlinkat(dirfd(d), e->d_name, 0);
    if (d) closedir(d);
    rmdir(name);
}
/* A gtprof that SIGKILL ended leaves its folder. In /dev/shm that takes memory, so the next gtprof of the same user
   removes it. A gtprof that runs holds a lock on its own. */
static void remove_left(const char *place) {
    DIR *d = opendir(place);
    struct dirent *e;
    struct stat about;
    while (d && (e = readdir(d)) != NULL) {
        const char *const name = gt_text_("%s/%s", place, e->d_name);
        const int file = strncmp(e->d_name, "gtprof.of.", 10) ? -1 : open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (file >= 0 && !fstat(file, &about) && about.st_uid == geteuid() && about.st_mtime < time(NULL) - 60 &&
            !flock(file, LOCK_EX | LOCK_NB)) remove_files(name);
        if (file >= 0) close(file);
    }
    if (d) closedir(d);
}
/* Where the dynamic linker, or the OpenCL loader, splits the lists of paths in variables such as LD_PRELOAD. */
static const char splits[] = " \t\n:;";
/* The folder for what is counted: in $TMPDIR, else where there is room for it. */
static void make_folder(void) {
    const char *const places[] = { getenv("TMPDIR"), "/dev/shm", "/tmp", getenv("XDG_RUNTIME_DIR"), "/var/tmp" };
    char why[PATH_MAX] = "";
    size_t i;
    for (i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i] || !places[i][0] || strpbrk(places[i], splits)) continue;
        if (!strcmp(places[i], "/dev/shm")) remove_left(places[i]);
        snprintf(folder, sizeof folder, "%.200s/gtprof.of.XXXXXX", places[i]);
        if (mkdtemp(folder)) {
            (void)flock(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), LOCK_SH);     /* until gtprof ends */
            return;
        }
        folder[0] = 0;
        snprintf(why + strlen(why), sizeof why - strlen(why), "%s%.300s: %s", why[0] ? "; " : "", places[i],
                 strerror(errno));
    }
    fail("there is no folder for what is counted; set TMPDIR to one that can be written", why);
}
/* Makes a link to a file in the folder, and returns its path, which is valid until the next call. */
static const char *link_to(const char *path, const char *name) {
    static char link[PATH_MAX];
    snprintf(link, sizeof link, "%s/%s", folder, name);
    if (symlink(path, link)) fail(link, strerror(errno));
    return link;
}
/* A library whose path would be split gets a link in the folder. */
static void link_if_split(char path[static PATH_MAX], const char *name) {
    if (strpbrk(path, splits)) snprintf(path, PATH_MAX, "%s", link_to(path, name));
}
static void prepare(void) {
    char text[PATH_MAX];
    int layers;
    find(library, sizeof library, "libgtprof.so", "", "../lib/gtprof/");
    find(clocks, sizeof clocks, "libgtprof-clocks.so", "", "../lib/gtprof/");
    unclocked = why_no_clocks();
    if (options.html) find(gtlint, sizeof gtlint, "gtlint", "examples/", "");
    layers = loader_has_layers(loader);
    if (options.mode) layers = !strcmp(options.mode, "layer");
    if (!layers && !GTPROF_STANDS_IN) fail("on this processor gtprof needs an OpenCL loader with layers", loader);
    make_folder();
    link_if_split(library, "libgtprof.so");
    link_if_split(clocks, "libgtprof-clocks.so");
    snprintf(text, sizeof text, "%s/%%p.rows", folder);
    for_page = options.html && !options.rows[0] && !options.rows[1] && !getenv("GTPROF_TRACE");
    if (options.rows[0] || options.rows[1] || for_page) setenv("GTPROF_TRACE", text, 1);
    if (!options.trace_mb) options.trace_mb = for_page ? TIMELINE_MB : TRACE_MB;
    setenv("GTPROF_DIR", folder, 1);
    snprintf(text, sizeof text, "%s%s%s%sfrom=%lu to=%lu after=%.9g before=%.9g size=%lu",
             options.plain ? "plain " : "", options.by_shape ? "shape " : "", options.html ? "page " : "",
             options.rows[0] && !options.rows[1] && !options.html ? "commands " : "",
             options.from, options.until, 1e9 * options.from_s, 1e9 * options.until_s, options.trace_mb);
    setenv("GTPROF_OPTIONS", text, 1);
    if (layers) {
        put_first("OPENCL_LAYERS", library);    /* the first in the list is nearest to the driver */
        return;
    }
    if (!loader[0]) fail("no libOpenCL.so.1 is installed", NULL);
    setenv("GTPROF_REAL", loader, 1);
    (void)link_to(loader, "real");
    (void)link_to(library, "libOpenCL.so.1");
    find_library("libOpenCL.so", text);    /* by this name programs get another loader, or none */
    if (text[0]) {
        (void)link_to(text, "real.so");
        (void)link_to(library, "libOpenCL.so");
    }
    put_first("LD_LIBRARY_PATH", folder);
}

/* Passes signals on to the program, except those of a terminal, which the program gets anyway. timeout and others send
   a signal to the process and to its group, so the same one may come again when the program has ended by it. That must
   not end the report, but once this took some seconds somebody means it. */
static volatile sig_atomic_t handed_last;
static volatile time_t ended_s;         /* by CLOCK_MONOTONIC; the handler reads it once `child` is 0 */
static time_t began_s;                  /* when the program began, by the same clock */
static time_t now_s(void) {
    struct timespec t = { 0, 0 };
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}
static void hand_on(int number, siginfo_t *info, void *unused) {
    (void)unused;
    if (child && info->si_code <= 0) kill((pid_t)child, number);
    if (child) handed_last = number;
    else if (number != handed_last || now_s() > ended_s + 5) {
        signal(number, SIG_DFL);        /* from the return of this function on, which the signal waits for */
        raise(number);
    }
}
/* Says why the program did not start. */
static void print_why_not(int cause) {
    const char *const name = options.program[0], *end;
    char path[PATH_MAX], begin[300] = "";
    struct stat about;
    const int there = program_path(path, sizeof path) && !stat(path, &about);
    fprintf(stderr, "gtprof: %s: ", name);
    if (there && S_ISREG(about.st_mode)) (void)output_beginning(path, begin, sizeof begin);
    end = begin + strcspn(begin, "\r\n");
    if (cause == ENOENT && !strchr(name, '/') && !access(name, F_OK))
        fprintf(stderr, "this is not in PATH: for the file in this folder write ./%s\n", name);
    else if (cause == ENOENT && !there && !strchr(name, '/'))
        fprintf(stderr, "there is no such program in PATH. What only a shell knows: gtprof sh -c 'COMMAND'\n");
    else if (cause == ENOENT && output_is_script(begin))
        fprintf(stderr, "its first line names an interpreter that does not exist: %.*s%s\n", (int)(end - begin), begin,
                *end == '\r' ? " with a carriage return behind it: the lines end as in DOS" : "");
    else if (cause == ENOENT && output_is_elf(begin))
        fprintf(stderr, "the loader of this program does not exist: it was made for another C library or word size\n");
    else if (cause == EACCES && there && S_ISDIR(about.st_mode)) fprintf(stderr, "this is a folder\n");
    else if (cause == EACCES && begin[0] && !(about.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)))
        fprintf(stderr, "this file is not executable: chmod +x it, or name its interpreter: gtprof python3 file.py\n");
    else if (cause == ENOEXEC)
        fprintf(stderr, "this machine does not run such a binary: it was made for another processor or word size\n");
    else fprintf(stderr, "%s\n", strerror(cause));
}
/* Starts the program, and returns its process number; below 0: there is no process. Sets *cause if it did not start.
   The new process borrows gtprof's memory until it becomes the program: to copy that memory takes milliseconds. execvp
   gives what the machine cannot run to a shell, which is wrong for a binary. */
static pid_t start(const sigset_t *mask, volatile int *cause) {
    static char path[PATH_MAX];
    const int is_found = is_elf && program_path(path, sizeof path);
    const pid_t pid = vfork();
    if (pid) return pid;
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (is_found) execv(path, options.program);
    else execvp(options.program[0], options.program);
    *cause = errno;
    _exit(*cause == ENOENT ? 127 : 126);
}
static int run(long *number, const sigset_t *mask) {
    static const int handed[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGWINCH };
    struct sigaction act, old;
    pid_t pid;
    size_t i;
    volatile int cause = 0;
    int status = 0;
    memset(&act, 0, sizeof act);
    act.sa_sigaction = hand_on;
    act.sa_flags = SA_SIGINFO | SA_RESTART;
    fflush(NULL);
    began_s = now_s();
    preload(1);
    pid = start(mask, &cause);
    if (pid < 0) fail("fork", strerror(errno));
    preload(0);
    if (cause) print_why_not(cause);
    child = pid;
    *number = pid;
    signal(SIGPIPE, SIG_IGN);           /* the reader of a report may end before it */
    for (i = 0; i < sizeof handed / sizeof *handed; i++)        /* ignored signals stay ignored, as under nohup */
        if (!sigaction(handed[i], NULL, &old) && old.sa_handler != SIG_IGN) sigaction(handed[i], &act, NULL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    ended_s = now_s();
    child = 0;
    return status;
}
/* Ends as the program did: with its exit code, or by its signal. If the program has ended well, and a file that was
   asked for is missing, that is an error of gtprof. */
static void end_as(int status) {
    struct rlimit none = { 0, 0 };
    if (!WIFSIGNALED(status)) exit(WEXITSTATUS(status) || !missing ? WEXITSTATUS(status) : 125);
    fflush(NULL);
    setrlimit(RLIMIT_CORE, &none);      /* no second core file: the program wrote its own */
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    exit(128 + WTERMSIG(status));
}

/* -- the report -- */

static const char *signal_name(int number) {    /* such as SIGINT */
#if defined(__GLIBC__) && 100 * __GLIBC__ + __GLIBC_MINOR__ >= 232
    const char *name = sigabbrev_np(number);
    if (name) return gt_text_("SIG%s", name);
#endif
    return strsignal(number);
}
static const char *killed_by(int status) {
    return gt_text_("killed by signal %d (%s)", WTERMSIG(status), signal_name(WTERMSIG(status)));
}

/* For --kernels. If --by-shape added sizes to the name, only the kernel's name is compared. */
static int is_wanted(const char *name) {
    char kernel[128];
    snprintf(kernel, sizeof kernel, "%.*s", options.by_shape ? (int)strcspn(name, " ") : (int)strlen(name), name);
    return !options.kernels || !regexec(&wanted, kernel, 0, NULL, 0);
}
/* For --calls. */
static int is_wanted_call(const char *name) {
    return !options.calls || !regexec(&wanted_calls, name, 0, NULL, 0);
}
static int by_run(const void *a, const void *b) {
    const gtprof_activity *x = *(const gtprof_activity *const *)a, *y = *(const gtprof_activity *const *)b;
    return (x->run.sum < y->run.sum) - (x->run.sum > y->run.sum);
}
static const char *bytes_text(double bytes) {
    return bytes > 0 ? gt_rate_(bytes, "B") : "";
}
static const char *number(uint64_t n) { return gt_text_("%lu", (unsigned long)n); }
static void add_times(gt_sheet_ *t, const gtprof_stat *s, double all) {
    gt_sheet_cell_(t, gt_share_text_(s->sum, all));
    gt_sheet_cell_(t, gt_time_(s->sum));
    gt_sheet_cell_(t, number(s->n));
}
static void print_activities(FILE *out, const gtprof_map *m, double wall) {
    static const gt_column_ columns[] = { { "device activities", -17, 0 }, { "share", 5, 0 }, { "total", 7, 0 },
                                          { "n", 4, 0 }, { "mean", 7, 4 }, { "median", 7, 0 }, { "min", 7, 3 },
                                          { "max", 7, 1 }, { "queued", 7, 2 }, { "submitted", 9, 5 },
                                          { "bytes", 7, 0 }, { "rate", 8, 0 } };
    const gtprof_activity *list[GTPROF_ACTIVITIES];
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    uint32_t i, left = 0;
    for (i = 0; i < m->activities; i++) list[i] = &m->activity[i];
    qsort(list, m->activities, sizeof *list, by_run);
    for (i = 0; i < m->activities; i++) {
        const gtprof_activity *a = list[i];
        const int kernel = !strcmp(a->kind, "kernel"), named = strcmp(a->kind, a->name) != 0;
        if (kernel && !is_wanted(a->name)) {
            left++;
            continue;
        }
        gt_name_cell_(&t, 1, named && !kernel ? gt_text_("%s (%s)", a->name, a->kind) : a->name,
                      gtprof_device_text(m, (uint32_t)a->device));
        add_times(&t, &a->run, wall);
        gt_sheet_cell_(&t, gt_time_(a->run.sum / (double)a->run.n));
        gt_sheet_cell_(&t, gt_time_(gtprof_median(&a->run, &a->few_runs, &a->runs)));
        gt_sheet_cell_(&t, gt_time_(a->run.least));
        gt_sheet_cell_(&t, gt_time_(a->run.most));
        gt_sheet_cell_(&t, a->stamped ? gt_time_(a->queued / (double)a->stamped) : "");
        gt_sheet_cell_(&t, a->stamped ? gt_time_(a->submitted / (double)a->stamped) : "");
        gt_sheet_cell_(&t, bytes_text(a->bytes));
        gt_sheet_row_(&t, a->bytes > 0 && a->bytes_ns > 0 ? gt_rate_(1e9 * a->bytes / a->bytes_ns, "B/s") : "");
    }
    fprintf(out, "\n");
    if (m->activities) print_sheet(out, &t);
    else fprintf(out, "device activities: none\n");
    if (left) fprintf(out, "  %s that --kernels does not name left out.\n", gt_some_(left, "kernel"));
}
static void print_calls(FILE *out, const gtprof_map *m, double wall) {
    static const gt_column_ columns[] = { { "API calls", -36, 0 }, { "share", 6, 0 }, { "total", 8, 0 }, { "n", 6, 0 },
                                          { "median", 8, 0 }, { "max", 8, 0 }, { "blocked", 7, 0 },
                                          { "failed", 6, 0 } };
    const gtprof_call *list[GTPROF_CALLS];
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    uint32_t i, n = 0, left = 0;
    for (i = 0; i < m->calls && i < GTPROF_CALLS; i++) {
        if (!m->call[i].time.n) continue;
        if (is_wanted_call(m->call[i].name)) list[n++] = &m->call[i];
        else left++;
    }
    qsort(list, n, sizeof *list, gtprof_by_time);
    for (i = 0; i < n; i++) {
        const int timed = list[i]->time.most > 0;
        gt_name_cell_(&t, 1, list[i]->name, "");
        if (timed) {
            add_times(&t, &list[i]->time, wall);
        } else {
            gt_sheet_cell_(&t, "-");
            gt_sheet_cell_(&t, "-");
            gt_sheet_cell_(&t, number(list[i]->time.n));
        }
        gt_sheet_cell_(&t, timed ? gt_time_(gtprof_call_median(m, (uint32_t)(list[i] - m->call))) : "-");
        gt_sheet_cell_(&t, timed ? gt_time_(list[i]->time.most) : "-");
        gt_sheet_cell_(&t, list[i]->blocked ? number(list[i]->blocked) : "");
        gt_sheet_row_(&t, list[i]->failed ? number(list[i]->failed) : "");
    }
    fprintf(out, "\n");
    if (n) print_sheet(out, &t);
    else fprintf(out, "API calls: none\n");
    if (left) fprintf(out, "  %s that --calls does not name left out.\n", gt_some_(left, "call"));
    if (m->threads > 1) fprintf(out, "  Times are sums over %u threads, so shares can exceed 100 %%.\n", m->threads);
}

static void print_queues(FILE *out, const gtprof_map *m) {
    static const gt_column_ columns[] = { { "queues", -36, 0 }, { "commands", 8, 0 }, { "launches", 8, 0 },
                                          { "waits", 6, 0 }, { "time of its commands", 8, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    uint32_t i, n = 0;
    for (i = 0; i < m->queues && i < GTPROF_QUEUES; i++) {
        const gtprof_queue *q = &m->queue[i];
        if (!q->commands) continue;
        gt_name_cell_(&t, 1, gtprof_queue_name(i, ++n), "");
        gt_sheet_cell_(&t, number(q->commands));
        gt_sheet_cell_(&t, number(q->launches));
        gt_sheet_cell_(&t, number(q->waits));
        gt_sheet_row_(&t, q->timed ? gt_time_(q->ns) : "not known");
    }
    fprintf(out, "\n");
    print_sheet(out, &t);
}

/* Prints copies by size, unless each direction has only one size: then the table of activities says it all. */
static void print_copies(FILE *out, const gtprof_map *m) {
    static const gt_column_ columns[] = { { "copies by size", -36, 0 }, { "n", 6, 0 }, { "bytes", 7, 0 },
                                          { "time", 8, 0 }, { "rate", 9, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    int way, i, sizes, most = 0;
    for (way = 0; way < GTPROF_WAYS; way++) {
        for (i = sizes = 0; i < GTPROF_SIZES; i++) {
            const gtprof_copies *c = &m->copies[way][i];
            if (!c->n) continue;
            if (++sizes > most) most = sizes;
            gt_name_cell_(&t, 1, gtprof_copies_name(way, i), "");
            gt_sheet_cell_(&t, number(c->n));
            gt_sheet_cell_(&t, bytes_text(c->bytes));
            gt_sheet_cell_(&t, gt_time_(c->ns));
            gt_sheet_row_(&t, gtprof_copies_rate(m, c));
        }
    }
    if (most < 2) return;
    fprintf(out, "\n");
    print_sheet(out, &t);
}
static void print_callers(FILE *out, const gtprof_map *m) {
    static const gt_column_ columns[] = { { "calls by thread", -36, 0 }, { "calls", 6, 0 }, { "total", 8, 0 },
                                          { "waits", 6, 0 }, { "in waits", 8, 0 }, { "commands", 8, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    uint32_t i;
    for (i = 0; i < GTPROF_THREADS; i++) {
        const gtprof_calls_of *c = &m->caller[i];
        if (!c->calls) continue;
        gt_name_cell_(&t, 1, gtprof_caller_name(m, i), "");
        gt_sheet_cell_(&t, number(c->calls));
        gt_sheet_cell_(&t, gt_time_(c->ns));
        gt_sheet_cell_(&t, number(c->blocked));
        gt_sheet_cell_(&t, gt_time_(c->blocked_ns));
        gt_sheet_row_(&t, number(c->commands));
    }
    fprintf(out, "\n");
    print_sheet(out, &t);
}

/* -- the verdict about the time from the first call to the end: one sentence, then the shares -- */

/* What the largest part means. */
static const char *meaning(const gtprof_map *m, const char *name) {
    const gtprof_activity *most = NULL;
    const int untimed = gtprof_is_untimed(m);
    double failed = 0;
    uint32_t i;
    for (i = 0; i < m->calls; i++)
        if (!strncmp(m->call[i].name, "clEnqueue", 9)) failed += (double)m->call[i].failed;
    if (!m->commands && failed > 0 && name[0] != 'i')
        return gt_text_("No command was enqueued: %s failed (errors below).", gt_some_(failed, "call"));
    if (!m->commands && !strchr("fin", name[0]))
        return "The program enqueues no command: the device has nothing to do.";
    for (i = 0; i < m->activities; i++)
        if (gtprof_computes(&m->activity[i]) == (name[0] == 'k') &&
            (!most || m->activity[i].run.sum > most->run.sum)) most = &m->activity[i];
    switch (name[0]) {
    case 'k': return most ? gt_text_("The device computes, mostly %s.", most->name) : "The device computes.";
    case 'c': return most ? gt_text_("The device copies and fills, mostly by %s.", most->name)
                          : "The device copies and fills.";
    case 'f': return m->builds && m->cold
                   ? gt_text_("The program builds, and uses kernels for the first time: %s, %s.",
                              gt_some_((double)m->builds, "build"), gt_some_((double)m->cold, "first launch"))
                   : m->builds ? gt_text_("The program builds: %s.", gt_some_((double)m->builds, "build"))
                   : m->cold ? gt_text_("The program uses kernels for the first time: %s.",
                                        gt_some_((double)m->cold, "first launch"))
                   : "The program asks for devices, and makes objects.";
    case 'w': return untimed ? "The program waits; what the device does meanwhile is not known."
                   : gtprof_command_buffers(m)
                   ? "The program waits, maybe for command buffers: gtprof does not see what runs in them."
                   : "The program waits although the device has nothing to do.";
    case 'o': return untimed ? "The OpenCL calls themselves take the time; what the device does meanwhile is not known."
                             : "The OpenCL calls themselves take the time, and the device idles meanwhile.";
    case 'g': return getenv("GTPROF_TRACE") || getenv("GTPROF_LOG")
                   ? "gtprof itself takes the most time: leave out --trace, --html, rows or the log of calls."
                   : "gtprof itself takes the most time: what is measured is too short for it.";
    case 's': return untimed ? "The program sleeps; what the device does meanwhile is not known."
                             : "The device idles while the program sleeps.";
    case 'i': return gt_text_("The program was %s; what the device did meanwhile is not known.", name);
    case 'n': return "Most of the time is not known: the program did not end by exit.";
    case 't': return untimed ? "The program runs its own code; what the device does meanwhile is not known."
                             : "The device idles while the program runs its own code.";
    }
    return "";
}
static void print_verdict(FILE *out, const gtprof_map *m, double wall) {
    gtprof_share share[GTPROF_SHARES];
    char text[512] = "", *at = text;
    int i;
    if (!gtprof_shares(m, wall, share)) return;
    gt_say_(out, 4, "%s", meaning(m, share[0].name));
    for (i = 0; i < GTPROF_SHARES && at < text + 400; i++)
        if (share[i].ns > 0.0005 * wall)
            at += snprintf(at, (size_t)(text + sizeof text - at), "%s%s %s", i ? ", " : "",
                           gt_share_text_(share[i].ns, wall), share[i].name);
    gt_say_(out, 4, "%s %s%s: %s.", gt_time_(wall), gtprof_wall_text(m),
            m->threads > 1 ? gt_text_(", by the busiest of %lu threads", (unsigned long)m->threads) : "", text);
}

/* Prints remarks below the two tables. wall: ns from the load of the layer to the end of the process. */
static void print_devices(FILE *out, const gtprof_map *m, double wall) {
    uint32_t i;
    for (i = 0; i < m->devices; i++) {
        gtprof_device d = m->device[i];
        gtprof_sum(&d, d.runs);
        gt_say_(out, 4, "device%s busy %s%s, %s of the time; idle between commands %s in %s, the longest %s; overlap "
                "of commands %s%s", gtprof_device_text(m, i), gtprof_at_least(m, &d), gt_time_(d.busy),
                gt_share_text_(d.busy, wall), gt_time_(d.gap_sum), gt_some_((double)d.gaps, "gap"),
                gt_time_(d.gap_most), d.late ? "not known" : gt_time_(gt_larger_(0, d.sum - d.busy)),
                d.late ? gt_text_(" (%s read too late to be placed)", gt_some_((double)d.late, "command")) : "");
    }
}
/* Prints what the first command of a name took longer than later ones. Where there are none, a long wait is told. Waits
   for commands before it are no cost of a first use, and calls that copy may hold such waits. */
static void print_first(FILE *out, const gtprof_map *m) {
    uint32_t i;
    if (m->part_from > 0) return;       /* the first one may have been before */
    for (i = 0; i < m->activities; i++) {
        const gtprof_activity *a = &m->activity[i];
        const gtprof_uses f = gtprof_uses_of(a);
        const char *const of = gtprof_device_text(m, (uint32_t)a->device);
        if (!strcmp(a->kind, "kernel") && f.call > 3 * f.later_call && f.call > f.later_call + 1e5)
            gt_say_(out, 4, "first use: %s%s: the first call took %s, later ones %s", a->name, of,
                    gt_time_(f.call), gt_time_(f.later_call));
        if (f.idle > 3 * f.later_wait && f.idle > f.later_wait + 1e5)
            gt_say_(out, 4, "first use: %s%s: the first waited %s to start, later ones %s", a->name, of,
                    gt_time_(f.idle), gt_time_(f.later_wait));
        if (!gt_is_finite_(f.later_wait) && f.idle > 1e7)
            gt_say_(out, 4, "first use: %s%s: the first waited %s to start", a->name, of, gt_time_(f.idle));
        if (f.ran > 3 * f.later_ran && f.ran > f.later_ran + 1e5)
            gt_say_(out, 4, "first use: %s%s: the first ran for %s on the device, later ones for %s", a->name, of,
                    gt_time_(f.ran), gt_time_(f.later_ran));
    }
}
/* Whether the cost of profiling is measured: from 1000 commands on, if that should take at most 1 % of the program's
   time. It takes 10 ms, the driver is loaded again (50 ms with a compiler inside, as PoCL has it), and starts, which
   takes as long as it did in the program. If it has taken 3 % it is given up. */
static int is_price_measured(const gtprof_map *m, double wall) {
    double ns = PRICE_NS;
    uint32_t i;
    for (i = 0; i < m->threads && i < GTPROF_THREADS; i++) ns += m->thread[i].part[GTPROF_SETUP];
    return m->hidden && m->devices && m->commands >= PRICED && wall > PRICE_PART * ns;
}
/* Prints the cost of the profiling that the layer switched on. libgtprof.so measures it, in a process without layer. */
static void print_price(FILE *out, const gtprof_map *m, double wall) {
    double price[3] = { 0, 0, 0 };
    struct pollfd answer;
    int ends[2], status;
    pid_t pid;
    if (pipe(ends)) return;
    fflush(NULL);
    pid = fork();
    if (!pid) {
        int (*measure)(const char *, double *, double *, double *) = NULL;
        void *layer, *p;
        char name[128];
        snprintf(name, sizeof name, "%s", gtprof_device_name(&m->device[0]));
        unsetenv("OPENCL_LAYERS");
        unsetenv("GTPROF_DIR");
        setenv("GTPROF_REAL", loader, 1);
        layer = dlopen(library, RTLD_NOW);
        p = layer ? dlsym(layer, "gtprof_price") : NULL;
        memcpy(&measure, &p, sizeof p);
        if (measure && measure(name, &price[0], &price[1], &price[2]))
            if (write(ends[1], price, sizeof price) < 0) _exit(1);
        _exit(0);
    }
    close(ends[1]);
    answer.fd = ends[0];
    answer.events = POLLIN;
    if (pid > 0 && poll(&answer, 1, (int)fmin(1e-6 * wall / PRICE_MOST, 1e6)) <= 0) kill(pid, SIGKILL);
    if (pid > 0 && read(ends[0], price, sizeof price) == (ssize_t)sizeof price)
        gt_say_(out, 4, "cost of profiling, by 25 rounds of 64 small writes: %s", price[1] > 0
                ? gt_text_("%s a command (95 %%: %s to %s), %s for the %lu commands of this run", gt_time_(price[0]),
                           gt_time_(price[1]), gt_time_(price[2]), gt_time_(price[0] * (double)m->commands),
                           (unsigned long)m->commands)
                : gt_text_("too little to measure; at most %s a command", gt_time_(price[2])));
    close(ends[0]);
    if (pid > 0) waitpid(pid, &status, 0);
}
static void print_remarks(FILE *out, const gtprof_map *m, double wall) {
    double calls = 0, failed = 0;
    uint32_t i;
    for (i = 0; i + GTPROF_PAUSES < m->calls; i++) calls += m->call[i].time.sum;       /* the last rows are pauses */
    fprintf(out, "\n");
    gt_say_(out, 4, "time %s %s; in OpenCL calls, of all threads, %s, %s", gt_time_(wall), gtprof_wall_text(m),
            gt_time_(calls), gt_share_text_(calls, wall));
    print_devices(out, m, wall);
    if (m->builds)
        gt_say_(out, 4, "%s in %s", gt_some_((double)m->builds, "build"), gt_time_(m->build_ns));
    print_first(out, m);
    if (gtprof_command_buffers(m))
        gt_say_(out, 4, "%s: gtprof does not see the commands in them, and drivers may stamp less than their time; "
                "busy and idle times leave them out", gt_some_((double)gtprof_command_buffers(m), "command buffer"));
    if (m->objects_peak)
        gt_say_(out, 4, "at most %s at once, with %s", gt_some_((double)m->objects_peak, "memory object"),
                gt_rate_(m->bytes_peak, "B"));
    if (gtprof_untimed(m) > 0)
        gt_say_(out, 4, "commands without device time: %.0f of %lu (on queues without profiling, enqueued or still "
                "running when the program ended, or with stamps that cannot be right)", gtprof_untimed(m),
                (unsigned long)m->commands);
    if (m->hidden)
        gt_say_(out, 4, "gtprof added profiling to %s, which the program does not see; --no-device-times avoids it",
                gt_some_((double)m->hidden, "queue"));
    if (loader[0] && is_price_measured(m, wall)) print_price(out, m, wall);
    if (m->traced > 0)
        gt_say_(out, 4, "%s at %lu MB of trace, %s after the first call: --trace-size allows more, --from and --to "
                "choose another part", for_page ? "the page's timeline ends"
                : options.rows[0] || options.rows[1] ? "rows end" : "the trace ends", options.trace_mb,
                gt_time_(m->traced));
    if (m->full) gt_say_(out, 4, "names of commands beyond the first %lu are not listed: %s",
                         (unsigned long)m->activities, gt_some_((double)m->full, "command"));
    for (i = 0; i < m->calls; i++) failed += (double)m->call[i].failed;
    for (i = 0; i < GTPROF_ERRORS && m->error[i].n; i++) {
        gt_say_(out, 4, "error %s (%d) of %s: %s", m->error[i].name, m->error[i].code,
                m->call[m->error[i].call].name, gt_some_((double)m->error[i].n, "time"));
        failed -= (double)m->error[i].n;
    }
    if (i == GTPROF_ERRORS && failed > 0)
        gt_say_(out, 4, "errors beyond the first %d kinds: %s", GTPROF_ERRORS, gt_some_(failed, "time"));
}

/* -- findings -- */

/* Findings of the kit that say how to read this report. They are no faults of the program. */
static const struct { const char *name, *text; } remarks[] = {
    { "unwarmed", "No kernel ran six times: first launches also pay for compilation, memory and clocks." },
    { "unseen", "The program does not time its launches, or uses a clock that gtprof does not see, such as rdtsc." },
    { "kit-time", NULL },       /* not printed: the first lines have gtprof's share */
    { "not-kept", NULL },       /* not printed: the tables count all commands */
    { "no-profiling", NULL }    /* not printed: the tables say which commands have no device time */
};
static int is_remark(FILE *out, int severity, const char *path, const char *name) {
    size_t i = 0;
    if (strstr(path, "timer ") && strcmp(name, "kit-time")) return 0;       /* about a timer of the program */
    if (!strcmp(name, "unwarmed") && severity > GT_NOTE) return 0;          /* about stamps that the program reads */
    while (i < sizeof remarks / sizeof *remarks && strcmp(remarks[i].name, name)) i++;
    if (i == sizeof remarks / sizeof *remarks) return 0;
    if (remarks[i].text) gt_say_(out, 4, "%s", remarks[i].text);
    return 1;
}
/* Reads figures as gtprof_print writes them: each is name|unit|bits; */
static void read_figures(gt_finding *f, char *text) {
    char *one;
    f->figure_count = 0;
    while ((one = strsep(&text, ";")) != NULL && f->figure_count < sizeof f->figure / sizeof f->figure[0]) {
        gt_figure *to = &f->figure[f->figure_count];
        const char *name = strsep(&one, "|"), *unit = one ? strsep(&one, "|") : NULL;
        if (!one) continue;
        gt_copy_(to->name, sizeof to->name, name);
        gt_copy_(to->unit, sizeof to->unit, unit);
        to->value = gt_double_of_((uint64_t)strtoull(one, NULL, 16));
        f->figure_count++;
    }
}
/* Reads what the layer wrote. Findings go to the list, objects are printed. */
static void read_findings(gt_list_ *l, FILE *f, FILE *out) {
    static const char nowhere[] = ", " GTPROF_PLACE ":0";
    char line[4096], *field[10], *at;
    gt_finding *p, figures;
    int i;
    while (fgets(line, sizeof line, f)) {
        if ((at = strstr(line, nowhere)) != NULL) memmove(at, at + strlen(nowhere), strlen(at + strlen(nowhere)) + 1);
        if (read_timer(line)) continue;
        if (strncmp(line, "finding\t", 8)) {
            if (!strstr(line, ": none\n") && line[0] != '\n') fputs(line, out);
            continue;
        }
        line[strcspn(line, "\n")] = 0;
        for (at = line, i = 0; i < 10; i++) field[i] = at ? strsep(&at, "\t") : line + strlen(line);
        memset(&figures, 0, sizeof figures);
        read_figures(&figures, field[9]);
        if (is_remark(out, atoi(field[1]), field[2], field[3])) continue;
        for (i = 0; i < GT_FINDING_COUNT - 1; i++) if (!strcmp(gt_finding_name((gt_finding_code)i), field[3])) break;
        p = gt_finding_add_(l, NULL, (gt_finding_code)i, "{}", GT_VALUES_(gt_t_(field[4])));
        memcpy(p->figure, figures.figure, sizeof p->figure);
        p->figure_count = figures.figure_count;
        p->severity = (gt_severity)atoi(field[1]);
        gt_copy_(p->path, sizeof p->path, strcmp(field[2], nowhere + 2) ? field[2] : "program");
        p->sentence = strdup(field[5]);
        p->said_ = !field[5][0];
        p->cause = strdup(field[6]);
        p->remedy = strdup(field[7]);
        p->spoils_ = gt_double_of_((uint64_t)strtoull(field[8], NULL, 16));
    }
}
/* Opens a file that a process left. Returns -1 if it is no regular file: the program may have replaced it. */
static int open_left(const char *path) {
    struct stat about;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0 || (!fstat(file, &about) && S_ISREG(about.st_mode))) return file;
    close(file);
    errno = 0;
    return -1;
}
#include "rows.c"
#include "timeline.c"

/* Reads bytes of a map from `from` up to `to`. Returns 0 if the file ends before. */
static int read_bytes(int file, gtprof_map *m, size_t from, size_t to) {
    ssize_t more = 1;
    gtprof_pages((char *)m + from, to - from);          /* which pread fills */
    while (more > 0 && from < to)
        if ((more = pread(file, (char *)m + from, to - from, (off_t)from)) > 0) from += (size_t)more;
    return from == to;
}
/* Reads the elements of an array in a map, up to the last that is used. Its other pages stay untouched. */
#define READ_USED_(file, m, array, used) \
    read_bytes(file, m, offsetof(gtprof_map, array), offsetof(gtprof_map, array) + (used) * sizeof *(m)->array)
/* Reads one element of an array, or a field of it, with the durations of a stat: the first, and the others if there are
   any. Few bytes are read, since each page that is touched first takes microseconds. */
#define READ_ONE_(file, m, what) \
    read_bytes(file, m, (size_t)((char *)&(m)->what - (char *)(m)), (size_t)((char *)(&(m)->what + 1) - (char *)(m)))
#define READ_DURATIONS_(file, m, stat, few, many) \
    ((!(m)->stat.n || READ_ONE_(file, m, few)) && ((m)->stat.n <= GTPROF_EXACT || READ_ONE_(file, m, many)))
static int read_took(int file, gtprof_map *m) {
    uint32_t i;
    for (i = 0; i < m->calls; i++) if (!READ_DURATIONS_(file, m, call[i].time, few_took[i], took[i])) return 0;
    return 1;
}
static int read_activities(int file, gtprof_map *m) {
    const size_t before = offsetof(gtprof_activity, few_runs);
    uint32_t i;
    for (i = 0; i < m->activities; i++) {
        const size_t from = offsetof(gtprof_map, activity) + i * sizeof *m->activity;
        if (!read_bytes(file, m, from, from + before) ||
            !READ_DURATIONS_(file, m, activity[i].run, activity[i].few_runs, activity[i].runs) ||
            !READ_DURATIONS_(file, m, activity[i].call, activity[i].few_calls, activity[i].calls)) return 0;
    }
    return 1;
}
static int read_parts(int file, gtprof_map *m) {
    if (!read_bytes(file, m, 0, offsetof(gtprof_map, device))) return 0;
    if (m->calls > GTPROF_CALLS) m->calls = GTPROF_CALLS;
    if (m->devices > GTPROF_DEVICES) m->devices = GTPROF_DEVICES;
    if (m->activities > GTPROF_ACTIVITIES) m->activities = GTPROF_ACTIVITIES;
    return READ_USED_(file, m, device, m->devices) && READ_USED_(file, m, call, m->calls) &&
           read_took(file, m) && read_activities(file, m);
}
/* Copies what is used of a map, and checks each index in it: the process may still run, and truncate or overwrite the
   file. Returns NULL and sets *why if there is no valid map. */
static gtprof_map *read_map(const char *path, const char **why) {
    gtprof_map *m = (gtprof_map *)calloc(1, sizeof *m);
    const int file = m ? open_left(path) : -1;
    struct stat about = { .st_size = 0 };
    uint32_t i;
    *why = file < 0 ? errno == EACCES ? "not measured: it ran with the rights of another user"
                                      : "not measured: its file of counts was replaced"
         : fstat(file, &about) || !about.st_size
             ? "not measured: its folder has no room for what is counted; set TMPDIR to one with 20 MB a process"
         : (size_t)about.st_size < sizeof *m || !read_parts(file, m) ? "not measured: its file of counts was cut off"
         : m->version != GTPROF_VERSION ? "not measured: its file of counts was overwritten" : NULL;
    if (file >= 0) close(file);
    if (*why) {
        free(m);
        return NULL;
    }
    if (m->threads > GTPROF_THREADS * 1000u) m->threads = 0;
    m->program[sizeof m->program - 1] = 0;
    for (i = 0; i < m->calls; i++) m->call[i].name[sizeof m->call[i].name - 1] = 0;
    for (i = 0; i < m->activities; i++)
        m->activity[i].name[sizeof m->activity[i].name - 1] = m->activity[i].kind[sizeof m->activity[i].kind - 1] = 0;
    for (i = 0; i < GTPROF_THREADS; i++) m->caller[i].name[sizeof m->caller[i].name - 1] = 0;
    for (i = 0; i < m->devices; i++) {
        m->device[i].line[sizeof m->device[i].line - 1] = m->device[i].place[sizeof m->device[i].place - 1] = 0;
        if (m->device[i].runs > GTPROF_RUNS) m->device[i].runs = GTPROF_RUNS;
    }
    for (i = 0; i < GTPROF_ERRORS; i++) {
        m->error[i].name[sizeof m->error[i].name - 1] = 0;
        if (m->error[i].call >= GTPROF_CALLS) m->error[i].call = 0;
    }
    return m;
}
/* Finds a crash: a signal such as SIGSEGV while a thread was in an OpenCL call. Calls that failed may be the cause. */
static void find_crash(gt_list_ *l, const gtprof_map *m, int number) {
    const char *failed = NULL;
    double n = 0;
    uint32_t i;
    if (number != SIGSEGV && number != SIGABRT && number != SIGBUS && number != SIGFPE && number != SIGILL) return;
    for (i = 0; i < m->calls; i++) {
        const char *const name = m->call[i].name;
        if (!m->call[i].failed || !strncmp(name, "clGet", 5)) continue;     /* what is asked may be refused */
        if (!failed || !strncmp(name, "clCreate", 8)) failed = name;
        n += (double)m->call[i].failed;
    }
    for (i = 0; i < m->threads && i < GTPROF_THREADS; i++) {
        const char *const now = gtprof_call_now(m, &m->thread[i]);
        if (!now) continue;
        gt_finding *f = gt_finding_add_(l, NULL, GT_FINDING_CRASH_IN_CALL, "signal {signal} ({}) in {}",
                                        GT_VALUES_(gt_x_(number), gt_t_(signal_name(number)), gt_t_(now)));
        if (failed)
            gt_figures_add_(f, "; {failed#call} failed before, such as {}", GT_VALUES_(gt_x_(n), gt_t_(failed)));
    }
}
static gtprof_map *gtprof_to;           /* the process whose sections are made */
static double gtprof_wall(void) { return gtprof_wall_until(gtprof_to, gtprof_to->end); }
static void gtprof_lock(void) { }       /* nobody else changes this copy */
static void gtprof_unlock(void) { }
#include "sections.c"

static gt_list_ unended_findings;       /* of a process that did not end by exit, as these: of the first, or, where each
                                           gets a document, of the last */
static gt_section_ unended_section[GTPROF_SECTIONS];
static size_t unended_sections;
static void make_sections(gtprof_map *m) {
    size_t i;
    gtprof_to = m;
    unended_sections = 0;
    for (i = 0; i < GTPROF_SECTIONS; i++) {
        gt_section_ *const to = &unended_section[unended_sections];
        gtprof_sections[i](to, NULL);
        unended_sections += to->cells || to->sentences;
    }
}
/* Whether each process has a document of its own. */
static int is_json_own(void) { return options.json && strstr(options.json, "%p"); }
static void print_process(FILE *out, const char *path, gtprof_map *m, int is_first, int status) {
    const double wall = gtprof_wall_until(m, m->end);
    const long pid = strtol(strrchr(path, '/') + 1, NULL, 10);
    char text[PATH_MAX];
    gt_list_ list;
    char *remarks_text = NULL;          /* the remarks below the tables */
    size_t length = 0;
    FILE *f = NULL, *said = open_memstream(&remarks_text, &length);
    uint32_t i;
    int file;
    if (!said) said = out;
    memset(&list, 0, sizeof list);
    timer_count = timers_left = lines_late = 0;
    fprintf(out, "gtprof: %s, process %ld%s", m->program, pid, m->stand_in ? ", in place of the OpenCL loader" : "");
    if (!m->ended && is_first && WIFSIGNALED(status)) fprintf(out, ", %s", killed_by(status));
    else if (!m->ended && !is_go) fprintf(out, ", ended early");
    if (gtprof_busiest(m) && gtprof_call_now(m, gtprof_busiest(m)))
        fprintf(out, " in %s", gtprof_call_now(m, gtprof_busiest(m)));
    fprintf(out, "\n");
    print_verdict(out, m, wall);
    for (i = 0; i < m->devices; i++)
        gt_say_(out, 4, "%s%s", m->devices > 1 ? gt_text_("[%lu] ", (unsigned long)i) : "", m->device[i].line);
    snprintf(text, sizeof text, "%.*s.txt", (int)strlen(path) - 4, path);
    file = open_left(text);
    /* What was written in the first second is all there is to say, or too little. */
    if (file >= 0 && (m->ended || m->looked > m->begin + 1e9 || m->looked_at == m->commands)) f = fdopen(file, "r");
    else if (file >= 0) close(file);
    if (f) {
        read_findings(&list, f, said);
        fclose(f);
    }
    label_timers();
    for (i = 0; i < list.count; i++) {
        relabel(list.f[i].path, sizeof list.f[i].path);
        relabel(list.f[i].figures, sizeof list.f[i].figures);
    }
    if (!m->ended) gtprof_find(&list, m, wall);
    if (!m->ended && is_first && WIFSIGNALED(status)) find_crash(&list, m, WTERMSIG(status));
    gtprof_weigh(&list);
    gt_findings_sort_(&list);
    gt_findings_print_(out, &list);
    print_timers(out);
    print_activities(out, m, wall);
    print_copies(out, m);
    print_calls(out, m, wall);
    if (m->threads > 1) print_callers(out, m);
    print_rows(out, m, pid);
    if (m->queues > 1) print_queues(out, m);
    print_remarks(out, m, wall);
    fflush(said);
    if (remarks_text) fputs(remarks_text, out);
    if (said != out) fclose(said);
    free(remarks_text);
    if (!m->clocks)
        gt_say_(out, 4, "The program's own timers are not seen: %s.", unclocked ? unclocked
                : "it ignores LD_PRELOAD, or has changed it");
    if (!m->ended)
        gt_say_(out, 4, "%s. So gtprof does not know which objects were not released. %s",
                is_go ? "Programs in Go end without exit of the C library" : "The program did not end by exit",
                f ? gt_text_("The findings of gputime are from %s earlier.", gt_time_(m->end - m->looked))
                  : "There are no findings of gputime: it looks for them at waits, from the first second on.");
    if (!m->ended && (is_json_own() || !unended_sections)) make_sections(m);
    if (!m->ended && (is_json_own() || !unended_findings.f)) unended_findings = list;
    else free(list.f);
}

/* -- a rank that may be killed -- */

/* mpirun and srun kill all ranks when one dies, and then no rank writes its document. So gtprof writes a document
   without series at the start. If the process does not end by exit, gtprof replaces it by one of what was counted. */
static uint64_t rank_mark;              /* marks the document written at the start; 0: none was written */
static const char *rank_ended;
static int rank_ends;                   /* 1: the program has ended, and what was counted is known */
static long rank_process;               /* the process that the document is of; 0: all that did not end by exit */
static void rank_maps(gt_json_ *j);

static void rank_device(gt_json_ *j, const gtprof_device *d) {
    const char *bar = strstr(d->line, " | ");
    gt_json_open_(j, NULL, "{");
    gt_json_fields_(j, "name:s", gtprof_device_name(d));
    gt_json_open_(j, "facts", "[");
    if (bar) gt_json_fields_(j, "*:s", NULL, bar + 3);
    gt_json_close_(j, "]");
    if (d->place[0]) gt_json_fields_(j, "place:s", d->place);
    gt_json_fields_(j, "step_ns:n", gt_nan_());
    gt_json_open_(j, "costs", "[");
    gt_json_close_(j, "]");
    gt_json_close_(j, "}");
}
/* Writes a series as in the document of a process that ended by exit. what: the kind of command; NULL: the series is of
   the whole program. Commands have no samples. */
static void rank_row(gt_json_ *j, const char *series, const char *kind, const char *what, double device,
                     const gtprof_stat *t, double median) {
    static const char *const columns[] = { "thread", "begin_ns", "duration_ns" };
    const double none = gt_nan_(), sample[] = { 1, 0, t->sum };
    const int whole = !what;            /* the program, which has one sample */
    int i;
    gt_json_open_(j, NULL, "{");
    gt_json_fields_(j, "series:s kind:s command:k file:k stopped:k cold:b flushed:b device:n optimised:n line:n "
                    "depth:n threads:n passes:n n:n kept:n sum_ns:n min_ns:n max_ns:n", series, kind, what, NULL, NULL,
                    0, 0, device, none, 0.0, whole ? 0.0 : 1.0, 1.0, 0.0, (double)t->n, whole ? 1.0 : 0.0, t->sum,
                    t->least, t->most);
    gt_json_fields_(j, "flops_per_s:n bytes_per_s:n flops_interval:k bytes_interval:k device_time:k elsewhere:k "
                    "account:k", none, none, NULL, NULL, NULL, NULL, NULL);
    gt_json_open_(j, "counts", "{");
    gt_json_close_(j, "}");
    gt_json_object_(j, "duration", "n:n median:n mean:n sd:n min:n max:n p90:n p99:n tau:n spread:n tick:n "
                    "p90_is_bound:b p99_is_bound:b interval:k", (double)t->n, median,
                    t->sum / (double)t->n, none, t->least, t->most, none, none, none, none, none, 0, 0, NULL);
    gt_json_open_(j, "findings", "[");
    gt_json_close_(j, "]");
    if (whole) gt_json_open_(j, "samples", "{");
    for (i = 0; whole && i < 3; i++) {
        gt_json_open_(j, columns[i], "[");
        gt_json_fields_(j, "*:n", NULL, sample[i]);
        gt_json_close_(j, "]");
    }
    if (whole) gt_json_close_(j, "}");
    gt_json_close_(j, "}");
}
/* of_clocks: 1 if they are listed as findings about clocks, each with "runs". */
static void rank_findings(gt_json_ *j, const char *key, int of_clocks) {
    size_t i;
    gt_json_open_(j, key, "[");
    for (i = 0; i < unended_findings.count; i++) {
        const gt_finding *f = &unended_findings.f[i];
        gt_json_open_(j, NULL, "{");
        gt_json_fields_(j, "code:s severity:s series:k figures:k sentence:s cause:k remedy:k said:b at:n spoils:n",
                        f->name ? f->name : gt_finding_name(f->code), gt_severity_text_(f->severity), f->path,
                        f->figures, f->sentence ? f->sentence : "", f->cause, f->remedy, 0, 0.0, gt_nan_());
        gt_json_open_(j, "numbers", "[");
        gt_json_close_(j, "]");
        if (of_clocks) gt_json_fields_(j, "runs:b", 0);
        gt_json_close_(j, "}");
    }
    gt_json_close_(j, "]");
}
static gt_status rank_print(FILE *out) {
    static const char *const empty[] = { "comparisons", "batches" };
    char room[4096];
    gt_json_ j = { out, room, 0, sizeof room, 2, 0, 0, 0, NULL };
    size_t i;
    gt_json_open_(&j, NULL, "{");
    gt_json_head_(&j, rank_ended);
    gt_json_fields_(&j, "error:k lost:n", NULL, 0.0);
    gt_json_open_(&j, "state", "{");
    gt_json_fields_(&j, "machine:k stands:k ignored:k", NULL, NULL, NULL);
    rank_findings(&j, "clocks", 1);
    for (i = 0; i < 2; i++) {
        gt_json_open_(&j, i ? "told" : "stamps", "[");
        gt_json_close_(&j, "]");
    }
    gt_json_close_(&j, "}");
    rank_maps(&j);
    for (i = 0; i < sizeof empty / sizeof *empty; i++) {
        gt_json_open_(&j, empty[i], "[");
        gt_json_close_(&j, "]");
    }
    if (unended_sections) gt_json_open_(&j, "sections", "[");
    for (i = 0; i < unended_sections; i++) gt_json_section_(&j, &unended_section[i]);
    if (unended_sections) gt_json_close_(&j, "]");
    rank_findings(&j, "findings", 0);
    gt_json_close_(&j, "}\n");
    return j.cause ? GT_ERR_IO : GT_OK;
}
static int rank_write(const char *file) {       /* returns 1 if the file is written */
    if (gt_write_file(file, rank_print) == GT_OK) return 1;
    missing = 1;
    fprintf(stderr, "gtprof: --json: %s: cannot be written: %s\n", file, strerror(errno));
    return 0;
}
static void rank_begin(void) {
    if (!options.json || !strcmp(options.json, "-") || is_json_own()) return;
    if (!gt_rank_of_process_().rank) return;
    gt_start_();
    rank_ended = "killed together with gtprof";
    if (rank_write(options.json)) rank_mark = gt_file_mark_(options.json);
}
/* Writes the last document of a rank, unless a process of the program has written its own. */
static void rank_end(int status) {
    if (!rank_mark || gt_file_mark_(options.json) != rank_mark) return;
    rank_ended = WIFSIGNALED(status) ? killed_by(status)
               : WEXITSTATUS(status) ? gt_text_("exit code %d", WEXITSTATUS(status)) : NULL;
    rank_ends = 1;
    (void)rank_write(options.json);
}

/* -- all processes -- */

/* The last moment of which a process has counted something. It counts also where it reads a clock or sleeps, long after
   its last call. */
static double last_counted(const gtprof_map *m) {
    double last = m->last;
    uint32_t i;
    for (i = 0; i < m->threads && i < GTPROF_THREADS; i++) last = gt_larger_(last, m->thread[i].to);
    return last;
}

static int ends_in(const struct dirent *e, const char *ending) {
    const char *dot = strrchr(e->d_name, '.');
    return dot && !strcmp(dot, ending);
}
static int is_map(const struct dirent *e) { return ends_in(e, ".map"); }
static int is_why(const struct dirent *e) { return ends_in(e, ".why"); }
static int is_json(const struct dirent *e) { return ends_in(e, ".json"); }
/* Writes one page from the documents that processes left at their ends. With --trace, the trace of such a process adds
   the calls to its timers. */
static void write_page(void) {
    struct dirent **names;
    const int n = scandir(folder, &names, is_json, versionsort);
    char **argv = (char **)calloc(2 * (size_t)(n > 0 ? n : 0) + 4, sizeof *argv), path[PATH_MAX];
    pid_t pid;
    int i, used, status = -1;
    if (n <= 0 || !argv) {
        fprintf(stderr, "gtprof: did not write %s: no process with OpenCL calls ended by exit\n", options.html);
        return;
    }
    argv[0] = gtlint;
    argv[1] = (char *)(uintptr_t)"--html";
    argv[2] = (char *)(uintptr_t)options.html;
    for (i = 0; i < n; i++)
        if (asprintf(&argv[i + 3], "%s/%s", folder, names[i]->d_name) < 0) fail("no memory", NULL);
    for (i = 0, used = n + 3; i < n; i++) {
        const char *number = options.trace ? strrchr(names[i]->d_name, ' ') : NULL;
        const int file = number ? timeline_open(gt_text_("%ld.trace", strtol(number, NULL, 10)), path) : -1;
        if (file >= 0 && !close(file) && !(argv[used++] = strdup(path))) fail("no memory", NULL);
    }
    pid = fork();
    if (!pid) execv(gtlint, argv);
    if (!pid) _exit(127);
    if (pid > 0) waitpid(pid, &status, 0);
    missing |= status != 0;
    if (status) fprintf(stderr, "gtprof: --html: gtlint could not write %s\n", options.html);
    else timelines_add(options.html);
}
static int is_number(const struct dirent *e) { return e->d_name[0] >= '1' && e->d_name[0] <= '9'; }
/* Whether a process may be one of the program. Numbers grow from that of the program to the newest one, and begin anew
   at the largest. In a long run they may have come round. newest 0: not known. */
static int may_be_ours(long number, long program, long newest) {
    if (!newest || ended_s - began_s > 60) return 1;
    return newest >= program ? number > program && number <= newest : number > program || number <= newest;
}
/* Says which processes of the program still run, as a daemon does. They have gtprof's folder in their environment. To
   look into all processes of a host takes milliseconds. */
static void print_running(FILE *out, long program) {
    struct dirent **names = NULL;
    FILE *load = fopen("/proc/loadavg", "re");
    long newest = 0;
    char *text = NULL, own[300];
    size_t room = 0;
    ssize_t length;
    int n, i;
    snprintf(own, sizeof own, "GTPROF_DIR=%s", folder);
    if (!load || fscanf(load, "%*s %*s %*s %*s %ld", &newest) != 1) newest = 0;
    if (load) fclose(load);
    if (newest == program && ended_s - began_s <= 60) return;          /* no process has begun since */
    n = scandir("/proc", &names, is_number, versionsort);
    for (i = 0; i < n; i++) {
        const int may = may_be_ours(strtol(names[i]->d_name, NULL, 10), program, newest);
        FILE *f = may ? fopen(gt_text_("/proc/%s/environ", names[i]->d_name), "re") : NULL;
        int ours = 0;
        while (f && !ours && (length = getdelim(&text, &room, 0, f)) > 0) ours = !strcmp(text, own);
        if (f) fclose(f);
        if (ours)
            gt_say_(out, 4, "gtprof: process %s still runs, in the background. What it does from now on is not seen. "
                    "If it can, let it run in the foreground.", names[i]->d_name);
        free(names[i]);
    }
    free(names);
    free(text);
}
/* Says which OpenCL the processes have that the layer did not get into: clocks.c has left that. Returns 0 if none has
   any. */
static int print_unseen(FILE *out) {
    struct dirent **names = NULL;
    const int n = scandir(folder, &names, is_why, versionsort);
    const char *other = options.mode && !strcmp(options.mode, "stand-in") ? "layer" : "stand-in";
    int i, said = 0;
    for (i = 0; i < n; i++) {
        const long number = strtol(names[i]->d_name, NULL, 10);
        char path[PATH_MAX], text[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        const ssize_t length = readlink(path, text, sizeof text - 1);
        text[length > 0 ? length : 0] = 0;
        if (!strncmp(text, "driver ", 7))
            gt_say_(out, 4, "gtprof: process %ld was not seen: it calls the driver %s itself, or has closed the OpenCL "
                    "loader, in which gtprof stands. Link it with -lOpenCL, or try --mode %s.", number, text + 7,
                    other);
        else if (!strncmp(text, "loader ", 7))
            gt_say_(out, 4, "gtprof: nothing was seen of process %ld: it has the OpenCL loader %s, and did not call "
                    "it, found no driver, or that loader did not load the layer (try --mode %s).", number, text + 7,
                    other);
        else if (!strncmp(text, "emptied ", 8))
            gt_say_(out, 4, "gtprof: nothing was seen of process %ld: it has cleared its environment, by which gtprof "
                    "gets into OpenCL.", number);
        said |= length > 7;
        free(names[i]);
    }
    free(names);
    return said;
}
static int loaded;                      /* how many processes the layer counted in */
static int ended, unended;              /* how many of those with calls ended by exit, and how many did not */
static void write_own(long process);
static void print_all(FILE *out, long pid, int status, double over) {
    struct dirent **names;
    const int ran = !WIFEXITED(status) || (WEXITSTATUS(status) != 126 && WEXITSTATUS(status) != 127);
    const int n = loaded = scandir(folder, &names, is_map, versionsort);
    int i, used = 0;
    for (i = 0; i < n; i++) {
        char path[PATH_MAX];
        const long number = strtol(names[i]->d_name, NULL, 10);
        const char *why;
        uint32_t k;
        uint64_t calls = 0;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        gtprof_map *m = read_map(path, &why);
        for (k = 0; m && k < m->calls; k++) calls += m->call[k].time.n;
        if ((calls || why) && used++) fprintf(out, "\n");
        unended += m && calls && !m->ended;
        ended += m && calls && m->ended;
        missing |= m && m->missing;
        if (m && !m->ended) m->end = number == pid ? over : last_counted(m);
        if (why) gt_say_(out, 4, "gtprof: process %ld: %s", number, why);
        else if (calls) print_process(out, path, m, number == pid, status);
        if (m && !m->ended && calls && is_json_own()) {
            /* Behind exec the process goes on under its number, with a map and a document of its own. */
            if (i + 1 < n && strtol(names[i + 1]->d_name, NULL, 10) == number)
                fprintf(stderr, "gtprof: --json: no document has what process %ld did before exec\n", number);
            else
                write_own(number);
        }
        free(m);
    }
    if (used || !options.quiet) print_running(out, pid);
    if (used || options.quiet || !ran) return;
    if (n > 0)
        fprintf(out, "gtprof: the layer was loaded, and no OpenCL call was seen%s\n",
                options.from || options.from_s > 0 || options.until < ULONG_MAX || options.until_s < HUGE_VAL
                    ? " in the part that --from and --to choose" : "");
    else if (unclocked && unseen) fprintf(out, "gtprof: nothing was seen: %s\n", unclocked);
    else if (!print_unseen(out))
        gt_say_(out, 4, "gtprof: nothing was seen: the program did not load OpenCL, or ended before its first call "
                "without exit. Or what loads it cannot be looked into: a static process, one of other than %d bits, or "
                "one that cannot write %s, as in a container (set TMPDIR to a folder that it sees).",
                (int)(8 * sizeof(void *)), folder);
}
/* Writes devices and series of all processes that did not end by exit. */
static void rank_maps(gt_json_ *j) {
    struct dirent **names = NULL;
    const int n = rank_ends ? scandir(folder, &names, is_map, versionsort) : 0;
    double devices = 0;
    int i, series;
    uint32_t k;
    for (series = 0; series < 2; series++) {
        gt_json_open_(j, series ? "series" : "devices", "[");
        for (i = 0, devices = 0; i < n; i++) {
            const char *why;
            char path[PATH_MAX];
            snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
            if (rank_process && strtol(names[i]->d_name, NULL, 10) != rank_process) continue;
            gtprof_map *m = read_map(path, &why);
            for (k = 0; m && !m->ended && !series && k < m->devices; k++) rank_device(j, &m->device[k]);
            if (m && !m->ended && series && !rank_mark) {
                const double wall = gtprof_wall_until(m, last_counted(m));
                const gtprof_stat whole = { .n = 1, .sum = wall, .least = wall, .most = wall };
                rank_row(j, "program", "program", NULL, gt_nan_(), &whole, wall);
            }
            for (k = 0; m && !m->ended && series && k < m->activities; k++) {
                const gtprof_activity *const a = &m->activity[k];
                rank_row(j, gt_text_("program/%s", a->name), "command", a->kind, devices + a->device + 1, &a->run,
                         gtprof_median(&a->run, &a->few_runs, &a->runs));
            }
            devices += m && !m->ended ? m->devices : 0;
            free(m);
        }
        gt_json_close_(j, "]");
    }
    for (i = 0; i < n; i++) free(names[i]);
    free(names);
}
/* Lets a document of what was counted begin, which says so. */
static void begin_unended(void) {
    char about[512], program[400] = "";
    size_t i, used = 0;
    for (i = 0; options.program[i] && used < sizeof program; i++)
        used += (size_t)snprintf(program + used, sizeof program - used, "%s%s", i ? " " : "",
                                 gt_last_name_(options.program[i]));
    snprintf(about, sizeof about, "%s (it did not end by exit: counts, no samples)", program);
    gt_report_about(about);
    rank_ends = 1;
    rank_ended = NULL;
}
/* Writes the document of a process that did not end by exit. */
static void write_own(long process) {
    const char *const number = strstr(options.json, "%p");
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%.*s%ld%s", (int)(number - options.json), options.json, process, number + 2);
    begin_unended();
    rank_process = process;
    if (rank_write(file) && !is_go)
        fprintf(stderr, "gtprof: %s has no samples of a process that did not end by exit\n", file);
    rank_process = 0;
}
/* Writes a document of what was counted, without samples, if no process of the program has written one. Says which
   other files are missing, because a program writes them only if it ends by exit. */
static void write_unended(int n) {
    static const char *const variables[] = { "GTPROF_JSON", "GTPROF_CSV" };
    const char *const who = n == 1 ? "a process that" : "processes that";
    char path[sizeof folder + 16];
    size_t i;
    if (!n) return;
    begin_unended();
    snprintf(path, sizeof path, "%s/unended.json", folder);
    if (options.html && gt_write_file(path, rank_print) != GT_OK) gt_fail(stderr);
    for (i = is_json_own() ? 1 : 0; i < 2; i++) {
        const char *name = getenv(variables[i]);
        if (!name || rank_mark) continue;
        const int counts = !i && !ended && strcmp(name, "-");
        if (!counts) fprintf(stderr, "gtprof: did not write %s for %s did not end by exit\n", name, who);
        else if (rank_write(options.json) && !is_go)
            fprintf(stderr, "gtprof: %s has no samples of %s did not end by exit\n", options.json, who);
        if (!counts && !ended) missing = 1;
    }
}
/* Says which files nobody has written. What stands in one is of an earlier run. */
static void print_unwritten(void) {
    size_t k;
    for (k = 0; k < sizeof files / sizeof *files; k++) {
        const char *name = getenv(files[k].variable);
        if (!name || !strcmp(name, "-") || !strncmp(name, folder, strlen(folder))) continue;
        if (k || !rank_mark)            /* of a rank it has been written here */
            fprintf(stderr, "gtprof: %s: did not write %s: no OpenCL call was seen\n", files[k].option, name);
    }
}
/* Prints the report to its file, or to stderr if that cannot be written. */
static void report(long pid, int status, double over) {
    const int stream = !options.output || !strcmp(options.output, "-");
    /* stderr itself has no buffer: each word of the report would be a call of the system. */
    const int copy = stream ? dup(options.output ? STDOUT_FILENO : STDERR_FILENO) : -1;
    FILE *out = stream ? fdopen(copy, "w") : fopen(options.output, "we");
    int lost = out ? 0 : errno;
    to_file = !stream;
    if (out) print_all(out, pid, status, over);
    errno = 0;
    if (out && (fflush(out) || ferror(out))) lost = errno ? errno : EIO;
    if (out && fclose(out) && !lost) lost = errno;
    if (!lost || !options.output) return;
    to_file = 0;
    missing = 1;
    fprintf(stderr, "gtprof: --output: %s: %s; the report:\n", stream ? "stdout" : options.output, strerror(lost));
    print_all(stderr, pid, status, over);
}
static void remove_folder(void) { remove_files(folder); }
int main(int argc, char **argv) {
    struct timespec t;
    sigset_t all, mask;
    int status;
    long pid;
    read_options(argc, argv);
    sigfillset(&all);           /* blocked until there is a program that can get them */
    sigprocmask(SIG_BLOCK, &all, &mask);
    prepare();
    rows_begin();
    rank_begin();
    status = run(&pid, &mask);
    rank_end(status);
    clock_gettime(CLOCK_MONOTONIC, &t);
    report(pid, status, 1e9 * (double)t.tv_sec + (double)t.tv_nsec);
    rows_close();
    if (loaded < 1 && !options.quiet) print_unwritten();
    write_unended(unended);
    if (options.html) write_page();
    remove_folder();
    end_as(status);
    return 0;
}
