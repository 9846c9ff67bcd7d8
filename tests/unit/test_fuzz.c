/* link: simcl */
/* asan: yes */
/* flags: -D_XOPEN_SOURCE=700 */
/* test_fuzz.c - whatever stands in the environment, in a file or in a name, nothing crashes and nothing is misread

   A target takes any bytes. What is wrong ends the program: a crash, what a sanitizer sees, must() that does not hold.
       test_fuzz                   each target with its seeds and with mutated ones, the same in each run: the test
       test_fuzz TARGET FILE...    the target with these inputs
       test_fuzz --seeds FOLDER    writes the seeds to FOLDER/TARGET/
   `make fuzz` compiles this file with clang's libFuzzer (-DFUZZER), which looks for inputs that reach new code; FUZZ in
   the environment names the target. A new target is a function and a line in targets[]. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "test.h"

#define GPUTIME_MAX_SAMPLES 1024
#include "kit_cl.h"
#include "simcl.h"

/* gtlint, with all that it reads by; kit_cl.h has the implementation. */
int gtlint(int argc, char **argv);
#define main gtlint
#include "../../examples/tools/gtlint/gtlint.c"
#undef main

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

typedef struct part { const void *at; size_t n; } part;
#define BYTES(text) { text, sizeof text - 1 }

static FILE *console;           /* stdout and stderr are /dev/null (libFuzzer: -close_fd_mask=3) */
static const char *target = "?";
#define must(holds) ((holds) ? (void)0 : wrong(#holds, __LINE__))
__attribute__((noreturn)) static void wrong(const char *what, int line) {
    fprintf(console, "%s: line %d: does not hold: %s; the input is %s\n", target, line, what, "input");
    fflush(console);
    abort();
}
static char *save(const char *name, const void *at, size_t n) {
    static char path[256];
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(at, 1, n, f) != n || fclose(f)) abort();
    strcpy(path, name);
    return path;
}
static char *load(const char *name, size_t *n) {       /* a zero behind it; NULL: no such file */
    FILE *f = fopen(name, "rb");
    char *text = NULL;
    long size;
    if (!f) return NULL;
    if (!fseek(f, 0, SEEK_END) && (size = ftell(f)) >= 0 && !fseek(f, 0, SEEK_SET)) {
        text = (char *)calloc((size_t)size + 1, 1);
        *n = (size_t)size;
        if (!text || fread(text, 1, *n, f) != *n) abort();
    }
    fclose(f);
    return text;
}
static void remove_files(const char *folder, const char *but) {
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        char path[600];
        snprintf(path, sizeof path, "%s/%.255s", folder, e->d_name);
        if (e->d_name[0] != '.' || e->d_name[1 + (e->d_name[1] == '.')]) if (strcmp(e->d_name, but)) remove(path);
    }
    if (d) closedir(d);
}

/* ---- a program that measures, in simulated time ---- */

