# class.awk - the marks of class.sh: as CSV, for a gradebook, as a page. Reads a line STUDENT NN MARK NUMBER REASON...
# for each file, and behind each the facts of its runs, in lines that begin with a tab.

function quoted(text) { gsub(/"/, "\"\"", text); return "\"" text "\"" }
function plain(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/"/, "\\&quot;", text); return text }
# What of a reason is the same for all who fail for it.
function cause(text) {
    if (text ~ /^the kit reports /) { sub(/^the kit reports /, "", text); sub(/:.*/, "", text); return text }
    if (text ~ /^your number is /) return "the number"
    sub(/: .*/, "", text); gsub(/[0-9.]+/, "N", text)
    return text
}
BEGIN {
    count = split(ids, id, " ")
    while ((getline line < table) > 0)
        if (split(line, f, " ") > 9 && f[1] ~ /^[0-9][0-9]$/) band[f[1]] = f[8] " to " f[9]
    shade["FAIL"] = "fail"; shade["pass"] = "pass"; shade["cannot now"] = "now"
    short["FAIL"] = "fail"; short["pass"] = "pass"; short["cannot now"] = "?"; short[""] = "-"
}
/^\t/ {
    split($2, f, " ")
    if (f[3] == "number") number[f[2], student, nn] = f[4]
    if (f[3] == "number" && f[2] == "yours") codes[student, nn] = ""
    if (f[3] == "code" && f[2] == "yours" && f[4] != "env") codes[student, nn] = codes[student, nn] " " f[4]
    next
}
{
    student = $1; nn = $2
    if (!(student in known)) { known[student] = 1; students[++class] = student }
    mark[student, nn] = $3
    reason[student, nn] = $5
    for (i = 6; i <= NF; i++) { sub(/^ +/, "", $i); reason[student, nn] = reason[student, nn] "; " $i }
    tally[nn, $3]++
    if ($3 == "FAIL") { c = cause($5); if (!(nn SUBSEP c in why)) causes[nn, ++kinds[nn]] = c; why[nn, c]++ }
}
END {
    print "student,exercise,mark,reason,number,solution,band,findings,sandbox" > csv
    for (s = 1; s <= class; s++) for (i = 1; i <= count; i++) {
        k = students[s] SUBSEP id[i]
        m = k in mark ? mark[k] : "missing"
        sub(/^ /, "", codes[k])
        print quoted(students[s]) "," id[i] "," (m == "FAIL" ? "fail" : m) "," quoted(reason[k]) "," \
            number["yours", students[s], id[i]] "," number["theirs", students[s], id[i]] "," quoted(band[id[i]]) "," \
            quoted(codes[k]) "," sandbox > csv
    }
    printf "student" > book
    for (i = 1; i <= count; i++) printf ",exercise %s", id[i] > book
    print ",total" > book
    for (s = 1; s <= class; s++) {
        printf "%s", quoted(students[s]) > book
        sum = 0
        for (i = 1; i <= count; i++) {
            m = mark[students[s], id[i]]
            sum += m == "pass"
            printf ",%s", m == "pass" ? 1 : m == "cannot now" ? "" : 0 > book
        }
        print "," sum > book
    }
    print "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">" > page
    print "<title>Marks</title><style>body{font:15px/1.4 system-ui,sans-serif;margin:2em;max-width:75em}" \
        "table{border-collapse:collapse}td,th{padding:.2em .5em;border:1px solid #ccc;text-align:center}" \
        "td:first-child,th:first-child,.why{text-align:left}.pass{background:#cfe8cf}.fail{background:#f3c6c0}" \
        ".now{background:#f5e6b3}.bar{display:inline-block;height:1em;vertical-align:middle}</style>" > page
    print "<h1>Marks of " class " students</h1><table><tr><th>student" > page
    for (i = 1; i <= count; i++) print "<th>" id[i] > page
    print "<th>total" > page
    for (s = 1; s <= class; s++) {
        print "<tr><td>" plain(students[s]) > page
        sum = 0
        for (i = 1; i <= count; i++) {
            k = students[s] SUBSEP id[i]
            m = mark[k]
            sum += m == "pass"
            print "<td class=\"" shade[m] "\" title=\"" plain(reason[k]) "\">" short[m] > page
        }
        print "<td>" sum > page
    }
    print "</table><p>The reason of each mark shows when the pointer rests on it; it stands in the CSV too. " \
        (sandbox == "yes" ? "" : "<b>Graded without a sandbox: bubblewrap is not here.</b>") \
        "</p><h2>Why exercises fail</h2><table><tr><th>exercise<th>passed<th>failed<th>why" > page
    for (i = 1; i <= count; i++) {
        nn = id[i]
        print "<tr><td>" nn "<td>" tally[nn, "pass"] + 0 "<td>" tally[nn, "FAIL"] + 0 "<td class=why>" > page
        for (c = 1; c <= kinds[nn]; c++) {
            n = why[nn, causes[nn, c]]
            print "<span class=\"bar fail\" style=\"width:" sprintf("%.1f", 20 * n / class) "em\"></span> " \
                plain(causes[nn, c]) " (" n ")<br>" > page
        }
    }
    print "</table>" > page
}
