/* link: none */
/* flags: -DGPUTIME_MAX_SAMPLES=100 */
/* asan: yes */
/* Facts about what a series keeps: work, numbers from elsewhere, the cap (100 here), resets, and what happens
   without memory. */
#include <math.h>
#include <pthread.h>
#include "test.h"
#include "kit.h"

/* The kit's memory: counted, and refused from the Nth request on if a test says so. One thread at a time allocates
   here. */
static size_t blocks_alive, bytes_alive, requests, refused_from;    /* refused_from 0: none is refused */
typedef union kit_block { size_t size; long double alignment; } kit_block;
static uint32_t pause_at;       /* 1: the next request waits; 2: one waits; 3: it goes on */
static int refuses(void) { return ++requests >= refused_from && refused_from; }
void *kit_malloc(size_t size) {
    if (GT_LOAD_(&pause_at) == 1)
        for (GT_STORE_(&pause_at, 2u); GT_LOAD_(&pause_at) == 2;) sched_yield();
    kit_block *h = refuses() ? NULL : (kit_block *)malloc(sizeof *h + size);
    if (!h) return NULL;
    h->size = size;
    blocks_alive++;
    bytes_alive += size;
    memset(h + 1, 0xAA, size);
    return h + 1;
}
void *kit_calloc(size_t count, size_t size) {
    void *p = kit_malloc(count * size);
    if (p) memset(p, 0, count * size);
    return p;
}
void kit_free(void *p) {
    kit_block *h = (kit_block *)p;
    if (!p) return;
    blocks_alive--;
    bytes_alive -= h[-1].size;
    memset(p, 0xBB, h[-1].size);
    free(h - 1);
}
void *kit_realloc(void *p, size_t size) {
    void *q = kit_malloc(size);
    if (q && p) {
        size_t old = ((kit_block *)p)[-1].size;
        memcpy(q, p, old < size ? old : size);
        kit_free(p);
    }
    return q;
}
#include "host.h"

static void spend(uint64_t ns) { fake_ns += ns; }

static int contains(char *text, const char *part) {     /* frees the text */
    int found = strstr(text, part) != NULL;
    free(text);
    return found;
}

/* ---- work ---- */

TEST(same_work_of_all_samples_is_in_each, use_fake_clock) {
    size_t i;
    const gt_series *s;
    for (i = 0; i < 90; i++) GT_SCOPE("same work") {
        spend(10);
        GT_WORK(2e9, 3e9);
    }
    s = look("same work");
    for (i = 0; i < 90; i++) {
        assert_number(gt_series_sample(s, i).flops, 2e9);
        assert_number(gt_series_sample(s, i).bytes, 3e9);
    }
    assert_int_equal(s->unclaimed, 0);
}
TEST(work_that_differs_is_kept_per_sample, use_fake_clock) {
    size_t i;
    const gt_series *s;
    for (i = 0; i < 90; i++) GT_SCOPE("own work") {
        spend(10);
        GT_WORK(i < 70 ? 5 : (double)i, i % 2 ? 1 : 2);
    }
    s = look("own work");
    for (i = 0; i < 90; i++) {
        assert_number(gt_series_sample(s, i).flops, i < 70 ? 5 : (double)i);
        assert_number(gt_series_sample(s, i).bytes, i % 2 ? 1 : 2);
    }
    assert_int_equal(s->unclaimed, 0);
}
/* claims: a letter a sample; '-' claims nothing, a digit that many flops, '+' 5 and then 5 more; '!' claims 5 and is
   left early, 'v' claims 5 and is void: neither is a sample. */
