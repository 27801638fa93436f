package org.heddle.cli.determinism;

/** The first place where two executions of one schedule are not the same, in one respect. */
sealed interface Difference {
    /**
     * A call whose result nobody controls gave another one, or another call was made.
     *
     * @param number which of those calls, in their order, from 0; both executions have so many
     */
    record OfSource(int number) implements Difference {}

    /**
     * They do not execute the same event.
     *
     * @param step the first one that differs, from 0; one of the executions may have ended before it
     */
    record OfStep(int step) implements Difference {}

    /**
     * They do not print the same.
     *
     * @param stream where they print
     * @param line from 1
     * @param column of the first byte that differs in this line, from 1
     * @param first the line of the first execution; empty if it has none there
     * @param other the line of the other one
     */
    record OfOutput(Stream stream, int line, int column, String first, String other) implements Difference {}

    /** They do not end in the same way. */
    record OfEnd() implements Difference {}

    /** Where a program prints. */
    enum Stream {
        STDOUT("standard output"),
        STDERR("standard error");

        private final String words;

        Stream(String words) {
            this.words = words;
        }

        /** As a reader knows it. */
        String words() {
            return words;
        }
    }
}
