/* link: simcl */
/* asan: yes */
/* test_memory.c - whatever allocation fails, examples 02 and 15 go on or end in order, and say so

   Each run is a process of its own that has allocated nothing yet, on the simulated device, in simulated time. Of its
   allocations, the kit's and the example's, the Nth fails, or all from the Nth on. Samples that were complete by then
   have to be there at the end, as in a run in which none fails. */
#define EX_ONE_PROCESS
#include <setjmp.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

#include "kit_cl.h"
#include "simcl.h"

static size_t allocations, first_refused, last_refused;
static double refused_ns;       /* when the first one was, on the clock of the samples; NaN: none was */
static int refuses(void) {
    if (++allocations < first_refused || allocations > last_refused) return 0;
    if (refused_ns != refused_ns) refused_ns = (double)(simcl_now_ns(NULL) - gt_clk_.start);
    return 1;
}
void *kit_malloc(size_t bytes) { return refuses() ? NULL : malloc(bytes); }
void *kit_calloc(size_t n, size_t bytes) { return refuses() ? NULL : calloc(n, bytes); }
void *kit_realloc(void *p, size_t bytes) { return refuses() ? NULL : realloc(p, bytes); }

static jmp_buf left;
__attribute__((noreturn)) static void leave(int status) { longjmp(left, status + 1); }

int example_02(int argc, char **argv);
int example_15(int argc, char **argv);
#define malloc kit_malloc
#define calloc kit_calloc
#define realloc kit_realloc
#define exit leave
#define claims claims_02
#define main example_02
#include "../../examples/course/02_phases.c"
#undef main
#undef claims
#include "../../examples/course/lib/kit.c"
#define claims claims_15
#define main example_15
#include "../../examples/course/15_queue_order.c"
#undef main
#undef malloc
#undef calloc
#undef realloc
#undef exit

/* ---- the kernels ---- */

/* What was computed once is remembered for all processes. */
typedef struct product { size_t a, b, c; unsigned char bytes[1 << 18]; } product;
static product *products;
enum { PRODUCTS = 8 };
static void matmul(const simcl_launch *l) {
    const float *a = l->arg[0].data, *b = l->arg[1].data;
    const size_t na = l->arg[0].bytes, nb = l->arg[1].bytes, nc = l->arg[2].bytes;
    float *c = l->arg[2].data;
    cl_uint m, n, w;
    product *p = products;
    for (; p < products + PRODUCTS && p->a; p++) {
        if (p->a != na || p->b != nb || p->c != nc || memcmp(p->bytes, a, na) || memcmp(p->bytes + na, b, nb)) continue;
        memcpy(c, p->bytes + na + nb, nc);
        return;
    }
    memcpy(&m, l->arg[3].data, sizeof m);
    memcpy(&n, l->arg[4].data, sizeof n);
    memcpy(&w, l->arg[5].data, sizeof w);
    for (size_t row = 0; row < m; row++) {
        for (size_t column = 0; column < w; column++) {
            float sum = 0;
            for (size_t k = 0; k < n; k++) sum += a[row * n + k] * b[k * w + column];
            c[row * w + column] = sum;
        }
    }
    if (p == products + PRODUCTS || na + nb + nc > sizeof p->bytes) return;
    memcpy(p->bytes, a, na);
    memcpy(p->bytes + na, b, nb);
    memcpy(p->bytes + na + nb, c, nc);
    p->b = nb;
    p->c = nc;
    p->a = na;
}
static void iterate(const simcl_launch *l) {
    const cl_uint *x = l->arg[0].data;
    cl_uint *y = l->arg[1].data, n, steps, factor = 1, sum = 0;
    memcpy(&n, l->arg[2].data, sizeof n);
    memcpy(&steps, l->arg[3].data, sizeof steps);
    for (cl_uint s = 0; s < steps; s++) {
        factor *= 1664525u;
        sum = 1664525u * sum + 1013904223u;
    }
    for (cl_uint i = 0; i < n; i++) y[i] = factor * x[i] + sum;
}

