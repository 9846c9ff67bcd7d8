#!/bin/sh
# long: yes
# The build itself: what make offers and installs, what deps does on machines that lack things, how results are counted.
. "$(dirname "$0")/../lib/check.sh"

help_lists_every_target() {
    make help >"$scratch/help" || return 1
    cat "$scratch/help"
    for target in help deps deps-more demo plots devices test test-all test-full warnings portable deps-portable bench \
        examples tests install uninstall dist clean; do
        [ "$(grep -cE "^  make $target +[a-z]" "$scratch/help")" -eq 1 ] || { echo "missing: $target"; return 1; }
    done
    # A text that goes on in the next line of the Makefile is one line here.
    grep -qE '^  make deps +install .*, pkg-config, g\+\+, bubblewrap$' "$scratch/help" || return 1
    [ "$(grep -c '^  make ' "$scratch/help")" -eq "$(grep -cE '^[a-z-]+:.* ## ' Makefile)" ]
}

unknown_config_is_an_error() { ! make config=fast help; }
# Whoever looks at one experiment does not wait for the others, or for the tools.
one_demo_builds_one_experiment() {
    make -n demo EX=06 BUILD="$scratch/demo" | grep -oE 'compile [^; ]+' | sort >"$scratch/compiled"
    cat "$scratch/compiled"
    [ "$(cat "$scratch/compiled")" = "compile $scratch/demo/examples/06_sum_arrays.o
compile $scratch/demo/examples/kit.o" ]
    make -n demo EX='06 07' BUILD="$scratch/demo" | tail -n 1 | grep -q 'demo.sh .*/06_sum_arrays .*/07_synchronise *$'
    make -n demo EX=99 BUILD="$scratch/demo" | grep -q "no example begins with '99'"
}

# ---- install --------------------------------------------------------------------------------------------------------

install_puts_headers_and_pc_files_where_they_are_asked_for() {
    make install DESTDIR="$scratch/dest" PREFIX=/opt/gt || return 1
    (cd "$scratch/dest" && find . -type f | sort) >"$scratch/installed"
    cat "$scratch/installed"
    [ "$(tr '\n' ' ' <"$scratch/installed")" = "./opt/gt/bin/gtlint ./opt/gt/bin/gtprof \
./opt/gt/include/gputime.h $(ls examples/more/*.[ch] examples/tools/*.h |
        sed 's@^examples@./opt/gt/include/gputime@' | tr '\n' ' ')\
./opt/gt/include/gputime_cl.h ./opt/gt/lib/gtprof/libgtprof-clocks.so ./opt/gt/lib/gtprof/libgtprof.so \
./opt/gt/share/bash-completion/completions/gtlint ./opt/gt/share/bash-completion/completions/gtprof \
./opt/gt/share/cmake/gputime/gputimeConfig.cmake ./opt/gt/share/cmake/gputime/gputimeConfigVersion.cmake \
./opt/gt/share/man/man1/gtlint.1 ./opt/gt/share/man/man1/gtprof.1 \
./opt/gt/share/pkgconfig/gputime.pc ./opt/gt/share/pkgconfig/gputime_cl.pc \
./opt/gt/share/zsh/site-functions/_gputime " ] || return 1
    install_status=0
    "$scratch/dest/opt/gt/bin/gtprof" sh -c 'exit 7' 2>"$scratch/seen" || install_status=$?
    [ $install_status -eq 7 ] && grep -q 'nothing was seen' "$scratch/seen"
}
# completed WORDS: what bash offers for the last of them.
completed() {
    bash -c '. "$0"; tool=$1; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); shift $(($# - 2))
        _gputime_complete "$tool" "$2" "$1"; printf "%s\n" "${COMPREPLY[@]}"' \
        examples/tools/completion/gputime.bash "$@"
}
bash_completes_options_modes_and_programs() {
    command -v bash >/dev/null || skip 'there is no bash'
    make gtprof >/dev/null
    gtprof=$GT_BUILD_DIR/gtprof
    completed "$gtprof" --ker | grep -x -e --kernels
    completed "$gtprof" --mode st | grep -x stand-in
    completed "$gtprof" --output report README.m | grep -x README.md
    if completed "$gtprof" ./program --ker | grep .; then return 1; fi
    if completed "$gtprof" ./program --mode st | grep .; then return 1; fi
    if completed "$gtprof" --rank | grep .; then return 1; fi       # gtlint's, in an example of gtprof --help
    completed "$GT_BUILD_DIR/examples/gtlint" --rank | grep -x -e --ranks
    completed "$GT_BUILD_DIR/examples/gtlint" --fail | grep -x -e --fail-slower
    completed "$GT_BUILD_DIR/examples/gtlint" run --bud | grep -x -e --budget
    completed "$GT_BUILD_DIR/examples/gtlint" run -- README.m | grep -x README.md
    if completed "$GT_BUILD_DIR/examples/gtlint" --bud | grep .; then return 1; fi
    if completed "$GT_BUILD_DIR/examples/gtlint" run -- ./program --bud | grep .; then return 1; fi
}
options_in() { grep -oE -- '--[a-z][a-z-]+' | sort -u; }
# Options that a help lists, and those that a manual describes: an option begins such a line.
manuals_describe_the_options_of_the_tools() {
    make gtprof >/dev/null
    "$GT_BUILD_DIR/examples/gtlint" --help >"$scratch/gtlint"
    "$GT_BUILD_DIR/examples/gtlint" run --help >>"$scratch/gtlint"
    "$GT_BUILD_DIR/gtprof" --help >"$scratch/gtprof"
    for tool in gtlint gtprof; do
        grep '^ *--' "$scratch/$tool" | options_in >"$scratch/help"
        sed 's/\\//g' examples/tools/$tool/$tool.1 | grep '^\.B[IR]* --' | options_in | diff "$scratch/help" - ||
            { echo "the manual of $tool"; return 1; }
    done
}
# Each task of a help has an example: words, a colon, a command.
helps_show_tasks() {
    make gtprof >/dev/null
    for tool in gtprof examples/gtlint 'examples/gtlint run'; do
        "$GT_BUILD_DIR"/$tool --help >"$scratch/tasks"
        grep -E '^[A-Z][A-Za-z ,]*[:?]  +.*gt(lint|prof)' "$scratch/tasks" | tee "$scratch/examples"
        [ "$(wc -l <"$scratch/examples")" -ge 5 ] || { echo "$tool --help has few examples"; return 1; }
    done
}
# typed LINE: LINE as a zsh at a terminal completes it, between < and >.
typed() {
    rm -f "$scratch/typed"
    timeout 60 zsh -f -c '
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; bindkey ^X show; zle -N show
            show() { zle complete-word; print -r -- \"<\$BUFFER>\" >${(q)3}; exit }; echo rea\"\"dy"
        while zpty -r shell line; do [[ $line != *ready* ]] || break; done
        zpty -w -n shell "$2"$'"'\\x18'"'
        while zpty -r shell line; do :; done
        ' zsh "$PWD/examples/tools/completion" "$1" "$scratch/typed"
    cat "$scratch/typed"
}
zsh_completes_options_modes_and_programs() {
    command -v zsh >/dev/null || skip 'there is no zsh'
    make gtprof >/dev/null
    export PATH="$GT_BUILD_DIR:$GT_BUILD_DIR/examples:$PATH"
    typed 'gtprof --ker' | grep -xF '<gtprof --kernels >'
    typed 'gtprof --out' | grep -xF '<gtprof --output >'
    typed 'gtprof --mode st' | grep -xF '<gtprof --mode stand-in >'
    typed 'gtprof --output report README.m' | grep -xF '<gtprof --output report README.md >'
    typed 'gtprof --rank' | grep -xF '<gtprof --rank>'
    typed 'gtprof ./program --ker' | grep -xF '<gtprof ./program --ker>'
    typed 'gtlint --fail' | grep -xF '<gtlint --fail-slower >'
    typed 'gtlint run --bud' | grep -xF '<gtlint run --budget >'
}
without_layers_the_headers_are_installed_alone() {
    make install DESTDIR="$scratch/alone" PREFIX=/opt/gt OPENCL_CFLAGS=-nostdinc || return 1
    [ "$(find "$scratch/alone" -name 'gputime*' -type f | wc -l)" -eq 6 ] &&
        [ -f "$scratch/alone/opt/gt/include/gputime/more/schedule.h" ] && [ ! -e "$scratch/alone/opt/gt/bin" ]
}

user_program() {
    cat >"$scratch/user.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include <gputime_cl.h>
#include <gputime/more/schedule.h>
int main(void)
{
    gt_timer t = {0};
    gt_timer_start(&t);
    gt_timer_stop(&t);
    return gt_timer_ms(&t) < 0.0;
}
END
}
installed_kit_is_found_by_pkg_config_and_works() {
    make install PREFIX="$scratch/prefix" || return 1
    PKG_CONFIG_PATH=$scratch/prefix/share/pkgconfig
    export PKG_CONFIG_PATH
    version=$(sed -n '1s/.* v\([0-9.]*\) .*/\1/p' gputime.h)
    echo "header: $version, pkg-config: $(pkg-config --modversion gputime)"
    [ -n "$version" ] && [ "$(pkg-config --modversion gputime)" = "$version" ] || return 1
    [ "$(pkg-config --modversion gputime_cl)" = "$version" ] || return 1
    user_program
    # shellcheck disable=SC2046
    (cd "$scratch" && $CC -std=c99 $(pkg-config --cflags gputime_cl) -o user user.c $(pkg-config --libs gputime_cl) &&
        ./user)
}

# pkg-config quotes the blank for make and for eval.
a_prefix_with_a_blank_is_found_by_pkg_config() {
    make install PREFIX="$scratch/a prefix" || return 1
    user_program
    options=$(PKG_CONFIG_PATH="$scratch/a prefix/share/pkgconfig" pkg-config --cflags --libs gputime_cl)
    echo "$options"
    (cd "$scratch" && eval "$CC -std=c99 -o user user.c $options" && ./user)
}

# A project of three lines, outside of this folder; wanted: the version that it asks for, and components.
cmake_project() { # NAME LANGUAGE WANTED...
    mkdir -p "$scratch/$1"
    project=$1 language=$2
    shift 2
    user_program
    case $language in C) source=user.c ;; CXX) source=user.cpp ;; esac
    mv "$scratch/user.c" "$scratch/$project/$source"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.10)' "project($project $language)" \
        "find_package(gputime $* REQUIRED)" "add_executable(user $source)" \
        'target_link_libraries(user PRIVATE gputime::cl)' >"$scratch/$project/CMakeLists.txt"
    cmake -S "$scratch/$project" -B "$scratch/$project/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
        -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX"
}
installed_kit_is_found_by_cmake_and_works() {
    command -v cmake >/dev/null || skip 'no cmake (apt-get install cmake)'
    make install PREFIX="$scratch/prefix" || return 1
    for language in C CXX; do
        cmake_project "in_$language" $language 0.1 COMPONENTS cl || return 1
        cmake --build "$scratch/in_$language/build" || return 1
        "$scratch/in_$language/build/user" || return 1
    done
    if cmake_project too_new C 77.0; then return 1; fi
}

