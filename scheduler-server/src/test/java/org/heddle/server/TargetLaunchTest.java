package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchException.Reason;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.os.Affinity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What surroundings a target is given, as it sees them itself, and what is said when it cannot be started. */
@Timeout(900)
final class TargetLaunchTest {
    @TempDir
    Path folder;

    private Leftovers before;

    @BeforeEach
    void look() throws IOException {
        before = Leftovers.now();
    }

    @AfterEach
    void nothingLeft() throws IOException {
        Leftovers.assertNothingSince(before);
    }

    @Test
    void target_isIsolated() throws Exception {
        List<String> report = report(FakeZygote.options("report"));
        assertTrue(report.contains("no-randomisation=1"), report.toString());
        assertTrue(report.contains("core-limit=0"), report.toString());
        assertTrue(report.contains("own-group=1"), report.toString());
        assertTrue(report.contains("stdin-device=1"), report.toString());
        assertTrue(report.contains("stdout-file=1"), report.toString());
        assertTrue(report.contains("sigpipe-default=1 term-blocked=0"), report.toString());
        assertTrue(report.contains("descriptors=0"), report.toString());
    }

    @Test
    void target_hasTheGivenEnvironmentAndWhatLoadsTheRuntimeOnly() throws Exception {
        List<String> names = report(FakeZygote.options("report")
                        .withEnvironment(Map.of("LANG", "C", "LD_PRELOAD", "/nowhere/other.so"))
                        .withVerifyCommand("true"))
                .stream()
                .filter(line -> line.startsWith("env "))
                .map(line -> line.substring(4, line.indexOf('=')))
                .sorted()
                .toList();
        assertEquals(
                List.of(
                        "GLIBC_TUNABLES",
                        "HEDDLE_CORE_LIMIT",
                        "HEDDLE_SOCKET",
                        "HEDDLE_VERIFY",
                        "LANG",
                        "LD_BIND_NOW",
                        "LD_PRELOAD"),
                names);
    }

    @Test
    void target_runsInItsWorkingDirectory() throws Exception {
        List<String> report = report(FakeZygote.options("report").withWorkingDirectory(folder));
        assertTrue(report.contains("cwd=" + folder.toRealPath()), report.toString());
    }

    @Test
    void target_isKeptOnOneCoreAndTheCallerIsNot() throws Exception {
        Affinity own = Affinity.current();
        List<String> report = report(FakeZygote.options("report"));
        assertTrue(report.stream().anyMatch(line -> line.startsWith("cores=1 ")), report.toString());
        assertEquals(own, Affinity.current());
    }

    @Test
    void stackAddresses_areTheSameInEveryWorkerAndRun() throws Exception {
        LaunchOptions options = FakeZygote.options("report").withJobs(2);
        assertEquals(1, stacks(options).size());
        assertEquals(stacks(options), stacks(options.withJobs(1)));
    }

    @Test
    void sandbox_isAPrivateCopyForEveryWorker() throws Exception {
        Path original = Files.createDirectories(folder.resolve("data/inner")).getParent();
        Files.writeString(original.resolve("inner/input.txt"), "1");
        Files.createSymbolicLink(original.resolve("link"), Path.of("inner/input.txt"));
        LaunchOptions options = FakeZygote.options("report")
                .withWorkingDirectory(original.resolve("inner"))
                .withSandbox(original)
                .withJobs(2);
        try (WorkerPool pool = WorkerPool.start(options)) {
            Path first = Path.of(line(take(pool, 2), "cwd="));
            assertNotEquals(original.resolve("inner").toRealPath(), first);
            assertEquals("1", Files.readString(first.resolve("input.txt")));
            assertTrue(Files.isSymbolicLink(first.getParent().resolve("link")));
        }
    }

