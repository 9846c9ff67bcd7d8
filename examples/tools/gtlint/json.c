/* Reads a JSON document (RFC 8259) into a tree, in one pass and in place: texts stay in the buffer. Lists of numbers
   make up most of a large document. They become arrays, and the memory of their text is freed. Part of gtlint.c. */

/* JSON_NUMBERS: a list that holds only numbers and nulls. */
typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_NUMBERS, JSON_OBJECT } json_kind;
typedef struct json {
    json_kind kind;
    double number;              /* 0 or 1 for a truth value */
    const char *text;           /* UTF-8, ends with a zero byte */
    struct json *item;          /* items of a list or members of an object */
    double *x;                  /* values of JSON_NUMBERS, NaN for a null; else NULL */
    size_t count;
    const char *key;            /* name, if it is a member of an object */
} json;

static void json_free(json *j)
{
    size_t i;
    for (i = 0; j->item && i < j->count; i++) json_free(&j->item[i]);
    free(j->item);
    free(j->x);
    memset(j, 0, sizeof *j);
}

/* Finds the member whose name is the first `length` characters of `key`. Returns a null value if there is none. */
static const json *json_find(const json *j, const char *key, size_t length)
{
    static const json none;
    size_t i;
    for (i = 0; j->kind == JSON_OBJECT && i < j->count; i++)
        if (!strncmp(j->item[i].key, key, length) && !j->item[i].key[length]) return &j->item[i];
    return &none;
}
static const json *json_in(const json *j, const char *key) { return json_find(j, key, strlen(key)); }
/* The same, but only if it has that kind. */
static const json *json_of(const json *j, const char *key, json_kind kind)
{
    static const json none;
    const json *is = json_in(j, key);
    return is->kind == kind ? is : &none;
}
static const char *json_text(const json *j) { return j->kind == JSON_TEXT ? j->text : ""; }
static double json_number(const json *j) { return j->kind == JSON_NUMBER ? j->number : (double)NAN; }
static size_t json_count(const json *j)         /* returns 0 if it is no whole number */
{
    const double n = json_number(j);
    return n > 0 && n < 9e15 ? (size_t)n : 0;
}

/* The same for a member. */
static const char *text_in(const json *j, const char *key) { return json_text(json_in(j, key)); }
static double number_in(const json *j, const char *key) { return json_number(json_in(j, key)); }
static size_t count_in(const json *j, const char *key) { return json_count(json_in(j, key)); }

/* Copies members of an object into variables. `format` has a key, a colon and a type for each. The types, with the
   value for a missing member: s: text, ""; n: double, NaN; z: double, 0; c: size_t, 0; d: int, 0; b: int, 0 (1 for
   true); i: gt_interval. */
static void json_fields(const json *j, const char *format, ...)
{
    va_list to;
    va_start(to, format);
    for (; *format; format += strspn(format, " ")) {
        const size_t length = strcspn(format, ":");
        const json *is = json_find(j, format, length);
        const double x = json_number(is);
        gt_interval *ci;
        format += length + 2;
        switch (format[-1]) {
        case 's': *va_arg(to, const char **) = json_text(is); break;
        case 'n': *va_arg(to, double *) = x; break;
        case 'z': *va_arg(to, double *) = gt_or_0_(x); break;
        case 'c': *va_arg(to, size_t *) = json_count(is); break;
        case 'd': *va_arg(to, int *) = fabs(x) < INT_MAX ? (int)x : 0; break;
        case 'b': *va_arg(to, int *) = is->number > 0; break;
        default:
            ci = va_arg(to, gt_interval *);
            json_fields(is, "low:n high:n confidence:z", &ci->low, &ci->high, &ci->confidence);
        }
    }
    va_end(to);
}

/* ---- numbers ---- */

static const char *json_space(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
    return at;
}
/* Computes the double nearest to mantissa / power. The quotient is made as a long double with a mantissa of 64 bits and
   rounded again. Returns 0 if that result lies half way between two doubles, where two roundings may be wrong. */