# The README's lines for a project that fetches the kit, and a test that compares two versions and fails.
fetched_kit_is_built_by_cmake_and_compares_versions() {
    command -v cmake >/dev/null || skip 'no cmake (apt-get install cmake)'
    mkdir -p "$scratch/fetches"
    user_program
    mv "$scratch/user.c" "$scratch/fetches/app.c"
    {
        printf '%s\n' 'cmake_minimum_required(VERSION 3.14)' 'project(fetches C)' 'include(FetchContent)' \
            'add_executable(app app.c)' 'enable_testing()' 'set(WHERE_IT_IS nowhere)' 'set(BEFORE ./before)'
        sed -n '/^```cmake$/,/^```$/{/^```/d;s/SOURCE_SUBDIR/\n&/;p}' examples/tools/gtlint/README.md
        echo 'add_test(NAME slower COMMAND gtlint run --rounds 10 --fail-slower 5% -- sleep 0.01 -- sleep 0.05)'
    } >"$scratch/fetches/CMakeLists.txt"
    cat "$scratch/fetches/CMakeLists.txt"
    cmake -S "$scratch/fetches" -B "$scratch/fetches/build" -DFETCHCONTENT_SOURCE_DIR_GPUTIME="$PWD" \
        -DCMAKE_C_COMPILER="$CC" || return 1
    cmake --build "$scratch/fetches/build" || return 1
    "$scratch/fetches/build/app" || return 1
    (cd "$scratch/fetches/build" && ctest -N -R speed | grep "Total Tests: 1") || return 1
    if (cd "$scratch/fetches/build" && ctest --output-on-failure -R slower >"$scratch/ctest"); then return 1; fi
    grep -q 'slower by .*FAILS' "$scratch/ctest"
}

