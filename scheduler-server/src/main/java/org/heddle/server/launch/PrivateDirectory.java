package org.heddle.server.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;

/**
 * A temporary folder that only this user may enter. A locked file in it tells that its maker is alive; folders whose
 * makers were killed are removed by the next one that makes a folder.
 */
public final class PrivateDirectory implements AutoCloseable {
    private static final String PREFIX = "heddle-";
    private static final HexFormat HEX = HexFormat.of();
    private static final int LENGTH_OF_NAME = PREFIX.length() + 8 + 1 + 8;
    private static final int LONGEST_BASE = 60;
    private static final int ATTEMPTS = 16;
    private static final int ATTEMPTS_AT_EXIT = 1000;
    private static final int PAUSE_MILLIS = 10;
    private static final String LOCK = ".heddle-lock";
    private static final Duration YOUNG = Duration.ofMinutes(1); // too young to be judged by its lock

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private final Path path;
    private final Thread hook;
    private FileChannel lock;
    private boolean ending;

    private PrivateDirectory(Path path) {
        this.path = path;
        this.hook = new Thread(this::removeAtExit, "heddle-remove-" + path.getFileName());
    }

    /** Where it is; its name tells the process that made it, and is always of the same length. */
    public Path path() {
        return path;
    }

    /**
     * A new one under the system's folder for temporary files.
     *
     * @throws IOException if it cannot be made
     * @throws InterruptedException if the thread is interrupted
     */
    public static PrivateDirectory create() throws IOException, InterruptedException {
        return create(false);
    }

    /**
     * A new one that is also removed where the process ends before it is closed.
     *
     * @throws IOException if it cannot be made
     * @throws InterruptedException if the thread is interrupted
     */
    public static PrivateDirectory createRemovedAtExit() throws IOException, InterruptedException {
        return create(true);
    }

    private static PrivateDirectory create(boolean removedAtExit) throws IOException, InterruptedException {
        Path base = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        if (base.toString().length() > LONGEST_BASE) {
            base = Path.of("/tmp"); // the path of a socket may have 107 characters at most
        }
        removeStale(base);
        SecureRandom random = new SecureRandom();
        for (int attempt = 1; ; attempt++) {
            PrivateDirectory directory =
                    new PrivateDirectory(base.resolve(prefix() + HEX.toHexDigits(random.nextInt())));
            if (removedAtExit) {
                directory.rememberHook();
            }
            try {
                directory.make();
                return directory;
            } catch (IOException failed) {
                directory.forgetHook();
                if (attempt == ATTEMPTS || !(failed instanceof FileAlreadyExistsException)) {
                    throw new NoTemporaryFolderException(base, failed);
                }
            }
        }
    }

    private synchronized void make() throws IOException, InterruptedException {
        if (ending) {
            awaitTheEnd();
        }
        createPrivate(path);
        lock = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock.tryLock();
    }

    /**
     * A folder in this one, just as private.
     *
     * @throws IOException if it cannot be made
     */
    public PrivateDirectory child(String name) throws IOException {
        return new PrivateDirectory(createPrivate(path.resolve(name)));
    }

    private void rememberHook() throws InterruptedException {
        try {
            Runtime.getRuntime().addShutdownHook(hook); // before there is a folder that could be left
        } catch (IllegalStateException alreadyEnding) {
            awaitTheEnd();
        }
    }

    /** The process is being ended: a folder made now would be left behind. */
    private static void awaitTheEnd() throws InterruptedException {
        Thread.currentThread().join();
    }

    /**
     * What the shutdown hook does. Other hooks end the programs that write here, such as a linker, at the same time, so one attempt may
     * not be enough.
     */
    synchronized void removeAtExit() {
        ending = true;
        for (int attempt = 1; lock != null && Files.exists(path) && attempt <= ATTEMPTS_AT_EXIT; attempt++) {
            try {
                remove(path);
            } catch (IOException stillChanging) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path createPrivate(Path path) throws IOException {
        return Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PRIVATE));
    }

    private static String prefix() {
        return PREFIX + HEX.toHexDigits((int) ProcessHandle.current().pid()) + "-";
    }

    /** Leaves this process's own alone: to close a file is to give up every lock that the process holds on it. */
    private static void removeStale(Path base) {
        String[] names =
                base.toFile().list(); // of thousands, a DirectoryStream would cost a check more than all the rest
        if (names == null) {
            return;
        }
        String own = prefix();
        for (String name : names) {
            if (name.length() == LENGTH_OF_NAME && name.startsWith(PREFIX) && !name.startsWith(own)) {
                removeIfStale(base.resolve(name));
            }
        }
    }

    private static void removeIfStale(Path folder) {
        try {
            if (isStale(folder)) {
                remove(folder);
            }
        } catch (IOException notOurs) {
            // the next one may have more luck
        }
    }

    private static boolean isStale(Path folder) {
        try {
            return isOurs(folder) && isOld(folder) && isUnlocked(folder.resolve(LOCK));
        } catch (IOException | OverlappingFileLockException inUseOrNotOurs) {
            return false;
        }
    }

    /** Whether it is this user's, and nobody else may put anything into it: what is found there stays what it is. */
    private static boolean isOurs(Path folder) throws IOException {
        PosixFileAttributes is = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return is.isDirectory()
                && is.owner().equals(Files.getOwner(Path.of("/proc/self")))
                && !is.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !is.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static boolean isOld(Path folder) throws IOException {
        Instant made =
                Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toInstant();
        return !made.plus(YOUNG).isAfter(Instant.now());
    }

    /** A lock that is no regular file, such as a pipe, is none of ours; opening it might never return. */
    private static boolean isUnlocked(Path lock) throws IOException {
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return channel.tryLock() != null;
        }
    }

    /** Removes it with all that is in it. */
    @Override
    public synchronized void close() throws IOException {
        if (Files.exists(path)) {
            remove(path);
        }
        if (lock != null) {
            lock.close();
        }
        forgetHook();
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
                Files.setPosixFilePermissions(folder, PRIVATE);
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
