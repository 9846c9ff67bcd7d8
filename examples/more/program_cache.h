/* program_cache.h - keeps built OpenCL programs in a folder of yours, safely (beside gputime_cl.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime_cl.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "program_cache.h"
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       gt_cl_cache cache = { "build/kernels", NULL, 0, 0, NULL };
             cl_program program = gt_cl_program_cached(&cl, source, options, "matmul.cl", &cache);
             printf("%s\n", cache.hit ? "loaded" : cache.why);

   DOES NOT  suit a measurement of build times, since it changes them: on an NVIDIA H200 a build took 12 ms instead of
             41 ms (build/examples/10_first_run, 2026-11-23). PoCL compiles when a kernel is launched for the first
             time, with or without the cache.
             It does not cache on systems without POSIX: there each program is built.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_PROGRAM_CACHE_H
#define GT_MORE_PROGRAM_CACHE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Does what gt_cl_program does, with a cache of binaries in a folder that you name. The key of a file is made from
   source, options, the contents of the listed includes, and the names and versions of platform, device, driver and kit.
   A file is written whole or not at all. Key, length and hash are checked at each read.
     Key and hash protect from accidents. The folder protects from malice: the kit makes it for you alone (mode 0700),
   and uses no folder and no file that is a link or that others can write to. If anything is wrong, the program is built
   from the source, a bad file is replaced, and `why` has the reason. The cache itself never causes a NULL result. */
typedef struct gt_cl_cache {
    const char *folder;             /* its parent must exist */
    const char *const *includes;    /* paths of all files that the source includes, also indirectly. List them all: a
                                       source with includes and without a list is not cached */
    size_t include_count;
    int hit;                        /* result: 1: loaded, 0: built */
    const char *why;                /* result: why the program was not loaded or not stored; "": nothing is wrong */
} gt_cl_cache;
GT_API cl_program gt_cl_program_cached(const gt_cl *cl, const char *source, const char *options, const char *name,
                                       gt_cl_cache *cache);

#ifdef __cplusplus
}
#endif
#endif /* GT_MORE_PROGRAM_CACHE_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_PROGRAM_CACHE_IMPLEMENTED_)
#define GT_MORE_PROGRAM_CACHE_IMPLEMENTED_

/* A strict -std=c99 hides some functions that the cache needs. The names in asm are those of the C library. */
#if defined(__unix__) || defined(__linux__) || defined(__APPLE__)
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__) && GT_GNU_
GT_EXTERN_C_ int gt_openat_(int folder, const char *name, int flags, ...) __asm__("openat");
GT_EXTERN_C_ int gt_renameat_(int from, const char *old_name, int to, const char *new_name) __asm__("renameat");
GT_EXTERN_C_ int gt_unlinkat_(int folder, const char *name, int flags) __asm__("unlinkat");
#else
#define gt_openat_ openat
#define gt_renameat_ renameat
#define gt_unlinkat_ unlinkat
#endif
#if defined(__linux__) && GT_GNU_ && defined(__O_NOFOLLOW)
#define GT_CL_NO_LINK_ (__O_NOFOLLOW | __O_CLOEXEC)     /* follows no link; child processes do not get the file */
#define GT_CL_FOLDER_ __O_DIRECTORY
#elif defined(O_NOFOLLOW) && defined(O_DIRECTORY) && defined(AT_FDCWD)
#ifdef O_CLOEXEC
#define GT_CL_NO_LINK_ (O_NOFOLLOW | O_CLOEXEC)
#else
#define GT_CL_NO_LINK_ O_NOFOLLOW
#endif
#define GT_CL_FOLDER_ O_DIRECTORY
#endif
#endif

#ifndef GT_CL_NO_LINK_
cl_program gt_cl_program_cached(const gt_cl *cl, const char *source, const char *options, const char *name,
                                gt_cl_cache *cache) {
    cache->hit = 0;
    cache->why = "not cached: this system lacks the calls that the cache needs";
    return gt_cl_program(cl, source, options, name);
}
#else

