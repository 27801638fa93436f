package org.heddle.cli.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source with a {@code main}, and the sources that it seems to be linked with: of each header of the project that one of them includes,
 * the source of the same name.
 *
 * @param sources the one with {@code main} first
 * @param usesThreads whether one of them, or a header that they include, includes that of a library of threads
 */
record SourceProgram(List<Path> sources, boolean usesThreads) {
    private static final Pattern MAIN = Pattern.compile("(?m)^\\s*(static )?int\\s+main\\s*\\(");
    private static final Pattern THREADS = Pattern.compile("#\\s*include\\s*<(pthread\\.h|threads\\.h|thread)>");
    private static final Pattern INCLUDED = Pattern.compile("(?m)^[ \t]*#[ \t]*include[ \t]*([\"<])([^\">]+)[\">]");

    /**
     * The program that a source begins.
     *
     * @throws IOException if a file cannot be read
     */
    static SourceProgram of(Path main, ProjectSources project) throws IOException {
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
                Optional<Path> header = project.header(
                        file, included.group(2), included.group(1).equals("\""));
                if (header.isPresent()) {
                    left.add(header.get());
                    for (Path source : project.of(header.get())) {
                        if (!hasMain(source)) {
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

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
