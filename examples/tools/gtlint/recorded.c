/* Turns a document of gt_write_json back into the run that it was written from, so that the kit's own code judges and
   reports it. Part of gtlint.c. */

typedef struct recorded {
    gt_list_ list;
    gt_device_ *device;         /* has room for one more than there are */
    size_t room, told_room, up_room;    /* room for series, for findings of a tool, and in `up` */
    size_t *up;                 /* for each depth, the last series there */
    gt_column_ *column;         /* columns of the sections */
    const char *what[64];       /* kinds of commands; equal ones share one text */
    int bare;                   /* 1: samples are missing, so the run cannot be judged */
    file_text file;             /* texts of the run point into it */
} recorded;

static void recorded_free(recorded *r)
{
    free(r->list.f);
    gt_snapshot_free(&r->list.snap);
    free(r->device);
    free(r->column);
    free(r->up);
    text_free(&r->file);
    memset(r, 0, sizeof *r);
}
static int recorded_whole(double x, int most) { return x > -most && x < most ? (int)x : 0; }
static void recorded_places(const json *j, const gt_place_ *p, void *to)
{
    for (; p->name; p++) {
        const double x = number_in(j, p->name);
        void *at = (char *)to + p->at;
        if (!p->is_int && isfinite(x)) *(double *)at = x;
        if (p->is_int && fabs(x) < INT_MAX) *(int *)at = (int)x;
    }
}

/* ---- findings ---- */

static size_t recorded_figures(const json *j, gt_figure *to, size_t most)
{
    const json *numbers = json_of(j, "numbers", JSON_LIST);
    size_t i;
    for (i = 0; i < numbers->count && i < most; i++) {
        gt_copy_(to[i].name, sizeof to[i].name, text_in(&numbers->item[i], "name"));
        gt_copy_(to[i].unit, sizeof to[i].unit, text_in(&numbers->item[i], "unit"));
        to[i].value = number_in(&numbers->item[i], "value");
    }
    return i;
}
static void recorded_finding(const json *j, gt_finding *f)
{
    const char *severity, *path, *figures;
    int runs, grave = GT_FAULT;
    memset(f, 0, sizeof *f);
    json_fields(j, "code:s sentence:s cause:s remedy:s", &f->name, &f->sentence, &f->cause, &f->remedy);
    json_fields(j, "severity:s series:s figures:s", &severity, &path, &figures);
    json_fields(j, "said:b at:c runs:b spoils:z", &f->said_, &f->series_, &runs, &f->spoils_);
    while (grave > GT_INFO && strcmp(gt_severity_text_((gt_severity)grave), severity)) grave--;
    f->code = finding_of(f->name);      /* GT_FINDING_COUNT: a finding of a tool */
    f->severity = (gt_severity)grave;
    f->order_ = (size_t)runs;
    gt_copy_(f->path, sizeof f->path, path);
    gt_copy_(f->figures, sizeof f->figures, figures);
    f->figure_count = recorded_figures(j, f->figure, sizeof f->figure / sizeof *f->figure);
}
/* Links a finding to its series, if the document has it. */
static void recorded_finding_place(const recorded *r, gt_finding *f)
{
    if (f->series_ > r->list.snap.count || f->code == GT_FINDING_COUNT) f->series_ = 0;
    if (f->series_) gt_copy_(f->path, sizeof f->path, r->list.snap.series[f->series_ - 1].path);
}
/* Takes findings of a tool, or about clocks. A code that gtlint does not know comes from a tool, and has its texts with
   it. */
static void recorded_told(recorded *r, const json *all, int of_clocks)
{
    gt_facts_ *facts = r->list.snap.facts_;
    size_t i;
    for (i = 0; i < all->count; i++) {
        gt_finding f;
        recorded_finding(&all->item[i], &f);
        recorded_finding_place(r, &f);
        if (!of_clocks || f.code == GT_FINDING_COUNT) {
            facts->told = grown(facts->told, facts->told_count, &r->told_room, sizeof f);
            facts->told[facts->told_count++] = f;
        } else if (facts->clock_findings < sizeof facts->clock_finding / sizeof *facts->clock_finding) {
            facts->clock_finding[facts->clock_findings++] = f;
        }
    }
}
/* Returns the index of a series, counted from 1, or 0 if there is none. Findings mostly come in the order of the
   series, so the search begins at *at. */
