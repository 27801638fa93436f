#!/bin/sh
# Builds libheddle-rt.a into OUTDIR and puts beside it what `heddle cc` reads: heddle.h and interposed.txt.
# Usage: build.sh OUTDIR. Needs cc and ar only.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 OUTDIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d "$out/rt.XXXXXX")
trap 'rm -rf "$work"' EXIT
for name in heddle_rt heddle_harness; do
    ${CC:-cc} -std=c11 -O2 -g -fPIC -fno-stack-protector -U_FORTIFY_SOURCE -ffunction-sections -Wall -Wextra -Werror \
        -ffile-prefix-map="$here"=rt -c "$here/$name.c" -o "$work/$name.o"
done
(cd "$work" && ${AR:-ar} rcsD libheddle-rt.a heddle_rt.o heddle_harness.o)
mv -f "$work/libheddle-rt.a" "$out/libheddle-rt.a"
cp -f "$here/../include/heddle.h" "$here/../include/interposed.txt" "$out/"
