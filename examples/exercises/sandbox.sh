#!/bin/sh
# sandbox.sh FOLDER COMMAND...: runs a command with bubblewrap: no network, no other processes, a read-only system
# without the checkout (GT_SOURCE_DIR), the home folder and $GT_HIDDEN. What FOLDER holds stands in /tmp/sandbox, the
# one place that can be written; gtprof stands in /tmp/gtprof.
inside=$1
shift
home=${HOME:-/}
[ -d "$home" ] && [ "$home" != / ] || home=/tmp
exec bwrap --unshare-all --die-with-parent --ro-bind / / --dev-bind /dev /dev --tmpfs /dev/shm --proc /proc \
    --tmpfs "$home" --tmpfs "${GT_HIDDEN:-/tmp}" --tmpfs "$GT_SOURCE_DIR" --tmpfs "$GT_BUILD_DIR" --tmpfs /tmp \
    --ro-bind "$GT_BUILD_DIR/gtprof" /tmp/gtprof/gtprof \
    --ro-bind "$GT_BUILD_DIR/libgtprof.so" /tmp/gtprof/libgtprof.so \
    --bind "$inside" /tmp/sandbox --chdir /tmp/sandbox --setenv HOME /tmp/sandbox --setenv TMPDIR /tmp/sandbox \
    --setenv POCL_CACHE_DIR /tmp/sandbox/cache "$@"
