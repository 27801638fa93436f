package org.heddle.cli.operations;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An operation with the values of its arguments.
 *
 * @param name of the operation
 * @param arguments in their order
 */
public record OperationCall(String name, List<Integer> arguments) {
    /** As in C, behind the name. */
    String inBrackets() {
        return arguments.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }

    /** As in the program's arguments and in histories: {@code put(1)}, {@code take}. */
    @Override
    public String toString() {
        return arguments.isEmpty() ? name : name + inBrackets();
    }
}
