/* ranks.h - for MPI programs: puts the ranks' clocks on one axis, begins scopes together, writes one file (C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include "ranks.h" everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"                     (without OpenCL: "gputime.h")
       #include "ranks.h"                          (this file, copied beside the headers)
   BUILD     mpicc -std=c99 -O2 main.c -lOpenCL    with ranks_pmpi.c the program's own MPI calls are scopes too

   USE
       MPI_Init(NULL, NULL);
       gt_ranks_begin(MPI_COMM_WORLD);             after MPI_Init, in all ranks
       GT_RANKS_TOGETHER("step") { }               begins in all ranks at one instant
       gt_ranks_write(MPI_COMM_WORLD, "run.json");     before MPI_Finalize; then: gtlint --ranks run.json
       gt_ranks_report(stdout);                    how well clocks are aligned, how far apart ranks begin
       MPI_Finalize();

   GIVES     The offset of each rank's clock from that of rank 0, with a bound, by repeated round trips. It is measured
             when the program begins, before each GT_RANKS_TOGETHER, and when the file is written. In between it is
             interpolated. gtlint --ranks --trace then shows all ranks on one axis, and how far a time may be off.
             GT_RANKS_TOGETHER replaces MPI_Barrier and GT_SCOPE: ranks leave a barrier one after another. The file says
             how far apart ranks begin, for both.
             ranks_pmpi.c gives the time inside MPI calls that wait for other ranks, as series of kind `wait`.
   DOES NOT  start programs or send data between machines: mpirun and MPI do. It does not trust a clock whose rate
             differs by more than 100 ppm: the bound is then infinite, and the file says "null".
             A break, return or goto out of GT_RANKS_TOGETHER leaves its scope open: it counts as abandoned.
   COSTS     for each rank 64 round trips at begin and end, and 8 before each GT_RANKS_TOGETHER, one rank after another;
             then up to a millisecond until all begin. None of that is inside a scope.

   Licence: MIT, as at the end of gputime.h. */

#include "gputime.h"        /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_RANKS_H
#define GT_MORE_RANKS_H

#if defined(__has_include)
#if !__has_include(<mpi.h>)
#error ranks.h needs MPI: compile with mpicc (Debian, Ubuntu: apt-get install openmpi-bin libopenmpi-dev)
#endif
#endif
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All functions here but gt_ranks_wait_begin are collective: every rank of `comm` calls them, in the same order. */

/* Measures the offsets of all clocks, and how far apart ranks leave MPI_Barrier. GT_ERR_ORDER: already called. */
GT_API gt_status gt_ranks_begin(MPI_Comm comm);
/* Measures the offsets again. Rank 0 then writes the documents of all ranks (gt_write_json), with their offsets, to
   `file`. The status is the same in all ranks. GT_ERR_ORDER: gt_ranks_begin was not called, or with another
   communicator. */
GT_API gt_status gt_ranks_write(MPI_Comm comm, const char *file);
/* Rank 0 writes lines about skews; other ranks write nothing. Call it after gt_ranks_write. */
GT_API gt_status gt_ranks_report(FILE *out);

/* GT_RANKS_TOGETHER("name") { ... } is a scope that begins in all ranks at an instant that rank 0 chose. */
typedef struct gt_ranks_scope { int live; gt_scope scope; } gt_ranks_scope;
GT_API gt_ranks_scope gt_ranks_together_begin(const char *name);
GT_API void gt_ranks_together_end(gt_ranks_scope *s);
#if defined(GPUTIME_DISABLE)
#define GT_RANKS_TOGETHER(name) for (int gt_turn_once_ = ((void)("" name), 1); gt_turn_once_; gt_turn_once_ = 0)
#else
#define GT_RANKS_TOGETHER(name) \
    for (gt_ranks_scope gt_together_ = gt_ranks_together_begin("" name); gt_together_.live; \
         gt_ranks_together_end(&gt_together_))
#endif

/* Begins a scope of kind wait; gt_scope_end ends it. ranks_pmpi.c uses it. */
GT_API gt_scope gt_ranks_wait_begin(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* GT_MORE_RANKS_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_RANKS_IMPLEMENTED_)
#define GT_MORE_RANKS_IMPLEMENTED_
GT_EXACT_MATH_

/* -- offsets: arithmetic -- */