# The portfile of vcpkg is a script for cmake; the manager itself is not needed.
recipes_have_the_version_and_the_headers() {
    recipes=.github/packaging
    version=$(sed -n 's/^#define GPUTIME_VERSION "\(.*\)"/\1/p' gputime.h)
    for file in $recipes/vcpkg/vcpkg.json $recipes/clib/clib.json $recipes/conan/conanfile.py; do
        grep -qE "version\"?(:| =) \"$version\"" "$file" || { echo "$file is not of version $version"; return 1; }
    done
    command -v cmake >/dev/null || skip 'there is no cmake'
    cmake -DCURRENT_PACKAGES_DIR="$scratch/port" -DPORT=gputime -P $recipes/vcpkg/portfile.cmake || return 1
    make -s install DESTDIR="$scratch/made" PREFIX=/usr OPENCL_CFLAGS=-nostdinc || return 1
    (cd "$scratch/made/usr/include" && find . -type f | sort) >"$scratch/headers"
    (cd "$scratch/port/include" && find . -type f | sort) | diff "$scratch/headers" -
}

# What is packed builds by itself, without git.
dist_packs_what_is_committed() {
    [ -e .git ] && git rev-parse HEAD || skip 'this folder is no git repository'
    make dist || return 1
    tar -xzf build/gputime-[0-9]*.tar.gz -C "$scratch" || return 1
    (cd "$scratch"/gputime-[0-9]* && find . -type f -o -type l | sed 's@^./@@' | sort) >"$scratch/packed"
    git ls-tree -r --name-only HEAD | sort | diff - "$scratch/packed" || return 1
    make -C "$scratch"/gputime-[0-9]* install DESTDIR="$scratch/packed_there" PREFIX=/usr OPENCL_CFLAGS=-nostdinc ||
        return 1
    [ -f "$scratch/packed_there/usr/include/gputime.h" ] || return 1
    # And what was packed packs the same files.
    make -C "$scratch"/gputime-[0-9]* dist || return 1
    mkdir "$scratch/again" && tar -xzf "$scratch"/gputime-[0-9]*/build/gputime-[0-9]*.tar.gz -C "$scratch/again" ||
        return 1
    (cd "$scratch"/again/gputime-[0-9]* && find . -type f -o -type l | sed 's@^./@@' | sort) | diff - "$scratch/packed"
}

