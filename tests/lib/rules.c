/* Prints the rules of gputime.h, a line each, below the name of their finding: for tests/tools/test_rules.sh. With the
   argument "check": only what is wrong in the table; "little": the share below which a finding is a note. */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

/* What the tables say for FINDINGS.md alone. The arrays are in the order of gt_facts_table_ and gt_rules_. */
#define FACT_WORDS(name, much, by, words, holds) words,
#define CASE_WORDS(name, words, is) words,
#define NO_WORDS(field, ...) NULL,
#define VARIANT(code, variant, ...) variant,
#define COUNTED(field, ...) "",
static const char *const words[] = { GT_FACTS_(FACT_WORDS) GT_COUNTS(NO_WORDS) GT_CASES_(CASE_WORDS) };
static const char *const variants[] = { GT_RULES_(VARIANT) GT_COUNTS(COUNTED) };
static const char *variant_of(const gt_rule_ *r) { return variants[r - gt_rules_]; }

static const char *percent(double share) { return gt_text_("%g %%", 100 * share); }
static void severity_print(int severity, const char *before) {
    printf("%s%s", before, gt_severity_text_((gt_severity)severity));
}
static void kinds_print(const gt_rule_ *r) {
    static const char *const part[] = {
        NULL, "the stamps of a series",
        "the samples of one thread, in their order, if no more than 5 % of them, and no pass, ended before their work",
        "a side, against the first side", "the run" };
    const int all = r->kinds;
    int n = 0;
    if (part[r->of]) {
        printf("of %s", part[r->of]);
        return;
    }
    if (all == GT_ON_ALL_) printf("of any series");
    else if (all == GT_ON_CLAIMS_) printf("of a series, or a command in it");
    else if (all == GT_ON_PARTS_) printf("of any series but that of a whole program");
    else if (all == GT_ON_UNTIMED_) printf("of any series but times between readings of a clock");
    else if (all == GT_ON_SHAPED_) printf("of a series whose order is looked at");
    else for (int k = 0; k < GT_KIND_COUNT; k++)
        if (all >> k & 1)
            printf("%s%s", n++ ? ", " : "of a ", k == GT_KIND_OUTSIDE ? "series of gt_series_add" : gt_kinds_[k].name);
}
/* What stands behind a semicolon in the words of a fact is more exact. */
static void fact_print(int fact, int exactly) {
    const char *is = words[fact];
    if (is) printf("%.*s", (int)(exactly ? strlen(is) : strcspn(is, ";")), is);
    else printf("`%s` is more than 0", gt_facts_table_[fact].name);
}
static int fact_of(const char *by, size_t length) {
    int k = 0;
    while (k < GT_IS_END_ && !gt_is_word_(gt_facts_table_[k].name, by, length)) k++;
    return k;
}
static const gt_rule_ *const last_rule = gt_rules_ + sizeof gt_rules_ / sizeof *gt_rules_;
/* How much of a fact counts. */
static void amount_print(const gt_rule_ *r) {
    const gt_fact_ *f = &gt_facts_table_[r->fact];
    const char *between = "  - *how much*: ";
    if (f->share > 0)
        printf("%smore than %s of the %s", between, percent(f->share),
               f->of_sum ? "sum of the samples" : "sample");
    if (f->share > 0) between = ", ";
    if (f->least > 0 && f->least < 1000) printf("%sat least %g of them", between, f->least);
    else if (f->least > 0 && f->least < 1e6) printf("%sat least %g \302\265s", between, f->least / 1e3);
    else if (f->least > 0) printf("%sat least %g ms", between, f->least / 1e6);
    if (f->least > 0) between = ", ";
    if (f->in > 0)
        printf("%sin %s of the %s or more", between, percent(f->in),
               r->of == GT_OF_SIDE_ ? "rounds" : r->fact == GT_IS_throttled_ ? "readings" : "samples");
    if (f->share > 0 || f->least > 0 || f->in > 0) putchar('\n');
}
/* Prints a finding and which of its rows say the fact of r: "held (on a busy machine) is said". */
static void said_print(const gt_rule_ *r) {
    const char *name = gt_finding_name(r->code), *between = " (";
    printf("[%s](#%s)", name, name);
    for (const gt_rule_ *o = r; o < last_rule; o++) {
        if (o->code != r->code || o->fact != r->fact || !variant_of(o)[0]) continue;
        printf("%s*%s*", between, variant_of(o));
        between = ", ";
    }
    printf("%s is said", between[0] == ',' ? ")" : "");
}
/* Prints what explains a fact: the findings that say it, each once; if there are none, words for it. */
static void explained_print(int by) {
    const char *between = "";
    for (const gt_rule_ *o = gt_rules_; o < last_rule; o++) {
        const gt_rule_ *before = gt_rules_;
        if (o->fact != by) continue;
        while (before < o && (before->fact != by || before->code != o->code)) before++;
        if (before < o) continue;
        printf("%s", between);
        said_print(o);
        between = ", ";
    }
    if (!between[0]) fact_print(by, 0);
}
/* What comes first: rows above that ask the same fact, and what explains it. last: the last row of the finding that
   asks the fact of r. */
