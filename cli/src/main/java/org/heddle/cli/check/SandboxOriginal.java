package org.heddle.cli.check;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The folder of which executions get copies. A program that knows its path can change it all the same; then executions do not begin
 * alike.
 *
 * @param files the regular files that are in it when the check begins, with their size and time; not what Heddle writes:
 *     schedules and the saved frontier
 */
record SandboxOriginal(Map<Path, String> files) {
    /** The folder as it is now; without files if there is no sandbox. */
    static SandboxOriginal of(CheckOptions options) throws IOException {
        if (options.sandbox().isEmpty()) {
            return new SandboxOriginal(Map.of());
        }
        Map<Path, String> files = files(options.sandbox().get().toAbsolutePath().normalize());
        options.saveFrontier()
                .ifPresent(file -> files.remove(file.toAbsolutePath().normalize()));
        return new SandboxOriginal(files);
    }

    private static Map<Path, String> files(Path sandbox) throws IOException {
        Map<Path, String> files = new TreeMap<>();
        Files.walkFileTree(sandbox, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && !file.toString().endsWith(".heddle-schedule")) {
                    files.put(file, state(attributes));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path unreadable, IOException failure) {
                return FileVisitResult.CONTINUE; // the copy says so
            }
        });
        return files;
    }

    private static String state(BasicFileAttributes attributes) {
        return attributes.size() + " " + attributes.lastModifiedTime();
    }

    /** What to tell the user if a file has been changed or removed since. */
    Optional<String> change() {
        return files.entrySet().stream()
                .filter(file -> !file.getValue().equals(stateOf(file.getKey())))
                .findFirst()
                .map(file ->
                        file.getKey() + " has changed during the check, in the folder of which executions get copies,"
                                + " so they did not begin alike: let the program use paths relative to the sandbox");
    }

    private static String stateOf(Path file) {
        try {
            return state(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (IOException gone) {
            return "";
        }
    }
}
