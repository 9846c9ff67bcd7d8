# names.awk - decides for each file that class.sh found: which student handed it in, and for which exercise
#
# Reads KIND tab TIME tab PATH (KIND as find's %y; the character 1 and a letter stand for a line end, or for that
# character). roster: a file of names, a line each, which are written to roster.shown as those of students are. Each
# path ends in one of two lists: files (STUDENT, NN, REMARK, NAME, PATH) or others (STUDENT, NN, REASON, NAME), with
# tabs between. PATH begins with a slash, so that no name begins behind a tab: a reader would not see where.

# Some systems write an accented letter as two characters, the letter and its accent. They are joined to one.
function spell(mark, letters,   list, n, i) {   # letters: each letter, followed by the same letter with the accent
    n = split(letters, list, " ")
    for (i = 1; i <= n; i++) with_mark[substr(list[i], 1, 1) mark] = substr(list[i], 2)
}
function spelt(text,   done, two) {
    while (match(text, /[A-Za-z](\314[\200-\277]|\315[\200-\257])/)) {
        two = substr(text, RSTART, 3)
        done = done substr(text, 1, RSTART - 1) (two in with_mark ? with_mark[two] : two)
        text = substr(text, RSTART + 3)
    }
    return done text
}
# Removes characters that a terminal, a table or a reader could misunderstand.
function plain(text,   i, at) {
    gsub(/\001[en]/, "?", text)
    text = spelt(substr(text, 1, 200))
    gsub(/[\001-\037\177]/, "?", text)
    for (i = 1; (at = match(substr(text, i), /[\200-\377]/)) > 0; i += RLENGTH) {
        i += at - 1                     # bad UTF-8 and control characters of 8 bits become "?"
        if (!match(substr(text, i), letter)) { text = substr(text, 1, i - 1) "?" substr(text, i + 1); RLENGTH = 1 }
    }
    gsub(/\342\200[\213-\217\252-\256]|\342\201[\240-\257]|\357\273\277/, "?", text)
    gsub(unseen, "?", text)
    gsub(/  +/, " ", text)
    return text
}
function shown(student,   text) { text = plain(student); gsub(/^ +| +$/, "", text); return text }
# The name of a student, unique for a reader: if two plain names are equal, a number is added. A student whose name is
# exactly the plain one gets no number.
function named(student,   text, plain_text, k) {
    if (!(student in name_of)) {
        plain_text = text = shown(student)
        for (k = 2; text in taken; k++) text = plain_text " (" k ")"
        taken[text] = 1
        name_of[student] = text
    }
    return name_of[student]
}
function trimmed(text) { gsub(/^[-_. ]+|[-_. ]+$/, "", text); return text }
function other(student, id, reason, name) {
    met[student] = 1
    if (++rest[student] > 100) { hidden[student]++; return }
    not_graded[++left] = plain(name)
    why[left] = reason
    whose[left] = student
    number[left] = id
}
# Removes a date and time from a name, if they are separate words: s20260131 may be a student's number.
function undated(name,   d, edge, day, time) {
    d = "[-_.]?"
    edge = "[^A-Za-z0-9\200-\377]"
    time = "([-_T ][0-9][0-9][-:.][0-9][0-9][-:.][0-9][0-9])?"
    day = "([12][0-9][0-9][0-9]" d "[01][0-9]" d "[0-3][0-9]" time "|[0-3][0-9][-_.][01][0-9][-_.][12][0-9][0-9][0-9])"
    name = " " name
    while (match(name, edge day edge)) name = substr(name, 1, RSTART) substr(name, RSTART + RLENGTH - 1)
    return name
}
# Finds the first number of exactly two digits, and sets `at` to its place. In a student's folder a letter may precede
# it, as in ex03.c.
function number_of(name, before) {
    at = match(" " name, before "[0-9][0-9][^0-9]")
    return at ? substr(name, at, 2) : ""
}
BEGIN {
    SUBSEP = "\n"           # no name holds one
    letter = "^(\302[\240-\277]|[\303-\337][\200-\277]|\340[\240-\277][\200-\277]|\355[\200-\237][\200-\277]|" \
        "[\341-\354\356\357][\200-\277][\200-\277]|\360[\220-\277][\200-\277][\200-\277]|" \
        "[\361-\363][\200-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277])"
    # Letters that show nothing: blanks that join, soft hyphens, marks of direction, fillers, selectors, tags, vowels
    # and notes that are only thought, ends of lines.
    unseen = "\302[\240\255]|\330\234|\315\217|\341\205[\237\240]|\341\232\200|\341\236[\264\265]|" \
        "\341\240[\213-\217]|" \
        "\342\200[\200-\212\250\251\257]|\342\201\237|\342\240\200|\357\277[\260-\273]|\360\235\205[\263-\272]|" \
        "\360\233\262[\240-\243]|\343\205\244|\343\200\200|\357\270[\200-\217]|\357\276\240|" \
        "\363\240[\200-\207][\200-\277]"
    spell("\314\200", "AÀ EÈ IÌ OÒ UÙ aà eè iì oò uù")
    spell("\314\201", "AÁ EÉ IÍ OÓ UÚ YÝ aá eé ií oó uú yý CĆ cć LĹ lĺ NŃ nń RŔ rŕ SŚ sś ZŹ zź")
    spell("\314\202", "AÂ EÊ IÎ OÔ UÛ aâ eê iî oô uû CĈ cĉ GĜ gĝ HĤ hĥ JĴ jĵ SŜ sŝ WŴ wŵ YŶ yŷ")
    spell("\314\203", "AÃ NÑ OÕ aã nñ oõ IĨ iĩ UŨ uũ")
    spell("\314\204", "AĀ aā EĒ eē IĪ iī OŌ oō UŪ uū")
    spell("\314\206", "AĂ aă EĔ eĕ GĞ gğ IĬ iĭ OŎ oŏ UŬ uŭ")
    spell("\314\207", "CĊ cċ EĖ eė GĠ gġ Iİ ZŻ zż")
    spell("\314\210", "AÄ EË IÏ OÖ UÜ aä eë iï oö uü yÿ YŸ")
    spell("\314\212", "AÅ aå UŮ uů")
    spell("\314\213", "OŐ oő UŰ uű")
    spell("\314\214", "CČ cč DĎ dď EĚ eě LĽ lľ NŇ nň RŘ rř SŠ sš TŤ tť ZŽ zž")
    spell("\314\247", "CÇ cç GĢ gģ KĶ kķ LĻ lļ NŅ nņ RŖ rŗ SŞ sş TŢ tţ")
    spell("\314\250", "AĄ aą EĘ eę IĮ iį UŲ uų")
    printf "" > files; printf "" > others
    while (roster != "" && (getline name < roster) > 0) print shown(name) > (roster ".shown")
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
        else if (depth == 2) other(student, "", "it is a folder in a student's folder, which is not searched", path)
        next
    }
    if (depth > 2) next
    if ($1 == "l") { other(student, "", "it is a link: hand in the file itself", path); next }
    if ($1 != "f") { other(student, "", "it is not a regular file", path); next }
    if (last !~ /[.]c$/) { other(student, "", "its name does not end in .c", path); next }
    name = undated(last)
    id = number_of(name, depth > 1 ? "[^0-9]" : "[-_ .]")
    if (depth == 1 && id != "") student = trimmed(substr(name, 1, at - 1))
    # A name of digits that look like a date is a student's number if nothing else names the student.
    if (depth == 1 && student == "" && match(last, /^[0-9][0-9][0-9][0-9][0-9]+/)) student = substr(last, 1, RLENGTH)
    if (id == "") {
        other(student, "", "its name holds no number of an exercise: two digits, as in 03_mine.c", path)
        next
    }
    if (student == "") { other("", id, "its name does not say whose it is, as ada_" id ".c does", path); next }
    if (index(ids, " " id " ") == 0) { other(student, id, "there is no exercise " id, path); next }
    if (index(chosen, " " id " ") == 0) { other(student, id, "EX leaves this exercise out", path); next }
    met[student] = 1
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
    for (s in met) if (shown(s) == s) named(s)
    for (i = 1; i <= left; i++) print named(whose[i]), number[i], why[i], not_graded[i] > others
    for (s in hidden) print named(s), "", hidden[s] " more files or folders are not listed", plain(s) > others
    for (i = 1; i <= count; i++) {
        split(order[i], who, SUBSEP)
        remark = many[order[i]] == 1 ? "-" : "the newest of " many[order[i]] " files"
        print named(who[1]), who[2], remark, plain(newest[order[i]]), "/" newest[order[i]] > files
    }
}
