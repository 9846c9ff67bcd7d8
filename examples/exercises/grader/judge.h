/* judge.h - the protocol between the judge (judge.c) and the main of a graded program (grader.c)

   The judge writes one line to the program's standard input: JUDGE_ORDER. Its first word is new for each run, and only
   main knows it. Each line of an answer begins with that word, so that lines by measure() are recognised. The program
   answers on the file JUDGE_FD, in lines "WORD KEY VALUE". After "ask" the judge writes JUDGE_ASKED numbers below n,
   one a line. The program answers each with "value NUMBER OUT", and ends with "end 1". At most JUDGE_LINES lines of
   each key count. gtprof writes its trace and its report to JUDGE_TRACE. The watcher writes how the program ended to
   JUDGE_END. These two are pipes. The others are sockets, which cannot be opened again. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdint.h>

enum { JUDGE_FD = 3, JUDGE_TRACE = 4, JUDGE_END = 5, JUDGE_ASKED = 512, JUDGE_LINES = 128 };
/* WORD KIND SCOPE N STEPS SEED, then of:A/B if two scopes are compared, then the findings that must be absent. */
#define JUDGE_ORDER "%32s %7s %31s %lu %d %lu %127[^\n]"

/* Number k of the input: -0.875 .. 1, whole 2^23rds. Nearer to -1 the solver's errors of rounding would grow a thousand
   times in 5000 steps, and devices do not round as the host does. */
static inline float judge_input(uint32_t seed, unsigned long k)
{
    uint32_t h = (uint32_t)k * 2654435761u + seed;
    h = (h ^ h >> 16) * 0x45d9f3bu;
    h ^= h >> 15;
    return (float)((1u << 20) + (h >> 8) % (15u << 20)) / 8388608.0f - 1.0f;
}

/* The solver's result for an input. */
static inline float judge_output(float v, int steps)
{
    int s;
    for (s = 0; s < steps; s++) v += 0.001f * (1.0f - v * v);
    return v;
}

/* The other solver's result after that many passes. Each pass continues with the result of the one before. No formula
   gives the result without all steps. */
static inline float judge_mixed(float in, int steps, unsigned long passes)
{
    uint32_t v = (uint32_t)((in + 1) * 8388608);
    int s;
    while (passes-- > 0) {
        for (s = 0; s < steps; s++) {
            v = (v * 747797u + (uint32_t)s) & 0xffffffu;
            v ^= v >> 11;
        }
    }
    return (float)v / 8388608 - 1;
}

#endif
