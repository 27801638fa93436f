package org.heddle.cli.check.folders;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The regular files of a folder at some moment, but for schedules and what Heddle writes them with.
 *
 * @param folder the folder
 * @param depth how many levels of folders are looked at
 * @param files their size and time
 */
record FolderState(Path folder, int depth, Map<Path, String> files) {
    /** The folder as it is now. */
    static FolderState of(Path folder, int depth) throws IOException {
        Map<Path, String> files = new TreeMap<>();
        Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (attributes.isRegularFile() && !name.endsWith(".heddle-schedule") && !name.startsWith(".heddle-")) {
                    files.put(file, attributes.size() + " " + attributes.lastModifiedTime());
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path unreadable, IOException failure) {
                return FileVisitResult.CONTINUE; // who needs it says so
            }
        });
        return new FolderState(folder, depth, files);
    }

    /** The files that have come, gone or changed since. */
    Set<Path> changed() throws IOException {
        Map<Path, String> now = of(folder, depth).files();
        Set<Path> changed = new TreeSet<>(files.keySet());
        changed.addAll(now.keySet());
        changed.removeIf(file -> files.containsKey(file) && files.get(file).equals(now.get(file)));
        return changed;
    }
}
