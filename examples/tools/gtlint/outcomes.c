/* Writes the outcome of each series for a CI server, in the format of JUnit. Part of gtlint.c. */

typedef enum { PASSED, FAILED, SKIPPED } outcome_state;
static FILE *outcomes;              /* the test cases, collected in memory until all outcomes are known */
static char *outcome_text;
static size_t outcome_length, outcome_count[3];

/* A byte that XML does not allow becomes U+FFFD. */
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
static void outcome_add(const char *name, outcome_state state, const char *text)
{
    if (!outcomes) outcomes = known_room(open_memstream(&outcome_text, &outcome_length));
    outcome_count[state]++;
    fputs("  <testcase classname=\"gtlint\" name=\"", outcomes);
    xml_text(outcomes, name);
    if (state != PASSED) {
        fprintf(outcomes, "\"><%s message=\"", state == FAILED ? "failure" : "skipped");
        xml_text(outcomes, text);
    }
    fputs(state == PASSED ? "\"/>\n" : "\"/></testcase>\n", outcomes);
}
static gt_status junit_print(FILE *out)
{
    const size_t *n = outcome_count;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"gtlint\" tests=\"%zu\" "
                 "failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n%s</testsuite>\n",
            n[PASSED] + n[FAILED] + n[SKIPPED], n[FAILED], n[SKIPPED], outcome_text ? outcome_text : "");
    return ferror(out) ? GT_ERR_IO : GT_OK;
}
static int junit_write(const char *file, int status)    /* returns the exit status */
{
    if (outcomes && fclose(outcomes)) out_of_memory();
    if (file && gt_write_file(file, junit_print) != GT_OK) {
        gt_fail(stderr);
        status = 2;
    }
    free(outcome_text);
    return status;
}