static void record_claims(const char *name, const char *claims) {
    size_t i;
    for (i = 0; claims[i]; i++) {
        gt_scope scope = gt_scope_begin(name);
        spend(10);
        if (claims[i] != '-') GT_WORK(strchr("+!v", claims[i]) ? 5 : claims[i] - '0', 0);
        if (claims[i] == '+') GT_WORK(5, 0);
        if (claims[i] == 'v') gt_enable(0);
        gt_enable(1);
        if (claims[i] == '!') gt_scope_left_(&scope);
        else gt_scope_end(&scope);
    }
}
/* In a series of its own: how its samples are kept depends on the first of them. */
static void assert_claims(const char *claims) {
    static unsigned cases;
    const gt_series *s;
    size_t i, n = 0, without = 0;
    char name[32];
    snprintf(name, sizeof name, "claims %u", cases++);
    record_claims(name, claims);
    s = look(name);
    for (i = 0; claims[i]; i++) {
        double flops = claims[i] == '+' ? 10 : claims[i] - '0';
        if (strchr("!v", claims[i])) continue;
        if (claims[i] == '-') {
            without++;
            if (!isnan(gt_series_sample(s, n).flops))
                print_error("case %s: sample %lu has a claim\n", claims, (unsigned long)n);
            assert_true(isnan(gt_series_sample(s, n).flops));
            assert_true(isnan(gt_series_sample(s, n).bytes));
        } else {
            assert_number(gt_series_sample(s, n).flops, flops);
        }
        n++;
    }
    assert_int_equal(s->n, n);
    assert_int_equal(s->unclaimed, without);
}
static void assert_all_claims(void) {
    static const char *const cases[] = { "-5", "5-", "-5555", "5-55", "555-", "--5--7--", "5577-75", "-----5", "5-7",
                                         "7-7-7", "57--", "555+55", "55+-5", "555!5", "555!-5", "555v5", "55v!v-",
                                         "5!" };
    char full[100];
    size_t k, n;
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) assert_claims(cases[k]);
    for (n = 60; n < 70; n++) {         /* a block has 64 samples */
        memset(full, '5', n);
        strcpy(full + n, "-5");
        assert_claims(full);
    }
}
TEST(sample_without_a_claim_has_none_wherever_it_stands, use_fake_clock) { assert_all_claims(); }
TEST(sample_without_a_claim_has_none_where_claims_go_the_short_way, use_own_clock) { assert_all_claims(); }
TEST(claims_before_a_reset_do_not_reach_samples_after_it, use_fake_clock) {
    record_claims("some claim", "555");
    gt_reset();
    record_claims("some claim", "--");
    assert_int_equal(look("some claim")->known[GT_COLUMN_flops], 0);
    assert_int_equal(look("some claim")->unclaimed, 0);
    gt_reset();
    record_claims("some claim", "66");
    assert_number(gt_series_sample(look("some claim"), 0).flops, 6);
    assert_number(gt_series_sample(look("some claim"), 1).flops, 6);
}
TEST(claims_in_one_scope_add_up, use_fake_clock) {
    GT_SCOPE("two claims") {
        GT_WORK(1, 10);
        spend(10);
        GT_WORK(2, 20);
    }
    assert_number(gt_series_sample(look("two claims"), 0).flops, 3);
    assert_number(gt_series_sample(look("two claims"), 0).bytes, 30);
}
TEST(claim_belongs_to_the_innermost_open_scope, use_fake_clock) {
    GT_SCOPE("around") {
        GT_SCOPE("claims") {
            GT_WORK(1, 0);
            spend(1);
        }
        GT_SCOPE("does not") spend(1);
    }
    GT_WORK(100, 100);      /* outside all scopes: nobody's */
    GT_SCOPE("around") {
        GT_SCOPE("claims") {
            GT_WORK(1, 0);
            spend(1);
        }
    }
    assert_int_equal(look("around")->known[GT_COLUMN_flops], 0);
    assert_int_equal(look("around/does not")->known[GT_COLUMN_flops], 0);
    assert_number(gt_series_sample(look("around/claims"), 1).flops, 1);
    assert_number(gt_series_sample(look("around/claims"), 0).bytes, 0);
}
TEST(rates_are_work_over_time_in_the_report, use_fake_clock) {
    int i;
    char *text;
    for (i = 0; i < 10; i++) GT_SCOPE("rated") {
        spend(1000000);
        GT_WORK(2e9, 5e5);
    }
    text = report_text();
    assert_non_null(strstr(text, "2.00 TFLOP/s"));
    assert_true(contains(text, "500 MB/s"));
}
TEST(rate_uses_the_work_of_each_sample, use_fake_clock) {
    int i;
    for (i = 1; i <= 9; i++) GT_SCOPE("rated apart") {
        spend((uint64_t)i * 1000);
        GT_WORK(i * 4e3, 0);
    }
    assert_true(contains(report_text(), "4.00 GFLOP/s"));
}
TEST(no_rate_and_a_finding_where_claims_are_missing, use_fake_clock) {
    char *text;
    record_claims("some claim", "55-5");
    text = report_text();
    assert_non_null(strstr(text, "some claim: unclaimed: 1 "));
    assert_true(!contains(text, "FLOP/s"));
}

