package org.heddle.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A way to check an example.
 *
 * @param source in the folder of examples
 * @param macros that it is compiled with
 * @param options of the check
 */
record Example(String source, List<String> macros, List<String> options) {
    private static final String MARK = "// heddle: ";
    private static final String ARGUMENTS = " args=";

    /** What these words say: the source, then macros and options. */
    static Example of(String words) {
        List<String> macros = new ArrayList<>();
        List<String> options = new ArrayList<>();
        List<String> all = Arrays.asList(words.split(" +"));
        all.subList(1, all.size()).forEach(word -> (word.startsWith("-D") ? macros : options).add(word));
        return new Example(all.get(0), macros, options);
    }

    /** Of each example in a folder, one way for each verdict that its first lines promise, but for slow ones. */
    static List<Example> in(String folder) throws IOException {
        Path examples = Path.of(System.getProperty("heddle.examples"));
        try (Stream<Path> files = folder.isEmpty() ? Files.list(examples) : Files.walk(examples.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".c"))
                    .sorted()
                    .flatMap(file -> promised(examples, file))
                    .toList();
        }
    }

    private static Stream<Example> promised(Path examples, Path file) {
        Set<String> verdicts = new HashSet<>();
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(MARK) && !promise(line).contains(" slow"))
                    .filter(line -> verdicts.add(promise(line).replaceAll(".*verdict=(\\w+).*", "$1")))
                    .map(line -> of(examples.relativize(file)
                            + line.substring(promise(line).length()).replace(ARGUMENTS, " ")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String promise(String line) {
        int at = line.indexOf(ARGUMENTS);
        return at < 0 ? line : line.substring(0, at);
    }

    @Override
    public String toString() {
        return source + " " + String.join(" ", macros) + " " + String.join(" ", options);
    }
}
