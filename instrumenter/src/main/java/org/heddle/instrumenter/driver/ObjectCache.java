package org.heddle.instrumenter.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.heddle.instrumenter.toolchain.OwnFolder;

/**
 * Objects that were made before, each under a name that tells all that it was made from. A file begins with the digest of the rest, so
 * that none is taken that was damaged. What cannot be read or written is not there: the object is then made again. The objects that
 * were not used for the longest time go when there are too many bytes of them, which is counted in each part of the cache by itself.
 */
public final class ObjectCache {
    /** The environment's variable for another folder, or for none: {@value #OFF}. */
    private static final String VARIABLE = "HEDDLE_CC_CACHE";

    private static final String OFF = "off";
    private static final long MOST_BYTES = 1L << 30;
    private static final int PARTS = 16;
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path folder;
    private final long mostBytesOfPart;

    /** A cache in this folder, which need not be there, of at most so many bytes. */
    public ObjectCache(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytesOfPart = mostBytes / PARTS;
    }

    /** The one that the environment asks for: in the user's folder for caches, if it does not say otherwise. */
    public static Optional<ObjectCache> of(Map<String, String> environment) {
        String chosen = environment.getOrDefault(VARIABLE, "");
        if (chosen.equals(OFF)) {
            return Optional.empty();
        }
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = !chosen.isEmpty()
                ? Path.of(chosen).toAbsolutePath()
                : (caches.startsWith("/") ? Path.of(caches) : Path.of(System.getProperty("user.home"), ".cache"))
                        .resolve(Path.of("heddle", "objects"));
        return Optional.of(new ObjectCache(folder, MOST_BYTES));
    }

    /** Puts the object of this name there, if it is known; says whether it was. */
    public boolean fetch(String name, Path target) {
        Path file = file(name);
        try {
            if (!OwnFolder.isPrivate(folder)) {
                return false;
            }
            byte[] content = Files.readAllBytes(file);
            byte[] object = Arrays.copyOfRange(content, Math.min(ContentDigest.BYTES, content.length), content.length);
            byte[] digest = Arrays.copyOf(content, ContentDigest.BYTES);
            if (content.length < ContentDigest.BYTES || !Arrays.equals(digest, ContentDigest.of(object))) {
                Files.deleteIfExists(file);
                return false;
            }
            write(target, object);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return true;
        } catch (IOException missing) {
            return false;
        }
    }

    /** Keeps the object under this name. */
    public void keep(String name, Path made) {
        try {
            if (Files.size(made) > mostBytesOfPart / 2) {
                return;
            }
            Files.createDirectories(folder, PRIVATE);
            if (!OwnFolder.isPrivate(folder)) {
                return;
            }
            Path file = file(name);
            Files.createDirectories(file.getParent(), PRIVATE);
            byte[] object = Files.readAllBytes(made);
            byte[] content = Arrays.copyOf(ContentDigest.of(object), ContentDigest.BYTES + object.length);
            System.arraycopy(object, 0, content, ContentDigest.BYTES, object.length);
            write(file, content);
            makeRoom(file.getParent());
        } catch (IOException unwritable) {
            // it is made again next time
        }
    }

    /** All of it or nothing, also where several write, or this process is ended. */
    private static void write(Path target, byte[] content) throws IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + "-"
                + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + ".tmp");
        try {
            Files.write(unfinished, content);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void makeRoom(Path part) throws IOException {
        record Kept(Path file, long bytes, FileTime used) {}
        List<Kept> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(part)) {
            for (Path file : files.toList()) {
                try {
                    all.add(new Kept(file, Files.size(file), Files.getLastModifiedTime(file)));
                } catch (NoSuchFileException gone) {
                    // another process makes room
                }
            }
        }
        all.sort(Comparator.comparing(Kept::used));
        long bytes = all.stream().mapToLong(Kept::bytes).sum();
        for (Kept oldest : all) {
            if (bytes <= mostBytesOfPart) {
                return;
            }
            Files.deleteIfExists(oldest.file());
            bytes -= oldest.bytes();
        }
    }

    private Path file(String name) {
        return folder.resolve(name.substring(0, 1)).resolve(name);
    }
}
