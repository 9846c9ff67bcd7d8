/* readings.c - the program's readings of clocks and its pauses, and names for the timers between them: part of layer.c

   A reading counts if its thread is in no OpenCL call, and if it returns to code of the program or of one of its
   libraries. clocks.c lists the libraries that do not count. */

static gtprof_clocks *gtprof_clock;                     /* what clocks.c offers; NULL if it is not loaded */
static uint32_t gtprof_placing;                         /* lock for the names of timers */

/* The readings of this library, with those of the kit in it, come here: opencl.map hides this function from others. The
   one of clocks.c would have to tell them from the program's, at each reading. */
int clock_gettime(clockid_t id, struct timespec *t) {
    static int (*found)(clockid_t, struct timespec *);
    int (*is)(clockid_t, struct timespec *) = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!is) {
        /* The program may have the C library before this one, so that it is not "the next" (RTLD_NEXT). */
        void *const libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
        void *const p = dlsym(libc ? libc : RTLD_DEFAULT, "clock_gettime");
        memcpy(&is, &p, sizeof p);
        __atomic_store_n(&found, is, __ATOMIC_RELAXED);
    }
    return is(id, t);
}

/* -- names of timers -- */

enum { GTPROF_TIMERS = 512 };
/* Finds the module of this address: the path of its file, and by how much its addresses differ from those in the file.
   Returns 0 if not known. */
static int gtprof_module(const void *at, uintptr_t *bias, char path[static PATH_MAX]) {
    struct link_map *map = NULL;
    void *found = NULL;
    Dl_info info;
    if (!dladdr1(at, &info, &found, RTLD_DL_LINKMAP) || !found) return 0;
    map = (struct link_map *)found;
    *bias = (uintptr_t)map->l_addr;
    return realpath(map->l_name[0] ? map->l_name : "/proc/self/exe", path) != NULL;
}

static struct gtprof_timer { const void *call, *read; int id, number; char function[64], name[112]; }
    gtprof_timers[GTPROF_TIMERS];
static int gtprof_timer_count;

/* Finds the function at this address in the file's own symbol table, which dladdr does not read. */
static void gtprof_symbol(const char *path, uintptr_t at, char *name, size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    const size_t most = file >= 0 && !fstat(file, &about) ? (size_t)about.st_size : 0;
    const char *text = most > sizeof(ElfW(Ehdr)) ? (const char *)mmap(NULL, most, PROT_READ, MAP_PRIVATE, file, 0)
                                                 : (const char *)MAP_FAILED;
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)(const void *)text;
    size_t i;
    if (file >= 0) close(file);
    if (text == MAP_FAILED) return;
    for (i = 0; !memcmp(head->e_ident, ELFMAG, SELFMAG) && i < head->e_shnum; i++) {
        const size_t offset = head->e_shoff + i * sizeof(ElfW(Shdr));
        const ElfW(Shdr) *table = (const ElfW(Shdr) *)(const void *)(text + offset), *strings;
        const ElfW(Sym) *s, *end;
        if (offset > most - sizeof *table) break;
        if (table->sh_type != SHT_SYMTAB || table->sh_offset > most || table->sh_size > most - table->sh_offset ||
            head->e_shoff + (table->sh_link + 1) * sizeof *table > most) continue;
        strings = (const ElfW(Shdr) *)(const void *)(text + head->e_shoff) + table->sh_link;
        if (strings->sh_offset > most || strings->sh_size > most - strings->sh_offset) continue;
        s = (const ElfW(Sym) *)(const void *)(text + table->sh_offset);
        end = s + table->sh_size / sizeof *s;
        for (; s < end; s++) {
            if ((s->st_info & 15) != STT_FUNC || at < s->st_value || at - s->st_value >= s->st_size) continue;
            if (s->st_name < strings->sh_size && memchr(text + strings->sh_offset + s->st_name, 0,
                                                        strings->sh_size - s->st_name))
                snprintf(name, size, "%s", text + strings->sh_offset + s->st_name);
        }
    }
    munmap((void *)(uintptr_t)text, most);
}
/* Reduces "_Z3runi" and "run(int)" to "run", and Rust's "main::h" with 16 digits to "main". A program that is not in
   C++ may have C++'s library from its driver, out of its own sight. */
