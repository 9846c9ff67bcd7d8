# judge.awk - decides one exercise for grade.sh
#
#     awk -v pairs=3 -v most=7 -v kind=time -v scope=euler -v samples=20 -v low=0.75 -v high=1.33 -v needs=- \
#         -v codes=no-sync -v calls= -v level= -v reference=0 -f judge.awk FILE
#
# FILE holds the facts of judge.c, in lines "PAIR SIDE KEY VALUE". SIDE is yours (the student's program) or theirs (the
# solution). Facts that the program itself reports (samples, commands, code, on, clock) count only against it. A pair in
# which the solution fails is ignored. reference 1: the solution's numbers were measured on another day, so a busy
# machine allows no decision.
#
# A fault must show in most pairs. Two kinds need more. If other programs use much of the processors, or waits return
# late, times are unreliable: a fault that follows from times (soft) must then show in all pairs, and in at least five.
# The shape of samples can change by any disturbance: such a fault (shape) must show in all pairs, and in at least
# three, and the solution must not show it in any pair.
#
# Prints "pass FIGURE", "fail REASON" or "cannot REASON", with more reasons after tabs; or "more" if another pair is
# needed.

function said(side, key) { return (pair, side, key) in v ? v[pair, side, key] : "" }
# Comparisons with NaN are false, so a NaN would pass each of them.
function finite(text) {
    return text ~ /^[-+]?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]+)?$/ && text + 0 < 1e300 && text + 0 > -1e300
}
function value(side, key) { return finite(said(side, key)) ? v[pair, side, key] + 0 : 0 }
function note(what, text) { if (!(what in count)) order[++notes] = what; count[what]++; words[what] = text }
function fault(text) { note(text, text); hard = 1 } # one pair is enough: no disturbance causes it
function few_samples(   n) {
    n = value("yours", "samples")
    fault("the scope \"" scope "\" has " n " of " samples " samples" (n ? "" : ": keep that name"))
}
function has(side, code) { return index(list[pair, side], " " code " ") > 0 }
function needed(what) { return index("," needs ",", "," what ",") > 0 }
# Whether the solution shows the effect. If it does not, the device is too fast for it.
function shown(key, least) { return said("theirs", key) == "" || value("theirs", key) >= least }
function ms(x) { return sprintf("%.3g ms", x) }
function percent(x) { return sprintf("%.0f %%", 100 * x) }
# Whether other programs delay frames too. Then only the execution says which frames are late.
function delayed() { return needed("frames") && (restless && value("yours", "scatter") > 2.5 || others > 0.3) }
function late() { return value("yours", delayed() ? "slow" : "late") }
function question(m) {
    if (kind == "ratio" && 2 * turned > rated) return "is it one time over the other the wrong way round?"
    if (kind == "ratio") return "is the work of both sides the same, and are both built to be fast?"
    if (kind == "size" || needed("keys")) return "which frames does your number describe?"
    if (kind == "ahead") return "how does the time grow, and from which size on?"
    if (kind == "share") return "do all the bytes that you count go to the memory and back, in the time that you count?"
    if (2 * rescaled > good) return "is it in ms?"
    if (m > 100) return "is it in ms, and the time of one run?"
    if (m > high && 2 * count["samples"] > good) return "is it the time of one run?"
    if (m > high) return "what else runs between start and stop?"
    if (2 * count["device"] > good) return "why have the launches less to do?"
    return "what is not yet done when the clock stops?"
}
function off(m) {
    if (m >= low && m <= high)
        return "your number does not follow the work: it is right for some sizes and far off for others"
    return "your number is " sprintf("%.3g", m) " times the solution's, " low " to " high " are right: " \
        question(m)
}
# What to say of the number if there are other reasons. One run is not enough to call a number wrong, unless it is very
# far off.
function beside_reasons(m) {
    if (!out) return "your number is " figure ", in the band"
    return enough || m < low / 10 || m > 10 * high ? off(m) : "your number is " figure "; more runs would decide that"
}
# A measured number differs from run to run. (With coarse stamps it can repeat, but then the launches repeat as well.)
function repeated(   device) {
    device = value("yours", "device")
    again = number == last_number && device != last_device ? again + 1 : 0
    last_number = number
    last_device = device
    if (kind != "size" && again > (kind != "ratio" && kind != "share"))
        fault("your number is the same to all digits in each run: it was not measured")
}
function holds(from, to, x) { return x > 0 && from < 1.05 * x && to > 0.95 * x }
# Checks the interval that the program gives: it has to suit the launches that gtprof saw.
function interval(from, to,   half, spread, i, near_kit, same, is_ratio, most_n) {
    half = number > 0 ? (to - from) / 2 / number : 0
    if (half > 0 && last_half > 0 && half / last_half < 1.000001 && last_half / half < 1.000001)
        fault("your interval has the same relative width in each run: it was not measured")
    last_half = half
    spread = value("yours", "spread")       # of each kernel alone; in rounds, what slows both cancels
    if (from <= 0 || from > number || to < number) {
        fault("x->low and x->high are no interval around your number")
        return
    }
    if (!holds(from, to, value("yours", "seen")) && !holds(from, to, value("theirs", "number"))) {
        note("interval", "your interval, " sprintf("%.3g to %.3g", from, to) ", does not hold the ratio that gtprof " \
             "saw, " sprintf("%.3g", value("yours", "seen")))
        return
    }
    # If the number is a ratio of some of the kit's samples, the interval must be one of the same samples. Else it must
    # be one of those with most samples, for a ratio inside it.
    for (i = 1; i <= halves[pair]; i++) {
        if (close_to(kit_ratio[pair, i])) same[kit_group[pair, i]] = is_ratio = 1
        if (kit_n[pair, i] > most_n) most_n = kit_n[pair, i]
    }
    for (i = 1; i <= halves[pair]; i++)
        near_kit = near_kit || half > kit_half[pair, i] / 1.3 && half < kit_half[pair, i] * 1.3 && \
            (is_ratio ? kit_group[pair, i] in same : kit_n[pair, i] == most_n && \
             number > (1 - half) * kit_ratio[pair, i] && number < (1 + half) * kit_ratio[pair, i])
    if (halves[pair] && !near_kit)
        note("interval", "your interval, " sprintf("%.3g to %.3g", from, to) ", does not follow from the samples of " \
             "\"" of[1] "\" and \"" of[2] "\": these give one " sprintf("%.2g", kit_half[pair, 1] / half) \
             " times as wide")
    else if (half < (spread < 0.05 ? spread : 0.05) / 10 || half > 10 * spread + 0.1)
        note("interval", "your interval, " sprintf("%.3g to %.3g", from, to) ", does not follow from the times of " \
             "the launches that gtprof saw")
}
function near(key,   r) { r = value("yours", key) ? number / value("yours", key) : 0; return r > 0.95 && r < 1.05 }
# Whether the number is the program's own median. That is longer than the launches by the return of the wait, which
# gtprof does not see, and by no more.
function near_typical(   t) {
    t = value("yours", "typical")
    return near("typical") && t > 0.95 * value("yours", "device") && t < 1.25 * value("yours", "middle") + 0.1
}
# of:A/B: whether the number is a ratio that the kit has of the same run. A number that was computed in another way must
# follow that ratio from run to run (is_strange).
function close_to(x) { return x > 0 && number > 0.999 * x && number < 1.001 * x }
function is_own(top, low,   i, k) {
    for (i = 1; i <= kept[pair, top]; i++) for (k = 1; k <= kept[pair, low]; k++)
        if (close_to(middle[pair, top, i] / middle[pair, low, k]) || close_to(mean[pair, top, i] / mean[pair, low, k]))
            return 1
    return close_to(compared[pair, low])
}
function own_ratio(   own) {
    if (of[1] == "") return
    if (!kept[pair, of[1]] || !kept[pair, of[2]]) {
        fault("the scope \"" of[kept[pair, of[1]] ? 2 : 1] "\" has no samples")
        return
    }
    own = middle[pair, of[1], 1] / middle[pair, of[2], 1]
    if (is_own(of[1], of[2])) owns++
    else if (number < 0.8 * own || number > 1.25 * own)
        note("own", "your number, " sprintf("%.3g", number) ", is not what the kit has of the same run: the medians " \
             "of \"" of[1] "\" and \"" of[2] "\" give " sprintf("%.3g", own))
    own_log[++logs] = log(own)
    apart_log[logs] = log(number / own)
    half_log[logs] = pair % 2           # runs of one kind of size
}
# Each pass of the host continues the one before, so none can be left out (judge.h). This is the time that neither
# commands nor samples of the host explain, in ms, from the opening of the device to the question for the result.
function spare(side) {
    return value(side, "went") - (value(side, "span") - value(side, "host")) - \
        value(side, "passes") * value(side, "number") * value(side, "device")
}
function worked(   more, told) {
    told = value("yours", "passes") * number * value("yours", "device")
    more = spare("yours") - spare("theirs")
    if (!needed("host") && value("yours", "passes")) fault("x->passes is not for this exercise")
    if (!needed("host")) return
    if (value("yours", "passes") < samples)
        fault("x->passes is " value("yours", "passes") ": the task asks for at least " samples " passes of the host " \
              "over x->out")
    if (said("theirs", "went") == "" || told < 200) return
    able["spare"]++                     # a shorter time would not be noticed
    if (more > 0.3 * told + 50)
        note("spare", "the host had " sprintf("%.0f", more) " ms more than its samples and the launches take: what " \
             "does it do in that time?")
}
# Checks that all threads of the host work. The time in which only one thread has work, and the processor time of a
# pass, must not be much more than the solution's. Neither depends on the load of the machine.
function threaded(   told, alone, work, more) {
    told = value("yours", "passes") * number * value("yours", "device")
    if (!needed("threads") || !value("theirs", "passes") || said("yours", "alone") == "" || told < 1000) return
    able["alone"]++
    able["burnt"]++
    alone = value("yours", "alone") - value("theirs", "alone")
    work = value("theirs", "cpu_s") * value("yours", "passes") / value("theirs", "passes")
    more = value("yours", "cpu_s") - work
    if (alone > 0.5 * told)
        note("alone", "for " sprintf("%.0f", alone) " ms more than in the solution, only one thread had work: do all " \
             "threads of the host work at once?")
    if (more > 0.3 * work)
        note("burnt", "its host takes " sprintf("%.2g", more) " s of processors more than the solution\047s: what " \
             "do its threads do?")
}
# The sum of squares around the mean, with a mean for each kind of sizes.
function squares(v,   i, sum, n, s) {
    for (i = 1; i <= logs; i++) { sum[half_log[i]] += v[i]; n[half_log[i]]++ }
    for (i = 1; i <= logs; i++) s += (v[i] - sum[half_log[i]] / n[half_log[i]]) ^ 2
    return s
}
# The difference between the means of both kinds of sizes.
function between(v,   i, sum, n) {
    for (i = 1; i <= logs; i++) { sum[half_log[i]] += v[i]; n[half_log[i]]++ }
    return n[0] && n[1] ? sum[0] / n[0] - sum[1] / n[1] : 0
}
# Returns 1 if the number does not follow the kit's ratio. That is so if the ratio varies by more than half a percent
# from run to run, and the number does not vary with it. It is also so if the ratios of both kinds of sizes differ by a
# tenth, and the numbers hardly differ.
function is_strange(   gap) {
    gap = between(own_log)
    if (logs > 4 && (gap > 0.1 || gap < -0.1) && between(apart_log) / gap < -0.75) return 1
    return logs > 4 && squares(own_log) > logs * 0.005 ^ 2 && squares(apart_log) > 0.9 * squares(own_log)
}
# The time from the end of a launch to the return of the wait, which gtprof does not see: 0.1 ms, or what the solution
# shows.
function way_back(   more) {
    more = 1.5 * (value("theirs", "number") - value("theirs", "high"))
    return value("theirs", "high") > 0 && more > 0.1 ? more : 0.1
}
# Whether most of the solution's own number is that time. It then differs from process to process.
function is_returned_late() {
    return kind == "time" && value("theirs", "high") > 0 && value("theirs", "number") > 2 * value("theirs", "high") && \
        value("theirs", "number") - value("theirs", "high") > 0.1
}
# Whether launches run at two speeds here: the shortest launches of both programs agree, and the medians do not.
function is_uneven(   short) {
    short = value("theirs", "low") > 0 ? value("yours", "low") / value("theirs", "low") : 0
    return short > 0.9 && short < 1.1 && (as_long < low || as_long > high)
}
# Puts x into a sorted list that has n numbers then.
function put(list, n, x) {
    for (; n > 1 && list[n - 1] > x; n--) list[n] = list[n - 1]
    list[n] = x
}
function middle_of(list, n) { return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2 }
# Other programs make the launches of one run several times as long as those of the next, and the numbers with them.
# Returns what is left of a ratio of numbers where the launches are equally long: by those that gtprof saw, or by those
# that the kit saw in the samples, whichever is further from 1.
function of_launches(r,   x, y) {
    x = r / as_long
    if (!value("yours", "kernel") || !value("theirs", "kernel")) return x
    y = r * value("theirs", "kernel") / value("yours", "kernel")
    return log(y) ^ 2 > log(x) ^ 2 ? y : x
}
# Beside other programs the band holds for these ratios. The launches must then be alike: the shortest ones, which other
# programs disturb least, tell.
function judge_in_launches(   k, short) {
    below = above = lucky = unlike = uneven = 0
    for (k = 1; k <= rated; k++) {
        ratio[k] = in_launches[k]
        below += ratio[k] < low
        above += ratio[k] > high
    }
    short = middle_of(short_ratio, rated)
    if (short >= low && short <= high) return
    unsure = good
    other_work = sprintf("launches whose shortest is %.2g times as long as the solution\047s", short)
}
# Whether the number is the time of the samples, or of the launches in them.
function is_theirs(   t) {
    t = value("yours", "typical")
    if (t <= 0 || number > 0.8 * t && number < 1.25 * t) return 1
    t = value("yours", "kernel")
    return t <= 0 || number > 0.8 * t && number < 1.25 * t
}
# Whether the number is a thousand times what the samples say, or a thousandth: s or us in place of ms.
function is_rescaled(   times) {
    times = value("yours", "typical") > 0 ? number / value("yours", "typical") : 0
    if (times > 1) times = 1 / times
    return kind == "time" && times > 0.0009 && times < 0.0011
}
# Checks what a sample holds: a launch, not a marker, and little of the program's own code.
function filled(   more) {
    if (has("yours", "marker") && !has("theirs", "marker"))
        fault("a sample has the event of a marker or a barrier, and none of a launch: what does it measure?")
    if (value("yours", "sides") < value("theirs", "sides"))
        fault("of \"" of[1] "\" and \"" of[2] "\", some sample holds no launch with GT_EVENT: what does it measure?")
    if (needed("sampled") && said("yours", "kernel") != "" && !is_theirs())
        note("samples", "your number, " ms(number) ", is not what the samples of \"" scope "\" say: their median is " \
             ms(value("yours", "typical")) ", their launches take " ms(value("yours", "kernel")))
    more = value("yours", "own_code") - value("theirs", "own_code")
    if (said("theirs", "own_code") != "" && more > 0.3)
        note("own_code", "for " percent(value("yours", "own_code")) " of a sample the program\047s own code runs and " \
             "no command does; in the solution for " percent(value("theirs", "own_code")) ": what does it do there?")
}
# Checks what gtprof saw of the run.
function outside(   launches, watched) {
    launches = value("yours", "launches")
    if (launches < samples) { fault("gtprof saw " launches " of " samples " launches"); return }
    if (kind != "size" && kind != "ahead" && value("theirs", "device") > 0 && \
        value("yours", "device") < 0.5 * value("theirs", "device") && \
        (!value("theirs", "low") || value("yours", "low") < 0.5 * value("theirs", "low")))
        note("device", "its launches are less than half as long as the solution's: do they do the same, with the " \
             "same data?")
    if (kind == "time" && (number < 0.9 * value("yours", "low") || number > 1.1 * value("yours", "high") + way_back()))
        note("range", "your number, " ms(number) ", is no time of one launch: gtprof saw " ms(value("yours", "low")) \
             " to " ms(value("yours", "high")))
    else if (needed("precision") && !near("device") && !near("middle") && !near_typical() && near("typical") && \
             others > 0.3)
        unsure++            # its own median: beside other programs, waits return late
    else if (needed("precision") && !near("device") && !near("middle") && !near_typical())
        note("median", "your number, " ms(number) ", is not the median of your launches: that is " \
             ms(value("yours", "middle")))
    if (kind == "pass" && (number < 0.9 * value("yours", "low") || number > 2 * value("yours", "span") / samples))
        note("range", "your number is no time of the passes that gtprof saw")
    if (kind == "ahead" && (number < 0.5 * value("yours", "ahead") || number > 2 * value("yours", "ahead")))
        note("ahead", "your number does not follow from the largest size that gtprof saw")
    if (needed("growth") && value("yours", "sizes") < 4)
        fault("gtprof saw " value("yours", "sizes") " of 4 sizes, with three runs or more each")
    if (needed("growth") && value("yours", "largest") < 0.5 && value("yours", "growth") < 1.6 && shown("growth", 1.6))
        note("growth", "at the upper end of its sizes, time grows with the power " \
             sprintf("%.2g", value("yours", "growth")) " of the size")
    if (needed("frames") && value("yours", "frames") < samples)
        fault("gtprof saw " value("yours", "frames") " of " samples " frames with as many items as your number says")
    if (needed("frames") && (value("yours", "heavy") < 0.15 || value("yours", "heavy") > 0.25 && !delayed()) && \
        shown("heavy", 0.15))
        note("heavy", "one frame in five is heavy; of yours " percent(value("yours", "heavy")) " are")
    if (needed("frames") && late() > 0.135)
        note("late", "with as many items as your number says, " percent(late()) " of the frames are late")
    if (needed("order") && value("yours", "loose") + value("yours", "back") > 0.1 * launches)
        fault("nothing makes " (value("yours", "loose") ? value("yours", "loose") " of its launches wait for their " \
              "data" (value("yours", "back") ? ", or " : "") : "") (value("yours", "back") ? value("yours", "back") \
              " of its copies back wait for their launch" : ""))
    if (needed("warm") && launches <= value("yours", "samples"))
        fault("each of its " launches " launches is a sample, even the first one, which takes longer than later ones")
    if (needed("written") && launches - value("yours", "early") < samples)
        fault(value("yours", "early") " of its " launches " launches ran before the array was copied to the device: " \
              "they read memory that nobody had written")
    # This does not ask whether the array was written: the buffer may have been made with it.
    if (needed("written") && value("yours", "returned") < 0.99)
        fault("gtprof saw " percent(value("yours", "returned")) " of the array come back from the device: where does " \
              "the result come from?")
    if (needed("copies") && (value("yours", "writes") < samples || value("yours", "reads") < samples))
        fault("gtprof saw " value("yours", "writes") " copies to the device and " value("yours", "reads") \
              " back: each pass has one of each")
    else if (needed("copies") && value("yours", "both") < samples - 1)
        fault("gtprof saw the array copied there and back between " value("yours", "both") " pairs of launches: each " \
              "pass has both copies")
    if (needed("apart") && value("yours", "among") > samples / 2)
        fault("gtprof saw the array copied " sprintf("%.0f", value("yours", "among")) " times among " launches \
              " launches: copies belong before and after the comparison")
    own_ratio()
    worked()
    threaded()
    filled()
    # A launch is watched if the host is in a call that waits for it, or asks about it. A barrier or a copy that waits
    # for the launch counts too, since the scope then waits for its queue.
    watched = value("yours", "watched") * launches + value("yours", "barred")
    if (needed("watched") && said("yours", "watched") != "" && watched < 0.5 * launches && shown("watched", 0.5))
        note("watched", "when " percent(1 - value("yours", "watched")) " of its launches ended, the host was not in " \
             "a call that waits for them: what stops the clock?")
    # A clock that is stopped by the time that passes knows nothing of a launch that takes longer than the others.
    if ((needed("watched") || needed("order")) && said("yours", "follows") != "" && \
        value("yours", "follows") < 0.3 && shown("follows", 0.3))
        note("follows", "its samples are no longer where their launches are: what stops the clock?")
    if (needed("queues") && (!value("yours", "queues") || \
        2 * value("yours", "queues") < value("yours", "writes") + value("yours", "reads")))
        fault("copies and launches share a queue: the program is to keep both queues")
    if (needed("awaited") && said("yours", "awaited") != "" && watched < samples && \
        value("yours", "awaited") + value("yours", "barred") < samples)
        fault("the host waited " value("yours", "awaited") + value("yours", "barred") " times for the queue of the " \
              "launches, and measured " launches " launches: what does each clFinish wait for?")
    # A launch below 20 us is mostly overhead, so key frames, with four times the steps, do not stand out.
    if (needed("keys") && value("yours", "keys") < 0.8 && value("yours", "device") > 0.02)
        note("keys", "the key frames are not where they belong among the launches")
    if (needed("keys") && value("yours", "strays") >= samples && value("yours", "device") > 0.02)
        note("keys", value("yours", "strays") " of its launches belong to no sequence of frames and key frames: what " \
             "do they measure?")
    if (needed("fed") && \
        value("yours", "idle") > 3 * value("theirs", "idle") + 0.5 * launches * value("yours", "device"))
        note("fed", "in its batches the device idled for " ms(value("yours", "idle")) ", in the solution\047s for " \
             ms(value("theirs", "idle")) ": what does the host do between two launches?")
    if (needed("precision") && value("yours", "half") > 0.03 && value("yours", "spent") < 100)
        note("precision", "its " launches " launches do not determine the median to within 2 %: " \
             (launches > 5 ? percent(value("yours", "half")) : "they are too few for any interval"))
    # On a restless device the solution's samples do not determine it either.
    if (needed("precision") && value("yours", "sample_half") > 0.03 && 2 * value("yours", "samples") < launches && \
        value("yours", "samples") * number < 100 && value("yours", "sample_half") > 2 * value("theirs", "sample_half"))
        note("sample_half", "its samples do not determine the median to within 2 %: " \
             (value("yours", "sample_half") < 9 ? percent(value("yours", "sample_half")) : "they are too few"))
    if (needed("turns") && (value("yours", "turns") < samples / 2 || \
                            (said("yours", "taken") != "" && value("yours", "taken") < samples / 2)))
        fault("the two kernels hardly take turns, so a disturbance of the machine slows only one of them")
    if (needed("interval")) interval(value("yours", "from"), value("yours", "to"))
    if (needed("beside") && value("yours", "beside") < 0.5)
        note("beside", "for " percent(1 - value("yours", "beside")) " of the launches, the copy of their data could " \
             "not overlap any other launch: most of these copies were " \
             (value("yours", "tardy") > value("yours", "held") ? \
             "enqueued after the launch before had ended (what does the host wait for?)" : \
             "enqueued in time, and waited on the device (for which command before them?)"))
    if (needed("beside") && value("yours", "unready") + value("yours", "unread") > 0.1 * launches)
        fault("nothing makes " (value("yours", "unready") ? value("yours", "unready") " of its launches wait for " \
              "their chunk" (value("yours", "unread") ? ", or " : "") : "") (value("yours", "unread") ? \
              value("yours", "unread") " of its copies back wait for their launch" : ""))
    if (needed("beside") && value("yours", "computed") > 1.05)
        fault("its launches compute " sprintf("%.2g", value("yours", "computed")) " times as many numbers as it " \
              "copies to the device: what are the others for?")
    if (needed("beside") && value("yours", "chunks") > 1.1 * value("yours", "returned"))
        fault("its launches compute " sprintf("%.2g", value("yours", "chunks")) " arrays in chunks, and it copies " \
              sprintf("%.2g", value("yours", "returned")) " back: what are the others for?")
    if (needed("host") && value("yours", "host") < 0.7 * samples * number * value("yours", "device"))
        fault("the host had no time for " samples " runs of a loop that takes " sprintf("%.3g", number) \
              " times as long as the device")
}
# Page faults of a first touch come in many samples. In a few samples they come from the system, and do not count.
$4 == "page-faults" && match($0, /in [0-9]+ of [0-9]+ samples/) {
    split(substr($0, RSTART, RLENGTH), part, " ")
    if (4 * part[2] <= part[4]) next
}
{ if ($3 == "code") {
      list[$1, $2] = list[$1, $2] " " $4 " "
      if ($2 == "yours" && NF > 4) { k = $4; $1 = $2 = $3 = $4 = ""; sub(/^ +/, ""); figures[k] = "\t  " $0 }
  } else if ($3 == "kit_half") {
      if ($2 != "yours" || !finite($4) || !($4 > 0)) next
      kit_half[$1, ++halves[$1]] = $4
      kit_ratio[$1, halves[$1]] = finite($5) ? $5 + 0 : 0
      kit_group[$1, halves[$1]] = $6
      kit_n[$1, halves[$1]] = $7 + 0
  } else if ($3 == "series" || $3 == "compared") {
      if ($2 != "yours" || !finite($4) || !($4 > 0)) next
      series = $3
      number = $4
      average = $5
      pair = $1
      $1 = $2 = $3 = $4 = ""
      if (series == "series") $5 = ""
      sub(/^ +/, "")
      if ($0 ~ /^".*"$/) $0 = substr($0, 2, length($0) - 2)     # quotes keep the blanks of a name
      if (series == "compared") compared[pair, $0] = number
      else if (finite(average) && average > 0) {
          k = ++kept[pair, $0]
          middle[pair, $0, k] = number
          mean[pair, $0, k] = average
      }
  } else { k = $1 SUBSEP $2 SUBSEP $3; $1 = $2 = $3 = ""; sub(/^ +/, ""); v[k] = $0 } }