a_strict_umask_does_not_hide_what_is_installed() {
    (umask 077; make install DESTDIR="$scratch/strict" PREFIX=/opt/gt OPENCL_CFLAGS=-nostdinc) || return 1
    find "$scratch/strict" -mindepth 1 ! -path "$scratch/strict" | xargs ls -ld
    [ -z "$(find "$scratch/strict/opt" -type f ! -perm 644)" ] &&
        [ -z "$(find "$scratch/strict/opt" -type d ! -perm 755)" ]
}

another_make_is_told_that_gnu_make_is_wanted() {
    command -v bmake >/dev/null || skip 'no bmake (apt-get install bmake)'
    mkdir "$scratch/bmake" && cp Makefile "$scratch/bmake" || return 1
    if (cd "$scratch/bmake" && bmake help) >"$scratch/bmake.out" 2>&1; then return 1; fi
    cat "$scratch/bmake.out"
    grep -q 'GNU make' "$scratch/bmake.out" && [ "$(wc -l <"$scratch/bmake.out")" -lt 5 ]
}

# Whoever may not write there is told what to do, and what is built already needs no writing.
a_folder_that_cannot_be_written_is_named_with_the_remedy() {
    [ -d /proc/self ] || skip 'no /proc'
    if make BUILD=/proc/none /proc/none/flags >"$scratch/refused" 2>&1; then return 1; fi
    cat "$scratch/refused"
    grep -q 'cannot write to /proc/none, .*: make BUILD=' "$scratch/refused" || return 1
    if grep mkdir "$scratch/refused"; then return 1; fi
    make BUILD="$scratch/elsewhere" CFLAGS=-O0 "$scratch/elsewhere/examples/gtlint" || return 1
    echo 1 | "$scratch/elsewhere/examples/gtlint" || [ $? -eq 1 ] || return 1
    [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || skip 'only root can be another user'
    chmod 755 "$scratch"
    setpriv --reuid=65534 --regid=65534 --clear-groups make BUILD="$scratch/elsewhere" CFLAGS=-O0 \
        "$scratch/elsewhere/examples/gtlint" || return 1
    for what in "grade EX=01" "devices CFLAGS=-O0" "hint EX=01"; do
        refusal=0
        setpriv --reuid=65534 --regid=65534 --clear-groups make BUILD="$scratch/elsewhere" $what \
            >"$scratch/refused" 2>&1 || refusal=1
        cat "$scratch/refused"
        [ $refusal -eq 1 ] || [ "$what" = "hint EX=01" ] || return 1
        grep -q "cannot write to $scratch/elsewhere, .*: make BUILD=" "$scratch/refused" || return 1
    done
}

uninstall_leaves_nothing() {
    make install DESTDIR="$scratch/gone" PREFIX=/usr && [ -f "$scratch/gone/usr/include/gputime.h" ] || return 1
    mkdir -p "$scratch/gone/usr/lib/other" && make uninstall DESTDIR="$scratch/gone" PREFIX=/usr || return 1
    find "$scratch/gone"
    # Nor a folder, but for those that hold something else.
    [ "$(cd "$scratch/gone" && find . | tr '\n' ' ')" = '. ./usr ./usr/lib ./usr/lib/other ' ]
}

# ---- deps on other machines: a folder of commands is all that such a machine has -------------------------------------

# machine NAME: has the usual small commands, a python3 with all modules, and a compiler that knows neither OpenCL nor
# cmocka.
machine() {
    bin=$scratch/$1
    mkdir -p "$bin"
    for command in sh cat mktemp rm tr ls grep env sed; do ln -sf "$(command -v $command)" "$bin/$command"; done
    cat >"$bin/cc" <<'END'
#!/bin/sh
for file; do
    case $file in *.c) ! grep -qE 'CL/cl.h|clGetPlatformIDs|cmocka' "$file"; exit ;; esac
done
END
    printf '#!/bin/sh\necho "%s"\n' "$2" >"$bin/id"
    printf '#!/bin/sh\n' >"$bin/python3"
    chmod +x "$bin/cc" "$bin/id" "$bin/python3"
}