/* ---- a run in a process of its own ---- */

typedef struct sample { char path[80]; gt_kind kind; int cold; double begin, ns; } sample;
enum { MOST_SAMPLES = 4096, MOST_TEXT = 1 << 16 };
typedef struct outcome {
    int status, exited;         /* exited: by exit(), from somewhere within */
    size_t allocations, samples;
    double refused_ns;
    sample sample[MOST_SAMPLES];
    char text[MOST_TEXT];       /* that it printed */
    char wrong[400];
} outcome;
static outcome *right, *now;    /* shared with the processes */

static const struct { const char *name; int (*run)(int argc, char **argv); } examples[] = {
    { "02_phases", example_02 }, { "15_queue_order", example_15 } };
enum { EXAMPLES = 2 };

static void samples_take(outcome *o) {
    gt_snapshot s;
    o->samples = 0;
    if (gt_snapshot_take(&s) != GT_OK) strcpy(o->wrong, "no snapshot");
    for (size_t i = 0; i < s.count; i++) {
        const gt_series *x = &s.series[i];
        for (size_t k = 0; k < x->kept && o->samples < MOST_SAMPLES; k++) {
            sample *to = &o->sample[o->samples++];
            snprintf(to->path, sizeof to->path, "%s", x->path);
            to->kind = x->kind;
            to->cold = x->cold;
            to->begin = x->begin_ns[k];
            to->ns = x->ns[k];
        }
    }
    gt_snapshot_free(&s);
}
static void run_here(int k, size_t first, size_t last, outcome *o) {
    char name[32], quick[] = "--quick", repeat[] = "--repeat", times[] = "5";
    char *argv[] = { name, quick, repeat, times, NULL };
    FILE *printed = tmpfile();
    size_t n;
    if (!printed || dup2(fileno(printed), 1) < 0 || dup2(fileno(printed), 2) < 0) _exit(3);
    simcl_reset(NULL);
    simcl_kernel("matmul_simple", matmul, (simcl_cost){ .ns = 1000, .per_unit_ns = 10 });
    simcl_kernel("iterate", iterate, (simcl_cost){ .ns = 100000 });
    if (gt_clock_set(simcl_now_ns, NULL, "simulated") != GT_OK) _exit(3);
    strcpy(name, examples[k].name);
    allocations = 0;
    first_refused = first;
    last_refused = last;
    refused_ns = gt_nan_();
    (void)alarm(60);
    o->status = setjmp(left);
    o->exited = o->status != 0;
    if (!o->exited) o->status = examples[k].run(4, argv);
    else o->status--;
    (void)alarm(0);
    o->allocations = allocations;
    o->refused_ns = refused_ns;
    first_refused = last_refused = 0;
    fflush(stdout);
    rewind(printed);
    n = fread(o->text, 1, sizeof o->text - 1, printed);
    o->text[n] = 0;
    o->wrong[0] = 0;
    if (!o->exited && (simcl_leaks(NULL) || simcl_alive())) strcpy(o->wrong, "OpenCL objects are left");
    if (simcl_hangs() || simcl_misuses(NULL)) strcpy(o->wrong, "a wait that never ends, or a handle misused");
    if (!o->exited && gt_self_ && gt_self_->current != gt_self_->root) strcpy(o->wrong, "a scope is open");
    samples_take(o);
}
static void run_apart(int k, size_t first, size_t last, outcome *o) {
    int status = 0;
    pid_t child;
    memset(o, 0, offsetof(outcome, sample));
    o->text[0] = 0;
    fflush(stdout);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        run_here(k, first, last, o);
        if (o->exited) execl("/bin/true", "true", (char *)NULL);    /* valgrind would count what it still had */
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        snprintf(o->wrong, sizeof o->wrong, "it ended by signal %d, status %d", WTERMSIG(status), WEXITSTATUS(status));
}

/* ---- what it may not do ---- */

