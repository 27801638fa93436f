#!/bin/sh
# share-classes.sh ARCHIVE: runs a small check and keeps the classes that it loaded where a later start finds them ready to use.
# Does nothing where that is not possible; a start then takes a second longer.
set -u
home=$(dirname "$(readlink -f "$0")")
archive=$1
mkdir -p "$(dirname "$archive")" || exit 0
try=$(mktemp -d) || exit 0
trap 'rm -rf "$try" "$archive.$$"' EXIT
cp "$home/share-classes.bin" "$try/example" || exit 0
(cd "$try" && timeout 120 "$home/runtime/bin/java" -XX:+UseSerialGC -XX:-UsePerfData -Xshare:off \
    -XX:DumpLoadedClassList="$try/classes" -Dheddle.native="$home/native" -Dheddle.llvm="$home/llvm" \
    -Djffi.boot.library.path="$home/native" -cp "$home/jars/*" org.heddle.cli.Main check --keep-going -o "$try/results" ./example)
timeout 120 "$home/runtime/bin/java" -XX:+UseSerialGC -XX:-UsePerfData -Xshare:dump -XX:SharedClassListFile="$try/classes" \
    -XX:SharedArchiveFile="$archive.$$" -cp "$home/jars/*"
[ -f "$archive.$$" ] && mv "$archive.$$" "$archive"
exit 0
