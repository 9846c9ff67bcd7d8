/* alone: yes */
/* link: none */
/* asan: yes */
/* Facts about scopes in one thread of C: the tree they make, their lengths, and what happens when they do not end as
   they should. */
#include "test.h"
#include "kit.h"

static size_t bytes_allocated;
void *kit_malloc(size_t size) {
    bytes_allocated += size;
    return malloc(size);
}
#include "host.h"

#define ON_FAKE(name) TEST_OF(fake, name, use_fake_clock)
#define ON_BOTH(name) \
    static void name(void **state); \
    TEST_ADD_(own, name, name, use_own_clock, NULL) \
    ON_FAKE(name)

static void spend(uint64_t ns) { fake_ns += ns; }

/* ---- lengths and the tree ---- */

ON_FAKE(scope_is_as_long_as_its_body) {
    const gt_series *s;
    GT_SCOPE("body") { spend(123); }
    s = look("body");
    assert_int_equal(s->n, 1);
    assert_number(s->ns[0], 123);
    assert_number(s->begin_ns[0], 0);
}
ON_FAKE(exact_scope_is_as_long_as_its_body) {
    GT_SCOPE_EXACT("body") { spend(123); }
    assert_number(look("body")->ns[0], 123);
}
ON_FAKE(function_form_is_as_long_as_what_stands_between) {
    gt_scope s;
    spend(1000);
    s = gt_scope_begin("between");
    spend(77);
    gt_scope_end(&s);
    spend(1000);
    assert_int_equal(look("between")->n, 1);
    assert_number(look("between")->ns[0], 77);
    assert_number(look("between")->begin_ns[0], 1000);
}
ON_FAKE(each_pass_of_a_loop_is_a_sample) {
    const gt_series *s;
    uint64_t i;
    for (i = 1; i <= 1000; i++) GT_SCOPE("pass") spend(i);
    s = look("pass");
    assert_int_equal(s->n, 1000);
    assert_int_equal(s->kept, 1000);
    for (i = 1; i <= 1000; i++) assert_number(s->ns[i - 1], i);
    assert_number(s->sum_ns, 500500);
    assert_number(s->min_ns, 1);
    assert_number(s->max_ns, 1000);
    assert_number(s->stats.median, 500.5);
}
ON_FAKE(scopes_nest_into_paths) {
    GT_SCOPE("outer") {
        spend(1);
        GT_SCOPE("middle") {
            spend(2);
            GT_SCOPE("inner") spend(4);
        }
        GT_SCOPE("second") spend(8);
    }
    assert_number(look("outer")->sum_ns, 15);
    assert_number(look("outer/middle")->sum_ns, 6);
    assert_number(look("outer/middle/inner")->sum_ns, 4);
    assert_number(look("outer/second")->sum_ns, 8);
    assert_int_equal(look("outer")->depth, 0);
    assert_int_equal(look("outer/middle/inner")->depth, 2);
}
ON_FAKE(series_can_be_found_by_the_end_of_its_path_if_only_one_fits) {
    GT_SCOPE("find a") {
        GT_SCOPE("both") spend(1);
        GT_SCOPE("once") spend(2);
    }
    GT_SCOPE("find b") {
        GT_SCOPE("both") spend(4);
    }
    assert_number(look("once")->sum_ns, 2);
    assert_null(gt_snapshot_find(&shown, "both"));
    assert_null(gt_snapshot_find(&shown, "nce"));
    assert_null(gt_snapshot_find(&shown, "absent"));
    assert_number(look("find b/both")->sum_ns, 4);
}
ON_FAKE(finding_of_a_long_path_has_its_end) {
    char name[201];
    gt_finding *list;
    size_t count, once = 0, left = 0;
    for (size_t i = 0; i + 1 < sizeof name; i++) name[i] = i % 2 ? '\xa4' : '\xc3';
    name[sizeof name - 1] = 0;
    gt_scope outer = gt_scope_begin(name);
    GT_SCOPE("x") spend(1);
    GT_SCOPE("yy") break;       /* one byte more: in one of the two a character would be cut */
    gt_scope_end(&outer);
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        const char *path = list[i].path, *end = strrchr(path, '/');
        if (!end) continue;
        assert_memory_equal(path, "...\xc3\xa4\xc3\xa4", 7);
        once += !strcmp(end, "/x");
        left += !strcmp(end, "/yy") && list[i].code == GT_FINDING_LEFT_EARLY;
    }
    free(list);
    assert_true(once > 0);
    assert_int_equal(left, 1);
}
static void called_twice(void) { GT_SCOPE("callee") spend(10); }
ON_BOTH(one_site_under_two_parents_is_two_series) {
    GT_SCOPE("left") called_twice();
    GT_SCOPE("right") {
        called_twice();
        called_twice();
    }
    assert_int_equal(look("left/callee")->n, 1);
    assert_int_equal(look("right/callee")->n, 2);
}
ON_FAKE(one_name_at_two_sites_is_one_series) {
    gt_scope s;
    GT_SCOPE("shared name") spend(1);
    GT_SCOPE("shared name") spend(2);
    s = gt_scope_begin("shared name");
    spend(4);
    gt_scope_end(&s);
    assert_int_equal(look("shared name")->n, 3);
    assert_number(look("shared name")->sum_ns, 7);
    assert_number(look("shared name")->ns[0], 1);
    assert_number(look("shared name")->ns[2], 4);
}
static void factorial(int n) {
    GT_SCOPE("f") {
        spend(1);
        if (n > 1) factorial(n - 1);
    }
}
ON_FAKE(recursion_makes_a_path_as_deep_as_it_goes) {
    factorial(3);
    factorial(2);
    assert_int_equal(look("f")->n, 2);
    assert_number(look("f")->sum_ns, 5);
    assert_int_equal(look("f/f")->n, 2);
    assert_number(look("f/f")->sum_ns, 3);
    assert_int_equal(look("f/f/f")->n, 1);
    assert_int_equal(look("f/f/f/f")->n, 0);
}
ON_FAKE(series_knows_the_place_of_its_macro) {
    int line = __LINE__ + 2;
    gt_scope s;
    GT_SCOPE("placed") { spend(1); }
    assert_int_equal(look("placed")->line, line);
    assert_string_equal(look("placed")->file, __FILE__);
#ifdef __OPTIMIZE__
    assert_int_equal(look("placed")->optimised, SANITIZED == 1 ? 2 : 1);
#else
    assert_int_equal(look("placed")->optimised, SANITIZED == 1 ? 2 : 0);
#endif
    s = gt_scope_begin("by name");
    gt_scope_end(&s);
    assert_string_equal(look("by name")->file, "");
    assert_int_equal(look("by name")->optimised, -1);
}
ON_FAKE(one_buffer_with_two_names_makes_two_series) {
    char name[16];
    gt_scope s;
    int i;
    for (i = 0; i < 6; i++) {
        sprintf(name, "buffer %d", i % 2);
        s = gt_scope_begin(name);
        memset(name, '?', sizeof name - 1);
        spend(i % 2 ? 100 : 10);
        gt_scope_end(&s);
    }
    assert_int_equal(look("buffer 0")->n, 3);
    assert_number(look("buffer 0")->sum_ns, 30);
    assert_int_equal(look("buffer 1")->n, 3);
    assert_number(look("buffer 1")->sum_ns, 300);
}
ON_FAKE(scope_without_a_name_records_nothing) {
    gt_scope s = gt_scope_begin(NULL);
    spend(1);
    gt_scope_end(&s);
    gt_snapshot_free(&shown);
    look("");
    { size_t i; for (i = 0; i < shown.count; i++) assert_int_equal(shown.series[i].n, 0); }
}
ON_FAKE(scope_without_a_name_is_an_error_of_its_caller_and_not_one_of_memory) {
    gt_scope s = gt_scope_begin(NULL);
    gt_scope_end(&s);
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_ARGUMENT);
    assert_string_equal(gt_error_first()->call, "gt_scope_begin");
    assert_non_null(strstr(gt_error_first()->detail, "NULL"));
    look("");
    assert_int_equal(shown.lost, 0);
}
ON_FAKE(end_of_no_scope_does_nothing) {
    gt_scope_end(NULL);
    GT_SCOPE("around") gt_scope_end(NULL);
    assert_int_equal(look("around")->n, 1);
    assert_null(gt_error_first());
}

