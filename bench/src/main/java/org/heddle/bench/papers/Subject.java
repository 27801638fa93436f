package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program of a table, compiled with certain macros.
 *
 * @param file its source
 * @param defines its macros, as in {@code N=3}
 * @param lines what it is to come to under which options
 */
record Subject(Path file, List<String> defines, List<ExampleLine> lines) {
    private static final String ENDLESS = "endless";
    private static final String OPENMP = "openmp";

    /**
     * The programs in a folder, ordered by name; one for each set of macros that their lines have.
     *
     * @throws IOException if it cannot be read
     */
    static List<Subject> in(Path folder) throws IOException {
        List<Subject> subjects = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".c"))
                    .sorted()
                    .toList()) {
                Map<List<String>, List<ExampleLine>> byDefines = new LinkedHashMap<>();
                for (ExampleLine line : ExampleLine.in(file)) {
                    byDefines
                            .computeIfAbsent(line.defines(), key -> new ArrayList<>())
                            .add(line);
                }
                byDefines.forEach((defines, lines) -> subjects.add(new Subject(file, defines, List.copyOf(lines))));
            }
        }
        return List.copyOf(subjects);
    }

    /**
     * The programs in a folder and in the folders in it, by name, but for those whose threads go on for ever: their executions are cut off;
     * and for those with OpenMP, whose threads are the run time's.
     *
     * @throws IOException if it cannot be read
     */
    static List<Subject> ending(Path folder) throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.walk(folder)) {
            folders = all.filter(path -> Files.isDirectory(path) && !path.endsWith(ENDLESS) && !path.endsWith(OPENMP))
                    .sorted()
                    .toList();
        }
        List<Subject> subjects = new ArrayList<>();
        for (Path one : folders) {
            subjects.addAll(in(one));
        }
        return List.copyOf(subjects);
    }

    /** How many lines a source has. */
    static int lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).size();
    }

    /** Its name with its macros: {@code reorder N=3}. */
    String name() {
        String name = file.getFileName().toString().replaceFirst("\\.c$", "");
        return String.join(" ", Stream.concat(Stream.of(name), defines.stream()).toList());
    }

    /** Whether it takes more than a few seconds. */
    boolean isSlow() {
        return lines.stream().allMatch(ExampleLine::isSlow);
    }

    /** A command line of {@code heddle check} for it. */
    List<String> command(List<String> options) {
        List<String> command = new ArrayList<>(options);
        defines.forEach(define -> command.add("-D" + define));
        command.add(file.toString());
        return command;
    }
}
