# gputime is two headers; to use it, nothing needs to be built. This file runs the examples and the tests, and installs.
# Everything built goes to build/. `make` alone prints the targets: none of them is what everybody wants.

# The make of BSD (bmake) stops here, in front of what it would not understand.
NOT_GNU != test -z '${.PARSEDIR}' || { echo 'This Makefile needs GNU make: run gmake' >&2; kill $$PPID; }

config ?= release
PREFIX ?= /usr/local

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Builds take all cores, unless you say how many. The make behind deps shares the jobs of this one.
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS))$(SHARES_JOBS),)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
endif
.SUFFIXES:

# ---- compilers and flags --------------------------------------------------------------------------------------------

OPTIMISE_release := -O2 -g
OPTIMISE_debug   := -O0 -g
OPTIMISE_asan    := -Og -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
OPTIMISE_tsan    := -Og -g1 -fsanitize=thread
OPTIMISE_full    := -O2 -g
OPTIMISE_valgrind := -O1 -g -DTHIN=1
ifndef OPTIMISE_$(config)
$(error config=$(config): it must be release, debug, asan, tsan, valgrind or full)
endif

# The other configurations have folders of their own, so that switching does not build everything anew.
# Tests are not run often: -O1 takes half of the time of -O2.
OPTIMISE_tests := $(if $(filter release,$(config)),-O1 -g1,$(OPTIMISE_$(config)))

BUILD := $(if $(filter release,$(config)),build,build/$(config))
E     := $(BUILD)/examples
T     := $(BUILD)/tests

WARNINGS   := -Wall -Wextra -pedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef -Wformat=2
WARNINGS_C := -Wstrict-prototypes -Wmissing-prototypes

OPENCL_CFLAGS := $(shell pkg-config --cflags OpenCL 2>/dev/null)
OPENCL_LIBS   := $(shell pkg-config --libs OpenCL 2>/dev/null || echo -lOpenCL)
CMOCKA_CFLAGS := $(shell pkg-config --cflags cmocka 2>/dev/null)
CMOCKA_LIBS   := $(shell pkg-config --libs cmocka 2>/dev/null || echo -lcmocka)

DEFINES = -DGT_SOURCE_DIR='"$(CURDIR)"' -DGT_BUILD_DIR='"$(abspath $(BUILD))"' \
          $(if $(filter full,$(config)),-DFULL=1 )-DGT_TEST_DATA='"$(CURDIR)/tests/data"' \
          -DGT_KERNEL_DIR='"$(CURDIR)/kernels"'
# Examples name the headers to copy by their folder, more/ceilings.h; tests do not.
INCLUDES = -I. -Iexamples -Iexamples/more -Iexamples/tools
COMMON  = $(OPTIMISE) $(WARNINGS) $(INCLUDES) -Itests/lib -I$T $(DEFINES) -pthread $(OPENCL_CFLAGS) $(CMOCKA_CFLAGS)
COMPILE_c   = $(CC) -std=c99 -D_POSIX_C_SOURCE=200809L $(COMMON) $(WARNINGS_C) $(CPPFLAGS) $(CFLAGS)
COMPILE_cpp = $(CXX) -std=c++11 $(COMMON) $(CPPFLAGS) $(CXXFLAGS)
OPTIMISE    = $(OPTIMISE_$(config))

# A source's own flags stand in it: /* flags: -DX -std=c11 */
own_flags = $(shell sed -n 's@^/\* flags: \(.*\) \*/.*@\1@p' $<)
compile   = $(call say,compile,$@)$(COMPILE_$(subst .,,$(suffix $<))) $(own_flags) \
            -MMD -MP -MF $(basename $@).dep -c -o $@ $<
link      = $(call say,link,$@)$(link_it)
link_it   = $(if $(wildcard tests/*/$(firstword $(subst ., ,$(@F))).cpp),$(CXX),$(CC)) $(OPTIMISE) $(LDFLAGS) -pthread \
            -o $@ $(filter %.o,$^) $(LIBS) $(LDLIBS) -lm

# One short line for each step; V=1 shows the commands.
say = $(if $(V),,@printf '  %-8s%s\n' $(1) $(2);)

# What the test scripts want to know.
export CC CXX WARNINGS WARNINGS_C OPENCL_CFLAGS OPENCL_LIBS CMOCKA_CFLAGS CMOCKA_LIBS
export GT_SOURCE_DIR := $(CURDIR)
export GT_BUILD_DIR  := $(abspath $(BUILD))

# ---- targets --------------------------------------------------------------------------------------------------------

# What stands behind ## is a line of this list. A \ at its end continues it in the next line.
.PHONY: help
help:               ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { \
		while (sub(/ *\\$$/, "")) { getline more; sub(/^ */, " ", more); $$0 = $$0 more } \
		printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo '  with config=release|debug|asan|tsan|valgrind|full V=1 CC= CXX= CFLAGS= CXXFLAGS= LDFLAGS=' \
		'OPENCL_CFLAGS= OPENCL_LIBS='