static gt_cl cl;
static void device_open(const char *name) {
    static simcl_script s;
    memset(&s, 0, sizeof s);
    s.any_kernel = 1;
    s.device[0].name = name;
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_reset();
    for (gt_device_ *d = gt_devices_; d; d = d->after) d->step_ns = d->described = 0;
    simcl_reset(&s);
    must(gt_clock_set(simcl_now_ns, NULL, "simulated") == GT_OK);
}
static void device_close(void) {
    gt_cl_close(&cl);
    must(!simcl_leaks(NULL) && !simcl_misuses(NULL));
}
/* A source of choices: the input, and zeros behind its end. */
typedef struct reader { const unsigned char *at, *end; } reader;
static unsigned take(reader *r) { return r->at < r->end ? *r->at++ : 0; }
static double take_double(reader *r) {
    double x;
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) bits = bits << 8 | take(r);
    memcpy(&x, &bits, sizeof x);
    return fabs(x) > 1e300 && isfinite(x) ? 1e300 : x;      /* 15 digits of the largest are beyond a double */
}
static const char *take_text(reader *r, char *room, size_t size) {     /* up to a zero or the end */
    size_t n = 0;
    while (r->at < r->end && *r->at && n < size - 1) room[n++] = (char)*r->at++;
    r->at += r->at < r->end;
    room[n] = 0;
    return room;
}
enum { DEPTH = 8, STEPS = 200 };
static void record(reader *r) {
    gt_cl_scope open[DEPTH];
    cl_mem buffer = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    char name[400], data[64] = "";
    int depth = 0;
    for (int step = 0; step < STEPS && r->at < r->end; step++) {
        const unsigned what = take(r);
        if (what == '(' && depth < DEPTH) {
            memset(&open[depth], 0, sizeof open[depth]);
            open[depth++].scope = gt_scope_begin(take_text(r, name, sizeof name));
        } else if (what == '[' && depth < DEPTH) {
            open[depth++] = gt_cl_scope_begin(cl.queue, take_text(r, name, sizeof name));
        } else if (what == ')' && depth) {
            depth--;
            if (open[depth].queue) gt_cl_scope_end(&open[depth]);
            else gt_scope_end(&open[depth].scope);
        } else if (what == '!') {
            clEnqueueWriteBuffer(cl.queue, buffer, CL_FALSE, 0, 1 + take(r) % 64, data, 0, NULL,
                                 GT_EVENT_AS("write", take(r)));
        } else if (what == '+') {
            const double ns = take_double(r);
            must(gt_series_add(take_text(r, name, sizeof name), ns) == GT_OK || depth);
        } else if (what == '*') {
            const double flops = take_double(r);
            gt_work(flops, take_double(r));
        } else if (what == '~') {
            gt_report_about(take_text(r, name, sizeof name));
        } else if (what == '"') {
            fprintf(stdout, "%s", take_text(r, name, sizeof name));
        } else {
            simcl_spend_ns((double)((uint64_t)what << take(r) % 32));
        }
    }
    while (depth--)
        if (open[depth].queue) gt_cl_scope_end(&open[depth]);
        else gt_scope_end(&open[depth].scope);
    clFinish(cl.queue);
    clReleaseMemObject(buffer);
}

/* ---- the environment ---- */

extern char **environ;
/* A line is a variable. Names of files stay in a folder of their own. */
static void environment(const unsigned char *data, size_t n) {
    enum { MOST = 32 };
    char *text = (char *)calloc(n + 1, 1), *variable[MOST + 1], **before = environ;
    size_t used = 0;
    if (!text) abort();
    for (size_t i = 0; i < n; i++) text[i] = data[i] == '/' || !data[i] ? '_' : (char)data[i];
    for (char *line = strtok(text, "\n"); line && used < MOST; line = strtok(NULL, "\n"))
        if (strchr(line, '=')) variable[used++] = line;
    variable[used] = NULL;
    must(!mkdir("env", 0700) && !chdir("env"));
    environ = variable;
    device_open("a device");
    (void)gt_clock_doubt_();
    gt_trace_ask_();
    GT_POKE_(&gt_exit_for_, gt_process_());
    if (gt_cl_open(&cl, NULL) == GT_OK) {
        static const char program[] = "(outer\0[inner\0!ab)a\1)+\x40\x59\0\0\0\0\0\0outside\0";
        reader r = { (const unsigned char *)program, (const unsigned char *)program + sizeof program - 1 };
        record(&r);
        (void)gt_cl_profiling_(0);
        GT_TRIAL("trial", .budget_s = 10, .max_n = 8) simcl_spend_ns(500000000);
        device_close();
    }
    (void)gt_report(stdout);
    (void)gt_fail(stdout);
    gt_cl_tool_->program.report(stdout);
    gt_exit_();
    must(!gt_trace_.file);
    environ = before;
    must(!chdir(".."));
    remove_files("env", "");
    must(!rmdir("env"));
    free(text);
}

/* ---- what gtlint reads ---- */

static int lint(const char *arguments) {       /* "input" is the input */
    char text[200], *argv[16], *next;
    int argc = 0, status;
    strcpy(text, arguments);
    for (next = strtok(text, " "); next; next = strtok(NULL, " ")) argv[argc++] = next;
    argv[argc] = NULL;
    findings = 0;
    gt_marked_up_ = NULL;
    while (output_count > 0) free(output_known[--output_count]);
    outcomes = NULL;
    outcome_text = NULL;
    memset(outcome_count, 0, sizeof outcome_count);
    status = gtlint(argc, argv);
    must(status >= 0 && status <= 2);
    return status;
}
static void linted(const unsigned char *data, size_t n) {
    (void)data;
    (void)n;
    gt_reset();
    lint("gtlint --unit ms --tick 0.5 --junit junit input");
    lint("gtlint --runs input");
    lint("gtlint --compare input input --fail-slower 5% --markdown --junit junit");
    lint("gtlint --compare input input --with input input");
    lint("gtlint --html page input");
}

