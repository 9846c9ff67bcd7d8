/* 23_layers.c - kernels in layers: how does a layer wait for the one before, and what does that cost?

   WHAT IT SHOWS   A graph of kernels: each of a layer adds two sums of the layer before, so that the layers need an
                   order, and the kernels within a layer need none. A queue in order has too much order. A queue without
                   order takes it from events, an edge each, from a barrier, or from a marker, after each layer; or the
                   host waits there. The last layer has several kernels: who waits for one of them has not waited for
                   the others; clFinish waits for all.
   WHAT TO SEE     ms a pass for each way; what an edge costs, and what a wait of the host does; build/23_layers.dot,
                   the graph with its critical path (dot -Tsvg build/23_layers.dot)

   After A. Moss, "Advanced Multicore Programming", "Event Queues IV". calls.h collects all commands and wait lists. */

#include "tools/calls.h"
#include "lib/layers.h"

enum { IN_ORDER, EVENTS, DENSE, BARRIER, MARKER, HOST, WAYS };
static const char *const ways[WAYS] = { "in order", "events", "events of the whole layer", "barrier", "marker",
                                        "host waits" };
static const int edges[WAYS] = { 0, 2 * WIDTH, WIDTH * WIDTH, 0, 2 * WIDTH, 0 };     /* between two layers */
static const ex_claim claims[] = {
    { "a wait of the host after each layer costs time: over 1.05 times as long as a barrier", "host waits", EX_OVER,
      1.05, "barrier", 1 },
    { "events cost no more than a barrier: under 1.1 times as long", "events", EX_UNDER, 1.1, "barrier", 1 },
    { "a marker after each layer is as good as an event for each edge: under 1.1 times as long", "marker", EX_UNDER,
      1.1, "events", 1 }
};

/* One pass. late: how many last kernels still ran when the wait for the first of them returned; NULL: nobody asks. */
static void pass(const graph *g, int way, int *late)
{
    const cl_command_queue queue = way == IN_ORDER ? g->in_order : g->free;
    cl_event done[2][WIDTH] = { { 0 } }, mark = NULL;
    int l, k;
    for (l = 0; l < LAYERS; l++) {
        for (k = 0; k < WIDTH; k++) {
            const cl_event two[2] = { done[0][k], done[0][(k + 1) % WIDTH] };
            const cl_event *list = way == EVENTS ? two : way == DENSE ? done[0] : way == MARKER ? &mark : NULL;
            const cl_uint waits = !l || !list ? 0 : way == EVENTS ? 2 : way == DENSE ? WIDTH : 1;
            clEnqueueNDRangeKernel(queue, g->add[l][k], 1, NULL, &g->n, NULL, waits, waits ? list : NULL, &done[1][k]);
        }
        if (mark) clReleaseEvent(mark);
        mark = NULL;
        if (way == MARKER) clEnqueueMarkerWithWaitList(queue, WIDTH, done[1], &mark);
        if (way == BARRIER) clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
        if (way == HOST) clFinish(queue);
        for (k = 0; k < WIDTH && l; k++) clReleaseEvent(done[0][k]);
        memcpy(done[0], done[1], sizeof done[0]);
    }
    if (late) clWaitForEvents(1, done[0]);
    for (k = 1; k < WIDTH && late; k++) {
        cl_int status = CL_COMPLETE;
        clGetEventInfo(done[0][k], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        *late += status != CL_COMPLETE;
    }
    for (k = 0; k < WIDTH; k++) clReleaseEvent(done[0][k]);
    if (mark) clReleaseEvent(mark);
}
/* By how much a pass of one way is longer than one of another, over `parts`: each round, median, interval. */
static gt_stats price(int way, int than, double parts)
{
    static double difference[10000];
    const gt_series *a, *b;
    gt_stats stats;
    gt_snapshot s;
    size_t n = 0;
    memset(&stats, 0, sizeof stats);
    if (gt_snapshot_take(&s) != GT_OK) return stats;
    a = gt_snapshot_find(&s, ways[way]);
    b = gt_snapshot_find(&s, ways[than]);
    for (; a && b && n < a->kept && n < b->kept && n < 10000; n++) difference[n] = (a->ns[n] - b->ns[n]) / parts;
    gt_snapshot_free(&s);
    gt_stats_of(difference, n, 0, &stats);
    return stats;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "23_layers", "Runs kernels in layers, ordered by a queue, events, a barrier, a "
        "marker, or by the host.", "device quick repeat budget csv", 6, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0, rounds = 0, early = 0, i;
    gt_stats edge, wait;
    char text[80];
    gt_schedule s;
    graph g;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "sum_arrays.cl");

    if (!program) return 1;
    gt_commands_keep(100000);
    right = graph_open(&g, &cl, program, 1 << 14) && graph_edges(&g);
    for (i = 0; i < WAYS && right; i++) pass(&g, i, NULL);      /* late compilation */
    for (; right && ex_more(&o, claims, EX_COUNT(claims)); rounds++) {
        int late = 0;
        for (i = 0; i < WAYS; i++) {
            const int way = (rounds + i) % WAYS;
            graph_fill(&g);
            gt_cl_scope timed = gt_cl_scope_begin(way ? g.free : g.in_order, ways[way]);
            pass(&g, way, NULL);
            gt_cl_scope_end(&timed);
            right = graph_right(&g) && right;
        }
        pass(&g, EVENTS, &late);
        clFinish(g.free);
        early += late > 0;
    }
    if (!right) ex_wrong("a sum of the last layer");
    printf("%d layers of %d kernels; medians           ms a pass   edges between two layers\n", LAYERS, WIDTH);
    for (i = 0; i < WAYS; i++) printf("%-36s %12s %10d\n", ways[i], ex_ms_text(ways[i]), edges[i]);
    edge = price(DENSE, EVENTS, (LAYERS - 1) * (WIDTH * WIDTH - 2 * WIDTH));
    wait = price(HOST, BARRIER, LAYERS - 1);
    printf("an edge costs %.3g us [%.3g, %.3g], a wait of the host instead of a barrier %.3g us [%.3g, %.3g]\n\n",
           1e-3 * edge.median, 1e-3 * edge.ci.low, 1e-3 * edge.ci.high, 1e-3 * wait.median, 1e-3 * wait.ci.low,
           1e-3 * wait.ci.high);
    if (gt_schedule_take(ways[EVENTS], GT_SAMPLE_LAST, &s) == GT_OK) {
        FILE *dot = fopen(GT_BUILD_DIR "/23_layers.dot", "w");
        printf("by events: %lu commands in %.3g us, the longest chain %.3g us, two at once %.0f %% of the time\n",
               (unsigned long)s.n, 1e-3 * s.span_ns, 1e-3 * s.critical_ns,
               100 * (1 - (s.running_ns[0] + s.running_ns[1]) / s.span_ns));
        if (dot && gt_write_dot(dot, &s) == GT_OK) printf("their graph: " GT_BUILD_DIR "/23_layers.dot\n\n");
        if (dot) fclose(dot);
        gt_schedule_free(&s);
    }
    ex_report(claims, EX_COUNT(claims));
    ex_claim_number("an edge of the graph costs under 5 us", &edge.ci, -HUGE_VAL, 5000, "ns an edge");
    sprintf(text, "in %d of %d passes another one still ran", early, rounds);
    ex_claim_fact("who waits for one of several last kernels has not waited for the others", early > 0, text);
    graph_close(&g);
    return ex_close(&o, &cl, program, right && rounds > 0);
}
