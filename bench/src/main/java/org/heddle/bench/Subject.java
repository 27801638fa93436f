package org.heddle.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.base.Installation;

/**
 * A program that benchmarks explore.
 *
 * @param name for people
 * @param source relative to the project's folder
 * @param flags that it is compiled with
 */
record Subject(String name, String source, List<String> flags) {
    /** Of different lengths and numbers of threads, from a counter of two threads to a file system of twenty. */
    static final List<Subject> ALL = List.of(
            of("counter, 2 x 5", "c-examples/bench/counter.c", "-DN=2", "-DK=5"),
            of("counter, mutex, 2 x 3", "c-examples/bench/counter.c", "-DN=2", "-DK=3", "-DMTX"),
            of("indexer, 15 threads", "c-examples/bench/indexer.c", "-DN=15"),
            of("file system, 20 threads", "c-examples/bench/filesystem.c", "-DN=20"),
            of("readers, 6 threads", "c-examples/bench/readers.c", "-DN=6"),
            of("last zero, 10 threads", "c-examples/bench/lastzero.c", "-DN=10"),
            of("three-lock cycle", "bench/src/main/c/three_locks.c"));

    private static Subject of(String name, String source, String... flags) {
        return new Subject(name, source, List.of(flags));
    }

    /** Compiles it into the folder. */
    Path compile(Installation installation, Path project, Path folder) throws IOException {
        Path program = folder.resolve("subject");
        Instrumented.compile(installation, project.resolve(source), flags, program);
        return program;
    }
}