static size_t recorded_series_named(const recorded *r, const char *key, size_t *at)
{
    size_t i;
    for (i = 0; i < r->list.snap.count && key[0]; i++, ++*at) {
        const gt_series *s = &r->list.snap.series[*at %= r->list.snap.count];
        if (!s->cold && !strcmp(s->key_, key)) return *at + 1;
    }
    return 0;
}
/* A document without facts or samples cannot be judged again. It keeps the findings that the program had. */
static void recorded_carried(recorded *r, const json *j)
{
    const json *all = json_of(j, "findings", JSON_LIST);
    size_t i, from = 0;
    r->list.f = room_for(all->count, sizeof *r->list.f);
    for (i = 0; i < all->count; i++) {
        gt_finding *f = &r->list.f[r->list.count++];
        recorded_finding(&all->item[i], f);
        if (json_in(&all->item[i], "at")->kind == JSON_NULL) f->series_ = recorded_series_named(r, f->path, &from);
        recorded_finding_place(r, f);
    }
    gt_list_judge_(&r->list, 1);
}

/* ---- what the machine was ---- */

static void recorded_error(gt_facts_ *facts, const json *j)
{
    gt_error e;
    const char *is;
    int status = 0;
    facts->failed = j->kind == JSON_OBJECT;
    json_fields(j, "status:s number:d code:s call:s file:s line:d detail:s", &is, &e.code, &e.code_name, &e.call,
                &e.file, &e.line, &e.detail);
    while (status > GT_ERR_STAMPS && strcmp(gt_status_text_((gt_status)status), is)) status--;
    e.status = (gt_status)status;
    gt_error_fill_(&facts->error, &e);
}
/* Takes a cell or a sentence that other code added to the report. */
static void recorded_said(gt_section_ *s, int is_cell, const json *j)
{
    const gt_values_ text = GT_VALUES_(gt_t_(text_in(j, "text")));
    gt_said_ *to;
    gt_section_put_(s, is_cell, "{}", &text);
    if (s->full) out_of_memory();
    to = is_cell ? &s->cell[s->cells - 1] : &s->sentence[s->sentences - 1];
    to->figures = recorded_figures(j, to->figure, sizeof to->figure / sizeof *to->figure);
}
static void recorded_section(recorded *r, gt_section_ *s, const json *j)
{
    const json *titles = json_of(j, "columns", JSON_LIST), *rows = json_of(j, "rows", JSON_LIST);
    const json *sentences = json_of(j, "sentences", JSON_LIST);
    gt_column_ *to = r->column + (s - r->list.snap.facts_->section) * GT_SHEET_COLUMNS_;
    size_t i, k;
    s->column = to;
    for (; s->columns < titles->count && s->columns < GT_SHEET_COLUMNS_; s->columns++, to++) {
        const json *c = &titles->item[s->columns];
        const int width = recorded_whole(number_in(c, "width"), 1000);
        to->title = text_in(c, "name");
        to->least = strcmp(text_in(c, "align"), "left") ? width : -width;
        to->spare = recorded_whole(number_in(c, "spare"), 1000);
    }
    for (i = 0; i < rows->count; i++)
        for (k = 0; rows->item[i].kind == JSON_LIST && rows->item[i].count == s->columns && k < s->columns; k++)
            recorded_said(s, 1, &rows->item[i].item[k]);
    for (i = 0; i < sentences->count; i++) recorded_said(s, 0, &sentences->item[i]);
}
static void recorded_device(gt_device_facts_ *f, gt_device_ *d, const json *j)
{
    const json *said = json_of(j, "facts", JSON_LIST), *costs = json_of(j, "costs", JSON_LIST);
    const json *state = json_of(j, "state", JSON_OBJECT);
    const double step = number_in(j, "step_ns");
    size_t i;
    f->is = d;
    d->step_ns = step > 1 && step < 1e15 ? (uint64_t)step : 0;
    f->stamp_ns = step;
    f->worked = state->kind != JSON_OBJECT;     /* an old document does not say it */
    recorded_places(state, gt_places_.device, f);
    gt_copy_(f->gauged, sizeof f->gauged, text_in(state, "gauged"));
    gt_copy_(f->line, sizeof f->line, text_in(j, "name"));
    for (i = 0; i < said->count; i++)
        snprintf(f->line + strlen(f->line), sizeof f->line - strlen(f->line), " | %s", json_text(&said->item[i]));
    for (i = 0; i < costs->count; i++) {
        const json *c = &costs->item[i];
        if (strcmp(text_in(c, "name"), "GT_CL_COST_EVENT")) continue;
        f->event.code = text_in(c, "name");
        json_fields(c, "ns:n interval:i n:c", &f->event.ns, &f->event.ci, &f->event.n);
    }
}
static void recorded_facts(recorded *r, const json *j)
{
    const json *devices = json_of(j, "devices", JSON_LIST), *clock = json_in(j, "clock"), *state = json_in(j, "state");
    const size_t n = devices->count;
    gt_facts_ *f = room_for(1, sizeof *f + (n + 1) * sizeof f->device[0]);
    r->device = room_for(n + 1, sizeof *r->device);
    r->column = room_for(sizeof f->section / sizeof *f->section * GT_SHEET_COLUMNS_, sizeof *r->column);
    r->list.snap.facts_ = f;
    r->list.snap.lost = count_in(j, "lost");
    f->device[0].stamp_ns = 1;
    for (f->devices = 1; f->devices <= n; f->devices++)
        recorded_device(&f->device[f->devices], &r->device[f->devices], &devices->item[f->devices - 1]);
    json_fields(clock, "name:s reason:s", &f->clock.name, &f->clock.reason);
    recorded_places(clock, gt_places_.clock, &f->clock);
    json_fields(j, "seed:z", &f->seed);
    gt_copy_(f->about, sizeof f->about, text_in(j, "about"));
    recorded_error(f, json_in(j, "error"));
    recorded_places(state, gt_places_.run, f);
    if (f->last < 0 || (size_t)f->last > n) f->last = 0;
    gt_copy_(f->machine, sizeof f->machine, text_in(state, "machine"));
    gt_copy_(f->ignored, sizeof f->ignored, text_in(state, "ignored"));
    f->stands = json_in(state, "stands")->kind == JSON_TEXT ? text_in(state, "stands") : NULL;
    recorded_told(r, json_of(state, "clocks", JSON_LIST), 1);
}

