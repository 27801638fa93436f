package org.heddle.cli.format;

import org.heddle.cli.report.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Quotes lines of source files, where they are there. */
final class SourceLines {
    private final Path directory;
    private final Map<String, List<String>> files = new HashMap<>();

    SourceLines(Path directory) {
        this.directory = directory;
    }

    /** The line without its indentation, or an empty text. */
    String quote(Location location) {
        if (location.line() <= 0 || location.file().isEmpty()) {
            return "";
        }
        List<String> lines = files.computeIfAbsent(location.file(), this::read);
        return location.line() <= lines.size() ? lines.get(location.line() - 1).strip() : "";
    }

    private List<String> read(String file) {
        try {
            return Files.readAllLines(directory.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException | InvalidPathException missing) {
            return List.of();
        }
    }
}