# Commands that only write down how they were called; sudo does what it is asked to.
with() {
    for command in "$@"; do
        { echo '#!/bin/sh'; echo "echo \"$command \$*\" >>'$bin/calls'"; } >"$bin/$command"
        [ "$command" != sudo ] || echo 'exec "$@"' >>"$bin/$command"
        chmod +x "$bin/$command"
    done
}

deps_there() {
    deps_status=0
    env -i PATH="$bin" CC=cc CXX=c++ OCL_ICD_VENDORS="$bin/vendors" sh tests/lib/deps.sh "$@" >"$bin/output" 2>&1 ||
        deps_status=$?
    cat "$bin/output"
    ! [ -f "$bin/calls" ] || cat "$bin/calls"
}

deps_without_apt_get_names_what_to_install_and_fails() {
    machine no_apt 0
    deps_there
    [ $deps_status -ne 0 ] && grep -q 'no apt-get' "$bin/output" &&
        grep -q ': opencl-c-headers ocl-icd-opencl-dev pocl-opencl-icd libcmocka-dev pkg-config g++ bubblewrap$' \
            "$bin/output"
}

deps_without_root_and_sudo_names_the_command_and_fails() {
    machine no_root 1000
    with apt-get apt-cache
    deps_there
    [ $deps_status -ne 0 ] && [ ! -f "$bin/calls" ] &&
        grep -q 'as root, run: apt-get update && apt-get install .*pocl-opencl-icd' "$bin/output"
}

deps_of_an_ordinary_user_goes_through_sudo() {
    machine sudo 1000
    with apt-get apt-cache sudo
    deps_there
    [ "$(grep -c '^sudo env DEBIAN_FRONTEND=noninteractive apt-get' "$bin/calls")" -eq 2 ] || return 1
    # Nothing was really installed: that must be noticed.
    [ $deps_status -ne 0 ] && grep -q 'still not usable: .*pocl-opencl-icd' "$bin/output"
}

deps_installs_what_is_missing_and_nothing_else() {
    machine half 0
    with apt-get apt-cache pkg-config c++ bwrap
    mkdir "$bin/vendors"
    : >"$bin/vendors/pocl.icd"
    deps_there
    [ "$(grep -o ' install .*' "$bin/calls")" = \
        ' install -y --no-install-recommends opencl-c-headers ocl-icd-opencl-dev libcmocka-dev' ]
}

# Another installation holds apt's lock on downloads; apt-get itself does not wait for that.
a_lock_is_waited_for() {
    for what in more ''; do
        machine "locked$what" 0
        with apt-get apt-cache sleep pkg-config c++ chromium clinfo
        ln -sf "$(command -v timeout)" "$bin/timeout"
        cat >>"$bin/apt-get" <<END
case \$* in *install*)
    if [ ! -f '$bin/second' ]; then
        : >'$bin/second'
        echo 'E: Could not get lock /var/cache/apt/archives/lock. It is held by process 1 (apt-get)' >&2
        exit 100
    fi
esac
END
        deps_there $what
        [ "$(grep -c '^sleep 5' "$bin/calls")" -eq 1 ] || return 1
        grep -q 'still not usable' "$bin/output" && ! grep -q '240 s' "$bin/output" || return 1
    done
    # Another failure is told as what it is, at once.
    machine held_packages 0
    with apt-get apt-cache sleep
    ln -sf "$(command -v timeout)" "$bin/timeout"
    echo "case \$* in *install*) echo 'E: You have held broken packages.' >&2; exit 100 ;; esac" >>"$bin/apt-get"
    deps_there more
    [ $deps_status -ne 0 ] && grep -q 'held broken' "$bin/output" && grep -q 'as root, run: apt-get' "$bin/output" &&
        ! grep -q '240 s' "$bin/output" && ! grep -q '^sleep' "$bin/calls"
}

deps_says_when_the_package_sources_lack_pocl() {
    machine no_pocl 0
    with apt-get apt-cache
    echo 'case $* in *pocl*) exit 100 ;; esac' >>"$bin/apt-cache"
    deps_there
    [ $deps_status -ne 0 ] && grep -q 'have no pocl-opencl-icd' "$bin/output" && ! grep -q ' install ' "$bin/calls"
}