/* ---- series ---- */

static const char *recorded_what(recorded *r, const char *text)
{
    size_t i = 0;
    while (i + 1 < sizeof r->what / sizeof *r->what && r->what[i] && strcmp(r->what[i], text)) i++;
    if (!r->what[i]) r->what[i] = text;
    return r->what[i];
}
static void recorded_stats(const json *j, gt_stats *s)
{
    json_fields(j, "n:c median:n mean:n sd:n min:n max:n", &s->n, &s->median, &s->mean, &s->sd, &s->min, &s->max);
    json_fields(j, "p90:n p99:n p90_is_bound:b p99_is_bound:b", &s->p90, &s->p99, &s->p90_is_bound, &s->p99_is_bound);
    json_fields(j, "tau:n spread:n tick:n interval:i", &s->tau, &s->spread, &s->tick, &s->ci);
}
/* Files have "\" before each "/" and "\" of a name. */
static void recorded_name(gt_series *s, const char *key)
{
    const char *from;
    char *to;
    s->key_ = copy_of(key);
    s->path = to = copy_of(key);
    s->name = to;
    for (from = key; *from; *to++ = *from++) {
        if (*from == '/') s->name = to + 1;
        if (*from == '\\' && from[1]) from++;
    }
    *to = 0;
    (void)gt_plain_(s->path, 0);
}
static void recorded_counts(gt_series *s, const json *j)
{
    int i;
    for (i = 0; i < GT_N_broken_; i++) {
        const double x = number_in(j, gt_counters_[i].name);
        void *at = (char *)s + gt_counters_[i].at;
        if (!(x > 0) || !(x < 9e18)) continue;
        if (gt_counters_[i].is_double) *(double *)at = x;
        else *(uint64_t *)at = (uint64_t)x;
    }
}
static void recorded_series_state(gt_series *s, const json *j)
{
    const json *broken = json_in(j, "broken"), *first = json_of(j, "first_launches", JSON_LIST);
    size_t i;
    recorded_places(j, gt_places_.series, s);
    if ((int)s->stop < 0 || s->stop >= GT_STOP_COUNT) s->stop = GT_STOP_NONE;
    for (i = 0; broken->x && i < broken->count && i < 16; i++)
        s->broken[i] = broken->x[i] > 0 ? (uint64_t)broken->x[i] : 0;
    for (i = 0; i < first->count; i++) {
        const json *is = &first->item[i];
        gt_first_ *to;
        s->first_ = grown(s->first_, s->first_count_, &s->first_room_, sizeof *s->first_);
        to = &s->first_[s->first_count_++];
        to->at = count_in(is, "at");
#define NEW(field) to->field = count_in(is, #field)
        NEW(launches), NEW(again), NEW(same), NEW(itself), NEW(stamped), NEW(between), NEW(first), NEW(later);
    }
}
/* Moves the n numbers of a member out of the tree. A copy of all samples would double the memory. Returns NULL if the
   member has other than n numbers. */
