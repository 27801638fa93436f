package org.heddle.cli.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Paths without links, by which files are compared. */
public final class RealPath {
    private RealPath() {}

    /** The path without links; of a file that is gone, that of its folder and its name. */
    public static Path of(Path file) {
        Path path = file.toAbsolutePath().normalize();
        try {
            return path.toRealPath();
        } catch (IOException gone) {
            Path folder = path.getParent();
            return folder == null || !Files.exists(folder) ? path : of(folder).resolve(path.getFileName());
        }
    }
}