/* ---- numbers from elsewhere ---- */

TEST(number_from_elsewhere_is_a_sample_under_the_open_scope, use_fake_clock) {
    char name[] = "elsewhere";
    const gt_series *s;
    assert_int_equal(gt_series_add(name, 12.5), GT_OK);
    GT_SCOPE("within") {
        assert_int_equal(gt_series_add(name, 3), GT_OK);
        spend(5);
    }
    name[0] = '?';
    s = look("within/elsewhere");
    assert_int_equal(s->n, 1);
    assert_number(s->ns[0], 3);
    assert_int_equal(s->kind, GT_KIND_OUTSIDE);
    assert_number(look("within")->sum_ns, 5);
    s = gt_snapshot_find(&shown, "elsewhere");
    assert_non_null(s);
    assert_number(s->ns[0], 12.5);
}
TEST(number_without_a_name_is_an_error, use_fake_clock) {
    assert_int_equal(gt_series_add(NULL, 1), GT_ERR_ARGUMENT);
}
TEST(negative_and_zero_numbers_are_kept, use_fake_clock) {
    gt_series_add("signed", 0);
    gt_series_add("signed", -2);
    gt_series_add("signed", 1);
    assert_int_equal(look("signed")->n, 3);
    assert_number(look("signed")->min_ns, -2);
    assert_number(look("signed")->max_ns, 1);
    assert_number(look("signed")->sum_ns, -1);
    assert_int_equal(look("signed")->backwards, 0);
}
TEST(not_a_number_is_counted_and_spoils_nothing_wherever_it_stands, use_fake_clock) {
    size_t where;
    for (where = 0; where < 4; where++) {
        size_t i;
        const gt_series *s;
        gt_reset();
        for (i = 0; i < 4; i++)
            gt_series_add("some nan", i != where ? (double)(i + 1) : where % 2 ? (double)INFINITY : (double)NAN);
        s = look("some nan");
        assert_int_equal(s->n, 4);
        assert_int_equal(s->stats.rejected, 1);
        assert_number(s->min_ns, where == 0 ? 2 : 1);
        assert_number(s->max_ns, where == 3 ? 3 : 4);
        assert_number(s->sum_ns, 10 - (double)(where + 1));
    }
}
TEST(rejected_numbers_are_a_finding, use_fake_clock) {
    gt_series_add("rejected number", NAN);
    gt_series_add("rejected number", 5);
    assert_true(contains(report_text(), "rejected number: rejected: 1 "));
}

/* ---- the cap ---- */