.PHONY: deps
deps:               ## install what is missing: OpenCL headers and loader, PoCL, cmocka, jsonschema, pkg-config, g++, \
                       bubblewrap
	@sh tests/lib/deps.sh

.PHONY: deps-more
deps-more:          ## install large helpers of a few tests and of make plots: chromium, gnuplot and others
	@sh tests/lib/deps.sh more

.PHONY: deps-mpi
deps-mpi:           ## install Open MPI, for programs of several processes: make ranks
	@sh tests/lib/deps.sh mpi

# With deps beside other goals it runs first, also under -j, and a make of its own does the rest: that one finds what
# deps has installed.
AFTER_DEPS := $(if $(filter deps,$(MAKECMDGOALS)),$(filter-out deps help,$(MAKECMDGOALS)))
ifneq ($(AFTER_DEPS),)

.PHONY: $(AFTER_DEPS) after_deps
$(AFTER_DEPS): after_deps ; @:
after_deps: deps
	@$(MAKE) --no-print-directory SHARES_JOBS=1 $(AFTER_DEPS)

else

COURSE   := $(patsubst examples/course/%.c,$E/%,$(wildcard examples/course/[0-9]*.c))
EXAMPLES := $(COURSE) $E/devices $E/gtlint
DEMOS    := $(sort $(COURSE))
# Of programs and scripts those whose names begin with one of the words of EX; without EX all. Only these are built.
named     = $(if $(EX),$(foreach begin,$(EX),$(filter $(1)/$(begin)%,$(2))),$(2))
WANTED   := $(call named,$E,$(DEMOS))
SCRIPTS  := $(call named,examples/course,$(wildcard examples/course/[0-9]*.sh))
GTPROF   := $(BUILD)/gtprof $(BUILD)/libgtprof.so $(BUILD)/libgtprof-clocks.so

.PHONY: demo
demo: $(WANTED) $(if $(SCRIPTS),$(GTPROF)) ## run the experiments in order and end with their claims \
                       (EX=02: only that one, in full)
	@$(if $(WANTED)$(SCRIPTS),,echo "demo: no example begins with '$(EX)'" >&2; exit 1)
	@sh examples/course/lib/demo.sh $(WANTED) $(SCRIPTS)

.PHONY: plots
plots: $(WANTED) $E/devices ## run experiments and draw them with gnuplot into build/plots \
                       (EX=08: that one; QUICK=--quick)
	@sh tests/lib/deps.sh need gnuplot
	@sh examples/tools/plot.sh -r '$(EX)' $(QUICK)

.PHONY: figures
figures: $(WANTED) $(if $(SCRIPTS),$(GTPROF)) ## run the experiments in full and print what their claims \
                       come to (EX=08; COLUMN=GPU: into examples/README.md)
	@sh examples/course/lib/figures.sh $(QUICK) $(if $(COLUMN),--column '$(COLUMN)') $(EX)

# Also as root and on fewer cores than ranks, which Open MPI refuses unless it is told; MPICH does not mind.
MPICC  ?= mpicc
MPIRUN ?= mpirun
RANKS  ?= 4
export MPICC MPIRUN
.PHONY: ranks need_mpi
need_mpi:
	@sh tests/lib/deps.sh need mpi
ranks: need_mpi $E/gtlint ## run a product that 4 processes share, by MPI, and report them \
                       (RANKS=8; ARGS='--slow 2'; MPIRUN='srun')
	@$(MAKE) --no-print-directory '$E/ranks'
	@sh examples/course/lib/mpirun.sh $(RANKS) $E/ranks $(ARGS) '$(BUILD)/ranks.json'
	@$E/gtlint --ranks '$(BUILD)/ranks.json' --html '$(BUILD)/ranks.html' --trace '$(BUILD)/ranks.trace.json' || \
		test $$? = 1
	@echo 'A page: $(BUILD)/ranks.html; for ui.perfetto.dev: $(BUILD)/ranks.trace.json'
