#!/bin/sh
# Starts a program as several processes, by $MPIRUN (default: mpirun):
#
#     examples/course/lib/mpirun.sh RANKS PROGRAM ARGUMENT...
#
# In a container the user is often root, and there are few cores. Open MPI then refuses to run, or to start more ranks
# than cores, unless these variables allow it. From version 5 on they have other names. MPICH ignores them.
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