large_helpers_are_downloaded_before_anything_is_installed() {
    machine more 0
    with apt-get apt-cache gnuplot clinfo c++
    ln -sf "$(command -v timeout)" "$bin/timeout"
    deps_there more
    install='--no-install-recommends openmpi-bin libopenmpi-dev chromium;'
    [ "$(grep -o ' install .*' "$bin/calls" | tr '\n' ';')" = \
        " install -y --download-only $install install -y $install" ] &&
        [ $deps_status -ne 0 ] && grep -q 'still not usable: .*chromium' "$bin/output"
}
# As on Ubuntu, where chromium is no package of apt.
large_helpers_that_are_not_to_be_had_are_left_out() {
    machine fewer 0
    with apt-get apt-cache
    ln -sf "$(command -v timeout)" "$bin/timeout"
    echo 'case $* in *chromium*) exit 100 ;; esac' >>"$bin/apt-cache"
    deps_there more
    grep -q 'have no chromium' "$bin/output" && grep -q ' install -y .*gnuplot-nox' "$bin/calls"
}
# A slow network: nothing is installed, and `.ci/run` goes on.
large_helpers_that_do_not_come_are_given_up() {
    machine slow 0
    with apt-get apt-cache
    printf '#!/bin/sh\nexit 124\n' >"$bin/timeout"
    chmod +x "$bin/timeout"
    deps_there more
    [ $deps_status -ne 0 ] && grep -q 'did not come in 240 s' "$bin/output" && ! grep -q ' install ' "$bin/calls" &&
        grep -q '^make deps-more ||' .ci/run
}

deps_with_all_there_says_so_in_one_line_and_calls_nothing() {
    machine all 1000
    with apt-get apt-cache sudo pkg-config c++ bwrap
    printf '#!/bin/sh\nexit 0\n' >"$bin/cc"
    mkdir "$bin/vendors"
    : >"$bin/vendors/pocl.icd"
    deps_there
    [ $deps_status -eq 0 ] && [ "$(wc -l <"$bin/output")" -eq 1 ] && [ ! -f "$bin/calls" ]
}

# ---- counting -------------------------------------------------------------------------------------------------------

new_tests() { rm -rf "$scratch/tests" && mkdir "$scratch/tests"; }
a_test() { cat >"$scratch/tests/$1.sh"; }

