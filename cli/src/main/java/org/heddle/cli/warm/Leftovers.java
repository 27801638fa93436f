package org.heddle.cli.warm;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a command has left in this process; where there is anything, the next one gets another process. */
final class Leftovers {
    private static final long MOST_HEAP = 64L << 20;
    private static final Path TASKS = Path.of("/proc/self/task");

    private final Set<String> threads = threads();
    private final Set<String> descriptors = descriptors();

    /** What has been left since this was made: a thread, an open file, a child, or much memory; empty if nothing has. */
    Optional<String> found() {
        Set<String> more = threads();
        more.removeAll(threads);
        Set<String> open = descriptors();
        open.removeAll(descriptors);
        if (!more.isEmpty() || !open.isEmpty()) {
            return Optional.of("threads " + more + ", files " + open);
        }
        if (hasChildren()) {
            return Optional.of("children");
        }
        long heap = heap();
        return heap > MOST_HEAP ? Optional.of(heap + " bytes") : Optional.empty();
    }

    /** Those of Heddle: Java's own come and go. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() || thread.getName().startsWith("heddle"))
                .map(thread -> thread.getId() + " " + thread.getName())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** The open files, but for those that classes and libraries are loaded from. */
    private static Set<String> descriptors() {
        Set<String> open = new HashSet<>();
        String[] numbers = new File("/proc/self/fd").list();
        for (String number : numbers == null ? new String[0] : numbers) {
            try {
                String target =
                        Files.readSymbolicLink(Path.of("/proc/self/fd", number)).toString();
                if (!target.matches(".*\\.(jar|so|jsa)") && !target.endsWith("/fd")) {
                    open.add(number + " " + target);
                }
            } catch (IOException closedMeanwhile) {
                // it is not open
            }
        }
        return open;
    }

    private static boolean hasChildren() {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                if (!Files.readString(task.resolve("children")).isBlank()) {
                    return true;
                }
            }
            return false;
        } catch (IOException unknown) {
            return true;
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
