#!/bin/sh
# Builds libheddle.so, heddle-apart, heddle-steady, heddle-warm with its library (and, where it is there, libheddle-rt.a) into a folder, with nothing
# but a C compiler.
# usage: build.sh OUTPUT_FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUTPUT_FOLDER}
CC=${CC:-cc}
mkdir -p "$out"
out=$(cd "$out" && pwd)
new=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$new"' EXIT
mkdir "$new/made"
awk -f "$here/operations.awk" "$here/../dpor/src/main/java/org/heddle/dpor/model/OperationKind.java" >"$new/made/operations.h"
awk -f "$here/harmless.awk" "$here/../instrumenter/src/main/resources/org/heddle/instrumenter/pass/calls/library-functions.txt" \
    >"$new/made/harmless.inc"
sources=$(find "$here"/src -name '*.c' ! -path "*/model/runtime.c" | LC_ALL=C sort)
# shellcheck disable=SC2086 # a list of files
$CC -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -fno-omit-frame-pointer -fexceptions -Wall -Wextra -Wshadow -Werror \
    -fmacro-prefix-map="$here/src/=" \
    -I"$here/include" -I"$here/src" -I"$new/made" -shared -Wl,-soname,libheddle.so -Wl,-z,defs -Wl,-z,now -Wl,-z,relro \
    -static-libgcc -Wl,--exclude-libs,ALL \
    $sources "$here/src/model/runtime.c" -o "$new/libheddle.so" -ldl -lpthread
$CC -std=gnu11 -O2 -Wall -Wextra -Wshadow -Werror -ffreestanding -fno-stack-protector -fno-pie -fcf-protection=none -nostdlib -static -no-pie -s \
    "$here/apart/heddle_apart.c" -o "$new/heddle-apart"
# It lies above where programs without position-independent code do.
$CC -std=gnu11 -O2 -Wall -Wextra -Wshadow -Werror -ffreestanding -fno-stack-protector -fno-pie -fcf-protection=none -nostdlib -static -no-pie -s \
    -fno-tree-loop-distribute-patterns -Wl,-Ttext-segment=0x70000000 "$here/steady/heddle_steady.c" -o "$new/heddle-steady"
warm() { # OUTPUT SOURCE... [OPTION...]
    made=$1
    shift
    (cd "$here/warm" && $CC -std=gnu11 -O2 -g -fvisibility=hidden -Wall -Wextra -Wshadow -Werror "$@" -o "$new/$made")
}
warm heddle-warm main.c client.c control.c folder.c heap.c key.c message.c relay.c server.c spare.c
warm libheddle-warm.so take.c folder.c message.c -fPIC -shared -Wl,-z,defs -Wl,-z,nodelete # it keeps state
if [ -f "$here/rt/build.sh" ]; then
    sh "$here/rt/build.sh" "$new"
fi
cp "$here"/include/*.h "$here"/include/interposed.txt "$new/"
rm -rf "$new/made"
for file in "$new"/*; do
    mv -f "$file" "$out/"
done
