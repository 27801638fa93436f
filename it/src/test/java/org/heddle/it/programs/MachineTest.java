package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing that a program does changes the machine: such calls are refused, and clocks that are set are the execution's own. The programs
 * guard the machine by themselves: what comes to the kernel fails with ENOSYS, and then their assertions fail.
 */
@Timeout(900)
final class MachineTest {
    private static final Path MACHINE =
            Path.of("src/test/resources/machine/machine.c").toAbsolutePath();
    private static final Path CLOCKS =
            Path.of("src/test/resources/machine/clocks.c").toAbsolutePath();

    /** A process that nobody has to do with, in a group of its own. */
    private static Process other;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "others may not do this anyway");
        other = new ProcessBuilder("setsid", "sleep", "1000").start();
    }

    @AfterAll
    static void end() {
        if (other != null) {
            other.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sethostname, hostname",
        "setdomainname, hostname",
        "mount, mount",
        "umount, mount",
        "umount2, mount",
        "pivot_root, mount",
        "swapon, swap",
        "swapoff, swap",
        "reboot, reboot",
        "kexec_load, reboot",
        "init_module, modules",
        "delete_module, modules",
        "klogctl, log",
        "quotactl, quota",
        "acct, accounting",
        "adjtimex, clock",
        "clock_adjtime, clock",
        "adjtime, clock",
        "kill, kill",
        "everybody, kill",
        "killpg, kill",
        "sigqueue, kill",
        "tgkill, kill",
        "setpriority, priority",
        "sched_setaffinity, priority",
        "sched_setscheduler, priority",
        "sched_setparam, priority",
        "prlimit, priority",
        "ptrace, trace",
        "process_vm_writev, trace",
        "by_syscall, hostname",
    })
    void callThatWouldChangeTheMachine_isRefusedAndNamed(String call, String change) {
        Run run = check(Compiled.of(MACHINE), "--", call, "EPERM", other.pid());
        String function = call.equals("everybody") ? "kill" : call.equals("by_syscall") ? "sethostname" : call;
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(claim(run).contains("in which " + function + " is refused"), run::toString);
        String remarks = run.json().at("/remarks").toString();
        assertTrue(
                remarks.matches(".*" + function + " \\(EPERM\\) at machine.c:\\d+; --allow=" + change + " lets.*"),
                run::toString);
        assertTrue(other.isAlive());
    }

    /** The runner, forks, both; and a program that was not built with heddle cc. */
    @ParameterizedTest
    @ValueSource(strings = {"process", "fork", "compare"})
    void refusal_holdsHoweverExecutionsFollowEachOther(String restart) throws Exception {
        for (Path program : List.of(Compiled.of(MACHINE), Binaries.compile(folder, MACHINE, "-w"))) {
            for (String call : List.of("sethostname", "kill", "by_syscall", "bare")) {
                Run run = check("--restart=" + restart, program, "--", call, "EPERM", other.pid());
                assertEquals(0, run.exitCode(), run::toString);
            }
        }
        assertTrue(other.isAlive());
    }

    @Test
    void processThatExecutionMakes_isRefusedToo_andMayBeKilled() {
        for (String call : List.of("child", "own_child")) {
            Run run = check(Compiled.of(MACHINE), "--", call, "EPERM");
            assertEquals(0, run.exitCode(), run::toString);
            assertTrue(run.json().at("/findings").isEmpty(), run::toString);
        }
    }

    @Test
    void allowedCall_reachesTheMachine() {
        Run allowed = check("--allow=mount,hostname", Compiled.of(MACHINE), "--", "sethostname", "ENOSYS");
        assertEquals(0, allowed.exitCode(), allowed::toString);
        assertTrue(
                allowed.json().at("/remarks").toString().contains("sethostname reaches the machine (--allow)"),
                allowed::toString);
        Run other = check("--allow=mount", Compiled.of(MACHINE), "--", "sethostname", "ENOSYS");
        assertEquals(1, other.exitCode(), other::toString);
    }

    @Test
    void schedule_isRunAgainWithWhatWasAllowed() {
        Run found = check("--allow=hostname", Compiled.of(MACHINE), "--", "sethostname", "EPERM");
        assertEquals(1, found.exitCode(), found::toString);
        Run again = Heddle.run("replay", folder.resolve("machine.assertion.1.heddle-schedule"));
        assertEquals(1, again.exitCode(), again::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reads", "wrong", "right", "waits"})
    void clockThatIsSet_isTheExecutionsOwn(String what) throws Exception {
        for (Path program : List.of(Compiled.of(CLOCKS), Binaries.compile(folder, CLOCKS, "-w"))) {
            Run run = check(program, "--", what);
            assertEquals(0, run.exitCode(), run::toString);
        }
    }

    /** Whether another thread reads the clock before or after it is set: both orders come, in programs of other compilers, too. */
    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void settingAClock_isOrderedWithReadingIt(String what) throws Exception {
        for (Path program : List.of(Compiled.of(CLOCKS), Binaries.compile(folder, CLOCKS, "-w"))) {
            Run run = check(program, "--", what);
            assertEquals(1, run.exitCode(), run::toString);
            assertEquals("assertion", run.json().at("/findings/0/kind").textValue());
        }
    }

    @Test
    void settingAClockWhoseTimesAreAwaited_isLessThanAProof() {
        Run run = check(Compiled.of(CLOCKS), "--", "awaited");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(claim(run).contains("setting a clock moves no time that is waited for"), run::toString);
    }

    private Run check(Object... arguments) {
        return Heddle.check(folder, arguments);
    }

    private static String claim(Run run) {
        return run.json().at("/claim").textValue();
    }
}
