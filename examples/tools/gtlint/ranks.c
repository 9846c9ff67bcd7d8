/* --ranks: one report from the documents of many ranks, which are processes of one program. Part of gtlint.c. */

/* -- what is read -- */

/* A comparison of a rank's clock with the root's, made by ranks.h. offset: what to add to a time of the rank for the
   root's time. bound: how far the offset may be off. */
typedef struct rank_point { double at, offset, bound; } rank_point;
typedef struct rank_of {
    char *file, *host, *job, *ended, *device, *place;   /* device, place: of its first device; NULL: not known */
    long rank, ranks;           /* ranks: 0 if not known */
    size_t devices;
    double start_ns;            /* on the clock of its host */
    rank_point *point;
    size_t points;
} rank_of;
typedef struct rank_row {       /* a series of a rank */
    size_t of, n, from, kept;   /* of: index of the rank; its `kept` samples begin at `from` in x of the series */
    double median, low, high, tau, sum_ns;      /* low, high: NaN if not known */
    double part[LIST_PARTS];    /* NaN if not known */
    double differs, least, most;        /* 0.03: 3 % longer than other ranks, with interval; NaN: no difference seen */
} rank_row;
typedef struct rank_series {
    rank_row *row;
    double *x, *begin;          /* begin: only for traces */
    size_t rows, room, n, x_room, begin_room;
    int waits, hidden;          /* waits: 1 for the kind wait; hidden: 1 if only traces need it */
} rank_series;
typedef struct rank_moment { double x; size_t row; } rank_moment;
static struct {
    rank_of *at;
    size_t count, room;
    lists names;                /* names of the series, in the order of the first rank that has them */
    rank_series *series;
    size_t series_room;
    int trace;                  /* 1: a trace is wanted */
    long ranks;
    double limit;               /* a rank differs beyond this number of standard deviations */
    double barrier, together, bound;    /* from gt_ranks_write: how far apart ranks begin; of clocks; NaN: not known */
    double longest;             /* ns: the largest sum of a series, as a mean over its ranks */
    size_t differing;
} ranks;

static char *text_or_none(const json *j) { return json_text(j)[0] ? copy_of(json_text(j)) : NULL; }

static void rank_row_add(rank_series *to, size_t of, const json *s)
{
    const json *is = json_in(s, "duration"), *ci = json_in(is, "interval"), *samples = json_in(s, "samples");
    const json *length = json_in(samples, "duration_ns"), *begin = json_in(samples, "begin_ns");
    const double *x = length->x, *at = ranks.trace && x ? begin->x : NULL;
    rank_row *r;
    size_t i;
    to->row = grown(to->row, to->rows, &to->room, sizeof *to->row);
    r = &to->row[to->rows++];
    memset(r, 0, sizeof *r);
    r->of = of;
    r->n = count_in(s, "n");
    r->median = number_in(is, "median");
    r->low = number_in(ci, "low");
    r->high = number_in(ci, "high");
    r->tau = number_in(is, "tau");
    r->sum_ns = number_in(s, "sum_ns");
    r->differs = (double)NAN;
    parts_of(s, r->part);
    r->from = to->n;
    for (i = 0; x && i < length->count; i++) {
        if (!isfinite(x[i])) continue;
        to->x = grown(to->x, to->n, &to->x_room, sizeof *to->x);
        if (ranks.trace) to->begin = grown(to->begin, to->n, &to->begin_room, sizeof *to->begin);
        if (ranks.trace) to->begin[to->n] = at && i < begin->count ? at[i] : (double)NAN;
        to->x[to->n++] = x[i];
    }
    r->kept = to->n - r->from;
}
/* Finds or makes the series of that name and kind. If a rank has several, on several devices, their order tells them
   apart. */
