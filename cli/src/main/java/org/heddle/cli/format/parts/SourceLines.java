package org.heddle.cli.format.parts;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.base.Printable;
import org.heddle.cli.report.names.Location;

/** Quotes lines of source files, where they are there. */
public final class SourceLines {
    private final Path directory;
    private final Map<String, List<String>> files = new HashMap<>();

    public SourceLines(Path directory) {
        this.directory = directory;
    }

    /** A file's path as it is shown: relative to the folder where the file lies below it. */
    public String shown(String file) {
        try {
            Path path = directory.resolve(file).normalize();
            boolean isWhole = Path.of(file).isAbsolute();
            return path.startsWith(directory)
                    ? directory.relativize(path).toString()
                    : isWhole ? path.toString() : file;
        } catch (InvalidPathException notOfThisSystem) {
            return file;
        }
    }

    /** The line without its indentation, or an empty text. */
    public String quote(Location location) {
        if (location.line() <= 0 || location.file().isEmpty()) {
            return "";
        }
        return line(location.file(), location.line())
                .map(String::strip)
                .map(Printable::of)
                .orElse("");
    }

    /** A line of a file, from 1, if it is there. */
    public Optional<String> line(String file, int number) {
        List<String> lines = files.computeIfAbsent(file, this::read);
        return number <= lines.size() ? Optional.of(lines.get(number - 1)) : Optional.empty();
    }

    /** UTF-8, as nearly all sources are; each byte as a character where a file is something else. */
    private List<String> read(String file) {
        try {
            Path path = directory.resolve(file);
            try {
                return Files.readAllLines(path, StandardCharsets.UTF_8);
            } catch (MalformedInputException other) {
                return Files.readAllLines(path, StandardCharsets.ISO_8859_1);
            }
        } catch (IOException | InvalidPathException missing) {
            return List.of();
        }
    }
}
