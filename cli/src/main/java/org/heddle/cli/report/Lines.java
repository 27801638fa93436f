package org.heddle.cli.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.Collectors;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.OwnLines;

/**
 * Which lines of the program executions have run, of those that have code.
 *
 * @param code how many lines have code
 * @param never those of them that no execution has run, for each file that has some; the files with the fewest first
 */
public record Lines(int code, List<Unreached> never) {
    /**
     * Lines that have not run.
     *
     * @param first a line
     * @param last the last line of those that follow it, but for some without code, and have not run either
     */
    public record Range(int first, int last) {
        private String text() {
            return first == last ? Integer.toString(first) : first + "-" + last;
        }
    }

    /**
     * Lines of a file that have not run.
     *
     * @param file path as the debug information has it
     * @param lines how many
     * @param ranges which, by ascending lines
     */
    public record Unreached(String file, int lines, List<Range> ranges) {
        private String name() {
            return Path.of(file).getFileName().toString();
        }

        private String text(String shown, int most) {
            String all = ranges.stream().limit(most).map(Range::text).collect(Collectors.joining(", "));
            int more = ranges.size() - most;
            return "never run: " + shown + ": " + all + (more > 0 ? " and " + more + " more" : "");
        }
    }

    /** What ran, by file and line: whether it did. What lies in headers of the system does not count. */
    public static Lines of(NavigableMap<String, ? extends NavigableMap<Integer, Boolean>> ran) {
        int code = 0;
        List<Unreached> never = new ArrayList<>();
        for (Map.Entry<String, ? extends NavigableMap<Integer, Boolean>> file : ran.entrySet()) {
            if (OwnLines.isForeign(new Location(file.getKey(), 1, 0, "", ""))) {
                continue;
            }
            code += file.getValue().size();
            List<Range> ranges = ranges(file.getValue());
            int missing =
                    (int) file.getValue().values().stream().filter(did -> !did).count();
            if (missing > 0) {
                never.add(new Unreached(file.getKey(), missing, ranges));
            }
        }
        never.sort((one, other) -> Integer.compare(one.lines(), other.lines()));
        return new Lines(code, List.copyOf(never));
    }

    private static List<Range> ranges(NavigableMap<Integer, Boolean> ran) {
        List<Range> ranges = new ArrayList<>();
        boolean goesOn = false;
        for (Map.Entry<Integer, Boolean> line : ran.entrySet()) {
            if (!line.getValue()) {
                int first = goesOn ? ranges.remove(ranges.size() - 1).first() : line.getKey();
                ranges.add(new Range(first, line.getKey()));
            }
            goesOn = !line.getValue();
        }
        return List.copyOf(ranges);
    }

    /** How many lines have code and have not run. */
    public int missing() {
        return never.stream().mapToInt(Unreached::lines).sum();
    }

    /** In words: the figures, and what has not run. */
    List<String> text(int most) {
        List<String> text = new ArrayList<>();
        text.add("of %d line%s with code, %d %s run"
                .formatted(code, code == 1 ? "" : "s", code - missing(), code - missing() == 1 ? "has" : "have"));
        Map<String, Long> named = never.stream().collect(Collectors.groupingBy(Unreached::name, Collectors.counting()));
        never.stream()
                .limit(most)
                .map(file -> file.text(named.get(file.name()) > 1 ? file.file() : file.name(), most))
                .forEach(text::add);
        if (never.size() > most) {
            text.add("and lines of " + (never.size() - most) + " more files never run; JSON has them all");
        }
        return text;
    }
}