static void gtprof_demangle(char *name, size_t size) {
    char *(*demangle)(const char *, char *, size_t *, int *), *text, *end;
    const int is = name[0] == '_' && name[1] == 'Z';
    void *p = is ? dlsym(RTLD_DEFAULT, "__cxa_demangle") : NULL;
    void *library = is && !p ? dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD) : NULL;
    int status = 0, depth = 0;
    if (library) p = dlsym(library, "__cxa_demangle");
    if (!p) return;
    memcpy(&demangle, &p, sizeof p);
    text = demangle(name, NULL, NULL, &status);
    if (!text) return;
    end = strrchr(text, ':');
    if (end && end > text && end[1] == 'h' && strlen(end) == 18 && strspn(end + 2, "0123456789abcdef") == 16)
        end[-1] = 0;
    end = strrchr(text, ')');
    for (; end && end > text; end--) {
        depth += (*end == ')') - (*end == '(');
        if (!depth) break;
    }
    if (end && end > text) *end = 0;
    snprintf(name, size, "%s", text);
    free(text);
}
static void gtprof_function(const void *at, char *name, size_t size) {
    char path[PATH_MAX], mangled[512] = "";
    uintptr_t bias;
    if (gtprof_module(at, &bias, path)) {
        gtprof_symbol(path, (uintptr_t)at - 1 - bias, mangled, sizeof mangled);
        if (!mangled[0]) {
            ElfW(Sym) *symbol = NULL;
            void *found = NULL;
            Dl_info info;
            if (dladdr1((const char *)at - 1, &info, &found, RTLD_DL_SYMENT) && info.dli_sname) {
                symbol = (ElfW(Sym) *)found;
                if (!symbol || (uintptr_t)at - 1 < (uintptr_t)info.dli_saddr + symbol->st_size)
                    snprintf(mangled, sizeof mangled, "%s", info.dli_sname);
            }
        }
        gtprof_demangle(mangled, sizeof mangled);
        if (!mangled[0]) snprintf(mangled, sizeof mangled, "%.*s", (int)sizeof mangled - 1, gt_last_name_(path));
    }
    snprintf(name, size, "%.*s", (int)size - 1, mangled[0] ? mangled : "own code");
}
/* Names the timer that began at this reading. The name is that of the function that makes the first OpenCL call after
   it; if that call comes from no code of the program, or from OpenCL's C++ bindings, the function that read the clock.
   Several timers in one function are numbered in the order in which they first ran. In Python it is the line that read
   the clock. */
