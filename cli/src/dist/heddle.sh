#!/bin/sh
# Runs Heddle as it is installed: with the Java runtime and the compiler that lie beside it. By the name of heddle-cc or
# heddle-c++ it is the compiler.
set -u
self=$(readlink -f "$0")
home=${self%/bin/*}/lib/heddle
archive=$home/heddle.jsa
options="-XX:+UseSerialGC -XX:MaxTenuringThreshold=0 -XX:MetaspaceSize=64m -XX:-UsePerfData -XX:-MaxFDLimit" # see docs/performance.md

case ${0##*/} in
    heddle-cc) set -- cc "$@" ;;
    heddle-c++) set -- c++ "$@" ;;
esac
# What works with other machines, or with editors, is loaded only where it is asked for.
jars=$home/jars/*
shared=:$home/cluster/*
case ${1-} in
    dap) jars=$jars:$home/dap/* ;;
    worker | cluster) jars=$jars$shared ;;
    *) for word in "$@"; do
        case $word in
            --) break ;;
            --cluster | --cluster=*) jars=$home/jars/*$shared ;;
        esac
    done ;;
esac
case ${1-} in
    check | test | replay | bench | server | worker | cluster) options="$options -XX:CompileThresholdScaling=4" ;;
    *) options="$options -XX:TieredStopAtLevel=1" ;;
esac
# Classes made ready by an earlier start, see share-classes.sh: in the installation, or else in the user's cache.
if [ ! -f "$archive" ]; then
    [ -w "$home" ] || archive=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/heddle/classes-@VERSION@.jsa
    case ${1-} in
        check | test) [ -f "$archive" ] || sh "$home/share-classes.sh" "$archive" >/dev/null 2>&1 ;;
    esac
fi
# The archive is mapped where it was made for: elsewhere, all its pages have to be read and changed at each start.
ready=
[ -f "$archive" ] && ready=yes &&
    options="$options -Xshare:auto -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -Xlog:disable -Xlog:all=error:stderr"
if [ "$(ulimit -n)" != unlimited ] && [ "$(ulimit -n)" -lt 80 ]; then
    echo "heddle: at most $(ulimit -n) files may be open at a time: raise the limit (ulimit -n) to 80 or more" >&2
    exit 2
fi
# A JVM that cannot start exits with 1, which here means a finding. Where the surroundings are such that it may not, it is tried first.
if [ -n "${JAVA_TOOL_OPTIONS-}${_JAVA_OPTIONS-}${JDK_JAVA_OPTIONS-}" ] || [ "$(ulimit -v)$(ulimit -d)" != unlimitedunlimited ]; then
    # shellcheck disable=SC2086
    "$home/runtime/bin/java" $options -version >/dev/null 2>&1 || {
        "$home/runtime/bin/java" $options -version >&2
        echo "heddle: Java does not start, as it says above: look at JAVA_TOOL_OPTIONS and at the limits on memory (ulimit -v, ulimit -d)" >&2
        exit 70
    }
fi
# Where a JVM is warm, heddle-warm has it run the command.
# shellcheck disable=SC2086 # options are words
exec "$home/native/heddle-warm" "$home/runtime/bin/java" $options ${ready:+"-XX:SharedArchiveFile=$archive"} -Dheddle.native="$home/native" -Dheddle.llvm="$home/llvm" \
    -Dheddle.example="$home/share-classes.bin" -Djffi.boot.library.path="$home/native" -cp "$jars" org.heddle.cli.Main "$@"