/* ---- the cache of programs ---- */

/* The first byte says what of the header is made right, so that what stands behind is looked at. */
static const char cached_source[] = "kernel void nothing(global int *to) { }\n";
static gt_cl_cache built(void) {
    gt_cl_cache cache = { "cache", NULL, 0, 0, NULL };
    cl_program program = gt_cl_program_cached(&cl, cached_source, NULL, "fuzz", &cache);
    must(program && !gt_error_first() && cache.why);
    must(cache.hit == !cache.why[0] || !cache.hit);
    clReleaseProgram(program);
    return cache;
}
static const char *cached_file(void) {
    static char path[300];
    DIR *d = opendir("cache");
    struct dirent *e;
    path[0] = 0;
    while (d && (e = readdir(d)) != NULL)
        if (strstr(e->d_name, ".clbin")) snprintf(path, sizeof path, "cache/%.255s", e->d_name);
    if (d) closedir(d);
    return path;
}
static void cached(const unsigned char *data, size_t n) {
    const unsigned right = n ? data[0] : 0;
    gt_cl_head_ head, good;
    char *file, *now, *bytes = (char *)calloc(n + 1, 1);
    size_t size = 0, size_now = 0;
    gt_cl_cache cache;
    if (!bytes) abort();
    device_open("a device");
    must(gt_cl_open(&cl, NULL) == GT_OK);
    (void)built();
    must((file = load(cached_file(), &size)) && size > sizeof good);
    memcpy(&good, file, sizeof good);
    if (n) memcpy(bytes, data + 1, --n);
    if (n >= sizeof head) {
        memcpy(&head, bytes, sizeof head);
        if (right & 1) memcpy(head.magic, good.magic, sizeof head.magic);
        if (right & 1) head.format = good.format;
        if (right & 2) head.key = good.key;
        if (right & 4) head.length = n - sizeof head;
        if (right & 8) head.hash = gt_cl_key_with_(gt_cl_key_start_, bytes + sizeof head, n - sizeof head);
        memcpy(bytes, &head, sizeof head);
        if (right & 16 && n == size) memcpy(bytes + sizeof head, file + sizeof head, n - sizeof head);
    }
    save(cached_file(), bytes, n);
    cache = built();
    if (cache.hit && !(right & 8))      /* else the hash is of these bytes, and the driver has accepted them */
        must(n == size && !memcmp(bytes + sizeof head, file + sizeof head, n - sizeof head));
    now = load(cached_file(), &size_now);
    must(now && (cache.hit || (size_now == size && !memcmp(now, file, size))));     /* replaced by a good one */
    must(built().hit);
    free(bytes);
    free(file);
    free(now);
    device_close();
    remove_files("cache", "");
}

/* ---- what is written can be read ---- */