static int json_quotient(uint64_t mantissa, double power, double *x)
{
    const long double near = (long double)mantissa / (long double)power;
    uint64_t bits = 0;
    *x = (double)near;
    if (LDBL_MANT_DIG == 64) memcpy(&bits, &near, sizeof bits);
    return LDBL_MANT_DIG == 64 && (bits & 0x7ff) != 0x400;
}
/* Appends the digits at `at` to *mantissa. Returns the place behind them. */
static const char *json_digits(const char *at, uint64_t *mantissa)
{
    for (; *at >= '0' && *at <= '9'; at++) *mantissa = 10 * *mantissa + (uint64_t)(*at - '0');
    return at;
}
/* Reads the number at `at`. Returns the place behind it, or NULL if there is no number. If a double holds mantissa and
   power of ten exactly, one rounding gives the nearest double. */
static const char *json_decimal(const char *at, double *x)
{
    static const double power[] = { 1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18 };
    const char *first = at + (*at == '-'), *digits;
    uint64_t mantissa = 0;
    const char *point = json_digits(first, &mantissa), *end = *point == '.' ? json_digits(point + 1, &mantissa) : point;
    if (point == first) return NULL;
    if (*end == 'e' || *end == 'E') {
        digits = end + 1 + (end[1] == '-' || end[1] == '+');
        end = json_digits(digits, &mantissa);
        if (end == digits) return NULL;
    } else if (end - first <= 18) {
        const double by = power[end > point ? end - point - 1 : 0];
        *x = (double)mantissa / by;
        if (!(mantissa >> 53) || json_quotient(mantissa, by, x)) {
            if (*at == '-') *x = -*x;
            return end;
        }
    }
    *x = strtod(at, NULL);
    return end;
}

/* Frees the memory of a text that is not read again, in whole pages. */
static void json_forget(const char *text, const char *end)
{
#ifdef MADV_DONTNEED
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = ((uintptr_t)text + page - 1) / page * page;
    const uintptr_t to = (uintptr_t)end / page * page;
    if (from < to) (void)madvise((void *)from, to - from, MADV_DONTNEED);
#endif
    (void)text;
    (void)end;
}

/* ---- texts ---- */

