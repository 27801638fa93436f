package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a virtual machine has of processes and folders, and this one of descriptors and threads; compared after. */
record Leftovers(long pid, Set<String> processes, Set<String> folders, long sockets, Set<String> threads) {
    static Leftovers now() throws IOException {
        return of(ProcessHandle.current().pid());
    }

    /** What the virtual machine with this number has; descriptors and threads are this one's all the same. */
    static Leftovers of(long pid) throws IOException {
        return new Leftovers(pid, seenProcesses(pid), seenFolders(pid), seenSockets(), seenThreads());
    }

    /** Fails if there is more than there was. */
    static void assertNothingSince(Leftovers before) throws IOException {
        Leftovers now = of(before.pid);
        assertEquals(before.processes, now.processes, "processes");
        assertEquals(before.folders, now.folders, "temporary folders");
        assertEquals(before.sockets, now.sockets, "sockets and process descriptors");
        assertEquals(before.threads, now.threads, "threads");
    }

    private static Set<String> seenProcesses(long pid) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> process.getFileName().toString().matches("[0-9]+"))
                    .filter(process -> isOf(pid, process))
                    .map(Path::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static boolean isOf(long pid, Path process) {
        String stat = read(process.resolve("stat"));
        String parent =
                stat.isEmpty() ? "" : stat.substring(stat.lastIndexOf(')')).split(" ", 4)[2];
        boolean child = parent.equals(Long.toString(pid));
        return child || read(process.resolve("environ")).contains(folder(pid));
    }

    private static String folder(long pid) {
        return String.format("/heddle-%08x-", pid);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private static Set<String> seenFolders(long pid) throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.map(Path::toString)
                    .filter(path -> path.contains(folder(pid)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static long seenSockets() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            List<String> targets = all.map(Leftovers::target).toList();
            return targets.stream()
                    .filter(target -> target.startsWith("socket:") || target.contains("pidfd"))
                    .count();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    private static Set<String> seenThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("heddle"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
