package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Jvm;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that a warm JVM runs do what they do in a JVM of their own; nothing is left of servers, JVMs and clients that are killed. */
@Timeout(900)
final class WarmServerTest {
    private static final Path CLIENT = Path.of(System.getProperty("heddle.native"), "heddle-warm");
    private static final Path DEADLOCK = Expectation.example("01-database-deadlock.c");
    private static final Path COUNTER = Expectation.example("bench/counter.c");
    /** Times and folders, and what is looked for only as long as there is time: whether there are fewer preemptions, and which are critical. */
    private static final Pattern DIFFERENT = Pattern.compile(
            "[0-9.]+ m?s\\b|/(warm|cold)\\b|(?m)^ *── .* ──$|^  schedule: .*$|^  critical switch: .*\\n(      .*\\n)*");

    @TempDir
    private Path folder;

    private Path runtime;

    @BeforeEach
    void makeFolders() throws IOException {
        runtime = Files.createDirectory(
                folder.resolve("runtime"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectory(folder.resolve("tmp"));
    }

    @AfterEach
    void stopServer() throws Exception {
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx------"));
        run(Map.of(), folder, "server", "--stop");
    }

    @Test
    void commandsInAWarmJvm_doWhatTheyDoInOneOfTheirOwn() throws Exception {
        assertEquals(0, start().exitCode());
        List<Run> warm = new ArrayList<>();
        List<Run> cold = new ArrayList<>();
        List<List<Object>> commands =
                List.of(List.of("explain", "deadlock"), List.of("init", "."), List.of("check", "missing.c"));
        for (List<Object> command : commands) {
            awaitState("1 waiting|2 waiting");
            warm.add(runWarm(Map.of(), work("warm"), command.toArray()));
            cold.add(runCold(work("cold"), command.toArray()));
        }
        assertSame(cold, warm);
        assertEquals(files(work("cold")), files(work("warm")), "in the client's own folder");
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void everyKindOfCommand_isTheSame() throws Exception {
        assertEquals(0, start().exitCode());
        String environment = "int main(void) { return getenv(\"WORD\") ? *getenv(\"WORD\") - 'a' : 9; }\n";
        for (String side : List.of("warm", "cold")) {
            Files.writeString(
                    work(side).resolve("environment.c"), "#include <pthread.h>\n#include <stdlib.h>\n" + environment);
            Files.writeString(
                    work(side).resolve("heddle.toml"), "[[test]]\nname = \"one\"\nsources = [\"environment.c\"]\n");
        }
        List<List<Object>> commands = List.of(
                List.of("check", "environment.c"),
                List.of("check", DEADLOCK),
                List.of("check", "-o", "a/b", DEADLOCK),
                List.of("check", "--no-such-option"),
                List.of("replay", "01-database-deadlock.deadlock.1.heddle-schedule"),
                List.of("show", "01-database-deadlock.deadlock.1.heddle-schedule"),
                List.of("check", "--format", "gcc", "-DN=2", "-DK=1", COUNTER),
                List.of("test"),
                List.of("check", "missing.c"),
                List.of("check", "--stdin", "heddle.toml", "environment.c"));
        for (Map<String, String> variables : List.of(Map.of("WORD", "a"), Map.of("WORD", "b", "LINES", "ä"))) {
            List<Run> warm = new ArrayList<>();
            List<Run> cold = new ArrayList<>();
            for (List<Object> command : commands) {
                awaitState("[12] waiting");
                warm.add(runWarm(variables, work("warm"), command.toArray()));
                cold.add(run(withVariable(variables, "HEDDLE_SERVER", "0"), work("cold"), command.toArray()));
            }
            assertSame(cold, warm);
            assertEquals(files(work("cold")), files(work("warm")));
        }
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void theClientsSignal_reachesTheCommand_andAKilledClientEndsIt() throws Exception {
        assertEquals(0, start().exitCode());
        for (String signal : List.of("INT", "KILL")) {
            awaitState("[12] waiting, 0 at work");
            Process client = beginLongCheck();
            awaitJvmThatChecks();
            HeddleProcess.signal(client.toHandle(), signal);
            assertTrue(client.waitFor(30, TimeUnit.SECONDS));
            assertEquals(signal.equals("INT") ? 130 : 137, client.exitValue());
            awaitState("0 at work");
        }
        awaitNothing(folder.resolve("tmp"));
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void killedJvm_endsItsCommandAlone_andAnotherOneTakesItsPlace() throws Exception {
        assertEquals(0, start().exitCode());
        awaitState("[12] waiting, 0 at work");
        Process client = beginLongCheck();
        ProcessHandle atWork = awaitJvmThatChecks();
        List<ProcessHandle> programs = atWork.descendants().toList();
        HeddleProcess.signal(atWork, "KILL");
        assertTrue(client.waitFor(30, TimeUnit.SECONDS));
        assertEquals(137, client.exitValue(), "as a JVM of its own would have ended");
        await(() -> programs.stream().noneMatch(ProcessHandle::isAlive));
        awaitState("[12] waiting, 0 at work");
        assertEquals(0, runWarm(Map.of(), work("warm"), "explain", "deadlock").exitCode());
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void twoCommandsAtOnce_bothRunInWarmJvms() throws Exception {
        assertEquals(0, start().exitCode());
        awaitState("[12] waiting, 0 at work");
        Process client = beginLongCheck();
        awaitState("[12] waiting, 1 at work");
        assertEquals(0, runWarm(Map.of(), work("other"), "explain", "deadlock").exitCode());
        assertTrue(client.isAlive());
        HeddleProcess.signal(client.toHandle(), "INT");
        assertTrue(client.waitFor(30, TimeUnit.SECONDS));
        assertEquals(130, client.exitValue());
        awaitState("0 at work");
    }

    @Test
    void killedServer_leavesNothing_andIsStartedOnDemand() throws Exception {
        assertEquals(0, start().exitCode());
        ProcessHandle server = server();
        List<ProcessHandle> jvms = server.descendants().toList();
        assertFalse(jvms.isEmpty());
        HeddleProcess.signal(server, "KILL");
        awaitNothing(runtime);
        await(() -> jvms.stream().noneMatch(ProcessHandle::isAlive));
        assertEquals(3, run(Map.of(), folder, "server", "--status").exitCode());
        Map<String, String> demand = Map.of("HEDDLE_SERVER", "1", "HEDDLE_SERVER_IDLE", "1");
        assertEquals(2, run(demand, work("warm"), "check", "missing.c").exitCode());
        await(() -> !files(runtime).equals(List.of("")));
        awaitNothing(runtime); // it is idle for a second
    }

    @Test
    void aServerThatHangs_isNotWaitedFor() throws Exception {
        assertEquals(0, start().exitCode());
        ProcessHandle server = server();
        HeddleProcess.signal(server, "STOP");
        try {
            assertEquals(0, run(Map.of(), work("warm"), "explain", "deadlock").exitCode());
        } finally {
            HeddleProcess.signal(server, "CONT");
        }
    }

    @Test
    void otherSurroundings_areNotServed() throws Exception {
        assertEquals(0, start().exitCode());
        for (Map<String, String> others :
                List.of(Map.of("LC_ALL", "C"), Map.of("TZ", "UTC"), Map.of("JAVA_TOOL_OPTIONS", "-Dx=y"))) {
            assertNotEquals(0, run(others, folder, "server", "--status").exitCode(), others.toString());
        }
        Files.setPosixFilePermissions(runtime.resolve("heddle"), PosixFilePermissions.fromString("rwxrwx---"));
        assertEquals(3, run(Map.of(), folder, "server", "--status").exitCode());
        Run refused = run(Map.of(), folder, "server", "--start");
        assertEquals(2, refused.exitCode());
        assertTrue(refused.err().contains("0700"), refused.err());
        Files.setPosixFilePermissions(runtime.resolve("heddle"), PosixFilePermissions.fromString("rwx------"));
    }

    private Run start() throws Exception {
        return run(Map.of(), folder, "server", "--start");
    }

    private ProcessHandle server() throws Exception {
        String said = run(Map.of(), folder, "server", "--status").out();
        return ProcessHandle.of(Long.parseLong(said.replaceAll("(?s)heddle: server (\\d+):.*", "$1")))
                .orElseThrow();
    }

    private Path work(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    /** With an option that lets another JVM fail; options of JVMs tell no servers apart. */
    private Run runWarm(Map<String, String> environment, Path work, Object... arguments) throws Exception {
        return end(begin(List.of("-XX:+NoSuchOption"), environment, work, arguments));
    }

    /** A check in a warm JVM that does not end soon by itself. */
    private Process beginLongCheck() throws Exception {
        return begin(
                List.of("-XX:+NoSuchOption"),
                Map.of(),
                work("warm"),
                "check",
                "--bound",
                "none",
                "--points",
                "all",
                "-DN=4",
                "-DK=3",
                COUNTER);
    }

    private Run runCold(Path work, Object... arguments) throws Exception {
        return run(Map.of("HEDDLE_SERVER", "0"), work, arguments);
    }

    private static Map<String, String> withVariable(Map<String, String> variables, String name, String value) {
        Map<String, String> more = new TreeMap<>(variables);
        more.put(name, value);
        return more;
    }

    private Run run(Map<String, String> environment, Path work, Object... arguments) throws Exception {
        return end(begin(List.of(), environment, work, arguments));
    }

    private Run end(Process process) throws Exception {
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it ends");
        return new Run(
                process.exitValue(), Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }

    private Process begin(List<String> options, Map<String, String> environment, Path work, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", CLIENT.toString()));
        List<String> java = Jvm.command(folder.resolve("tmp"));
        command.add(java.get(0));
        command.addAll(options);
        command.addAll(java.subList(1, java.size()));
        command.addAll(List.of(Heddle.words(arguments)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** What both said, but for how long it took and where they are. */
    private static void assertSame(List<Run> expected, List<Run> seen) {
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(withoutDifferences(expected.get(i)), withoutDifferences(seen.get(i)));
        }
    }

    private static Run withoutDifferences(Run run) {
        return new Run(
                run.exitCode(),
                DIFFERENT.matcher(run.out()).replaceAll("..."),
                DIFFERENT.matcher(run.err()).replaceAll("..."));
    }

    private static List<String> files(Path top) throws IOException {
        try (Stream<Path> files = Files.walk(top)) {
            return files.map(file -> top.relativize(file).toString()).sorted().toList();
        }
    }

    /** Waits until a JVM of the server runs the program that it checks. */
    private ProcessHandle awaitJvmThatChecks() throws Exception {
        ProcessHandle[] atWork = new ProcessHandle[1];
        await(() -> server().children()
                .filter(jvm -> jvm.children().findAny().isPresent())
                .peek(jvm -> atWork[0] = jvm)
                .findAny()
                .isPresent());
        return atWork[0];
    }

    private void awaitState(String wanted) throws Exception {
        Pattern pattern = Pattern.compile(wanted);
        await(() -> pattern.matcher(run(Map.of(), folder, "server", "--status").out())
                .find());
    }

    private static void awaitNothing(Path place) throws Exception {
        await(() -> files(place).equals(List.of("")));
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertFalse(System.nanoTime() > deadline, "it did not come to that in time");
            Thread.sleep(20);
        }
    }
}