/* By how much a rank's clock is behind rank 0's when it shows `at`, and how far that may be off. All in ns. */
typedef struct gt_ranks_point_ { double at, offset, bound; } gt_ranks_point_;
/* A round trip. sent, came: rank 0's clock when the question left and when the answer came. got, answered: the rank's
   clock when it got the question and when it answered. */
typedef struct gt_ranks_trip_ { double sent, got, answered, came; } gt_ranks_trip_;
static const double gt_ranks_drift_ = 1e-4;

/* Computes the offset from round trips, sorted by time. The rank got the question after it left, and answered before
   the answer came. So each trip bounds the offset from both sides; fast trips give the best bounds. */
static gt_ranks_point_ gt_ranks_point_of_(const gt_ranks_trip_ *trip, size_t n) {
    gt_ranks_point_ p = { n ? trip[n / 2].got : 0, 0, DBL_MAX };
    double low = -DBL_MAX, high = DBL_MAX;
    for (size_t i = 0; i < n; i++) {
        const double wander = gt_ranks_drift_ * gt_abs_(trip[i].got - p.at);
        low = gt_larger_(low, trip[i].sent - trip[i].got - wander);
        high = -gt_larger_(-high, -(trip[i].came - trip[i].answered + wander));
    }
    if (!(low <= high) || !n) return p;
    p.offset = 0.5 * (low + high);
    p.bound = 0.5 * (high - low);
    return p;
}
/* Interpolates between points, which are sorted by time. Behind the last point the bound grows. */
static gt_ranks_point_ gt_ranks_point_at_(const gt_ranks_point_ *point, size_t n, double at) {
    gt_ranks_point_ is = { at, 0, DBL_MAX };
    if (!n) return is;
    while (n > 2 && at > point[1].at) {
        point++;
        n--;
    }
    const gt_ranks_point_ *last = &point[n > 1];
    if (n < 2 || at <= point->at || at >= last->at) {
        last = at >= last->at ? last : point;
        is.offset = last->offset;
        is.bound = last->bound + gt_ranks_drift_ * gt_abs_(at - last->at);
        return is;
    }
    const double part = (at - point->at) / (last->at - point->at);
    is.offset = point->offset + part * (last->offset - point->offset);
    is.bound = (1 - part) * point->bound + part * last->bound;
    return is;
}

/* -- offsets: measurement. MPI is called by its PMPI_ names, which no tool wraps. -- */

enum { GT_RANKS_TAG_ = 29171, GT_RANKS_TRIPS_ = 64, GT_RANKS_TRIPS_EACH_ = 8, GT_RANKS_BARRIERS_ = 32 };
typedef struct gt_ranks_skew_ { double *first; size_t n, room; double median, most; } gt_ranks_skew_;
static struct {
    MPI_Comm comm;
    int rank, size, begun;
    gt_ranks_point_ *point;      /* offsets of this rank */
    size_t points, room;
    gt_ranks_skew_ barrier, together;   /* when this rank began, by rank 0's clock; in rank 0, later the skews */
    size_t late;                /* how often this rank came after the instant */
    double worst_ns;            /* in rank 0: the largest bound of any rank */
    FILE *gathered;
} gt_ranks_;

static double gt_ranks_now_(void) { return gt_clock_ns(gt_clock_ticks() - gt_clk_.start); }    /* ns, like begin_ns */