static rank_series *rank_series_of(const char *name, const char *kind, size_t of)
{
    const size_t size = strlen(name) + strlen(kind) + 40;
    char *key = (char *)malloc(size);
    rank_series *s = NULL;
    unsigned long again;
    if (!key) out_of_memory();
    for (again = 1; !s; again++) {
        size_t at;
        snprintf(key, size, again > 1 ? "%s\n%s, device %lu" : "%s\n%s", name, kind, again);
        at = ranks.names.slots ? *list_slot(&ranks.names, key) : 0;
        if (!at) {
            list_new(&ranks.names, name, key);
            at = ranks.names.count;
            ranks.series = grown(ranks.series, at - 1, &ranks.series_room, sizeof *ranks.series);
            memset(&ranks.series[at - 1], 0, sizeof *ranks.series);
        }
        s = &ranks.series[at - 1];
        if (s->rows && s->row[s->rows - 1].of == of) s = NULL;
    }
    s->waits = !strcmp(kind, "wait");
    free(key);
    return s;
}
/* Commands have a row of their own if no scope stands above them, as in documents of gtprof. */
static void rank_document_series(const json *j, size_t of)
{
    const json *all = json_of(j, "series", JSON_LIST);
    rank_series *to;
    size_t i;
    int alone = 1;
    for (i = 0; i < all->count; i++) {
        const json *s = &all->item[i];
        const char *kind = text_in(s, "kind");
        const int command = !strcmp(kind, "command");
        if (!command && strcmp(kind, "program")) alone = 0;
        if (json_in(s, "cold")->number > 0 || !(number_in(s, "n") > 0)) continue;
        if (command && !alone && !ranks.trace) continue;
        to = rank_series_of(text_in(s, "series"), kind, of);
        to->hidden = command && !alone;
        rank_row_add(to, of, s);
    }
}
static void rank_points_read(rank_of *r, const json *all)
{
    size_t i;
    r->point = (rank_point *)calloc(all->count + 1, sizeof *r->point);
    if (!r->point) out_of_memory();
    for (i = 0; i < all->count; i++) {
        const json *p = &all->item[i];
        const rank_point is = { number_in(p, "at_ns"), number_in(p, "offset_ns"), number_in(p, "bound_ns") };
        if (isfinite(is.at) && isfinite(is.offset)) r->point[r->points++] = is;
    }
}
static long rank_number(const json *of, const char *key, long unknown)
{
    const double n = number_in(of, key);
    return n >= 0 && n < 1e6 ? (long)n : unknown;
}
/* gathered: the entry of the rank in a file of gt_ranks_write; a null value if the document is a file of its own. */
static int rank_document(const json *j, const json *gathered, const char *file)
{
    const json *is = json_of(j, "rank", JSON_OBJECT), *devices = json_of(j, "devices", JSON_LIST);
    rank_of *r;
    if (json_in(j, "schema")->kind != JSON_NUMBER || json_in(j, "series")->kind != JSON_LIST) {
        fprintf(stderr, "gtlint: %s is not a JSON document of gputime (GT_JSON, gtprof --json)\n", file);
        return 0;
    }
    ranks.at = grown(ranks.at, ranks.count, &ranks.room, sizeof *ranks.at);
    r = &ranks.at[ranks.count];
    memset(r, 0, sizeof *r);
    r->file = copy_of(file);
    r->rank = rank_number(is, "rank", -1);
    r->ranks = rank_number(is, "ranks", 0);
    if (gathered->kind == JSON_OBJECT) {
        r->rank = rank_number(gathered, "rank", -1);
        r->ranks = rank_number(gathered, "ranks", 0);
    }
    r->host = text_or_none(json_in(is, "host"));
    r->job = text_or_none(json_in(is, "job"));
    r->ended = text_or_none(json_in(is, "ended"));
    r->start_ns = number_in(is, "start_ns");
    r->devices = devices->count;
    if (devices->count) r->device = text_or_none(json_in(&devices->item[0], "name"));
    if (devices->count) r->place = text_or_none(json_in(&devices->item[0], "place"));
    rank_points_read(r, json_of(gathered, "align", JSON_LIST));
    rank_document_series(j, ranks.count++);
    return 1;
}
static int rank_file(const char *file)      /* returns 0 with a message if it is bad */
{
    const json *gathered;
    file_text t;
    size_t i;
    int right;
    json j;
    if (!text_open(file, &t)) return 0;
    right = json_parse(t.at, NULL, &j);
    if (!right) fprintf(stderr, "gtlint: %s is not JSON, or its end is missing\n", file);
    gathered = json_of(&j, "gathered", JSON_LIST);
    ranks.barrier = number_in(json_in(&j, "barrier"), "median_ns");
    ranks.together = number_in(json_in(&j, "together"), "median_ns");
    ranks.bound = number_in(&j, "bound_ns");
    for (i = 0; right && i < gathered->count; i++)
        right = rank_document(json_in(&gathered->item[i], "document"), &gathered->item[i], file);
    if (right && !gathered->count) right = rank_document(&j, gathered, file);
    json_free(&j);
    text_free(&t);
    return right;
}

/* -- which ranks there are -- */

static int rank_order(const void *a, const void *b)
{
    const long x = ranks.at[((const rank_row *)a)->of].rank, y = ranks.at[((const rank_row *)b)->of].rank;
    return (x > y) - (x < y);
}
static int rank_number_order(const void *a, const void *b)
{
    const long x = ranks.at[*(const size_t *)a].rank, y = ranks.at[*(const size_t *)b].rank;
    return (x > y) - (x < y);
}
/* Checks that all documents are of one run, and that each rank comes once. Returns 0 with a message otherwise. */
static int ranks_check(void)
{
    size_t *order = (size_t *)malloc((ranks.count + 1) * sizeof *order), i;
    const rank_of *first = ranks.at;
    int right = ranks.count > 0;
    if (!order) out_of_memory();
    if (ranks.count == 1 && first->rank < 0) ranks.at[0].rank = 0;
    for (i = 0; i < ranks.count && right; i++) {
        const rank_of *r = &ranks.at[i];
        order[i] = i;
        if (r->ranks > ranks.ranks) ranks.ranks = r->ranks;
        if (r->rank + 1 > ranks.ranks) ranks.ranks = r->rank + 1;
        right = 0;
        if (r->rank < 0)
            fprintf(stderr, "gtlint: %s has no rank: no launcher that gputime knows started the program; write "
                            "documents by GT_JSON=run-%%r.json mpirun ./program\n", r->file);
        else if (r->ranks && first->ranks && r->ranks != first->ranks)
            fprintf(stderr, "gtlint: %s is of %ld ranks, %s of %ld: they are of different runs; remove old files\n",
                    first->file, first->ranks, r->file, r->ranks);
        else if (r->job && first->job && strcmp(r->job, first->job))
            fprintf(stderr, "gtlint: %s and %s are of different runs (%s, %s); remove old files\n", first->file,
                    r->file, first->job, r->job);
        else right = 1;
    }
    if (right) qsort(order, ranks.count, sizeof *order, rank_number_order);
    for (i = 1; i < ranks.count && right; i++) {
        const rank_of *a = &ranks.at[order[i - 1]], *b = &ranks.at[order[i]];
        right = a->rank != b->rank;
        if (!right) fprintf(stderr, "gtlint: %s and %s are both of rank %ld\n", a->file, b->file, a->rank);
    }
    free(order);
    return right;
}
/* The document of a rank, or NULL. */
static const rank_of *rank_at(long rank)
{
    size_t i = 0;
    while (i < ranks.count && ranks.at[i].rank != rank) i++;
    return i < ranks.count ? &ranks.at[i] : NULL;
}
/* Lists the ranks for which `is` returns 1, as "3, 5 to 9"; "" for none. The caller frees it. */
static char *ranks_text(int (*is)(const rank_of *r, const rank_of *as), const rank_of *as)
{
    char *text = (char *)calloc(1, 4096);
    size_t used = 0;
    long rank, last;
    if (!text) out_of_memory();
    for (rank = 0; rank < ranks.ranks && used < 4000; rank = last + 1) {
        for (last = rank - 1; last + 1 < ranks.ranks && is(rank_at(last + 1), as); last++) {}
        if (last < rank) last = rank;
        else if (last == rank) used += (size_t)snprintf(text + used, 90, "%s%ld", used ? ", " : "", rank);
        else used += (size_t)snprintf(text + used, 90, "%s%ld to %ld", used ? ", " : "", rank, last);
    }
    return text;
}
static int is_missing(const rank_of *r, const rank_of *as) { return !r && !as; }
static int has_ended_so(const rank_of *r, const rank_of *as) { return r && r->ended && !strcmp(r->ended, as->ended); }
/* Compares devices by place and name. If a place is not known, the name decides. */
static int has_device_of(const rank_of *r, const rank_of *as)
{
    return r && r->device && as->device && r->host && as->host && !strcmp(r->host, as->host) &&
           !strcmp(r->device, as->device) && !strcmp(r->place ? r->place : "", as->place ? as->place : "");
}
/* Returns whether r is the first rank with this property. Several ranks that share it are then named once. */
static int rank_is_first(const rank_of *r, int (*is)(const rank_of *r, const rank_of *as))
{
    long rank = 0;
    while (rank < r->rank && !is(rank_at(rank), r)) rank++;
    return rank == r->rank;
}

