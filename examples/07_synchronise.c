/* 07_synchronise.c - eight ways to learn that a kernel is done

   WHAT YOU LEARN   From the host you see no kernel's time, only upper bounds of it: with both copies, with the copy
                    back, with clFinish each bound is tighter. One can wait for the event, ask it again and again, be
                    called back, or read a little; these differ in what they add and in how much processor time they
                    burn. clFlush waits for nothing.
   EXPECTED OUTPUT  for each way: time with interval and spread, processor time of the waiting thread, times clFinish's
                    bound; claims

   Each interval begins at an idle queue, with the copy to the device behind it, except in the first strategy of the
   three, where that copy is inside. The ways take turns in random order. */

#include "common.h"

#include <pthread.h>

typedef struct rig {
    ex_vectors v;
    int told;                   /* the callback has come */
    pthread_mutex_t lock;
    pthread_cond_t news;
} rig;

static void by_finish(rig *r, cl_event *event) { (void)event; GT_CL(clFinish(r->v.queue)); }
static void by_reading_back(rig *r, cl_event *event) { (void)event; ex_vectors_receive(&r->v); }
static void by_reading_4_bytes(rig *r, cl_event *event)
{
    size_t last = (r->v.n - 1) * sizeof(float);
    (void)event;
    GT_CL(clEnqueueReadBuffer(r->v.queue, r->v.dc, CL_TRUE, last, sizeof(float), r->v.c + r->v.n - 1, 0, NULL, NULL));
}
static void by_event(rig *r, cl_event *event) { (void)r; GT_CL(clWaitForEvents(1, event)); }
static void by_polling(rig *r, cl_event *event)
{
    cl_int status = CL_QUEUED;
    GT_CL(clFlush(r->v.queue));     /* else it may never start */
    while (status > CL_COMPLETE)
        if (GT_CL(clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL))) break;
    GT_CL(status);                  /* below CL_COMPLETE it is an error */
}
static void CL_CALLBACK tell(cl_event event, cl_int status, void *user)     /* on a thread of the driver's */
{
    rig *r = (rig *)user;
    (void)event;
    (void)status;
    pthread_mutex_lock(&r->lock);
    r->told = 1;
    pthread_cond_signal(&r->news);
    pthread_mutex_unlock(&r->lock);
}
static void by_callback(rig *r, cl_event *event)
{
    r->told = 0;
    if (GT_CL(clSetEventCallback(*event, CL_COMPLETE, tell, r)) || GT_CL(clFlush(r->v.queue))) return;
    pthread_mutex_lock(&r->lock);
    while (!r->told) pthread_cond_wait(&r->news, &r->lock);
    pthread_mutex_unlock(&r->lock);
}
static void not_at_all(rig *r, cl_event *event) { (void)event; GT_CL(clFlush(r->v.queue)); }

static const struct way {
    const char *name;
    int sends, needs_event;
    void (*wait)(rig *r, cl_event *event);
} ways[] = {
    { "process, clFinish", 0, 0, by_finish },       /* the base of the comparison */
    { "send, process, receive", 1, 0, by_reading_back },
    { "process, receive", 0, 0, by_reading_back },
    { "clWaitForEvents", 0, 1, by_event },
    { "asking the event", 0, 1, by_polling },
    { "callback", 0, 1, by_callback },
    { "blocking read, 4 bytes", 0, 0, by_reading_4_bytes },
    { "clFlush alone", 0, 0, not_at_all },
};
enum { FINISH, SEND_RECEIVE, RECEIVE, EVENT, ASKING, CALLBACK, READ4, FLUSH, WAYS };

static void once(rig *r, const struct way *way)
{
    cl_event event = NULL;
    double cpu_ns;
    if (!way->sends) ex_vectors_send(&r->v);
    GT_CL(clFinish(r->v.queue));
    cpu_ns = ex_thread_cpu_ns();
    GT_SCOPE_EXACT("bound") {
        if (way->sends) ex_vectors_send(&r->v);
        ex_vectors_add(&r->v, way->needs_event ? &event : way->wait == not_at_all ? GT_EVENT : NULL);
        if (!way->needs_event || event) way->wait(r, &event);
    }
    gt_series_add("thread CPU", ex_thread_cpu_ns() - cpu_ns);
    GT_CL(clFinish(r->v.queue));
    if (event && way->wait == by_event) {   /* what the bounds are bounds of */
        cl_ulong from = 0, to = 0;
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
        if (from && to >= from) gt_series_add("START to END", (double)(to - from));
    }
    if (event) GT_CL(clReleaseEvent(event));
}

static const gt_series *find(const gt_snapshot *s, int way, const char *what)
{
    char path[128];
    sprintf(path, "one kernel/%s/%s", ways[way].name, what);
    return gt_snapshot_find(s, path);
}

