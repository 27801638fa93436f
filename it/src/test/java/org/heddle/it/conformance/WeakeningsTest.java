package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Locks, queues and other structures with each of their memory orders made weaker, under RC11: what matters is found, and what does not is
 * proved. Their lines {@code weaker:} say which is which. {@code -Dheddle.genmc.program=FILE} asks GenMC's program whether they are right.
 */
@Timeout(300)
final class WeakeningsTest {
    private static final Path STRUCTURES = Expectation.example("weak-memory/structures");
    private static final Pattern LINE = Pattern.compile("^// weaker: (right|wrong) (.+)$", Pattern.MULTILINE);
    private static final Pattern DEFAULT = Pattern.compile("^#define (\\w+) memory_order_(\\w+)$", Pattern.MULTILINE);

    /** How many executions are enough for what is wrong: some loops end in no execution of a wrong structure. */
    private static final String ENOUGH = "2000";

    @TempDir
    private Path folder;

    static List<Path> structures() throws IOException {
        try (Stream<Path> files = Files.list(STRUCTURES)) {
            return files.filter(file -> file.toString().endsWith(".c")).sorted().toList();
        }
    }

    /** The orders of a structure that its file gives. */
    private static Map<String, String> defaults(Path structure) throws IOException {
        Map<String, String> orders = new TreeMap<>();
        Matcher matcher = DEFAULT.matcher(Files.readString(structure));
        while (matcher.find()) {
            orders.put(matcher.group(1), matcher.group(2));
        }
        return orders;
    }

    /** Each weaker order, as {@code NAME=order}, and whether the structure is right with it. */
    private static Map<String, Boolean> weakenings(Path structure) throws IOException {
        Map<String, Boolean> all = new TreeMap<>();
        Matcher matcher = LINE.matcher(Files.readString(structure));
        while (matcher.find()) {
            for (String weakening : matcher.group(2).split(" ", -1)) {
                all.put(weakening, matcher.group(1).equals("right"));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("structures")
    void everyOrder_isMadeRelaxed(Path structure) throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        defaults(structure).forEach((name, order) -> {
            if (!order.equals("relaxed")) {
                expected.add(name + "=relaxed");
            }
        });
        expected.removeAll(weakenings(structure).keySet());
        assertEquals(new TreeSet<>(), expected, "orders of " + structure + " without a word");
    }

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("structures")
    void aWeakerOrder_isFoundWhereItMattersAndElseProved(Path structure) throws IOException {
        for (Map.Entry<String, Boolean> weakening : weakenings(structure).entrySet()) {
            List<Object> command =
                    new ArrayList<>(List.of("check", "-o", folder, "--model=rc11", macro(weakening.getKey())));
            if (!weakening.getValue()) {
                command.addAll(List.of("-i", ENOUGH));
            }
            command.add(structure);
            Run run = Heddle.run(Compiled.instead(command.toArray()));
            String what = weakening + " " + run.out();
            assertEquals(weakening.getValue() ? 0 : 1, run.exitCode(), what);
            assertTrue(!weakening.getValue() || run.out().contains("proved under RC11: no bug"), what);
        }
    }

    @Test
    @Tag("thorough")
    @EnabledIfSystemProperty(named = "heddle.genmc.program", matches = ".+")
    void genMc_saysTheSame() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Path structure : structures()) {
            for (Map.Entry<String, Boolean> weakening : weakenings(structure).entrySet()) {
                Process genMc = new ProcessBuilder(
                                System.getProperty("heddle.genmc.program"),
                                "--rc11",
                                "--check-liveness",
                                "--disable-ipr",
                                "--disable-estimation",
                                "--",
                                macro(weakening.getKey()),
                                structure.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("genmc").toFile())
                        .start();
                if ((genMc.waitFor() == 0) != weakening.getValue()) {
                    wrong.add(structure.getFileName() + " " + weakening);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static String macro(String weakening) {
        return "-D" + weakening.replace("=", "=memory_order_");
    }
}