typedef struct gt_cl_key_ { uint64_t a, b; } gt_cl_key_;    /* two different 64-bit hashes of FNV's kind */
static const gt_cl_key_ gt_cl_key_start_ = { UINT64_C(0xcbf29ce484222325), UINT64_C(0x9ae16a3b2f90404f) };
static gt_cl_key_ gt_cl_key_with_(gt_cl_key_ k, const void *p, size_t n) {
    const unsigned char *c = (const unsigned char *)p;
    for (; n; n--, c++) {
        k.a = (k.a ^ *c) * UINT64_C(0x100000001b3);
        k.b = ((k.b << 31 | k.b >> 33) ^ *c) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return k;
}

enum {
    GT_CL_CACHE_FORMAT_ = 1,
    GT_CL_CACHE_MOST_ = 1 << 28,        /* bytes; no binary or include is larger */
    GT_CL_CACHE_TEXT_ = 1024,           /* room for a name or a version, uncut */
    GT_CL_CACHE_DEVICES_ = 64           /* a program for more devices is not stored */
};
typedef struct gt_cl_head_ {
    char magic[8];
    uint64_t format;
    gt_cl_key_ key;
    uint64_t length;
    gt_cl_key_ hash;
} gt_cl_head_;

static void gt_cl_key_text_(gt_cl_key_ *k, const char *s) {
    const uint64_t n = s ? strlen(s) : 0;
    *k = gt_cl_key_with_(gt_cl_key_with_(*k, &n, sizeof n), s, (size_t)n);
}
static int gt_cl_key_file_(gt_cl_key_ *k, const char *path) {       /* returns 0 if it cannot be read */
    char part[4096];
    uint64_t sum = 0;
    size_t n;
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (!f) return 0;
    gt_cl_key_text_(k, path);
    for (; sum <= GT_CL_CACHE_MOST_ && (n = fread(part, 1, sizeof part, f)) > 0; sum += n)
        *k = gt_cl_key_with_(*k, part, n);
    *k = gt_cl_key_with_(*k, &sum, sizeof sum);
    const int good = sum <= GT_CL_CACHE_MOST_ && !ferror(f);
    fclose(f);
    return good;
}

/* The next functions find out whether a source includes files. A directive can be spread over lines, and begin with a
   digraph or a trigraph. A comment that looks like a directive may give a wrong yes, which does no harm; a wrong no
   would. */
static const char *gt_cl_skip_(const char *s) {     /* skips blanks, continued lines and comments */
    for (;;) {
        if (*s == ' ' || *s == '\t' || *s == '\v' || *s == '\f') s++;
        else if (s[0] == '\\' && s[1] == '\n') s += 2;
        else if (s[0] == '\\' && s[1] == '\r' && s[2] == '\n') s += 3;
        else if (s[0] == '/' && s[1] == '*' && strstr(s + 2, "*/")) s = strstr(s + 2, "*/") + 2;
        else return s;
    }
}
static int gt_cl_includes_(const char *source, const char *options) {
    static const char *const words[3] = { "include", "import", "embed" };
    if (options && (!strncmp(options, "-i", 2) || strstr(options, " -i"))) return 1;    /* -include, -imacros */
    for (const char *s = source; *s; s++) {
        if (*s != '#' && strncmp(s, "%:", 2) && strncmp(s, "\?\?=", 3)) continue;
        for (int i = 0; i < 3; i++) {
            const char *p = gt_cl_skip_(s + (*s == '#' ? 1 : *s == '%' ? 2 : 3)), *w = words[i];
            for (; *w && *p == *w; w++) p = gt_cl_skip_(p + 1);
            if (!*w) return 1;
        }
    }
    return 0;
}

/* Functions below that return a text return the reason for a failure, or NULL. */
static const char *gt_cl_key_of_(const gt_cl *cl, const char *source, const char *options, const gt_cl_cache *cache,
                                 gt_cl_key_ *k) {
    static const cl_uint names[5] = { CL_PLATFORM_NAME, CL_PLATFORM_VERSION, CL_DEVICE_NAME, CL_DEVICE_VERSION,
                                      CL_DRIVER_VERSION };
    const unsigned char bits = (unsigned char)(8 * sizeof(void *));
    char text[GT_CL_CACHE_TEXT_];
    *k = gt_cl_key_start_;
    gt_cl_key_text_(k, GPUTIME_VERSION);
    *k = gt_cl_key_with_(*k, &bits, 1);
    gt_cl_key_text_(k, source);
    gt_cl_key_text_(k, options);
    for (size_t i = 0; i < 5; i++) {
        memset(text, 0, sizeof text);
        if ((i > 1 ? clGetDeviceInfo(cl->device, names[i], sizeof text - 1, text, NULL)
                   : clGetPlatformInfo(cl->platform, names[i], sizeof text - 1, text, NULL)) != CL_SUCCESS)
            return "not cached: the driver does not give all its names and versions";
        gt_cl_key_text_(k, text);
    }
    if (!cache->include_count && gt_cl_includes_(source, options))
        return "not cached: the source includes files; list them";
    for (size_t i = 0; i < cache->include_count; i++)
        if (!gt_cl_key_file_(k, cache->includes[i])) return "not cached: a listed include cannot be read";
    return NULL;
}

static const char *gt_cl_folder_(const char *name, int *folder) {
    char path[4096];
    struct stat st;
    size_t n = name ? strlen(name) : 0;
    if (!n || n >= sizeof path) return "not cached: no folder is named";
    while (n > 1 && name[n - 1] == '/') n--;    /* with a slash at its end, a link would be followed */
    memcpy(path, name, n);
    path[n] = 0;
    (void)mkdir(path, S_IRWXU);
    *folder = open(path, O_RDONLY | GT_CL_FOLDER_ | GT_CL_NO_LINK_);
    if (*folder < 0 && errno == ENOENT)
        return "not cached: the folder cannot be made; its parent must exist, and be yours to write in";
    if (*folder < 0)
        return "not cached: the folder is a link, is no folder, or cannot be opened; name one of your own";
    if (!fstat(*folder, &st) && st.st_uid == geteuid() && !(st.st_mode & (S_IRWXG | S_IRWXO))) return NULL;
    close(*folder);
    *folder = -1;
    return "not cached: the folder is not yours alone; name another, or chown it to yourself and chmod it to 700";
}

static int gt_cl_transfer_(int fd, void *data, size_t n, int writes) {      /* returns 1 if all was read or written */
    char *at = (char *)data;
    while (n) {
        const ssize_t done = writes ? write(fd, at, n) : read(fd, at, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return 0;
        at += done;
        n -= (size_t)done;
    }
    return 1;
}

static const char *gt_cl_fd_read_(int fd, const gt_cl_key_ *key, unsigned char **binary, size_t *length) {
    gt_cl_head_ head;
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode)) return "refused: not a regular file";
    if (st.st_uid != geteuid() || st.st_nlink > 1 || st.st_mode & (S_IWGRP | S_IWOTH))
        return "refused: the file is not yours alone";      /* links 0: it was replaced after the open */
    if (st.st_size <= (long)sizeof head || st.st_size > GT_CL_CACHE_MOST_)
        return "refused: the file's size cannot be right";
    if (!gt_cl_transfer_(fd, &head, sizeof head, 0)) return "refused: the file cannot be read";
    if (memcmp(head.magic, "gt_clbin", 8) || head.format != GT_CL_CACHE_FORMAT_)
        return "refused: not a cache file of this version";
    if (memcmp(&head.key, key, sizeof *key)) return "refused: the file holds another program";
    if (head.length != (uint64_t)st.st_size - sizeof head)
        return "refused: the file's length is not the one that it states";
    *length = (size_t)head.length;
    *binary = (unsigned char *)malloc(*length);
    if (!*binary) return "not loaded: out of memory";
    if (!gt_cl_transfer_(fd, *binary, *length, 0)) return "refused: the file cannot be read";
    gt_cl_key_ hash = gt_cl_key_with_(gt_cl_key_start_, *binary, *length);
    if (memcmp(&head.hash, &hash, sizeof hash)) return "refused: the file's contents have changed";
    return NULL;
}
static const char *gt_cl_file_read_(int folder, const char *file, const gt_cl_key_ *key, unsigned char **binary,
                                    size_t *length) {
    const int fd = gt_openat_(folder, file, O_RDONLY | O_NONBLOCK | GT_CL_NO_LINK_);        /* a pipe could block */
    if (fd < 0) return errno == ENOENT ? "not there yet" : "refused: the file is a link, or cannot be opened";
    const char *why = gt_cl_fd_read_(fd, key, binary, length);
    close(fd);
    return why;
}
static cl_program gt_cl_from_binary_(const gt_cl *cl, const char *options, const unsigned char *binary, size_t length) {
    cl_int refused = CL_SUCCESS, code = CL_SUCCESS;
    cl_program program = clCreateProgramWithBinary(cl->context, 1, &cl->device, &length, &binary, &refused, &code);
    if (code != CL_SUCCESS || !program) return NULL;
    if (refused == CL_SUCCESS) code = clBuildProgram(program, 1, &cl->device, options, NULL, NULL);
    if (refused == CL_SUCCESS && code == CL_SUCCESS) return program;
    clReleaseProgram(program);
    return NULL;
}
static const char *gt_cl_load_(const gt_cl *cl, const char *options, int folder, const char *file,
                               const gt_cl_key_ *key, cl_program *program) {
    unsigned char *binary = NULL;
    size_t length = 0;
    const char *why = gt_cl_file_read_(folder, file, key, &binary, &length);
    if (!why) *program = gt_cl_from_binary_(cl, options, binary, length);
    free(binary);
    return why || *program ? why : "refused: the driver rejects the binary";
}

