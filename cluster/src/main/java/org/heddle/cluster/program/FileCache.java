package org.heddle.cluster.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.cli.program.Digest;

/** A worker's files, by the hashes of what is in them. Those that have not been used for longest go when there are too many. */
public final class FileCache {
    private final Path folder;
    private final long limit;

    /**
     * A cache.
     *
     * @param folder where it is; made if need be, for this user alone
     * @param limit the most bytes
     * @throws IOException if it cannot be made
     */
    public FileCache(Path folder, long limit) throws IOException {
        this.folder = folder;
        this.limit = limit;
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Whether the file is there; it counts as used. */
    public synchronized boolean has(String hash) throws IOException {
        Path file = folder.resolve(hash);
        if (!ContentHash.isOne(hash) || !Files.isRegularFile(file)) {
            return false;
        }
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        return true;
    }

    /**
     * Takes in a file.
     *
     * @param hash that it must have
     * @param length in bytes
     * @param content from which so many bytes are read
     * @throws IOException if there is no room, the stream ends, or the file is another one
     */
    public void add(String hash, long length, InputStream content) throws IOException {
        if (length < 0 || length > limit) {
            throw new IOException("a file of " + length + " bytes, where the cache may have " + limit
                    + ": give the worker more by --cache-limit");
        }
        makeRoom(length);
        Path draft = Files.createTempFile(folder, "draft", "");
        try {
            MessageDigest digest = Digest.begin();
            byte[] buffer = new byte[1 << 16];
            try (OutputStream out = Files.newOutputStream(draft)) {
                for (long left = length; left > 0; ) {
                    int read = content.read(buffer, 0, (int) Math.min(buffer.length, left));
                    if (read < 0) {
                        throw new IOException("the connection ended within a file");
                    }
                    digest.update(buffer, 0, read);
                    out.write(buffer, 0, read);
                    left -= read;
                }
            }
            if (!Digest.end(digest).equals(hash)) {
                throw new IOException("a file that is not what its hash says");
            }
            Files.move(
                    draft, folder.resolve(hash), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Copies a file out of the cache.
     *
     * @throws IOException if that is not possible, or the cached file is no longer what its hash says
     */
    public void copy(String hash, Path to) throws IOException {
        if (Files.exists(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        Files.copy(folder.resolve(hash), to);
        if (!ContentHash.of(to).equals(hash)) {
            Files.delete(to);
            Files.deleteIfExists(folder.resolve(hash));
            throw new IOException("a file of the cache was damaged; it has been removed");
        }
    }

    private synchronized void makeRoom(long length) throws IOException {
        record Kept(Path file, long size, FileTime used) {}
        List<Kept> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(
                            each -> ContentHash.isOne(each.getFileName().toString()))
                    .toList()) {
                all.add(new Kept(file, Files.size(file), Files.getLastModifiedTime(file)));
            }
        }
        long kept = all.stream().mapToLong(Kept::size).sum();
        all.sort(Comparator.comparing(Kept::used));
        for (Kept oldest : all) {
            if (kept + length <= limit) {
                return;
            }
            Files.deleteIfExists(oldest.file());
            kept -= oldest.size();
        }
    }
}