/* Rank 0 asks the others, one after the other. */
static void gt_ranks_ask_(int rank, int trips, gt_ranks_point_ *point) {
    gt_ranks_trip_ trip[GT_RANKS_TRIPS_];
    double answer[2], question = 0;
    for (int i = 0; i < trips; i++) {
        trip[i].sent = gt_ranks_now_();
        PMPI_Send(&question, 1, MPI_DOUBLE, rank, GT_RANKS_TAG_, gt_ranks_.comm);
        PMPI_Recv(answer, 2, MPI_DOUBLE, rank, GT_RANKS_TAG_, gt_ranks_.comm, MPI_STATUS_IGNORE);
        trip[i].came = gt_ranks_now_();
        trip[i].got = answer[0];
        trip[i].answered = answer[1];
    }
    *point = gt_ranks_point_of_(trip, (size_t)trips);
    PMPI_Send(point, sizeof *point, MPI_BYTE, rank, GT_RANKS_TAG_, gt_ranks_.comm);
}
static void gt_ranks_answer_(int trips, gt_ranks_point_ *point) {
    double question, answer[2];
    for (int i = 0; i < trips; i++) {
        PMPI_Recv(&question, 1, MPI_DOUBLE, 0, GT_RANKS_TAG_, gt_ranks_.comm, MPI_STATUS_IGNORE);
        answer[0] = gt_ranks_now_();
        answer[1] = gt_ranks_now_();
        PMPI_Send(answer, 2, MPI_DOUBLE, 0, GT_RANKS_TAG_, gt_ranks_.comm);
    }
    PMPI_Recv(point, sizeof *point, MPI_BYTE, 0, GT_RANKS_TAG_, gt_ranks_.comm, MPI_STATUS_IGNORE);
}
/* Each rank keeps its own points. Without memory the last one is overwritten. */
static void gt_ranks_align_(int trips) {
    gt_ranks_point_ point = { gt_ranks_now_(), 0, 0 };
    for (int rank = 1; rank < gt_ranks_.size && !gt_ranks_.rank; rank++) {
        gt_ranks_ask_(rank, trips, &point);
        gt_ranks_.worst_ns = gt_larger_(gt_ranks_.worst_ns, point.bound);
    }
    if (gt_ranks_.rank) gt_ranks_answer_(trips, &point);
    else {
        const gt_ranks_point_ own = { gt_ranks_now_(), 0, 0 };
        point = own;
    }
    void *more = gt_more_(&gt_ranks_.point, gt_ranks_.points, &gt_ranks_.room, sizeof point);
    if (!gt_ranks_.point) return;
    if (!more && gt_ranks_.points) gt_ranks_.points--;
    gt_ranks_.point[gt_ranks_.points++] = point;
}
static double gt_ranks_axis_(double at) {
    return at + gt_ranks_point_at_(gt_ranks_.point, gt_ranks_.points, at).offset;
}
static void gt_ranks_began_(gt_ranks_skew_ *s, double at) {
    if (gt_more_(&s->first, s->n, &s->room, sizeof at)) s->first[s->n++] = at;
}
/* Computes the skew of each start: when the last rank began minus when the first did. All ranks have equally many. */
static void gt_ranks_skew_of_(gt_ranks_skew_ *s) {
    int n = (int)s->n, least = 0;
    PMPI_Allreduce(&n, &least, 1, MPI_INT, MPI_MIN, gt_ranks_.comm);
    double *all = (double *)calloc(2 * (size_t)least + 1, sizeof *all);
    gt_stats is;
    n = all != NULL;
    PMPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_MIN, gt_ranks_.comm);
    if (n && least) {
        PMPI_Reduce(s->first, all, least, MPI_DOUBLE, MPI_MAX, 0, gt_ranks_.comm);
        PMPI_Reduce(s->first, all + least, least, MPI_DOUBLE, MPI_MIN, 0, gt_ranks_.comm);
        for (int i = 0; i < least; i++) all[i] -= all[least + i];
        if (gt_stats_of(all, (size_t)least, 0, &is) == GT_OK) {
            s->median = is.median;
            s->most = is.max;
        }
    }
    free(all);
}
gt_status gt_ranks_begin(MPI_Comm comm) {
    if (gt_ranks_.begun) return GT_ERR_ORDER;
    (void)gt_clock_info();
    while (gt_ranks_now_() < 25e6) {}       /* after 25 ms the clock's rate is known well */
    PMPI_Comm_dup(comm, &gt_ranks_.comm);
    PMPI_Comm_rank(comm, &gt_ranks_.rank);
    PMPI_Comm_size(comm, &gt_ranks_.size);
    gt_ranks_.begun = 1;
    PMPI_Barrier(gt_ranks_.comm);
    gt_ranks_align_(GT_RANKS_TRIPS_);
    for (int i = 0; i < GT_RANKS_BARRIERS_; i++) {
        PMPI_Barrier(gt_ranks_.comm);
        gt_ranks_began_(&gt_ranks_.barrier, gt_ranks_axis_(gt_ranks_now_()));
    }
    gt_ranks_skew_of_(&gt_ranks_.barrier);
    return GT_OK;
}

/* -- scopes -- */

