#!/bin/sh
# sandbox.sh build|keep|drop FOLDER COMMAND...: runs a command with bubblewrap, with the content of FOLDER in
# /tmp/sandbox. build, keep: that is FOLDER itself, and can be written. drop: it is a copy in memory, of at most 256
# MiB, which is lost at the end. Nothing else can be written.
#
# The sandbox shows programs, libraries, OpenCL's configuration and, in /dev, the GPUs (not for build: a compiler that
# reads a device would wait). It hides /home, /run, the checkout (GT_SOURCE_DIR), and the submissions, marks and figures
# ($GT_HIDDEN, a folder a line). It has no network, no other processes, no terminal, and only the environment variables
# below. The kit's tools are in /tmp/tools. The command is process 1. $GT_SANDBOX_ALSO: more folders to show, separated
# by colons, for compilers or drivers in unusual places.
mode=$1
inside=$2
shift 2
tools=$GT_BUILD_DIR/examples/exercises

# show PATH: makes a path readable. A link is made again; its target is shown with the folder that holds it. What lies
# in a folder that is shown is there already.
show() {
    while IFS='=' read -r place to; do
        case $place=$to in /*=) case $1 in "$place"/*) return ;; esac ;; esac
    done <<PLACES
$shown
PLACES
    if [ -h "$1" ]; then shown="$shown
$1=$(readlink "$1")"
    elif [ -e "$1" ]; then shown="$shown
$1"
    fi
}
shown=''
for place in /usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix/store /gnu/store /sys /etc/OpenCL /etc/alternatives \
    /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/nvidia /etc/glvnd /etc/localtime; do show "$place"; done
more=${GT_SANDBOX_ALSO-}:${OCL_ICD_VENDORS-}:${LD_LIBRARY_PATH-}
while [ -n "$more" ]; do
    case ${more%%:*} in /*) show "${more%%:*}" ;; esac
    case $more in *:*) more=${more#*:} ;; *) more='' ;; esac
done
# Options are put in front of the command, so the last ones come first. (/proc is made read-only, since bubblewrap lets
# root write below /proc/sys. It would also tell of the teacher's keys.)
set -- --ro-bind /dev/null /proc/keys --ro-bind /dev/null /proc/key-users \
    --remount-ro / --remount-ro /dev --remount-ro /proc --remount-ro /tmp --chdir /tmp/sandbox "$@"
options=$(bwrap --help 2>&1)
knows() { case $options in *"$1"*) return 0 ;; esac; return 1; }
if [ "$mode" != drop ]; then
    set -- --bind "$inside" /tmp/sandbox "$@"
elif knows --size; then
    set -- --ro-bind "$inside" /tmp/given "$@"
    set -- --size 268435456 --tmpfs /tmp/sandbox --size 67108864 --tmpfs /dev/shm "$@"
else
    set -- --ro-bind "$inside" /tmp/given --tmpfs /tmp/sandbox "$@"
fi
# The kit's tools are copied: a program could take a lease on the teacher's files, and block whoever opens them. gtprof
# can be run but not read, so that the system protects its memory and its pipe from others in the sandbox.
if ! knows --perms; then
    for file in "$GT_BUILD_DIR"/libgtprof*.so "$GT_BUILD_DIR/gtprof" "$tools/judge" "$tools/grader.o"; do
        set -- --ro-bind "$file" "/tmp/tools/${file##*/}" "$@"
    done
elif [ "$mode" = build ]; then
    exec 6<"$tools/grader.o"
    set -- --perms 0444 --file 6 /tmp/tools/grader.o "$@"
else
    exec 6<"$GT_BUILD_DIR/libgtprof.so" 7<"$GT_BUILD_DIR/gtprof" 8<"$GT_BUILD_DIR/libgtprof-clocks.so" 9<"$tools/judge"
    set -- --perms 0555 --file 6 /tmp/tools/libgtprof.so --perms 0111 --file 7 /tmp/tools/gtprof \
        --perms 0555 --file 8 /tmp/tools/libgtprof-clocks.so --perms 0555 --file 9 /tmp/tools/judge "$@"
fi
set -- --tmpfs /tmp "$@"
# Folders to hide that lie in a folder that is shown appear empty, by whatever links either is reached.
physical() { (cd -P -- "$1" 2>/dev/null && pwd) }
hidden=$(printf '%s\n' "$GT_SOURCE_DIR" "$GT_BUILD_DIR" "${GT_HIDDEN-}" |
    while IFS= read -r place; do physical "${place:-/tmp}"; done)
while IFS='=' read -r place to; do
    [ -z "$to" ] && [ -d "${place:-/x}" ] && real=$(physical "$place") || continue
    while IFS= read -r folder; do
        case $folder/ in "$real"/*)
            folder=$place${folder#"$real"}
            set -- --tmpfs "$folder" --remount-ro "$folder" "$@" ;;
        esac
    done <<HIDDEN
$hidden
HIDDEN
done <<PLACES
$shown
PLACES
for device in /dev/dri /dev/kfd /dev/dxg /dev/nvidia*; do
    [ "$mode" = build ] || [ ! -e "$device" ] || set -- --dev-bind "$device" "$device" "$@"
done
set -- --dev /dev --tmpfs /dev/pts --remount-ro /dev/pts --proc /proc "$@"
# Forbids to make a sandbox in the sandbox. (In some containers that is not possible; course.sh tries it.)
[ -n "${GT_SANDBOX_NESTED-}" ] || ! knows --disable-userns || set -- --unshare-user --disable-userns "$@"

path=/usr/local/bin:/usr/bin:/bin
compiler=$(command -v "${CC%% *}" 2>/dev/null)
case $compiler in /*) path=$path:${compiler%/*} ;; esac
for name in GT_DEVICE OCL_ICD_VENDORS OCL_ICD_FILENAMES POCL_DEVICES POCL_MAX_PTHREAD_COUNT POCL_KERNEL_CACHE \
    CUDA_CACHE_DISABLE CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES ZE_AFFINITY_MASK LD_LIBRARY_PATH; do
    eval "value=\${$name-}"
    [ -z "$value" ] || set -- --setenv "$name" "$value" "$@"
done
set -- --clearenv --setenv PATH "$path" --setenv HOME /tmp/sandbox --setenv TMPDIR /tmp/sandbox \
    --setenv POCL_CACHE_DIR /tmp/sandbox/cache --setenv GTPROF_OWN /tmp/ --setenv LC_ALL C "$@"

while IFS='=' read -r place to; do
    if [ -z "$place" ]; then continue
    elif [ -n "$to" ]; then set -- --symlink "$to" "$place" "$@"
    else set -- --ro-bind "$place" "$place" "$@"
    fi
done <<PLACES
$(printf '%s\n' "$shown" | sort -r)
PLACES
exec bwrap --unshare-all --die-with-parent --new-session --as-pid-1 --cap-drop ALL "$@"
