package org.heddle.cli.operations;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.heddle.cli.base.UserError;

/**
 * A {@code HEDDLE_OPERATION} of a file.
 *
 * @param name of the operation
 * @param file that declares it
 * @param line of the declaration, from 1 on
 * @param ranges of its arguments, in their order
 */
public record Declaration(String name, Path file, int line, List<Range> ranges) {
    /** The most calls that one object may have. */
    private static final int MOST_CALLS = 1000;

    /**
     * What an argument may be.
     *
     * @param name of the argument
     * @param first its least value
     * @param last its greatest one
     */
    public record Range(String name, long first, long last) {
        private boolean isEmpty() {
            return first > last;
        }

        private boolean isInt() {
            return first == (int) first && last == (int) last;
        }

        @Override
        public String toString() {
            return name + " from " + first + " to " + last;
        }
    }

    /**
     * The calls of this operation, with all values of its arguments.
     *
     * @throws UserError if a range is empty, or there are too many values
     */
    List<OperationCall> calls() throws UserError {
        long count = 1;
        for (Range range : ranges) {
            if (range.isEmpty()) {
                throw new UserError(where() + ": the range of " + range + " of '" + name
                        + "' is empty: give the least value first");
            }
            if (!range.isInt()) {
                throw new UserError(where() + ": the range of " + range + " of '" + name
                        + "' is not one of int: give smaller values");
            }
            count *= Math.min(range.last() - range.first() + 1, MOST_CALLS + 1);
            if (count > MOST_CALLS) {
                throw new UserError(
                        where() + ": '" + name + "' has more than " + MOST_CALLS
                                + " different calls, too many to draw clients from: give smaller ranges, two values each will do");
            }
        }
        List<List<Integer>> arguments = List.of(List.of());
        for (Range range : ranges) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> before : arguments) {
                LongStream.rangeClosed(range.first(), range.last()).forEach(value -> {
                    List<Integer> one = new ArrayList<>(before);
                    one.add((int) value);
                    longer.add(List.copyOf(one));
                });
            }
            arguments = longer;
        }
        return arguments.stream().map(values -> new OperationCall(name, values)).toList();
    }

    /** File and line, for messages. */
    String where() {
        return file.getFileName() + ":" + line;
    }

    /** As a summary shows it. */
    @Override
    public String toString() {
        return ranges.isEmpty()
                ? name
                : ranges.stream().map(Range::toString).collect(Collectors.joining(", ", name + "(", ")"));
    }
}
