#!/bin/sh
# Facts about the headers as texts and as objects: contents list, macros, symbols, constructors, strict C.
. "$(dirname "$0")/../lib/check.sh"

headers='gputime.h gputime_cl.h'
more=$(ls examples/more/*.h)
copied="$more $(ls examples/tools/*.h)"

implementation() { # implementation HEADER LANGUAGE: an object of nothing but the implementation; its path into $o
    o=$scratch/$(echo "$1$2" | tr -c 'A-Za-z0-9\n' '_').o
    [ -f "$o" ] && return 0
    printf '#define GPUTIME_IMPLEMENTATION\n#include "%s"\n' "$1" >"$scratch/implementation.source"
    case $2 in
    c) $quick_cc -std=c99 -O0 -x c -I. ${OPENCL_CFLAGS-} -c -o "$o" "$scratch/implementation.source" ;;
    c++) $quick_cxx -std=c++11 -O0 -x c++ -I. ${OPENCL_CFLAGS-} -c -o "$o" "$scratch/implementation.source" ;;
    esac
}
languages=c
if command -v "$CXX" >/dev/null; then languages='c c++'; fi

# ---- texts ----------------------------------------------------------------------------------------------------------

map_of() { # HEADER: the sections of part 4, as its map has them
    awk '/^   SECTIONS / { on = 1; next } on && /====/ { exit } on { print $1 }' "$1"
}
contents_list_is_the_sections_in_their_order() {
    for header in $headers; do
        awk '/\*\// { exit } $1 ~ /^>>/ { print $1 }' $header >"$scratch/list"
        sed -n 's@^/\* ==== \(>>[a-z]*\) ==== .*@\1@p' $header >"$scratch/tags"
        echo "$header: contents, sections"
        paste "$scratch/list" "$scratch/tags"
        [ "$(wc -l <"$scratch/list")" -ge 5 ]
        cmp "$scratch/list" "$scratch/tags"
    done
}
# Part 2 begins with what people call, part 4 with what the rest is built on: the map has its order.
implementations_stand_in_the_order_of_the_map() {
    for header in $headers; do
        map_of $header >"$scratch/list"
        sed -n 's@^/\* ==== \(>>[a-z]*\), implementation ==== \*/$@\1@p' $header >"$scratch/tags"
        diff "$scratch/list" "$scratch/tags"
    done
}
section_titles_are_those_of_the_contents_list() {
    for header in $headers; do
        awk '/\*\// { exit } $1 ~ /^>>/ { $1 = $1; print }' $header >"$scratch/list"
        sed -n 's@^/\* ==== \(>>[a-z]*\) ==== \(.*[^ =]\) ==*.*@\1 \2@p' $header >"$scratch/titles"
        diff "$scratch/list" "$scratch/titles"
    done
}
line_of() { grep -n "$1" $header | sed -n "${2:-1}p;${2:-1}q" | cut -d: -f1; }    # line_of PATTERN [WHICH]
last_of() { grep -n "$1" $header | tail -n 1 | cut -d: -f1; }
four_parts_are_told_apart_by_three_marks() {
    for header in $headers; do
        [ "$(grep -c 'STOP HERE' $header)" -eq 3 ]
        page=$(line_of '^   STOP HERE to use the macros above')
        calls=$(line_of '^   STOP HERE if you call types and functions')
        inline=$(line_of '^   STOP HERE unless you want to know')
        echo "$header: page one ends at $page, types and functions at $calls, what macros expand to at $inline"
        [ "$page" -lt 120 ]
        [ "$page" -eq "$(line_of '\*/')" ]
        [ "$page" -lt "$(line_of '^/\* ==== >>[a-z]* ==== ')" ]
        [ "$(last_of '^/\* ==== >>[a-z]* ==== ')" -lt "$calls" ]
        [ "$calls" -lt "$(line_of '^#define GT_SCOPE')" ]
        [ "$(last_of '^class gt_')" -lt "$inline" ]
        [ "$inline" -lt "$(line_of ', implementation ====')" ]
    done
}
# The map at the head of part 4: its sections are those of the contents, and their lines are about as many as it says.
map_of_the_implementation_is_right() {
    for header in $headers; do
        awk '/\*\// { exit } $1 ~ /^>>/ { print $1 }' $header >"$scratch/list"
        awk '/^   SECTIONS / { on = 1; lines = index($0, "lines") + 4; next } on && /====/ { exit }
             on { if (length($0) != lines) print "column of", $1; print $1, $NF }' $header >"$scratch/map"
        awk '/^\/\* ==== >>[a-z]*, implementation/ {
                 if (tag) print tag, NR - from
                 tag = $3
                 sub(/,/, "", tag)
                 from = NR
             }
             /^#endif \/\* GPUTIME.*IMPLEMENTED_/ { print tag, NR - from; exit }' $header >"$scratch/sections"
        echo "$header: the map, the sections"
        paste "$scratch/map" "$scratch/sections"
        awk '{ print $1 }' "$scratch/map" | sort >"$scratch/names"
        grep -v '>>switches\|>>seam' "$scratch/list" | sort | cmp - "$scratch/names"
        paste "$scratch/map" "$scratch/sections" |
            awk '$1 != $3 { exit 1 } { off = $2 - $4; if (off < 0) off = -off; if (off > 20 + $4 / 10) exit 1 }'
    done
}
# What the map names stands in the code: a reader who follows the map finds it.
map_names_what_exists() {
    for header in $headers; do
        sed -n '/^   PART 4: the implementation/,/^   ====/p' $header |
            grep -oE '(gt|GT)_[A-Za-z0-9_]*' | sort -u >"$scratch/mapped"
        cat $headers | sed '/^   PART 4: the implementation/,/^   ====/d; s@/\*.*\*/@@' |
            tr -c 'A-Za-z0-9_' '\n' | sort -u >"$scratch/code"
        echo "$header: $(wc -l <"$scratch/mapped") names in the map"
        [ "$(wc -l <"$scratch/mapped")" -gt 10 ]
        comm -23 "$scratch/mapped" "$scratch/code" >"$scratch/missing"
        cat "$scratch/missing"
        [ ! -s "$scratch/missing" ]
    done
}
# Page one says what stands beside the header: who does not edit a program, or wants roofs, finds the way from there.
page_one_names_what_stands_beside() {
    for header in $headers; do
        for beside in roofs.h ceilings.h costs.h calls.h gtprof; do
            echo "$header: $beside"
            sed '/STOP HERE/q' $header | grep -qF "$beside"
        done
    done
}
# The rules are a function of the run: they ask no clock, file, lock, variable, driver, nor memory of other threads.
# What they need was read when the run was taken (>>facts). The part "which run
# is judged" alone takes a run, lets tools add what they know, and keeps it.
live='gt_lock_ gt_unlock_ gt_word_lock_ GT_LOAD_ GT_PEEK_ GT_POKE_ GT_STORE_ GT_ADD_ gt_clk_ gt_seam_ gt_hooks_seam_
    gt_devices_ gt_device_last_ gt_threads_ gt_self_ gt_state_ gt_resets_ gt_peaks_ gt_crowd_ gt_clock_findings_
    gt_roofs_there_ gt_now_ gt_os_ns_ gt_tick_ gt_tick_begin_ gt_tick_end_ gt_clock_[a-z_]*_ gt_processors_ gt_audit_
    gt_read_word_ gt_signals_read_ gt_syscall_ gt_variable_value_ gt_gauge_due_ gt_sleep_'
