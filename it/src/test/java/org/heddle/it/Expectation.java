package org.heddle.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an example says of itself in a line such as {@code // heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DN=3};
 * the arguments come last and take the rest of the line.
 *
 * @param file the example
 * @param verdict of the check
 * @param finding kind and cause of a finding, if there is to be one
 * @param races how many data races are found besides; negative: at least one
 * @param executions their number, if it is known
 * @param isSlow whether it takes more than a few seconds
 * @param arguments of the check
 */
record Expectation(
        Path file,
        String verdict,
        Optional<Sort> finding,
        int races,
        OptionalLong executions,
        boolean isSlow,
        List<String> arguments) {
    private static final String MARK = "// heddle: ";
    private static final Pattern WORD = Pattern.compile("(\\w+)(?:=(?:\"([^\"]*)\"|(\\S+)))?");
    private static final Path FOLDER = Path.of(System.getProperty("heddle.examples"));

    /** What sort of bug. */
    record Sort(String kind, String cause) {}

    /** Those of all examples. */
    static List<Expectation> all() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".c"))
                    .sorted()
                    .flatMap(Expectation::in)
                    .toList();
        }
    }

    /** Those of one example. */
    static Stream<Expectation> in(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(MARK))
                    .map(line -> parse(file.toAbsolutePath().normalize(), line.substring(MARK.length())));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** An example by its name. */
    static Path example(String name) {
        return FOLDER.resolve(name).toAbsolutePath().normalize();
    }

    private static Expectation parse(Path file, String line) {
        int at = line.indexOf("args=");
        List<String> arguments = at < 0
                ? List.of()
                : List.of(line.substring(at + "args=".length()).split(" +"));
        Map<String, String> words = WORD.matcher(at < 0 ? line : line.substring(0, at))
                .results()
                .collect(Collectors.toMap(word -> word.group(1), word -> value(word.group(2), word.group(3))));
        String verdict = words.remove("verdict");
        String kind = words.remove("kind");
        String cause = words.remove("cause");
        String races = words.remove("races");
        String executions = words.remove("executions");
        boolean isSlow = words.remove("slow") != null;
        if (verdict == null || !words.isEmpty() || (kind == null) != (cause == null)) {
            throw new IllegalArgumentException(file + ": not an expectation: " + line);
        }
        return new Expectation(
                file,
                verdict,
                kind == null ? Optional.empty() : Optional.of(new Sort(kind, cause)),
                races == null ? 0 : races.isEmpty() ? -1 : Integer.parseInt(races),
                executions == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(executions)),
                isSlow,
                arguments);
    }

    private static String value(String quoted, String plain) {
        return quoted != null ? quoted : plain != null ? plain : "";
    }

    /** The arguments with the file. */
    Object[] command() {
        return Stream.concat(arguments.stream(), Stream.of(file)).toArray();
    }

    @Override
    public String toString() {
        return FOLDER.toAbsolutePath().normalize().relativize(file) + " " + String.join(" ", arguments);
    }
}
