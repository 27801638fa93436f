package org.heddle.cli.compiled;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where a project was built: its own folder, or one in it. */
public final class BuildFolders {
    private BuildFolders() {}

    /**
     * The project's folder and the folders in it that have this file.
     *
     * @throws IOException if the folder cannot be read
     */
    public static List<Path> with(Path project, String file) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> all = Files.list(project)) {
            Stream.concat(Stream.of(project), all.filter(Files::isDirectory).sorted())
                    .filter(folder -> Files.isRegularFile(folder.resolve(file)))
                    .forEach(folders::add);
        }
        return folders;
    }
}
