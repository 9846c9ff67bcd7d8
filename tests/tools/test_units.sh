#!/bin/sh
# long: yes
# One, two and more translation units, C and C++, static copies, a shared object: each is built, linked and run. What a
# program prints is compared with what its recorders must hold.
. "$(dirname "$0")/../lib/check.sh"

# Not optimised, since the linker merges what C++ calls inline only where the compiler has not put it in place.
c()   { $CC -std=c99 -O0 -Werror $WARNINGS $WARNINGS_C -I. -Itests/snippets -pthread "$@"; }
cxx() { $CXX -std=c++11 -O0 -Werror $WARNINGS -I. -Itests/snippets -pthread "$@"; }

# part LANGUAGE SOURCE FLAGS... puts an object's path into $o; what was built before is used again.
part() {
    language=$1
    source=$2
    shift 2
    o=$scratch/$(echo "$language $source $*" | tr -c 'A-Za-z0-9\n' '_').o
    [ -f "$o" ] && return 0
    case $language in
    c) c "$@" -fPIC -c -o "$o" "tests/data/snippets/$source" ;;
    c++) cxx "$@" -fPIC -x c++ -c -o "$o" "tests/data/snippets/$source" ;;
    esac
}
# units LANGUAGE FLAGS...: both units and a main that calls them; into $objects
units() {
    language_of_units=$1
    shift
    part "$language_of_units" units_main.c -DUNITS=2 "$@"; objects=$o
    part "$language_of_units" units_user.c -DUNIT=1 "$@"; objects="$objects $o"
    part "$language_of_units" units_user.c -DUNIT=2 "$@"; objects="$objects $o"
}
kit() { part "$1" units_kit.c -DGPUTIME_IMPLEMENTATION; }
expect() { # expect WHAT_IT_PRINTS PROGRAM
    got=$("$2")
    echo "expected: $1; got: $got"
    [ "$got" = "$1" ]
}

# units_user.c has a function, named by UNIT, that runs a scope with a name of its own, and one shared by all units.
# units_main.c calls as many as UNITS says, then prints each series of the recorder that it sees.

header_included_twice_in_one_file() {
    part c units_main.c -DUNITS=0 -DGPUTIME_IMPLEMENTATION -DTWICE
    c -o "$scratch/twice" "$o"
    expect 'main:1 shared:1' "$scratch/twice"
}
plain_includes_in_two_files_and_the_implementation_in_a_third() {
    units c
    kit c
    c -o "$scratch/three" $objects "$o"
    expect 'main:1 shared:3 unit1:1 unit2:1' "$scratch/three"
}
two_implementations_do_not_link() {
    units c
    kit c
    cp "$o" "$scratch/kit_again.o"
    if c -o "$scratch/double" $objects "$o" "$scratch/kit_again.o" 2>"$scratch/double.log"; then return 1; fi
    grep -q 'multiple definition.*gt_report\|duplicate symbol.*gt_report' "$scratch/double.log"
}
missing_implementation_does_not_link() {
    units c
    if c -o "$scratch/none" $objects; then return 1; fi
}
static_copies_of_c_files_are_recorders_of_their_own() {
    units c -DGPUTIME_STATIC
    c -o "$scratch/static" $objects
    expect 'main:1 shared:1 | shared:1 unit1:1 | shared:1 unit2:1' "$scratch/static"
}
static_copies_of_cxx_files_are_recorders_of_their_own() {
    units c++ -DGPUTIME_STATIC
    cxx -o "$scratch/static" $objects
    expect 'main:1 shared:1 | shared:1 unit1:1 | shared:1 unit2:1' "$scratch/static"
}
static_copy_exports_nothing() {
    part c units_user.c -DUNIT=1 -DGPUTIME_STATIC
    nm -g --defined-only "$o"
    [ "$(nm -g --defined-only "$o" | awk '{ print $3 }' | tr '\n' ' ')" = 'unit1 unit1_print ' ]
}
c_implementation_serves_cxx_users() {
    units c++
    kit c
    cxx -o "$scratch/mixed" $objects "$o"
    expect 'main:1 shared:3 unit1:1 unit2:1' "$scratch/mixed"
}
cxx_implementation_serves_users_of_both_languages() {
    part c units_main.c -DUNITS=2; objects=$o
    part c++ units_user.c -DUNIT=1; objects="$objects $o"
    part c units_user.c -DUNIT=2; objects="$objects $o"
    kit c++
    cxx -o "$scratch/mixed" $objects "$o"
    expect 'main:1 shared:3 unit1:1 unit2:1' "$scratch/mixed"
}
disabled_file_beside_enabled_ones_records_nothing() {
    part c units_main.c -DUNITS=2; objects=$o
    part c units_user.c -DUNIT=1 -DGPUTIME_DISABLE; objects="$objects $o"
    part c units_user.c -DUNIT=2; objects="$objects $o"
    kit c
    c -o "$scratch/partly" $objects "$o"
    expect 'main:1 shared:2 unit2:1' "$scratch/partly"
}
shared_object_and_program_have_static_copies_of_their_own() {
    languages=c
    if command -v "$CXX" >/dev/null; then languages='c c++'; fi
    for each in $languages; do
        link=$([ $each = c ] && echo c || echo cxx)
        part $each units_user.c -DUNIT=1 -DGPUTIME_STATIC; objects=$o
        part $each units_user.c -DUNIT=2 -DGPUTIME_STATIC; objects="$objects $o"
        $link -shared -o "$scratch/libunits.so" $objects
        part $each units_main.c -DUNITS=2 -DGPUTIME_STATIC
        $link -o "$scratch/with_library" "$o" -L"$scratch" -lunits -Wl,-rpath,"$scratch"
        expect 'main:1 shared:1 | shared:1 unit1:1 | shared:1 unit2:1' "$scratch/with_library"
    done
}
shared_object_with_plain_include_records_into_the_programs_kit() {
    part c units_user.c -DUNIT=1; objects=$o
    part c units_user.c -DUNIT=2; objects="$objects $o"
    c -shared -o "$scratch/libplain.so" $objects
    part c units_main.c -DUNITS=2; objects=$o
    kit c
    c -rdynamic -o "$scratch/with_plain" "$objects" "$o" -L"$scratch" -lplain -Wl,-rpath,"$scratch"
    expect 'main:1 shared:3 unit1:1 unit2:1' "$scratch/with_plain"
}

check header_included_twice_in_one_file
check plain_includes_in_two_files_and_the_implementation_in_a_third
check two_implementations_do_not_link
check missing_implementation_does_not_link
check static_copies_of_c_files_are_recorders_of_their_own
check_cxx static_copies_of_cxx_files_are_recorders_of_their_own
check static_copy_exports_nothing
check_cxx c_implementation_serves_cxx_users
check_cxx cxx_implementation_serves_users_of_both_languages
check disabled_file_beside_enabled_ones_records_nothing
check shared_object_and_program_have_static_copies_of_their_own
check shared_object_with_plain_include_records_into_the_programs_kit