$E/ranks: examples/course/ranks.c examples/more/ranks_pmpi.c examples/more/ranks.h gputime.h gputime_cl.h
	@mkdir -p $(@D)
	$(call say,compile,$@)OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC) -std=c99 -D_POSIX_C_SOURCE=200809L $(OPTIMISE) \
		$(INCLUDES) $(DEFINES) $(OPENCL_CFLAGS) $(CPPFLAGS) $(CFLAGS) -o $@ $(filter %.c,$^) $(LDFLAGS) $(OPENCL_LIBS) \
		$(LDLIBS) -lm

.PHONY: report
report: $(WANTED) $E/gtlint ## run the examples in short and put their results on a page, build/report.html
	@rm -rf '$(BUILD)/report' && mkdir -p '$(BUILD)/report'
	@for example in $(WANTED); do \
		file='$(BUILD)/report'/$$(basename $$example); echo "  $$example --quick"; \
		GT_JSON=$$file.json $$example --quick >$$file.txt 2>&1 || { cat $$file.txt; exit 1; }; \
	done
	@$E/gtlint --html '$(BUILD)/report.html' '$(BUILD)/report'/*.json
	@echo 'Open $(BUILD)/report.html in a browser.'

.PHONY: devices
devices: $E/devices ## list the OpenCL devices with the index to put into GT_DEVICE
	@$E/devices

# Several may be started at once: one builds, the others wait for that. What was said to make reaches the scripts by the
# environment, whatever characters it holds.
export EX FILE REFERENCE DIR CSV BOOK PAGE ROSTER PSEUDONYMS SANDBOX
GRADERS := $E/exercises/grader.o $E/exercises/judge $(GTPROF)
.PHONY: grade grade-reference grade-all graders
grade:              ## grade the exercises in examples/exercises/tasks (EX=03: that one; FILE=mine.c: that file; \
                       SANDBOX=none)
	@$(one_by_one)
	@sh examples/exercises/grader/grade.sh "$$EX" "$$FILE"
grade-reference:    ## measure the solutions, so that this machine can grade without them (REFERENCE=file)
	@$(one_by_one)
	@sh examples/exercises/grader/grade.sh reference "$$EX" "$$REFERENCE"
grade-all:          ## grade a class (DIR=submissions CSV=marks.csv BOOK= PAGE= EX=01,03 ROSTER=names.csv \
                       PSEUDONYMS=yes)
	@$(one_by_one)
	@sh examples/exercises/grader/class.sh "$$DIR" "$$CSV" "$$BOOK" "$$PAGE"
.PHONY: hint
hint:               ## show the next hint for an exercise (EX=03)
	@sh examples/exercises/grader/hint.sh '$(EX)'
graders: $(GRADERS)
one_by_one = { mkdir -p $(BUILD) 2>/dev/null && test -w $(BUILD) || $(cannot_write); } && \
             MAKEFLAGS='$(filter-out -j% --jobserver%,$(MAKEFLAGS))' \
             $(shell command -v flock >/dev/null && echo flock $(BUILD)/graders.lock) \
             $(MAKE) --no-print-directory graders

# What a test program or bench is made of stands in tests/FOLDER/test_NAME.c or .cpp, each in a comment with a line of
# its own:
#     /* link: OpenCL */          linked with the loader; also where nothing is said
#     /* link: simcl */           linked with the simulated device, tests/lib/simcl.c, instead; SIMCL is defined
#     /* link: simcl OpenCL */    built for both: NAME.simcl and NAME
#     /* link: none */            linked with neither
#     /* asan: yes */             built once more, as NAME.asan, with the address and undefined-behaviour sanitizers
#     /* tsan: yes */             built once more, as NAME.tsan, with the thread sanitizer
#     /* flags: -DX -std=c11 */   more flags for the compiler
# The sanitized programs get the simulated device where there is a choice. A source that includes kit.h or kit_cl.h is
# linked with the implementation, which is compiled once for all of them and for each sanitizer. Each
# tests/FOLDER/test_NAME.sh is a test too. How a test tells its results: tests/lib/run.sh.
HAVE_CXX      := $(shell command -v $(CXX) 2>/dev/null)
TEST_SOURCES  := $(wildcard tests/*/test_*.c) $(if $(HAVE_CXX),$(wildcard tests/*/test_*.cpp))
TEST_SCRIPTS  := $(wildcard tests/*/test_*.sh)
BENCH_SOURCES := $(wildcard tests/bench/bench_*.c)
BENCHES       := $(BENCH_SOURCES:tests/bench/%.c=$T/%)
saying         = $(basename $(notdir $(shell grep -lE '^/\* $(1) \*/' $(TEST_SOURCES) $(BENCH_SOURCES) /dev/null)))
ON_BOTH       := $(call saying,link: (simcl OpenCL|OpenCL simcl))
ON_SIMCL      := $(call saying,link: simcl)
ON_NOTHING    := $(call saying,link: none)
ASAN          := $(addsuffix .asan,$(call saying,asan: yes))
TSAN          := $(addsuffix .tsan,$(call saying,tsan: yes))
PROGRAMS      := $(basename $(notdir $(TEST_SOURCES))) $(ON_BOTH:=.simcl) $(ASAN) $(TSAN)
WITH_SIMCL    := $(filter $(ON_SIMCL) $(ON_BOTH:=.simcl) $(foreach t,$(ON_SIMCL) $(ON_BOTH),$t.asan $t.tsan),\
                     $(PROGRAMS))
WITH_LOADER   := $(filter-out $(WITH_SIMCL) $(foreach t,$(ON_NOTHING),$t $t.asan $t.tsan),$(PROGRAMS))
using          = $(basename $(notdir $(shell grep -lE '^#include "$(1)"' $(TEST_SOURCES))))
WITH_KIT      := $(foreach t,$(call using,kit.h),$t $t.asan $t.tsan)
WITH_KIT_CL   := $(foreach t,$(call using,kit_cl.h),$t $t.simcl $t.asan $t.tsan)
TESTS         := $(sort $(addprefix $T/,$(PROGRAMS)) $(TEST_SCRIPTS))
# Left to test-all: the sanitized programs, and scripts with a line `# long: yes`, which compile, grade or trace a lot.
LONG          := $(filter %.asan %.tsan,$(TESTS)) $(shell grep -l '^# long: yes' $(TEST_SCRIPTS) /dev/null)
CHOSEN        := $(if $(TEST),$(foreach t,$(TESTS),$(if $(findstring $(TEST),$(notdir $t)),$t)),$(if $(ALL),$(TESTS),\
                     $(filter-out $(LONG),$(TESTS))))

.PHONY: test
test: $(if $(strip $(foreach word,gtprof exercises grading two_devices,$(findstring $(word),$(CHOSEN)))),$(GTPROF))
test: $(CHOSEN) examples ## run the quick tests and close with their count (TEST=name: those with that in their name)
	@$(if $(HAVE_CXX),,echo "no C++ compiler: the C++ tests are left out (run: make deps)")
	@$(if $(TEST)$(ALL),,echo "left out: $(words $(LONG)) of $(words $(TESTS)), which take long (make test-all)")
	@sh tests/lib/run.sh $T $(CHOSEN)

.PHONY: test-all test-full
test-all:           ## run all tests: also with sanitizers, with other compilers, under gtprof, the grader's
	@$(MAKE) --no-print-directory ALL=yes test
test-full:          ## the same with 4 times as many cases where chances are counted, and 20 runs of each live fault
	@$(MAKE) --no-print-directory ALL=yes config=full test

# The folders of inputs stay, so that the next run goes on from there. An input that fails is left in build/fuzz.
FUZZ_S  ?= 300
FUZZ_CC ?= clang
FUZZERS := $(abspath $(BUILD))/fuzz
FUZZING  = $(FUZZ_CC) -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -g \
           -fsanitize=fuzzer,address,undefined,float-cast-overflow -fno-sanitize-recover=all \
           -DFUZZER -DSIMCL $(DEFINES) -pthread $(OPENCL_CFLAGS) $(CMOCKA_CFLAGS)
.PHONY: fuzz
fuzz: $T/test_fuzz  ## search inputs that break readers or writers, with libFuzzer (FUZZ=json: that target; \
                       FUZZ_S=300 s of a processor each)
	@command -v '$(FUZZ_CC)' >/dev/null || \
		{ echo 'fuzz: there is no $(FUZZ_CC); Debian, Ubuntu: apt-get install clang' >&2; exit 1; }
	@mkdir -p '$(FUZZERS)' && $T/test_fuzz --seeds '$(FUZZERS)'
	$(FUZZING) -I$T/kit $(INCLUDES) -c -o '$(FUZZERS)/kit.o' tests/lib/kit.c
	$(FUZZING) $(INCLUDES) -Itests/lib -I$T -o '$(FUZZERS)/fuzz' tests/unit/test_fuzz.c tests/lib/simcl.c \
		'$(FUZZERS)/kit.o' -lm
	@for target in $(if $(FUZZ),$(FUZZ),$$(cd '$(FUZZERS)' && ls -d */ | tr -d /)); do \
		echo "== $$target"; \
		FUZZ=$$target FUZZ_S=$(FUZZ_S) '$(FUZZERS)/fuzz' -close_fd_mask=3 -max_len=8192 -verbosity=0 \
			-print_final_stats=1 -artifact_prefix='$(FUZZERS)/'$$target- '$(FUZZERS)/'$$target || exit 1; \
	done