/* Strict UTF-8, by the table of RFC 3629 (0: no character begins there). */
static size_t character(const unsigned char *c) {
    static const struct { unsigned char first, last, low, high; size_t bytes; } rows[] = {
        { 0x00, 0x7f, 0x80, 0xbf, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t k = 1;
        if (*c < rows[i].first || *c > rows[i].last) continue;
        if (rows[i].bytes > 1 && (c[1] < rows[i].low || c[1] > rows[i].high)) return 0;
        while (k < rows[i].bytes && (c[k] & 0xc0) == 0x80) k++;
        return k == rows[i].bytes ? k : 0;
    }
    return 0;
}
static int is_utf8(const char *text) {
    size_t bytes = 1;
    for (; *text && bytes; text += bytes) bytes = character((const unsigned char *)text);
    return bytes != 0;
}
/* As JSON has it: what is no character is U+FFFD. */
static int is_text(const char *got, const char *name) {
    while (*name) {
        size_t bytes = character((const unsigned char *)name);
        if (strncmp(got, bytes ? name : "\xef\xbf\xbd", bytes ? bytes : 3)) return 0;
        got += bytes ? bytes : 3;
        name += bytes ? bytes : 1;
    }
    return !*got;
}
static int is_number(double got, double x) {    /* to the 15 digits that files have */
    if (!isfinite(x)) return isnan(got);
    return fabs(got - x) <= 1e-14 * fabs(x);
}

static char *written(gt_status (*write)(FILE *out), size_t *n) {
    char *text;
    must(gt_write_file("out", write) == GT_OK);
    must((text = load("out", n)) && strlen(text) == *n);
    return text;
}
static void json_is(const gt_snapshot *s) {
    size_t n;
    char *text = written(gt_write_json, &n);
    const json *series;
    json j;
    must(is_utf8(text) && json_parse(text, NULL, &j));
    must((series = json_in(&j, "series"))->count == s->count);
    for (size_t i = 0; i < s->count; i++) {
        const json *now = &series->item[i], *samples = json_in(now, "samples");
        const json *ns = json_in(samples, "duration_ns"), *begin = json_in(samples, "begin_ns");
        const gt_series *x = &s->series[i];
        must(is_text(json_text(json_in(now, "series")), x->key_));
        must(!strcmp(json_text(json_in(now, "kind")), gt_kinds_[x->kind].name));
        must(is_number(json_number(json_in(now, "n")), (double)x->n));
        must(is_number(json_number(json_in(now, "sum_ns")), x->sum_ns));
        must(ns->count == x->kept && begin->count == x->kept);
        for (size_t k = 0; k < x->kept; k++) must(is_number(ns->x[k], x->ns[k]));
        for (size_t k = 0; k < x->kept; k++) must(fabs(begin->x[k] - x->begin_ns[k]) < 1e-3);
    }
    json_free(&j);
    free(text);
}
static void csv_is(const gt_snapshot *s) {
    size_t n;
    char *text = written(gt_write_csv, &n), *rest = text, *row = next_row(&rest, 1);
    must(row && !strncmp(row, "series,thread,sample,", 21));
    for (size_t i = 0; i < s->count; i++) {
        const gt_series *x = &s->series[i];
        for (size_t k = 0; k < x->kept; k++) {
            char *at, *f = NULL;
            must((row = next_row(&rest, 1)) != NULL);
            at = row;
            const char *name = field(&at);
            must(!strcmp(name, x->key_) || (*name == '\'' && !strcmp(name + 1, x->key_)));      /* no formula */
            must(at && atoi(field(&at)) == (int)x->thread[k]);
            must(at && field(&at) && at && fabs(strtod(field(&at), NULL) - x->begin_ns[k]) < 1e-3);
            must(at && (f = field(&at)) && is_number(*f ? strtod(f, NULL) : (double)NAN, x->ns[k]));
            for (int c = 0; c < GT_COLUMN_COUNT + 4; c++) must(at && (f = field(&at)));
            must(!at);
        }
    }
    must(!next_row(&rest, 1));
    free(text);
}
/* Numbers and order of the runs that a document holds; bytes of names that are no text become others. */
static void runs_are(const gt_snapshot *s) {
    lists all;
    size_t wanted = 0, had = 0;
    int alike = 0;      /* names of other bytes may look the same */
    file_text text;
    memset(&all, 0, sizeof all);
    must(gt_write_file("runs", gt_write_json) == GT_OK && text_open("runs", &text));
    must(document_into(&text, "runs", &all));
    for (size_t i = 0; i < s->count; i++) {
        const gt_series *x = &s->series[i];
        const size_t length = strlen(x->key_);
        int there = 0;
        if (x->cold || !gt_is_kind_(x->kind, GT_ROW_) || !x->stats.n || !isfinite(x->stats.median)) continue;
        wanted++;
        for (size_t k = 0; k < all.count; k++) {
            const list *l = &all.at[k];
            if (!strchr(l->key, '\xef') && (strncmp(l->key, x->key_, length) || l->key[length] != '\n')) continue;
            for (size_t n = 0; n < l->n; n++) there |= is_number(l->x[n], x->stats.median) || strchr(l->key, '\xef');
        }
        must(there);
    }
    for (size_t k = 0; k < all.count; k++) {
        had += all.at[k].n;
        alike |= strchr(all.at[k].key, '\xef') != NULL;
    }
    must(had == wanted || (alike && had < wanted));
    lists_free(&all);
    must(lint("gtlint --markdown runs") == 0);
}
static void report_is(void) {
    size_t n;
    char *text = written(gt_report, &n);
    for (const char *c = text; *c; c++) must((unsigned char)*c >= ' ' ? *c != 0x7f : *c == '\n');
    free(text);
}
static void written_again(const unsigned char *data, size_t n) {
    reader r = { data, data + n };
    char name[300], *text;
    gt_snapshot s;
    json j;
    device_open(take_text(&r, name, sizeof name));
    must(gt_write_trace("trace") == GT_OK);
    must(gt_cl_open(&cl, "0:0") == GT_OK);
    record(&r);
    device_close();
    must(gt_write_trace(NULL) == GT_OK && (text = load("trace", &n)) && strlen(text) == n);
    must(is_utf8(text) && json_parse(text, NULL, &j));
    json_free(&j);
    free(text);
    must(gt_snapshot_take(&s) == GT_OK);
    json_is(&s);
    csv_is(&s);
    runs_are(&s);
    report_is();
    gt_snapshot_free(&s);
}

/* ---- targets and seeds ---- */

/* In seeds ' stands for a quote. file: a document that the kit writes, made at the start. */
typedef struct seeds { part of[8]; const char *file; } seeds;
static const struct { const char *name; void (*run)(const unsigned char *data, size_t n); seeds with; } targets[] = {
    { "environment", environment,
      { { BYTES("GT_CLOCK=os\nGT_AUDIT=1\nGT_REPORT=1\nGT_JSON=-\nGT_WIDE=1\nGT_COLOR=always\n"),
          BYTES("GT_JSON=a%p.json\nGT_JSON_SAMPLES=0\nGT_CSV=%p%p\nGT_TRACE=t%p\nGT_REPORT=r\n"),
          BYTES("GT_DEVICE=0:0\nGT_PROGRESS=1\nGT_CL_PROFILING=1\nGT_CL_OBJECTS=1\nGT_COLOUR=auto\nNO_COLOR=1\n"),
          BYTES("GT_DEVICE=cpu\nGT_CLOK=os\nGT_AUDIT=2\nSOURCE_DATE_EPOCH=1700000000\nGT_JSON=.\nGT_CSV=..\n"),
          BYTES("SOURCE_DATE_EPOCH=1e300\nGT_JSON=-\n"), BYTES("SOURCE_DATE_EPOCH=nan\nGT_JSON=-\n") }, "variables" } },
    { "list", linted,
      { { BYTES("1\n2.5\n3e2 # three hundred\n\n1e-3\r\n"), BYTES("nan\ninf\n-1\n0\n0\n0\n0x1p-3\n1\0 2\n"),
          BYTES("series,thread,duration_ns,cold,kind,device,findings\n'a ''b''',1,5,0,scope,'1 x',no-sync few\n"
                "'a\nb',2,7.25,0,phase,,\nx,1,1e999,1,command,,\n") }, "csv" } },
    { "json", linted,
      { { BYTES("{'schema':1,'settings':[1],'series':[]}"), BYTES("{'schema':1,'cl"),
          BYTES("{'schema':2,'clock':{'hz':1e300},'devices':[{'name':'\\u00e9\\ud83d\\ude00','facts':['a']}],'series':["
                "{'series':'a/b','kind':'phase','n':2,'device':1,'optimised':1,'findings':['few'],'duration':{'n':2,"
                "'median':1.5,'interval':{'low':1,'high':2,'confidence':0.95}},'samples':{'thread':[1,2],"
                "'duration_ns':[1,2]}}]}"),
          BYTES("{'schema':1,'series':[{'n':-1e300,'cold':true},{'n':1,'device':1e300,'duration':{'n':null}}]}"),
          BYTES("{'schema':1,'series':[{'series':'a','n':3,'samples':{'duration_ns':[1e300,5e-324,-1e308]}}]}"),
          BYTES("{'schema':1,'series':[{'series':'a','n':2,'samples':{'duration_ns':[1e16,10000000000000002]}}]}"),
          BYTES("{'schema':1,'state':{'told':[{'code':'of-a-tool','severity':'note'}]},'series':[]}"),
          BYTES("{'schema':1,'state':{},'series':[{'kind':'command','state':{},"
                "'samples':{'duration_ns':[2,2,2,2,2,2,2,2,2,2,2,2]}}]}") },
        "json" } },
    { "runs", linted,
      { { BYTES("run,series,n,median,unit,low,high\n1,'a ''b''',5,1.25,ns,1,2\n2,'a',5,2,ns,,\n3,'a',5,2,times,1,3\n"),
          BYTES("run,series,n,median,unit,low,high,device,findings,kind\r\n1,'a',5,1e300,ns,1,2,'1 x, y',no-sync,phase"
                "\r\n1,'a',5,3,ns,1,2,'1 x, y',,phase\r\n2,'a',5,3") }, "runs" } },
    { "cache", cached, { { BYTES("\37"), BYTES("\0x"), BYTES("") }, "cache.seed" } },
    { "writers", written_again,
      { { BYTES("simcl\0(a\0z\1)(a\0z\2)+\x40\x59\0\0\0\0\0\0outside\0~about\0"),
          BYTES("\xff | \xc3\xa9 '<'\0[a/b\\c|d\0!\1\2*\x41\0\0\0\0\0\0\0\x41\0\0\0\0\0\0\0z\5)[a\r\nb\0!\1\2)"),
          BYTES("\0(\xf4\x90\x80\x80\xed\xa0\x80\0z\2(\xc2\x85\x1b[31m\0a\1)(,'\0)+\x7f\xf8\0\0\0\0\0\0n\0)(\0)"),
          BYTES("d\0+\xff\xf0\0\0\0\0\0\0i\0+\x7f\xef\xff\xff\xff\xff\xff\xff\xffm\0+\x80\0\0\0\0\0\0\0m\0"
                "+\0\0\0\0\0\0\0\1m\0") }, NULL } },
};
enum { TARGETS = sizeof targets / sizeof *targets, MOST = 8192 };

static void try_input(size_t t, const unsigned char *data, size_t n) {
    target = targets[t].name;
    save("input", data, n);
    targets[t].run(data, n);
}
static char folder[] = GT_BUILD_DIR "/fuzz-XXXXXX";
static void begin(void) {       /* in a folder of its own */
    console = fdopen(dup(1), "w");
    if (!console || !mkdtemp(folder) || chdir(folder) || mkdir("cache", 0700)) abort();
    setvbuf(console, NULL, _IOLBF, 256);
#ifndef FUZZER
    const int null = open("/dev/null", O_WRONLY);
    if (null < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) abort();
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_report_fd((void *)(intptr_t)fileno(console));
#endif
#endif
}

static void variables(void) {       /* all that the kit knows, each with its last value */
    FILE *f = fopen("variables", "w");
    const gt_variable_ *v = NULL;
    must(f != NULL);
    while ((v = gt_variable_next_(v)) != NULL) {
        const char *last = strrchr(v->values, '|');
        fprintf(f, "%s=%s\n", v->name, last ? last + 1 : v->values[0] ? v->values : "to%p");
    }
    fclose(f);
}
/* Documents of the kit as seeds: what the first seeds of the last target give. */
static void documents(void) {
    variables();
    for (int i = 0; i < 3; i++) {
        const part *b = &targets[TARGETS - 1].with.of[i];
        written_again((const unsigned char *)b->at, b->n);
    }
    must(gt_write_file("json", gt_write_json) == GT_OK && gt_write_file("csv", gt_write_csv) == GT_OK);
    must(lint("gtlint --html page json csv") == 2 && lint("gtlint --html page json") == 0);
    device_open("a device");
    must(gt_cl_open(&cl, NULL) == GT_OK);
    (void)built();
    {
        size_t n;
        char *file = load(cached_file(), &n);
        char *seed = (char *)calloc(n + 1, 1);
        must(file && seed);
        memcpy(seed + 1, file, n);
        save("cache.seed", seed, n + 1);
        free(file);
        free(seed);
    }
    device_close();
    remove_files("cache", "");
}
static size_t seed_take(size_t t, size_t i, unsigned char *to) {       /* its bytes; (size_t)-1: there is none */
    const seeds *s = &targets[t].with;
    size_t n = 0, known = 0;
    while (known < 8 && s->of[known].at) known++;
    if (i < known) {
        memcpy(to, s->of[i].at, n = s->of[i].n);
        for (size_t k = 0; k < n; k++) if (to[k] == '\'') to[k] = '"';
        return n;
    }
    if (i > known || !s->file) return (size_t)-1;
    char *text = load(s->file, &n);
    must(text != NULL);
    if (n > MOST) n = MOST;
    memcpy(to, text, n);
    free(text);
    return n;
}

#ifdef FUZZER
static size_t chosen;
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    const char *name = getenv("FUZZ");
    (void)argc;
    (void)argv;
    while (chosen < TARGETS && (!name || strcmp(targets[chosen].name, name))) chosen++;
    if (chosen == TARGETS) abort();
    begin();
    return 0;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    const char *limit_s = getenv("FUZZ_S");     /* of processor time: -max_total_time is of the wall's */
    try_input(chosen, data, n);
    if (limit_s && (double)clock() / CLOCKS_PER_SEC > atof(limit_s)) raise(SIGUSR1);      /* libFuzzer ends with 0 */
    return 0;
}
#else

