/* common.h - what the examples share: options, claims, rounds, processes. kit.c has the implementation.

   The main of an example: ex_options_read, ex_open, data, warm-up, the timed experiment, check, claims, ex_close. */

#ifndef EX_COMMON_H
#define EX_COMMON_H

#include "gputime_cl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

/* What --help prints about an example. `run` is for examples that measure in separate processes: see ex_apart. */
typedef struct ex_options ex_options;
typedef struct ex_about {
    const char *name, *shows;       /* name of the program; what it shows */
    const char *options;            /* its options, some of: device quick repeat precision budget csv */
    double usual_s, quick_s;        /* the default of --budget, normally and with --quick */
    int (*run)(const ex_options *o, int kind, double *results);    /* returns 1 if all is right */
} ex_about;

struct ex_options {
    const ex_about *about;
    char **argv;
    const char *device;             /* NULL: $GT_DEVICE, else a GPU, else any device */
    const char *csv;                /* file for all samples, or NULL */
    int quick;                      /* 1: smaller sizes and fewer samples, for tests and `make demo` */
    int repeat;                     /* number of samples; 0 if not given */
    double precision, budget_s;     /* precision: 0 if not given */
    int answers;                    /* how many separate processes have sent their numbers */
    int failed;                     /* 1: a separate process has failed */
    int rounds;                     /* how many rounds ex_more has begun */
    double shown_s;                 /* when progress was last shown; 0: not yet */
    gt_timer spent;
};

/* Reads the options. Ends the program with 0 after --help, with 2 after a wrong option or for a file that cannot be
   written. */
ex_options ex_options_read(int argc, char **argv, const ex_about *about);
double ex_precision(const ex_options *o, double usual);
FILE *ex_progress(void);            /* where progress is shown; NULL if nowhere */

/* ---- begin and end ---- */

/* Opens the device that the options name, and builds kernels/FILE. Returns NULL with a message if it fails; then
   nothing is left open. Warns if other programs keep the processors busy, and says by how much that widens intervals.
   ex_apart warns, too, and so does ex_options_read for examples without a device. */
cl_program ex_open(const ex_options *o, gt_cl *cl, const char *file);
/* Releases device and program (each may be NULL), and writes the files that were asked for. Returns the exit status: 1
   if a result was wrong or a call failed. */
int ex_close(const ex_options *o, gt_cl *cl, cl_program program, int right);

/* ---- claims ---- */

/* A claim is a sentence about two series. EX_OVER: `a` takes more than `times` as long as `b`. EX_UNDER: less than
   that. EX_SAME: neither takes more than `times` as long as the other. parts: b's samples cover that many parts, and
   are divided by it (0 means 1).
     Samples with the same number form a round. From 8 rounds on, the 99 % interval of the ratio decides. From 4 rounds
   on, a claim is also decided if all samples of one side lie beyond all of the other. (That is a permutation test. For
   4 against 4, p = 2/70, and less if both sides are readings of the same processes, since a disturbance slows both.)
   Otherwise the claim cannot be decided. The figures behind a claim are those that decided it. */
typedef enum ex_side { EX_OVER, EX_UNDER, EX_SAME } ex_side;
typedef struct ex_claim { const char *sentence, *a; ex_side side; double times; const char *b; double parts; } ex_claim;
#define EX_COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

void ex_claims(const ex_claim *table, int count);       /* decides claims by what is recorded so far, and prints them */
void ex_report(const ex_claim *table, int count);       /* prints the kit's report, then the claims */
/* The same for two paths with one parent: "PARENT/a" against "PARENT/b". */
void ex_claim_below(const char *parent, const ex_claim *claim);
/* A claim that a number lies between low and high (-HUGE_VAL, HUGE_VAL: no bound). Its interval decides. */
void ex_claim_number(const char *sentence, const gt_interval *ci, double low, double high, const char *unit);
/* A claim about an exact fact. */
void ex_claim_fact(const char *sentence, int holds, const char *figure);
void ex_claim_not_here(const char *sentence, const char *why);      /* a claim that this machine cannot decide */

/* while (ex_more(&o, table, count)) { one round }: runs at least 4 rounds, and then more until each claim is decided or
   the time is over. table NULL: until the time is over. With --repeat N it runs N rounds. After 2 s a terminal shows
   the time left. */
int ex_more(ex_options *o, const ex_claim *table, int count);

/* Returns which of `count` things has turn k (0 to count - 1) of a round. Over the rounds each thing follows each other
   one, so that after-effects of a thing do not always affect the same one. */
int ex_turn(int round, int k, int count);

/* ---- numbers ---- */

/* How many times as long as `b` `a` takes: median and 99 % interval of the ratios of all rounds. rounds 0: not known.
   */
gt_ratio ex_ratio(const gt_series *a, const gt_series *b);
/* Statistics of the series with that path, so far; all zero if there is none. */
gt_stats ex_stats(const char *path);
double ex_ms(const char *path);     /* median of that series; 0 if there is none */
const char *ex_ms_text(const char *path);   /* the same as text: "12.345", or "-"; the last 8 results stay valid */
const char *ex_path(const char *parent, const char *name);  /* "parent/name"; the last 16 results stay valid */

/* ---- data ---- */

float *ex_floats(size_t n);         /* ends the program if there is no memory */
void ex_random(float *x, size_t n, uint32_t seed);      /* numbers from -1 to 1, the same on every machine */
int ex_wrong(const char *what);     /* prints that a result is wrong; returns 0 */

/* ---- text ---- */

#if GT_GNU_
__attribute__((format(printf, 2, 3)))
#endif
void ex_say(int hang, const char *format, ...);     /* prints a line; continued lines are indented by `hang` blanks */

/* ---- a separate process ---- */

/* Starts this program again with the same options. The new process calls about->run(o, kind, results) instead of main's
   measurement, and sends its `count` numbers back. Returns 0 with a message if it fails. */
int ex_apart(ex_options *o, int kind, double *results, int count);

#include "results.h"     /* finds the source of kernels, and checks their results */

#endif
