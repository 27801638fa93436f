package org.heddle.it.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The examples that are about memory, with the variants that their first lines name. */
final class Examples {
    private static final Path FOLDER = Path.of(System.getProperty("heddle.examples"));
    private static final Pattern ABOUT_MEMORY = Pattern.compile("(06|09|15|2\\d|3\\d|4\\d|5\\d)-.*|races/.*");
    private static final String MARK = "// heddle: ";

    private Examples() {}

    /** The options for the compiler and the file, of each example and variant once. */
    static Stream<List<String>> commands() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files
                    .filter(file -> file.toString().endsWith(".c"))
                    .filter(file -> ABOUT_MEMORY
                            .matcher(FOLDER.relativize(file).toString())
                            .matches())
                    .sorted()
                    .flatMap(Examples::variants)
                    .distinct()
                    .toList()
                    .stream();
        }
    }

    private static Stream<List<String>> variants(Path file) {
        String name = file.toAbsolutePath().normalize().toString();
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(MARK) && !line.contains("--points") && !line.contains("slow"))
                    .map(line ->
                            Stream.concat(definitions(line), Stream.of(name)).toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<String> definitions(String line) {
        return Stream.of(line.split(" +", -1))
                .map(word -> word.startsWith("args=") ? word.substring("args=".length()) : word)
                .filter(word -> word.startsWith("-D"));
    }
}
