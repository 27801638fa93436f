package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        Process nm = new ProcessBuilder(
                        "nm",
                        "-D",
                        "--defined-only",
                        "--extern-only",
                        NATIVE.resolve("libheddle.so").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(nm.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, nm.waitFor());
        Set<String> names = new TreeSet<>();
        for (String line : lines) {
            String name = line.substring(line.lastIndexOf(' ') + 1);
            if (!NOT_CALLED.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }
}
