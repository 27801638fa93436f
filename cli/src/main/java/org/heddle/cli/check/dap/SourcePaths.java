package org.heddle.cli.check.dap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.report.names.Location;

/** The files of places, as an editor opens them. */
final class SourcePaths {
    private final Path directory;
    private final Map<String, Path> known = new HashMap<>();

    /** Relative names are below this folder. */
    SourcePaths(Path directory) {
        this.directory = directory;
    }

    /** The file of a place, if it is there. */
    Optional<Path> of(Location place) {
        return place.line() > 0 ? Optional.of(of(place.file())).filter(Files::isRegularFile) : Optional.empty();
    }

    /** A file, whichever way its name leads to it. */
    Path of(String file) {
        return known.computeIfAbsent(file, this::real);
    }

    private Path real(String file) {
        try {
            return directory.resolve(file).toRealPath();
        } catch (IOException | InvalidPathException missing) {
            return directory.resolve("no such file").resolve(Integer.toHexString(file.hashCode()));
        }
    }
}
