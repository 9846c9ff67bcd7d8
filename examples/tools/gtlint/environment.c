/* environment.c - part of gtlint: finds misspelt variables of the kit in the environment */

extern char **environ;

/* The variables of gputime_cl.h, which gtlint does not include. */
static const char *const cl_variables[] = { "GT_DEVICE", "GT_CL_PROFILING", "GT_CL_OBJECTS" };

/* The edit distance of two names, without regard to case: how many letters differ, are missing or are too many. Two
   neighbours that are swapped count once. */
enum { LONGEST_VARIABLE = 32 };
static int same_letter(char a, char b) { return ((a ^ b) | 0x20) == 0x20; }
static size_t misspelt_by(const char *name, size_t length, const char *known)
{
    size_t rows[3][LONGEST_VARIABLE + 1], i, k;
    if (length > LONGEST_VARIABLE) return length;
    for (i = 0; i <= length; i++) rows[0][i] = i;
    for (k = 1; known[k - 1]; k++) {
        size_t *row = rows[k % 3], *last = rows[(k + 2) % 3], *earlier = rows[(k + 1) % 3];
        row[0] = k;
        for (i = 1; i <= length; i++) {
            const size_t changed = last[i - 1] + !same_letter(name[i - 1], known[k - 1]);
            row[i] = (last[i] < row[i - 1] ? last[i] : row[i - 1]) + 1;
            if (changed < row[i]) row[i] = changed;
            if (i > 1 && k > 1 && same_letter(name[i - 1], known[k - 2]) && same_letter(name[i - 2], known[k - 1]) &&
                earlier[i - 2] + 1 < row[i]) row[i] = earlier[i - 2] + 1;
        }
    }
    return rows[(k + 2) % 3][length];
}

/* Guesses the variable that is meant. Returns NULL if the name differs from each of the kit's by more than a quarter of
   its letters: it then belongs to another program. */
static const char *variable_meant(const char *name, size_t length)
{
    const size_t own = sizeof cl_variables / sizeof *cl_variables;
    const gt_variable_ *v = NULL;
    const char *meant = NULL;
    size_t least = length, i;
    for (i = 0; i < own || (v = gt_variable_next_(v)) != NULL; i++) {
        const char *known = i < own ? cl_variables[i] : v->name;
        const size_t by = misspelt_by(name + 3, length - 3, known + 3);
        if (by < least && by <= strlen(known) / 4) least = by, meant = known;
    }
    return meant;
}

static int environment_check(void)      /* returns the exit status */
{
    char ignored[4096];
    int found = 0;
    for (char **at = environ; at && *at; at++) {
        const size_t length = strcspn(*at, "=");
        const char *meant = strncmp(*at, "GT_", 3) ? NULL : variable_meant(*at, length);
        char shown[48];
        if (!meant || (strlen(meant) == length && !memcmp(meant, *at, length))) continue;
        (void)gt_plain_(gt_copy_(shown, sizeof shown, *at), 0);
        printf("%s in the environment has no meaning: is it %s?\n", shown, meant);
        found = 1;
    }
    fputs(gt_variables_text_(ignored, sizeof ignored, ""), stdout);
    if (!found) printf("no misspelt variable of gputime is in the environment\n");
    return found;
}