# closes_with LAST_LINE STATUS: what tests/lib/run.sh makes of the tests; only one line of its output may be a sum.
closes_with() {
    status=0
    GT_TEST_LIMIT_S=1 sh tests/lib/run.sh "$scratch/logs" "$scratch"/tests/* >"$scratch/counted" 2>&1 || status=$?
    cat "$scratch/counted"
    echo "status $status, wanted $2"
    [ "$(tail -n 1 "$scratch/counted")" = "$1" ] && [ $status -eq "$2" ] &&
        [ "$(grep -cE '^[0-9]+ passed, [0-9]+ failed' "$scratch/counted")" -eq 1 ]
}

counts_of_scripts_and_of_cmocka_are_added() {
    new_tests
    a_test script <<'END'
echo 'ok one'; echo 'ok two'; echo 'skip three: why'; echo 'planted: shown'; echo 'not shown'
END
    a_test cmocka <<'END'
cat <<LOG
[==========] Running 3 test(s).
[ RUN      ] a
no newline[       OK ] a
ok this line is the output of a test
[ RUN      ] b
[       OK ] b
[ RUN      ] c
[  SKIPPED ] c
[==========] 3 test(s) run.
[  PASSED  ] 2 test(s).
[  SKIPPED ] 1 test(s), listed below:
[  SKIPPED ] c
LOG
END
    closes_with '4 passed, 0 failed, 2 skipped' 0 || return 1
    grep -q '^planted: shown$' "$scratch/counted" && grep -q 'skip three: why' "$scratch/counted" &&
        ! grep -q 'not shown' "$scratch/counted"
}

failed_tests_are_counted_once_and_shown() {
    new_tests
    a_test script <<'END'
echo 'ok one'; echo 'not ok two'; echo '7 passed, 0 failed'; exit 1
END
    a_test cmocka <<'END'
cat <<LOG
[==========] Running 2 test(s).
[ RUN      ] a
[  ERROR   ] --- 0x1 != 0x2
[  FAILED  ] a
[ RUN      ] b
[       OK ] b
[==========] 2 test(s) run.
[  PASSED  ] 1 test(s).
[  FAILED  ] 1 test(s), listed below:
[  FAILED  ] a
LOG
exit 1
END
    closes_with '2 passed, 2 failed' 1 && grep -q -- '--- 0x1 != 0x2' "$scratch/counted" || return 1
    # Both stand once more at the end, where one looks who has only the end.
    sed '1,/^failed:$/d' "$scratch/counted" | tee "$scratch/end"
    grep -A1 '^  cmocka: a$' "$scratch/end" | grep -q '^ .*--- 0x1 != 0x2$' && grep -q '^  script: two$' "$scratch/end"
}

a_crash_counts_as_a_failure() {
    new_tests
    a_test crash <<'END'
echo '[==========] Running 3 test(s).'; echo '[ RUN      ] a'; echo '[       OK ] a'; echo '[ RUN      ] b'
kill -ABRT $$
END
    closes_with '1 passed, 1 failed' 1 && grep -q 'signal 6 in b, 1 not run' "$scratch/counted"
}

leaving_before_the_last_test_counts_as_a_failure() {
    new_tests
    a_test leaves <<'END'
echo '[==========] Running 3 test(s).'; echo '[ RUN      ] a'; echo '[       OK ] a'; exit 0
END
    closes_with '1 passed, 1 failed' 1 && grep -q 'stopped early, 2 not run' "$scratch/counted"
}

a_status_that_no_test_explains_counts_as_a_failure() {
    new_tests
    a_test status <<'END'
echo 'ok one'; exit 3
END
    closes_with '1 passed, 1 failed' 1
}

a_hanging_test_is_ended_and_counts_as_a_failure() {
    new_tests
    a_test hangs <<'END'
echo 'ok one'; sleep 30
END
    closes_with '1 passed, 1 failed' 1 && grep -q 'ended after 1 s' "$scratch/counted"
}

running_no_test_counts_as_a_failure() {
    new_tests
    a_test empty <<'END'
echo 'nothing to see'
END
    closes_with '0 passed, 1 failed' 1
}

a_thread_sanitizer_that_the_kernel_refuses_is_run_without_address_spread_or_skipped() {
    new_tests
    echo 'echo ok one' | a_test other
    printf '#!/bin/sh\necho "FATAL: ThreadSanitizer: unexpected memory mapping"\nexit 66\n' >"$scratch/tests/never.tsan"
    # 0040000 in the personality: addresses are not spread.
    printf '#!/bin/sh\ncase $(cat /proc/self/personality) in *4????) echo ok two ;; *) exec "%s" ;; esac\n' \
        "$scratch/tests/never.tsan" >"$scratch/tests/sometimes.tsan"
    chmod +x "$scratch"/tests/*.tsan
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        closes_with '2 passed, 0 failed, 1 skipped' 0
    else
        closes_with '1 passed, 0 failed, 2 skipped' 0
    fi
}

# ---- demo -----------------------------------------------------------------------------------------------------------

demo_has_a_line_for_each_claim_and_goes_on_after_a_failure() {
    printf '#!/bin/sh\necho "claim: a: holds (1 ms)"\nexit 3\n' >"$scratch/01_bad"
    printf '#!/bin/sh\necho figures\necho "claim: b: does not hold\n       (2 ms)"\necho after\n'\
'echo "claim: c: cannot be decided: too few rounds (-0.00074962 to 12.3456, n=3)"\n' >"$scratch/02_good"
    chmod +x "$scratch/01_bad" "$scratch/02_good"
    status=0
    GT_BUILD_DIR=$scratch sh examples/course/lib/demo.sh "$scratch/02_good" "$scratch/01_bad" \
        >"$scratch/demo.out" || status=$?
    cat "$scratch/demo.out"
    [ $status -ne 0 ]
    awk '/^01_bad/ { at = 1 } /^  holds +a$/ && at == 1 { at = 2 } /^  FAILED, exit 3/ && at == 2 { at = 3 }
        /^02_good/ && at == 3 { at = 4 } /^  does not hold +b$/ && at == 4 { at = 5 }
        END { exit at != 5 }' "$scratch/demo.out"
    grep -qx '  too few rounds     -0.00075 to 12.3  c' "$scratch/demo.out"
    grep -q '^FAILED: 01_bad (exit 3)$' "$scratch/demo.out"
    grep -q '^figures$' "$scratch/demo/02_good.txt"
}
a_demo_of_one_example_prints_all_of_it() {
    printf '#!/bin/sh\necho figures "$@"\necho "claim: one copy: holds (1 ms)"\n' >"$scratch/03_one"
    chmod +x "$scratch/03_one"
    GT_BUILD_DIR=$scratch sh examples/course/lib/demo.sh "$scratch/03_one" | tee "$scratch/demo.out"
    grep -qx 'figures' "$scratch/demo.out"
}
# The sources are those of the table in examples/README.md.
a_demo_closes_with_the_claims_by_their_sources() {
    printf '#!/bin/sh\necho "claim: the data size of the warm-up does not matter: x: holds (1 ms)"\n' >"$scratch/01_a"
    printf '#!/bin/sh\necho "claim: nobody has written this: cannot be decided: too noisy (1 ms)"\n' >"$scratch/05_b"
    chmod +x "$scratch/01_a" "$scratch/05_b"
    GT_BUILD_DIR=$scratch sh examples/course/lib/demo.sh "$scratch/01_a" "$scratch/05_b" | tee "$scratch/demo.out"
    grep -q '^A  How to measure .* 1  *0  *0  *0$' "$scratch/demo.out"
    grep -q '^   other claims .* 0  *0  *1  *0$' "$scratch/demo.out"
}

kit_works_on() {
    QUICK=1 JOBS=1 sh tests/lib/portable.sh "$1" >"$scratch/portable" 2>&1 || { cat "$scratch/portable"; return 1; }
    grep -q '^ok ' "$scratch/portable" || skip "$(sed -n 's/^skip [^:]*: //p' "$scratch/portable" | head -n 1)"
}

tests_that_know_the_simulated_device_say_what_they_are_linked_with() {
    grep -lE '^#(include "simcl.h"|if.*SIMCL)' tests/*/test_*.c >"$scratch/knowing" || return 1
    silent=$(xargs grep -LE '^/\* link: (simcl|simcl OpenCL|OpenCL simcl) \*/' <"$scratch/knowing")
    echo "without a link comment (the Makefile tells which): $silent"
    [ -z "$silent" ]
}

