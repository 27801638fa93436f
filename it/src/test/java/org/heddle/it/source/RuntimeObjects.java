package org.heddle.it.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The symbols of the C runtime's sources, each compiled by itself, without optimisation: what it calls is called, and not copied.
 *
 * @param definedIn the source, below {@code src}, that defines each symbol which others can use
 * @param usedBy what each source uses of others
 */
record RuntimeObjects(Map<String, String> definedIn, Map<String, Set<String>> usedBy) {
    private static final int AT_ONCE = 8; // sources for one run of the compiler

    /**
     * Compiles sources.
     *
     * @param source their folder, as {@code native-shim/src}
     * @param headers where else they look for what they include
     * @param folder where the objects are written
     */
    static RuntimeObjects of(Path source, List<Path> headers, Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(source)) {
            files = all.filter(file -> file.toString().endsWith(".c")).sorted().toList();
        }
        List<List<Path>> batches = new ArrayList<>();
        for (int i = 0; i < files.size(); i += AT_ONCE) {
            batches.add(files.subList(i, Math.min(i + AT_ONCE, files.size())));
        }
        batches.parallelStream().forEach(batch -> batch.forEach(file -> compile(source, headers, file, folder)));
        return read(folder);
    }

    private static void compile(Path source, List<Path> headers, Path file, Path folder) {
        Path object = folder.resolve(source.relativize(file) + ".o");
        List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O0", "-fPIC", "-c", file.toString()));
        command.addAll(List.of("-o", object.toString(), "-I" + source));
        headers.forEach(place -> command.add("-I" + place));
        try {
            Files.createDirectories(object.getParent());
            lines(command);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static RuntimeObjects read(Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of("nm", "-A", "-g"));
        try (Stream<Path> objects = Files.walk(folder)) {
            objects.filter(file -> file.toString().endsWith(".o")).forEach(file -> command.add(file.toString()));
        }
        Map<String, String> definedIn = new TreeMap<>();
        Map<String, Set<String>> usedBy = new TreeMap<>();
        for (String line :
                lines(command)) { // "FOLDER/room/file.c.o:0000000000000000 T name", or ":                 U name"
            String object = line.substring(0, line.indexOf(".o:"));
            String file = folder.relativize(Path.of(object)).toString();
            String[] words = line.substring(object.length() + 3).strip().split(" +", -1);
            String name = words[words.length - 1];
            if (words[words.length - 2].matches("[Uvw]")) {
                usedBy.computeIfAbsent(file, unused -> new TreeSet<>()).add(name);
            } else {
                definedIn.put(name, file);
            }
        }
        usedBy.values().forEach(names -> names.retainAll(definedIn.keySet()));
        return new RuntimeObjects(definedIn, usedBy);
    }

    /** Which sources each source needs, but for those that define what it is handed. */
    Map<String, Set<String>> needed(Set<String> handed) {
        Map<String, Set<String>> needed = new TreeMap<>();
        usedBy.forEach((file, names) -> names.forEach(name -> {
            if (!handed.contains(name)) {
                needed.computeIfAbsent(file, unused -> new TreeSet<>()).add(definedIn.get(name));
            }
        }));
        return needed;
    }

    /** The symbols that some source uses which does not define them. */
    Set<String> shared() {
        Set<String> shared = new TreeSet<>();
        usedBy.values().forEach(shared::addAll);
        return shared;
    }

    /** The symbols that others could use, by their sources, but none does: each may be static, or go. */
    Map<String, String> unused(Set<String> exported) {
        Map<String, String> unused = new TreeMap<>(definedIn);
        unused.keySet().removeAll(shared());
        unused.keySet().removeAll(exported);
        return unused;
    }

    /** The symbols that a library offers to programs. */
    static Set<String> exported(Path library) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : lines(List.of("nm", "-D", "--defined-only", library.toString()))) {
            names.add(line.replaceFirst("^.* ", "").replaceFirst("@.*", ""));
        }
        return names;
    }

    private static List<String> lines(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertEquals(0, process.waitFor(), said);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
        return said.lines().toList();
    }
}
