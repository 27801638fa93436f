package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be checked is refused in one line that says what, where, and what to do; the exit code is 2. */
@Timeout(900)
final class BadInputTest {
    private static final Path GOOD = Expectation.example("bench/trivial.c");

    @TempDir
    private Path folder;

    @Test
    void missingFile_isNamed() {
        Heddle.run("check", "no-such-file.c").assertRefused(2, "there is no file no-such-file.c", "check its path");
    }

    @Test
    void programThatTellsItsUsageAndFails_isToldToNeedArguments() throws Exception {
        Path source = Files.writeString(
                folder.resolve("tool.c"),
                "#include <stdio.h>\nint main(int n, char **w) { if (n < 2) { fprintf(stderr, \"Usage: %s FILE\\n\", w[0]); return 1; }"
                        + " return 0; }\n");
        Heddle.run("check", "-o", folder, source).assertRefused(2, "give it its arguments after --", "it said: Usage:");
        assertEquals(0, Heddle.run("check", "-o", folder, source, "--", "file").exitCode());
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(
                    left.noneMatch(file -> file.toString().endsWith(".heddle-schedule")),
                    "no schedule of what is no bug");
        }
    }

    @Test
    void folderForTemporaryFilesThatCannotBeWritten_isNamed() throws Exception {
        try (HeddleProcess process = HeddleProcess.startWith(Map.of("TMPDIR", "/proc/self"), folder, "check", GOOD)) {
            Run run = process.end();
            assertEquals(2, run.exitCode());
            assertTrue(run.err().contains("in /proc/self (") && run.err().contains("with TMPDIR"), run.err());
            assertTrue(run.err().endsWith("trivial.c was not compiled; what is missing is said above\n"), run.err());
        }
    }

    @Test
    void directory_isNamed() {
        Heddle.run("check", folder).assertRefused(2, folder.toString(), "is a directory", "name C sources");
    }

    @Test
    void script_isRefusedAlthoughExecutable() throws Exception {
        Path script = executable(Files.writeString(folder.resolve("run"), "#!/bin/sh\nexit 0\n"));
        Heddle.run("check", script).assertRefused(2, "is a script", "name the program that it runs");
    }

    @Test
    void textFile_isNeitherSourceNorExecutable() throws Exception {
        Path text = executable(Files.writeString(folder.resolve("notes"), "hello\n"));
        Heddle.run("check", text).assertRefused(2, "neither C source (*.c) nor an executable");
    }

    @Test
    void emptyFile_isNeitherSourceNorExecutable() throws Exception {
        Path empty = executable(Files.createFile(folder.resolve("empty")));
        Heddle.run("check", empty).assertRefused(2, "neither C source (*.c) nor an executable");
    }

    @Test
    void binaryThatIsNotExecutable_saysChmod() throws Exception {
        Path program = Binaries.compile(folder, GOOD);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rw-r--r--"));
        Heddle.run("check", program).assertRefused(2, "is not executable", "chmod +x");
    }

    @ParameterizedTest
    @CsvSource({"u+s", "g+s"})
    void setIdBinary_isRefusedWithTheReason(String bits) throws Exception {
        Path program = Binaries.compile(folder, GOOD);
        Process chmod = new ProcessBuilder("chmod", bits, program.toString()).start();
        assertEquals(0, chmod.waitFor());
        Heddle.run("check", program).assertRefused(2, program.toString(), "set-uid or set-gid", "a copy without");
    }

    @Test
    void boundOfASampler_isRefused() {
        Heddle.run("check", "--strategy", "pct", "--bound", "preemptions=1", GOOD)
                .assertRefused(2, "--strategy pct", "--bound preemptions=1", "leave out one of the two");
    }

    @Test
    void cutOffBinary_isRefused() throws Exception {
        Path program = Binaries.compile(folder, GOOD);
        byte[] bytes = Files.readAllBytes(program);
        Path half = executable(Files.write(folder.resolve("half"), Arrays.copyOf(bytes, 200)));
        Heddle.run("check", half).assertRefused(2, half.toString());
    }

    @Test
    void staticBinary_saysToLinkItDynamically() throws Exception {
        Path program = Binaries.compile(folder, GOOD, "-static");
        Heddle.run("check", program).assertRefused(2, "statically linked", "link it without -static");
    }

    @Test
    void sourceThatDoesNotCompile_isReportedAfterTheCompilersMessages() throws Exception {
        Path source = Files.writeString(folder.resolve("wrong.c"), "int main(void) { return nothing; }\n");
        Run run = HeddleProcess.run(folder, "check", source);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("wrong.c:1:25: error:"), run.err());
        assertTrue(
                run.err().endsWith("heddle: wrong.c does not compile; the compiler's messages are above\n"), run.err());
    }

    @Test
    void atomicFunctionsOnPlainVariables_areTakenAsGccTakesThem() throws Exception {
        Path source = Files.writeString(
                folder.resolve("gnu.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <stddef.h>

                struct node { struct node *next; int value; };
                static struct node first;
                static struct node *top;
                static const char *volatile name;
                static _Atomic(struct node *) real;
                static long total;
                static volatile unsigned bits;

                static void *work(void *arg) {
                    struct node *mine = arg, *old = atomic_load(&top);
                    do {
                        mine->next = old;
                    } while (!atomic_compare_exchange_weak(&top, &old, mine));
                    atomic_fetch_add_explicit(&total, mine->value, memory_order_relaxed);
                    atomic_fetch_or(&bits, 1u << mine->value);
                    atomic_store_explicit(&name, "x", memory_order_release);
                    struct node *none = NULL;
                    atomic_compare_exchange_strong_explicit(&real, &none, mine, memory_order_acq_rel, memory_order_acquire);
                    return NULL;
                }

                int main(void) {
                    atomic_init(&top, &first);
                    pthread_t a;
                    struct node one = {0, 1}, two = {0, 2};
                    pthread_create(&a, NULL, work, &one);
                    work(&two);
                    pthread_join(a, NULL);
                    assert(atomic_load(&total) == 3 && atomic_load_explicit(&bits, memory_order_relaxed) == 6);
                    assert(top->next->next == &first && atomic_load(&real) != NULL && *atomic_exchange(&name, "y") == 'x');
                    return 0;
                }
                """);
        Run run = HeddleProcess.run(folder, "check", source);
        assertEquals(2, run.exitCode());
        String flags = "--cflags='-include heddle_atomics.h'";
        assertTrue(run.err().endsWith("; " + flags + " takes what GCC takes\n"), run.err());
        Run taken = HeddleProcess.run(folder, "check", flags.replace("'", ""), source);
        assertEquals(0, taken.exitCode(), taken.toString());
        assertTrue(taken.out().startsWith("gnu.c: proved: no bug in any interleaving ("), taken.out());
    }

    /** GCC's built-in functions on variables that are _Atomic. */
    @Test
    void builtInFunctionsOnAtomicVariables_areToldWithTheHeaderThatTakesThem() throws Exception {
        Path source = Files.writeString(
                folder.resolve("gnu.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <stddef.h>

                static _Atomic long count, copies[2];
                static _Atomic(const char *) name;
                static atomic_int taken;

                static void *work(void *unused) {
                    while (__sync_lock_test_and_set(&taken, 1)) {
                    }
                    __atomic_fetch_add(&count, 2, __ATOMIC_RELAXED);
                    __sync_lock_release(&taken);
                    const char *none = NULL;
                    __atomic_compare_exchange_n(&name, &none, "x", 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
                    return unused;
                }

                int main(void) {
                    pthread_t a;
                    pthread_create(&a, NULL, work, NULL);
                    work(NULL);
                    pthread_join(a, NULL);
                    long seen = 4, other = 5;
                    assert(__atomic_compare_exchange(&count, &seen, &other, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
                    __atomic_load(&count, &copies[0], __ATOMIC_SEQ_CST);
                    __atomic_store(&copies[1], &copies[0], __ATOMIC_SEQ_CST);
                    assert(__sync_val_compare_and_swap(&copies[1], 5, 6) == 5 && __sync_sub_and_fetch(&copies[1], 1) == 5);
                    assert(*__atomic_load_n(&name, __ATOMIC_ACQUIRE) == 'x');
                    return 0;
                }
                """);
        Run run = HeddleProcess.run(folder, "check", source);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().endsWith("; --cflags='-include heddle_atomics.h' takes what GCC takes\n"), run.err());
        Run taken = HeddleProcess.run(folder, "check", "--cflags=-include heddle_atomics.h", source);
        assertEquals(0, taken.exitCode(), taken.toString());
        assertTrue(taken.out().startsWith("gnu.c: proved: no bug in any interleaving ("), taken.out());
    }

    @Test
    void sourceThatOlderCompilersTake_isToldWithTheOptionThatTakesIt() throws Exception {
        Path source = Files.writeString(
                folder.resolve("old.cpp"),
                """
                int main(int count, char **words) {
                    register int number = count;
                    char both[2] = {number, **words};
                    return both[0] != 1;
                }
                """);
        String flags = "--cflags='-Wno-error=register -Wno-error=c++11-narrowing'";
        Run run = HeddleProcess.run(folder, "check", source);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().endsWith("; " + flags + " makes warnings of its errors\n"), run.err());
        assertEquals(
                0,
                HeddleProcess.run(folder, "check", flags.replace("'", ""), source)
                        .exitCode());
        Files.writeString(source, Files.readString(source) + "int other = nothing;\n");
        Run wrong = HeddleProcess.run(folder, "check", source);
        assertTrue(wrong.err().endsWith("messages are above\n"), "an option does not help: " + wrong.err());
    }

    @Test
    void returnWithAValueOfAFunctionWithout_isWarnedOf_asByCc() throws Exception {
        Path source = Files.writeString(
                folder.resolve("old.c"),
                "static void f(int a) { return a; }\nint g(void) { return; }\nint main(void) { f(1); return 0; }\n");
        Run run = HeddleProcess.run(folder, "check", source);
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("warning: void function 'f' should not return a value"), run.err());
    }

    @Test
    void sourceThatDoesNotLink_isReportedAfterTheLinkersMessages() throws Exception {
        Path source = Files.writeString(folder.resolve("open.c"), "int f(void);\nint main(void) { return f(); }\n");
        Run run = HeddleProcess.run(folder, "check", source);
        assertEquals(2, run.exitCode());
        assertTrue(
                run.err().contains("undefined reference to `f'") || run.err().contains("undefined symbol: f"),
                run.err());
        assertTrue(
                run.err()
                        .endsWith("heddle: open.c does not link; the linker's messages are above: name all its sources,"
                                + " and its libraries with -l\n"),
                run.err());
    }

    @Test
    void unreadableSource_saysHowToGetPermission() throws Exception {
        Path source = Files.copy(GOOD, folder.resolve("secret.c"));
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<String> starter = Files.isReadable(source)
                ? List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
                : List.of();
        Files.createDirectories(folder.resolve("work"));
        try (HeddleProcess version = HeddleProcess.startUnder(starter, folder, "--version")) {
            assumeTrue(version.end().exitCode() == 0, "an ordinary user cannot run this Heddle");
        } catch (IOException noSetpriv) {
            assumeTrue(false, "this user may read everything");
        }
        try (HeddleProcess check = HeddleProcess.startUnder(starter, folder, "check", source)) {
            check.end().assertRefused(2, "cannot be read", "chmod u+r");
        }
    }

    @Test
    void outputThatCannotBeWritten_isNoSuccess() throws Exception {
        List<String> starter = List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh");
        try (HeddleProcess version = HeddleProcess.startUnder(starter, folder, "--version")) {
            version.end().assertRefused(74, "standard output could not be written");
        }
    }

    @Test
    void sourcesAndABinary_areNotMixed() throws Exception {
        Heddle.run("check", GOOD, Binaries.compile(folder, GOOD)).assertRefused(2, "cannot be mixed");
    }

    @Test
    void twoBinaries_areNotOneProgram() throws Exception {
        Path program = Binaries.compile(folder, GOOD);
        Heddle.run("check", program, program).assertRefused(2, "only one program", "after --");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "-t 0 | more than 0",
                "-t soon | 'soon' is not a time",
                "-t -1 | time",
                "-i 0 | -i must be at least 1",
                "-i many | 'many' is no number for --iterations: give a whole one",
                "--max-events 99999999999 | up to 2147483647",
                "--memory 1m | --memory must be at least 240m",
                "-j 1 -j 2 | --jobs is given more than once",
                "-j 0 | -j must be at least 1",
                "-j -3 | -j must be at least 1",
                "--max-events 0 | --max-events must be at least 1",
                "--points some | some",
                "--format yaml | yaml",
                "--no-such-option | --no-such-option",
                "--progress-limit 0 | more than 0"
            })
    void wrongOption_isNamedWithTheHelpThatExplainsIt(String options, String words) {
        Object[] command = ("check " + options + " " + GOOD).split(" ");
        Heddle.run(command).assertRefused(2, words, "See 'heddle check --help'");
    }

    @Test
    void unknownCommand_isNamed() {
        Run run = Heddle.run("chekc", GOOD);
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("'chekc'") && run.err().contains("did you mean check?"), run.err());
    }

    @Test
    void noCommand_namesTheCommands() {
        Heddle.run().assertRefused(2, "A command is needed: check, test, operations, init, bench, replay");
    }

    @Test
    void checkWithoutAFile_isRefused() {
        Heddle.run("check")
                .assertRefused(2, "heddle check needs FILE: C sources, or one executable. See 'heddle check");
    }

    @Test
    void sandboxThatIsNoFolder_isRefused_thoughItMayHaveBeenMeantAsTheProgram() throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "");
        Heddle.run("check", "--sandbox", program)
                .assertRefused(2, program + " is no folder to copy for --sandbox", "--sandbox . PROGRAM");
        Heddle.run("check", "--sandbox", folder.resolve("none"), program)
                .assertRefused(2, "there is no folder " + folder.resolve("none") + " to copy for --sandbox");
    }

    @Test
    void exitCodeForFindings_canBeChosen() {
        Run run = Heddle.check(folder, "--error-exitcode", "9", Expectation.example("11-self-lock.c"));
        assertEquals(9, run.exitCode());
    }

    @Test
    void limitedCheck_saysSoAndExitsWith3IfAllIsRequired() {
        Run run = Heddle.check(folder, "-i", "3", "--require-complete", Expectation.example("04-bounded-buffer.c"));
        assertEquals(3, run.exitCode());
        assertEquals("inconclusive", run.json().get("verdict").textValue());
        assertTrue(run.json().get("remarks").toString().contains("stopped at the limit of executions (-i)"), run.out());
    }

    @Test
    void reportWithAnUnknownEnding_isToldWhichThereAre() {
        Path file = folder.resolve("report.pdf");
        Heddle.run("check", "-o", file, GOOD)
                .assertRefused(2, "no form of the report ends in .pdf", ".txt, .json, .sarif");
        assertFalse(Files.exists(file));
    }

    @Test
    void folderWhoseNameEndsAsAFile_isTakenWhereItIs() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results.d"));
        assertEquals(0, Heddle.run("check", "-o", results, GOOD).exitCode());
    }

    @Test
    void sourceWithoutAnythingToSee_isNotSaidToBeOfAnotherCompiler() throws Exception {
        Path source = Files.writeString(folder.resolve("nothing.c"), "int main(void) { return 0; }\n");
        Run run = Heddle.check(folder, source);
        assertFalse(run.out().contains("heddle cc"), run.out());
        assertTrue(run.out().contains("no source has a memory access"), run.out());
    }

    private static Path executable(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "chekc x.c | there is no command 'chekc' (did you mean check?). See 'heddle --help'",
                "help repaly | there is no command 'repaly' (did you mean replay?)",
                "check --keepgoing x.c | has no option '--keepgoing' (did you mean --keep-going?)",
                "check --jbos=3 x.c | has no option '--jbos' (did you mean --jobs?)",
                "check --zzzzz x.c | has no option '--zzzzz'. See 'heddle check --help'",
                "check --format jsn x.c | (did you mean json?): give one of text, json",
                "check --timeouts lastresort x.c | (did you mean last-resort?): give one of last-resort, any, never",
                "test --format SARFI | (did you mean sarif?)",
                "show a b | heddle show has no use for 'b'",
                "check --strategy pcd x.c | (did you mean pct?): give one of systematic, random, pct",
                "check --bound some x.c | --bound: 'some' is no bound: give auto, none, preemptions=K",
                "check --timeout | --timeout needs TIME: start no further execution",
                "replay | heddle replay needs SCHEDULE: a file written by heddle check. See 'heddle replay --help'",
                "replay nosuch | there is no schedule nosuch: check its path, or name a file that heddle check wrote",
                "replay -n soon x | 'soon' is no number for --times: give a whole one",
                "show a -- b | 'show' takes no arguments after --",
            })
    void mistypedWord_isAnsweredByTheNearestOne(String line, String words) {
        Heddle.run((Object[]) line.split(" ", -1)).assertRefused(2, words);
    }
}
