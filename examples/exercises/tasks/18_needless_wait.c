/* 18_needless_wait.c - a pipeline that does one thing at a time

   TASK      The numbers go through the device in eight chunks: copy in, compute, copy out. There are two queues, two
             buffers each way, and each command waits for what it needs by its wait list, so that chunk k + 1 could
             come in while the device works on chunk k. The result is right. Nothing runs at the same time, though.
             Read the timeline, find what each copy to the device waits for without need, and change the program so
             that the copy of the next chunk need not wait for the launch before. Return the median time of a pass in
             ms. There may be more than one reason.
   LOOK      at the tables above the report: the column `start` of each write, and what ended just before. Or at the
             picture: run the program with GT_TRACE=pipeline.json in the environment, and open that file in
             ui.perfetto.dev. Look there at when the host enqueues a command (the arrows), too.
   THINK     Which waits does the result need? What does clFinish wait for, and what a queue that is in order? Why can
             the whole be as slow as before on a device that is a processor?
   KEEP      the chunks and their copies; the scope's name, at least 10 samples
   GRADED    for at least half of the launches, the copy of their data could overlap another launch: gtprof sees when
             each command was enqueued, in which queue, and what it waited for; 0.60 to 1.67 times the solution's
             number */

#include "tools/calls.h"        /* so that the kit sees each command, its queue and its wait list */
#include "grade.h"
#include "more/schedule.h"

enum { CHUNKS = 8, PASSES = 12 };
typedef struct pipeline { cl_command_queue copies, compute; cl_mem in[2], out[2]; size_t n; } pipeline;

static int pipeline_open(pipeline *p, const gt_cl *cl, const exercise *x)
{
    int i, all = 1;
    p->n = x->n / CHUNKS;
    p->copies = clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE, NULL);
    p->compute = clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE, NULL);
    for (i = 0; i < 2; i++) {
        p->in[i] = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, p->n * sizeof *x->in, NULL, NULL);
        p->out[i] = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, p->n * sizeof *x->out, NULL, NULL);
        all = all && p->in[i] && p->out[i];
    }
    return all && p->copies && p->compute;
}

static void pipeline_close(pipeline *p)
{
    int i;
    for (i = 0; i < 2; i++) {
        if (p->in[i]) clReleaseMemObject(p->in[i]);
        if (p->out[i]) clReleaseMemObject(p->out[i]);
    }
    if (p->copies) clReleaseCommandQueue(p->copies);
    if (p->compute) clReleaseCommandQueue(p->compute);
}

static void pass(const pipeline *p, const euler *e, const exercise *x)
{
    size_t bytes = p->n * sizeof *x->in, local = 64;
    cl_event copied[CHUNKS], ran[CHUNKS], left[CHUNKS];
    int k;
    for (k = 0; k < CHUNKS; k++) {
        cl_event needed[2];
        /* the launch before the last one has read this buffer */
        clEnqueueWriteBuffer(p->copies, p->in[k % 2], CL_FALSE, 0, bytes, x->in + (size_t)k * p->n, k > 1,
                             k > 1 ? &ran[k - 2] : NULL, &copied[k]);
        clFlush(p->copies);
        needed[0] = copied[k];
        needed[1] = k > 1 ? left[k - 2] : NULL;     /* the result of that launch is out */
        euler_args(e->kernel, p->in[k % 2], p->out[k % 2], x->steps);
        clEnqueueNDRangeKernel(p->compute, e->kernel, 1, NULL, &p->n, &local, k > 1 ? 2 : 1, needed, &ran[k]);
        clFlush(p->compute);
        clEnqueueReadBuffer(p->copies, p->out[k % 2], CL_FALSE, 0, bytes, x->out + (size_t)k * p->n, 1, &ran[k],
                            &left[k]);
        clFinish(p->copies);                        /* chunk k is done */
    }
    for (k = 0; k < CHUNKS; k++) {
        clReleaseEvent(copied[k]);
        clReleaseEvent(ran[k]);
        clReleaseEvent(left[k]);
    }
}

double measure(const gt_cl *cl, exercise *x)
{
    pipeline p = { NULL, NULL, { NULL, NULL }, { NULL, NULL }, 0 };
    gt_schedule s;
    euler e;
    int i;
    gt_commands_keep(1000);
    if (euler_open(&e, cl, x) && pipeline_open(&p, cl, x)) {
        pass(&p, &e, x);            /* warm-up */
        for (i = 0; i < PASSES; i++) {
            GT_SCOPE_CL(GT_CL_ALL, "pass") {
                pass(&p, &e, x);
            }
        }
        if (gt_schedule_take("pass", GT_SAMPLE_LAST, &s) == GT_OK) {
            gt_report_schedule(stdout, &s);
            gt_schedule_free(&s);
        }
    }
    pipeline_close(&p);
    euler_close(&e);
    return median_ms("pass");
}
