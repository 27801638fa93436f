package org.heddle.it.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who needs whom in the C runtime, as the symbols of its objects tell: includes do not, where a function is declared in the header of
 * another file, or is called by a name of libc that the runtime stands in for.
 */
final class RuntimeCallsTest {
    private static final Path HOME = Path.of("../native-shim");

    /** What lower rooms are handed: the table of all rules. */
    private static final Set<String> HANDED = Set.of("rules");

    /** Rows of tables; rule.h and policy.h declare them all. */
    private static final Pattern ROW = Pattern.compile("rule_of_[A-Z_0-9]+|[a-z]+_policy");

    @TempDir
    private static Path objects;

    private static RuntimeObjects runtime;

    @BeforeAll
    static void compileRuntime() throws IOException, InterruptedException {
        Path made = Files.createDirectories(objects.resolve("made"));
        make(
                "operations.awk",
                "../dpor/src/main/java/org/heddle/dpor/model/OperationKind.java",
                made.resolve("operations.h"));
        make(
                "harmless.awk",
                "../instrumenter/src/main/resources/org/heddle/instrumenter/pass/calls/library-functions.txt",
                made.resolve("harmless.inc"));
        runtime = RuntimeObjects.of(HOME.resolve("src"), List.of(HOME.resolve("include"), made), objects);
        assertTrue(runtime.shared().size() > 300, () -> runtime.shared().toString());
    }

    private static void make(String script, String from, Path to) throws IOException, InterruptedException {
        Process awk = new ProcessBuilder("awk", "-f", HOME.resolve(script).toString(), from)
                .redirectOutput(to.toFile())
                .start();
        assertEquals(0, awk.waitFor());
    }

    @Test
    void whatIsShared_isDeclaredInTheHeaderOfItsSource() throws IOException {
        Set<String> interposed = Set.copyOf(Files.readAllLines(HOME.resolve("include/interposed.txt")));
        List<String> elsewhere = new ArrayList<>();
        for (String name : runtime.shared()) {
            String file = runtime.definedIn().get(name);
            if (!interposed.contains(name)
                    && !HANDED.contains(name)
                    && !ROW.matcher(name).matches()
                    && !declares(HOME.resolve("src").resolve(file), name)) {
                elsewhere.add(name + " of " + file);
            }
        }
        assertEquals(List.of(), elsewhere);
    }

    @Test
    void whatOthersCouldUse_isUsedByOthersOrByPrograms() throws IOException {
        Set<String> exported = RuntimeObjects.exported(Path.of(System.getProperty("heddle.native"), "libheddle.so"));
        assertTrue(exported.size() > 300, exported::toString);
        List<String> dead = new ArrayList<>();
        for (Map.Entry<String, String> symbol : runtime.unused(exported).entrySet()) {
            Path source = HOME.resolve("src").resolve(symbol.getValue());
            List<String> lines = Files.readAllLines(source);
            if (lines.stream().noneMatch(inAssembly(symbol.getKey()))) {
                dead.add(source + ":" + lineOf(symbol.getKey(), lines) + ": nobody but this file uses "
                        + symbol.getKey() + ": make it static, or delete it");
            }
        }
        assertEquals(List.of(), dead);
    }

    /** A name in a string: assembly refers to it, and only sees what has external linkage. */
    private static Predicate<String> inAssembly(String name) {
        return Pattern.compile("\"[^\"]*\\b" + name + "\\b[^\"]*\"").asPredicate();
    }

    private static int lineOf(String name, List<String> lines) {
        Predicate<String> mentions = Pattern.compile("\\b" + name + "\\b").asPredicate();
        return 1 + (int) lines.stream().takeWhile(mentions.negate()).count();
    }

    @Test
    void needs_formNoCircle() {
        assertEquals(Set.of(), Rooms.circle(runtime.needed(HANDED)));
    }

    @Test
    void needs_runDownTheRooms() throws IOException {
        assertEquals(Set.of(), upwards(runtime));
    }

    @Test
    void callsThatCloseACircle_orRunUpwards_areFound(@TempDir Path planted) throws IOException {
        plant(planted, "src/base/a.c", "void b(void); void a(void) { b(); }");
        plant(planted, "src/core/b.c", "void c(void); void b(void) { c(); }");
        plant(planted, "src/base/c.c", "void a(void); void c(void) { a(); }");
        plant(planted, "src/base/d.c", "extern int e; int d(void) { return e; }");
        plant(planted, "src/base/e.c", "int e;");
        RuntimeObjects found = RuntimeObjects.of(planted.resolve("src"), List.of(), planted.resolve("objects"));
        assertEquals(Set.of("base/a.c", "base/c.c", "core/b.c"), Rooms.circle(found.needed(Set.of())));
        assertEquals(Set.of("base/a.c needs core/b.c"), upwards(found));
        assertEquals(Set.of("a", "b", "c", "e"), found.shared());
        assertEquals(Map.of("d", "base/d.c"), found.unused(Set.of()));
        assertEquals(Map.of(), found.unused(Set.of("d")));
    }

    private static Set<String> upwards(RuntimeObjects of) throws IOException {
        List<String> rooms = Rooms.all();
        Set<String> upwards = new TreeSet<>();
        of.needed(HANDED)
                .forEach((file, others) -> others.forEach(other -> {
                    if (Rooms.runsUpwards(file, other, rooms)) {
                        upwards.add(file + " needs " + other);
                    }
                }));
        return upwards;
    }

    private static boolean declares(Path source, String name) throws IOException {
        Path header = Path.of(source.toString().replaceFirst("\\.c$", ".h"));
        if (!Files.exists(header)) {
            return false;
        }
        String code = Files.readString(header, StandardCharsets.UTF_8).replaceAll("(?s)/\\*.*?\\*/", "");
        return Pattern.compile("\\b" + name + "\\b").matcher(code).find();
    }

    private static void plant(Path folder, String file, String code) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), code + "\n");
    }
}
