# judge.awk - the verdict of grade.sh on one exercise
#
#     awk -v pairs=3 -v most=7 -v kind=time -v samples=20 -v low=0.75 -v high=1.33 -v codes=no-sync -f judge.awk FILE
#
# FILE has a line "PAIR SIDE KEY VALUE" for each thing that grader.c has said of a run, SIDE yours (the student's) or
# theirs (the solution's). A pair whose solution is in trouble says nothing about the student. Prints "pass FIGURE",
# "fail REASONS", "cannot REASON", or "more" if another pair is needed.

function value(side, key) { return v[pair, side, key] + 0 }
function note(what) { if (!(what in count)) order[++notes] = what; count[what]++ }
function fault(what) { note(what); hard = 1 }       # no machine does that
function has(side, code) { return index(list[pair, side], " " code " ") > 0 }
{ if ($3 == "code") list[$1, $2] = list[$1, $2] " " $4 " "; else v[$1, $2, $3] = $4 }
END {
    wanted = split(codes, code, " ")
    machines = split("preempted drift outliers bimodal autocorr warmup clock-step", machine, " ")
    for (pair = 1; pair <= pairs; pair++) {
        trouble = ""            # of the solution: then this pair says nothing
        if (!value("theirs", "end")) trouble = "the solution does not come to its end"
        else if (!value("theirs", "right")) trouble = "the solution does not compute the right result"
        for (i = 1; i <= wanted; i++) if (has("theirs", code[i])) trouble = "the solution itself shows " code[i]
        if (trouble != "") { troubles = trouble; continue }
        good++
        if (!value("yours", "end")) { fault("it does not come to its end"); continue }
        if (!value("yours", "right")) fault("the result is wrong, or a call failed")
        if (!value("yours", "on")) fault("the kit was switched off, or GT_AUDIT changed")
        if (!value("yours", "clock")) fault("x->now_s is not set")
        if (value("yours", "samples") < samples) fault("fewer than " samples " samples in its scope")
        for (i = 1; i <= wanted; i++) if (has("yours", code[i])) note(code[i])
        if (value("yours", "commands") < 1) note("no collected command in each sample of its scope")
        else if (value("theirs", "device") > 0 && value("yours", "device") < 0.5 * value("theirs", "device"))
            note("in its scope the device works less than half as long as in the solution's")
        number = value("yours", "number")
        if (kind == "time" && (number < 0.9 * value("yours", "low") || number > 1.1 * value("yours", "high")))
            note("its number lies outside of its samples")
        r = value("theirs", "number") > 0 ? number / value("theirs", "number") : 0
        if (r < low) below++
        if (r > high) above++
        for (k = ++rated; k > 1 && ratio[k - 1] > r; k--) ratio[k] = ratio[k - 1]
        ratio[k] = r
        for (i = 1; i <= machines; i++)
            if (has("yours", machine[i]) || has("theirs", machine[i])) busy[machine[i]] = 1
    }
    median = rated % 2 ? ratio[(rated + 1) / 2] : (ratio[rated / 2] + ratio[rated / 2 + 1]) / 2
    figure = rated ? sprintf("%.3g times the solution's number", median) : "no number"
    one_side = below == good || above == good
    enough = good > 2 || (good == 2 && one_side)
    for (k = 1; k <= notes; k++)
        if (hard || (enough && 2 * count[order[k]] > good))
            reasons = reasons (reasons == "" ? "" : "; ") order[k]
    one_side = one_side && (good > 4 || median < low / 2 || median > 2 * high)  # no machine is that partial
    out = median < low || median > high
    if (reasons != "") print "fail", reasons "; " figure
    else if (good == 2 && !notes && !below && !above) print "pass", figure
    else if (good < 3 && pairs < most) print "more"
    else if (good < 3) print "cannot", troubles
    else if (out && one_side) print "fail", figure ", " low " to " high " wanted"
    else if (!out) print "pass", figure
    else if (pairs < most) print "more"
    else {
        for (i = 1; i <= machines; i++) if (machine[i] in busy) seen = seen (seen == "" ? "" : ", ") machine[i]
        if (seen != "") print "cannot", "this machine shows " seen ", and the number is " figure
        else print "fail", figure ", " low " to " high " wanted"
    }
}
