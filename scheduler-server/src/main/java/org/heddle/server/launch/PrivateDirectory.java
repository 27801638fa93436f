package org.heddle.server.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

/**
 * A temporary folder that only this user may enter. A locked file in it tells that its maker is alive; folders whose
 * makers were killed are removed by the next one that makes a folder.
 */
public final class PrivateDirectory implements AutoCloseable {
    private static final int LONGEST_BASE = 60;
    private static final int ATTEMPTS = 16;
    private static final String LOCK = ".heddle-lock";
    private static final Duration YOUNG = Duration.ofMinutes(1); // too young to be judged by its lock

    private final Path path;
    private final FileChannel lock;
    private Thread hook;

    private PrivateDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Where it is; its name tells the process that made it, and is always of the same length. */
    public Path path() {
        return path;
    }

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
        removeStale(base);
        SecureRandom random = new SecureRandom();
        for (int attempt = 1; ; attempt++) {
            Path path = base.resolve(prefix() + String.format("%08x", random.nextInt()));
            try {
                createPrivate(path);
                FileChannel lock =
                        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                lock.tryLock();
                return new PrivateDirectory(path, lock);
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
        return new PrivateDirectory(createPrivate(path.resolve(name)), null);
    }

    /** Also removes it where the process ends before it is closed. */
    public PrivateDirectory removedAtExit() {
        hook = new Thread(this::removeQuietly, "heddle-remove-" + path.getFileName());
        Runtime.getRuntime().addShutdownHook(hook);
        return this;
    }

    private void removeQuietly() {
        try {
            remove(path);
        } catch (IOException inUse) {
            // the next one that makes a folder removes it
        }
    }

    private static Path createPrivate(Path path) throws IOException {
        return Files.createDirectory(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static String prefix() {
        return String.format("heddle-%08x-", ProcessHandle.current().pid());
    }

    /** Leaves this process's own alone: to close a file is to give up every lock that the process holds on it. */
    private static void removeStale(Path base) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(base, "heddle-*-*")) {
            for (Path folder : folders) {
                if (!folder.getFileName().toString().startsWith(prefix()) && isStale(folder)) {
                    remove(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException notOurs) {
            // the next one may have more luck
        }
    }

    private static boolean isStale(Path folder) {
        try {
            Instant made = Files.getLastModifiedTime(folder).toInstant();
            if (made.plus(YOUNG).isAfter(Instant.now())) {
                return false;
            }
            try (FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
                return lock.tryLock() != null;
            }
        } catch (IOException | OverlappingFileLockException inUseOrNotOurs) {
            return false;
        }
    }

    /** Removes it with all that is in it. */
    @Override
    public void close() throws IOException {
        if (hook != null) {
            forgetHook();
        }
        if (Files.exists(path)) {
            remove(path);
        }
        if (lock != null) {
            lock.close();
        }
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // it runs, or has run
        }
    }

    private static void remove(Path path) throws IOException {
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
