/* The outcome of each series, for a CI server: a file in the format of JUnit. Part of gtlint.c. */

typedef enum { PASSED, FAILED, SKIPPED } outcome_state;
typedef struct outcome { char *name, *text; outcome_state state; } outcome;
static outcome *outcomes;
static size_t outcome_count, outcome_room;

static void outcome_add(const char *name, outcome_state state, const char *text)
{
    outcome *o;
    outcomes = grown(outcomes, outcome_count, &outcome_room, sizeof *outcomes);
    o = &outcomes[outcome_count++];
    o->name = copy_of(name);
    o->text = copy_of(text);
    o->state = state;
}

/* A byte that is no character of XML becomes U+FFFD. */
static void xml_text(FILE *out, const char *text)
{
    int bytes, shown;
    for (; *text; text += bytes) {
        bytes = gt_character_(text, &shown);
        if (!shown) fputs("\xef\xbf\xbd", out);
        else if (strchr("<>&\"'", *text)) fprintf(out, "&#%d;", *text);
        else fwrite(text, 1, (size_t)bytes, out);
    }
}
static gt_status junit_print(FILE *out)
{
    static const char *const element[] = { "", "failure", "skipped" };
    size_t i, count[3] = { 0, 0, 0 };
    for (i = 0; i < outcome_count; i++) count[outcomes[i].state]++;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"gtlint\" tests=\"%zu\" "
                 "failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", outcome_count, count[FAILED],
            count[SKIPPED]);
    for (i = 0; i < outcome_count; i++) {
        const outcome *o = &outcomes[i];
        fputs("  <testcase classname=\"gtlint\" name=\"", out);
        xml_text(out, o->name);
        fputs(o->state == PASSED ? "\"/>\n" : "\">", out);
        if (o->state == PASSED) continue;
        fprintf(out, "<%s message=\"", element[o->state]);
        xml_text(out, o->text);
        fputs("\"/></testcase>\n", out);
    }
    fputs("</testsuite>\n", out);
    return ferror(out) ? GT_ERR_IO : GT_OK;
}
static int junit_write(const char *file, int status)    /* returns the exit status */
{
    size_t i;
    if (file && gt_write_file(file, junit_print) != GT_OK) {
        gt_fail(stderr);
        status = 2;
    }
    for (i = 0; i < outcome_count; i++) {
        free(outcomes[i].name);
        free(outcomes[i].text);
    }
    free(outcomes);
    outcomes = NULL;
    outcome_count = outcome_room = 0;
    return status;
}
