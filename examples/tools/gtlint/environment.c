/* environment.c - of gtlint: names in the environment that begin with GT_ and mean nothing, though almost something */

extern char **environ;

/* Those of gputime_cl.h, which gtlint does not include. */
static const char *const cl_variables[] = { "GT_DEVICE", "GT_CL_PROFILING", "GT_CL_OBJECTS" };

/* How many letters have to be put in, left out or changed to make one name of the other, in any case. */
enum { LONGEST_VARIABLE = 32 };
static size_t misspelt_by(const char *name, size_t length, const char *known)
{
    size_t row[LONGEST_VARIABLE + 1], i, k;
    if (length > LONGEST_VARIABLE) return length;
    for (i = 0; i <= length; i++) row[i] = i;
    for (k = 1; known[k - 1]; k++) {
        size_t corner = row[0];
        row[0] = k;
        for (i = 1; i <= length; i++) {
            const size_t changed = corner + (((name[i - 1] ^ known[k - 1]) | 0x20) != 0x20);
            corner = row[i];
            row[i] = (row[i] < row[i - 1] ? row[i] : row[i - 1]) + 1;
            if (changed < row[i]) row[i] = changed;
        }
    }
    return row[length];
}

/* The variable that is meant. NULL: other programs' names differ from each of the kit's in every fourth letter. */
static const char *variable_meant(const char *name, size_t length)
{
    const size_t own = sizeof cl_variables / sizeof *cl_variables;
    const char *meant = NULL;
    size_t least = length, i;
    for (i = 0; i < own + GT_ENV_COUNT_; i++) {
        const char *known = i < own ? cl_variables[i] : gt_variables_[i - own].name;
        const size_t by = misspelt_by(name + 3, length - 3, known + 3);
        if (by >= least || by > strlen(known) / 4) continue;
        least = by;
        meant = known;
    }
    return meant;
}

static int environment_check(void)      /* the exit status */
{
    char **at;
    int found = 0;
    for (at = environ; at && *at; at++) {
        const size_t length = strcspn(*at, "=");
        const char *meant = strncmp(*at, "GT_", 3) ? NULL : variable_meant(*at, length);
        char shown[48];
        if (!meant || (strlen(meant) == length && !memcmp(meant, *at, length))) continue;
        (void)gt_copy_plain_(shown, sizeof shown, *at, 0);
        printf("%s in the environment has no meaning: is it %s?\n", shown, meant);
        found = 1;
    }
    gt_variables_print_(stdout, "");
    if (!found) printf("no misspelt variable of gputime is in the environment\n");
    return found;
}