static double *recorded_column(const json *samples, const char *key, size_t n)
{
    const json *is = json_in(samples, key);
    double *x;
    size_t i;
    if (is->kind != JSON_NUMBERS) return NULL;
    json *mine = &samples->item[is - samples->item];
    x = resized(mine->x, (n + !n) * sizeof *x);
    for (i = mine->count; i < n; i++) x[i] = (double)NAN;
    mine->x = NULL;
    mine->count = 0;
    return x;
}
static void recorded_samples(gt_series *s, const json *j)
{
    const size_t n = json_of(j, "duration_ns", JSON_NUMBERS)->count;
    double *thread = recorded_column(j, "thread", n);
    size_t i;
    int c;
    s->ns = recorded_column(j, "duration_ns", n);
    s->begin_ns = recorded_column(j, "begin_ns", n);
    s->thread = room_for(n, sizeof *s->thread);
    if (!s->ns) s->ns = room_for(n, sizeof *s->ns);
    if (!s->begin_ns) s->begin_ns = room_for(n, sizeof *s->begin_ns);
    s->kept = n;
    if (s->n < n) s->n = n;
    for (i = 0; i < n; i++) s->thread[i] = thread && thread[i] >= 1 && thread[i] < 4e9 ? (uint32_t)thread[i] : 1;
    free(thread);
    for (c = 0; c < GT_COLUMN_COUNT; c++) {
        s->column[c] = recorded_column(j, gt_column_names_[c + 3], n);
        for (i = 0; s->column[c] && i < n; i++) s->known[c] += (size_t)(gt_is_finite_(s->column[c][i]) != 0);
    }
}
static void recorded_series(recorded *r, const json *j)
{
    gt_snapshot *snap = &r->list.snap;
    const json *samples = json_in(j, "samples"), *optimised = json_in(j, "optimised");
    const gt_kind kind = kind_of(text_in(j, "kind"));
    const size_t device = count_in(j, "device");
    const double passes = number_in(j, "passes");
    gt_series *s;
    int depth;
    /* a kind of a later version, or a command without a scope, as in a file that somebody changed */
    if (kind == GT_KIND_COUNT || (kind == GT_KIND_COMMAND && !snap->count)) return;
    snap->series = grown(snap->series, snap->count, &r->room, sizeof *s);
    s = &snap->series[snap->count];
    memset(s, 0, sizeof *s);
    depth = recorded_whole(number_in(j, "depth"), 1 << 20);
    s->depth = depth < 0 || !snap->count ? 0 : depth > s[-1].depth + 1 ? s[-1].depth + 1 : depth;
    snap->count++;
    recorded_name(s, text_in(j, "series"));
    s->kind = kind;
    s->what = recorded_what(r, text_in(j, "command"));
    json_fields(j, "file:s line:d cold:b flushed:b n:c sum_ns:z min_ns:z max_ns:z", &s->file, &s->line, &s->cold,
                &s->flushed, &s->n, &s->sum_ns, &s->min_ns, &s->max_ns);
    s->optimised = optimised->kind == JSON_NUMBER ? recorded_whole(optimised->number, 4) : -1;
    s->passes = passes >= 1 && passes < 1e15 ? (unsigned long)passes : 1;
    if (device < snap->facts_->devices) s->device_ = device ? &r->device[device] : NULL;
    if (json_in(j, "stopped")->kind == JSON_TEXT) s->stopped = copy_of(text_in(j, "stopped"));
    r->up = grown(r->up, (size_t)s->depth, &r->up_room, sizeof *r->up);
    r->up[s->depth] = snap->count - 1;
    s->cold_ = s->cold && !(s->depth && snap->series[r->up[s->depth - 1]].cold);
    recorded_counts(s, json_in(j, "counts"));
    recorded_series_state(s, json_in(j, "state"));
    if (s->missed && !s->stopped) s->stopped = copy_of("");
    recorded_samples(s, samples);
    if (samples->kind == JSON_OBJECT && !gt_series_analyse_(s, snap->facts_->clock.step_ns)) out_of_memory();
    if (samples->kind == JSON_OBJECT && json_in(j, "state")->kind == JSON_OBJECT) return;
    recorded_stats(json_in(j, "duration"), &s->stats);      /* an old document does not say how they were made */
    if (samples->kind == JSON_OBJECT) return;
    r->bare |= count_in(j, "kept") > 0;
    s->threads = (unsigned)recorded_whole(number_in(j, "threads"), INT_MAX);
    json_fields(j, "flops_per_s:n bytes_per_s:n flops_interval:i bytes_interval:i", &s->flops_per_s, &s->bytes_per_s,
                &s->flops_ci, &s->bytes_ci);
}
/* A run that is judged again does not need its old findings. With many series they would be most of the tree. */
static int recorded_take(const json *j, const char *key, json *item, void *to)
{
    recorded *r = (recorded *)to;
    if (!strcmp(key, "findings")) return json_in(j, "state")->kind == JSON_OBJECT && !r->bare;
    if (strcmp(key, "series")) return 0;
    if (!r->list.snap.facts_) recorded_facts(r, j);
    recorded_series(r, item);
    return 1;
}

