package org.heddle.instrumenter.pass.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryTableTest {
    private static final Path NATIVE = Path.of("../native-shim/include");
    private static final List<String> LIBRARIES = List.of(
            "libc.so.6",
            "libm.so.6",
            "libcrypt.so.1",
            "libgcc_s.so.1",
            "libstdc++.so.6",
            "libpthread.so.0",
            "librt.so.1",
            "libdl.so.2");

    /** Older or newer releases of libc have these, or linkers and compilers make them. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "__(fpclassify|signbit|isinf|isnan|finite)[fl]?|__assert|atexit|at_quick_exit|f?stat|fstatat|lstat|mknod(at)?|"
                    + "pthread_(atfork|cleanup_(push|pop))|_setjmp|sigsetjmp|stime|cfree|gets|mcheck|muntrace|__(mul|div|mod|add|sub|eq|ne|lt|gt|le|ge|float|fix|extend|trunc|clz|ctz|popcount|ashl|ashr|lshr|udiv|umod|unord|pow)\\w+|"
                    + "__clang_call_terminate|__tls_get_addr|__difftime64|_IO_[gp]etc|__fdelt_chk|crypt|encrypt|setkey|crypt_r|encrypt_r|setkey_r|_ZNSt.*|_ZSt.*");

    private final LibraryTable table = new LibraryTable();

    @Test
    void everyFunctionInTheTable_isExportedByThisMachinesLibraries() throws Exception {
        Set<String> exported = exported();
        assertTrue(exported.size() > 2000, "the libraries were read");
        Set<String> unknown = new TreeSet<>(table.all());
        unknown.removeAll(exported);
        unknown.removeIf(name -> ELSEWHERE.matcher(name).matches());
        assertEquals(Set.of(), unknown);
    }

    @Test
    void table_coversWhatProgramsCall() throws Exception {
        assertTrue(table.all().size() > 900, () -> table.all().size() + " functions");
        for (String line : Files.readAllLines(NATIVE.resolve("interposed.txt"), StandardCharsets.UTF_8)) {
            if (line.startsWith("gm") || line.startsWith("str")) {
                assertEquals(List.of(), table.of(line).orElseThrow(), line);
            }
        }
    }

    @Test
    void statesAndEffects_haveTheNumbersOfTheHeader() throws IOException {
        Map<String, Integer> header = header();
        for (LibraryState state : LibraryState.values()) {
            assertEquals(header.remove("STATE_" + state), state.code(), state.name());
        }
        for (CallEffect.Kind kind : CallEffect.Kind.values()) {
            assertEquals(header.remove("EFFECT_" + kind), kind.code(), kind.name());
        }
        assertEquals(8, header.remove("EFFECT_OPENMP"), "no function's: the run time for OpenMP says so itself");
        assertEquals(Map.of(), header);
    }

    @ParameterizedTest
    @CsvSource({
        "strtol_l, ''",
        "__isoc23_strtol, READS LOCALE",
        "open64, CHANGES NONE",
        "lseek64, CHANGES NONE",
        "__fprintf_chk, CHANGES NONE READS LOCALE",
        "rand, UPDATES RANDOM",
        "setlocale, WRITES LOCALE READS ENVIRONMENT",
        "nl_langinfo, CHANGES NONE READS LOCALE",
        "umask, UPDATES NAMES"
    })
    void effects_areThoseOfTheTable(String name, String effects) {
        List<String> words = new ArrayList<>();
        table.of(name).orElseThrow().forEach(effect -> words.add(effect.kind() + " " + effect.state()));
        assertEquals(effects, String.join(" ", words));
    }

    @ParameterizedTest
    @CsvSource({"deflate", "my_function", "strtolower", "__my_chk"})
    void otherFunctions_areNotInTheTable(String name) {
        assertTrue(table.of(name).isEmpty());
    }

    private static Map<String, Integer> header() throws IOException {
        Map<String, Integer> numbers = new HashMap<>();
        Matcher line = Pattern.compile("HEDDLE_((?:STATE|EFFECT)_\\w+) = (\\d+)")
                .matcher(Files.readString(NATIVE.resolve("heddle_abi.h")));
        while (line.find()) {
            numbers.put(line.group(1).toUpperCase(Locale.ROOT), Integer.parseInt(line.group(2)));
        }
        return numbers;
    }

    private static Set<String> exported() throws IOException, InterruptedException {
        Set<String> names = new HashSet<>();
        for (String library : LIBRARIES) {
            Path file = Stream.of("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64")
                    .map(folder -> Path.of(folder, library))
                    .filter(Files::exists)
                    .findFirst()
                    .orElse(null);
            if (file == null) {
                continue;
            }
            Process nm = new ProcessBuilder("nm", "-D", "--defined-only", file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            new String(nm.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line ->
                            names.add(line.substring(line.lastIndexOf(' ') + 1).replaceAll("@.*", "")));
            nm.waitFor();
        }
        return names;
    }
}
