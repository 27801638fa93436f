package org.heddle.bench.models;

import java.util.List;
import java.util.stream.Stream;

/**
 * A program without a bug, which is explored whole.
 *
 * @param name for people
 * @param source relative to the project's folder
 * @param flags that it is compiled with
 */
record Subject(String name, String source, List<String> flags) {
    private static final String STRUCTURES = "c-examples/weak-memory/structures/";

    /** From programs whose atomics are all sequentially consistent to such as have most of their executions under RC11 alone. */
    static final List<Subject> ALL = List.of(
            of("counter, 2 x 5", "c-examples/bench/counter.c", "-DN=2", "-DK=5"),
            of("indexer, 15 threads", "c-examples/bench/indexer.c", "-DN=15"),
            of("last zero, 10 threads", "c-examples/bench/lastzero.c", "-DN=10"),
            relaxed("counter, relaxed, 2 x 5", 5, "counter"),
            relaxed("last zero, relaxed, 8 threads", 8, "lastzero"),
            of("additions by turns, 2 x 3", "bench/src/main/c/by_turns.c", "-DK=3"),
            of("additions by turns, 2 x 4", "bench/src/main/c/by_turns.c", "-DK=4"),
            of("work stealing", STRUCTURES + "work-stealing.c"),
            of("bounded queue", STRUCTURES + "bounded-queue.c"));

    private static Subject of(String name, String source, String... flags) {
        return new Subject(name, source, List.of(flags));
    }

    private static Subject relaxed(String name, int size, String program) {
        String number = program.equals("counter") ? "-DK=" : "-DN=";
        return of(name, "c-examples/bench/" + program + ".c", number + size, "-DORDER=memory_order_relaxed");
    }

    /** What compiles it, behind a command: flags and the source. */
    List<String> arguments(String home) {
        return Stream.concat(flags.stream(), Stream.of(home + "/" + source)).toList();
    }
}