static void silence_print(const gt_rule_ *r, const gt_rule_ *last) {
    const char *by = gt_facts_table_[r->fact].by, *between = "  - *silent where* ";
    const int kinds = r->kinds | last->kinds;
    const gt_rule_ *said = r;
    for (const gt_rule_ *o = gt_rules_; o < last; o++) {
        if (o->code == r->code || o->fact != r->fact || o->of != r->of || !(o->kinds & kinds)) continue;
        if (o->code == said->code || o->code == GT_FINDING_COUNT) continue;
        printf("%s", between);
        said_print(o);
        said = o;
        between = "; ";
    }
    for (size_t length; by && *by; by += length + (by[length] == ' ')) {
        length = strcspn(by, " ");
        printf("%s", between);
        explained_print(fact_of(by, length));
        between = "; ";
    }
    if (between[0] == ';') putchar('\n');
}
/* Prints the text of a rule. In braces stand the figures, by the names that JSON gives them; "..." is a text. */
static void text_print(const char *text) {
    putchar('`');
    for (; *text; text++) {
        if (*text != '{') {
            putchar(*text);
            continue;
        }
        const size_t shown = strcspn(++text, "=:#}"), all = strcspn(text, "}"), name = strcspn(text, ":#}");
        if (shown) printf("{%.*s}", (int)shown, text);
        else if (strncmp(text, "=about", name)) printf("...");
        if (text[name] == '#') printf("%s", gt_some_(2, gt_text_("%.*s", (int)(all - name - 1), text + name + 1)) + 1);
        if (text[name] == ':' && text[name + 1] == '%') printf(" %%");
        text += all;
    }
    putchar('`');
}
static const char *text_of(const gt_rule_ *r) {
    while (!r->text) r--;
    return r->text;
}
static void prints_print(const gt_rule_ *r, const char *before) {     /* before: the text of the row above */
    const int same = before && !strcmp(before, text_of(r));
    printf("prints %s", same ? "the same" : "");
    if (!same) text_print(text_of(r));
    if (r->also & GT_LOADED_) printf(", on a busy machine also the load, as the cause");
    if (r->also & GT_CARRIED_) printf(", and the part of the time that has the excess");
    if (r->also & GT_AROUND_)
        printf("; scopes around it with fewer than six samples have it too, from 5 %% of their sum on");
    if (r->also & GT_MORE_) printf(", and the number of other series that have it");
    if (r->sentence) printf("; it says: %s", r->sentence);
}
/* A row of the table. above: the row above of the same finding and fact; NULL: none. kinds 1: rows differ in them. */
static void rule_print(const gt_rule_ *r, const gt_rule_ *above, int kinds) {
    printf("  - ");
    if (variant_of(r)[0]) printf("*%s*: ", variant_of(r));
    else if (above && r->when == GT_IS_always_) printf("otherwise: ");
    if (kinds) {
        kinds_print(r);
        printf("; ");
    }
    if (r->when != GT_IS_always_) printf("where this is so: %s; ", words[r->when]);
    if (r->also & GT_WARNS_) severity_print(GT_WARNING, "a ");
    if (r->also & GT_WARNS_ && r->note != GT_IS_never_) printf(", but ");
    if (r->note == GT_IS_always_) severity_print(GT_NOTE, "a ");
    else if (r->note != GT_IS_never_) printf("a note where this is so: %s", words[r->note]);
    if (r->also & GT_WARNS_ || r->note != GT_IS_never_) printf("; ");
    prints_print(r, above ? text_of(above) : NULL);
    putchar('\n');
}
static int is_of(const gt_rule_ *r, const gt_rule_ *o) {
    return r->code == o->code && r->fact == o->fact && r->of == o->of;
}
/* The rows of a finding that ask one fact. r: the first of them. */
static void rows_print(const gt_rule_ *r) {
    const gt_rule_ *last = r, *above = NULL;
    int differ = 0;
    for (const gt_rule_ *o = r; o < last_rule; o++) {
        if (!is_of(r, o)) continue;
        last = o;
        differ |= o->kinds != r->kinds;
    }
    printf("- ");
    if (!differ) {
        kinds_print(r);
        printf(": ");
    }
    fact_print(r->fact, 1);
    putchar('\n');
    amount_print(r);
    silence_print(r, last);
    for (const gt_rule_ *o = r; o <= last; o++) {
        if (!is_of(r, o)) continue;
        rule_print(o, above, differ);
        above = o;
    }
}
static void finding_print(int code) {
    const int where = gt_findings_table_[code].where;
    int rows = 0;
    printf("## %s\n", gt_findings_table_[code].name);
    severity_print((int)gt_findings_table_[code].severity, "*Exactly*: ");
    if (where & GT_WHERE_INNERMOST_) printf(", of the innermost series that has it");
    if (where & GT_WHERE_TIMED_) printf(", of timings by the program's own clock too");
    if (where & GT_WHERE_TIMED_ && gt_findings_table_[code].severity < GT_FAULT)
        printf(", not of the pauses between them");
    if (where & GT_WHERE_AGAIN_)
        printf(", of timings by the program's own clock whose kernels are launched first in them, and with the same "
               "sizes in no later one");
    for (const gt_rule_ *r = gt_rules_; r < last_rule; r++) rows += r->code == (gt_finding_code)code;
    printf(". It says: %s", gt_findings_table_[code].sentence);
    printf(rows ? ".\n" : "; by no rule: calls.h, gtlint or a test of the clock says so.\n");
    for (const gt_rule_ *r = gt_rules_; r < last_rule; r++) {
        const gt_rule_ *o = gt_rules_;
        while (o < r && !is_of(r, o)) o++;
        if (o == r && r->code == (gt_finding_code)code) rows_print(r);
    }
}

