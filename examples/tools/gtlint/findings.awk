# The sections of FINDINGS.md as strings of HTML in C, for the page that gtlint writes: { "name", what it means }. When
# exactly a finding is said is left out: it is told in names of the source.
# Links become their text, since a page refers to nothing outside itself. The severity at the head of a section is left
# out: the page has that of the finding itself, which may be another one.

function inline(s, pattern, cut, tag,    out, part) {
    while (match(s, pattern)) {
        part = substr(s, RSTART + cut, RLENGTH - 2 * cut)
        if (tag == "code") gsub(/\*/, "\\&#42;", part)
        out = out substr(s, 1, RSTART - 1) "<" tag ">" part "</" tag ">"
        s = substr(s, RSTART + RLENGTH)
    }
    return out s
}
function unlinked(s,    out, part) {
    while (match(s, /\[[^]]*\]\([^)]*\)/)) {
        part = substr(s, RSTART + 1, RLENGTH - 1)
        out = out substr(s, 1, RSTART - 1) substr(part, 1, index(part, "](") - 1)
        s = substr(s, RSTART + RLENGTH)
    }
    return out s
}
function quoted(s) {
    gsub(/\\/, "\\\\", s)
    gsub(/"/, "\\\"", s)
    return "    \"" s "\"\n"
}
function paragraph_end() {
    sub(/^\*(Fault|Warning|Note|Info)\.\* /, "", paragraph)
    gsub(/&/, "\\&amp;", paragraph)
    gsub(/</, "\\&lt;", paragraph)
    gsub(/>/, "\\&gt;", paragraph)
    paragraph = inline(unlinked(paragraph), "`[^`]*`", 1, "code")
    paragraph = inline(paragraph, "\\*\\*[^*]*\\*\\*", 2, "strong")
    paragraph = inline(paragraph, "\\*[^*]*\\*", 1, "em")
    if (name != "" && paragraph != "" && !exactly) printf "%s", quoted("<p>" paragraph "</p>")
    paragraph = ""
}
function section_end() {
    paragraph_end()
    if (name != "") print "    \"\"\n    },"
    exactly = 0
}
/^## / { section_end(); name = $2; print "    { \"" name "\","; next }
/^$/ { paragraph_end(); next }
/^<!-- rules/ { paragraph_end(); exactly = 1; next }
/^<!-- / { next }
{ sub(/^ +/, "") }
{ paragraph = paragraph (paragraph == "" ? "" : " ") $0 }
END { section_end() }