static void print(const gt_snapshot *s)
{
    const gt_series *device = find(s, EVENT, "START to END");
    int i;
    printf("                             n       bound    +-95 %%     spread  thread CPU   of it   times clFinish's\n");
    for (i = 0; i < WAYS; i++) {
        const gt_series *t = find(s, i, "bound"), *cpu = find(s, i, "thread CPU");
        gt_ratio r;
        if (!t || !cpu || !ex_paired(t, find(s, FINISH, "bound"), &r)) continue;
        printf("%-24s %5lu %8.3f ms %7.1f %% %7.3f ms %8.3f ms %5.0f %%   %.3f\n", ways[i].name, (unsigned long)t->n,
               t->stats.median * 1e-6, 50 * (t->stats.ci.high - t->stats.ci.low) / t->stats.median,
               t->stats.spread * 1e-6, cpu->stats.median * 1e-6, 100 * cpu->stats.median / t->stats.median, r.ratio);
    }
    if (device) printf("the kernel from START to END, as the device says: %.3f ms\n", device->stats.median * 1e-6);
    printf("\n");
}

static void claim(const gt_snapshot *s, const char *what, int longer, int shorter, const char *of, double least)
{
    gt_ratio r;
    int known = ex_paired(find(s, longer, of), find(s, shorter, of), &r);
    ex_claim_above(what, known, &r, least);
}

/* Is the way with the least median tighter than each other one that waits? */
static void claim_tightest(const gt_snapshot *s)
{
    int best = FINISH, next = FINISH, i;
    gt_ratio r, nearest;
    char what[128];
    ex_verdict v = EX_HOLDS;
    memset(&nearest, 0, sizeof nearest);
    for (i = 0; i < FLUSH; i++) {
        if (!find(s, i, "bound")) return;
        if (find(s, i, "bound")->stats.median < find(s, best, "bound")->stats.median) best = i;
    }
    for (i = 0; i < FLUSH; i++) {
        if (i == best || !ex_paired(find(s, i, "bound"), find(s, best, "bound"), &r)) continue;
        if (!nearest.rounds || r.ratio < nearest.ratio) {
            next = i;
            nearest = r;
        }
        if (ex_ratio_above(&r, 1) != EX_HOLDS) v = EX_CANNOT_BE_TOLD;
    }
    sprintf(what, "the tightest bound here is that of %s", ways[best].name);
    ex_claim(what, v, "next is %s: %.4g times, %.0f %% interval %.4g to %.4g, n=%lu", ways[next].name, nearest.ratio,
             100 * nearest.ci.confidence, nearest.ci.low, nearest.ci.high, (unsigned long)nearest.rounds);
}

static void claims(const gt_snapshot *s)
{
    claim(s, "without the copy to the device the bound is tighter", SEND_RECEIVE, RECEIVE, "bound", 1);
    claim(s, "without the copy back it is tighter again", RECEIVE, FINISH, "bound", 1);
    claim_tightest(s);
    claim(s, "asking the event burns more processor time than clFinish", ASKING, FINISH, "thread CPU", 1);
    claim(s, "it burns more than a callback", ASKING, CALLBACK, "thread CPU", 1);
    claim(s, "it makes the kernel more than 1 % slower: they share processors", ASKING, FINISH, "bound", 1.01);
    claim(s, "clFlush alone waits for nothing: clFinish takes more than twice as long", FINISH, FLUSH, "bound", 2);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Times one kernel from the host in eight ways.");
    cl_program program;
    gt_snapshot s;
    int right = 1, i;
    gt_cl cl;
    rig r;

    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    memset(&r, 0, sizeof r);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.news, NULL);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/sum_arrays.cl", NULL);
    if (program && ex_vectors_open(&r.v, &cl, program, (size_t)1 << (o.quick ? 18 : 22))) {
        gt_cl_warm_kernel(cl.queue, r.v.kernel, 1, NULL, &r.v.n, NULL);
        GT_COMPARE("one kernel", .budget_s = ex_budget(&o, 12, 1), .precision = ex_precision(&o, 0.005),
                   .max_n = o.repeat, .progress = ex_progress_file()) {
            for (i = 0; i < WAYS; i++) {
                gt_scope side = gt_side_begin(ways[i].name);
                if (!side.live) continue;
                once(&r, &ways[i]);
                gt_side_end(&side);
            }
        }
        ex_vectors_receive(&r.v);
        right = !gt_error_first() && ex_vectors_right(&r.v);
    }
    if (gt_snapshot_take(&s) == GT_OK) {
        print(&s);
        gt_report(stdout);
        printf("\n");
        claims(&s);
        gt_snapshot_free(&s);
    }
    ex_vectors_close(&r.v);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
