package org.heddle.bench.cost;

import java.util.List;

/**
 * A program to be measured.
 *
 * @param name in the table
 * @param folder what its folder's name begins with, in that of all sources
 * @param compiler the variable of its makefile that names the compiler
 * @param make what its makefile is asked for
 * @param executable that it makes
 * @param arguments of it, behind which come no others
 * @param inputBytes of the file that it compresses
 */
record Subject(
        String name,
        String folder,
        String compiler,
        List<String> make,
        String executable,
        List<String> arguments,
        int inputBytes) {
    private static final int PIECES = 400_000; // four of pigz, five of pbzip2

    /** Programs that compress {@code file} with two threads. */
    static final List<Subject> REAL = List.of(
            new Subject("pigz", "pigz-", "CC", List.of("pigz"), "pigz", List.of("-k", "-f", "-p", "2", "file"), PIECES),
            new Subject(
                    "pbzip2",
                    "pbzip2-",
                    "CXX",
                    List.of("pbzip2"),
                    "pbzip2",
                    List.of("-b1", "-k", "-f", "-p2", "file"),
                    PIECES),
            new Subject(
                    "zstd",
                    "libzstd-",
                    "CC",
                    List.of("-C", "programs", "zstd", "HAVE_ZLIB=0", "HAVE_LZMA=0", "HAVE_LZ4=0", "ZSTD_NO_ASM=1"),
                    "programs/zstd",
                    List.of("-q", "-T2", "-B524288", "-k", "-f", "file"),
                    2_000_000),
            new Subject(
                    "lz4",
                    "lz4-",
                    "CC",
                    List.of("-C", "programs", "lz4"),
                    "programs/lz4",
                    List.of("-q", "-T2", "-B4", "-k", "-f", "file", "file.lz4"),
                    9_000_000));
}