static unsigned long json_hex(const char *at)       /* reads four digits; returns ULONG_MAX if they are not */
{
    char digits[5] = "";
    strncpy(digits, at, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtoul(digits, NULL, 16) : (unsigned long)-1;
}
static char *json_utf8(char *to, unsigned long c)
{
    static const unsigned first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    int bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4, i;
    for (i = bytes - 1; i > 0; i--, c >>= 6) to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(first[bytes] | c);
    return to + bytes;
}
/* Decodes the escape at *at, writes it to `to`, and moves *at to its last character. Returns NULL for a bad escape. */
static char *json_escape(char **at, char *to)
{
    static const char from[] = "\"\\/bfnrt", is[] = "\"\\/\b\f\n\r\t";
    const char letter = *++*at, *known = letter ? strchr(from, letter) : NULL;
    unsigned long c, low;
    if (known) {
        *to = is[known - from];
        return to + 1;
    }
    c = letter == 'u' ? json_hex(*at + 1) : (unsigned long)-1;
    if (c == (unsigned long)-1) return NULL;
    *at += 4;
    if (c >= 0xd800 && c < 0xdc00 && (*at)[1] == '\\' && (*at)[2] == 'u') {
        low = json_hex(*at + 3);
        if (low < 0xdc00 || low > 0xdfff) return NULL;
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        *at += 6;
    }
    return json_utf8(to, c);
}
/* Reads a text from behind its opening quote. It decodes in place, since no escape is shorter than its character.
   Returns the place behind the closing quote, or NULL for a bad text. */
static char *json_string(char *at, const char **out)
{
    char *to;
    *out = at;
    while (*at != '"' && *at != '\\' && (unsigned char)*at >= ' ') at++;
    for (to = at; *at != '"'; at++) {
        if ((unsigned char)*at < ' ') return NULL;
        if (*at != '\\') *to++ = *at;
        else if (!(to = json_escape(&at, to))) return NULL;
    }
    *to = 0;
    return at + 1;
}

/* ---- values ---- */

/* A callback for each item of each list that is a member of the document. It gets the list's key, the item, and what
   was read of the document so far. It returns 1 if it used the item, which is then freed; 0 keeps it in the tree. */
typedef int json_take(const json *so_far, const char *key, json *item, void *to);
typedef struct json_each { json_take *take; void *to; } json_each;
/* The stack of values of lists and objects that are not closed yet. key: the list whose items go to the callback; NULL
   if they do not. */
typedef struct json_open { json *at; size_t count, room; const json_each *each; const char *key; } json_open;

static char *json_value(char *at, json *j, json_open *open, int depth);

/* Reads a list of only numbers and nulls from behind its opening bracket. Returns NULL if it is another list. */
static char *json_items_of_numbers(char *at, json *j)
{
    const char *end = json_space(at);
    size_t room = 0;
    do {
        double x = (double)NAN;
        end += *end == ',';
        end = json_space(end);
        end = *end == 'n' && !strncmp(end, "null", 4) ? end + 4 : json_decimal(end, &x);
        if (!end) break;
        j->x = grown(j->x, j->count, &room, sizeof x);
        j->x[j->count++] = x;
        end = json_space(end);
    } while (*end == ',');
    if (end && *end == ']') {
        j->kind = JSON_NUMBERS;
        j->x = resized(j->x, j->count * sizeof *j->x);
        json_forget(at, end);
        return at + (end + 1 - at);
    }
    free(j->x);
    j->x = NULL;
    j->count = 0;
    return NULL;
}
static char *json_member(char *at, json *member, json_open *open, int in_object, int depth)
{
    const char *key = NULL;
    memset(member, 0, sizeof *member);
    if (in_object) {
        at = *at == '"' ? json_string(at + 1, &key) : NULL;
        if (!at || *(at += json_space(at) - at) != ':') return NULL;
        at++;
        at += json_space(at) - at;
    }
    open->key = depth == 0 && open->each ? key : NULL;
    at = json_value(at, member, open, depth + 1);
    member->key = key;
    return at ? at + (json_space(at) - at) : NULL;
}
static int json_taken(json *item, const json_open *open, const char *key, size_t first)
{
    json so_far;
    int taken;
    memset(&so_far, 0, sizeof so_far);
    so_far.kind = JSON_OBJECT;
    so_far.item = open->at;
    so_far.count = first;
    taken = open->each->take(&so_far, key, item, open->each->to);
    if (taken) json_free(item);
    return taken;
}
/* Reads items or members from behind the opening bracket. They lie on the stack `open` until their number is known. */
static char *json_items(char *at, json *j, json_open *open, int depth)
{
    const char close = j->kind == JSON_LIST ? ']' : '}';
    const size_t first = open->count;
    const char *key = j->kind == JSON_LIST ? open->key : NULL;
    char *end = j->kind == JSON_LIST ? json_items_of_numbers(at, j) : NULL;
    json member;
    if (end) return end;
    at += json_space(at) - at;
    if (*at == close) return at + 1;
    for (;;) {
        at = json_member(at, &member, open, j->kind == JSON_OBJECT, depth);
        if (!at || (*at != close && *at != ',')) break;
        if (!key || !json_taken(&member, open, key, first)) {
            open->at = grown(open->at, open->count, &open->room, sizeof *open->at);
            open->at[open->count++] = member;
        }
        if (*at++ == ',') {
            at += json_space(at) - at;
            continue;
        }
        j->count = open->count - first;
        j->item = resized(NULL, (j->count + 1) * sizeof *j->item);
        memcpy(j->item, open->at + first, j->count * sizeof *j->item);
        open->count = first;
        return at;
    }
    json_free(&member);
    while (open->count > first) json_free(&open->at[--open->count]);
    return NULL;
}
/* Reads a value. Returns the place behind it. Returns NULL if it is not JSON; then nothing has to be freed. */
static char *json_value(char *at, json *j, json_open *open, int depth)
{
    static const struct { const char *word; json_kind kind; double number; } words[] = {
        { "null", JSON_NULL, 0 }, { "true", JSON_BOOL, 1 }, { "false", JSON_BOOL, 0 } };
    const char *end;
    size_t i;
    memset(j, 0, sizeof *j);
    if (*at == '"') {
        j->kind = JSON_TEXT;
        return json_string(at + 1, &j->text);
    }
    if (*at == '[' || *at == '{') {
        j->kind = *at == '[' ? JSON_LIST : JSON_OBJECT;
        return depth < 100 ? json_items(at + 1, j, open, depth) : NULL;
    }
    for (i = 0; i < 3; i++)
        if (*at == *words[i].word && !strncmp(at, words[i].word, strlen(words[i].word))) {
            j->kind = words[i].kind;
            j->number = words[i].number;
            return at + strlen(words[i].word);
        }
    j->kind = JSON_NUMBER;
    end = json_decimal(at, &j->number);
    return end ? at + (end - at) : NULL;
}
/* Parses a document. The text is changed, and must outlive the tree. each: NULL, or the callback that takes items while
   the rest is read. Returns 0 if it is not JSON; *j is then a null. */
static int json_parse(char *text, const json_each *each, json *j)
{
    json_open open = { NULL, 0, 0, each, NULL };
    char *end = json_value(text + (json_space(text) - text), j, &open, 0);
    free(open.at);
    if (end && !*json_space(end)) return 1;
    json_free(j);
    return 0;
}

/* ---- documents of gt_write_json ---- */

/* The name ends at a blank. Returns GT_FINDING_COUNT if no finding has it. */
static gt_finding_code finding_of(const char *name)
{
    const size_t length = strcspn(name, " ");
    gt_finding_code c = (gt_finding_code)0;
    while (c < GT_FINDING_COUNT && (strncmp(gt_finding_name(c), name, length) || gt_finding_name(c)[length])) c++;
    return c;
}
static gt_kind kind_of(const char *name)    /* returns GT_KIND_COUNT if the kit has no such kind */
{
    int k = 0;
    while (k < GT_KIND_COUNT && strcmp(gt_kinds_[k].name, name)) k++;
    return (gt_kind)k;
}
/* The bytes of a file, with a zero byte behind them. mapped: 1 if the file is mapped, 0 if it is a copy. made: when the
   file was last written. */
typedef struct file_text { char *at; size_t length; int mapped; struct timespec made; } file_text;

static void text_free(file_text *t)
{
    if (t->mapped) (void)munmap(t->at, t->length);
    else free(t->at);
    memset(t, 0, sizeof *t);
}
/* Reads a document of gt_write_json. `take` gets each series and each finding, so that only one of them is in memory as
   a tree. It also gets what was read before: the kit writes devices and state first. Returns 0 with a message if it is
   no such document. */
static int document_parse(char *text, const char *file, json_take *take, void *to, json *j)
{
    const json_each each = { take, to };
    const int right = json_parse(text, &each, j) && json_in(j, "schema")->kind == JSON_NUMBER;
    if (!right) fprintf(stderr, "gtlint: %s is not a JSON document of gputime (GT_JSON), or is cut off\n", file);
    if (right && number_in(j, "schema") > 1)
        fprintf(stderr, "gtlint: %s is of a newer version; what is new in it is left out\n", file);
    if (!right) json_free(j);
    return right;
}