static size_t mutate(unsigned char *data, size_t n, size_t t) {
    static unsigned char other[MOST];
    for (size_t times = 1 + test_below(6); times--;) {
        static const char *const words[] = { "-", "\"", "1e300", "nan", "\n", ",", "{", "[", "]", "}", "null", "true",
                                             "\\u0000", "\xff", "=", "0", "-1", "18446744073709551616", "[[[[", "%p" };
        const size_t at = n ? test_below(n) : 0, most = n - at < 64 ? n - at : 64, some = most ? test_below(most) : 0;
        const char *word = words[test_below(sizeof words / sizeof *words)];
        size_t k;
        switch (test_below(6)) {
        case 0: if (n) data[at] ^= (unsigned char)(1u << test_below(8)); break;
        case 1: if (n) data[at] = (unsigned char)test_below(256); break;
        case 2:                         /* out */
            memmove(data + at, data + at + some, n - at - some);
            n -= some;
            break;
        case 3:                         /* a word in */
            if (n + strlen(word) > MOST) break;
            memmove(data + at + strlen(word), data + at, n - at);
            memcpy(data + at, word, strlen(word));
            n += strlen(word);
            break;
        case 4:                         /* a part once more */
            if (n + some > MOST) break;
            memmove(data + at + some, data + at, n - at);
            n += some;
            break;
        default:                        /* the end of another seed */
            k = seed_take(t, test_below(6), other);
            if (k == (size_t)-1 || !k) break;
            if (k > MOST - at) k = MOST - at;
            memcpy(data + at, other, k);
            n = at + k;
        }
    }
    return n;
}