/* ---- any pattern of siblings: what comes next is guessed, and the guess must never matter ---- */

enum { SITES = 4, DEEPEST = 4, PATHS = SITES + SITES * SITES + SITES * SITES * SITES + SITES * SITES * SITES * SITES };
static unsigned long expected_n[PATHS + 1];
static uint64_t random_state;
static unsigned draw(unsigned below) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}
/* Numbers a tree of SITES branches. */
static unsigned child_of(unsigned path, unsigned site) { return path * SITES + site + 1; }
static void grow(unsigned path, int depth);
static void enter(unsigned site, unsigned path, int depth) {
    unsigned here = child_of(path, site);
    expected_n[here]++;
    switch (site) {
        case 0: GT_SCOPE("s0") { spend(1); grow(here, depth + 1); } break;
        case 1: GT_SCOPE("s1") { spend(1); grow(here, depth + 1); } break;
        case 2: GT_SCOPE_EXACT("s2") { spend(1); grow(here, depth + 1); } break;
        default: { gt_scope s = gt_scope_begin("s3"); spend(1); grow(here, depth + 1); gt_scope_end(&s); }
    }
}
static void grow(unsigned path, int depth) {
    unsigned k, children = depth == DEEPEST ? 0 : draw(4);
    for (k = 0; k < children; k++) enter(draw(SITES), path, depth);
}
static size_t check_paths(unsigned path, const char *name, int depth) {
    unsigned site;
    size_t found = 0;
    for (site = 0; depth < DEEPEST && site < SITES; site++) {
        char below[64];
        const gt_series *s;
        unsigned here = child_of(path, site);
        sprintf(below, "%s/s%u", name, site);
        s = gt_snapshot_find(&shown, below);
        assert_int_equal(s ? s->n : 0, expected_n[here]);
        found += expected_n[here] + check_paths(here, below, depth + 1);
    }
    return found;
}
ON_BOTH(random_trees_are_recorded_as_they_ran) {
    int i;
    memset(expected_n, 0, sizeof expected_n);
    random_state = 1;
    for (i = 0; i < 2000; i++) GT_SCOPE("tree") grow(0, 0);
    assert_int_equal(look("tree")->n, 2000);
    assert_true(check_paths(0, "tree", 0) > 10000);
}
ON_BOTH(order_of_siblings_does_not_matter) {
    static const char *const patterns[] = { "ABAB", "AABB", "AAB", "ABCCBA", "CABACB", "AAAAAAAB", "BAAAAAAA" };
    size_t p, i, k, expected[3] = { 0, 0, 0 };
    for (k = 0; k < 50; k++)
        for (p = 0; p < sizeof patterns / sizeof patterns[0]; p++)
            GT_SCOPE("siblings") {
                for (i = 0; patterns[p][i]; i++) {
                    expected[patterns[p][i] - 'A']++;
                    if (patterns[p][i] == 'A') GT_SCOPE("A") spend(1);
                    if (patterns[p][i] == 'B') GT_SCOPE("B") spend(2);
                    if (patterns[p][i] == 'C') GT_SCOPE("C") spend(3);
                }
            }
    assert_int_equal(look("siblings/A")->n, expected[0]);
    assert_int_equal(look("siblings/B")->n, expected[1]);
    assert_int_equal(look("siblings/C")->n, expected[2]);
    assert_int_equal(look("siblings")->n, 350);
}
ON_BOTH(parent_is_at_least_as_long_as_its_children_together) {
    double all = 0;         /* one alone may lie within a step of the clock */
    size_t i, k;
    for (i = 0; i < 200; i++)
        GT_SCOPE_EXACT("parent") {
            GT_SCOPE_EXACT("child 1") spend(1);
            GT_SCOPE_EXACT("child 2") spend(2);
        }
    look("parent");
    for (k = 0; k < 200; k++) {
        double children = gt_snapshot_find(&shown, "parent/child 1")->ns[k];
        children += gt_snapshot_find(&shown, "parent/child 2")->ns[k];
        assert_true(gt_snapshot_find(&shown, "parent")->ns[k] >= children);
        all += children;
    }
    assert_true(all > 0);
}

