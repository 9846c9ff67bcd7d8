/* python.c - where a reading stands in a Python program: part of clocks.c

   All readings of Python return to the same place of its library. So gtprof asks the interpreter for the line of the
   program, by functions that each version since 3.9 has. Readings in Python's own library and in PyOpenCL are not the
   program's: PyOpenCL times each build, for one. Nor are those that Python makes for itself, such as for a lock or a
   sleep. Readings by an extension are, as those of any library. */

enum { LINES = 256 };
static struct line { char name[64]; } lines[LINES];        /* script.py:12, or script.py:12 of run */
static struct {
    void *(*frame)(void), *(*back)(void *), *(*code)(void *), *(*attribute)(void *, const char *), *(*current)(void),
         *(*mine)(void);
    int (*line)(void *);
    const char *(*text)(void *);
    void (*drop)(void *);
    void *(*modules)(void), *(*contents)(void *), *(*item)(void *, const char *), *(*type)(void *);
    void (*clear)(void);
    void *(*called)(void *), *built_in;         /* the C function behind a built-in function; the type of these */
} py;
static void *python_base;       /* where the module begins that has them; NULL: there is no Python */

static void look_for_python(void) {
    static const char *const names[] = {
        "PyEval_GetFrame", "PyFrame_GetBack", "PyFrame_GetCode", "PyObject_GetAttrString",
        "_PyThreadState_UncheckedGet", "PyGILState_GetThisThreadState", "PyFrame_GetLineNumber", "PyUnicode_AsUTF8",
        "Py_DecRef", "PyImport_GetModuleDict", "PyModule_GetDict", "PyDict_GetItemString", "PyObject_Type",
        "PyErr_Clear", "PyCFunction_GetFunction", "PyCFunction_Type" };
    enum { all = sizeof names / sizeof *names };
    void *f[all];
    Dl_info in;
    size_t n = 0;
    while (n < all && (f[n] = dlsym(RTLD_DEFAULT, names[n])) != NULL) n++;
    _Static_assert(sizeof py == sizeof f, "py has a member for each name, in the same order");
    if (n == all) memcpy(&py, f, sizeof py);
    python_base = n == all && dladdr(f[0], &in) ? in.dli_fbase : NULL;
}
/* The first one who asks looks. No reading that is made meanwhile by its thread asks again: `telling` is set. */
static int is_python(void) {
    static pthread_once_t looked = PTHREAD_ONCE_INIT;
    pthread_once(&looked, look_for_python);
    return python_base != NULL;
}
/* Python's own library has no packages. */
static int is_library(const char *file) {
    const char *own = strstr(file, "/lib/python3"), *package = strstr(file, "-packages/");
    if (package) return !strncmp(package + 10, "pyopencl/", 9) || !strncmp(package + 10, "pytools/", 8);
    return own || !strncmp(file, "<frozen", 7) || !strncmp(file, "<pyopencl", 9) || !strcmp(file, "<timeit-src>");
}
/* Returns the place with this name from now on; if there are too many, `other`. The caller holds Python's lock. */
static const void *line_named(const char *name, const void *other) {
    struct line *l = lines;
    while (l < lines + LINES && l->name[0] && strcmp(l->name, name)) l++;
    if (l == lines + LINES) return other;
    snprintf(l->name, sizeof l->name, "%s", name);
    return l;
}
/* Returns the name of this place; NULL: it is code. */
static const char *line_at(const void *at) {
    const struct line *l = (const struct line *)at;
    return l >= lines && l < lines + LINES ? l->name : NULL;
}
static uint32_t whose(const Dl_info *code) { return is_python() && code->dli_fbase == python_base ? 3 : 2; }

/* -- which of Python's readings are the program's -- */

/* The functions by which programs read clocks. A program that calls one has imported it. */
static const char *const readers[][3] = {
    { "time", "perf_counter" }, { "time", "perf_counter_ns" }, { "time", "time" }, { "time", "time_ns" },
    { "time", "monotonic" }, { "time", "monotonic_ns" }, { "time", "process_time" }, { "time", "process_time_ns" },
    { "time", "thread_time" }, { "time", "thread_time_ns" }, { "time", "clock_gettime" },
    { "time", "clock_gettime_ns" }, { "posix", "times" }, { "resource", "getrusage" },
    { "datetime", "datetime", "now" },
    { "datetime", "datetime", "utcnow" }
};
enum { READERS = sizeof readers / sizeof *readers };
static const void *reader_begin[READERS];       /* where the machine code of each begins; NULL if not known */