# Files with a number and the programs of tests/field come in rows: the README says what the row is.
folders_of_many_files_say_what_stands_where() {
    { git ls-files 2>/dev/null || find . -type f ! -path './build/*' | sed 's@^[.]/@@'; } >"$scratch/files"
    sed -n 's@/[^/]*$@@p' "$scratch/files" | sort | uniq -c | awk '$1 > 5 { print $2 }' | while read -r folder; do
        [ -f "$folder/README.md" ] || { echo "$folder has no README.md"; continue; }
        head -n 30 "$folder/README.md" >"$scratch/readme"
        grep "^$folder/[^/]*$" "$scratch/files" | sed 's@.*/@@; s@[.][a-z]*$@@' | while read -r name; do
            case $folder/$name in */README | */[0-9]* | tests/field/*) continue ;; esac
            grep -qF "$name" "$scratch/readme" || echo "$folder/README.md does not say what $name is"
        done
    done >"$scratch/unsaid"
    cat "$scratch/unsaid"
    [ ! -s "$scratch/unsaid" ]
}

ci_runs_the_test_command_of_the_readme() {
    command=$(sed -n 's/^exec //p' .ci/run)
    echo "ci: $command"
    [ -n "$command" ] && grep -qE "^ *(\\$ )?$command( |\$)" README.md && [ -x .ci/run ]
}

for test in help_lists_every_target unknown_config_is_an_error one_demo_builds_one_experiment \
    install_puts_headers_and_pc_files_where_they_are_asked_for installed_kit_is_found_by_pkg_config_and_works \
    a_prefix_with_a_blank_is_found_by_pkg_config \
    installed_kit_is_found_by_cmake_and_works fetched_kit_is_built_by_cmake_and_compares_versions \
    dist_packs_what_is_committed bash_completes_options_modes_and_programs zsh_completes_options_modes_and_programs \
    manuals_describe_the_options_of_the_tools helps_show_tasks recipes_have_the_version_and_the_headers \
    without_layers_the_headers_are_installed_alone \
    uninstall_leaves_nothing a_strict_umask_does_not_hide_what_is_installed \
    another_make_is_told_that_gnu_make_is_wanted a_folder_that_cannot_be_written_is_named_with_the_remedy \
    deps_without_apt_get_names_what_to_install_and_fails deps_without_root_and_sudo_names_the_command_and_fails \
    deps_of_an_ordinary_user_goes_through_sudo deps_installs_what_is_missing_and_nothing_else \
    large_helpers_are_downloaded_before_anything_is_installed large_helpers_that_are_not_to_be_had_are_left_out \
    large_helpers_that_do_not_come_are_given_up a_lock_is_waited_for \
    deps_says_when_the_package_sources_lack_pocl deps_with_all_there_says_so_in_one_line_and_calls_nothing \
    counts_of_scripts_and_of_cmocka_are_added failed_tests_are_counted_once_and_shown a_crash_counts_as_a_failure \
    leaving_before_the_last_test_counts_as_a_failure a_status_that_no_test_explains_counts_as_a_failure \
    a_hanging_test_is_ended_and_counts_as_a_failure running_no_test_counts_as_a_failure \
    a_thread_sanitizer_that_the_kernel_refuses_is_run_without_address_spread_or_skipped \
    demo_has_a_line_for_each_claim_and_goes_on_after_a_failure a_demo_of_one_example_prints_all_of_it \
    a_demo_closes_with_the_claims_by_their_sources \
    tests_that_know_the_simulated_device_say_what_they_are_linked_with folders_of_many_files_say_what_stands_where \
    ci_runs_the_test_command_of_the_readme; do
    check $test
done
for target in 'gcc -m32' 'musl static' 'mingw-w64;' riscv64; do
    check kit_works_on "$target"
done
