/* Prints the rules of gputime.h, a line each, below the name of their finding: for tests/tools/test_rules.sh. With an
   argument: only what is wrong in the table. */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

static const char *percent(double share) { return gt_text_("%g %%", 100 * share); }
static void severity_print(int severity, const char *before) {
    printf("%s%s", before, gt_severity_text_((gt_severity)severity));
}
static void kinds_print(const gt_rule_ *r) {
    static const char *const part[] = {
        NULL, "the stamps of a series", "a series, or a command in it", "the samples of one thread, in their order",
        "a side, against the first side", "a side, against each other one with kernels", "the run" };
    const int all = r->kinds & GT_ON_ALL_;
    int n = 0;
    if (part[r->of]) {
        printf("of %s", part[r->of]);
        return;
    }
    if (all == GT_ON_ALL_) printf(r->kinds & GT_ON_COLD_ ? "of any series, also of warm-up passes" : "of any series");
    else if (!all) printf("of warm-up passes");
    else if (all == GT_ON_PARTS_) printf("of any series but that of a whole program");
    else if (all == GT_ON_UNTIMED_) printf("of any series but times between readings of a clock");
    else if (all == GT_ON_SHAPED_) printf("of a series whose order is looked at");
    else for (int k = 0; k < GT_KIND_COUNT; k++)
        if (all >> k & 1) printf("%s%s", n++ ? ", " : "of a ", gt_kinds_[k].name);
}
/* What stands behind a semicolon in the words of a fact is more exact. */
static void fact_print(int fact, int exactly) {
    const char *words = gt_facts_table_[fact].words;
    if (words) printf("%.*s", (int)(exactly ? strlen(words) : strcspn(words, ";")), words);
    else printf("`%s` is more than 0", gt_facts_table_[fact].name);
}
static int fact_of(const char *by, size_t length) {
    int k = 0;
    while (k < GT_IS_END_ && (strncmp(gt_facts_table_[k].name, by, length) || gt_facts_table_[k].name[length])) k++;
    return k;
}
static void needs_print(const gt_rule_ *r, int again) {
    const gt_fact_ *f = &gt_facts_table_[r->fact];
    const int sample = f->share_of == GT_SAMPLE_OF_;
    if (again) {
        if (r->when != GT_CASE_always_) printf("; where this is so: %s", gt_cases_[r->when]);
        return;
    }
    if (f->share > 0) printf("; more than %s of the %s", percent(f->share), sample ? "sample" : "sum of the samples");
    if (f->least > 0 && f->least < 1000) printf("; at least %g of them", f->least);
    else if (f->least > 0) printf("; at least %g \302\265s", f->least / 1000);
    if (f->in > 0) printf("; in %s of the %s or more", percent(f->in), r->of == GT_OF_SIDE_ ? "rounds" :
                          r->fact == GT_IS_throttled_ ? "readings" : "samples");
    if (r->when != GT_CASE_always_) printf("; where this is so: %s", gt_cases_[r->when]);
}
static void silence_print(const gt_rule_ *r) {
    const char *by = r->also & GT_EVEN_SO_ ? "" : gt_facts_table_[r->fact].by, *between = ". Not where: ";
    for (const gt_rule_ *o = gt_rules_; o < r; o++) {       /* nothing is said of this fact */
        if (o->code != GT_FINDING_NONE || o->fact != r->fact || o->of != r->of || !(o->kinds & r->kinds)) continue;
        printf("%s%s", between, gt_cases_[o->when]);
        between = "; ";
    }
    for (size_t length; *by; by += length + (by[length] == ' ')) {
        length = strcspn(by, " ");
        printf("%s", between);
        if (fact_of(by, length) < GT_IS_COUNT_) fact_print(fact_of(by, length), 0);
        else printf("`%.*s` has a finding", (int)length, by);
        between = "; ";
    }
    if (r->of == GT_OF_SHAPE_) printf("%s%s", between, gt_facts_table_[GT_IS_unfinished_].words);
}
static const gt_rule_ *printed;         /* the rule before, of the same finding */
static void rule_print(const gt_rule_ *r) {
    const int again = printed && printed->fact == r->fact && printed->of == r->of;
    printf("- ");
    if (again && !r->variant[0] && r->when == GT_CASE_always_) printf("otherwise ");
    if (r->variant[0]) printf("*%s*: ", r->variant);
    if (!again || printed->kinds != r->kinds) {
        kinds_print(r);
        printf(": ");
    }
    if (again) printf("the same");
    else fact_print(r->fact, 1);
    needs_print(r, again);
    if (!again || (printed->also ^ r->also) & GT_EVEN_SO_) silence_print(r);
    printed = r;
    if (r->also & GT_WARNS_) severity_print(GT_WARNING, ". A ");
    else if (r->note == GT_CASE_always_) severity_print(GT_NOTE, ". A ");
    else if (r->note != GT_CASE_never_) printf(". A note where this is so: %s", gt_cases_[r->note]);
    printf(".\n");
}
static const gt_rule_ *const last_rule = gt_rules_ + sizeof gt_rules_ / sizeof *gt_rules_;
static void finding_print(int code) {
    const int where = gt_findings_table_[code].where;
    int rows = 0;
    printed = NULL;
    printf("## %s\n", gt_findings_table_[code].name);
    severity_print((int)gt_findings_table_[code].severity, "*Exactly*: ");
    if (where & GT_WHERE_INNERMOST_) printf(", of the innermost series that has it");
    if (where & GT_WHERE_TIMED_) printf(", of timings by the program's own clock too");
    if (where & GT_WHERE_AGAIN_) printf(", of such timings whose kernels are new, and repeated by none");
    for (const gt_rule_ *r = gt_rules_; r < last_rule; r++) rows += r->code == (gt_finding_code)code;
    printf(rows ? ":\n" : "; by no rule: calls.h, gtlint or a test of the clock says so.\n");
    for (const gt_rule_ *r = gt_rules_; r < last_rule; r++) if (r->code == (gt_finding_code)code) rule_print(r);
}