.PHONY: checked
checked:            ## run tests and examples with the sanitizers and under valgrind, an hour (CHECKED=asan: that alone)
	@sh tests/lib/checked.sh

.PHONY: warnings
warnings:           ## compile headers, examples and tests with every warning as an error: gcc, clang, C99 to C++20
	@sh tests/lib/run.sh $T tests/tools/test_warnings.sh

.PHONY: portable deps-portable
portable:           ## compile and run the kit for other standards, systems and processors, and close with a table
	@sh tests/lib/portable.sh
deps-portable:      ## install the compilers and emulators for that (Debian)
	@apt-get -q update || true; missing=$$(sh tests/lib/portable.sh packages); \
		test -z "$$missing" || apt-get install -y --no-install-recommends $$missing

.PHONY: bench
bench: $(BENCHES)   ## measure what the kit itself costs, and close with a table of what was aimed at
	@sh tests/bench/bench.sh $(BENCHES) $(wildcard tests/bench/bench_*.sh)

.PHONY: gtprof gtlint
gtprof: $(GTPROF) $E/gtlint ## build gtprof, for programs that nobody changes: build/gtprof PROGRAM (README.md)
gtlint: $E/gtlint   ## build gtlint, for files of runs and two versions of a program: build/examples/gtlint run --help