static const char *gtprof_timing_name(int id, const void *read) {
    const void *const caller = gtprof_self_here()->caller;
    const void *call = gtprof_clock && caller && gtprof_clock->counts(caller) ? caller : NULL;
    const void *const more = gtprof_clock ? gtprof_clock->called(read) : NULL;
    const char *name = NULL;
    struct gtprof_timer *t;
    int i;
    if (more) read = more;
    while (__atomic_exchange_n(&gtprof_placing, 1u, __ATOMIC_ACQUIRE)) gt_yield_();
    for (i = 0; i < gtprof_timer_count && !name; i++) {
        t = &gtprof_timers[i];
        if (t->call == call && t->read == read && t->id == id) name = t->name;
    }
    if (!name && i < GTPROF_TIMERS) {
        t = &gtprof_timers[i];
        t->call = call;
        t->read = read;
        t->id = id;
        t->number = 1;
        const char *const line = gtprof_clock ? gtprof_clock->line(read) : NULL;
        char function[64];
        gtprof_function(call ? call : read, function, sizeof function);
        if (!strncmp(function, "cl::", 4)) gtprof_function(read, function, sizeof function);
        gt_copy_(t->function, sizeof t->function, function);
        while (i-- > 0) t->number += !strcmp(gtprof_timers[i].function, function);
        if (line) snprintf(t->name, sizeof t->name, "timer %s (%s)", line, gtprof_names[id]);
        else snprintf(t->name, sizeof t->name, "timer %d in %s (%s)", t->number, function, gtprof_names[id]);
        gtprof_timer_count++;
        name = t->name;
    }
    __atomic_store_n(&gtprof_placing, 0u, __ATOMIC_RELEASE);
    return name ? name : "timers of other places";
}
/* Writes for the launcher, which runs addr2line: the name of each timer, with the addresses of call and reading. */
static void gtprof_print_places(FILE *out) {
    char path[PATH_MAX];
    uintptr_t bias;
    int i, k;
    for (i = 0; i < __atomic_load_n(&gtprof_timer_count, __ATOMIC_RELAXED); i++) {
        const void *const at[2] = { gtprof_timers[i].call, gtprof_timers[i].read };
        fprintf(out, "place\t%s", gtprof_timers[i].name);
        for (k = 0; k < 2; k++) {
            const int code = at[k] && !(gtprof_clock && gtprof_clock->line(at[k]));
            const int known = code && gtprof_module(at[k], &bias, path);
            fprintf(out, "\t%s\t%lx", known ? path : "", known ? (unsigned long)((uintptr_t)at[k] - 1 - bias) : 0ul);
        }
        fprintf(out, "\n");
    }
}

/* -- what clocks.c tells -- */