/* -- statistics -- */

static double rank_mean(const rank_series *s, double (*of)(const rank_row *r))
{
    double sum = 0;
    size_t i;
    for (i = 0; i < s->rows; i++) sum += of(&s->row[i]);
    return sum / (double)s->rows;
}
static double median_of_row(const rank_row *r) { return r->median; }
static double sum_of_row(const rank_row *r) { return r->sum_ns; }
static const rank_row *rank_extreme(const rank_series *s, double (*of)(const rank_row *r), int most)
{
    const rank_row *found_row = s->row;
    size_t i;
    for (i = 1; i < s->rows; i++)
        if (most ? of(&s->row[i]) > of(found_row) : of(&s->row[i]) < of(found_row)) found_row = &s->row[i];
    return found_row;
}
/* Which part of the time makes a rank longer than the mean of all, and which share of the excess it is. Returns -1 if
   not known. */
static int rank_made_by(const rank_series *s, const rank_row *r, double *share)
{
    const double longer = r->median - rank_mean(s, median_of_row);
    int p, made = -1;
    size_t i;
    *share = 0;
    for (p = 0; p < LIST_PARTS; p++) {
        double mean = 0, excess;
        for (i = 0; i < s->rows; i++) mean += s->row[i].part[p] / (double)s->rows;
        excess = (r->part[p] - mean) / longer;
        if (!(excess > *share)) continue;
        *share = excess;
        made = p;
    }
    return fabs(longer) > 0.002 * r->median ? made : -1;
}
static const char *rank_made_text(const rank_series *s, const rank_row *r)
{
    double share;
    const int p = rank_made_by(s, r, &share);
    return p < 0 ? "" : gt_text_("%s %.0f %%", list_parts[p].title, 100 * (share < 1 ? share : 1));
}

static int rank_moment_order(const void *a, const void *b)
{
    const double x = ((const rank_moment *)a)->x, y = ((const rank_moment *)b)->x;
    return (x > y) - (x < y);
}
/* By how many standard deviations a rank's samples are longer than those of the other ranks in `in`. The test is the
   rank sum of Wilcoxon (Biometrics Bulletin 1, 1945), with ties. Dependent samples count as fewer. */
static void ranks_score(const rank_series *s, const rank_moment *m, const char *in, double *score)
{
    double before = 0, all = 0, worth = 0, ties = 0;
    size_t i, k, r;
    for (r = 0; r < s->rows; r++) {
        const rank_row *row = &s->row[r];
        score[r] = 0;
        if (!in[r]) continue;
        all += (double)row->kept;
        worth += (double)row->kept / (row->tau > 1 ? row->tau : 1);
    }
    for (i = 0; i < s->n; i = k) {
        double same = 0;
        for (k = i; k < s->n && !(m[k].x > m[i].x); k++) same += in[m[k].row];
        for (k = i; k < s->n && !(m[k].x > m[i].x); k++) if (in[m[k].row]) score[m[k].row] += before + (same + 1) / 2;
        before += same;
        ties += same * same * same - same;
    }
    for (r = 0; r < s->rows; r++) {
        const rank_row *row = &s->row[r];
        const double n = (double)row->kept, others = all - n, own = n / (row->tau > 1 ? row->tau : 1);
        const double rest = worth - own;
        if (!in[r] || !(n > 0) || !(others > 0)) continue;
        score[r] = ((score[r] - n * (n + 1) / 2) / (n * others) - 0.5) /
                   sqrt((own + rest + 1) / (12 * own * rest) * (1 - ties / (all * all * all - all)) + 1e-300);
    }
}
/* The median of the medians of the other ranks in `in`, and half the width of its interval, as logarithms. */
static double rank_others(const rank_series *s, const char *in, size_t but, double *half)
{
    double *x = (double *)malloc((s->rows + 1) * sizeof *x), sum = 0, median;
    size_t n = 0, i;
    if (!x) out_of_memory();
    for (i = 0; i < s->rows; i++) {
        if (!in[i] || i == but) continue;
        sum += log(s->row[i].high / s->row[i].low) / 2;
        x[n++] = s->row[i].median;
    }
    gt_sort_doubles_(x, n);
    median = n ? log(gt_quantile(x, n, 0.5)) : (double)NAN;
    *half = n > 2 ? 1.26 * sum / (double)n / sqrt((double)n) : n ? sum / (double)n / sqrt((double)n) : (double)NAN;
    free(x);
    return median;
}
/* Finds ranks that take longer or shorter than the others. It takes out the rank that differs most, and repeats this
   while a rank differs beyond chance and by 1 %: a rank that is left in could make others look different. At most half
   of the ranks are taken out, since beyond that nobody can say which half is normal. */