static void find_readers(void) {
    int i;
    for (i = 0; i < READERS; i++) {
        void *module = reader_begin[i] ? NULL : py.item(py.modules(), readers[i][0]), *own = NULL, *type;
        void *dict = module ? py.contents(module) : NULL, *f = dict ? py.item(dict, readers[i][1]) : NULL;
        if (f && readers[i][2]) f = own = py.attribute(f, readers[i][2]);
        type = f ? py.type(f) : NULL;
        if (module && !dict) py.clear();
        if (f && type == py.built_in) reader_begin[i] = py.called(f);
        if (type) py.drop(type);
        if (own) py.drop(own);
    }
}
struct walk { int left, found, inside; };
static _Unwind_Reason_Code look_for_reader(struct _Unwind_Context *at, void *to) {
    struct walk *w = (struct walk *)to;
    const void *begin = (const void *)_Unwind_GetRegionStart(at);
    int i;
    for (i = 0; i < READERS && !w->found; i++) w->found = reader_begin[i] && reader_begin[i] == begin;
    return w->found || !--w->left ? _URC_END_OF_STACK : _URC_NO_REASON;
}
/* Returns whether one of these functions is at work. It is a few calls away. The caller holds Python's lock. */
static int reads_for_program(void) {
    struct walk w = { 12, 0, 0 };
    find_readers();
    _Unwind_Backtrace(look_for_reader, &w);
    return w.found;
}

/* -- lines -- */

enum { DEPTH = 16 };
/* Where this thread was when it last read a clock, from the innermost function outwards. */
static __thread struct { const void *at; int depth; struct { const void *code; int line; } in[DEPTH]; } reading;

/* Returns the frame in which this thread runs; NULL if it does not hold Python's lock. */
static void *frame_now(void) {
    void *thread = py.current();        /* which holds the lock */
    return thread && thread == py.mine() ? py.frame() : NULL;
}
/* Goes to the caller. held: NULL if the caller of this function borrows the frame. */
static void *outwards(void *frame, void **held) {
    void *back = frame ? py.back(frame) : NULL;
    if (*held) py.drop(*held);
    return *held = back;
}
/* Copies an attribute of a code object, such as co_filename; "" if it cannot be read. */
static void copy_attribute(void *code, const char *which, char *to, size_t size) {
    void *value = py.attribute(code, which);
    const char *text = value ? py.text(value) : NULL;
    if (!text) py.clear();
    snprintf(to, size, "%s", text ? text : "");
    if (value) py.drop(value);
}
/* Returns the place of a reading that returns to Python: the program's line; NULL: the program has not read. A
   reading by timeit is that of its caller. */
static const void *reads_in(const void *code) {
    char file[PATH_MAX], name[64];
    void *held = NULL, *frame = frame_now();
    int inner = 1;
    reading.at = NULL;
    for (reading.depth = 0; frame && reading.depth < DEPTH; frame = outwards(frame, &held)) {
        void *of = py.code(frame);
        const int line = py.line(frame);
        reading.in[reading.depth].code = of;
        reading.in[reading.depth++].line = line;
        if (!reading.at && of) {
            copy_attribute(of, "co_filename", file, sizeof file);
            if (!is_library(file)) {
                snprintf(name, sizeof name, "%.50s:%d", strrchr(file, '/') ? strrchr(file, '/') + 1 : file, line);
                reading.at = reads_for_program() ? line_named(name, code) : NULL;
                inner = inner && reading.at;
            } else {
                inner = inner && strstr(file, "timeit");
            }
        }
        if (of) py.drop(of);
        if (!inner) break;
    }
    if (held) py.drop(held);
    return inner ? reading.at : NULL;
}
/* Returns the place of the timer that began at this reading, if its line says too little: the function that read has
   returned, as of a context manager, or another function makes the call, as below a decorator. Then it is the line
   where the function that is still at work read, and the function that it called. Else returns NULL. */
static const void *called_in(const void *read) {
    char file[PATH_MAX], name[64], called[32] = "";
    void *held = NULL, *frame = reading.at && reading.at == read ? frame_now() : NULL;
    const void *at = NULL;
    int k, read_here = 0;
    for (; frame && !at; frame = outwards(frame, &held)) {
        void *of = py.code(frame);
        for (k = 0; k < reading.depth && reading.in[k].code != of; k++) {}
        if (k < reading.depth) read_here = 1;
        copy_attribute(of, "co_filename", file, sizeof file);
        if (!is_library(file)) {
            if (!read_here) {
                copy_attribute(of, "co_name", called, sizeof called);
            } else {
                snprintf(name, sizeof name, "%.30s:%d%s%s", strrchr(file, '/') ? strrchr(file, '/') + 1 : file,
                         k < reading.depth ? reading.in[k].line : py.line(frame), called[0] ? " of " : "", called);
                at = line_named(name, read);
            }
        }
        py.drop(of);
    }
    if (held) py.drop(held);
    return at == read ? NULL : at;
}