live="$live gt_clock_[a-z]*( getenv( f[a-z]*open( fread( fgets( read( open( time( clock[a-z_]*( sysconf( getpid( mmap("
rules_ask_nobody() {
    awk '/^\/\* ==== >>[a-z]*, implementation/ { on = /statistics|inference|findings/ }
         /^\/\* (==|--) / { takes = /-- which run is judged --/ }
         on && !takes { print FNR ": " $0 }' gputime.h >"$scratch/rules"
    echo "$(wc -l <"$scratch/rules") lines of rules and statistics"
    [ "$(wc -l <"$scratch/rules")" -gt 1500 ]
    asked=$(echo $live | sed 's/(/[(]/g; s/ /|/g')
    if grep -E "(^|[^A-Za-z0-9_])($asked)([^A-Za-z0-9_]|\$)" "$scratch/rules"; then return 1; fi
}
# The same in the object file, where each function and variable has a section of its own: what the judge, the statistics
# and the report can reach. Of the C library they use memory and text; variables that change are the ring of short
# texts alone. The report also prints, in the form that is set, and asks how wide the terminal is and which colours and
# characters it takes.
judge_and_report_reach_nobody() {
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\n' >"$scratch/reach.c"
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I. -O0 -ffunction-sections -fdata-sections \
        -fno-stack-protector -c -o "$scratch/reach.o" "$scratch/reach.c"
    objdump -f "$scratch/reach.o" | grep -q 'file format elf' || skip 'the object file is no ELF'
    objdump -r "$scratch/reach.o" >"$scratch/relocations"
    { nm -u "$scratch/reach.o" | awk '{ print $NF }'
      objdump -t "$scratch/reach.o" |
          awk 'NF > 2 && $(NF - 2) ~ /^\.(bss|tbss|data|tdata)\./ && !/\.rel\.ro/ { print $NF }'
    } | sort -u >"$scratch/outside"
    text='calloc free localeconv malloc memcpy memmove memset qsort realloc snprintf strchr strcmp strcspn strlen
        strncmp strrchr strspn strstr vsnprintf next ring'
    reaches 100 "$text" gt_list_judge_
    reaches 50 'calloc free malloc memcpy memmove memset realloc qsort' gt_stats_of gt_diagnose gt_ratio_paired \
        gt_ratio_outcome gt_quantile gt_slope_paired_
    # What it asks of a terminal keeps errno.
    reaches 100 "$text __errno_location fileno fprintf fputc fputs fwrite getenv gt_marked_up_ ioctl isatty putc" \
        gt_report_of_
}
reaches() {     # LEAST ALLOWED ROOT...: at least so many functions; outside of these sections, what is allowed alone
    least=$1 allowed=$2
    shift 2
    awk -v roots="$*" '
        function plain(name) {
            sub(/[-+]0x[0-9a-f]+$/, "", name)
            sub(/^\.(text|rodata|tbss|tdata|bss|data(\.rel(\.ro)?(\.local)?)?)\.+/, "", name)
            return name
        }
        /^RELOCATION RECORDS FOR/ { from = plain(substr($4, 2, length($4) - 3)) }
        NF == 3 && $1 ~ /^[0-9a-f]+$/ { to[from] = to[from] " " plain($3) }
        END {
            n = split(roots, queue, " ")
            for (i = 1; i <= n; i++) seen[queue[i]] = "the root"
            for (i = 1; i <= n; i++) {
                m = split(to[queue[i]], next_, " ")
                for (k = 1; k <= m; k++) if (!(next_[k] in seen)) {
                    seen[next_[k]] = queue[i]
                    queue[++n] = next_[k]
                }
            }
            for (name in seen) print name, seen[name]
        }' "$scratch/relocations" | sort >"$scratch/seen"
    echo "$*: $(wc -l <"$scratch/seen") functions and tables can be reached"
    [ "$(wc -l <"$scratch/seen")" -ge "$least" ]
    printf '%s\n' $allowed >"$scratch/allowed"
    # What else: its name, and who leads to it. A static variable of a function has a number behind its name.
    awk 'FILENAME == ARGV[1] { ok[$1] = 1; next } FILENAME == ARGV[2] { outside[$1] = 1; next }
        { name = $1; sub(/\.[0-9]+$/, "", name); if ($1 in outside && !(name in ok)) print }' \
        "$scratch/allowed" "$scratch/outside" "$scratch/seen" >"$scratch/beyond"
    cat "$scratch/beyond"
    [ ! -s "$scratch/beyond" ]
}
# Public names are those of part 2, and the macros of part 3.
functions_of() {
    case $1 in
    examples/more/*) sed '/^#endif .* GT_MORE_/q' $1 ;;
    *) sed -n '/^   PART 2/,/^   PART 3/p' $1 ;;
    esac | sed -e 's@/\*.*\*/@@' | tr '\n' ' ' |
        grep -oE '(GT_API|GT_INLINE_) [^;{]*[ *(]gt_[a-z0-9_]*[a-z0-9]\)?\(' |
        grep -oE 'gt_[a-z0-9_]*\)?\($' | tr -d '()'
}
macros_of() {
    sed -n '/^   PART 3/,/^   PART 4/s/^#define \(GT_[A-Z_]*[A-Z]\)(.*/\1/p' $1 | sort -u
}
public_names_are_declared_once() {
    for header in $headers $more; do functions_of $header; done | sort >"$scratch/functions"
    echo "$(wc -l <"$scratch/functions") functions"
    [ "$(wc -l <"$scratch/functions")" -gt 50 ]
    uniq -d <"$scratch/functions" >"$scratch/twice"
    cat "$scratch/twice"
    [ ! -s "$scratch/twice" ]
}
# What nobody shows nobody uses: each function and macro stands in the README, an example or an exercise, or is the
# function of a macro.
public_names_are_shown_somewhere() {
    for header in $headers $more; do functions_of $header; macros_of $header; done >"$scratch/names"
    cat README.md examples/*.md examples/tools/*.md examples/tools/*/*.md examples/more/*.c examples/course/*.c \
        examples/course/lib/*.[ch] examples/tools/*.[ch] examples/tools/*/*.[ch] \
        examples/exercises/*/*.[ch] |
        tr -c 'A-Za-z0-9_' '\n' | sort -u >"$scratch/shown"
    printf 'gt_%s\n' work trial_options_of trial_begin trial_next trial_end compare_begin side_begin side_end \
        scope_begin scope_end cl_check cl_scope_begin cl_scope_end cl_event_add cl_batch_begin \
        ranks_together_begin ranks_together_end >"$scratch/twins"
    sort -u "$scratch/names" | comm -23 - "$scratch/shown" | grep -vxFf "$scratch/twins" >"$scratch/unshown" || :
    cat "$scratch/unshown"
    [ ! -s "$scratch/unshown" ]
    # And none of them stands in the list of names that are gone.
    cat $headers | sed -nE '/^     0.2.0 /,/^            The same names|^   Licence/p' | cut -c1-50 |
        tr -c 'A-Za-z0-9_' '\n' | grep '^gt_[a-z]' | sort -u >"$scratch/gone"
    [ "$(wc -l <"$scratch/gone")" -gt 10 ]
    sort -u "$scratch/names" | comm -12 - "$scratch/gone" >"$scratch/both"
    cat "$scratch/both"
    [ ! -s "$scratch/both" ]
}
# The tables of variables: what stands in one stands on page one, or where that leads.
variables_of_the_environment_are_explained() {
    for header in $headers examples/tools/calls.h; do
        awk '/^#define GT_(CL_)?(TOOL_)?VARIABLES_\(X_\)/ { on = 1; next } on && !/X_\(/ { exit }
             on { sub(/^ *X_\(/, ""); sub(/,.*/, ""); print "GT_" $0 }' $header >"$scratch/variables"
        cat "$scratch/variables"
        [ -s "$scratch/variables" ]
        while read -r name; do
            sed -n '1,/STOP HERE/p; /==== >>switches ====/,/\*\//p' $header | grep -q "^  *$name="
        done <"$scratch/variables"
        if grep -n 'getenv("GT_' $header; then return 1; fi
    done
}
# Of headers and of every other source. A letter that is not ASCII is one column, whatever its bytes.
no_line_is_over_120_columns() {
    if git ls-files --error-unmatch gputime.h >/dev/null 2>&1; then
        git ls-files
    else
        find . -type f ! -path './build/*'
    fi | grep -E '[.](c|h|cpp|cl|sh|py|awk)$|(^|/)Makefile$' |
        while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done >"$scratch/sources"
    LC_ALL=C xargs awk '
        { gsub(/[\200-\277]/, "") }
        length > 120 { print FILENAME ":" FNR ": " length; bad = 1 }
        END { exit bad }' <"$scratch/sources"
}
versions_agree() {
    version=$(sed -n 's/^#define GPUTIME_VERSION "\(.*\)"/\1/p' gputime.h)
    echo "GPUTIME_VERSION is $version"
    [ -n "$version" ]
    number=$(sed -n 's/^#define GPUTIME_VERSION_NUMBER \([0-9]*\) .*/\1/p' gputime.h)
    echo "GPUTIME_VERSION_NUMBER is $number"
    [ "$number" = "$(echo "$version" | awk -F . '{ print 10000 * $1 + 100 * $2 + $3 }')" ]
    for header in $headers; do
        sed -n 1p $header
        sed -n 1p $header | grep -qF "/* $header - v$version - "
    done
    sed -n '/^   History/,/^   Licence/p' gputime.h | grep -qF "     $version  "
}
# A header of examples/more begins with a page one of its own, and is built on public names. What it uses besides
# stands in its last comment.
headers_to_copy_begin_with_a_page_of_their_own() {
    for header in $copied; do
        sed '/\*\//q' $header >"$scratch/page"
        echo "$header: $(wc -l <"$scratch/page") lines on page one"
        [ "$(wc -l <"$scratch/page")" -le 60 ]
        for head in 'DO THIS' BUILD USE 'DOES NOT'; do grep -q "^   $head  *[^ ]\|^   $head\$" "$scratch/page"; done
        grep -q "^       #include \"${header##*/}\"" "$scratch/page"
        name=$(echo "${header#examples/}" | sed 's/\.h$//' | tr a-z/ A-Z_)
        grep -q "^#ifndef GT_${name}_H\$\|^#if .* && !defined(GT_${name}_H)\$" $header
        grep -qx "#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_${name}_IMPLEMENTED_)" $header
    done
}
private_names() { # of the code of files, without comments and texts
    cat "$@" | awk '{
            code = ""
            while ($0 != "") {
                if (inside) { at = index($0, "*/"); $0 = at ? substr($0, at + 2) : ""; inside = !at; continue }
                if (!match($0, /"([^"\\]|\\.)*"|\/\*/)) { code = code $0; break }
                code = code substr($0, 1, RSTART - 1) " "
                inside = substr($0, RSTART, 2) == "/*"
                $0 = substr($0, RSTART + RLENGTH)
            }
            gsub(/[A-Za-z0-9_]*##[A-Za-z0-9_]*/, " ", code)     # of a name that is pasted together
            print code
        }' | tr -c 'A-Za-z0-9_' '\n' | grep -xE '(gt|GT)_[A-Za-z0-9_]*_' | sort -u
}
own_names() { # what a file defines itself
    sed -n 's/^ *# *define \([A-Za-z0-9_]*\).*/\1/p; /^\(static\|typedef\|struct\) /s/[[({=;].*//p' "$1" |
        awk '{ gsub(/[^A-Za-z0-9_]/, " "); print $NF }' | sort -u
}
private_names_that_headers_to_copy_use_are_listed_in_them() {
    private_names $headers >"$scratch/kit"
    for header in $copied; do
        own_names $header >"$scratch/own"
        private_names $header | comm -12 - "$scratch/kit" | comm -23 - "$scratch/own" >"$scratch/used"
        sed -n '/^\/\* PRIVATE NAMES of the kit/,$p' $header | tr -c 'A-Za-z0-9_' '\n' |
            grep -xE '(gt|GT)_[A-Za-z0-9_]*_' | sort >"$scratch/listed"
        echo "$header: private names used, listed"
        diff "$scratch/used" "$scratch/listed"
        wc -l <"$scratch/used"
    done
}
words() { tr -c 'A-Za-z0-9.,"()\n' ' ' | tr -s ' \n' '\n' | sed '/^$/d'; }
licence_stands_at_the_end_of_each_header() {
    sed -n '/^Permission is hereby/,$p' LICENSE | words >"$scratch/licence"
    [ "$(wc -l <"$scratch/licence")" -gt 150 ]
    for header in $headers; do
        echo "$header:"
        sed -n '/Permission is hereby/,$p' $header | words | head -n "$(wc -l <"$scratch/licence")" >"$scratch/words"
        cmp "$scratch/licence" "$scratch/words"
    done
}

