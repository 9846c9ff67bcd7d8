/* judge.h - what the judge (judge.c) and the main of a graded program (grader.c) say to each other

   The judge writes one line to the program's standard input: JUDGE_ORDER. Its first word is new for each run, and
   known to main alone: it stands before each line of an answer, so that a line which measure() writes there shows.
   The program answers on the file JUDGE_FD, in lines "WORD KEY VALUE". After "ask" the judge writes JUDGE_ASKED
   numbers below n, a line each; the program answers with "value NUMBER OUT" for each, and ends with "end 1". Of each
   key JUDGE_LINES lines count. gtprof writes its trace and its report to the file JUDGE_TRACE, the watcher how the
   program ended to JUDGE_END. These two are pipes; the others are sockets, which nobody can open anew. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdint.h>

enum { JUDGE_FD = 3, JUDGE_TRACE = 4, JUDGE_END = 5, JUDGE_ASKED = 512, JUDGE_LINES = 128 };
/* WORD KIND SCOPE N STEPS SEED, then of:A/B if these two are compared, and the findings that must be absent */
#define JUDGE_ORDER "%32s %7s %31s %lu %d %lu %127[^\n]"

/* Number k of the input: -1 .. 1. */
static inline float judge_input(uint32_t seed, unsigned long k)
{
    uint32_t h = (uint32_t)k * 2654435761u + seed;
    h = (h ^ h >> 16) * 0x45d9f3bu;
    h ^= h >> 15;
    return (float)(h >> 8) / 8388608.0f - 1.0f;
}

/* What the solver makes of it. */
static inline float judge_output(float v, int steps)
{
    int s;
    for (s = 0; s < steps; s++) v += 0.001f * (1.0f - v * v);
    return v;
}

/* What the other solver makes of it, in so many passes, each of which goes on with what the one before has left. There
   is no shorter way to it than the steps. */
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
