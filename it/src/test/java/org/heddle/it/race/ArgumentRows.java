package org.heddle.it.race;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of library-arguments.txt, as what a call with the number {@value #NUMBER} for each argument that is one does behind a pointer. */
final class ArgumentRows {
    /** What each argument is that is a number. */
    static final int NUMBER = 3;

    private static final String TABLE = "/org/heddle/instrumenter/pass/calls/library-arguments.txt";

    /**
     * What a function does behind one argument.
     *
     * @param size how many bytes
     * @param writes whether it writes them all; else it reads them
     * @param first the first byte that is touched
     * @param content how the bytes begin, as an initialiser of an array of characters
     */
    record Access(String function, int argument, int size, boolean writes, int first, String content) {
        private Access and(Access other) {
            return new Access(
                    function,
                    argument,
                    Math.max(size, other.size),
                    writes || other.writes,
                    writes ? first : other.writes ? other.first : Math.min(first, other.first),
                    content.equals(ZEROS) ? other.content : content);
        }
    }

    private static final String ZEROS = "{0}";

    private ArgumentRows() {}

    /** What the table says of memory, an entry for each function and argument. */
    static List<Access> read() throws IOException {
        Map<String, Access> accesses = new TreeMap<>();
        List<String> facts = List.of();
        for (String line : lines()) {
            int colon = line.startsWith(" ") ? -1 : line.indexOf(':');
            facts = colon < 0 ? facts : List.of(line.substring(0, colon).split(", *", -1));
            for (String function : line.substring(colon + 1).strip().split(" +", -1)) {
                for (String fact : facts) {
                    access(function, fact.replaceFirst("^(only|even) ", "").split(" ", -1))
                            .forEach(one -> accesses.merge(function + " " + one.argument(), one, Access::and));
                }
            }
        }
        return new ArrayList<>(accesses.values());
    }

    private static List<String> lines() throws IOException {
        try (InputStream stream = ArgumentRows.class.getResourceAsStream(TABLE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toList());
        }
    }

    private static Stream<Access> access(String function, String[] words) {
        int argument = words.length > 1 && words[1].matches("\\d+") ? Integer.parseInt(words[1]) : -1;
        return switch (words[0]) {
            case "string" -> Stream.of(new Access(function, argument, 3, false, 0, "\"ab\""));
            case "reads", "time" -> Stream.of(new Access(function, argument, size(words[2]), false, 0, ZEROS));
            case "writes", "changes" -> Stream.of(new Access(function, argument, size(words[2]), true, 0, ZEROS));
            case "texts" -> Stream.of(new Access(function, argument, 8 * Math.max(1, size(words[2])), false, 0, ZEROS));
            case "template" -> {
                int last = size(words[2]);
                yield Stream.of(new Access(function, argument, 8, true, 2, "\"abXXXXXX" + "x".repeat(last) + '"'));
            }
            case "counted" -> Stream.of(
                    new Access(function, argument, 4 * NUMBER, true, 0, ZEROS),
                    new Access(function, Integer.parseInt(words[2]), 4, false, 0, "{" + NUMBER + "}"));
            default -> Stream.empty();
        };
    }

    private static int size(String word) {
        int size = 1;
        for (String factor : word.split("\\*", -1)) {
            size *= factor.startsWith("a") ? NUMBER : Integer.parseInt(factor);
        }
        return size;
    }
}
