#!/bin/sh
# Makes a release from what has been built: a tarball and, where dpkg-deb is there, a Debian package. Both have a Java runtime with
# the modules that are needed, and the compiler; nothing is unpacked or downloaded where they run.
# usage: package.sh VERSION TARGET_FOLDER [tarball]: with the last word, no Debian package
set -eu
version=${1:?usage: package.sh VERSION TARGET_FOLDER}
target=${2:?usage: package.sh VERSION TARGET_FOLDER}
dist=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$dist/../../.." && pwd)
java=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
name=heddle-$version-linux-x86_64
tree=$target/$name
lib=$tree/lib/heddle

rm -rf "$tree" "$target/deb"
mkdir -p "$tree/bin" "$lib/jars" "$lib/cluster" "$lib/dap" "$lib/native" "$lib/llvm/lib" "$tree/lib/cmake" "$tree/share/man/man1" \
    "$tree/share/bash-completion/completions" "$tree/share/doc/heddle"

# jars, without those that only carry programs and libraries
llvm=
for jar in "$root/cli/target/heddle-cli.jar" "$root/bench/target/heddle-bench.jar" $(tr ':' ' ' <"$root/cli/target/classpath"); do
    case ${jar##*/} in
        llvm-[0-9]*-linux-x86_64.jar) llvm=$jar ;;
        javacpp-[0-9]*-linux-x86_64.jar) javacpp=$jar ;;
        jffi-*-native.jar) jffi=$jar ;;
        *-platform-*) ;;
        *) cp "$jar" "$lib/jars/" ;;
    esac
done
# those that only heddle dap needs
# shellcheck disable=SC2046 # words
cp $(tr ':' ' ' <"$root/cli/target/classpath-dap") "$lib/dap/"
# those that only work with other machines needs
for jar in "$root/cluster/target/heddle-cluster.jar" $(tr ':' ' ' <"$root/cluster/target/classpath"); do
    case ${jar##*/} in
        heddle-cluster.jar | pekko-* | scala-library-* | config-* | ssl-config-* | agrona-* | asn-one-* | reactive-streams-* | slf4j-api-*)
            cp "$jar" "$lib/cluster/"
            ;;
    esac
done
[ -n "$llvm" ] || { echo "package.sh: no LLVM for linux-x86_64 in cli/target/classpath" >&2; exit 1; }

# the compiler
unpacked=$target/unpacked
from=org/bytedeco/llvm/linux-x86_64
rm -rf "$unpacked" && mkdir -p "$unpacked"
# shellcheck disable=SC2046,SC2086 # words
(cd "$unpacked" && "$java/bin/jar" xf "$javacpp" org/bytedeco/javacpp/linux-x86_64/libjnijavacpp.so &&
    "$java/bin/jar" xf "$jffi" jni/x86_64-Linux && "$java/bin/jar" xf "$llvm" \
    $(for file in clang lld llvm-symbolizer llvm-dwarfdump libLLVM.so libclang-cpp.so libRemarks.so libLTO.so libjniLLVM.so lib/clang; do echo $from/$file; done))
