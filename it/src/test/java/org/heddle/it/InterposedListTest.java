package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The pass announces calls of the functions in a list; the runtime must interpose just these, or sites get mixed up. */
final class InterposedListTest {
    /** Exported for other reasons than to be called by programs. */
    private static final Set<String> NOT_CALLED =
            Set.of("__heddle_attach", "__libc_start_main", "__asan_default_options", "__asan_on_error");

    private static final Path NATIVE = Path.of("../native-shim/target/native");

    @Test
    void interposedList_namesEveryFunctionThatTheRuntimeExports() throws Exception {
        assertEquals(exported(), listed());
    }

    /** {@code syscall} is the program's, where futexes are modelled; the runtime's own calls go by {@code direct.h}. */
    @Test
    void runtime_doesNotCallItsOwnSyscall() throws Exception {
        List<String> relocations =
                lines("readelf", "-rW", NATIVE.resolve("libheddle.so").toString());
        assertTrue(relocations.stream().anyMatch(line -> line.contains("mmap")), "readelf names what is called");
        assertEquals(
                List.of(),
                relocations.stream()
                        .filter(line -> line.matches(".*\\bsyscall\\b.*"))
                        .toList());
    }

    private static Set<String> listed() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : Files.readAllLines(NATIVE.resolve("interposed.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                names.add(line.strip());
            }
        }
        return names;
    }

    private static Set<String> exported() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (String line : lines(
                "nm",
                "-D",
                "--defined-only",
                "--extern-only",
                NATIVE.resolve("libheddle.so").toString())) {
            String name = line.substring(line.lastIndexOf(' ') + 1);
            if (!NOT_CALLED.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static List<String> lines(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor());
        return lines;
    }
}
