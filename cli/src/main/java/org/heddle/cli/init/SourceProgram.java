package org.heddle.cli.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source with a {@code main}, and the sources that it seems to be linked with: of each header of the project that one of them includes,
 * the source of the same name beside it.
 *
 * @param sources the one with {@code main} first
 * @param usesThreads whether one of them, or a header that they include, includes that of a library of threads
 */
record SourceProgram(List<Path> sources, boolean usesThreads) {
    private static final List<String> ENDINGS = List.of(".c", ".cc", ".cpp", ".cxx");
    private static final Pattern MAIN = Pattern.compile("(?m)^\\s*(static )?int\\s+main\\s*\\(");
    private static final Pattern THREADS = Pattern.compile("#\\s*include\\s*<(pthread\\.h|threads\\.h|thread)>");
    private static final Pattern INCLUDED = Pattern.compile("(?m)^\\s*#\\s*include\\s*\"([^\"]+)\"");

    /**
     * The program that a source begins.
     *
     * @throws IOException if a file cannot be read
     */
    static SourceProgram of(Path main) throws IOException {
        Set<Path> sources = new LinkedHashSet<>(List.of(main));
        Set<Path> seen = new LinkedHashSet<>();
        List<Path> left = new ArrayList<>(List.of(main));
        boolean usesThreads = false;
        while (!left.isEmpty()) {
            Path file = left.remove(0);
            if (!seen.add(file)) {
                continue;
            }
            String text = text(file);
            usesThreads |= THREADS.matcher(text).find();
            Matcher included = INCLUDED.matcher(text);
            while (included.find()) {
                Path header = file.resolveSibling(included.group(1)).normalize();
                if (Files.isRegularFile(header)) {
                    left.add(header);
                    for (Path source : sourcesOf(header)) {
                        if (!MAIN.matcher(text(source)).find()) {
                            sources.add(source);
                            left.add(source);
                        }
                    }
                }
            }
        }
        return new SourceProgram(List.copyOf(sources), usesThreads);
    }

    /** Whether a source has a {@code main} of its own. */
    static boolean hasMain(Path source) throws IOException {
        return MAIN.matcher(text(source)).find();
    }

    private static List<Path> sourcesOf(Path header) {
        String name = header.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stem = dot < 0 ? name : name.substring(0, dot);
        return ENDINGS.stream()
                .map(ending -> header.resolveSibling(stem + ending))
                .filter(Files::isRegularFile)
                .toList();
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
