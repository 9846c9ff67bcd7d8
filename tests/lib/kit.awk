# What most test programs link instead of compiling it: makes of a header two files for tests.
#
#     awk -v kit=FILE -v private=FILE -f tests/lib/kit.awk gputime.h
#
# KIT is the header with an implementation whose functions and variables are not static: compiled once, it gives all of
# them to whoever links it. PRIVATE declares them: the implementation without the bodies of functions and the values of
# variables. What begins in the first column of a header begins something new, and what has several lines in braces
# ends with a brace in the first column; no more is understood of C.

function bare(s) {      # without comments, strings and characters
    if (in_comment && !sub(/^.*\*\//, "", s)) return ""
    in_comment = 0
    gsub(/"([^"\\]|\\.)*"/, "\"\"", s)
    gsub(/'([^'\\]|\\.)'/, "0", s)
    gsub(/\/\*([^*]|\*+[^\/*])*\*+\//, "", s)
    if (sub(/\/\*.*/, "", s)) in_comment = 1
    sub(/[ \t]+$/, "", s)
    return s
}
function declare(text) { gsub(/[ \n]+$/, "", text); print text ";" >private }
function has_ended() {  # the item whose last line with code is `code`; a comment behind it may have more lines
    if (in_comment) return 0
    if (code ~ /^}/) return code !~ /\{$/
    if (index(item, "{")) return code ~ /[;}]$/ && gsub(/\{/, "{", item) == gsub(/}/, "}", item)
    return code ~ /;$/
}
function emit(   at) {
    if (item ~ /^(typedef|enum|struct|GT_INLINE_|GT_EXTERN_C_)/) printf "%s", raw >private
    if (item !~ /^static / || item ~ /GT_WEAK_|weakref/) { printf "%s", raw >kit; return }
    sub(/^static /, "", raw)
    sub(/^static /, "", item)
    printf "%s", raw >kit
    if (item ~ /^(const |GT_THREAD_LOCAL_ )*struct \{/) {
        at = item ~ /^[^\n]*}/ ? index(item, "}") : index(item, "\n}") + 1
        match(substr(item, at), /[=;]/)
        declare("extern " substr(item, 1, at + RSTART - 2))
        return
    }
    match(item, /[={;]/)
    at = substr(item, RSTART, 1)
    item = substr(item, 1, RSTART - 1)
    declare((at == "{" || (at == ";" && item ~ /\) *$/) ? "" : "extern ") item)
}

/^#if defined\(GPUTIME_IMPLEMENTATION\) && !defined\([A-Z_]+_IMPLEMENTED_\)/ {
    inside = 1
    shared = 0
    print >kit
    print "#if 1" >private
    next
}
/^#endif \/\* [A-Z_]+_IMPLEMENTED_/ { inside = 0; print >kit; print "#endif" >private; next }
# What the implementation shares with another part of the header.
/^#if \(defined\(GPUTIME_IMPLEMENTATION\) \|\|/ { shared = 1 }
!inside {
    print >kit
    if (shared) { sub(/^#if \(.*\) &&/, "#if 1 \\&\\&"); print >private }
    next
}

item == "" && (directive || /^#/) {
    bare($0)
    directive = /\\$/ || in_comment
    print >kit
    sub(/^#ifdef GT_CALLS_REPLACES_$/, "#if 0")         # declarations may come behind that
    print >private
    next
}
{ line = bare($0) }
item == "" || line != "" { code = line }
item == "" && (code == "" || code ~ /^__attribute__\(\(.*\)\)$|^[A-Z_]+(\([0-9, ]*\))?$/) { print >kit; next }
{
    item = item == "" ? line : item "\n" line
    raw = raw $0 "\n"
    if (!has_ended()) next
    emit()
    item = raw = ""
}
