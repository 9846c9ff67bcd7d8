# class.awk - writes the marks of class.sh: as CSV, for a gradebook, as a page
#
# Reads a line STUDENT NN REMARK FILE MARK NUMBER REASON... for each graded file. The facts of its runs follow, in lines
# that begin with a tab. others: a file with lines STUDENT NN REASON FILE of what is not graded. roster: the names of
# the class. signs: lines NAME SIGN for a page without names. The page has the order of the signs, since the order of
# the names would give them away.

# A spreadsheet reads text that begins with one of these characters as a formula. A quote before it prevents that. (Some
# spreadsheets begin a new cell after ";".)
function quoted(text) {
    gsub(/"/, "\"\"", text)
    while (match(text, /;"*([-=+@\t\r]|\357\274[\213\215\235\240])/))
        text = substr(text, 1, RSTART) "'" substr(text, RSTART + 1)
    return "\"" (text ~ /^([-=+@\t\r]|\357\274[\213\215\235\240])/ ? "'" : "") text "\""      # also in full width
}
function plain(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/"/, "\\&quot;", text); return text }
function meet(student) { if (!(student in known)) { known[student] = 1; students[++class] = student } }
# A page of signs leaves out names of files and the compiler's words, which may hold a name.
function told(text) {
    if (signs != "" && match(text, /it does not compile: |a newer file of this exercise counts: /))
        text = substr(text, 1, RSTART + RLENGTH - 3)
    return plain(text)
}
function shown(student) { return signs == "" ? student : student in sign ? sign[student] : "?" }
# Reduces a reason to what is equal for all students who fail for it.
function cause(text) {
    if (text ~ /^the kit reports /) { sub(/^the kit reports /, "", text); sub(/:.*/, "", text); return text }
    if (text ~ /^your number is /) return "the number"
    sub(/: .*/, "", text); gsub(/[0-9.]+/, "N", text)
    return text
}
function row(student, nn, m, why, mine, theirs, codes, file) {
    print quoted(student) "," nn "," m "," quoted(why) "," mine "," theirs "," quoted(nn in band ? band[nn] : "") "," \
        quoted(codes) "," sandbox "," quoted(file) (signs == "" ? "" : "," quoted(sign[student])) > csv
}
# Returns how far two numbers are from the ratio that the reason names; 0 if it names none. The columns hold the numbers
# of the pair of runs that is nearest to the reason; if it names no ratio, those of the last pair.
function off_by(mine, theirs,   r) {
    r = told_ratio > 0 && mine > 0 && theirs > 0 ? log(mine / theirs / told_ratio) : 0
    return r < 0 ? -r : r
}
BEGIN {
    count = split(ids, id, " ")
    while ((getline line < table) > 0)
        if (split(line, f, " ") > 9 && f[1] ~ /^[0-9][0-9]$/) band[f[1]] = f[8] " to " f[9]
    while (signs != "" && (getline line < signs) > 0) { split(line, f, "\t"); sign[f[1]] = f[2]; seat[++seats] = f[1] }
    shade["FAIL"] = "fail"; shade["pass"] = "pass"; shade["cannot now"] = "now"
    short["FAIL"] = "x"; short["pass"] = "+"; short["cannot now"] = "?"; short[""] = "-"
    while (roster != "" && (getline line < roster) > 0) { meet(line); listed[line] = 1 }
}
/^\t/ {
    split($2, f, " ")
    if (f[3] == "number") run[f[2]] = f[4]
    if (f[3] == "number" && f[2] == "yours" && !((apart = off_by(f[4], run["theirs"])) > nearest)) {
        nearest = apart
        number["yours", student, nn] = f[4]
        number["theirs", student, nn] = run["theirs"]
    }
    if (f[3] == "number" && f[2] == "yours") codes[student, nn] = ""
    if (f[3] == "code" && f[2] == "yours" && f[4] != "env") codes[student, nn] = codes[student, nn] " " f[4]
    next
}
{
    student = $1; nn = $2
    meet(student)
    told_ratio = match($0, /[0-9.e+-]+ times the solution/) ? substr($0, RSTART) + 0 : 0
    nearest = 1e9
    mark[student, nn] = $5
    file[student, nn] = $4
    reason[student, nn] = $7
    for (i = 8; i <= NF; i++) { sub(/^ +/, "", $i); reason[student, nn] = reason[student, nn] "; " $i }
    if ($3 != "-") reason[student, nn] = reason[student, nn] " (" $3 ")"
    tally[nn, $5]++
    if ($5 == "FAIL") { c = cause($7); if (!(nn SUBSEP c in why)) causes[nn, ++kinds[nn]] = c; why[nn, c]++ }
}
END {
    while ((getline line < others) > 0) {
        split(line, f, "\t")
        left++
        for (i = 1; i <= 4; i++) rest[left, i] = f[i]
        if (f[1] != "") meet(f[1])
    }
    print "student,exercise,mark,reason,number,solution,band,findings,sandbox,file" (signs == "" ? "" : ",sign") > csv
    for (s = 1; s <= class; s++) for (i = 1; i <= count; i++) {
        k = students[s] SUBSEP id[i]
        m = k in mark ? mark[k] : "missing"
        sub(/^ /, "", codes[k])
        note = roster != "" && !(students[s] in listed) ? (reason[k] == "" ? "" : "; ") "not in the roster" : ""
        row(students[s], id[i], m == "FAIL" ? "fail" : m, reason[k] note, number["yours", students[s], id[i]], \
            number["theirs", students[s], id[i]], codes[k], file[k])
    }
    for (i = 1; i <= left; i++) row(rest[i, 1], rest[i, 2], "not graded", rest[i, 3], "", "", "", rest[i, 4])
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
    print "<title>Marks</title><style>" \
        "body{font:15px/1.4 system-ui,sans-serif;margin:1em auto;padding:0 .6em;max-width:75em}" \
        "h1,h2{line-height:1.2}.wide{overflow-x:auto}table{border-collapse:collapse}" \
        "td,th{padding:.2em .4em;border:1px solid #ccc;text-align:center}" \
        "td:first-child,th:first-child,.why{text-align:left}td{overflow-wrap:anywhere}" \
        "td:nth-child(2):not(.why){white-space:nowrap}.pass{background:#cfe8cf}" \
        ".fail{background:#f3c6c0}.now{background:#f5e6b3}.bar{display:inline-block;height:1em;vertical-align:middle}" \
        "@media(max-width:600px){body{font-size:13px;padding:0 4px}" \
        ".marks td,.marks th{padding:.2em 1px;font-size:9px}.marks th{font-size:8px}" \
        ".marks td:first-child,.marks th:first-child{" \
        "position:sticky;left:0;background:#fff;min-width:5em;max-width:6em}" \
        "td,th{padding:.2em}}</style>" > page
    print "<h1>Marks of " class " students</h1>" \
        (sandbox == "yes" ? "" : "<p><b>Graded without a sandbox: " \
            "a program could read the solutions and change marks.</b>") > page
    print "<div class=wide><table class=marks><tr><th>student" > page
    for (i = 1; i <= count; i++) print "<th>" id[i] > page
    print "<th>sum" > page
    for (s = 1; s <= seats; s++) students[s] = seat[s]
    for (s = 1; s <= class; s++) {
        print "<tr><td>" plain(shown(students[s])) > page
        sum = 0
        for (i = 1; i <= count; i++) {
            k = students[s] SUBSEP id[i]
            m = mark[k]
            sum += m == "pass"
            print "<td class=\"" shade[m] "\" title=\"" told(reason[k]) "\">" short[m] > page
        }
        print "<td>" sum > page
    }
    print "</table></div><p>+ pass, x fail, ? cannot be graded now, - missing.</p>" \
        "<h2>Why exercises fail</h2><div class=wide><table><tr><th>exercise<th>passed<th>failed<th>why" > page
    for (i = 1; i <= count; i++) {
        nn = id[i]
        print "<tr><td>" nn "<td>" tally[nn, "pass"] + 0 "<td>" tally[nn, "FAIL"] + 0 "<td class=why>" > page
        for (c = 1; c <= kinds[nn]; c++) {
            n = why[nn, causes[nn, c]]
            print "<span class=\"bar fail\" style=\"width:" sprintf("%.1f", 10 * n / class) "em\"></span> " \
                plain(causes[nn, c]) " (" n ")<br>" > page
        }
    }
    print "</table></div><details><summary>The reason of each mark</summary><div class=wide><table>" > page
    for (s = 1; s <= class; s++) for (i = 1; i <= count; i++) {
        k = students[s] SUBSEP id[i]
        if (k in mark) print "<tr><td>" plain(shown(students[s])) "<td>" id[i] "<td class=why>" mark[k] ": " \
            told(reason[k]) > page
    }
    print "</table></div></details>" > page
    if (left) print "<h2>Not graded</h2><div class=wide><table>" > page
    for (i = 1; i <= left; i++)
        late[rest[i, 1]] = late[rest[i, 1]] "<tr><td>" plain(rest[i, 1] == "" ? "?" : shown(rest[i, 1])) \
            "<td class=why>" (signs == "" ? plain(rest[i, 4]) ": " : "") told(rest[i, 3]) "\n"
    for (s = 0; s <= class; s++) printf "%s", late[students[s]] > page
    if (left) print "</table></div>" > page
}
