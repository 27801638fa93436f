#!/bin/sh
# Formats the C code of the runtime (src, apart, steady, warm) as .clang-format has it; with --check only tells what is not formatted so.
# Other versions of clang-format than the one that comes with the instrumenter's LLVM lay some code out differently.
# usage: format.sh [--check]; CLANG_FORMAT is the program, which is otherwise looked for where LLVM is unpacked (by any `heddle cc`)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${CLANG_FORMAT:-}" ]; then
    CLANG_FORMAT=$(ls "$HOME"/.javacpp/cache/llvm-*/org/bytedeco/llvm/*/clang-format /tmp/.javacpp-*/cache/llvm-*/org/bytedeco/llvm/*/clang-format 2>/dev/null | tail -n 1)
    [ -n "$CLANG_FORMAT" ] || { echo "format.sh: no clang-format: run heddle cc once, or set CLANG_FORMAT" >&2; exit 2; }
fi
LD_LIBRARY_PATH=$(dirname "$CLANG_FORMAT")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
case ${1:-} in
    --check) set -- --dry-run --Werror ;;
    '') set -- -i ;;
    *) echo "usage: $0 [--check]" >&2; exit 2 ;;
esac
find "$here/src" "$here/apart" "$here/steady" "$here/warm" -name '*.[ch]' -exec "$CLANG_FORMAT" "$@" {} +
