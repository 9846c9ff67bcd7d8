// Eight threads for each processor time the same work at once, and wait for each other. HEALTHY has one thread.
/* field: threads_crowd contended n=6 */
/* device: none */
#include "field.h"
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;       /* so that all are there before one begins */

static void *times_six(void *unused) {
    volatile double x = 1;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < 6; i++)
        GT_SCOPE("work") for (int k = 0; k < 4000000; k++) x = x * 0.999 + 1;
    return unused;
}

int main(void) {
    const int threads = healthy ? 1 : 8 * (int)sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t *thread = malloc((size_t)threads * sizeof *thread);
    if (!thread) return 2;
    pthread_mutex_lock(&gate);
    for (int i = 0; i < threads; i++) pthread_create(&thread[i], NULL, times_six, NULL);
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    free(thread);
    return done();
}
