package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.heddle.it.race.ArgumentRows.Access;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each row of library-arguments.txt, end to end: a program is made from it in which another thread touches what the call does, and one
 * in which it touches the bytes beside, or reads what the call reads. The functions are stand-ins that do nothing, since many would
 * change the machine: what is tried is what is said of the calls.
 */
@Timeout(900)
final class ArgumentRowsTest {
    private static final int IN_A_PROGRAM = 40;

    /** What a program needs that is to be checked: a stand-in would be found instead. */
    private static final Set<String> NEEDED = Set.of("dlsym");

    private static final Path INTERPOSED = Path.of("../native-shim/include/interposed.txt");
    private static final Path HEADERS =
            Path.of("../instrumenter/src/test/resources/org/heddle/instrumenter/pass/calls/headers.c");
    private static final Pattern PROTOTYPE = Pattern.compile("\\*/ (?:extern|static) (.*?)\\b(\\w+) \\((.*)\\);");
    private static final Pattern CALLBACK = Pattern.compile("\\(\\*\\) ?\\([^()]*\\)");
    private static final Pattern BUFFER = Pattern.compile("\\bb(\\d+)\\b");
    private static final Pattern REAL = Pattern.compile(".*\\b(double|float)\\b.*");

    private static List<Access> accesses;
    private static Path program;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("programs")
    void everyRow_racesWithWhoTouchesTheSameBytes_andWithNobodyElse(int number) {
        Set<String> expected = IntStream.range(0, accesses.size())
                .filter(index -> index / IN_A_PROGRAM == number)
                .mapToObj(index -> index + " " + accesses.get(index))
                .collect(Collectors.toCollection(TreeSet::new));
        Run racy = Heddle.check(folder, "--keep-going", "-i", 1, program, "--", number, 1);
        assertEquals(1, racy.exitCode(), racy::toString);
        Set<String> found = new TreeSet<>();
        racy.json().at("/findings").forEach(finding -> {
            Matcher matcher = BUFFER.matcher(finding.toString());
            while (matcher.find()) {
                int index = Integer.parseInt(matcher.group(1));
                found.add(index + " " + accesses.get(index));
            }
        });
        Set<String> missed = new TreeSet<>(expected);
        missed.removeAll(found);
        assertEquals(Set.of(), missed);
        Run apart = Heddle.check(folder, "--keep-going", "-i", 1, program, "--", number, 0);
        assertTrue(apart.json().at("/findings").isEmpty(), apart::toString);
    }

    @Test
    void rows_areMany() {
        assertTrue(accesses.size() > 350, accesses.size() + " arguments");
    }

    static IntStream programs() {
        return IntStream.range(0, (accesses.size() + IN_A_PROGRAM - 1) / IN_A_PROGRAM);
    }

    @BeforeAll
    static void compile(@TempDir Path folder) throws Exception {
        Map<String, List<String>> prototypes = prototypes(folder);
        Set<String> interposed = Set.copyOf(Files.readAllLines(INTERPOSED, StandardCharsets.UTF_8));
        accesses = ArgumentRows.read().stream()
                .filter(access -> prototypes.containsKey(access.function())
                        && !interposed.contains(access.function())
                        && !NEEDED.contains(access.function()))
                .filter(access ->
                        access.argument() < prototypes.get(access.function()).size())
                .collect(Collectors.toUnmodifiableList());
        Map<String, List<String>> called = new TreeMap<>();
        accesses.forEach(access -> called.put(access.function(), prototypes.get(access.function())));
        Path calls = folder.resolve("calls.c");
        Path stubs = folder.resolve("stubs.c");
        Files.writeString(calls, calls(called));
        Files.writeString(
                stubs,
                called.keySet().stream()
                        .map(name -> "__attribute__((visibility(\"hidden\"))) long " + name + "() { return 0; }\n")
                        .collect(Collectors.joining()));
        run("gcc", "-w", "-fno-builtin", "-c", "-o", folder.resolve("stubs.o").toString(), stubs.toString());
        program = folder.resolve("program");
        Run run = Heddle.run(
                "cc", "-g", "-w", "-O0", "-fno-builtin", calls, folder.resolve("stubs.o"), "-pthread", "-o", program);
        assertEquals(0, run.exitCode(), run::toString);
    }

