package org.heddle.cli.operations;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A program of a few threads, each of which calls operations of the object.
 *
 * @param threads the calls of each thread, in their order
 */
public record Client(List<List<OperationCall>> threads) {
    /** How many threads there are, and how many operations the one with the most of them calls. */
    Size size() {
        return new Size(
                threads.size(), threads.stream().mapToInt(List::size).max().orElse(0));
    }

    /** How many operations are called. */
    int calls() {
        return threads.stream().mapToInt(List::size).sum();
    }

    /** The arguments of the program that make it this client: one for each thread. */
    List<String> arguments() {
        return threads.stream()
                .map(calls -> calls.stream().map(OperationCall::toString).collect(Collectors.joining(" ")))
                .toList();
    }

    /** As reports show it: {@code put(1) take | take}. */
    @Override
    public String toString() {
        return String.join(" | ", arguments());
    }
}
