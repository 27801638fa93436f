package org.heddle.server.launch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/**
 * A temporary folder that only this user may enter.
 *
 * @param path where it is; its name tells the process that made it, and is always of the same length
 */
public record PrivateDirectory(Path path) implements AutoCloseable {
    private static final int LONGEST_BASE = 60;
    private static final int ATTEMPTS = 16;

    /**
     * A new one under the system's folder for temporary files.
     *
     * @throws IOException if it cannot be made
     */
    public static PrivateDirectory create() throws IOException {
        Path base = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        if (base.toString().length() > LONGEST_BASE) {
            base = Path.of("/tmp"); // the path of a socket may have 107 characters at most
        }
        SecureRandom random = new SecureRandom();
        for (int attempt = 1; ; attempt++) {
            long owner = ProcessHandle.current().pid();
            Path path = base.resolve(String.format("heddle-%08x-%08x", owner, random.nextInt()));
            try {
                return new PrivateDirectory(createPrivate(path));
            } catch (FileAlreadyExistsException taken) {
                if (attempt == ATTEMPTS) {
                    throw taken;
                }
            }
        }
    }

    /**
     * A folder in this one, just as private.
     *
     * @throws IOException if it cannot be made
     */
    public PrivateDirectory child(String name) throws IOException {
        return new PrivateDirectory(createPrivate(path.resolve(name)));
    }

    private static Path createPrivate(Path path) throws IOException {
        return Files.createDirectory(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Removes it with all that is in it. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
