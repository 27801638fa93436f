package org.heddle.it.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.heddle.bench.papers.ExampleLine;
import org.heddle.bench.papers.ExampleLine.Sort;

/**
 * What an example says of itself.
 *
 * @param file the example
 * @param line one of its lines
 */
public record Expectation(Path file, ExampleLine line) {
    private static final Path FOLDER = Path.of(System.getProperty("heddle.examples"));

    /** Those of all examples. */
    public static List<Expectation> all() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".c"))
                    .sorted()
                    .flatMap(Expectation::in)
                    .toList();
        }
    }

    /** Those of one example. */
    public static Stream<Expectation> in(Path file) {
        try {
            return ExampleLine.in(file).stream()
                    .map(line -> new Expectation(file.toAbsolutePath().normalize(), line));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** An example by its name. */
    public static Path example(String name) {
        return FOLDER.resolve(name).toAbsolutePath().normalize();
    }

    public String verdict() {
        return line.verdict();
    }

    public Optional<Sort> finding() {
        return line.finding();
    }

    public int races() {
        return line.races();
    }

    public int others() {
        return line.others();
    }

    public OptionalLong executions() {
        return line.executions();
    }

    /** What is said of C11: see {@link ExampleLine}. */
    public Optional<String> c11() {
        return line.c11();
    }

    /** Whether every interleaving is explored, if nothing is found. */
    public boolean isComplete() {
        int bound = arguments().indexOf("--bound");
        return !verdict().equals("inconclusive")
                && !line.isBounded()
                && (bound < 0 || arguments().get(bound + 1).equals("none"));
    }

    public boolean isSlow() {
        return line.isSlow();
    }

    public List<String> arguments() {
        return line.arguments();
    }

    /** The arguments with the file. */
    public Object[] command() {
        return Stream.concat(arguments().stream(), Stream.of(file)).toArray();
    }

    @Override
    public String toString() {
        return FOLDER.toAbsolutePath().normalize().relativize(file) + " " + String.join(" ", arguments());
    }
}
