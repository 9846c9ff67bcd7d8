# The sections of FINDINGS.md as strings of HTML in C: { "name", { "<p>...</p>", } }, for the page that gtlint writes.
# Links become their text, since a page refers to nothing outside itself.

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
    return "    \"" s "\",\n"
}
function paragraph_end() {
    gsub(/&/, "\\&amp;", paragraph)
    gsub(/</, "\\&lt;", paragraph)
    gsub(/>/, "\\&gt;", paragraph)
    paragraph = inline(unlinked(paragraph), "`[^`]*`", 1, "code")
    paragraph = inline(paragraph, "\\*\\*[^*]*\\*\\*", 2, "strong")
    paragraph = inline(paragraph, "\\*[^*]*\\*", 1, "em")
    if (name != "" && paragraph != "") printf "%s", quoted("<p>" paragraph "</p>")
    paragraph = ""
}
function section_end() {
    paragraph_end()
    if (name != "") print "    } },"
}
/^## / { section_end(); name = $2; print "    { \"" name "\", {"; next }
/^$/ { paragraph_end(); next }
/^<!-- / { next }
/^ *- / { paragraph_end() }
{ sub(/^ +/, "") }
{ paragraph = paragraph (paragraph == "" ? "" : " ") $0 }
END { section_end() }