gt_ranks_scope gt_ranks_together_begin(const char *name) {
    const gt_scope none = { NULL, 0, 0, 0 };
    gt_ranks_scope s = { 1, none };
    double instant = 0;
    if (!gt_ranks_.begun) {
        s.scope = gt_scope_begin(name);
        return s;
    }
    gt_ranks_align_(GT_RANKS_TRIPS_EACH_);
    if (!gt_ranks_.rank) instant = gt_ranks_axis_(gt_ranks_now_()) + 1e6;
    PMPI_Bcast(&instant, 1, MPI_DOUBLE, 0, gt_ranks_.comm);
    double now = gt_ranks_axis_(gt_ranks_now_());
    const int late = now > instant;
    for (; now < instant; now = gt_ranks_axis_(gt_ranks_now_()))
        if (instant - now > 1e5) gt_yield_();       /* lets other ranks on this core come here */
    s.scope = gt_scope_begin(name);
    gt_ranks_began_(&gt_ranks_.together, now);
    gt_ranks_.late += (size_t)late;
    return s;
}
void gt_ranks_together_end(gt_ranks_scope *s) {
    gt_scope_end(&s->scope);
    s->live = 0;
}
gt_scope gt_ranks_wait_begin(const char *name) {
    gt_scope s = { NULL, 0, 0, 1 };
    gt_start_();
    s.state = GT_PEEK_(&gt_state_);
    if ((s.state & 3u) == GT_STATE_OFF_) return s;
    s.node = gt_node_enter_(NULL, name, GT_KIND_WAIT, NULL);
    s.begin = gt_now_();
    return s;
}

/* -- one file -- */