static void ranks_differ(rank_series *s)
{
    rank_moment *m = (rank_moment *)malloc((s->n + 1) * sizeof *m);
    double *score = (double *)malloc((s->rows + 1) * sizeof *score), half = 0, best_half = 0;
    char *in = (char *)malloc(s->rows + 1);
    size_t i, k, left = 0, out = 0;
    if (!m || !score || !in) out_of_memory();
    for (i = 0; i < s->rows; i++) {
        in[i] = s->row[i].kept > 0 && s->row[i].median > 0;
        left += (size_t)in[i];
        for (k = 0; k < s->row[i].kept; k++) {
            m[s->row[i].from + k].x = s->x[s->row[i].from + k];
            m[s->row[i].from + k].row = i;
        }
    }
    qsort(m, s->n, sizeof *m, rank_moment_order);
    for (; left > 1 && out * 2 < s->rows; left--, out++) {
        size_t best = s->rows;
        double most = 0;
        ranks_score(s, m, in, score);
        for (i = 0; i < s->rows; i++) {
            const double z = fabs(score[i]);
            double by;
            if (!in[i] || !(z > ranks.limit) || z < most * (1 - 1e-9)) continue;
            if (best < s->rows && !(z > most * (1 + 1e-9)) && s->row[i].median <= s->row[best].median) continue;
            by = exp(log(s->row[i].median) - rank_others(s, in, i, &half)) - 1;
            if (fabs(by) < 0.01) continue;
            s->row[i].differs = by;
            if (best < s->rows) s->row[best].differs = (double)NAN;
            best = i;
            best_half = half;
            most = z;
        }
        if (best == s->rows) break;
        {
            rank_row *r = &s->row[best];
            const double d = log1p(r->differs);
            r->least = exp(d - hypot(log(r->median / r->low), best_half)) - 1;
            r->most = exp(d + hypot(log(r->high / r->median), best_half)) - 1;
            in[best] = 0;
        }
        ranks.differing++;
    }
    free(m);
    free(score);
    free(in);
}
/* The number that a standard normal value exceeds, in magnitude, with that probability. Found by bisection. */
static double normal_limit(double chance)
{
    double low = 0, high = 40;
    while (high - low > 1e-9) {
        const double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > chance) low = middle;
        else high = middle;
    }
    return high;
}
enum { RANK_CHANCE = 200 };    /* if no rank differs, one report in 200 still names one */
static int is_compared(const rank_series *s) { return s->rows > 1 && !s->waits && !s->hidden; }
static void ranks_judge(void)
{
    double comparisons = 0;
    size_t i;
    for (i = 0; i < ranks.names.count; i++) {
        qsort(ranks.series[i].row, ranks.series[i].rows, sizeof *ranks.series[i].row, rank_order);
        ranks.longest = fmax(ranks.longest, rank_mean(&ranks.series[i], sum_of_row));
        if (is_compared(&ranks.series[i])) comparisons += (double)ranks.series[i].rows;
    }
    ranks.limit = normal_limit(1.0 / RANK_CHANCE / (comparisons + 1));
    for (i = 0; i < ranks.names.count; i++)
        if (is_compared(&ranks.series[i])) ranks_differ(&ranks.series[i]);
}
/* The median of the ranks' medians, with its interval. */
static gt_stats ranks_stats(const rank_series *s)
{
    double *x = (double *)malloc((s->rows + 1) * sizeof *x);
    gt_stats is;
    size_t i;
    memset(&is, 0, sizeof is);
    for (i = 0; x && i < s->rows; i++) x[i] = s->row[i].median;
    if (!x || gt_stats_of(x, s->rows, 0, &is) != GT_OK) out_of_memory();
    free(x);
    return is;
}
static double ranks_imbalance(const rank_series *s)
{
    return rank_extreme(s, median_of_row, 1)->median / rank_mean(s, median_of_row) - 1;
}
static long rank_of_row(const rank_row *r) { return ranks.at[r->of].rank; }
/* A rank that waits by far the least keeps the others waiting. Returns NULL if there is none, or if waits are short. */
static const rank_row *ranks_awaited(const rank_series *s)
{
    const rank_row *least = s->rows > 1 ? rank_extreme(s, sum_of_row, 0) : NULL;
    const double mean = least ? rank_mean(s, sum_of_row) : 0;
    return s->waits && least && least->sum_ns * 2 < mean && mean > 0.01 * ranks.longest ? least : NULL;
}

/* -- the report -- */

