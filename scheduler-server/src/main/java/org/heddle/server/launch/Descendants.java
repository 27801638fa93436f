package org.heddle.server.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the processes that carry a mark in their environment, whatever process group they have moved to. */
final class Descendants {
    private static final Path PROC = Path.of("/proc");

    private final String mark;

    Descendants(String mark) {
        this.mark = mark;
    }

    List<Integer> find() {
        List<Integer> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (carriesMark(process)) {
                    found.add(Integer.parseInt(process.getFileName().toString()));
                }
            }
        } catch (IOException noProc) {
            return List.of();
        }
        return found;
    }

    private boolean carriesMark(Path process) {
        try {
            byte[] environment = Files.readAllBytes(process.resolve("environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }
}
