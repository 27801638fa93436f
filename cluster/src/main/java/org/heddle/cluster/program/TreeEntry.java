package org.heddle.cluster.program;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Coded;

/**
 * Something in a folder that travels.
 *
 * @param path relative to the folder
 * @param type what it is
 * @param permissions as {@code rwxr-x---}; empty for a link
 * @param modified milliseconds since 1970
 * @param content of a file, the hash; of a link, where it points to
 */
record TreeEntry(String path, Type type, String permissions, long modified, String content) {
    /** What it is. */
    enum Type implements Coded {
        FOLDER(1),
        FILE(2),
        LINK(3);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }

        static Type ofCode(int code) throws IOException {
            try {
                return Coded.of(values(), code, "entry of a folder");
            } catch (IllegalArgumentException unknown) {
                throw new IOException(unknown.getMessage(), unknown);
            }
        }
    }

    /** All that is in a folder, folders before what is in them; the files' hashes and where they are go into {@code files}. */
    static List<TreeEntry> of(Path folder, Map<String, Path> files) throws IOException {
        List<TreeEntry> entries = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(folder)) {
                    add(file, Type.FOLDER, attributes, "");
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink()) {
                    add(
                            file,
                            Type.LINK,
                            attributes,
                            Files.readSymbolicLink(file).toString());
                } else if (attributes.isRegularFile()) {
                    String hash = ContentHash.of(file);
                    files.put(hash, file);
                    add(file, Type.FILE, attributes, hash);
                }
                return FileVisitResult.CONTINUE;
            }

            private void add(Path file, Type type, BasicFileAttributes attributes, String content) throws IOException {
                String permissions = type == Type.LINK
                        ? ""
                        : PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
                String path = folder.relativize(file).toString();
                entries.add(new TreeEntry(
                        path, type, permissions, attributes.lastModifiedTime().toMillis(), content));
            }
        });
        return List.copyOf(entries);
    }

    /** Makes it below the folder, from files in the cache. */
    void make(Path folder, FileCache cache) throws IOException {
        Path own = folder.resolve(path).normalize();
        if (!own.startsWith(folder) || own.equals(folder)) {
            throw new IOException("a path that leaves its folder: " + path);
        }
        if (!own.getParent().toRealPath().startsWith(folder.toRealPath())) {
            throw new IOException("a link on the way to " + path);
        }
        switch (type) {
            case FOLDER -> Files.createDirectory(own);
            case FILE -> cache.copy(content, own);
            case LINK -> Files.createSymbolicLink(own, Path.of(content));
        }
    }

    /** Gives it its permissions and time, once everything is there. */
    void finish(Path folder) throws IOException {
        if (type != Type.LINK) {
            Path own = folder.resolve(path);
            Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(permissions);
            Files.setLastModifiedTime(own, FileTime.fromMillis(modified));
            Files.setPosixFilePermissions(own, wanted);
        }
    }

    void write(DataOutputStream out) throws IOException {
        Fields.writeText(out, path);
        out.writeByte(type.code());
        Fields.writeText(out, permissions);
        out.writeLong(modified);
        Fields.writeText(out, content);
    }

    static TreeEntry read(DataInputStream in) throws IOException {
        String path = Fields.readText(in);
        Type type = Type.ofCode(in.readUnsignedByte());
        return new TreeEntry(path, type, Fields.readText(in), in.readLong(), Fields.readText(in));
    }
}