static int fuzz(void) {         /* seeds, then mutants of them in turn */
    static unsigned char data[MOST];
    for (size_t t = 0; t < TARGETS; t++) {
        size_t i, n, all = 0;
        for (; (n = seed_take(t, all, data)) != (size_t)-1; all++) try_input(t, data, n);
        for (i = 0; i < (FULL ? 10000 : SANITIZED ? 50 : 200); i++) {
            n = mutate(data, seed_take(t, i % all, data), t);
            try_input(t, data, n);
        }
        fprintf(console, "ok %s: %lu seeds, %lu mutants\n", targets[t].name, (unsigned long)all, (unsigned long)i);
    }
    return 0;
}
static int write_seeds(const char *to) {
    static unsigned char data[MOST];
    for (size_t t = 0; t < TARGETS; t++) {
        char name[300];
        size_t n;
        snprintf(name, sizeof name, "%.200s/%s", to, targets[t].name);
        (void)mkdir(name, 0777);
        for (size_t i = 0; (n = seed_take(t, i, data)) != (size_t)-1; i++) {
            snprintf(name, sizeof name, "%.200s/%s/seed%lu", to, targets[t].name, (unsigned long)i);
            save(name, data, n);
        }
    }
    return 0;
}
int main(int argc, char **argv) {
    char *input[16] = { NULL };
    size_t n[16] = { 0 }, t;
    int i, status = 0;
    const char *what = argc > 1 ? argv[1] : "";
    for (i = 2; i < argc && i < 17 && strcmp(what, "--seeds"); i++) input[i - 2] = load(argv[i], &n[i - 2]);
    begin();
    fprintf(console, "# the input at hand stands in %s/input\n", folder);
    documents();
    for (t = 0; t < TARGETS; t++)
        for (i = 0; !strcmp(what, targets[t].name) && input[i]; i++)
            try_input(t, (const unsigned char *)input[i], n[i]);
    for (i = 0; i < 16; i++) free(input[i]);
    if (argc > 2 && !strcmp(what, "--seeds")) status = write_seeds(argv[2]);
    else if (argc == 1) status = fuzz();
    remove_files(".", "");
    if (chdir("/") || rmdir(folder)) { }
    return status;
}
#endif