static int has(const outcome *o, const sample *s) {
    for (size_t i = 0; i < o->samples; i++) {
        const sample *x = &o->sample[i];
        if (!strcmp(x->path, s->path) && x->kind == s->kind && x->cold == s->cold && !(x->begin < s->begin) &&
            !(x->begin > s->begin) && !(x->ns < s->ns) && !(x->ns > s->ns)) return 1;
    }
    return 0;
}
enum { END_NS = 20000 };        /* what the end of a scope takes, on the simulated device: 128 stamps, 100 ns each */
static const char *wrong_with(const outcome *o) {
    static const char *const words[] = { "memory", "lost", "not-kept" };
    static char text[500];
    if (o->wrong[0]) return o->wrong;
    for (size_t i = 0; i < right->samples; i++) {   /* a command's is made at the end of its scope */
        const sample *s = &right->sample[i];
        if (s->kind == GT_KIND_COMMAND || !(s->begin + s->ns + END_NS < o->refused_ns) || has(o, s)) continue;
        snprintf(text, sizeof text, "%s: a sample that was complete before is lost", s->path);
        return text;
    }
    for (size_t i = 0; i < 3; i++) if (strstr(o->text, words[i])) return NULL;
    if (o->status) return "it ended without a word of memory";
    return strcmp(o->text, right->text) ? "it prints something else, without a word of memory" : NULL;
}

static int share(void **state) {
    (void)state;
    right = mmap(NULL, 2 * sizeof *right + PRODUCTS * sizeof *products, PROT_READ | PROT_WRITE, MAP_SHARED | 0x20, -1,
                 0);                    /* MAP_ANONYMOUS, which a strict mode hides */
    now = right + 1;
    products = (product *)(void *)(now + 1);
    setenv("GT_WIDE", "1", 1);
    setenv("GT_AUDIT", "0", 1);         /* signals of the real machine are not the same twice */
    return right == MAP_FAILED;
}
static void sweep(int k, int onwards) {
    size_t complaints = 0, runs = 0, quiet = 0, ended = 0;
    run_apart(k, 0, 0, right);
    assert_string_equal(right->wrong, "");
    assert_int_equal(right->status, 0);
    assert_true(right->samples > 50 && right->allocations > 100);
    for (size_t nth = 1; nth <= right->allocations; nth += nth < 200 / THINNER ? 1 : 1 + 24 * (THINNER - 1)) {
        const char *complaint;
        run_apart(k, nth, onwards ? (size_t)-1 : nth, now);
        runs++;
        complaint = wrong_with(now);
        ended += now->status != 0;
        quiet += !strcmp(now->text, right->text);
        if (!complaint || complaints++ > 10) continue;
        print_error("allocation %lu%s: %s\n", (unsigned long)nth, onwards ? " and all later ones" : "", complaint);
        if (complaints == 1) print_error("%s\n", now->text);
    }
    printf("simcl: %s: %lu allocations; %s fails, in %lu runs: %lu ended with an error, %lu printed the same\n",
           examples[k].name, (unsigned long)right->allocations, onwards ? "each from the Nth on" : "the Nth alone",
           (unsigned long)runs, (unsigned long)ended, (unsigned long)quiet);
    assert_int_equal(complaints, 0);
}
TEST(phases_survive_any_failed_allocation) { sweep(0, 0); }
TEST(phases_survive_the_end_of_memory) { sweep(0, 1); }
TEST(queues_survive_any_failed_allocation) { sweep(1, 0); }
TEST(queues_survive_the_end_of_memory) { sweep(1, 1); }

/* With an example's index, N, and perhaps a word for "and all later ones": what that run prints. */
int main(int argc, char **argv) {
    if (argc < 3) return test_all(share, NULL);
    if (share(NULL)) return 1;
    const size_t nth = strtoul(argv[2], NULL, 10);
    run_apart(atoi(argv[1]) != 0, nth, argc > 3 ? (size_t)-1 : nth, now);
    printf("%s\nstatus %d; allocations %lu; the first refused at %.0f ns; %s\n", now->text, now->status,
           (unsigned long)now->allocations, now->refused_ns, now->wrong);
    return 0;
}
