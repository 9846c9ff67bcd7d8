/* What every test program begins with: cmocka with all that cmocka needs, and whether a sanitizer watches. */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if !defined(SANITIZED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#ifndef FULL        /* make test-full */
#define FULL 0
#endif

/* By how much fewer cases are tried than in a full run: what is counted to 1 % there is counted to 2 % here. A sanitizer
   sees what it looks for in fewer still, and each takes longer. */
enum { THINNER = SANITIZED ? 20 : FULL ? 1 : 4 };

#endif
