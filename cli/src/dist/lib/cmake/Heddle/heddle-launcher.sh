#!/bin/sh
# heddle-launcher.sh HEDDLE COMPILER ARGUMENTS: runs heddle cc in the compiler's place. For C_COMPILER_LAUNCHER.
heddle=$1
shift 2
exec "$heddle" cc "$@"
