package org.heddle.server.launch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Copies a folder: files, folders and symbolic links with their attributes; pipes, sockets and devices are left out. Links that name
 * something in the folder by its whole path lead to the copy of that.
 */
public final class FolderCopy extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Path to;

    private FolderCopy(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Copies one folder to a path that does not exist yet.
     *
     * @throws IOException if that is not possible
     */
    public static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new FolderCopy(from, to));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
        if (folder.equals(to)) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectory(target(folder));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isSymbolicLink() && leadsIntoFolder(Files.readSymbolicLink(file))) {
            Path inFolder =
                    file.getParent().relativize(Files.readSymbolicLink(file).normalize());
            Files.createSymbolicLink(target(file), inFolder);
        } else if (attributes.isRegularFile() || attributes.isSymbolicLink()) {
            Files.copy(file, target(file), StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
        return FileVisitResult.CONTINUE;
    }

    private boolean leadsIntoFolder(Path link) {
        return link.isAbsolute() && link.normalize().startsWith(from);
    }

    private Path target(Path source) {
        return to.resolve(from.relativize(source));
    }
}