END {
    wanted = split(codes, code, " ")
    if (match("," needs, ",of:[^,]*")) split(substr(needs, RSTART + 3, RLENGTH - 4), of, "/")
    split("own own_code samples watched follows spare alone burnt fed range median device keys heavy late ahead " \
          "growth precision sample_half interval beside page-faults cold-first bimodal alternate", order_soft, " ")
    for (i in order_soft) soft[order_soft[i]] = 1
    split("cold-first bimodal alternate outliers drift", order_shape, " ")
    for (i in order_shape) shape[order_shape[i]] = 1
    machines = split("preempted drift outliers bimodal autocorr warmup clock-step", machine, " ")
    # A program can scatter its own frames, and can load the machine with processes of its own. So a disturbance counts
    # only if runs of the solution show it too.
    for (pair = 1; pair <= pairs; pair++) {
        if (value("theirs", "scatter") > 2.5 || value("theirs", "others") > 0.3) restless = 1
        if (value("theirs", "others") > 0.1) met = 1
        # A loop with a budget of time comes to other numbers of samples from run to run, one that counts does not.
        if (value("yours", "samples") != v[1, "yours", "samples"] + 0) varies = 1
    }
    for (pair = 1; pair <= pairs; pair++) {
        trouble = ""            # of the solution: then this pair says nothing
        number = value("yours", "number")
        others = value("theirs", "others")
        if (value("yours", "others") > others && (met || reference)) others = value("yours", "others")
        ours = value("theirs", "number")
        r = ours > 0 ? number / ours : 0
        if (said("theirs", "why") ~ /before it had opened a device$/) nowhere++
        if (!value("yours", "judged")) trouble = "the judge itself fails: is there room for temporary files?"
        else if (said("theirs", "why") != "") trouble = "the solution " said("theirs", "why")
        else if (!value("theirs", "end")) trouble = "the solution does not come to its end"
        else if (!(ours > 0)) trouble = "the solution's number is no finite number above 0"
        else if (!value("theirs", "right")) trouble = "the solution does not compute the right result"
        else if (said("yours", "why") ~ /^ran for longer/ && 10 * value("theirs", "wall") > value("yours", "wall")) {
            trouble = "the solution takes " int(value("theirs", "wall") + 0.5) " s, so the time limit says nothing"
            slow++
        }
        else if (said("yours", "why") ~ /^ran for longer/ && others > 0.5 && \
                 value("yours", "span") > 800 * value("yours", "wall")) {       # span in ms, wall in s
            trouble = "other programs take " percent(others) " of the processors, and after " \
                int(value("yours", "wall") + 0.5) " s it still launches"
            slow++
        }
        else if (!reference && !value("theirs", "launches")) trouble = "gtprof sees no launches of the solution"
        else if (others > 0.3 && value("yours", "samples") < samples && \
                 value("yours", "samples") >= samples / 2 && (varies || pairs < 4))
            trouble = "other programs take " percent(others) " of the processors, and it comes to " \
                value("yours", "samples") " of " samples " samples"
        else if (delayed() && said("yours", "odd") == "number 0")     # no size is in time
            trouble = "something else delays frames: other programs take " percent(others) " of the processors"
        for (i = 1; i <= wanted; i++)
            if (has("theirs", code[i])) {
                trouble = "the solution itself shows " code[i]
                innocent[code[i]]++
            }
        if (trouble != "") { troubles = trouble; continue }
        good++
        if (said("yours", "why") != "") { fault("the program " said("yours", "why")); continue }
        if (!value("yours", "end")) { fault("the program does not come to its end"); continue }
        if (!(number > 0)) {
            fault("your " (said("yours", "odd") != "" ? said("yours", "odd") : "number " said("yours", "number")) \
                " is no finite number above 0")
            if (value("yours", "samples") < samples) few_samples()
            continue
        }
        if (said("yours", "error") != "") {     # what follows from that is no news
            fault("a call of OpenCL failed: " said("yours", "error") " (examples/FINDINGS.md#failed-work)")
            continue
        }
        if (!value("yours", "right")) fault("the result is wrong")
        if (!value("yours", "on")) fault("the kit was switched off, GT_AUDIT changed, or the clock replaced")
        if (!value("yours", "clock")) fault("x->now_s is not set")
        if (calls != "")
            fault("it calls " calls (calls ~ /^(syscall|dlv?sym|__clock_gettime|clock_gettime@.*)$/ ? \
                  ", which hides the clock that it reads" : ", which counts the time of processors"))
        if (level == "-O0" && index(" " codes " ", " debug-build "))
            fault("its line of flags asks for -O0: a loop that nobody has optimized is no base")
        if (needed("clock") && value("yours", "cpu"))
            fault("it calls clock_gettime for a clock that counts the time of processors")
        if (value("yours", "samples") < samples) few_samples()
        for (i = 1; i <= wanted; i++)
            if (has("yours", code[i])) {
                note(code[i], "the kit reports " code[i] ": examples/FINDINGS.md#" code[i] figures[code[i]])
                # A program that waits does so beside other programs, too. Beside them a launch can be over at once.
                if (code[i] == "no-sync") hard = 1
            }
        if (value("yours", "samples") > 0 && value("yours", "commands") < 1 && \
            !has("yours", "no-sync"))           # what still runs is not there either
            note("commands", "a sample of the scope \"" scope "\" holds no command with GT_EVENT: " \
                 "give it to the launch")
        outside()
        repeated()
        if (others > most_others) most_others = others
        speed = value("theirs", "work") > 0 ? value("theirs", "device") / value("theirs", "work") : 0
        if (speed > 0) speeds++
        if (speed > longest) longest = speed
        if (speed > 0 && (!shortest || speed < shortest)) shortest = speed
        if (others > 0.3 || (reference && others > 0.2)) crowds++
        if (is_returned_late()) lates++
        if (reference && others > 0.2) continue         # a number of another, stiller day is no measure
        turned += (number < 1) != (ours < 1) && number * ours > 0.5 && number * ours < 2    # one over what it should be
        as_long = value("theirs", "device") > 0 ? value("yours", "device") / value("theirs", "device") : 0
        if (kind == "time" && as_long > 0 && (r < low || r > high) && r / as_long >= low && r / as_long <= high) {
            unlike++
            uneven += is_uneven()
        }
        # The number is right only because the solution's launches were longer or shorter than these. (A number of
        # which launches are the lesser part says nothing of that.)
        if (kind == "time" && ours < 2 * value("theirs", "device") && (as_long < low || as_long > high) && \
            r >= low && r <= high)
            lucky += r / as_long < low || r / as_long > high
        if (needed("host") && as_long > 0 && (r < low || r > high))     # host over device
            unlike += r * as_long >= low && r * as_long <= high
        rescaled += is_rescaled()
        if (r < low) below++
        if (r > high) above++
        if ((kind == "ratio" || kind == "share") && (r < 0.75 * low || r > high / 0.75)) far++  # as a constant would be
        put(ratio, ++rated, r)
        if (needed("alike") && as_long > 0 && value("theirs", "low") > 0) {
            put(in_launches, ++alike, of_launches(r))
            put(short_ratio, alike, value("yours", "low") / value("theirs", "low"))
        }
        for (i = 1; i <= machines; i++)
            if (has("yours", machine[i]) || has("theirs", machine[i])) busy[machine[i]] = 1
    }
    crowded = 2 * crowds > good || 2 * lates > good
    beside_others = rated && alike == rated && 2 * crowds > good
    if (beside_others) judge_in_launches()
    median = middle_of(ratio, rated)
    figure = rated ? sprintf("%.3g times the solution's number", median) (beside_others ? \
        ", each divided by the time of its own launches" : "") : ""
    one_side = rated == good && (below == good || above == good)
    loose = of[1] != "" && owns < good      # the number is no ratio of the kit
    enough = good > 2 || (good == 2 && one_side)
    uncertain = 2 * lucky > good || 2 * unsure > good       # also set if a soft fault was seen in most of the runs
    for (k = 1; k <= notes; k++) {
        could = order[k] in able ? able[order[k]] : good        # the number of runs that could show it
        often = 2 * count[order[k]] > could
        if (crowded && (order[k] in soft)) {
            if (often) uncertain = 1
            often = could > 4 && count[order[k]] == could
        } else if (order[k] in shape) {
            if (often) uncertain = 1
            if (often) shapes = shapes (shapes == "" ? "" : ", ") order[k] " in " count[order[k]] " of " good " runs" \
                (order[k] in innocent ? " (the solution: " innocent[order[k]] " of " pairs ")" : "")
            often = good > 2 && count[order[k]] == good && !(order[k] in innocent)
        } else if (!enough) often = 0
        if (order[k] == "late" && !often) uncertain = 1         # a program that counts late frames never shows this
        if (hard || often) reasons = reasons (reasons == "" ? "" : "\t") words[order[k]]
    }
    far_off = median < low / 2 || median > 2 * high     # so far that one pair shows it
    # On an idle machine, chance does not put all numbers on one side. On a busy one, five honest runs can all take half
    # as long again.
    one_side = one_side && 2 * uneven <= good && (crowded ? good > 4 && far_off : good > 4 || far_off)
    out = median < low || median > high || 5 * far > good
    # Numbers below the band and above it, where the solution's launches took the same time in all runs, are its own.
    scattered = kind == "time" && !crowded && speeds > 4 && longest < 1.25 * shortest && below > 1 && above > 1
    if (nowhere > 1 && !good) print "cannot", "the solution finds no OpenCL device: see make devices, and GT_DEVICE"
    else if (slow && !good) print "cannot", troubles
    else if (reasons != "") print "fail", reasons (rated ? "\t" beside_reasons(median) : "")
    else if (rated < 2 && good > 1 && pairs < most) print "more"
    else if (rated < 2 && good > 1)
        print "cannot", "other programs take up to " percent(most_others) " of the processors"
    else if (good == 2 && !crowded && !notes && !below && !above && !loose && !lucky) print "pass", figure
    else if (good == 2 && one_side && (ratio[1] > 2 * high || ratio[2] < low / 2)) print "fail", off(median)
    else if (good < 3 && pairs < most) print "more"
    else if (good < 3) print "cannot", troubles
    else if (out && one_side) print "fail", off(median)
    else if (!out && !uncertain && !loose) print "pass", figure
    else if (pairs < most) print "more"
    else if (loose && is_strange())
        print "fail", "over " logs " runs, your number does not follow the times of its own run: return what the " \
            "medians of \"" of[1] "\" and \"" of[2] "\" give"
    else if (!out && !uncertain && loose && logs < 5)       # too few runs to recognise a constant
        print "cannot", "in " pairs - good " of " pairs " runs " troubles
    else if (!out && !uncertain) print "pass", figure
    else if (scattered) print "fail", off((low + high) / 2)
    else {
        if (crowds) seen = "other programs that take " percent(most_others) " of the processors"
        if (lates) seen = seen (seen == "" ? "" : ", ") "waits that return late"
        for (i = 1; i <= machines; i++) if (machine[i] in busy) seen = seen (seen == "" ? "" : ", ") machine[i]
        if (shapes != "") seen = seen (seen == "" ? "" : ", ") shapes
        if (other_work != "") seen = seen (seen == "" ? "" : ", ") other_work
        # Its launches were longer or shorter than the solution's, and its numbers agree with that.
        if (2 * unlike > below + above || 2 * lucky > good)
            seen = seen (seen == "" ? "" : ", ") "launches that vary as the numbers do"
        if (seen != "") print "cannot", "this machine shows " seen ", and the number is " figure
        else print "fail", off(median)
    }
}
