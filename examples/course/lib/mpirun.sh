#!/bin/sh
# Starts a program in several processes: examples/course/lib/mpirun.sh RANKS PROGRAM ARGUMENT... by $MPIRUN (mpirun).
# Open MPI refuses to run as root, and more ranks than cores, unless it is told that this is meant: in a container one
# is root, and has few cores. Its versions from 5 on have other variables; MPICH knows none of them.
set -u

if [ "$(id -u)" -eq 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
ranks=$1
shift
# shellcheck disable=SC2086
exec ${MPIRUN:-mpirun} -n "$ranks" "$@"
