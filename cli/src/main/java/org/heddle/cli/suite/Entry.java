package org.heddle.cli.suite;

import java.util.List;

/**
 * A test of a manifest.
 *
 * @param name as reports show it
 * @param command arguments of {@code heddle check}: options, then files
 * @param arguments of the program
 * @param expectation what the check is to come to
 */
public record Entry(String name, List<String> command, List<String> arguments, Expectation expectation) {
    /** The one of several tests of its program that has this name. */
    public Entry ofTest(String test) {
        return new Entry(name + ":" + test, command, List.of(test), expectation);
    }
}
