# names.awk - what class.sh has found in the folder of a class: whose file it is, and for which exercise
#
# Reads KIND tab TIME tab PATH (KIND as find's %y; the character 1 stands for a line end). Each path ends in one of two
# lists: files (STUDENT, NN, REMARK, NAME, PATH) or others (STUDENT, NN, REASON, NAME), with tabs between.

function plain(text,   i, at) {  # without what a terminal, a table or a reader could take for something else
    text = substr(text, 1, 200)
    gsub(/[\001-\037\177]/, "?", text)
    for (i = 1; (at = match(substr(text, i), /[\200-\377]/)) > 0; i += RLENGTH) {
        i += at - 1                     # what is no UTF-8, or a control of 8 bits, becomes "?", too
        if (!match(substr(text, i), letter)) { text = substr(text, 1, i - 1) "?" substr(text, i + 1); RLENGTH = 1 }
    }
    gsub(/\342\200[\213-\217\252-\256]|\342\201[\240-\257]|\357\273\277/, "?", text)
    gsub(unseen, "?", text)
    gsub(/  +/, " ", text)
    return text
}
# The name of a student that a reader can take for no other's: where plain names are the same, a number tells them.
function named(student,   text, plain_text, k) {
    if (!(student in name_of)) {
        text = plain(student)
        gsub(/^ +| +$/, "", text)
        plain_text = text
        for (k = 2; text in taken; k++) text = plain_text " (" k ")"
        taken[text] = 1
        name_of[student] = text
    }
    return name_of[student]
}
function trimmed(text) { gsub(/^[-_. ]+|[-_. ]+$/, "", text); return text }
function other(student, id, reason, name) {
    if (++rest[student] > 100) hidden[student]++
    else print named(student), id, reason, plain(name) > others
}
# A name without the day and the time in it, where these stand apart: s20260131 is somebody's.
function undated(name,   d, edge, day, time) {
    d = "[-_.]?"
    edge = "[^A-Za-z0-9\200-\377]"
    time = "([-_T ][0-9][0-9][-:.][0-9][0-9][-:.][0-9][0-9])?"
    day = "([12][0-9][0-9][0-9]" d "[01][0-9]" d "[0-3][0-9]" time "|[0-3][0-9][-_.][01][0-9][-_.][12][0-9][0-9][0-9])"
    name = " " name
    while (match(name, edge day edge)) name = substr(name, 1, RSTART) substr(name, RSTART + RLENGTH - 1)
    return name
}
# The first number of two digits alone; its place to at. In a folder a letter may stand before it: ex03.c.
function number_of(name, before) {
    at = match(" " name, before "[0-9][0-9][^0-9]")
    return at ? substr(name, at, 2) : ""
}
BEGIN {
    SUBSEP = "\n"           # no name holds one: line ends of names are the character 1
    letter = "^(\302[\240-\277]|[\303-\337][\200-\277]|[\340-\357][\200-\277][\200-\277]|" \
        "[\360-\364][\200-\277][\200-\277][\200-\277])"
    # Letters that show nothing: blanks that join, soft hyphens, marks of direction, fillers, selectors, tags.
    unseen = "\302[\240\255]|\330\234|\315\217|\341\205[\237\240]|\341\232\200|\341\240[\213-\217]|" \
        "\342\200[\200-\212]|\342\240\200|\343\205\244|\343\200\200|\357\270[\200-\217]|\357\276\240|\363\240[\200-\207][\200-\277]"
    printf "" > files; printf "" > others
}
{
    path = $0
    sub(/^[^\t]*\t[^\t]*\t/, "", path)
    depth = split(path, part, "/")
    last = part[depth]
    student = depth > 1 ? part[1] : ""
    if (depth > 1) filled[part[1]] = 1
    if ($1 == "d") {
        if (depth == 1) folder[path] = 1
        else if (depth == 2) other(student, "", "it is a folder in a student's folder: nobody looks into it", path)
        next
    }
    if (depth > 2) next
    if ($1 == "l") { other(student, "", "it is a link: hand in the file itself", path); next }
    if ($1 != "f") { other(student, "", "it is no regular file", path); next }
    if (last !~ /[.]c$/) { other(student, "", "its name does not end in .c", path); next }
    name = undated(last)
    id = number_of(name, depth > 1 ? "[^0-9]" : "[-_ .]")
    if (depth == 1 && id != "") student = trimmed(substr(name, 1, at - 1))
    # Nothing but digits together that could be a day: then they are a student's number.
    if (depth == 1 && student == "" && match(last, /^[0-9][0-9][0-9][0-9][0-9]+/)) student = substr(last, 1, RLENGTH)
    if (id == "") {
        other(student, "", "its name holds no number of an exercise: two digits, as in 03_mine.c", path)
        next
    }
    if (student == "") { other("", id, "its name does not say whose it is, as ada_" id ".c does", path); next }
    if (index(ids, " " id " ") == 0) { other(student, id, "there is no exercise " id, path); next }
    if (index(chosen, " " id " ") == 0) { other(student, id, "EX leaves this exercise out", path); next }
    k = student SUBSEP id
    if (k in newest) {
        many[k]++
        if ($2 + 0 < time[k] || ($2 + 0 == time[k] && path < newest[k])) { older[++late] = path; of[late] = k; next }
        older[++late] = newest[k]
        of[late] = k
    } else { order[++count] = k; many[k] = 1 }
    newest[k] = path
    time[k] = $2 + 0
}
END {
    for (f in folder) if (!(f in filled)) other(f, "", "the folder is empty", f)
    for (i = 1; i <= late; i++) {
        split(of[i], who, SUBSEP)
        other(who[1], who[2], "a newer file of this exercise counts: " plain(newest[of[i]]), older[i])
    }
    for (s in hidden) print named(s), "", "there are " hidden[s] " more such things", plain(s) > others
    for (i = 1; i <= count; i++) {
        split(order[i], who, SUBSEP)
        remark = many[order[i]] == 1 ? "-" : "the newest of " many[order[i]] " files"
        print named(who[1]), who[2], remark, plain(newest[order[i]]), newest[order[i]] > files
    }
}