/* ---- leaving early ---- */

ON_FAKE(break_leaves_the_scope_and_is_no_sample) {
    int i, after = 0;
    for (i = 0; i < 5; i++) {
        GT_SCOPE("broken") {
            spend(1);
            if (i == 2) break;
            spend(1);
        }
        after++;
    }
    assert_int_equal(after, 5);
    assert_int_equal(look("broken")->n, 4);
    assert_number(look("broken")->sum_ns, 8);
    assert_int_equal(look("broken")->left_early, 1);
    assert_int_equal(look("broken")->abandoned, 0);
}
ON_FAKE(continue_ends_the_scope_as_its_end_does) {
    int i, after = 0;
    for (i = 0; i < 5; i++) {
        GT_SCOPE("continued") {
            spend(1);
            if (i == 2) continue;
            spend(1);
        }
        after++;
    }
    assert_int_equal(after, 5);
    assert_int_equal(look("continued")->n, 5);
    assert_number(look("continued")->sum_ns, 9);
    assert_int_equal(look("continued")->left_early, 0);
}
static int returns_from_inside(int early) {
    GT_SCOPE("returned") {
        GT_SCOPE("from inside") {
            spend(1);
            if (early) return 1;
        }
    }
    return 0;
}
ON_BOTH(return_leaves_all_scopes_and_none_is_a_sample) {
    assert_int_equal(returns_from_inside(1), 1);
    assert_int_equal(returns_from_inside(0), 0);
    GT_SCOPE("after return") spend(1);
    assert_int_equal(look("returned")->n, 1);
    assert_int_equal(look("returned")->left_early, 1);
    assert_int_equal(look("returned/from inside")->left_early, 1);
    assert_int_equal(look("returned/from inside")->abandoned, 0);
    assert_int_equal(look("after return")->n, 1);
    assert_int_equal(look("after return")->depth, 0);
}
ON_BOTH(goto_leaves_the_scope_and_is_no_sample) {
    int pass = 0;
again:
    GT_SCOPE("goto") {
        spend(1);
        if (!pass++) goto again;
    }
    assert_int_equal(look("goto")->n, 1);
    assert_int_equal(look("goto")->left_early, 1);
}
ON_BOTH(claims_of_a_scope_that_was_left_do_not_reach_the_next) {
    int i;
    for (i = 0; i < 3; i++)
        GT_SCOPE("left claims") {
            GT_WORK(1, 0);
            if (i == 1) break;
            spend(1);
        }
    assert_int_equal(look("left claims")->n, 2);
    assert_number(gt_series_sample(look("left claims"), 0).flops, 1);
    assert_number(gt_series_sample(look("left claims"), 1).flops, 1);
}

