package org.heddle.cli.check.folders;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Copies of the files of a folder. What is no regular file, such as a folder in it, is a link to the original. */
final class FolderCopy {
    private static final long MOST_BYTES = 64L << 20;

    private FolderCopy() {}

    /**
     * Copies all but these files.
     *
     * @return whether that was done: not where there are too many bytes, or files come and go meanwhile
     */
    static boolean without(Set<Path> left, Path from, Path to) {
        try {
            return copy(left, from, to);
        } catch (IOException | DirectoryIteratorException unsteady) {
            return false;
        }
    }

    private static boolean copy(Set<Path> left, Path from, Path to) throws IOException {
        List<Path> copied = new ArrayList<>();
        long bytes = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(from)) {
            for (Path path : all) {
                if (!left.contains(path)) {
                    copied.add(path);
                    bytes += Files.isRegularFile(path) ? Files.size(path) : 0;
                }
            }
        }
        if (bytes > MOST_BYTES) {
            return false;
        }
        for (Path path : copied) {
            Path target = to.resolve(path.getFileName());
            if (Files.isRegularFile(path) && Files.isReadable(path)) {
                Files.copy(path, target);
            } else {
                Files.createSymbolicLink(target, path.toAbsolutePath());
            }
        }
        return true;
    }
}