/* Writes the points and the document of this rank to a temporary file. Returns NULL if it fails. */
static FILE *gt_ranks_document_(void) {
    FILE *f = tmpfile();
    if (!f) return NULL;
    fprintf(f, "{\"rank\":%d,\"ranks\":%d,\"align\":[", gt_ranks_.rank, gt_ranks_.size);
    for (size_t i = 0; i < gt_ranks_.points; i++) {
        const gt_ranks_point_ *p = &gt_ranks_.point[i];
        fprintf(f, "%s{\"at_ns\":%s", i ? "," : "", gt_fixed_(p->at, 1, ""));
        fprintf(f, ",\"offset_ns\":%s", gt_fixed_(p->offset, 1, ""));
        fprintf(f, ",\"bound_ns\":%s}", p->bound < 1e300 ? gt_fixed_(p->bound, 1, "") : "null");
    }
    fprintf(f, "],\"document\":");
    if (gt_write_json(f) == GT_OK && !fflush(f) && putc('}', f) != EOF && !fflush(f)) return f;
    fclose(f);
    return NULL;
}
/* Copies a document to the file (in rank 0), or sends it to rank 0. Returns 0 if it fails. */
static int gt_ranks_copy_(FILE *from, FILE *to) {
    static char part[1 << 16];
    int n = 1, bad = !from;
    rewind(from ? from : to);
    while (n > 0) {
        n = bad ? 0 : (int)fread(part, 1, sizeof part, from);
        if (to) bad |= fwrite(part, 1, (size_t)n, to) != (size_t)n;
        else PMPI_Send(part, n, MPI_BYTE, 0, GT_RANKS_TAG_, gt_ranks_.comm);
    }
    return !bad && !ferror(from);
}
static int gt_ranks_receive_(int rank, FILE *to) {      /* to NULL: drops what it receives */
    static char part[1 << 16];
    int n = 1, bad = !to;
    size_t all = 0;
    for (MPI_Status status; n > 0; all += (size_t)n) {
        PMPI_Recv(part, sizeof part, MPI_BYTE, rank, GT_RANKS_TAG_, gt_ranks_.comm, &status);
        PMPI_Get_count(&status, MPI_BYTE, &n);
        bad |= to && fwrite(part, 1, (size_t)n, to) != (size_t)n;
    }
    return !bad && all > 0;
}
static const char *gt_ranks_number_(double x) { return x < 1e300 ? gt_fixed_(x, 1, "") : "null"; }
static gt_status gt_ranks_put_(FILE *out) {
    static char part[1 << 16];
    size_t n;
    fprintf(out, "{\"schema\":1,\"ranks\":%d,\"late\":%lu", gt_ranks_.size, (unsigned long)gt_ranks_.late);
    fprintf(out, ",\"bound_ns\":%s", gt_ranks_number_(gt_ranks_.worst_ns));
    const gt_ranks_skew_ *const skews[] = { &gt_ranks_.barrier, &gt_ranks_.together };
    for (int i = 0; i < 2; i++)
        if (skews[i]->n)
            fprintf(out, ",\"%s\":{\"n\":%lu,\"median_ns\":%s,\"most_ns\":%s}", i ? "together" : "barrier",
                    (unsigned long)skews[i]->n, gt_ranks_number_(skews[i]->median), gt_ranks_number_(skews[i]->most));
    fprintf(out, ",\"gathered\":[\n");
    rewind(gt_ranks_.gathered);
    while ((n = fread(part, 1, sizeof part, gt_ranks_.gathered)) > 0) fwrite(part, 1, n, out);
    fprintf(out, "]}\n");
    return ferror(out) || ferror(gt_ranks_.gathered) ? GT_ERR_IO : GT_OK;
}
gt_status gt_ranks_write(MPI_Comm comm, const char *file) {
    int same = MPI_UNEQUAL, right = 1;
    if (gt_ranks_.begun) PMPI_Comm_compare(comm, gt_ranks_.comm, &same);
    if (same != MPI_CONGRUENT && same != MPI_IDENT) return GT_ERR_ORDER;
    unsigned long late = (unsigned long)gt_ranks_.late, most = 0;
    gt_ranks_align_(GT_RANKS_TRIPS_);
    gt_ranks_skew_of_(&gt_ranks_.together);
    PMPI_Reduce(&late, &most, 1, MPI_UNSIGNED_LONG, MPI_MAX, 0, gt_ranks_.comm);
    FILE *own = gt_ranks_document_(), *all = gt_ranks_.rank ? NULL : tmpfile();
    if (gt_ranks_.rank) right = gt_ranks_copy_(own, NULL);
    else {
        gt_ranks_.late = most;
        right = own && all && gt_ranks_copy_(own, all);
        for (int rank = 1; rank < gt_ranks_.size; rank++) {
            if (all) fputs(",\n", all);
            right &= gt_ranks_receive_(rank, all);
        }
        gt_ranks_.gathered = all;
        if (right) right = file && gt_write_file(file, gt_ranks_put_) == GT_OK;
        else gt_fault_(GT_ERR_IO, "gt_ranks_write", "a rank has no room for its document in its folder for such files");
    }
    if (own) fclose(own);
    if (all) fclose(all);
    PMPI_Bcast(&right, 1, MPI_INT, 0, gt_ranks_.comm);
    if (right) return GT_OK;
    if (!gt_ranks_.rank) return GT_ERR_IO;
    return gt_fault_(GT_ERR_IO, "gt_ranks_write", gt_text_("rank 0 did not write %.200s", file ? file : "a file"));
}
gt_status gt_ranks_report(FILE *out) {
    if (!out) return GT_ERR_ARGUMENT;
    if (gt_ranks_.rank || !gt_ranks_.begun) return GT_OK;
    gt_say_(out, 4, "clocks of %s aligned to %s or better", gt_some_((double)gt_ranks_.size, "rank"),
            gt_time_(gt_ranks_.worst_ns));
    gt_say_(out, 4, "MPI_Barrier releases ranks %s apart (median of %lu; at most %s)",
            gt_time_(gt_ranks_.barrier.median), (unsigned long)gt_ranks_.barrier.n, gt_time_(gt_ranks_.barrier.most));
    if (gt_ranks_.together.n)
        gt_say_(out, 4, "GT_RANKS_TOGETHER begins within %s (median of %lu; at most %s)%s",
                gt_time_(gt_ranks_.together.median), (unsigned long)gt_ranks_.together.n,
                gt_time_(gt_ranks_.together.most),
                gt_ranks_.late ? gt_text_("; a rank came too late %s: are there fewer cores than ranks?",
                                          gt_some_((double)gt_ranks_.late, "time")) : "");
    return gt_written_(out, __func__, 0);
}

GT_OWN_MATH_
#endif /* GT_MORE_RANKS_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     clock       gt_clk_ (its start), gt_now_, gt_start_, gt_state_, GT_PEEK_, GT_STATE_OFF_
     series      gt_node_enter_ (a scope of another kind)
     status      gt_fault_, gt_written_
     memory      gt_more_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     numbers     gt_abs_, gt_larger_
     texts       gt_say_, gt_time_, gt_fixed_, gt_some_, gt_text_
     threads     gt_yield_ */
