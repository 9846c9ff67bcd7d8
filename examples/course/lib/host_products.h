/* host_products.h - for example 13: a matrix product on the host, as debug build, as release build, on all cores */

#ifndef EX_HOST_PRODUCTS_H
#define EX_HOST_PRODUCTS_H

#include "matmul.h"

#include <pthread.h>
#include <unistd.h>

#if defined(__clang__)
#define DEBUG_BUILD __attribute__((optnone, noinline))
#define RELEASE_BUILD __attribute__((noinline))
#elif defined(__GNUC__)
#define DEBUG_BUILD __attribute__((optimize("O0"), noinline))
#define RELEASE_BUILD __attribute__((optimize("O2"), noinline))
#else
#define DEBUG_BUILD
#define RELEASE_BUILD
#endif

#define PRODUCT                                                                     \
    {                                                                               \
        size_t i, j, k;                                                             \
        for (i = from; i < to; i++) {                                               \
            for (j = 0; j < p.w; j++) c[i * p.w + j] = 0;                           \
            for (k = 0; k < p.n; k++)                                               \
                for (j = 0; j < p.w; j++) c[i * p.w + j] += a[i * p.n + k] * b[k * p.w + j]; \
        }                                                                           \
    }
/* Computes rows `from` to `to` of C. */
DEBUG_BUILD static void product_debug(const float *a, const float *b, float *c, ex_problem p, size_t from, size_t to)
PRODUCT
RELEASE_BUILD static void product_release(const float *a, const float *b, float *c, ex_problem p, size_t from,
                                          size_t to) PRODUCT

enum { MOST_CORES = 256 };
typedef struct part { pthread_t thread; const ex_matmul *x; size_t from, to; int apart; } part;
static void *product_of_part(void *user)
{
    const part *of = (const part *)user;
    product_release(of->x->a, of->x->b, of->x->c, of->x->p, of->from, of->to);
    return NULL;
}
static size_t cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MOST_CORES ? MOST_CORES : (size_t)n;
}
static void product_on_all_cores(const ex_matmul *x)
{
    part parts[MOST_CORES];
    const size_t count = cores();
    for (size_t i = 0; i < count; i++) {
        parts[i].x = x;
        parts[i].from = x->p.m * i / count;
        parts[i].to = x->p.m * (i + 1) / count;
        parts[i].apart = i + 1 < count && !pthread_create(&parts[i].thread, NULL, product_of_part, &parts[i]);
        if (!parts[i].apart) product_of_part(&parts[i]);
    }
    for (size_t i = 0; i < count; i++) if (parts[i].apart) pthread_join(parts[i].thread, NULL);
}

#endif
