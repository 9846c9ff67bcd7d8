/* outputs.c - says why a file that an option names should not be written: part of gtprof and of gtlint

   Where the name behind an option is missing, the next word is taken for it: the program, or what is to be read. */

/* The name with its folder's own path: two names of one file then are the same. The caller frees it. */
static char *output_whole(const char *name) {
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    char in[PATH_MAX], path[PATH_MAX], *whole;
    snprintf(in, sizeof in, "%.*s", slash ? (int)(last - name) : 1, slash ? name : ".");
    if (!realpath(in, path)) return strdup(name);
    whole = (char *)malloc(strlen(path) + strlen(last) + 2);
    if (whole) sprintf(whole, "%s/%s", path, last);
    return whole;
}
/* Reads the first bytes of a file, up to a zero. Returns how many: 0 also if it cannot be read. */
static size_t output_beginning(const char *path, char *text, size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t n = file >= 0 ? read(file, text, size - 1) : 0;
    if (file >= 0) close(file);
    text[n > 0 ? n : 0] = 0;
    return strlen(text);
}
static int output_is_elf(const char *beginning) { return !strncmp(beginning, "\177ELF", 4); }
static int output_is_script(const char *beginning) { return !strncmp(beginning, "#!", 2); }

static char *output_known[8];           /* the files that were asked about */
static size_t output_count;

/* Returns NULL if the file can be written. It is not opened to write, so that nothing is made or cut off. Two options
   that name the same file would overwrite it; a pipe or device takes several. has: what stands at the beginning of each
   such file, in the first 63 bytes; "": anything but a program. replaced: 1: another file takes its place, so its
   folder must be writable. input: the files that will be read. */
static const char *output_doubt(const char *name, const char *has, int replaced, char *const *input, int inputs) {
    char *const whole = output_whole(name);
    const char *const slash = strrchr(name, '/');
    char begin[64] = "", of[PATH_MAX];
    struct stat about, other;
    const int there = !stat(name, &about), is_file = there && S_ISREG(about.st_mode);
    size_t i;
    if (!whole) return "there is no memory";
    for (i = 0; i < output_count && (!there || is_file); i++)
        if (!strcmp(output_known[i], whole)) return "two options name this file";
    output_known[output_count++] = whole;
    if (!*name || (there && S_ISDIR(about.st_mode))) return "this is no file: name a file";
    if (is_file) (void)output_beginning(name, begin, sizeof begin);
    if (output_is_elf(begin) || output_is_script(begin))
        return "this is a program, and would be overwritten: put a file's name behind the option";
    for (; is_file && inputs > 0; inputs--, input++)
        if (!stat(*input, &other) && other.st_dev == about.st_dev && other.st_ino == about.st_ino)
            return "this file is to be read, and would be overwritten: name another file";
    if (begin[0] && !strstr(begin, has)) return "this holds something else, which would be lost: name another file";
    if (there && !S_ISFIFO(about.st_mode) && access(name, W_OK))
        return gt_text_("%s: change its permissions, or name another file", strerror(errno));
    snprintf(of, sizeof of, "%.*s.", slash ? (int)(slash + 1 - name) : 0, name);
    if ((there && (!replaced || !is_file)) || !access(of, W_OK | X_OK)) return NULL;
    of[strlen(of) - 1] = 0;
    return errno == ENOENT ? gt_text_("there is no such folder: make it (mkdir -p %s), or name another one", of)
                           : gt_text_("its folder cannot be written, %s: name another one", strerror(errno));
}