TEST(beyond_the_cap_counts_go_on_and_samples_are_not_kept, use_fake_clock) {
    const gt_series *s;
    uint64_t i;
    char *text;
    for (i = 1; i <= 1000; i++) GT_SCOPE("capped") spend(i == 500 ? 100000 : i == 700 ? 1 : 1000 + i);
    s = look("capped");
    assert_int_equal(s->n, 1000);
    assert_int_equal(s->kept, 100);
    assert_number(s->ns[99], 1100);
    assert_number(s->min_ns, 1);
    assert_number(s->max_ns, 100000);
    assert_number(s->sum_ns, 1000 * 998 + 500500 - 500 - 700 + 100000 + 1);
    text = report_text();
    assert_non_null(strstr(text, "capped: not-kept: 900 "));
    assert_true(contains(text, "1000"));
}
TEST(beyond_the_cap_numbers_from_elsewhere_are_counted_too, use_fake_clock) {
    const gt_series *s;
    int i;
    for (i = 0; i < 150; i++) gt_series_add("capped numbers", i == 120 ? -7.5 : i == 130 ? (double)NAN : i);
    s = look("capped numbers");
    assert_int_equal(s->kept, 100);
    assert_number(s->min_ns, -7.5);
    assert_number(s->max_ns, 149);
    assert_number(s->sum_ns, 149 * 75 - 120 - 130 - 7.5);
}
TEST(mean_beyond_the_cap_is_that_of_the_numbers_that_are_numbers, use_fake_clock) {
    const gt_series *s;
    for (int i = 0; i < 150; i++) gt_series_add("a third NaN", i % 3 ? 100 : (double)NAN);
    s = look("a third NaN");
    assert_int_equal(s->kept, 100);
    assert_int_equal(s->n, 150);
    assert_int_equal(s->rejected, 50);
    assert_number(s->sum_ns / (double)(s->n - s->rejected), 100);
    assert_true(contains(report_text(), "a third NaN"));
    assert_false(contains(report_text(), "200 ns"));
}
TEST(beyond_the_cap_claimed_work_is_still_claimed, use_fake_clock) {
    int i;
    char *text;
    for (i = 0; i < 150; i++) GT_SCOPE("capped work") {
        spend(1000);
        GT_WORK(1000, 0);
    }
    assert_int_equal(look("capped work")->n, 150);
    assert_int_equal(look("capped work")->unclaimed, 0);
    text = report_text();
    assert_null(strstr(text, "unclaimed"));
    assert_true(contains(text, "1.00 GFLOP/s"));
}
TEST(backwards_intervals_are_left_out_kept_or_not, use_fake_clock) {
    const gt_series *s;
    int i;
    for (i = 0; i < 150; i++) GT_SCOPE("steps back") fake_ns += (uint64_t)(i == 50 || i == 120 ? -3 : 10);
    s = look("steps back");
    assert_int_equal(s->backwards, 2);
    assert_int_equal(s->n, 148);
    assert_number(s->sum_ns, 1480);
    assert_number(s->max_ns, 10);
    assert_number(s->min_ns, 10);
    assert_true(contains(report_text(), "steps back: clock-step: 2 "));
}
TEST(resets_free_what_they_forget, use_fake_clock) {
    size_t alive = 0, round;
    int i;
    for (round = 0; round < 50; round++) {
        for (i = 0; i < 100; i++) GT_SCOPE("round") {
            spend(1);
            GT_WORK(i, 0);
        }
        assert_int_equal(look("round")->n, 100);
        assert_int_equal(look("round")->kept, 100);
        gt_snapshot_free(&shown);
        if (round == 1) alive = bytes_alive;
        if (round > 1) assert_true(bytes_alive <= alive + 8 * 64);      /* blocks are cut otherwise each time */
        gt_reset();
    }
}
TEST(cap_counts_from_the_reset_wherever_that_fell, use_fake_clock) {
    size_t alive = 0, round, i;
    for (round = 0; round < 300; round++) {
        size_t n = (round * 37) % 150;
        gt_reset();
        for (i = 0; i < n; i++) GT_SCOPE("uneven round") spend(i + round);
        if (n) {
            const gt_series *s = look("uneven round");
            assert_int_equal(s->n, n);
            assert_int_equal(s->kept, n < 100 ? n : 100);
            assert_number(s->ns[0], round);
            assert_number(s->max_ns, round + n - 1);
            gt_snapshot_free(&shown);
        }
        if (round == 150) alive = bytes_alive;
        if (round > 150) assert_true(bytes_alive <= alive + 100 * 16 + 200);
    }
}

/* The moment at which a reader finds a first block that its thread has linked, but not yet begun to fill. */
TEST(block_that_is_being_added_holds_no_samples_yet, use_fake_clock) {
    gt_ticks_ *next;
    gt_node_ *n;
    int i;
    for (i = 0; i <= 100; i++) {
        if (i == 100) gt_reset();           /* the next sample frees the old blocks and adds a new one */
        GT_SCOPE("being added") spend(1);
    }
    for (n = gt_self_->root->state->children; strcmp(n->state->key.name, "being added") != 0; n = n->state->sibling) {}
    assert_int_equal(gt_samples_in_(n), 101);
    next = n->next;
    n->next = NULL;
    assert_int_equal(gt_samples_in_(n), 100);
    n->next = next;
}
/* Beyond the cap, samples go to a spill, and readers count all blocks as full. After a reset the owner adds a block and
   goes on in it: both while no reader is at work. */
