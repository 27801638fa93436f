#!/bin/sh
# Builds libheddle-rt.a and libheddle-omp.a into OUTDIR and puts beside them what `heddle cc` reads: heddle.h, heddle_test.h, heddle_operations.h, omp.h and interposed.txt.
# Usage: build.sh OUTDIR. Needs cc and ar only.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 OUTDIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d "$out/rt.XXXXXX")
trap 'rm -rf "$work"' EXIT
for name in heddle_rt heddle_harness heddle_fibers; do
    ${CC:-cc} -std=c11 -O2 -g -fPIC -fno-stack-protector -U_FORTIFY_SOURCE -ffunction-sections -Wall -Wextra -Werror \
        -ffile-prefix-map="$here"=rt -c "$here/$name.c" -o "$work/$name.o"
done
(cd "$work" && ${AR:-ar} rcsD libheddle-rt.a heddle_rt.o heddle_harness.o heddle_fibers.o)
mv -f "$work/libheddle-rt.a" "$out/libheddle-rt.a"
mkdir "$work/omp"
omp=$(cd "$here/../omp" && pwd)
for source in "$omp"/*.c; do
    ${CC:-cc} -std=gnu11 -O2 -g -fPIC -fno-stack-protector -U_FORTIFY_SOURCE -fno-omit-frame-pointer -fexceptions -ffunction-sections \
        -Wall -Wextra -Wshadow -Werror -ffile-prefix-map="$omp"=omp -c "$source" -o "$work/omp/$(basename "$source" .c).o"
done
(cd "$work/omp" && ${AR:-ar} rcsD libheddle-omp.a ./*.o)
mv -f "$work/omp/libheddle-omp.a" "$out/libheddle-omp.a"
for name in heddle.h heddle_test.h heddle_operations.h omp.h interposed.txt; do
    cp -f "$here/../include/$name" "$out/"
done