# ---- macros ---------------------------------------------------------------------------------------------------------

macros() { # macros COMPILER FLAGS...: the names that are defined at the end of standard input
    "$@" -I. ${OPENCL_CFLAGS-} -dM -E - | awk '{ sub(/\(.*/, "", $2); print $2 }' | sort -u
}
opencl='#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>'
standard='#include <stddef.h>
#include <stdint.h>
#include <stdio.h>'
only_prefixed_macros_are_left_defined() {
    for header in $headers $more; do
        before=$standard
        ! grep -q '^#include .*CL/cl.h\|^#include "gputime_cl.h"' $header || before="$opencl
$standard"
        ! grep -q '^#include <mpi.h>' $header || before="#include <mpi.h>
$standard"
        for language in $languages; do
            compile="$CC -std=c99 -x c"
            [ $language = c ] || compile="$CXX -std=c++11 -x c++"
            for switch in -DX -DGPUTIME_DISABLE; do
                echo "$header $language $switch"
                echo "$before" | macros $compile $switch >"$scratch/before"
                printf '%s\n#include "%s"\n' "$before" $header | macros $compile $switch >"$scratch/after"
                comm -13 "$scratch/before" "$scratch/after" >"$scratch/new"
                [ "$(wc -l <"$scratch/new")" -gt 10 ]
                if grep -vE '^(GT_|GPUTIME_|gt_)' "$scratch/new"; then return 1; fi
                # And nothing of the C library's is gone or changed.
                if comm -23 "$scratch/before" "$scratch/after" | grep .; then return 1; fi
            done
        done
    done
}
helpers_of_tables_are_undefined_behind_them() {
    for header in $headers; do
        printf '#define GPUTIME_IMPLEMENTATION\n#include "%s"\n' $header | macros $CC -std=c99 -x c >"$scratch/after"
        if grep -x 'GT_X_\|NOMINMAX' "$scratch/after"; then return 1; fi
    done
}
headers_define_no_feature_macro() {
    for header in $headers $copied; do
        # (not what calls.h replaces: that is what it is for)
        sed -nE '/^#define GT_CALLS_REPLACES_/q; s/^ *# *define +([A-Za-z_0-9]+).*/\1/p' $header |
            sort -u >"$scratch/defined"
        [ -s "$scratch/defined" ]
        allowed='^(GT_|GPUTIME_|gt_|NOMINMAX$|CL_TARGET_OPENCL_VERSION$|CL_USE_DEPRECATED_OPENCL_[12]_[012]_APIS$)'
        if grep -vE "$allowed" "$scratch/defined"; then return 1; fi
    done
}
opencl_macros_of_the_user_are_left_alone() {
    for target in 110 200 300; do
        printf '#define CL_TARGET_OPENCL_VERSION %s\n#include <CL/cl.h>\n#include "gputime_cl.h"\n' $target \
            >"$scratch/user.c"
        $CC -std=c99 -I. ${OPENCL_CFLAGS-} -dM -E "$scratch/user.c" | grep CL_TARGET_OPENCL_VERSION
        $CC -std=c99 -I. ${OPENCL_CFLAGS-} -dM -E "$scratch/user.c" |
            grep -qx "#define CL_TARGET_OPENCL_VERSION $target"
    done
    printf '#define CL_TARGET_OPENCL_VERSION 120\n#include "gputime_cl.h"\n' >"$scratch/user.c"
    $CC -std=c99 -I. ${OPENCL_CFLAGS-} -dM -E "$scratch/user.c" >"$scratch/all"
    grep -qx "#define CL_TARGET_OPENCL_VERSION 120" "$scratch/all"
    if grep CL_USE_DEPRECATED_OPENCL_1_1_APIS "$scratch/all"; then return 1; fi
}
unless_the_user_chose_the_newest_opencl_is_declared_and_nothing_deprecated() {
    for flags in "" -DCL_USE_DEPRECATED_OPENCL_1_1_APIS; do
        printf '#include "gputime_cl.h"\n' |
            $CC -std=c99 -x c -Werror -I. ${OPENCL_CFLAGS-} $flags -dM -E - >"$scratch/all"
        grep -qx "#define CL_TARGET_OPENCL_VERSION 300" "$scratch/all"
        [ "$(grep -c CL_USE_DEPRECATED "$scratch/all")" -eq 6 ]
    done
}

