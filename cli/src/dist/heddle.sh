#!/bin/sh
# Runs Heddle as it is installed: with the Java runtime and the compiler that lie beside it. By the name of heddle-cc or
# heddle-c++ it is the compiler.
set -u
self=$(readlink -f "$0")
home=${self%/bin/*}/lib/heddle
archive=$home/heddle.jsa
options="-XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1"

case ${0##*/} in
    heddle-cc) set -- cc "$@" ;;
    heddle-c++) set -- c++ "$@" ;;
esac
case ${1-} in
    check | test | bench) options="-XX:+UseSerialGC -XX:-UsePerfData -XX:CompileThresholdScaling=4" ;;
esac
# Classes made ready by an earlier start, see share-classes.sh: in the installation, or else in the user's cache.
if [ ! -f "$archive" ]; then
    [ -w "$home" ] || archive=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/heddle/classes-@VERSION@.jsa
    case ${1-} in
        check | test) [ -f "$archive" ] || sh "$home/share-classes.sh" "$archive" >/dev/null 2>&1 ;;
    esac
fi
[ -f "$archive" ] && options="$options -XX:SharedArchiveFile=$archive -Xshare:auto -Xlog:disable -Xlog:all=error:stderr"
# shellcheck disable=SC2086 # options are words
exec "$home/runtime/bin/java" $options -Dheddle.native="$home/native" -Dheddle.llvm="$home/llvm" \
    -Djffi.boot.library.path="$home/native" -cp "$home/jars/*" org.heddle.cli.Main "$@"
