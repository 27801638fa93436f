package org.heddle.instrumenter.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A private folder for what lies between two jobs. It goes away with the run, also when that is interrupted. */
public final class Scratch implements AutoCloseable {
    private final Path folder;
    private final Thread atExit;

    private Scratch(Path folder) {
        this.folder = folder;
        this.atExit = new Thread(() -> delete(folder));
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Makes a new one in {@code $TMPDIR}, or in the system's folder for temporary files. */
    public static Scratch create() throws IOException {
        String chosen = System.getenv("TMPDIR");
        Path parent = Path.of(
                chosen == null || chosen.isEmpty() || !Files.isDirectory(Path.of(chosen))
                        ? System.getProperty("java.io.tmpdir")
                        : chosen);
        return new Scratch(Files.createTempDirectory(parent.toAbsolutePath(), "heddle-cc-"));
    }

    /** The folder. */
    public Path folder() {
        return folder;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the process is ending; the hook does it
        }
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> below = Files.walk(folder)) {
            List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // what is left is in the folder for temporary files, where it harms nobody
        }
    }
}