# Those are members of structs here. They are the program's own again behind the header.
macros_named_min_and_max_do_no_harm() {
    for header in $headers; do
        printf '#define min 5\n#define max 7\n#define GPUTIME_IMPLEMENTATION\n#include "%s"\n%s\n' $header \
            'int sum(gt_stats *s); int sum(gt_stats *s) { return (int)s->mean + min + max; }' >"$scratch/minmax.c"
        cp "$scratch/minmax.c" "$scratch/minmax.cpp"
        $CC -std=c99 $WARNINGS -Werror -I. ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/minmax.c"
        [ "$languages" = c ] ||
            $CXX -std=c++11 $WARNINGS -Werror -I. ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/minmax.cpp"
        printf '#include "%s"\n' $header >"$scratch/undefined.c"
        if $CC -std=c99 -I. ${OPENCL_CFLAGS-} -dM -E "$scratch/undefined.c" | grep -E '^#define (min|max)'; then
            return 1
        fi
    done
}
# As types of windows.h and of its friends, which stand before the header there.
types_of_windows_are_not_shadowed() {
    printf 'typedef unsigned char byte, boolean;\ntypedef int INT, BOOL;\ntypedef char small, far, near, hyper;\n%s\n' \
        '#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"' >"$scratch/types.c"
    $CC -std=c99 $WARNINGS -Werror -I. ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/types.c"
}
every_version_of_opencl_compiles() {
    for target in 100 110 120 200 210 220 300; do
        echo "OpenCL $target"
        printf '#define CL_TARGET_OPENCL_VERSION %s\n%s\n' $target '#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"' >"$scratch/target.c"
        $CC -std=c99 $WARNINGS $WARNINGS_C -Werror -I. ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/target.c"
    done
}
# For 32 bits too, where members of 8 bytes lie at 4, and accesses that must be one want 8.
newer_compilers_are_silent_too() {
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >"$scratch/newer.c"
    asked=''
    for compiler in $(sed -n "s/^newer_compilers='\([^']*\)'.*/\1/p" tests/lib/portable.sh); do
        command -v "$compiler" >/dev/null || continue
        asked="$asked $compiler"
        case $compiler in               # clang does not look for them with its optimiser
        clang*) own='-O0 -Wconditional-uninitialized' ;;
        *) own=-O1 ;;
        esac
        $compiler -std=c99 $WARNINGS $WARNINGS_C $own -Werror -I. ${OPENCL_CFLAGS-} -c -o "$scratch/newer.o" \
            "$scratch/newer.c"
        [ -d /usr/include/x86_64-linux-gnu ] && [ "$(uname -m)" = x86_64 ] || continue
        wide="-m32 -isystem /usr/include/x86_64-linux-gnu"
        echo '#include <stdio.h>' | $compiler $wide -fsyntax-only -x c - 2>/dev/null || continue
        $compiler $wide -std=c99 $WARNINGS $WARNINGS_C $own -Werror -I. ${OPENCL_CFLAGS-} -c -o "$scratch/newer.o" \
            "$scratch/newer.c"
    done
    [ -n "$asked" ] || skip 'no newer compiler (make deps-portable)'
}

