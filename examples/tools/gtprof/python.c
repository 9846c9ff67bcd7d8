/* python.c - where a reading stands in a Python program: part of clocks.c

   All readings of Python return to the same place of its library. So gtprof asks the interpreter for the line of the
   program, by functions that each version since 3.9 has. Readings in Python's own library and in PyOpenCL are not the
   program's: PyOpenCL times each build, for one. Readings by an extension are, as those of any library. */

enum { LINES = 256 };
static struct line { char name[64]; } lines[LINES];        /* of readings: script.py:12 */
static struct {
    void *(*frame)(void), *(*code)(void *), *(*attribute)(void *, const char *), *(*current)(void), *(*mine)(void);
    int (*line)(void *);
    const char *(*text)(void *);
    void (*drop)(void *);
    void *base;                 /* where the module begins that has them */
    int asked;                  /* 0: not yet; 1: there is no Python; 2: these are its functions */
} py;

static int is_python(void) {
    static const char *const names[] = { "PyEval_GetFrame", "PyFrame_GetCode", "PyObject_GetAttrString",
                                         "PyFrame_GetLineNumber", "PyUnicode_AsUTF8", "Py_DecRef",
                                         "_PyThreadState_UncheckedGet", "PyGILState_GetThisThreadState" };
    enum { all = sizeof names / sizeof *names };
    void *f[all];
    Dl_info in;
    size_t n = 0;
    if (py.asked) return py.asked == 2;
    while (n < all && (f[n] = dlsym(RTLD_DEFAULT, names[n])) != NULL) n++;
    if (n == all) {
        memcpy(&py.frame, &f[0], sizeof f[0]);
        memcpy(&py.code, &f[1], sizeof f[1]);
        memcpy(&py.attribute, &f[2], sizeof f[2]);
        memcpy(&py.line, &f[3], sizeof f[3]);
        memcpy(&py.text, &f[4], sizeof f[4]);
        memcpy(&py.drop, &f[5], sizeof f[5]);
        memcpy(&py.current, &f[6], sizeof f[6]);
        memcpy(&py.mine, &f[7], sizeof f[7]);
    }
    py.base = n == all && dladdr(f[0], &in) ? in.dli_fbase : NULL;
    py.asked = py.base ? 2 : 1;
    return py.base != NULL;
}
/* Python's own library has no packages; timeit reads the clock for its caller. */
static int is_library(const char *file) {
    const char *own = strstr(file, "/lib/python3"), *package = strstr(file, "-packages/");
    if (package) return !strncmp(package + 10, "pyopencl/", 9) || !strncmp(package + 10, "pytools/", 8);
    return (own && !strstr(file, "/timeit.py")) || !strncmp(file, "<frozen", 7);
}
/* Returns what stands for this line of this file from now on; if there are too many, `other`. The caller holds Python's
   lock. */
static const void *line_of(const char *file, int line, const void *other) {
    struct line *l = lines;
    char name[sizeof l->name];
    snprintf(name, sizeof name, "%.50s:%d", strrchr(file, '/') ? strrchr(file, '/') + 1 : file, line);
    while (l < lines + LINES && l->name[0] && strcmp(l->name, name)) l++;
    if (l < lines + LINES) {
        memcpy(l->name, name, sizeof name);
        other = l;
    }
    return other;
}
/* Returns the file and line that stand at this place, such as script.py:12; NULL: it is code. */
static const char *line_at(const void *from) {
    const struct line *l = (const struct line *)from;
    return l >= lines && l < lines + LINES ? l->name : NULL;
}
/* Returns 2 if this code is the program's, 3 if it is Python's; 1: Python reads a clock there for a lock, as each file
   has one (functions PyThread_...). */
static uint32_t whose(const Dl_info *code) {
    if (!is_python() || code->dli_fbase != py.base) return 2;
    return code->dli_sname && !strncmp(code->dli_sname, "PyThread_", 9) ? 1 : 3;
}
/* Returns the place of a reading that returns to Python: the program's line; NULL: the program has not read. */
static const void *reads_in(const void *code) {
    const void *at = NULL;
    void *thread = py.current();        /* which holds Python's lock */
    void *frame = thread && thread == py.mine() ? py.frame() : NULL;
    void *of = frame ? py.code(frame) : NULL, *name = of ? py.attribute(of, "co_filename") : NULL;
    const char *file = name ? py.text(name) : NULL;
    if (file && !is_library(file)) at = line_of(file, py.line(frame), code);
    if (name) py.drop(name);
    if (of) py.drop(of);
    return at;
}