static const char *rank_time(double ns, const rank_row *r)
{
    return gt_text_("%s (%ld)", gt_time_(ns), rank_of_row(r));
}
static const char *differs_text(const rank_series *s, const rank_row *r)
{
    const char *made = rank_made_text(s, r);
    const int known = isfinite(r->least) && isfinite(r->most);
    if (r->differs > 1)
        return gt_text_("rank %ld takes %.3g times as long as the others", rank_of_row(r), 1 + r->differs);
    return gt_text_("rank %ld takes %s %s than the others%s%s%s", rank_of_row(r), gt_percent_(100 * fabs(r->differs)),
                    r->differs > 0 ? "longer" : "shorter",
                    known ? gt_text_(" [%.3g %%, %.3g %%]", 100 * r->least, 100 * r->most) : "",
                    made[0] && r->differs > 0 ? ": " : "", r->differs > 0 ? made : "");
}
static const char *awaited_text(const rank_series *s, const rank_row *r)
{
    return gt_text_("rank %ld waits least, %s in all, and the mean rank %s: the others wait for it", rank_of_row(r),
                    gt_time_(r->sum_ns), gt_time_(rank_mean(s, sum_of_row)));
}
static void ranks_row_add(gt_sheet_ *table, const list *l, const rank_series *s)
{
    enum { NAMED = 6 };
    const gt_stats is = ranks_stats(s);
    const rank_row *least = rank_extreme(s, median_of_row, 0), *most = rank_extreme(s, median_of_row, 1);
    const rank_row *awaited = ranks_awaited(s);
    const int sure = is.ci.confidence > 0.949, several = s->rows > 1;
    size_t i, named = 0;
    gt_sheet_cell_(table, l->name);         /* one cell a call: the kit's texts share a few buffers */
    gt_sheet_cell_(table, gt_text_("%lu", (unsigned long)s->rows));
    gt_sheet_cell_(table, gt_time_(is.median));
    gt_sheet_cell_(table, sure ? gt_percent_(50 * (is.ci.high - is.ci.low) / is.median) : "-");
    gt_sheet_cell_(table, rank_time(least->median, least));
    gt_sheet_cell_(table, several ? rank_time(most->median, most) : "");
    gt_sheet_cell_(table, several ? gt_percent_(100 * ranks_imbalance(s)) : "");
    gt_sheet_row_(table, several ? rank_made_text(s, most) : "");
    if (awaited) gt_sheet_line_(table, gt_text_("  %s", awaited_text(s, awaited)));
    for (i = 0; i < s->rows; i++) {
        if (!isfinite(s->row[i].differs) || named++ >= NAMED) continue;
        gt_sheet_line_(table, gt_text_("  %s", differs_text(s, &s->row[i])));
    }
    if (named > NAMED) gt_sheet_line_(table, gt_text_("  and %lu more", (unsigned long)(named - NAMED)));
}
/* Passes each finding about ranks to `tell`, as a sentence. Returns how many are faults. */
static int ranks_remarks(void (*tell)(FILE *out, const char *text), FILE *out)
{
    char *text = ranks_text(is_missing, NULL);
    char line[5000];
    size_t i;
    int faults = text[0] != 0, several = 0;
    if (text[0]) {
        snprintf(line, sizeof line, "missing: no document of rank %s of %ld: it was killed, or its file is not "
                                    "here", text, ranks.ranks);
        tell(out, line);
    }
    free(text);
    for (i = 0; i < ranks.count; i++) {
        const rank_of *r = &ranks.at[i];
        if (r->ended && rank_is_first(r, has_ended_so)) {
            text = ranks_text(has_ended_so, r);
            snprintf(line, sizeof line, "ended early: rank %s: %s; its rows are what was counted until then", text,
                     r->ended);
            tell(out, line);
            free(text);
            faults++;
        }
        several |= r->devices > 1;
        if (!r->device || !r->host || !rank_is_first(r, has_device_of)) continue;
        text = ranks_text(has_device_of, r);
        if (strchr(text, ' ')) {
            snprintf(line, sizeof line,
                     r->place ? "shared: ranks %s use one device, %s on %s: their times include each other's work"
                              : "ranks %s use devices with the same name, %s on %s; the driver does not say whether it "
                                "is one device", text, r->device, r->host);
            tell(out, line);
        }
        free(text);
    }
    if (isfinite(ranks.barrier)) {
        snprintf(line, sizeof line, "clocks are aligned to %s; after MPI_Barrier ranks begin %s apart%s",
                 isfinite(ranks.bound) ? gt_time_(ranks.bound) : "nothing", gt_time_(ranks.barrier),
                 isfinite(ranks.together) ? gt_text_(", with GT_RANKS_TOGETHER %s", gt_time_(ranks.together)) : "");
        tell(out, line);
    }
    if (several) tell(out, "ranks that use several devices are named by their first");
    return faults;
}
static void ranks_say(FILE *out, const char *text) { gt_say_(out, 4, "%s", text); }
/* Prints where the ranks ran that the table names. */
static void ranks_places(FILE *out)
{
    enum { SHOWN = 12 };
    char *named = (char *)calloc((size_t)ranks.ranks + 1, 1);
    size_t i, k;
    long rank, shown_ranks = 0;
    if (!named) out_of_memory();
    for (i = 0; i < ranks.names.count; i++) {
        const rank_series *s = &ranks.series[i];
        if (s->rows < 2 || s->hidden) continue;
        for (k = 0; k < 2; k++) named[rank_of_row(rank_extreme(s, median_of_row, (int)k))] = 1;
        for (k = 0; k < s->rows; k++) if (isfinite(s->row[k].differs)) named[rank_of_row(&s->row[k])] = 1;
    }
    for (rank = 0; rank < ranks.ranks; rank++) {
        const rank_of *r = rank_at(rank);
        if (!named[rank] || !r || shown_ranks++ >= SHOWN) continue;
        gt_say_(out, 4, "rank %ld: %s, %s", rank, r->host ? r->host : "a host that is not known",
                r->device ? r->device : "no device");
    }
    if (shown_ranks > SHOWN)
        gt_say_(out, 4, "and %ld more ranks: the file of --json lists them", shown_ranks - SHOWN);
    free(named);
}
static size_t ranks_hosts(void)
{
    size_t i, k, hosts = 0;
    for (i = 0; i < ranks.count; i++) {
        for (k = 0; k < i && strcmp(ranks.at[k].host ? ranks.at[k].host : "", ranks.at[i].host ? ranks.at[i].host : "");
             k++) {}
        hosts += k == i;
    }
    return hosts;
}
static int has_samples(void)
{
    size_t i;
    for (i = 0; i < ranks.names.count; i++) if (ranks.series[i].n) return 1;
    return 0;
}
static const char ranks_legend[] =
    "median: of the ranks' medians; \302\261: its 95 % interval over ranks, from 6 ranks on; least, most: the smallest "
    "and the largest of the ranks' medians (rank); imbalance: largest / mean - 1; made by: the part of the time that "
    "makes the slowest rank slower than the mean, and its share of the difference.";
