package org.heddle.instrumenter.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Folders of compilations that were killed, and so could not remove them. */
final class AbandonedFolders {
    private static final Pattern NAME = Pattern.compile("heddle-cc-(\\d{1,9})-[0-9a-f]+");

    /** No compilation leaves its folder alone for so long: a process of that number may live where this one cannot see it. */
    private static final Duration OLD = Duration.ofHours(1);

    private AbandonedFolders() {}

    /** Removes those in a folder for temporary files; what cannot be removed stays. */
    static void remove(Path parent) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, "heddle-cc-*")) {
            for (Path folder : found) {
                if (isAbandoned(folder)) {
                    delete(folder);
                }
            }
        } catch (IOException | UncheckedIOException unreadable) {
            // another one may be able to
        }
    }

    private static boolean isAbandoned(Path folder) throws IOException {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        return name.matches()
                && Files.isDirectory(folder)
                && Files.getLastModifiedTime(folder)
                        .toInstant()
                        .isBefore(Instant.now().minus(OLD))
                && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }

    private static void delete(Path folder) {
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException ofAnotherUser) {
            // it stays
        }
    }
}