static void gtprof_clock_read(const gtprof_reading *r) {
    GTPROF_FLOATS_;
    gtprof_self *const own = gtprof_self_here();
    const uint64_t begin = gt_now_();
    if (!gtprof_to || gtprof_is_inside(own, GTPROF_FRAME_) || GT_PEEK_(&gt_cl_process_.exiting)) return;
    own->inside = 1;
    if (r->name) gt_cl_clock_read_(NULL, r->name, r->says_ns, r->step_ns, r->from);
    else gt_cl_clock_wall_(NULL, r->says_ns, r->step_ns, r->steady, r->from, r->caller);
    own->inside = 0;
    gtprof_was_measured(own, begin);
    if (!own->to) return;
    own->in = begin;
    gtprof_left(own);
    if (gt_cl_mine_.rows.used == gt_cl_mine_.done) gtprof_divide(own, gt_clock_ticks());
}
static void gtprof_seconds(int what, double says_s, double since_s, const void *from) {
    GTPROF_FLOATS_;
    gtprof_self *const own = gtprof_self_here();
    if (!gtprof_to || gtprof_is_inside(own, GTPROF_FRAME_) || GT_PEEK_(&gt_cl_process_.exiting)) return;
    own->inside = 1;
    if (what == GTPROF_SECONDS_READ) gt_cl_seconds_read_(says_s, from);
    else if (what == GTPROF_SECONDS_APART) gt_cl_seconds_apart_(says_s, since_s);
    else gt_cl_seconds_named_(says_s);
    own->inside = 0;
}
static uint64_t gtprof_tick_at(double at_ns) {  /* at_ns: as gtprof_reading.at says it */
    return gt_clk_.start + (uint64_t)fmax(0, (at_ns - (double)gtprof_clock->born_ns) / gt_clk_.ns_per_tick);
}
/* Called at the first call of a thread: takes its last reading from before the layer was loaded. */
static void gtprof_clock_earlier(gtprof_self *own) {
    const gtprof_reading *r, *s;
    if (own->asked) return;
    own->asked = 1;
    r = gtprof_clock ? gtprof_clock->last() : NULL;
    s = gtprof_clock ? gtprof_clock->last_seconds() : NULL;
    if (s && s->at && !gt_cl_seconds_of_.n)
        gt_cl_seconds_add_(1e-9 * s->says_ns, gtprof_tick_at((double)s->at), s->from);
    if (!r || !r->at || gt_cl_timing_.read) return;
    if (!GT_PEEK_(&gt_cl_timed_)) GT_POKE_(&gt_cl_timed_, 1u);
    (void)GT_ADD_(&gt_cl_readings_, r->reads[0] + r->reads[2] < 3 ? r->reads[0] + r->reads[2] : 3);
    gt_cl_timing_.read = gtprof_tick_at((double)r->at);
    gt_cl_timing_.place = r->from;
    memcpy(gt_cl_timing_.reads_of, r->reads, sizeof r->reads);
    gt_cl_timing_.reads = r->reads[r->name ? 1 : 2 * r->steady];
    if (!r->name) {
        gt_cl_timing_.wall = 1;
        if (r->dated_ns > 0 && (double)r->at - r->dated_ns < 1e9 && gt_cl_loop_made_()) {
            gt_cl_dated_ *const dated = &gt_cl_loop_->dates.of[gt_cl_loop_->dates.n++];
            dated->place = r->from;
            dated->reads = dated->dates = 1;
            dated->at = gtprof_tick_at(r->dated_ns);
            gt_cl_loop_->dates.dated = dated->at;
        }
        return;
    }
    gt_cl_timing_.cpu.name = r->name;
    gt_cl_timing_.cpu.at = gt_cl_timing_.read;
    gt_cl_timing_.cpu.says_ns = r->says_ns;
    gt_cl_timing_.cpu.timed = gt_cl_timing_.cpu.last = 1;
}
static void gtprof_limited(double limit_ns, int from_reading) {
    GTPROF_FLOATS_;
    gtprof_self *const own = gtprof_self_here();
    if (!gtprof_to || gtprof_is_inside(own, GTPROF_FRAME_) || GT_PEEK_(&gt_cl_process_.exiting)) return;
    own->inside = 1;
    gt_cl_wait_limited_(limit_ns, from_reading);
    own->inside = 0;
}
static uint64_t gtprof_pause_begins(void) {
    return gtprof_to && !gtprof_is_inside(gtprof_self_here(), GTPROF_FRAME_) ? gt_clock_ticks() : 0;
}
static void gtprof_log_pause(int which, uint64_t begin, double asked, int result);
static void gtprof_pause_ends(int which, uint64_t begin, double asked, int result) {
    GTPROF_FLOATS_;
    if (!gtprof_to || gtprof_self_here()->inside || GT_PEEK_(&gt_cl_process_.exiting)) return;
    if (!gt_cl_timing_.calls) return;
    gtprof_log_pause(which, begin, asked, result);
    gtprof_called(gtprof_id_pause + which, GT_CL_OTHER_, begin, CL_SUCCESS);
}
/* Moves the start of the kit's time back to the start of the program. Readings from before the layer was loaded then
   have a valid time. */
static void gtprof_clock_here(void) {
    gtprof_clocks *clocks = (gtprof_clocks *)dlsym(RTLD_DEFAULT, "gtprof_clocks_of_program");
    double back;
    if (!clocks || clocks->version != GTPROF_VERSION) return;
    gtprof_clock = clocks;
    back = fmax(0, gtprof_now() - (double)clocks->born_ns - gt_clock_ns(gt_clock_ticks() - gt_clk_.start));
    gt_clk_.start -= (uint64_t)(back / gt_clk_.ns_per_tick);
    gt_clk_.start_ns -= (uint64_t)back;
    gt_clk_.first.ticks += (double)(uint64_t)(back / gt_clk_.ns_per_tick);
    gt_clk_.first.ns += (double)(uint64_t)back;
    gtprof_to->clocks = 1;
    clocks->pause_begins = gtprof_pause_begins;
    clocks->pause_ends = gtprof_pause_ends;
    clocks->seconds = gtprof_seconds;
    clocks->limited = gtprof_limited;
    __atomic_store_n(&clocks->read, gtprof_clock_read, __ATOMIC_RELEASE);
}
