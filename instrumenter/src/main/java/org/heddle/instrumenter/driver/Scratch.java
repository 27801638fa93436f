package org.heddle.instrumenter.driver;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A private folder for what lies between two jobs. It goes away with the run, also when that is interrupted. */
public final class Scratch implements AutoCloseable {
    /** Made private at once; a random name, which the library would give, costs a start noticeable time. */
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

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
        String prefix = "heddle-cc-" + ProcessHandle.current().pid() + "-";
        for (long number = System.nanoTime(); ; number++) {
            Path folder = parent.toAbsolutePath().resolve(prefix + Long.toHexString(number));
            try {
                Files.createDirectory(folder, PRIVATE);
                return new Scratch(folder);
            } catch (FileAlreadyExistsException e) {
                // the next number, then
            }
        }
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