    private static String calls(Map<String, List<String>> called) {
        StringBuilder text = new StringBuilder();
        called.forEach((name, parameters) -> text.append("extern long ")
                .append(name)
                .append(parameters.stream()
                        .map(ArgumentRowsTest::kind)
                        .collect(Collectors.joining(", ", "(", ");\n"))));
        text.append(
                "extern int pthread_create(void *, void *, void *, void *), pthread_join(long, void *), atoi(char *);\n");
        text.append("static volatile long sink;\nstatic int chosen;\n");
        for (int i = 0; i < 12; i++) {
            text.append("static _Alignas(16) char spare").append(i).append("[1024];\n");
        }
        for (int i = 0; i < accesses.size(); i++) {
            text.append("static _Alignas(16) char b%d[%d] = %s;\n"
                    .formatted(i, accesses.get(i).size() + 16, accesses.get(i).content()));
        }
        text.append("static void *work(void *unused) {\n")
                .append(each(index -> call(index, called)))
                .append("return unused;\n}\nint main(int argc, char **argv) {\nchosen = atoi(argv[1]);\n")
                .append("int races = atoi(argv[2]);\nlong thread;\npthread_create(&thread, 0, work, 0);\n")
                .append("if (races) {\n")
                .append(each(ArgumentRowsTest::racing))
                .append("} else {\n")
                .append(each(ArgumentRowsTest::apart))
                .append("}\npthread_join(thread, 0);\nreturn 0;\n}\n");
        return text.toString();
    }

    private static String each(java.util.function.IntFunction<String> code) {
        return programs()
                .mapToObj(number -> "if (chosen == " + number + ") {\n"
                        + IntStream.range(number * IN_A_PROGRAM, Math.min((number + 1) * IN_A_PROGRAM, accesses.size()))
                                .mapToObj(code)
                                .collect(Collectors.joining())
                        + "}\n")
                .collect(Collectors.joining());
    }

    private static String call(int index, Map<String, List<String>> called) {
        String function = accesses.get(index).function();
        List<String> parameters = called.get(function);
        return IntStream.range(0, parameters.size())
                .filter(at -> !parameters.get(at).matches("\\.\\.\\.|void"))
                .mapToObj(at -> argument(function, at, parameters.get(at)))
                .collect(Collectors.joining(", ", function + "(", ");\n"));
    }

    /** The bytes that are to be touched behind it; others, or a number, where the row says nothing of it. */
    private static String argument(String function, int at, String type) {
        String other = kind(type).equals("void *") ? "spare" + at : String.valueOf(ArgumentRows.NUMBER);
        return IntStream.range(0, accesses.size())
                .filter(index -> accesses.get(index).function().equals(function)
                        && accesses.get(index).argument() == at)
                .mapToObj(index -> "b" + index)
                .findFirst()
                .orElse(other);
    }

    /** Touches the first and the last byte, so that no value changes. */
    private static String racing(int index) {
        Access access = accesses.get(index);
        return Stream.of(access.first(), access.size() - 1)
                .map(at -> access.writes()
                        ? "sink = b%d[%d];\n".formatted(index, at)
                        : "*(volatile char *)&b%d[%d] = b%d[%d];\n".formatted(index, at, index, at))
                .collect(Collectors.joining());
    }

    private static String apart(int index) {
        Access access = accesses.get(index);
        String beside = "b%d[%d] = 1;\n".formatted(index, access.size() + 8);
        return access.writes() ? beside : beside + "sink = b%d[%d];\n".formatted(index, access.size() - 1);
    }

    private static String kind(String type) {
        if (type.matches("\\.\\.\\.|void")) {
            return type;
        }
        boolean isPointer = type.endsWith("*") || type.endsWith("]") || type.contains("callback");
        return isPointer ? "void *" : REAL.matcher(type).matches() ? type : "long";
    }

    private static Map<String, List<String>> prototypes(Path folder) throws Exception {
        Path listed = folder.resolve("listed");
        run("gcc", "-std=gnu11", "-w", "-aux-info", listed.toString(), "-fsyntax-only", HEADERS.toString());
        Map<String, List<String>> prototypes = new TreeMap<>();
        for (String line : Files.readAllLines(listed, StandardCharsets.ISO_8859_1)) {
            Matcher matcher = PROTOTYPE.matcher(line);
            if (matcher.find()) {
                String parameters = CALLBACK.matcher(matcher.group(3)).replaceAll("callback");
                prototypes.put(
                        matcher.group(2),
                        Stream.of(parameters.split(", ", -1))
                                .map(type -> type.replaceAll("(\\*|\\w) ?__\\w+$", "$1"))
                                .map(type -> type.matches("__(CONST_)?SOCKADDR_ARG|__compar\\w*|__free_fn_t")
                                        ? "void *"
                                        : type)
                                .collect(Collectors.toUnmodifiableList()));
            }
        }
        return prototypes;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }
}
