#!/bin/sh
# heddle-launcher.sh HEDDLE cc|c++ COMPILER ARGUMENTS: runs heddle cc or heddle c++ in the compiler's place. For C_COMPILER_LAUNCHER
# and CXX_COMPILER_LAUNCHER.
heddle=$1
language=$2
shift 3
exec "$heddle" "$language" "$@"