mv "$unpacked/$from/lib/clang" "$lib/llvm/lib/"
rm -rf "$unpacked/$from/lib" "$unpacked/$from"/clang-* # jar takes names for beginnings of names
mv "$unpacked/$from"/* "$unpacked/org/bytedeco/javacpp/linux-x86_64/libjnijavacpp.so" "$lib/llvm/"
mv "$unpacked"/jni/x86_64-Linux/libjffi-*.so "$lib/native/"
chmod 755 "$lib/llvm/clang" "$lib/llvm/lld" "$lib/llvm/llvm-symbolizer" "$lib/llvm/llvm-dwarfdump"
ln -s lld "$lib/llvm/ld.lld"
for library in libLLVM.so libclang-cpp.so libRemarks.so libLTO.so; do
    ln -s $library "$lib/llvm/$library.20.1"
done
rm -rf "$unpacked"

# the runtime
cp "$root"/native-shim/target/native/* "$lib/native/"
modules=$("$java/bin/jdeps" --multi-release 17 --ignore-missing-deps --print-module-deps "$lib"/jars/*.jar "$lib"/cluster/*.jar "$lib"/dap/*.jar | tail -n 1)
"$java/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --output "$lib/runtime"
"$lib/runtime/bin/java" -XX:+UseSerialGC -Xshare:dump >/dev/null

# commands, man pages, completion, build systems, documents
sed "s/@VERSION@/$version/" "$dist/heddle.sh" >"$tree/bin/heddle"
chmod 755 "$tree/bin/heddle"
ln -s heddle "$tree/bin/heddle-cc"
ln -s heddle "$tree/bin/heddle-c++"
cp "$dist/share-classes.sh" "$lib/"
"$tree/bin/heddle-cc" -g -pthread "$dist/start.c" -o "$lib/share-classes.bin"
cp -r "$dist/lib/cmake/Heddle" "$tree/lib/cmake/"
sed "s/@VERSION@/${version%%-*}/" "$dist/lib/cmake/HeddleConfigVersion.cmake.in" \
    >"$tree/lib/cmake/Heddle/HeddleConfigVersion.cmake"
cp "$root"/docs/target/man/man1/*.1 "$tree/share/man/man1/"
cp "$root/docs/target/completion/heddle" "$tree/share/bash-completion/completions/heddle"
cp "$root/README.md" "$root/LICENSE" "$root/CHANGELOG.md" "$tree/share/doc/heddle/"
(cd "$root" && tar -cf - --exclude target --exclude src --exclude pom.xml docs) | tar -xf - -C "$tree/share/doc/heddle"
cp -r "$root/c-examples" "$tree/share/doc/heddle/"

(cd "$target" && tar --owner=0 --group=0 -czf "$name.tar.gz" "$name")
echo "$target/$name.tar.gz"

[ "${3-}" != tarball ] || exit 0
if ! command -v dpkg-deb >/dev/null; then
    echo "package.sh: dpkg-deb is not there, so there is no Debian package" >&2
    exit 0
fi
deb=$target/deb
mkdir -p "$deb/DEBIAN" "$deb/usr/bin" "$deb/usr/lib/cmake" "$deb/usr/share/man/man1" \
    "$deb/usr/share/bash-completion/completions" "$deb/usr/share/doc"
mkdir "$deb/usr/lib/heddle"
cp -a "$tree/bin" "$tree/lib" "$deb/usr/lib/heddle/"
for command in heddle heddle-cc heddle-c++; do
    ln -s ../lib/heddle/bin/$command "$deb/usr/bin/$command"
done
ln -s ../heddle/lib/cmake/Heddle "$deb/usr/lib/cmake/Heddle"
cp "$tree"/share/man/man1/*.1 "$deb/usr/share/man/man1/"
gzip -9n "$deb"/usr/share/man/man1/*.1
cp "$tree/share/bash-completion/completions/heddle" "$deb/usr/share/bash-completion/completions/"
cp -r "$tree/share/doc/heddle" "$deb/usr/share/doc/heddle"
cp "$dist/deb/copyright" "$deb/usr/share/doc/heddle/copyright"
sed -e "s/@VERSION@/$(echo "$version" | sed 's/-/~/; s/SNAPSHOT/snapshot/')/" \
    -e "s/@SIZE@/$(du -sk "$deb/usr" | cut -f1)/" "$dist/deb/control" >"$deb/DEBIAN/control"
for script in postinst prerm; do
    cp "$dist/deb/$script" "$deb/DEBIAN/$script"
    chmod 755 "$deb/DEBIAN/$script"
done
dpkg-deb --root-owner-group -Zgzip --build "$deb" "$target/heddle_${version}_amd64.deb" >/dev/null
rm -rf "$deb"
echo "$target/heddle_${version}_amd64.deb"
