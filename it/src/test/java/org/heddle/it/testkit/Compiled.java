package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Examples that are compiled once for all tests of a run: with {@code heddle cc}, as {@code heddle check} compiles them. */
public final class Compiled {
    /** Comes before an option of the compiler. */
    public static final String COMPILER_OPTION = "--cflags=";

    private static final Path FOLDER = emptied(Path.of("target/compiled").toAbsolutePath());
    private static final Map<List<String>, Path> PROGRAMS = new ConcurrentHashMap<>();

    private Compiled() {}

    /** The arguments of a check with the source, its macros ({@code -DNAME}) and options of the compiler replaced by the program that they make. */
    public static Object[] instead(Object... arguments) {
        List<String> makesProgram = new ArrayList<>();
        List<Object> others = new ArrayList<>();
        for (Object argument : arguments) {
            String word = argument.toString();
            if (word.startsWith("-D") || word.endsWith(".c")) {
                makesProgram.add(word);
            } else if (word.startsWith(COMPILER_OPTION)) {
                makesProgram.add(word.substring(COMPILER_OPTION.length()));
            } else {
                others.add(argument);
            }
        }
        others.add(PROGRAMS.computeIfAbsent(List.copyOf(makesProgram), Compiled::compile));
        return others.toArray();
    }

    /** The program that a source makes. */
    public static Path of(Path source) {
        return PROGRAMS.computeIfAbsent(List.of(source.toString()), Compiled::compile);
    }

    private static Path compile(List<String> makesProgram) {
        Path source = Path.of(makesProgram.stream()
                .filter(word -> word.endsWith(".c"))
                .findFirst()
                .orElseThrow());
        String name = source.getFileName().toString().replace(".c", "");
        try {
            Path program = Files.createTempDirectory(FOLDER, "").resolve(name);
            List<Object> command = new ArrayList<>(List.of("cc", "-g", "-O1"));
            command.addAll(makesProgram);
            command.addAll(List.of("-pthread", "-o", program));
            assertEquals(0, Heddle.run(command.toArray()).exitCode(), command.toString());
            return program;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path emptied(Path folder) {
        try {
            Files.createDirectories(folder);
            List<Path> old;
            try (Stream<Path> below = Files.walk(folder)) {
                old = below.skip(1).sorted((a, b) -> b.compareTo(a)).toList();
            }
            for (Path path : old) {
                Files.delete(path);
            }
            return folder;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