/* ---- scopes that do not end in order ---- */

ON_FAKE(orphan_is_popped_by_the_end_of_its_parent_and_counted) {
    gt_scope orphan, deeper;
    GT_SCOPE("parent") {
        orphan = gt_scope_begin("orphan");
        deeper = gt_scope_begin("deeper");
        spend(5);
    }
    GT_SCOPE("after") spend(1);
    gt_scope_end(&deeper);
    gt_scope_end(&orphan);
    assert_int_equal(look("parent")->n, 1);
    assert_number(look("parent")->sum_ns, 5);
    assert_int_equal(look("parent/orphan")->n, 0);
    assert_int_equal(look("parent/orphan")->abandoned, 1);
    assert_int_equal(look("parent/orphan/deeper")->abandoned, 1);
    assert_int_equal(look("after")->depth, 0);
    assert_int_equal(look("after")->n, 1);
}
ON_FAKE(second_end_is_ignored) {
    gt_scope s;
    s = gt_scope_begin("ended twice");
    spend(5);
    gt_scope_end(&s);
    spend(5);
    gt_scope_end(&s);
    assert_int_equal(look("ended twice")->n, 1);
    assert_number(look("ended twice")->sum_ns, 5);
}
ON_FAKE(end_out_of_order_abandons_what_is_inside) {
    gt_scope a = gt_scope_begin("first"), b = gt_scope_begin("second");
    spend(3);
    gt_scope_end(&a);
    spend(3);
    gt_scope_end(&b);
    assert_int_equal(look("first")->n, 1);
    assert_number(look("first")->sum_ns, 3);
    assert_int_equal(look("first/second")->n, 0);
    assert_int_equal(look("first/second")->abandoned, 1);
}
static void nest(int depth) {
    GT_SCOPE("d") {
        GT_WORK(1, 0);
        spend(1);
        if (depth > 1) nest(depth - 1);
    }
}
ON_FAKE(too_deep_scopes_are_lost_and_counted_and_the_rest_is_right) {
    const gt_series *s;
    size_t i, recorded = 0;
    nest(GPUTIME_MAX_DEPTH + 36);
    nest(2);
    s = look("d");
    assert_int_equal(s->n, 2);
    assert_number(s->sum_ns, GPUTIME_MAX_DEPTH + 36 + 2);
    assert_int_equal(shown.lost, 36);
    for (i = 0; i < shown.count; i++) recorded += !strcmp(shown.series[i].name, "d");
    assert_int_equal(recorded, GPUTIME_MAX_DEPTH);
}
ON_BOTH(work_claimed_in_a_lost_scope_is_not_given_to_another) {
    size_t i;
    nest(GPUTIME_MAX_DEPTH + 36);
    look("d");
    for (i = 0; i < shown.count; i++)
        if (shown.series[i].n) assert_number(gt_series_sample(&shown.series[i], 0).flops, 1);
}