static const char ranks_legend_of_chance[] =
    "A rank is named if its samples differ from those of the others by more than chance, and its median by 1 % or "
    "more. The test is the rank sum test, corrected for all comparisons of this report: if all ranks are equal, one "
    "report in 200 names a rank.";
static int ranks_report(FILE *out)      /* returns the number of faults */
{
    static const gt_column_ sheet[] = { { "series", -26, 0 }, { "ranks", 5, 2 }, { "median", 8, 0 }, { "±95 %", 5, 0 },
                                        { "least", 12, 0 }, { "most", 12, 0 }, { "imbalance", 6, 0 },
                                        { "made by", -8, 1 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    int faults;
    gt_say_(out, 4, "%lu of %ld ranks on %s", (unsigned long)ranks.count, ranks.ranks,
            gt_some_((double)ranks_hosts(), "host"));
    faults = ranks_remarks(ranks_say, out);
    putc('\n', out);
    for (i = 0; i < ranks.names.count; i++)
        if (!ranks.series[i].hidden) ranks_row_add(&table, &ranks.names.at[i], &ranks.series[i]);
    gt_sheet_print_(out, &table);
    putc('\n', out);
    ranks_places(out);
    gt_say_(out, 4, "%s", ranks_legend);
    if (has_samples()) gt_say_(out, 4, "%s", ranks_legend_of_chance);
    else gt_say_(out, 4, "The files have no samples (GT_JSON_SAMPLES=0): which ranks differ is not known.");
    return faults;
}

/* -- for programs -- */

static void ranks_json_rank(gt_json_ *j, const char *key, const rank_row *r)
{
    const rank_of *of = &ranks.at[r->of];
    gt_json_object_(j, key, "rank:n host:k device:k median:n low:n high:n", (double)of->rank, of->host, of->device,
                    r->median, r->low, r->high);
}
static void ranks_json_series(gt_json_ *j, const list *l, const rank_series *s)
{
    const gt_stats is = ranks_stats(s);
    const rank_row *most = rank_extreme(s, median_of_row, 1), *awaited = ranks_awaited(s), *r;
    double share, n = 0, sum = 0;
    const int part = rank_made_by(s, most, &share);
    for (r = s->row; r < s->row + s->rows; r++) {
        n += (double)r->n;
        sum += r->sum_ns;
    }
    gt_json_open_(j, NULL, "{");
    gt_json_fields_(j, "series:s kind:s ranks:n n:n sum_ns:n median:n interval:i imbalance:n made_by:k share:n "
                    "awaited:n", l->name, strrchr(l->key, '\n') + 1, (double)s->rows, n, sum, is.median, &is.ci,
                    ranks_imbalance(s),
                    part < 0 ? NULL : list_parts[part].title, part < 0 ? (double)NAN : share,
                    awaited ? (double)rank_of_row(awaited) : (double)NAN);
    ranks_json_rank(j, "least", rank_extreme(s, median_of_row, 0));
    ranks_json_rank(j, "most", most);
    gt_json_open_(j, "differ", "[");
    for (r = s->row; r < s->row + s->rows; r++)
        if (isfinite(r->differs))
            gt_json_object_(j, NULL, "rank:n by:n low:n high:n", (double)rank_of_row(r), r->differs, r->least, r->most);
    gt_json_close_(j, "]");
    gt_json_open_(j, "each", "[");
    for (r = s->row; r < s->row + s->rows; r++)
        gt_json_object_(j, NULL, "rank:n n:n sum_ns:n median:n", (double)rank_of_row(r), (double)r->n, r->sum_ns,
                        r->median);
    gt_json_close_(j, "]");
    gt_json_close_(j, "}");
}
static gt_json_ *ranks_json_to;
static void ranks_json_remark(FILE *out, const char *text)
{
    (void)out;
    gt_json_fields_(ranks_json_to, "*:s", NULL, text);
}
static gt_status ranks_json(FILE *out)
{
    char room[4096];
    gt_json_ j = { out, room, 0, sizeof room, 2, 0, 0, 0, NULL };
    long rank;
    size_t i;
    gt_json_open_(&j, NULL, "{");
    gt_json_fields_(&j, "schema:n kit:s ranks:n hosts:n", 1.0, GPUTIME_VERSION, (double)ranks.ranks,
                    (double)ranks_hosts());
    gt_json_open_(&j, "missing", "[");
    for (rank = 0; rank < ranks.ranks; rank++) if (!rank_at(rank)) gt_json_fields_(&j, "*:n", NULL, (double)rank);
    gt_json_close_(&j, "]");
    gt_json_open_(&j, "each", "[");
    for (rank = 0; rank < ranks.ranks; rank++) {
        const rank_of *r = rank_at(rank);
        if (r) gt_json_object_(&j, NULL, "rank:n host:k device:k place:k ended:k", (double)rank, r->host, r->device,
                               r->place, r->ended);
    }
    gt_json_close_(&j, "]");
    gt_json_open_(&j, "remarks", "[");
    ranks_json_to = &j;
    (void)ranks_remarks(ranks_json_remark, out);
    gt_json_close_(&j, "]");
    gt_json_open_(&j, "series", "[");
    for (i = 0; i < ranks.names.count; i++)
        if (!ranks.series[i].hidden) ranks_json_series(&j, &ranks.names.at[i], &ranks.series[i]);
    gt_json_close_(&j, "]");
    gt_json_close_(&j, "}\n");
    return j.cause ? GT_ERR_IO : GT_OK;
}

/* -- a trace with a process for each rank -- */

/* Converts a time of a rank to the common axis. *bound: how far it may be off; NaN if not known. Between two
   measurements of the rank's clock, the offset is interpolated. */
static double rank_on_axis(const rank_of *r, double at, double *bound)
{
    const rank_point *p = r->point, *q;
    double part;
    *bound = (double)NAN;
    if (!r->points) return at + r->start_ns;
    while (p + 2 < r->point + r->points && at > p[1].at) p++;
    q = r->points > 1 ? p + 1 : p;
    part = q->at > p->at ? (at - p->at) / (q->at - p->at) : 0;
    *bound = fabs(1 - part) * p->bound + fabs(part) * q->bound;
    return at + p->offset + part * (q->offset - p->offset);
}
/* Returns 0 with a message if there is no common axis. */
static int ranks_have_axis(void)
{
    size_t i, aligned = 0;
    for (i = 0; i < ranks.count; i++) aligned += ranks.at[i].points > 0;
    if (aligned == ranks.count || (!aligned && ranks_hosts() == 1)) return 1;
    fprintf(stderr, "gtlint: the clocks of several hosts have no common axis; gt_ranks_write of examples/more/ranks.h "
                    "writes a file that has one\n");
    return 0;
}
static gt_status ranks_trace(FILE *out)
{
    static char room[1 << 16];
    gt_json_ j = { out, room, 0, sizeof room, 1, 0, 0, 0, NULL };
    double first = HUGE_VAL, at, bound;
    size_t i, k, c;
    for (i = 0; i < ranks.names.count; i++)
        for (k = 0; k < ranks.series[i].rows; k++)
            for (c = 0; c < ranks.series[i].row[k].kept; c++) {
                const rank_row *r = &ranks.series[i].row[k];
                at = rank_on_axis(&ranks.at[r->of], ranks.series[i].begin[r->from + c], &bound);
                if (at < first) first = at;
            }
    gt_json_open_(&j, NULL, "[");
    for (i = 0; i < ranks.count; i++) {
        const rank_of *r = &ranks.at[i];
        gt_json_open_(&j, NULL, "{");
        gt_json_fields_(&j, "ph:s pid:n name:s", "M", (double)r->rank + 1, "process_name");
        gt_json_object_(&j, "args", "name:s", gt_text_("rank %ld, %.40s", r->rank, r->host ? r->host : ""));
        gt_json_close_(&j, "}");
    }
    for (i = 0; i < ranks.names.count; i++) {
        const rank_series *s = &ranks.series[i];
        const char *kind = strrchr(ranks.names.at[i].key, '\n') + 1;
        for (k = 0; k < s->rows; k++)
            for (c = 0; c < s->row[k].kept; c++) {
                const rank_row *r = &s->row[k];
                at = rank_on_axis(&ranks.at[r->of], s->begin[r->from + c], &bound);
                if (!isfinite(at)) continue;
                gt_json_open_(&j, NULL, "{");
                gt_json_fields_(&j, "ph:s pid:n tid:n name:s cat:s ts:t dur:t", "X", (double)rank_of_row(r) + 1,
                                strncmp(kind, "command", 7) ? 1.0 : 2.0, ranks.names.at[i].name, kind, at - first,
                                s->x[r->from + c]);
                gt_json_object_(&j, "args", "uncertainty_ns:n", bound);
                gt_json_close_(&j, "}");
            }
    }
    gt_json_close_(&j, "]\n");
    return j.cause ? GT_ERR_IO : GT_OK;
}

/* -- a page -- */

static void ranks_page_say(FILE *out, const char *text) { page_text(out, "<p>", text, "</p>\n"); }
/* Draws a dot for each rank, from left to right, and a line at the median of all. A large red dot differs beyond
   chance. */
static void ranks_picture(FILE *out, const rank_series *s)
{
    enum { WIDE = 160, TALL = 40 };
    const double most = rank_extreme(s, median_of_row, 1)->median, least = rank_extreme(s, median_of_row, 0)->median;
    const double middle = ranks_stats(s).median, reach = fmax(fmax(most - middle, middle - least), 0.01 * middle);
    size_t i;
    fprintf(out, "<td><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" style=\"min-width:%dpx\" "
                 "role=\"img\">"
                 "<line x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"currentColor\" stroke-opacity=\".4\"/>",
            WIDE, TALL, WIDE, TALL, WIDE, WIDE, TALL / 2, TALL / 2);
    for (i = 0; i < s->rows; i++) {
        const rank_row *r = &s->row[i];
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"><title>rank %ld: %s</title></circle>",
                4 + (WIDE - 8) * ((double)rank_of_row(r) + 0.5) / (double)ranks.ranks,
                TALL / 2 - (TALL / 2 - 5) * (r->median - middle) / reach, isfinite(r->differs) ? 5 : 3,
                isfinite(r->differs) ? "#c33" : "currentColor", rank_of_row(r), gt_time_(r->median));
    }
    fputs("</svg></td>", out);
}
static void ranks_page_series(FILE *out, const list *l, const rank_series *s)
{
    const gt_stats is = ranks_stats(s);
    const rank_row *least = rank_extreme(s, median_of_row, 0), *most = rank_extreme(s, median_of_row, 1);
    const rank_row *awaited = ranks_awaited(s), *r;
    page_text(out, "<tr><th scope=\"row\"><code>", l->name, "</code></th>");
    page_cell(out, "n", gt_text_("%lu", (unsigned long)s->rows));
    page_cell(out, "n", page_time(is.median));
    page_cell(out, "n wide", is.ci.confidence > 0.949
                                 ? gt_text_("%s to %s", page_time(is.ci.low), page_time(is.ci.high)) : "needs 6 ranks");
    page_cell(out, "n", rank_time(least->median, least));
    page_cell(out, "n", rank_time(most->median, most));
    page_cell(out, "n", gt_percent_(100 * ranks_imbalance(s)));
    page_cell(out, "wide", rank_made_text(s, most));
    ranks_picture(out, s);
    fputs("<td>", out);
    if (awaited) page_text(out, "", awaited_text(s, awaited), "<br>");
    for (r = s->row; r < s->row + s->rows; r++)
        if (isfinite(r->differs)) page_text(out, "", differs_text(s, r), "<br>");
    fputs("</td></tr>\n", out);
}
static gt_status ranks_page(FILE *out)
{
    static const char *const head[] = { "", "series", "n", "ranks", "n", "median", "n wide", "95 % over ranks", "n",
                                        "least (rank)", "n", "most (rank)", "n", "imbalance", "wide", "made by", "",
                                        "ranks", "", "ranks that differ", NULL };
    static const char *const places[] = { "n", "rank", "", "host", "", "device", "", "place", "", "ended early", NULL };
    long rank;
    size_t i;
    page_head(out, gt_text_("%ld ranks", ranks.ranks));
    (void)ranks_remarks(ranks_page_say, out);
    page_table(out, head);
    for (i = 0; i < ranks.names.count; i++)
        if (!ranks.series[i].hidden) ranks_page_series(out, &ranks.names.at[i], &ranks.series[i]);
    fputs("</tbody></table>\n", out);
    ranks_page_say(out, ranks_legend);
    ranks_page_say(out, ranks_legend_of_chance);
    page_table(out, places);
    for (rank = 0; rank < ranks.ranks; rank++) {
        const rank_of *r = rank_at(rank);
        fputs("<tr>", out);
        page_cell(out, "n", gt_text_("%ld", rank));
        page_cell(out, "", r && r->host ? r->host : "");
        page_cell(out, "", r && r->device ? r->device : "");
        page_cell(out, "", r && r->place ? r->place : "");
        page_cell(out, "", !r ? "no document" : r->ended ? r->ended : "");
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
    page_end(out);
    return ferror(out) ? GT_ERR_IO : GT_OK;
}

/* -- all of it -- */

typedef struct ranks_files { const char *html, *json, *trace; } ranks_files;
static int ranks_write(const char *to, gt_status (*write)(FILE *out))
{
    if (!to || gt_write_file(to, write) == GT_OK) return 1;
    gt_fail(stderr);
    return 0;
}
static void ranks_free(void)
{
    size_t i;
    for (i = 0; i < ranks.count; i++) {
        rank_of *r = &ranks.at[i];
        char *const texts[] = { r->file, r->host, r->job, r->ended, r->device, r->place };
        size_t k;
        for (k = 0; k < sizeof texts / sizeof *texts; k++) free(texts[k]);
        free(r->point);
    }
    for (i = 0; i < ranks.names.count; i++) {
        free(ranks.series[i].row);
        free(ranks.series[i].x);
        free(ranks.series[i].begin);
    }
    free(ranks.at);
    free(ranks.series);
    lists_free(&ranks.names);
}
/* Returns the exit status: 1 if a rank is missing, ended early or differs. */
static int ranks_print(char *const *file, int files, const ranks_files *to)
{
    int k, right = files > 0, faults = 0;
    memset(&ranks, 0, sizeof ranks);
    ranks.trace = to->trace != NULL;
    if (!files) fprintf(stderr, "gtlint: --ranks takes the documents of all ranks: gtlint --ranks run-*.json\n");
    for (k = 0; k < files && right; k++) right = rank_file(file[k]);
    right = right && ranks_check() && (!to->trace || ranks_have_axis());
    if (right) {
        ranks_judge();
        names_mend(&ranks.names);
        faults = ranks_report(stdout);
        right = ranks_write(to->html, ranks_page) & ranks_write(to->json, ranks_json) &
                ranks_write(to->trace, ranks_trace);
        faults += ranks.differing > 0;
    }
    ranks_free();
    return !right ? 2 : faults > 0;
}
