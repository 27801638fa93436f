#!/bin/sh
# Unpacks a release and uses it as on a machine that has a C compiler and neither Java nor Maven: it finds a bug, proves its repair,
# is a compiler, and has its man pages, completion and CMake package.
# usage: try-release.sh TARBALL
set -eu
tarball=$(readlink -f "${1:?usage: try-release.sh TARBALL}")
examples=$(cd "$(dirname "$0")/../../../c-examples" && pwd)
try=$(mktemp -d)
trap 'rm -rf "$try"' EXIT
cd "$try"
tar -xzf "$tarball"
home=$(echo "$PWD"/heddle-*)
mkdir tools
for tool in sh cc gcc as ld dirname mkdir mktemp cp mv rm readlink timeout; do
    path=$(command -v $tool) && ln -s "$path" tools/
done

fail() {
    echo "try-release.sh: $1" >&2
    cat output >&2 2>/dev/null || :
    exit 1
}
expect() { # CODE TEXT COMMAND...
    code=$1 text=$2
    shift 2
    seen=0
    env -i PATH="$PWD/tools" HOME="$PWD" "$@" >output 2>&1 || seen=$?
    [ $seen = "$code" ] || fail "$* exits with $seen instead of $code"
    [ -z "$text" ] || grep -q -e "$text" output || fail "$* does not say '$text'"
}

expect 1 "deadlock \[lock-cycle\]" "$home/bin/heddle" check "$examples/01-database-deadlock.c"
expect 0 "proved: no bug in any interleaving" "$home/bin/heddle" check -DFIXED "$examples/01-database-deadlock.c"
expect 1 "The same happened again" "$home/bin/heddle" replay 01-database-deadlock.deadlock.1.heddle-schedule
expect 0 "" "$home/bin/heddle-cc" -g -pthread -DFIXED "$examples/03-lost-wakeup.c" -o program
expect 0 "" ./program
expect 0 "proved: no bug in any interleaving" "$home/bin/heddle" check ./program
expect 0 "deadlock: threads wait for each other" "$home/bin/heddle" explain deadlock
for file in share/man/man1/heddle-check.1 share/bash-completion/completions/heddle lib/cmake/Heddle/HeddleConfig.cmake \
    share/doc/heddle/docs/quickstart.md; do
    [ -s "$home/$file" ] || fail "the release has no $file"
done
echo "$tarball: tried"
