package org.heddle.it.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Includes of the C runtime run one way: down the rooms of {@code native-shim/rooms.txt}, and in no circle. */
class RuntimeRoomsTest {
    private static final Path HOME = Path.of("../native-shim");
    private static final int MOST_FILES = 25; // in a folder
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([a-z_/]+/[a-z_0-9]+\\.[a-z]+)\"");

    @TempDir
    private Path planted;

    @Test
    void everyFolder_isARoom() throws IOException {
        try (Stream<Path> folders = Files.list(HOME.resolve("src"))) {
            assertEquals(
                    new TreeSet<>(Rooms.all()),
                    folders.map(folder -> folder.getFileName().toString())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void noFolder_holdsMoreThanCanBeSeenAtOnce() throws IOException {
        Map<String, Long> fuller;
        try (Stream<Path> files = Files.walk(HOME.resolve("src"))) {
            fuller = files.filter(Files::isRegularFile)
                    .collect(Collectors.groupingBy(file -> file.getParent().toString(), Collectors.counting()));
        }
        assertTrue(fuller.size() > Rooms.all().size(), fuller.toString());
        fuller.values().removeIf(files -> files <= MOST_FILES);
        assertEquals(Map.of(), fuller);
    }

    @Test
    void noInclude_runsUpwards() throws IOException {
        assertEquals(List.of(), upwards(includes(HOME.resolve("src")), Rooms.all()));
    }

    @Test
    void noIncludes_formACircle() throws IOException {
        assertEquals(Set.of(), circle(includes(HOME.resolve("src"))));
    }

    @Test
    void anUpwardInclude_isFound() throws IOException {
        plant("base/a.c", "core/b.h");
        plant("core/b.h", "base/c.h");
        plant("base/c.h");
        assertEquals(List.of("base/a.c includes core/b.h"), upwards(includes(planted), List.of("base", "core")));
    }

    @Test
    void aCircleOfSourcesAndTheirHeaders_isFound() throws IOException {
        plant("base/a.c", "base/a.h", "base/b.h");
        plant("base/a.h");
        plant("base/b.c", "base/b.h", "base/a.h");
        plant("base/b.h");
        plant("base/c.c", "base/a.h");
        assertEquals(Set.of("base/a", "base/b"), circle(includes(planted)));
    }

    private void plant(String file, String... included) throws IOException {
        Files.createDirectories(planted.resolve(file).getParent());
        Files.writeString(
                planted.resolve(file),
                Stream.of(included)
                        .map(header -> "#include \"" + header + "\"\n")
                        .collect(Collectors.joining()));
    }

    /** What each file includes of the runtime itself. */
    private static Map<String, List<String>> includes(Path source) throws IOException {
        Map<String, List<String>> includes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                includes.put(
                        source.relativize(file).toString(),
                        INCLUDE.matcher(Files.readString(file))
                                .results()
                                .map(match -> match.group(1))
                                .toList());
            }
        }
        return includes;
    }

    private static List<String> upwards(Map<String, List<String>> includes, List<String> rooms) {
        List<String> found = new ArrayList<>();
        includes.forEach((file, headers) -> headers.forEach(header -> {
            if (Rooms.runsUpwards(file, header, rooms)) {
                found.add(file + " includes " + header);
            }
        }));
        return found;
    }

    /** The files, each a source with its header, that include each other in a circle or lie between such. */
    private static Set<String> circle(Map<String, List<String>> includes) {
        Map<String, Set<String>> pairs = new TreeMap<>();
        includes.forEach((file, headers) -> headers.forEach(header -> {
            if (!pair(header).equals(pair(file))) {
                pairs.computeIfAbsent(pair(file), pair -> new TreeSet<>()).add(pair(header));
            }
        }));
        return Rooms.circle(pairs);
    }

    private static String pair(String file) {
        return file.replaceFirst("\\.[a-z]+$", "");
    }
}