.PHONY: examples tests
examples: $(EXAMPLES) $E/exercises/grader.o $E/exercises/judge ## build the examples
tests: $(addprefix $T/,$(PROGRAMS)) ## build the tests

# ---- install --------------------------------------------------------------------------------------------------------

VERSION = $(shell sed -n '1s@^/\* gputime\.h - v\([0-9][0-9.]*\) .*@\1@p' gputime.h)
INCLUDE := $(DESTDIR)$(PREFIX)/include
PKGCONF := $(DESTDIR)$(PREFIX)/share/pkgconfig
CMAKE   := $(DESTDIR)$(PREFIX)/share/cmake/gputime

BIN     := $(DESTDIR)$(PREFIX)/bin
LIBRARY := $(DESTDIR)$(PREFIX)/lib/gtprof
MAN     := $(DESTDIR)$(PREFIX)/share/man/man1
BASH_COMPLETION := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETION  := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
# The tools need the headers of OpenCL's layers; without those the headers of the kit are installed alone.
TOOLS    = $(if $(shell $(CC) $(OPENCL_CFLAGS) -include CL/cl_layer.h -E -x c /dev/null >/dev/null 2>&1 && echo yes),\
               $(GTPROF) $E/gtlint)

define CMAKE_CONFIG
# find_package(gputime): the targets gputime::gputime, and gputime::cl where OpenCL is found.
find_package(OpenCL QUIET)
if(NOT TARGET gputime::gputime)
  add_library(gputime::gputime INTERFACE IMPORTED)
  get_filename_component(gputime_INCLUDE_DIR "$${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
  set_target_properties(gputime::gputime PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "$${gputime_INCLUDE_DIR}")
endif()
if(OpenCL_FOUND AND NOT TARGET gputime::cl)
  add_library(gputime::cl INTERFACE IMPORTED)
  set_target_properties(gputime::cl PROPERTIES INTERFACE_LINK_LIBRARIES "gputime::gputime;OpenCL::OpenCL")
endif()
if(gputime_FIND_REQUIRED_cl AND NOT TARGET gputime::cl)
  set(gputime_FOUND FALSE)
  set(gputime_NOT_FOUND_MESSAGE "gputime::cl needs the headers and the loader of OpenCL")
endif()
endef
define CMAKE_VERSION
set(PACKAGE_VERSION "$(VERSION)")
set(PACKAGE_VERSION_COMPATIBLE TRUE)
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
elseif(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
endef

.PHONY: install install_tools
install: export CONFIG_FILE = $(CMAKE_CONFIG)
install: export VERSION_FILE = $(CMAKE_VERSION)
install: install_tools ## copy headers, gtprof, gtlint, files for pkg-config and CMake to PREFIX \
                       (/usr/local), below DESTDIR
	@test -n '$(VERSION)' || { echo 'install: the first line of gputime.h names no version' >&2; exit 1; }
	umask 022 && install -d '$(INCLUDE)/gputime/more' '$(INCLUDE)/gputime/tools' '$(PKGCONF)' '$(CMAKE)'
	install -m 644 gputime.h gputime_cl.h '$(INCLUDE)'
	install -m 644 $(filter examples/more/%,$(COPIED)) '$(INCLUDE)/gputime/more'
	install -m 644 $(filter examples/tools/%,$(COPIED)) '$(INCLUDE)/gputime/tools'
	@printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' '' 'Name: gputime' \
		'Description: find out how long code really takes, and when the answer is wrong' \
		'Version: $(VERSION)' 'Cflags: -I"$${includedir}"' >'$(PKGCONF)/gputime.pc'
	@printf '%s\n' 'Name: gputime_cl' 'Description: gputime for OpenCL work' \
		'Version: $(VERSION)' 'Requires: gputime OpenCL' >'$(PKGCONF)/gputime_cl.pc'
	@printf '%s\n' "$$CONFIG_FILE" >'$(CMAKE)/gputimeConfig.cmake'
	@printf '%s\n' "$$VERSION_FILE" >'$(CMAKE)/gputimeConfigVersion.cmake'
	@chmod 644 '$(PKGCONF)'/gputime.pc '$(PKGCONF)'/gputime_cl.pc '$(CMAKE)'/gputimeConfig*.cmake
ifneq ($(filter install install_tools,$(MAKECMDGOALS)),)
install_tools: $(TOOLS)
	$(if $^,,@echo 'gtprof and gtlint are left out: CL/cl_layer.h is not there')
	$(if $^,umask 022 && install -d '$(BIN)' '$(LIBRARY)' '$(MAN)' '$(BASH_COMPLETION)' '$(ZSH_COMPLETION)')
	$(if $^,install -m 755 $(filter-out %.so,$^) '$(BIN)')
	$(if $^,install -m 644 $(filter %.so,$^) '$(LIBRARY)')
	$(if $^,install -m 644 examples/tools/gtprof/gtprof.1 examples/tools/gtlint/gtlint.1 '$(MAN)')
	$(if $^,install -m 644 examples/tools/completion/gputime.bash '$(BASH_COMPLETION)/gtprof')
	$(if $^,install -m 644 examples/tools/completion/gputime.bash '$(BASH_COMPLETION)/gtlint')
	$(if $^,install -m 644 examples/tools/completion/_gputime '$(ZSH_COMPLETION)')
endif

.PHONY: uninstall
uninstall:          ## remove what install has copied
	rm -f '$(INCLUDE)/gputime.h' '$(INCLUDE)/gputime_cl.h' '$(PKGCONF)/gputime.pc' '$(PKGCONF)/gputime_cl.pc' \
		'$(CMAKE)/gputimeConfig.cmake' '$(CMAKE)/gputimeConfigVersion.cmake' '$(BIN)/gtprof' '$(BIN)/gtlint' \
		'$(LIBRARY)/libgtprof.so' '$(LIBRARY)/libgtprof-clocks.so' \
		'$(MAN)/gtprof.1' '$(MAN)/gtlint.1' '$(BASH_COMPLETION)/gtprof' \
		'$(BASH_COMPLETION)/gtlint' '$(ZSH_COMPLETION)/_gputime' $(COPIED:examples/%='$(INCLUDE)/gputime/%')
	@cd '$(DESTDIR)$(PREFIX)' 2>/dev/null || exit 0; \
	rmdir include/gputime/more include/gputime/tools include/gputime share/cmake/gputime lib/gtprof 2>/dev/null; \
	case '$(DESTDIR)$(PREFIX)' in /usr | /usr/local) exit 0 ;; esac; \
	for folder in include share/pkgconfig share/cmake bin lib share/man/man1 share/bash-completion/completions \
		share/zsh/site-functions; do rmdir -p $$folder 2>/dev/null; done; \
	cd '$(DESTDIR)/' && rmdir $(if $(DESTDIR),-p )'.$(PREFIX)' 2>/dev/null; :

.PHONY: dist
DIST = gputime-$(VERSION)
dist:               ## pack what is committed into build/gputime-VERSION.tar.gz
	@mkdir -p '$(BUILD)'
	@if test -e .git; then \
		git diff --quiet HEAD || echo 'dist: changes that are not committed are left out' >&2; \
		git archive --format=tar.gz --prefix='$(DIST)/' -o '$(BUILD)/$(DIST).tar.gz' HEAD; \
	else \
		echo 'dist: no git repository: all files of this folder are packed'; \
		tar -czf '$(BUILD)/$(DIST).tar.gz' --exclude=./build --transform='s@^[.]@$(DIST)@' .; \
	fi

.PHONY: clean
clean:              ## remove build/
	rm -rf build

# ---- how things are built -------------------------------------------------------------------------------------------

elsewhere    = echo 'make: cannot write to $(BUILD), which may be of another user; build elsewhere:' \
               'make BUILD=/tmp/gputime' >&2
cannot_write = { $(elsewhere); exit 1; }

# Other flags, another compiler or another place of this folder: everything is built anew. Where nobody may write, what
# has been built runs, and no more: that is said before the compiler says it.
FLAGS = $(COMPILE_c) $(COMPILE_cpp) $(LDFLAGS) $(LDLIBS) $(OPENCL_LIBS) $(CMOCKA_LIBS)
$(BUILD)/flags: FORCE
	@{ test -d $E && test -d $T && printf '%s\n' '$(subst ','\'',$(FLAGS))' | cmp -s - $@; } || \
		{ mkdir -p $E $T && now=$@.$$$$ && printf '%s\n' '$(subst ','\'',$(FLAGS))' >$$now && mv -f $$now $@; } \
		2>/dev/null || $(cannot_write)
	@test -w $E || $(elsewhere)

.PHONY: FORCE need_opencl need_cmocka
need_opencl:
	@sh tests/lib/deps.sh need opencl_headers opencl_loader
need_cmocka:
	@sh tests/lib/deps.sh need cmocka

define example_objects
$E/%.o: examples/$(1)/%.c $(BUILD)/flags | need_opencl
	$$(compile)
endef
$(foreach folder,course course/lib tools tools/gtlint,$(eval $(call example_objects,$(folder))))
$(EXAMPLES): $E/%: $E/%.o
	$(link)
$(filter-out $E/gtlint,$(EXAMPLES)): $E/kit.o
$(EXAMPLES): LIBS = $(OPENCL_LIBS)
# gtlint's page has what findings mean in it.
$E/findings.inc: examples/FINDINGS.md examples/tools/gtlint/findings.awk
	@mkdir -p $(@D)
	@awk -f examples/tools/gtlint/findings.awk $< >$@
$E/gtlint.o: $E/findings.inc
$E/gtlint.o: private DEFINES += -DGTLINT_FINDINGS='"$(abspath $E)/findings.inc"'
$E/exercises/%.o: examples/exercises/grader/%.c $(BUILD)/flags | need_opencl
	@mkdir -p $(@D)
	$(compile)
$E/exercises/judge: $E/exercises/judge.o
	$(link)

# gtprof: the table of calls.h says what its layer exports, and so which of the kit's own calls macros lead to the next
# layer.
$E/gtprof/opencl.map: examples/tools/gtprof/opencl.map.in examples/tools/calls.h | need_opencl
	@mkdir -p $(@D)
	@$(CC) $(OPENCL_CFLAGS) -DCL_TARGET_OPENCL_VERSION=300 -I. -E -P -x c $< | tr -d '"' | sed -n '/^OPENCL_/,$$p' >$@
	@test -s $@
$E/gtprof/names.h: $E/gtprof/opencl.map
	@mkdir -p $(@D)
	@tr ';' '\n' <$< | awk '$$NF ~ /^cl[A-Z]/ && $$NF !~ /Layer/ { \
		print "#define " $$NF "(...) (gtprof_next." $$NF ")(__VA_ARGS__)"; all = all " X_(" $$NF ")" \
	} END { print "#define GTPROF_NAMES_(X_)" all }' >$@
$E/gtprof/%.o: examples/tools/gtprof/%.c $(BUILD)/flags $E/gtprof/names.h | need_opencl
	$(compile)
$(BUILD)/gtprof: $E/gtprof/gtprof.o
	$(link) -ldl
$(BUILD)/libgtprof.so: $E/gtprof/layer.o $E/gtprof/opencl.map
	$(link) -ldl -shared -Wl,--version-script=$E/gtprof/opencl.map -Wl,-z,nodelete
$(BUILD)/libgtprof-clocks.so: $E/gtprof/clocks.o $E/gtprof/clocks64.o
	$(link) -ldl -shared -static-libgcc
$E/gtprof/%.o: private DEFINES += -I$E/gtprof
$E/kit.o: private DEFINES += -DGPUTIME_FLAGS='"$(OPTIMISE)"'

# A test's source gives up to four objects: as configured, for the simulated device, and for each sanitizer.
define test_objects
$T/%$(1).o: tests/$(2)/%.c $(BUILD)/flags | need_opencl need_cmocka
	$$(compile)
$T/%$(1).o: tests/$(2)/%.cpp $(BUILD)/flags | need_opencl need_cmocka
	$$(compile)
endef
$(foreach folder,unit live lib bench,$(eval $(call test_objects,,$(folder))))
$(foreach folder,unit live lib,$(foreach kind,.simcl .asan .tsan,$(eval $(call test_objects,$(kind),$(folder)))))
# (private: what they depend on, $(BUILD)/flags above all, keeps the common flags.)
$T/%.o: private OPTIMISE = $(OPTIMISE_tests)
$T/%.asan $T/%.asan.o: private OPTIMISE = $(OPTIMISE_asan)
$T/%.tsan $T/%.tsan.o: private OPTIMISE = $(OPTIMISE_tsan)
$(BENCHES) $(BENCHES:=.o): private OPTIMISE = $(OPTIMISE_release)

paths = $(addprefix $T/,$(1))

# The implementation for tests, kit_cl of all headers and kit of gputime.h, and declarations of all that is private.
COPIED  := $(wildcard examples/more/*.[ch] examples/tools/*.h)
PRIVATE := $(addprefix $T/private/,gputime.h gputime_cl.h $(notdir $(filter %.h,$(COPIED))))
define split_header
	@mkdir -p $T/kit $T/private
	@awk -v kit=$T/kit/$*.h -v private=$T/private/$*.h -f tests/lib/kit.awk $<
endef
$T/kit/%.h $T/private/%.h: %.h tests/lib/kit.awk
	$(split_header)
$T/kit/%.h $T/private/%.h: examples/more/%.h tests/lib/kit.awk
	$(split_header)
$T/kit/%.h $T/private/%.h: examples/tools/%.h tests/lib/kit.awk
	$(split_header)
define kit_objects
$T/kit_cl$(1).o $T/kit$(1).o: tests/lib/kit.c tests/lib/kit.h tests/lib/kit_cl.h $(PRIVATE) $(BUILD)/flags | need_opencl
	$$(call say,compile,$$@)$$(CC) -std=c99 -D_POSIX_C_SOURCE=200809L $$(OPTIMISE) $$(KIT_FLAGS) -pthread -I$T/kit \
		$(INCLUDES) $$(OPENCL_CFLAGS) $$(CPPFLAGS) $$(CFLAGS) -c -o $$@ $$<
endef
$(eval $(call kit_objects,))
$(foreach kind,.asan .tsan,$(eval $(call kit_objects,$(kind))))
$(call paths,kit.o kit.asan.o kit.tsan.o): private KIT_FLAGS = -DKIT_HOST
$(addsuffix .o,$(call paths,$(PROGRAMS))): | $(PRIVATE)

$(call paths,$(filter-out $(ASAN) $(TSAN),$(PROGRAMS))) $(BENCHES): $T/%: $T/%.o
	$(link)

# Not every compiler comes with the sanitizers' libraries; without them the program becomes one that says so.
$(call paths,$(ASAN) $(TSAN)): $T/%: $T/%.o
	$(call say,link,$@)if echo 'int main(void) { return 0; }' | $(CC) $(OPTIMISE) -x c -o $@ - 2>/dev/null; then \
		$(link_it); \
	else \
		printf '#!/bin/sh\necho "skip $*: %s has no library for this sanitizer"\n' '$(CC)' >$@; chmod +x $@; \
	fi

$(call paths,$(WITH_LOADER)): LIBS = $(OPENCL_LIBS) $(CMOCKA_LIBS)
$(filter-out $(call paths,$(ON_NOTHING)),$(BENCHES)): LIBS = $(OPENCL_LIBS)
$(call paths,$(filter-out $(WITH_LOADER),$(PROGRAMS))): LIBS = $(CMOCKA_LIBS)
$(call paths,$(WITH_SIMCL:=.o)): private DEFINES += -DSIMCL
$(call paths,$(filter-out $(ASAN) $(TSAN),$(WITH_SIMCL))): $T/simcl.o
$(call paths,$(filter $(ASAN),$(WITH_SIMCL))): $T/simcl.asan.o
$(call paths,$(filter $(TSAN),$(WITH_SIMCL))): $T/simcl.tsan.o
$(foreach t,$(filter $(PROGRAMS),$(WITH_KIT)),$(eval $T/$t: $T/kit$(filter .asan .tsan,$(suffix $t)).o))
$(foreach t,$(filter $(PROGRAMS),$(WITH_KIT_CL)),$(eval $T/$t: $T/kit_cl$(filter .asan .tsan,$(suffix $t)).o))

-include $(wildcard $E/*.dep $E/exercises/*.dep $E/gtprof/*.dep $T/*.dep)

endif