/* Reads a document and becomes the owner of its text; recorded_free frees all. Returns 0 with a message if it is no
   document of gt_write_json. */
static int recorded_read(const file_text *t, const char *file, recorded *r)
{
    gt_snapshot *snap = &r->list.snap;
    const json *state, *sections;
    json j;
    size_t i, k;
    memset(r, 0, sizeof *r);
    r->file = *t;
    if (!document_parse(r->file.at, file, recorded_take, r, &j)) return 0;
    if (!snap->facts_) recorded_facts(r, &j);
    for (i = snap->count; i-- > 0; snap->series[i].below_ = k - i - 1)
        for (k = i + 1; k < snap->count && snap->series[k].depth > snap->series[i].depth;)
            k += snap->series[k].below_ + 1;
    sections = json_of(&j, "sections", JSON_LIST);
    for (i = 0; i < sections->count && i < sizeof snap->facts_->section / sizeof *snap->facts_->section; i++)
        recorded_section(r, &snap->facts_->section[i], &sections->item[i]);
    state = json_of(&j, "state", JSON_OBJECT);
    recorded_told(r, json_of(state, "told", JSON_LIST), 0);
    if (state->kind == JSON_OBJECT && !r->bare) gt_list_judge_(&r->list, 0);
    else recorded_carried(r, &j);
    json_free(&j);
    return 1;
}