# ---- calls.h --------------------------------------------------------------------------------------------------------

# What the OpenCL headers declare is what is replaced, whatever version of OpenCL the program asks for.
calls_h_replaces_every_enqueue_create_and_build() {
    for target in 110 120 200 210 300; do
        printf '#define CL_TARGET_OPENCL_VERSION %s\n#include "calls.h"\n' $target \
            >"$scratch/intercept.c"
        $CC -std=c99 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -E "$scratch/intercept.c" | tr -c 'A-Za-z0-9_\n' '\n' |
            grep -xE 'cl(Enqueue|Create)[A-Z][A-Za-z0-9]*|clFinish|cl(Build|Compile|Link)Program' |
            sort -u >"$scratch/there"
        $CC -std=c99 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -dM -E "$scratch/intercept.c" |
            sed -n 's/^#define \(cl[A-Za-z0-9]*\)(.*/\1/p' | sort -u >"$scratch/replaced"
        echo "OpenCL $target: declared, replaced"
        [ "$(wc -l <"$scratch/replaced")" -gt 30 ]
        diff "$scratch/there" "$scratch/replaced" | sed -n 's/^/  /p'
        comm -23 "$scratch/there" "$scratch/replaced" >"$scratch/left"
        [ ! -s "$scratch/left" ]
    done
}
calls_are_replaced_by_nothing_else() {
    printf '#include "gputime_cl.h"\n' >"$scratch/plain.c"
    printf '#define GPUTIME_DISABLE\n#include "calls.h"\n' >"$scratch/off.c"
    printf '#define GPUTIME_IMPLEMENTATION\n#include "calls.h"\n' >"$scratch/kit.c"
    for file in plain off kit; do
        if $CC -std=c99 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -dM -E "$scratch/$file.c" | grep '^#define cl[A-Z]'; then
            return 1
        fi
    done
}
calls_h_needs_nothing_when_switched_off() {
    printf '%s\n' '#include "calls.h"' 'cl_int f(cl_command_queue q, cl_event e);' \
        'cl_int f(cl_command_queue q, cl_event e) {' '    GT_SCOPE_CL(q, "off") gt_cl_event_add(e, "name", 8);' \
        '    return clFinish(q);' '}' >"$scratch/off.c"
    $CC -std=c99 -O1 -Wall -Wextra -Werror -I. -Iexamples/tools ${OPENCL_CFLAGS-} -DGPUTIME_DISABLE \
        -c -o "$scratch/off.o" "$scratch/off.c"
    nm -u "$scratch/off.o" | grep -q clFinish
    if nm -u "$scratch/off.o" | grep ' gt_'; then return 1; fi
}
# Another C library has no macros that tell glibc's version. Its compiler does not look for OpenCL's headers.
calls_h_needs_no_glibc() {
    command -v musl-gcc >/dev/null || skip 'there is no musl-gcc'
    mkdir "$scratch/opencl"
    for folder in ${OPENCL_CFLAGS-} /usr/include; do
        [ ! -d "${folder#-I}/CL" ] || ln -sfn "${folder#-I}/CL" "$scratch/opencl/CL"
    done
    printf '%s\n' '#include <pthread.h>' 'int wait_until(pthread_cond_t *c, pthread_mutex_t *m);' \
        'int wait_until(pthread_cond_t *c, pthread_mutex_t *m) {' '    struct timespec limit = { 0, 0 };' \
        '    clock_gettime(CLOCK_REALTIME, &limit);' '    return pthread_cond_timedwait(c, m, &limit);' '}' \
        >"$scratch/musl.c"
    musl-gcc -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Werror -I. -Iexamples/tools \
        -isystem "$scratch/opencl" -include calls.h -c -o "$scratch/musl.o" "$scratch/musl.c"
    nm -u "$scratch/musl.o" | grep -q gt_cl_clock_wall_
    nm -u "$scratch/musl.o" | grep -q gt_cl_wait_limited_
}
# The implementation must not meet the macros: it stands before them in one include, and cannot come in a later one.
implementation_does_not_go_through_calls_h() {
    printf '#define GPUTIME_IMPLEMENTATION\n#include "calls.h"\n#include "calls.h"\n' >"$scratch/first.c"
    $CC -std=c99 -O1 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -S -o "$scratch/first.s" "$scratch/first.c"
    grep -q 'clFinish' "$scratch/first.s"
    if grep 'call.*gt_clFinish_' "$scratch/first.s"; then return 1; fi
    printf '#include "calls.h"\n#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >"$scratch/late.c"
    if $CC -std=c99 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/late.c" 2>"$scratch/late"; then
        return 1
    fi
    grep -q 'error.*calls\.h' "$scratch/late"
}
# What was a switch is a header now: old command lines are told so.
the_switch_of_old_is_an_error_that_names_calls_h() {
    if echo '#include "gputime_cl.h"' | $CC -std=c99 -I. ${OPENCL_CFLAGS-} -DGT_CL_INTERCEPT -fsyntax-only -x c - \
        2>"$scratch/old"; then return 1; fi
    grep -q 'error.*-include calls\.h' "$scratch/old"
}
# (hooks of calls.h that are not there: a phase, a build and a report do without.)
gputime_cl_h_works_without_calls_h() {
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >"$scratch/alone.c"
    $CC -std=c99 -O1 -I. ${OPENCL_CFLAGS-} -c -o "$scratch/alone.o" "$scratch/alone.c"
    if nm "$scratch/alone.o" | grep 'gt_cl_objects_\|gt_cl_called_\|gt_cl_timing_'; then return 1; fi
}
# Recipe 2 puts the header before the program's first line.
a_program_may_choose_its_opencl_behind_calls_h() {
    cat >"$scratch/chooses.c" <<'END'
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#if CL_TARGET_OPENCL_VERSION != 120
#error "this is not what the program chose"
#endif
int main(void) { return clFinish(NULL) == CL_SUCCESS; }
END
    $CC -std=c99 $WARNINGS $WARNINGS_C -Werror -I. -Iexamples/tools ${OPENCL_CFLAGS-} -include calls.h -fsyntax-only \
        "$scratch/chooses.c"
}
names_of_the_program_do_not_clash_with_calls_h() {
    names='code, mine, event, line, file, q, k, m, p, c, row, list, waits, result, object, begin, at, copy, user'
    names="$names, from, to"
    printf 'int %s;\n#include "calls.h"\n' "$names" >"$scratch/names.c"
    $CC -std=c99 -Wshadow -I. -Iexamples/tools ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/names.c" 2>"$scratch/shadow"
    if grep 'gt_cl[A-Z]' "$scratch/shadow"; then return 1; fi
}