/* ---- what makes a scope void ---- */

ON_BOTH(switching_off_inside_makes_the_scope_void) {
    GT_SCOPE("switched off") {
        spend(1);
        gt_enable(0);
        GT_SCOPE("while off") spend(1);
        gt_enable(1);
        GT_SCOPE("on again") spend(1);
    }
    assert_int_equal(look("switched off")->n, 0);
    assert_int_equal(look("switched off")->voided, 1);
    assert_int_equal(look("switched off/while off")->n, 0);
    assert_int_equal(look("switched off/on again")->n, 1);
}
ON_BOTH(scope_begun_while_off_is_not_recorded_at_all) {
    gt_enable(0);
    GT_SCOPE("begun while off") {
        spend(1);
        gt_enable(1);
        spend(1);
    }
    assert_int_equal(look("begun while off")->n, 0);
    assert_int_equal(look("begun while off")->voided, 0);
    GT_SCOPE("next") spend(1);
    assert_int_equal(look("next")->depth, 0);
}
ON_BOTH(nothing_is_recorded_while_off) {
    gt_scope s;
    gt_enable(0);
    GT_SCOPE("off") { GT_WORK(1, 1); spend(1); }
    s = gt_scope_begin("off too");
    gt_scope_end(&s);
    gt_enable(1);
    assert_int_equal(look("off")->n, 0);
    assert_int_equal(look("off too")->n, 0);
}
ON_BOTH(switching_on_what_is_on_voids_nothing) {
    GT_SCOPE("stays on") {
        gt_enable(1);
        gt_enable(2);
        spend(1);
    }
    assert_int_equal(look("stays on")->n, 1);
    assert_int_equal(look("stays on")->voided, 0);
}
ON_BOTH(change_of_the_clock_inside_makes_the_scope_void) {
    GT_SCOPE("clock changed") {
        assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated, another"), GT_OK);
        spend(1);
    }
    assert_int_equal(look("clock changed")->n, 0);
    assert_int_equal(look("clock changed")->voided, 1);
}
ON_BOTH(reset_inside_makes_the_scope_void) {
    GT_SCOPE("reset inside") {
        GT_SCOPE("before") spend(1);
        gt_reset();
        GT_SCOPE("behind") spend(1);
    }
    assert_int_equal(look("reset inside")->n, 0);
    assert_int_equal(look("reset inside")->voided, 1);
    assert_int_equal(look("reset inside/before")->n, 0);
    assert_int_equal(look("reset inside/behind")->n, 1);
}
ON_BOTH(kept_error_makes_the_open_scopes_void_and_no_others) {
    GT_SCOPE("bad outside") {
        GT_SCOPE("done before") spend(1);
        GT_SCOPE("bad inside") {
            assert_int_equal(gt_error_keep_(GT_ERR_IO, 5, "FIVE", "call()", "file.c", 7, "detail"), GT_ERR_IO);
        }
        GT_SCOPE("done after") spend(1);
    }
    assert_int_equal(look("bad outside")->voided, 1);
    assert_int_equal(look("bad outside/bad inside")->voided, 1);
    assert_int_equal(look("bad outside/done before")->n, 1);
    assert_int_equal(look("bad outside/done after")->n, 1);
    GT_SCOPE("bad outside") spend(2);
    assert_int_equal(look("bad outside")->n, 1);
}
ON_FAKE(first_error_is_kept_until_reset) {
    const gt_error *e;
    char file[] = "first.c";
    assert_null(gt_error_first());
    gt_error_keep_(GT_ERR_IO, 5, "FIVE", "first()", file, 7, "first detail");
    file[0] = '?';
    gt_error_keep_(GT_ERR_OPENCL, 6, "SIX", "second()", "second.c", 8, "second detail");
    e = gt_error_first();
    assert_non_null(e);
    assert_int_equal(e->status, GT_ERR_IO);
    assert_int_equal(e->code, 5);
    assert_string_equal(e->code_name, "FIVE");
    assert_string_equal(e->call, "first()");
    assert_string_equal(e->file, "first.c");
    assert_int_equal(e->line, 7);
    assert_string_equal(e->detail, "first detail");
    gt_reset();
    assert_null(gt_error_first());
}

/* ---- price ---- */

ON_BOTH(sample_of_a_host_scope_takes_16_bytes) {
    size_t before, i, n = 100000;
    GT_SCOPE("small") { }
    before = bytes_allocated;
    for (i = 0; i < n; i++) GT_SCOPE("small") spend(1);
    print_message("%.2f bytes a sample\n", (double)(bytes_allocated - before) / (double)n);
    assert_true(bytes_allocated - before <= 16 * (n + 4096) + 64 * 32);
}
ON_FAKE(kit_time_of_a_parent_holds_what_first_use_of_a_child_took) {
    fake_step_ns = 1;
    GT_SCOPE("with new child") {
        GT_SCOPE("new child") spend(1);
    }
    assert_true(look("with new child")->kit_ns > 0);
    assert_true(look("with new child")->kit_ns <= look("with new child")->sum_ns);
}

int main(void) {
    /* The processor's counter has a path of its own through scopes. What does not ask for lengths is asked
       there too. */
    return test_group("fake", NULL, stop_looking)
         + test_group("own", NULL, stop_looking);
}
