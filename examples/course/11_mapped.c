/* 11_mapped.c - explicit copies or mapped buffers: where is the copy that nobody wrote?

   WHAT IT SHOWS   Map a buffer instead of copying it, and the copy is still there, unless host and device share memory:
                   the driver makes it when you map, when you unmap, or while the kernel runs. A wrapper like array_view
                   of C++ AMP unmaps inside the call that launches: copy-in is timed as the kernel. Without
                   synchronize() even the kernel is timed at the first access of the host.
   WHAT TO SEE     the rows compute and host reads: which column holds a time that belongs to another row

   Each way: the host writes A and B, the device multiplies, the host sums C. The ways take turns in random order. */

#include "lib/mapped.h"

enum { STEPS = 7 };
static const char *const names[WAYS] = { "explicit", "use host ptr", "alloc host ptr", "array_view", "first access" };
static const char *const steps[STEPS] = {
    "map to write", "host writes", "copy-in or unmap", "compute", "copy-out or map", "host reads", "unmap"
};

#define STEP(way, step) "mapped/" way "/" step
static const ex_claim claims[] = {
    { "unmapping includes a copy-in: it takes over 0.5 times as long as an explicit copy",
      STEP("use host ptr", "copy-in or unmap"), EX_OVER, 0.5, STEP("explicit", "copy-in or unmap"), 1 },
    { "mapping includes a copy-out: it takes over 0.5 times as long as an explicit copy",
      STEP("use host ptr", "copy-out or map"), EX_OVER, 0.5, STEP("explicit", "copy-out or map"), 1 },
    { "the kernel is slower on memory of CL_MEM_ALLOC_HOST_PTR: it takes over 1.1 times as long",
      STEP("alloc host ptr", "compute"), EX_OVER, 1.1, STEP("explicit", "compute"), 1 },
    { "if unmapping counts as the kernel (array_view of C++ AMP), compute takes over 1.1 times as long",
      STEP("array_view", "compute"), EX_OVER, 1.1, STEP("use host ptr", "compute"), 1 },
    { "without a wait the host's first access waits for the kernel: reading takes over 2 times as long",
      STEP("first access", "host reads"), EX_OVER, 2, STEP("use host ptr", "host reads"), 1 },
    { "in all, explicit copies take over 1.05 times as long as mapped buffers", "mapped/explicit", EX_OVER, 1.05,
      "mapped/alloc host ptr", 1 }
};

static void hand_over(const way *w)
{
    if (w->kind == EXPLICIT) {
        ex_copy_in(&w->x, GT_EVENT, GT_EVENT);
        return;
    }
    unmap(w, w->x.da, w->x.a);
    unmap(w, w->x.db, w->x.b);
}
static void get_back(way *w, cl_bool wait)
{
    if (w->kind == EXPLICIT) ex_copy_out(&w->x, GT_EVENT);
    else w->x.c = map(w, w->x.dc, w->x.p.m * w->x.p.w, CL_MAP_READ, wait);
}
static void add_up(way *w)
{
    size_t i;
    for (w->sum = 0, i = 0; w->x.c && i < w->x.p.m * w->x.p.w; i++) w->sum += (double)w->x.c[i];
}

static void once(way *w, const ex_matmul *in)
{
    const ex_problem p = w->x.p;
    const cl_command_queue queue = w->x.queue;
    if (w->kind != EXPLICIT) GT_SCOPE_CL(queue, "map to write") {
        w->x.a = map(w, w->x.da, p.m * p.n, CL_MAP_WRITE_INVALIDATE_REGION, CL_FALSE);
        w->x.b = map(w, w->x.db, p.n * p.w, CL_MAP_WRITE_INVALIDATE_REGION, CL_FALSE);
    }
    if (gt_error_first()) return;
    GT_SCOPE_CL(queue, "host writes") {
        memcpy(w->x.a, in->a, p.m * p.n * sizeof(float));
        memcpy(w->x.b, in->b, p.n * p.w * sizeof(float));
    }
    if (w->kind < VIEW) GT_SCOPE_CL(queue, "copy-in or unmap") hand_over(w);
    if (w->kind == ACCESS) {            /* nobody waits: the launch is timed, and the kernel runs on */
        GT_SCOPE("compute") {
            hand_over(w);
            ex_compute(&w->x, GT_EVENT);
        }
        GT_SCOPE("host reads") {
            get_back(w, CL_TRUE);
            add_up(w);
        }
    } else {
        GT_SCOPE_CL(queue, "compute") {
            if (w->kind == VIEW) hand_over(w);      /* no barrier behind it: whoever times this call times both */
            ex_compute(&w->x, GT_EVENT);
        }
        GT_SCOPE_CL(queue, "copy-out or map") get_back(w, CL_FALSE);
        GT_SCOPE_CL(queue, "host reads") add_up(w);
    }
    if (w->kind != EXPLICIT && !gt_error_first()) GT_SCOPE_CL(queue, "unmap") unmap(w, w->x.dc, w->x.c);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "11_mapped", "A matrix product with explicit copies and with mapped buffers, step "
        "by step.", "device quick repeat precision budget csv", 10, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    ex_matmul in;
    way w[WAYS];
    int right = 1, open = 0, i, k;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    memset(w, 0, sizeof w);
    ex_matmul_host(&in, ex_problem_at(0, o.quick));
    while (open < WAYS && way_open(&w[open], &cl, program, in.p, open)) open++;
    if (open == WAYS) {
        GT_COMPARE("mapped", .budget_s = o.budget_s, .precision = ex_precision(&o, 0.01), .max_n = o.repeat,
                   .progress = ex_progress()) {
            for (i = 0; i < WAYS; i++) {
                gt_scope side = gt_side_begin(names[i]);
                if (!side.live) continue;
                once(&w[i], &in);
                gt_side_end(&side);
            }
        }
        memcpy(in.c, w[EXPLICIT].x.c, in.p.m * in.p.w * sizeof *in.c);
        right = !gt_error_first() && ex_matmul_right(&in) && ex_matmul_edges(&cl, program, "matmul_simple", 0, 1);
        for (i = 1; i < WAYS && right; i++) right = w[i].sum == w[0].sum || ex_wrong(names[i]);
    }
    printf("%s, medians, ms\n                 ", in.p.name);
    for (i = 0; i < WAYS; i++) printf(" %15s", names[i]);
    for (k = 0; k <= STEPS; k++) {
        printf("\n%-17s", k < STEPS ? steps[k] : "all");
        for (i = 0; i < WAYS; i++)
            printf(" %15s", ex_ms_text(ex_path(ex_path("mapped", names[i]), k < STEPS ? steps[k] : "")));
    }
    printf("\n\n");
    ex_report(claims, EX_COUNT(claims));
    for (i = 0; i < WAYS; i++) way_close(&w[i]);
    ex_matmul_close(&in);
    return ex_close(&o, &cl, program, right && open == WAYS);
}