static void *leave_the_spill(void *node) {
    int i;
    for (i = 0; i <= 100 + GT_SPILL_; i++) {
        if (i == 101) GT_STORE_((gt_node_ **)node, gt_self_->root->state->youngest);
        while (i == 101 && !GT_LOAD_(&pause_at)) sched_yield();
        GT_SCOPE("spilled") spend(1);
    }
    return NULL;
}
TEST(block_that_ends_the_spill_is_not_added_under_a_reader, use_fake_clock) {
    pthread_t thread;
    gt_node_ *n = NULL;
    uint64_t in;
    int i, wrong = 0;
    assert_int_equal(pthread_create(&thread, NULL, leave_the_spill, &n), 0);
    while (!GT_LOAD_(&n)) sched_yield();
    gt_reset();
    GT_STORE_(&pause_at, 1u);
    while (GT_LOAD_(&pause_at) != 2) sched_yield();
    gt_lock_();
    in = gt_samples_in_(n);
    GT_STORE_(&pause_at, 3u);
    for (i = 0; i < 5000; i++) {
        wrong += gt_samples_in_(n) != in;
        sched_yield();
    }
    gt_unlock_();
    pthread_join(thread, NULL);
    pause_at = 0;
    assert_int_equal(wrong, 0);
    assert_int_equal(look("spilled")->n, GT_SPILL_);
}
/* A reader sees each block whole or not at all, though blocks come and go under it. */
static uint32_t stop;
static void *record_until_told(void *unused) {
    (void)unused;
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) GT_SCOPE("come and go") { }
    return NULL;
}
TEST(readers_and_resets_meanwhile_see_only_samples_that_are_there, use_fake_clock) {
    pthread_t thread;
    int i, wrong = 0;
    gt_clock_set(NULL, NULL, NULL);
    stop = 0;
    assert_int_equal(pthread_create(&thread, NULL, record_until_told, NULL), 0);
    for (i = 0; i < 20000; i++) {
        gt_thread_ *t;
        gt_node_ *n;
        gt_reset();
        gt_lock_();
        for (t = gt_threads_; t; t = t->younger)
            for (n = t->root; n; n = gt_node_next_(n, t->root)) {
                uint64_t in = gt_samples_in_(n), before = n->state->mark_n;
                wrong += in < before || in - before > GPUTIME_MAX_SAMPLES;
            }
        gt_unlock_();
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    assert_int_equal(wrong, 0);
}

/* ---- without memory ---- */

/* In a thread of its own, so that its record is made anew each time. 20 scopes run: 10 of "out", each with an "in". */
static size_t adds_refused;
static void *scenario(void *unused) {
    size_t i;
    (void)unused;
    for (i = 0; i < 10; i++) {
        gt_scope out = gt_scope_begin("out");
        GT_SCOPE("in") {
            GT_WORK((double)(i + 1), 0);
            spend(10);
        }
        gt_scope_end(&out);
    }
    for (i = 0; i < 3; i++) adds_refused += gt_series_add("added", (double)i) != GT_OK;
    return NULL;
}
static void *started_late(void *nth) {
    for (gt_thread_ *t = gt_threads_; t; t = t->younger) t->ended = 0;      /* none is taken over */
    requests = 0;
    refused_from = *(const size_t *)nth;
    scenario(NULL);
    refused_from = 0;
    return NULL;
}
static size_t all_requests_of_scenario(void) {
    pthread_t thread;
    size_t never = 0;
    assert_int_equal(pthread_create(&thread, NULL, started_late, &never), 0);
    pthread_join(thread, NULL);
    return requests;
}
static size_t counted_in_all(void) {
    size_t i, n = 0;
    look("");
    for (i = 0; i < shown.count; i++) n += shown.series[i].n;
    return n;
}
TEST(no_scope_is_uncounted_whichever_request_is_the_first_to_fail, use_fake_clock) {
    size_t nth, most = all_requests_of_scenario();
    assert_true(most > 5);
    for (nth = 1; nth <= most + 1; nth++) {
        pthread_t thread;
        size_t i, n;
        adds_refused = 0;
        gt_reset();
        assert_int_equal(pthread_create(&thread, NULL, started_late, &nth), 0);
        pthread_join(thread, NULL);
        n = counted_in_all();
        if (n + shown.lost != 23) print_error("request %lu: %lu counted, %lu lost, %lu refused\n", (unsigned long)nth,
                                              (unsigned long)n, (unsigned long)shown.lost, (unsigned long)adds_refused);
        assert_int_equal(n + shown.lost, 23);
        for (i = 0; i < shown.count; i++) {
            const gt_series *s = &shown.series[i];
            size_t k;
            assert_int_equal(s->voided + s->left_early + s->abandoned + s->backwards, 0);
            if (!s->n || s->kind == GT_KIND_OUTSIDE) continue;
            assert_number(s->sum_ns, 10 * (double)s->n);
            assert_true(!strcmp(s->path, "out") || !strcmp(s->path, "out/in"));
            for (k = 0; !strcmp(s->path, "out/in") && s->known[GT_COLUMN_flops] && k < s->kept; k++)
                if (!isnan(gt_series_sample(s, k).flops))
                    assert_number(gt_series_sample(s, k).flops - gt_series_sample(s, 0).flops, (double)k);
        }
        if (nth > most) {
            assert_int_equal(n, 23);
            assert_int_equal(shown.lost, 0);
        }
    }
}
TEST(snapshot_without_memory_is_empty_and_leaks_nothing, use_fake_clock) {
    size_t alive, nth;
    gt_status status = GT_ERR_MEMORY;
    int i;
    for (i = 0; i < 30; i++) GT_SCOPE("copied") {
        spend((uint64_t)i);
        GT_SCOPE("inner copied") {
            GT_WORK(i, i);
            spend(1);
        }
    }
    gt_snapshot_free(&shown);
    alive = blocks_alive;
    for (nth = 1; status == GT_ERR_MEMORY; nth++) {
        gt_snapshot snap;
        memset(&snap, 0x55, sizeof snap);
        requests = 0;
        refused_from = nth;
        status = gt_snapshot_take(&snap);
        refused_from = 0;
        assert_true(status == GT_OK || status == GT_ERR_MEMORY);
        if (status == GT_ERR_MEMORY) {
            assert_int_equal(snap.count, 0);
            assert_null(snap.series);
        }
        gt_snapshot_free(&snap);
        assert_int_equal(blocks_alive, alive);
        if (nth == 1000) fail();
    }
    assert_true(nth > 5);
}
TEST(report_and_csv_without_memory_return_that_error, use_fake_clock) {
    size_t alive;
    gt_status status;
    char *text;
    GT_SCOPE("reported") spend(1);
    gt_snapshot_free(&shown);
    refused_from = 1;
    requests = 0;
    free(text_of(gt_report, &status));      /* the run that an earlier report left is given up here */
    alive = blocks_alive;
    requests = 0;
    text = text_of(gt_report, &status);
    refused_from = 0;
    assert_int_equal(status, GT_ERR_MEMORY);
    assert_true(contains(text, "not enough memory"));
    requests = 0;
    refused_from = 1;
    free(text_of(gt_write_csv, &status));
    refused_from = 0;
    assert_int_equal(status, GT_ERR_MEMORY);
    assert_int_equal(blocks_alive, alive);
}
TEST(clock_change_is_refused_where_samples_were_counted_but_not_kept, use_fake_clock) {
    size_t nth;
    for (nth = 1; nth < 20; nth++) {
        pthread_t thread;
        gt_reset();
        assert_int_equal(pthread_create(&thread, NULL, started_late, &nth), 0);
        pthread_join(thread, NULL);
        assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated"), counted_in_all() ? GT_ERR_CLOCK : GT_OK);
    }
}
TEST(clock_figures_without_memory_do_not_crash, use_fake_clock) {
    size_t nth;
    for (nth = 1; nth < 12; nth++) {
        gt_reset();
        assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
        requests = 0;
        refused_from = nth;
        (void)gt_clock_info();
        refused_from = 0;
    }
}
static void claim_5(int samples) {
    while (samples-- > 0) GT_SCOPE("short of memory") {
        GT_WORK(5, 0);
        spend(1);
    }
}
TEST(claims_of_a_sample_without_memory_do_not_reach_the_next, use_fake_clock) {
    claim_5(64);                                /* as many as the first block has room for */
    requests = 0;
    refused_from = 1;
    claim_5(1);
    refused_from = 0;
    claim_5(1);
    const gt_series *s = look("short of memory");
    assert_int_equal(s->n, 66);
    assert_int_equal(s->kept, 65);
    assert_number(gt_series_sample(s, 64).flops, 5);
}
TEST(claim_asks_for_no_memory_inside_its_scope, use_fake_clock) {
    size_t asked = 1;
    GT_SCOPE("first claim") {
        requests = 0;
        GT_WORK(5, 0);
        asked = requests;
    }
    assert_int_equal(asked, 0);
}
TEST(recording_goes_on_when_memory_is_back, use_fake_clock) {
    int i;
    requests = 0;
    refused_from = 1;
    for (i = 0; i < 10; i++) GT_SCOPE("late") spend(1);
    refused_from = 0;
    for (i = 0; i < 10; i++) GT_SCOPE("late") spend(1);
    assert_int_equal(look("late")->n + shown.lost, 20);
    assert_true(look("late")->n >= 10);
    assert_int_equal(look("late")->depth, 0);
}

int main(void) {
    return test_all(NULL, stop_looking);
}
