package org.heddle.cli.init;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a project's headers are looked for, and its sources.
 *
 * @param folders of headers, besides the one of who includes them
 * @param known sources that may lie elsewhere than the headers of their names
 */
record ProjectSources(List<Path> folders, List<Path> known) {
    private static final List<String> ENDINGS = List.of(".c", ".cc", ".cpp", ".cxx");

    /** Those beside their headers. */
    static final ProjectSources BESIDE = new ProjectSources(List.of(), List.of());

    /** The header that a file includes by this name; empty if it is none of the project's. */
    Optional<Path> header(Path includer, String name, boolean isQuoted) {
        Stream<Path> beside = isQuoted ? Stream.of(includer.resolveSibling(name)) : Stream.empty();
        return Stream.concat(beside, folders.stream().map(folder -> folder.resolve(name)))
                .map(Path::normalize)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The sources of a header's name: those beside it, or else the only one that is known. */
    List<Path> of(Path header) {
        String stem = stem(header);
        List<Path> beside = ENDINGS.stream()
                .map(ending -> header.resolveSibling(stem + ending))
                .filter(Files::isRegularFile)
                .toList();
        List<Path> elsewhere =
                known.stream().filter(source -> stem(source).equals(stem)).toList();
        return beside.isEmpty() && elsewhere.size() == 1 ? elsewhere : beside;
    }

    private static String stem(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
