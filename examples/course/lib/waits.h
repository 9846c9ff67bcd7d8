/* waits.h - for example 07: seven ways to wait until a kernel is done, and one that does not wait */

#ifndef EX_WAITS_H
#define EX_WAITS_H

#include "vectors.h"

#include <pthread.h>

typedef struct rig {
    ex_vectors v;
    int called;                 /* 1: the callback was called */
    pthread_mutex_t lock;
    pthread_cond_t news;
} rig;

static void by_finish(rig *r, cl_event *event) { (void)event; GT_CL(clFinish(r->v.queue)); }
static void by_reading_back(rig *r, cl_event *event) { (void)event; ex_vectors_receive(&r->v); }
static void by_reading_4_bytes(rig *r, cl_event *event)
{
    (void)event;
    GT_CL(clEnqueueReadBuffer(r->v.queue, r->v.dc, CL_TRUE, 0, sizeof(float), r->v.c, 0, NULL, NULL));
}
static void by_event(rig *r, cl_event *event) { (void)r; GT_CL(clWaitForEvents(1, event)); }
static void by_polling(rig *r, cl_event *event)
{
    cl_int status = CL_QUEUED;
    GT_CL(clFlush(r->v.queue));     /* without it the kernel may never start */
    while (status > CL_COMPLETE)
        if (GT_CL(clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL))) break;
    GT_CL(status);                  /* a status below CL_COMPLETE is an error */
}
static void CL_CALLBACK call(cl_event event, cl_int status, void *user)     /* runs in a thread of the driver */
{
    rig *r = (rig *)user;
    (void)event;
    (void)status;
    pthread_mutex_lock(&r->lock);
    r->called = 1;
    pthread_cond_signal(&r->news);
    pthread_mutex_unlock(&r->lock);
}
static void by_callback(rig *r, cl_event *event)
{
    r->called = 0;
    if (GT_CL(clSetEventCallback(*event, CL_COMPLETE, call, r)) || GT_CL(clFlush(r->v.queue))) return;
    pthread_mutex_lock(&r->lock);
    while (!r->called) pthread_cond_wait(&r->news, &r->lock);
    pthread_mutex_unlock(&r->lock);
}
static void not_at_all(rig *r, cl_event *event) { (void)event; GT_CL(clFlush(r->v.queue)); }

#endif