/* What the compiler cannot see: names in texts and in lists of facts, kinds, rows that are never reached. */
static int wrong_in(const gt_rule_ *r) {
    int wrong = 0;
    const char *by = gt_facts_table_[r->fact].by, *text = r->text ? strchr(r->text, '{') : NULL;
    for (size_t length; *by; by += length + (by[length] == ' ')) {
        length = strcspn(by, " ");
        if (fact_of(by, length) < GT_IS_END_) continue;
        printf("%s, %s: no fact %.*s\n", gt_finding_name(r->code), r->variant, (int)length, by);
        wrong++;
    }
    for (; text; text = strchr(text + 1, '{')) {
        const size_t shown = strcspn(text + 1, "=:#}");
        const char *from = text + 1 + (text[1 + shown] == '=' ? shown + 1 : 0);
        const size_t length = strcspn(from, ":#}");
        const int end = shown ? GT_NUMBER_COUNT_ : GT_NAME_COUNT_;
        int i = shown ? 0 : GT_NUMBER_COUNT_;
        while (i < end && (strncmp(gt_names_[i], from, length) || gt_names_[i][length])) i++;
        if (i < end || fact_of(from, length) < GT_IS_END_) continue;
        printf("%s, %s: no figure %.*s\n", gt_finding_name(r->code), r->variant, (int)length, from);
        wrong++;
    }
    for (const gt_rule_ *o = gt_rules_; o < r; o++) {
        if (o->fact != r->fact || o->of != r->of) continue;
        if (o->when != GT_CASE_always_ || r->kinds & ~o->kinds) continue;
        printf("%s, %s: never reached behind %s, %s\n", gt_finding_name(r->code), r->variant, gt_finding_name(o->code),
               o->variant);
        wrong++;
    }
    return wrong;
}
int main(int count, char **argument) {
    int wrong = 0;
    (void)argument;
    for (int k = 0; k < GT_KIND_COUNT; k++)
        if (!(GT_ON_SHAPED_ >> k & 1) != !gt_is_kind_((gt_kind)k, GT_SHAPE_))
            wrong += printf("GT_ON_SHAPED_ and GT_KINDS differ: %s\n", gt_kinds_[k].name) > 0;
    for (const gt_rule_ *r = gt_rules_; r < last_rule; r++)
        if (r->code != GT_FINDING_NONE) wrong += wrong_in(r);
    if (count < 2) for (int code = 0; code < GT_FINDING_COUNT; code++) finding_print(code);
    return wrong != 0;
}