#define ONE_MORE(name, value) + 1
enum { names = sizeof gt_names_ / sizeof *gt_names_, numbers = 0 GT_NAMES_(ONE_MORE) };
/* What the compiler cannot see: names in texts and in lists of facts, kinds, rows that are never reached. */
static int wrong_in(const gt_rule_ *r) {
    int wrong = 0;
    const char *by = gt_facts_table_[r->fact].by, *text = r->text ? strchr(r->text, '{') : NULL;
    for (size_t length; by && *by; by += length + (by[length] == ' ')) {
        length = strcspn(by, " ");
        if (fact_of(by, length) < GT_IS_END_) continue;
        printf("%s, %s: no fact %.*s\n", gt_finding_name(r->code), variant_of(r), (int)length, by);
        wrong++;
    }
    for (size_t values = 0; text; text = strchr(text + 1, '{')) {
        if (++values > sizeof(gt_values_) / sizeof(gt_value_))
            wrong += printf("%s, %s: too many figures\n", gt_finding_name(r->code), variant_of(r)) > 0;
        const size_t shown = strcspn(text + 1, "=:#}");
        const char *from = text + 1 + (text[1 + shown] == '=' ? shown + 1 : 0);
        const size_t length = strcspn(from, ":#}");
        int i = 0;
        while (i < names && !gt_is_word_(gt_names_[i], from, length)) i++;
        if (i < names && (shown > 0) == (i < numbers || i >= GT_NAME_COUNT_)) continue;
        printf("%s, %s: no figure %.*s\n", gt_finding_name(r->code), variant_of(r), (int)length, from);
        wrong++;
    }
    for (const gt_rule_ *o = gt_rules_; o < r; o++) {
        if (o->fact != r->fact || o->of != r->of) continue;
        if (o->when != GT_IS_always_ || r->kinds & ~o->kinds) continue;
        printf("%s, %s: never reached behind %s, %s\n", gt_finding_name(r->code), variant_of(r),
               gt_finding_name(o->code), variant_of(o));
        wrong++;
    }
    return wrong;
}
static int text_has(const char *text, const char *name) {    /* 1: a brace of the text takes the figure `name` */
    const size_t length = strlen(name);
    for (const char *at = text; at && (at = strstr(at, name)) != NULL; at++)
        if (at > text && strchr("{=", at[-1]) && strchr(":#}", at[length])) return 1;
    return 0;
}
static int explains(int is, int fact) {     /* 1: a fact lists another one, or a case, that explains it */
    const char *by = gt_facts_table_[fact].by;
    for (size_t length; by && *by; by += length + (by[length] == ' ')) {
        length = strcspn(by, " ");
        if (fact_of(by, length) == is) return 1;
    }
    return 0;
}
/* What the table defines, and no row uses. */
static int unused(void) {
    int wrong = 0;
    for (int i = GT_IS_always_; i < GT_IS_END_; i++) {
        const gt_rule_ *r = gt_rules_;
        while (r < last_rule && r->when != i && r->note != i && !explains(i, r->fact)) r++;
        if (r == last_rule) wrong += printf("no row has this case: %s\n", words[i]) > 0;
    }
    for (int i = 0; i < GT_NAME_COUNT_; i++) {
        const gt_rule_ *r = gt_rules_;
        while (r < last_rule && !text_has(r->text, gt_names_[i])) r++;
        if (r == last_rule) wrong += printf("no row shows this figure: %s\n", gt_names_[i]) > 0;
    }
    for (int i = 0; i < GT_IS_COUNT_; i++) {
        const gt_rule_ *r = gt_rules_;
        while (r < last_rule && r->fact != i) r++;
        if (r == last_rule) wrong += printf("no row asks this fact: %s\n", gt_facts_table_[i].name) > 0;
    }
    return wrong;
}
int main(int count, char **argument) {
    if (count > 1 && !strcmp(argument[1], "little")) return puts(percent(GT_NEGLIGIBLE_)) < 0;
    int wrong = unused();
    for (int k = 0; k < GT_KIND_COUNT; k++)
        if (!(GT_ON_SHAPED_ >> k & 1) != !gt_is_kind_((gt_kind)k, GT_SHAPE_))
            wrong += printf("GT_ON_SHAPED_ and GT_KINDS differ: %s\n", gt_kinds_[k].name) > 0;
    for (const gt_rule_ *r = gt_rules_; r < last_rule; r++)
        wrong += wrong_in(r);
    if (count < 2) for (int code = 0; code < GT_FINDING_COUNT; code++) finding_print(code);
    return wrong != 0;
}