# ---- objects --------------------------------------------------------------------------------------------------------

every_exported_symbol_begins_with_gt() {
    for header in $headers $copied; do
        for language in $languages; do
            implementation $header $language
            echo "$header $language"
            # In C++ the inline members of the guards are exported too, weakly, under the name of their class.
            nm -g --defined-only "$o" | awk '{ print $3 }' |
                sed -e 's/^_ZN\(K\)\{0,1\}[0-9]*gt_/gt_/' -e '/^DW.ref/d' -e '/^$/d' >"$scratch/names"
            [ "$(wc -l <"$scratch/names")" -gt 30 ]
            if grep -v '^gt_' "$scratch/names"; then return 1; fi
        done
    done
}
# What other files use of a header's inside is listed in it: a list that grows, or has gaps, is seen.
seam_is_what_other_files_use() {
    : >"$scratch/below"
    for header in $headers; do
        private_names $header | comm -23 - "$scratch/below" >"$scratch/kit"
        private_names $header >"$scratch/below"
        for file in gputime_cl.h $copied examples/tools/gt*/*.[ch]; do
            [ "$file" != $header ] || continue
            own_names "$file" >"$scratch/own"
            private_names "$file" | comm -12 - "$scratch/kit" | comm -23 - "$scratch/own"
        done | sort -u >"$scratch/used"
        sed -n '/^\/\* ==== >>seam ====/,/^\*\//p' $header | sed '1,/^   Functions, /d' | tr -c 'A-Za-z0-9_' '\n' |
            grep -xE '(gt|GT)_[A-Za-z0-9_]*_' | sort -u >"$scratch/listed"
        echo "$header: $(wc -l <"$scratch/used") private names that other files use; those that >>seam lists"
        diff "$scratch/used" "$scratch/listed"
    done
}
every_private_function_begins_with_gt() {
    for header in $headers $copied; do
        implementation $header c
        nm "$o" | awk '$2 == "t" || $2 == "d" || $2 == "b" { print $3 }' | grep -v '\.[0-9]*$\|^__' >"$scratch/names"
        [ "$(wc -l <"$scratch/names")" -gt 30 ]
        if grep -v '^gt_' "$scratch/names"; then return 1; fi
    done
}
there_is_no_constructor() {
    # A destructor there is: a library that is unloaded must not be called when a thread ends.
    for header in $headers $copied; do
        for language in $languages; do
            implementation $header $language
            objdump -h "$o" | grep -q '\.text'
            if objdump -h "$o" | grep -E '\.((pre)?init_array|ctors|init)( |\.)'; then return 1; fi
        done
    done
}
strict_c99_without_feature_macros_is_enough() {
    for header in $headers $copied; do
        printf '#define GPUTIME_IMPLEMENTATION\n#include "%s"\n' $header >"$scratch/strict.c"
        $CC -std=c99 -pedantic-errors -Wall -Wextra -Werror -I. ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/strict.c"
    done
}
an_older_c_is_refused_by_the_first_error() {
    for standard in c90 gnu90; do
        for header in $headers; do
            echo "#include \"$header\"" >"$scratch/old.c"
            if $CC -std=$standard -I. ${OPENCL_CFLAGS-} -fsyntax-only "$scratch/old.c" 2>"$scratch/old"; then
                return 1
            fi
            grep 'error: ' "$scratch/old" | sed -n '1{p;q;}' | grep 'gputime needs C99 or C++11'
        done
    done
}
an_older_cpp_is_refused_by_the_first_error_of_calls() {
    echo 'int main() { return 0; }' >"$scratch/old.cpp"
    for standard in 98 11; do
        $CXX -std=c++$standard -I. ${OPENCL_CFLAGS-} -include examples/tools/calls.h -fsyntax-only "$scratch/old.cpp" \
            2>"$scratch/old" || [ $standard -eq 98 ]
        grep 'error: ' "$scratch/old" | sed -n '1{p;q;}' >"$scratch/first"
        [ ! -s "$scratch/first" ] || grep 'calls.h needs C++11' "$scratch/first"
        [ $standard -eq 11 ] || [ -s "$scratch/first" ]
    done
}
scope_program='#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void) { GT_SCOPE("a") { } return gt_report(stdout); }'
other_headers_before_do_no_harm() {
    for first in '#include <time.h>' '#define _GNU_SOURCE
#include <time.h>
#include <math.h>
#include <stdlib.h>' '#define _POSIX_C_SOURCE 200112L
#include <unistd.h>
#include <time.h>
#include <sys/time.h>'; do
        printf '%s\n%s\n' "$first" "$scope_program" >"$scratch/other.c"
        $CC -std=c99 -pedantic-errors -Wall -Wextra -Werror -I. -O0 -o "$scratch/other" "$scratch/other.c"
        "$scratch/other"
    done
}
host_header_needs_no_library_but_the_c_library() {
    echo "$scope_program" >"$scratch/alone.c"
    $CC -std=c99 -I. -o "$scratch/alone" "$scratch/alone.c"
    "$scratch/alone" | grep -q '^a '
}

functions_that_left_say_what_to_do_instead() {
    printf '%s\n' '#ifdef __has_attribute' '#if __has_attribute(unavailable)' known '#endif' '#endif' \
        >"$scratch/known.c"
    $CC -E "$scratch/known.c" | grep -qx known || skip 'this compiler has no such attribute'
    for call in 'gt_write_file("x", gt_write_markdown)' 'gt_runs_append("x")' 'gt_ratio_unpaired()'; do
        printf '#include "gputime.h"\nint main(void) { return %s; }\n' "$call" >"$scratch/left.c"
        if $CC -std=c99 -I. -c -o "$scratch/left.o" "$scratch/left.c" 2>"$scratch/left.err"; then return 1; fi
        cat "$scratch/left.err"
        grep -q 'is unavailable: gt' "$scratch/left.err"
    done
}

check contents_list_is_the_sections_in_their_order
check implementations_stand_in_the_order_of_the_map
check section_titles_are_those_of_the_contents_list
check four_parts_are_told_apart_by_three_marks
check map_of_the_implementation_is_right
check map_names_what_exists
check page_one_names_what_stands_beside
check public_names_are_declared_once
check public_names_are_shown_somewhere
check variables_of_the_environment_are_explained
check no_line_is_over_120_columns
check versions_agree
check headers_to_copy_begin_with_a_page_of_their_own
check private_names_that_headers_to_copy_use_are_listed_in_them
check seam_is_what_other_files_use
check rules_ask_nobody
check judge_and_report_reach_nobody
check licence_stands_at_the_end_of_each_header
check only_prefixed_macros_are_left_defined
check helpers_of_tables_are_undefined_behind_them
check headers_define_no_feature_macro
check opencl_macros_of_the_user_are_left_alone
check unless_the_user_chose_the_newest_opencl_is_declared_and_nothing_deprecated
check macros_named_min_and_max_do_no_harm
check types_of_windows_are_not_shadowed
check every_version_of_opencl_compiles
check newer_compilers_are_silent_too
check calls_h_replaces_every_enqueue_create_and_build
check a_program_may_choose_its_opencl_behind_calls_h
check calls_are_replaced_by_nothing_else
check calls_h_needs_nothing_when_switched_off
check calls_h_needs_no_glibc
check implementation_does_not_go_through_calls_h
check the_switch_of_old_is_an_error_that_names_calls_h
check gputime_cl_h_works_without_calls_h
check names_of_the_program_do_not_clash_with_calls_h
check every_exported_symbol_begins_with_gt
check every_private_function_begins_with_gt
check there_is_no_constructor
check strict_c99_without_feature_macros_is_enough
check an_older_c_is_refused_by_the_first_error
check_cxx an_older_cpp_is_refused_by_the_first_error_of_calls
check other_headers_before_do_no_harm
check host_header_needs_no_library_but_the_c_library
check functions_that_left_say_what_to_do_instead
