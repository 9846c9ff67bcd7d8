#!/bin/sh
# sandbox.sh build|keep|drop FOLDER COMMAND...: runs a command with bubblewrap, with what FOLDER holds in /tmp/sandbox.
# build, keep: that is FOLDER itself, which can be written; drop: a copy in memory, 256 MiB at most, which goes with the
# sandbox. Nothing else can be written. Of the system the sandbox shows programs, libraries and what OpenCL is told by,
# of /dev the GPUs (build: none, since a compiler that is told to read one would wait); no /home, no /run, no checkout
# (GT_SOURCE_DIR), no submissions ($GT_HIDDEN), no marks ($GT_HIDDEN_MARKS); no network, no other process, no terminal,
# and of the environment the variables below alone. The kit's tools stand in /tmp/tools. The command is process 1.
# $GT_SANDBOX_ALSO: more folders to show, with colons between, for compilers or drivers elsewhere.
mode=$1
inside=$2
shift 2
tools=$GT_BUILD_DIR/examples/exercises

# show PATH: to be read; a link is made anew, and what it leads to is shown with its folder. What lies in a folder that is
# shown is there already.
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
# What stands before the command, the last first. (/proc is made read-only here: for root, bubblewrap leaves what stands
# below /proc/sys to be written.)
set -- --remount-ro / --remount-ro /dev --remount-ro /proc --remount-ro /tmp --chdir /tmp/sandbox "$@"
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
# Copies of the kit's tools: on a file of the teacher's a program could take a lease, and whoever opens it would wait.
# gtprof can be run and not read, so that the system protects it: nobody in the sandbox reaches its memory or its pipe.
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
# Where they stand in a folder that is shown, these are empty.
for hidden in "$GT_SOURCE_DIR" "$GT_BUILD_DIR" "${GT_HIDDEN:-/tmp}" "${GT_HIDDEN_MARKS:-/tmp}"; do
    while IFS='=' read -r place to; do
        case $hidden/ in "${place:-/}"/*) set -- --tmpfs "$hidden" --remount-ro "$hidden" "$@" ;; esac
    done <<PLACES
$shown
PLACES
done
for device in /dev/dri /dev/kfd /dev/dxg /dev/nvidia*; do
    [ "$mode" = build ] || [ ! -e "$device" ] || set -- --dev-bind "$device" "$device" "$@"
done
set -- --dev /dev --tmpfs /dev/pts --remount-ro /dev/pts --proc /proc "$@"
# No rights of a sandbox in the sandbox. (Some containers cannot forbid that: course.sh tries.)
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
    --setenv POCL_CACHE_DIR /tmp/sandbox/cache --setenv LC_ALL C "$@"

while IFS='=' read -r place to; do
    if [ -z "$place" ]; then continue
    elif [ -n "$to" ]; then set -- --symlink "$to" "$place" "$@"
    else set -- --ro-bind "$place" "$place" "$@"
    fi
done <<PLACES
$(printf '%s\n' "$shown" | sort -r)
PLACES
exec bwrap --unshare-all --die-with-parent --new-session --as-pid-1 --cap-drop ALL "$@"
