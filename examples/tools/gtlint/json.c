/* A JSON document as a tree (RFC 8259). Part of gtlint.c. */

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;
typedef struct json {
    json_kind kind;
    double number;              /* of a truth value 0 or 1 */
    char *text;                 /* UTF-8; a character 0 ends it */
    struct json *item;          /* of a list or object */
    char **key;                 /* of an object */
    size_t count, room;
} json;

static void json_free(json *j)
{
    size_t i;
    for (i = 0; i < j->count; i++) {
        if (j->key) free(j->key[i]);
        json_free(&j->item[i]);
    }
    free(j->item);
    free(j->key);
    free(j->text);
    memset(j, 0, sizeof *j);
}

/* The member of that name; one that is null where there is none. */
static const json *json_in(const json *j, const char *key)
{
    static const json none;
    size_t i;
    if (j->kind == JSON_OBJECT)
        for (i = 0; i < j->count; i++) if (!strcmp(j->key[i], key)) return &j->item[i];
    return &none;
}
/* The same, of that kind alone. */
static const json *json_of(const json *j, const char *key, json_kind kind)
{
    static const json none;
    const json *is = json_in(j, key);
    return is->kind == kind ? is : &none;
}
static const char *json_text(const json *j) { return j->kind == JSON_TEXT ? j->text : ""; }
static double json_number(const json *j) { return j->kind == JSON_NUMBER ? j->number : (double)NAN; }
static size_t json_count(const json *j)         /* 0: it is none */
{
    const double n = json_number(j);
    return n > 0 && n < 9e15 ? (size_t)n : 0;
}

static const char *json_space(const char *at) { return at + strspn(at, " \t\r\n"); }

static unsigned long json_hex(const char *at)       /* four digits; ULONG_MAX: these are none */
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
/* Behind the opening quote. Returns what follows; NULL: it is no text. */
static const char *json_string(const char *at, char **out)
{
    size_t length = strcspn(at, "\"\\");
    const char *end = at;
    char *to;
    for (; at[length] == '\\' && at[length + 1]; length += strcspn(at + length, "\"\\")) length += 2;
    if (at[length] != '"') return NULL;
    *out = to = (char *)malloc(length + 1);     /* no escape is shorter than its character */
    if (!to) out_of_memory();
    for (end = at + length; at < end; at++) {
        static const char from[] = "\"\\/bfnrt", is[] = "\"\\/\b\f\n\r\t";
        const char *known;
        unsigned long c, low;
        if ((unsigned char)*at < ' ') return NULL;
        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        known = strchr(from, *++at);
        if (known && *known) {
            *to++ = is[known - from];
            continue;
        }
        c = *at == 'u' ? json_hex(at + 1) : (unsigned long)-1;
        if (c == (unsigned long)-1) return NULL;
        at += 4;
        if (c >= 0xd800 && c < 0xdc00 && at[1] == '\\' && at[2] == 'u') {
            low = json_hex(at + 3);
            if (low < 0xdc00 || low > 0xdfff) return NULL;
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            at += 6;
        }
        to = json_utf8(to, c);
    }
    *to = 0;
    return end + 1;
}

static json *json_add(json *j)
{
    json *item;
    if (j->count == j->room) {
        j->room = j->room ? 2 * j->room : 8;
        j->item = (json *)realloc(j->item, j->room * sizeof *j->item);
        if (j->kind == JSON_OBJECT) j->key = (char **)realloc(j->key, j->room * sizeof *j->key);
        if (!j->item || (j->kind == JSON_OBJECT && !j->key)) out_of_memory();
    }
    if (j->key) j->key[j->count] = NULL;
    item = &j->item[j->count++];
    memset(item, 0, sizeof *item);
    return item;
}
static const char *json_value(const char *at, json *j, int depth);
/* Behind the opening bracket. */
static const char *json_items(const char *at, json *j, int depth)
{
    const char close = j->kind == JSON_LIST ? ']' : '}';
    at = json_space(at);
    if (*at == close) return at + 1;
    for (;;) {
        json *item = json_add(j);
        if (j->kind == JSON_OBJECT) {
            at = *at == '"' ? json_string(at + 1, &j->key[j->count - 1]) : NULL;
            if (!at || *(at = json_space(at)) != ':') return NULL;
            at = json_space(at + 1);
        }
        at = json_value(at, item, depth + 1);
        if (!at) return NULL;
        at = json_space(at);
        if (*at == close) return at + 1;
        if (*at != ',') return NULL;
        at = json_space(at + 1);
    }
}
/* Returns what follows; NULL: it is no JSON. */
static const char *json_value(const char *at, json *j, int depth)
{
    static const struct { const char *word; json_kind kind; double number; } words[] = {
        { "null", JSON_NULL, 0 }, { "true", JSON_BOOL, 1 }, { "false", JSON_BOOL, 0 } };
    size_t i;
    char *end;
    for (i = 0; i < 3; i++)
        if (!strncmp(at, words[i].word, strlen(words[i].word))) {
            j->kind = words[i].kind;
            j->number = words[i].number;
            return at + strlen(words[i].word);
        }
    if (*at == '"') {
        j->kind = JSON_TEXT;
        return json_string(at + 1, &j->text);
    }
    if (*at == '[' || *at == '{') {
        j->kind = *at == '[' ? JSON_LIST : JSON_OBJECT;
        return depth < 100 ? json_items(at + 1, j, depth) : NULL;
    }
    if (*at != '-' && (*at < '0' || *at > '9')) return NULL;
    j->kind = JSON_NUMBER;
    j->number = strtod(at, &end);
    return end == at + strspn(at, "-+.0123456789eE") ? end : NULL;      /* no hexadecimal, nan or infinity */
}
/* 0: it is no JSON, and *j is null. */
static int json_parse(const char *text, json *j)
{
    const char *end;
    memset(j, 0, sizeof *j);
    end = json_value(json_space(text), j, 0);
    if (end && !*json_space(end)) return 1;
    json_free(j);
    return 0;
}