static const char *gt_cl_file_write_(int folder, const char *file, const gt_cl_key_ *key, void *binary,
                                     size_t length) {
    gt_cl_head_ head = { { 'g', 't', '_', 'c', 'l', 'b', 'i', 'n' }, GT_CL_CACHE_FORMAT_, *key, length,
                         gt_cl_key_with_(gt_cl_key_start_, binary, length) };
    char temporary[128];
    int fd = -1;
    for (int tries = 0; fd < 0 && tries < 16; tries++) {    /* an older process of this number may have left a file */
        sprintf(temporary, "%s.%ld.%llx", file, (long)getpid(), (unsigned long long)gt_clock_ticks());
        fd = gt_openat_(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | GT_CL_NO_LINK_, S_IRUSR | S_IWUSR);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) return "not stored: no file can be made in the folder";
    int good = gt_cl_transfer_(fd, &head, sizeof head, 1) && gt_cl_transfer_(fd, binary, length, 1);
    if (close(fd)) good = 0;
    if (good && !gt_renameat_(folder, temporary, folder, file)) return NULL;
    (void)gt_unlinkat_(folder, temporary, 0);
    return good ? "not stored: the old file, or what is in its place, cannot be replaced; remove it"
                : "not stored: the file could not be written; check the space left";
}
static int gt_cl_program_asks_(cl_program program, cl_program_info what, void *to, size_t size) {
    return clGetProgramInfo(program, what, size, to, NULL) == CL_SUCCESS;
}
static const char *gt_cl_store_(const gt_cl *cl, cl_program program, int folder, const char *file,
                                const gt_cl_key_ *key) {
    cl_device_id devices[GT_CL_CACHE_DEVICES_];
    size_t sizes[GT_CL_CACHE_DEVICES_];
    unsigned char *binaries[GT_CL_CACHE_DEVICES_];         /* NULL: the binary for that device is not wanted */
    const char *why = "not stored: the driver returns no binary";
    cl_uint n = 0, i;
    if (!gt_cl_program_asks_(program, CL_PROGRAM_NUM_DEVICES, &n, sizeof n) || n > GT_CL_CACHE_DEVICES_ ||
        !gt_cl_program_asks_(program, CL_PROGRAM_DEVICES, devices, sizeof devices) ||
        !gt_cl_program_asks_(program, CL_PROGRAM_BINARY_SIZES, sizes, sizeof sizes)) return why;
    for (i = 0; i < n && devices[i] != cl->device; i++) {}
    if (i == n || !sizes[i] || sizes[i] > GT_CL_CACHE_MOST_ - sizeof(gt_cl_head_)) return why;
    memset(binaries, 0, sizeof binaries);
    binaries[i] = (unsigned char *)calloc(sizes[i], 1);
    if (!binaries[i]) return "not stored: out of memory";
    if (gt_cl_program_asks_(program, CL_PROGRAM_BINARIES, binaries, sizeof binaries))
        why = gt_cl_file_write_(folder, file, key, binaries[i], sizes[i]);
    free(binaries[i]);
    return why;
}

