package org.heddle.it.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rooms of the C runtime, and what may not be between its files. */
final class Rooms {
    private static final Path LIST = Path.of("../native-shim/rooms.txt");

    private Rooms() {}

    /** Their names, from the bottom up. */
    static List<String> all() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }

    /** Whether a file of the runtime, given below its {@code src}, lies in a lower room than another one that it needs. */
    static boolean runsUpwards(String file, String needed, List<String> rooms) {
        return rooms.indexOf(room(needed)) > rooms.indexOf(room(file));
    }

    private static String room(String file) {
        return file.substring(0, file.indexOf('/'));
    }

    /** The files that need each other in a circle, or lie between such; empty if there are none. No file needs itself. */
    static Set<String> circle(Map<String, Set<String>> needed) {
        Map<String, Set<String>> left = new TreeMap<>(needed);
        while (left.values().removeIf(others -> others.stream().noneMatch(left::containsKey))) {
            // what needs nothing of what is left closes no circle
        }
        while (left.keySet().removeIf(file -> left.values().stream().noneMatch(others -> others.contains(file)))) {
            // nor does what nothing of it needs
        }
        return new TreeSet<>(left.keySet());
    }
}
