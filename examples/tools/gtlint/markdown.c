/* Writes tables and texts in Markdown for a pull request: comparisons, runs and reports. Part of gtlint.c. */

/* Escapes characters that have a meaning in Markdown. Control characters become "?". */
static void markdown_text(const char *text)
{
    int bytes, shown;
    for (; *text; text += bytes) {
        bytes = gt_character_(text, &shown);
        if (bytes == 1 && strchr("\\`*_[]<|#~&", *text)) putchar('\\');
        if (shown) fwrite(text, 1, (size_t)bytes, stdout);
        else putchar('?');
    }
}
/* A name is indented by one step for each two spaces before it. */
static void markdown_cell(const char *text)
{
    putchar(' ');
    for (; text[0] == ' ' && text[1] == ' '; text += 2) fputs("&emsp;", stdout);
    markdown_text(text);
    fputs(" |", stdout);
}
/* Columns without text are left out, and rows may end early. Lines between rows would end the table, so they follow
   behind it. */
static void markdown_table(FILE *out, const gt_sheet_ *t)
{
    const char *cell, *end = t->text ? t->text + t->length : NULL;
    int i;
    (void)out;
    if (!t->rows) return;
    fputs("\n|", stdout);
    for (i = 0; i < t->count; i++) if (!i || t->width[i]) markdown_cell(t->columns[i].title);
    fputs("\n|", stdout);
    for (i = 0; i < t->count; i++)
        if (!i || t->width[i]) fputs(i && t->columns[i].least >= 0 ? " ---: |" : " --- |", stdout);
    putchar('\n');
    for (i = 0, cell = t->text; cell < end; cell += strlen(cell) + 1) {
        if (*cell == '\t') {
            cell += 2;
        } else if (*cell == '\n') {
            putchar('\n');
            i = 0;
        } else {
            if (!i) putchar('|');
            if (!i || t->width[i]) markdown_cell(cell);
            i++;
        }
    }
    putchar('\n');
    for (cell = t->text; cell < end; cell += strlen(cell) + 1) {
        if (*cell != '\t') continue;
        cell += 2;
        markdown_text(cell + strspn(cell, " "));
        fputs("  \n", stdout);
    }
}
/* A finding is an item of a list. Indented lines behind it belong to the item, and any other line ends the list. */
static void markdown_line(FILE *out, const char *word, const char *text)
{
    static int is_item;
    const size_t in = strspn(text, " ");
    (void)out;
    if (word[0]) printf("%s- **%s** ", is_item ? "" : "\n", word);
    else if (is_item) fputs(in ? "  " : "\n", stdout);
    is_item = word[0] || (is_item && in);
    markdown_text(text + in);
    fputs("  \n", stdout);
}
static const gt_markup_ markdown = { markdown_line, markdown_table };       /* --markdown */
