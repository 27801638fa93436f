#!/bin/sh
# Builds libheddle.so, heddle-apart, heddle-steady, heddle-warm with its library (and, where it is there, libheddle-rt.a) into a folder, with nothing
# but a C compiler. HEDDLE_OBJECTS, if set, is a folder that keeps the object files: a file is compiled anew only if it, a header, this script
# or the compiler's name has changed.
# usage: build.sh OUTPUT_FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUTPUT_FOLDER}
CC=${CC:-cc}
mkdir -p "$out"
out=$(cd "$out" && pwd)
new=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$new"' EXIT
objects=${HEDDLE_OBJECTS:-$new/objects}
mkdir -p "$objects/made"
objects=$(cd "$objects" && pwd)
awk -f "$here/operations.awk" "$here/../dpor/src/main/java/org/heddle/dpor/model/OperationKind.java" >"$new/operations.h"
awk -f "$here/harmless.awk" "$here/../instrumenter/src/main/resources/org/heddle/instrumenter/pass/calls/library-functions.txt" \
    >"$new/harmless.inc"
echo "$CC" >"$new/compiler"
for file in operations.h harmless.inc compiler; do
    cmp -s "$new/$file" "$objects/made/$file" || cp "$new/$file" "$objects/made/$file"
    rm "$new/$file"
done
stamp=$objects/made/stamp # as old as the start of the last build that came to its end
: >"$new/stamp"
if [ -n "$(find "$here/build.sh" "$here/include" "$here/src" "$objects/made" -type f ! -name '*.c' ! -name stamp -newer "$stamp" 2>&1)" ]; then
    rm -f "$stamp" "$objects"/*.o
fi
cd "$here/src"
with_objects() { # for each source: it and the name of its object file
    awk '{ sub(/^\.\//, ""); object = $0; gsub("/", "-", object); sub(/c$/, "o", object); print $0, object }'
}
# The linker gets them in the order of their names, but for the runtime's state, which is last.
{ find . -name '*.c' ! -path './model/runtime.c' | LC_ALL=C sort && echo model/runtime.c; } | with_objects >"$new/sources"
find . -name '*.c' -newer "$stamp" 2>/dev/null | with_objects | while read -r source object; do
    rm -f "$objects/$object"
done
while read -r source object; do
    [ -e "$objects/$object" ] || echo "$source" "$object"
done <"$new/sources" >"$new/missing"
# Several at a time, and each whole or not at all.
# shellcheck disable=SC2016 # for the shells that xargs starts
xargs -r -P "$(getconf _NPROCESSORS_ONLN)" -L 1 sh -c '
    $0 -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -fno-omit-frame-pointer -fexceptions -Wall -Wextra -Wshadow -Werror \
        -fmacro-prefix-map="$PWD/=" -I../include -I. -I"$1/made" -c "$PWD/$2" -o "$1/$3.new" && mv "$1/$3.new" "$1/$3" || exit 255
    ' "$CC" "$objects" <"$new/missing"
cut -d " " -f 2 "$new/sources" >"$new/objects.list"
# shellcheck disable=SC2046,SC2086 # the compiler may have options; a list of files
(cd "$objects" && $CC -shared -Wl,-soname,libheddle.so -Wl,-z,defs -Wl,-z,now -Wl,-z,relro -static-libgcc \
    -Wl,--exclude-libs,ALL $(cat "$new/objects.list") -o "$new/libheddle.so" -ldl -lpthread)
mv "$new/stamp" "$stamp"
rm "$new/sources" "$new/missing" "$new/objects.list"
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
rm -rf "$new/objects"
cd "$here"
for file in "$new"/*; do
    mv -f "$file" "$out/"
done