cl_program gt_cl_program_cached(const gt_cl *cl, const char *source, const char *options, const char *name,
                                gt_cl_cache *cache) {
    gt_cl_key_ key, again;
    cl_program program = NULL;
    char file[64];
    int folder = -1;
    const char *why = gt_cl_key_of_(cl, source, options, cache, &key);
    if (!why) why = gt_cl_folder_(cache->folder, &folder);
    if (folder >= 0) {
        sprintf(file, "%016llx%016llx.clbin", (unsigned long long)key.a, (unsigned long long)key.b);
        why = gt_cl_load_(cl, options, folder, file, &key, &program);
    }
    cache->hit = program != NULL;
    if (!program) program = gt_cl_program(cl, source, options, name);
    if (folder >= 0 && program && !cache->hit) {
        const int changed = gt_cl_key_of_(cl, source, options, cache, &again) || memcmp(&again, &key, sizeof key);
        const char *not_stored = changed ? "not stored: a listed include changed meanwhile"
                                         : gt_cl_store_(cl, program, folder, file, &key);
        if (not_stored) why = not_stored;
    }
    if (folder >= 0) close(folder);
    cache->why = why ? why : "";
    return program;
}
#endif
#endif /* GT_MORE_PROGRAM_CACHE_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses: GT_GNU_, GT_EXTERN_C_ (which compiler; the C library's own names) */
