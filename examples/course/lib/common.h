/* common.h - what the examples share: options, claims, rounds, processes. How that is done stands in kit.c.

   An example is  int main:  ex_options_read, ex_open, data, warm-up, the timed experiment, check, claims, ex_close. */

#ifndef EX_COMMON_H
#define EX_COMMON_H

#include "gputime_cl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

/* What --help says of an example. `run` is for examples that measure in processes of their own, see ex_apart. */
typedef struct ex_options ex_options;
typedef struct ex_about {
    const char *name, *shows;       /* name: that of the program */
    const char *options;            /* those that it has, of: device quick repeat precision budget csv runs */
    double usual_s, quick_s;        /* the time for its measurements, if --budget does not say */
    int (*run)(const ex_options *o, int kind, double *results);    /* 1: all right */
} ex_about;

struct ex_options {
    const ex_about *about;
    char **argv;
    const char *device;             /* NULL: $GT_DEVICE, else a GPU, else any */
    const char *csv;                /* NULL: none */
    int quick;                      /* smaller and fewer, for tests and for `make demo` */
    int repeat;                     /* samples wanted; 0: not said */
    double precision, budget_s;     /* precision 0: not said */
    int failed;                     /* 1: a process apart has failed */
    int rounds;                     /* that ex_more has begun */
    double shown_s;                 /* when it showed its progress last; 0: not yet */
    gt_timer spent;
};

/* Ends the program after --help (0), and after a wrong option or a file that cannot be written (2). */
ex_options ex_options_read(int argc, char **argv, const ex_about *about);
double ex_precision(const ex_options *o, double usual);
FILE *ex_progress(void);            /* where progress is shown; NULL: nobody looks */

/* ---- begin and end ---- */

/* Opens the device that the options ask for, and builds kernels/FILE. NULL: it has said why; nothing is left open.
   Warns where other programs keep the processors busy, and says by how much that widens intervals; so do ex_apart and,
   of examples without a device, ex_options_read. */
cl_program ex_open(const ex_options *o, gt_cl *cl, const char *file);
/* Releases both (NULL: none), writes the files that were asked for. Returns the exit status: 1 if a result was wrong
   or a call failed. */
int ex_close(const ex_options *o, gt_cl *cl, cl_program program, int right);

/* ---- claims ---- */

/* A claim is a sentence about two series: `a` takes over `times` as long as `b` (EX_OVER), or under (EX_UNDER), or up
   to `times` as long either way (EX_SAME). parts: b's samples are of so many, and are divided by that (0: 1).
   Samples with the same number belong together (a round). From 8 rounds on the 99 % interval of the ratio decides; from
   4 on a claim is decided too if all samples of one side are beyond all of the other (a permutation test: p = 2/70 for
   4 against 4, and less where both sides are readings of the same processes, since what such a process is slowed by
   slows both). Else it cannot be decided. The figures behind a claim are those that have decided it. */
typedef enum ex_side { EX_OVER, EX_UNDER, EX_SAME } ex_side;
typedef struct ex_claim { const char *sentence, *a; ex_side side; double times; const char *b; double parts; } ex_claim;
#define EX_COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

void ex_claims(const ex_claim *table, int count);       /* prints them, decided by what was recorded so far */
void ex_report(const ex_claim *table, int count);       /* prints the kit's report, then the claims */
/* The same for two paths that stand below one: "PARENT/a" against "PARENT/b". */
void ex_claim_below(const char *parent, const ex_claim *claim);
/* A claim that a number lies between low and high (-HUGE_VAL, HUGE_VAL: no bound), decided by its interval. */
void ex_claim_number(const char *sentence, const gt_interval *ci, double low, double high, const char *unit);
/* A claim about what is known exactly. */
void ex_claim_fact(const char *sentence, int holds, const char *figure);
void ex_claim_not_here(const char *sentence, const char *why);      /* this machine cannot decide it */

/* while (ex_more(&o, table, count)) { one round }: at least 4 rounds, and then, until each claim is decided or the time
   is spent. With --repeat N: N rounds. table NULL: until the time is spent. After 2 s a terminal shows the time left. */
int ex_more(ex_options *o, const ex_claim *table, int count);

/* Which of `count` things has turn k (0 to count - 1) of a round. Over the rounds each one follows each other one, so
   that what a thing leaves behind does not always meet the same one. */
int ex_turn(int round, int k, int count);

/* ---- numbers ---- */

/* How many times as long as b a takes: the ratio of each round, its median and 99 % interval. rounds 0: not known. */
gt_ratio ex_ratio(const gt_series *a, const gt_series *b);
/* The series of that path, so far; its statistics. All zero: there is none. */
gt_stats ex_stats(const char *path);
double ex_ms(const char *path);     /* median of that series; 0: there is none */
const char *ex_ms_text(const char *path);   /* the same for tables: "12.345", "-" if there is none; 8 can be in use */
const char *ex_path(const char *parent, const char *name);  /* "parent/name" (name "": the parent); 16 can be in use */

/* ---- data ---- */

float *ex_floats(size_t n);         /* ends the program if there is no memory */
void ex_random(float *x, size_t n, uint32_t seed);      /* -1 .. 1, the same on every machine */
int ex_wrong(const char *what);     /* says that a result is wrong; returns 0 */

/* ---- text ---- */

#if GT_GNU_
__attribute__((format(printf, 2, 3)))
#endif
void ex_say(int hang, const char *format, ...);     /* a line; what does not fit stands below, `hang` blanks in */

/* ---- a process apart ---- */

/* Starts this program once more, with the same options; there about->run(o, kind, results) is called instead of main's
   measurement, and its `count` numbers come back. 0: it failed, and has said why. */
int ex_apart(ex_options *o, int kind, double *results, int count);

#include "results.h"     /* kernels: where their source stands, and whether they are right */

#endif