    private List<String> take(WorkerPool pool, int jobs) throws InterruptedException {
        List<String> last = List.of();
        for (int i = 0; i < jobs; i++) {
            pool.submit(FakeZygote.plan());
        }
        for (int i = 0; i < jobs; i++) {
            last = new String(pool.take().stdout(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        return last;
    }

    private static List<String> stacks(LaunchOptions options) throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            for (int i = 0; i < options.jobs().most(); i++) {
                pool.submit(FakeZygote.plan());
            }
            List<String> stacks = new java.util.ArrayList<>();
            for (int i = 0; i < options.jobs().most(); i++) {
                String output = new String(pool.take().stdout(), StandardCharsets.UTF_8);
                stacks.add(line(output.lines().toList(), "stack="));
            }
            return stacks.stream().distinct().collect(Collectors.toList());
        }
    }

    @Test
    void missingProgram_isNamed() throws Exception {
        LaunchOptions options = with(Path.of("/nowhere/program"));
        refused(options, Reason.NOT_FOUND, "cannot start /nowhere/program: there is no such file (ENOENT)");
    }

    @Test
    void missingWorkingDirectory_isNamed() throws Exception {
        LaunchOptions options = FakeZygote.options("answer").withWorkingDirectory(Path.of("/nowhere"));
        refused(options, Reason.NOT_FOUND, "the working directory /nowhere does not exist");
    }

    @Test
    void missingShim_isNamed() throws Exception {
        LaunchOptions options = LaunchOptions.of(FakeZygote.program(), Path.of("/nowhere/libheddle.so"));
        refused(options, Reason.NOT_FOUND, "the runtime /nowhere/libheddle.so cannot be read");
    }

    @Test
    void fileWithoutPermission_isToldHowToGetIt() throws Exception {
        Path file = Files.writeString(folder.resolve("plain"), "text");
        refused(with(file), Reason.NOT_PERMITTED, "Make it executable: chmod +x " + file);
    }

    @Test
    void folderInsteadOfProgram_isSaid() throws Exception {
        refused(with(folder), Reason.NOT_PERMITTED, "It is a directory");
    }

    @Test
    void textFile_isNoProgram() throws Exception {
        Path file = Files.writeString(folder.resolve("plain"), "text");
        assertTrue(file.toFile().setExecutable(true));
        refused(with(file), Reason.NOT_EXECUTABLE, "it is not a program that this machine can run (ENOEXEC)");
    }

    @Test
    void missingInterpreter_isSaid() throws Exception {
        Path file = Files.writeString(folder.resolve("script"), "#!/nowhere/interpreter\n");
        assertTrue(file.toFile().setExecutable(true));
        refused(with(file), Reason.NOT_FOUND, "its loader, which its ELF header or #! line names, does not exist");
    }

    @Test
    void staticProgram_isExplained() throws Exception {
        refused(with(FakeZygote.staticProgram()), Reason.ENDED_EARLY, "link it without -static");
    }

    @Test
    void programThatEndsBeforeMain_isQuoted() throws Exception {
        refused(
                FakeZygote.options("exit-early"),
                Reason.ENDED_EARLY,
                "exited with status 3 before libheddle.so had connected",
                "cannot open the configuration");
    }

    @Test
    void programThatEndsEarlyAndLeavesAChild_isCleanedUp() throws Exception {
        refused(FakeZygote.options("stay-early"), Reason.ENDED_EARLY, "exited with status 0");
    }

    @Test
    void programThatNeverConnects_isGivenUp() throws Exception {
        LaunchOptions options =
                FakeZygote.options("silent").withTuning(new LaunchOptions.Tuning(Lookahead.of(4), 200, 200, 1, true));
        refused(options, Reason.NO_CONNECTION, "did not reach main under libheddle.so within 200 ms");
    }

    @Test
    void otherProtocolVersion_isIncompatible() throws Exception {
        refused(FakeZygote.options("hello-version"), Reason.INCOMPATIBLE, "a frame of protocol version 99");
    }

    @Test
    void errorInsteadOfHello_isQuoted() throws Exception {
        refused(FakeZygote.options("hello-error"), Reason.REFUSED, "cannot be checked: no fibers");
    }

    private static LaunchOptions with(Path program) throws Exception {
        LaunchOptions fake = FakeZygote.options();
        return LaunchOptions.of(program, fake.shim()).withTuning(fake.tuning());
    }

    private static void refused(LaunchOptions options, Reason reason, String... parts) {
        LaunchException refusal = assertThrows(LaunchException.class, () -> WorkerPool.start(options));
        assertEquals(reason, refusal.reason(), refusal.getMessage());
        for (String part : parts) {
            assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
        }
    }

    private static List<String> report(LaunchOptions options) throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            pool.submit(FakeZygote.plan());
            return new String(pool.take().stdout(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static String line(List<String> report, String start) {
        return report.stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow()
                .substring(start.length());
    }
}
