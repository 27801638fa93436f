package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executables: built by heddle cc they are checked as their sources are, built by another compiler by their pthread calls. */
@Timeout(900)
final class BinaryTest {
    @TempDir
    private Path folder;

    @Test
    void binaryBuiltByHeddleCc_isCheckedAsItsSource() {
        Path program = heddleCc("06-lost-update.c");
        JsonNode report = Heddle.check(folder, "--keep-going", program).json();
        assertEquals("assertion", report.at("/findings/0/kind").textValue());
        assertEquals(4, report.at("/executions/total").intValue());
        assertTrue(report.at("/findings/0/file").textValue().endsWith("06-lost-update.c"), report.toString());
    }

    @Test
    void objectsLinkedLater_areCheckedAsTheirSource() {
        Path object = folder.resolve("dining.o");
        Path program = folder.resolve("dining");
        assertEquals(
                0,
                Heddle.run("cc", "-g", "-c", Expectation.example("bench/dining.c"), "-o", object)
                        .exitCode());
        assertEquals(0, Heddle.run("cc", object, "-pthread", "-o", program).exitCode());
        JsonNode report = Heddle.check(folder, "--keep-going", program).json();
        assertEquals(7, report.at("/executions/total").intValue());
    }

    @Test
    void plainBinary_isCheckedByItsPthreadCallsAndThatIsSaid() throws Exception {
        Path program = Binaries.compile(folder, Expectation.example("bench/dining.c"), "-DN=4");
        Run run = Heddle.check(folder, "--keep-going", program);
        assertEquals(1, run.exitCode());
        JsonNode report = run.json();
        assertEquals("lock-cycle", report.at("/findings/0/cause").textValue());
        assertEquals(15, report.at("/executions/total").intValue());
        assertTrue(report.get("remarks").toString().contains("not built with heddle cc"), run.out());
        assertTrue(report.at("/findings/0/line").intValue() > 0, "the line comes from the debug information");
    }

    @Test
    void binaryBuiltByAnotherVersionOfHeddle_isToBeBuiltAgain() throws Exception {
        Path source = Files.writeString(
                folder.resolve("older.c"),
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <pthread.h>
                __attribute__((constructor)) static void attach(void) {
                    const void *(*older)(unsigned, const void *, const void *);
                    *(void **)&older = dlsym(RTLD_DEFAULT, "__heddle_attach");
                    if (older) older(1, 0, 0);
                }
                static void *nothing(void *unused) { return unused; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, nothing, 0);
                    return pthread_join(thread, 0);
                }
                """);
        for (String how : new String[] {"plain", "instrumented as well"}) {
            Path program = folder.resolve("older");
            if (how.equals("plain")) {
                program = Binaries.compile(folder, source);
            } else {
                assertEquals(
                        0, Heddle.run("cc", source, "-pthread", "-o", program).exitCode());
            }
            JsonNode report = Heddle.check(folder, program).json();
            String all = report.toString();
            assertTrue(report.get("remarks").toString().contains("by another version of Heddle: build it again"), all);
            assertTrue(report.get("claim").textValue().contains("synchronisation points only"), all);
        }
    }

    @Test
    void replayOfABinaryThatWasRepaired_saysThatItHasChanged() throws Exception {
        Path program = Binaries.compile(folder, Expectation.example("11-self-lock.c"));
        String schedule =
                Heddle.check(folder, program).json().at("/findings/0/schedule").textValue();
        assertEquals(1, Heddle.run("replay", "-n", 20, schedule).exitCode());
        Binaries.compile(folder, Expectation.example("11-self-lock.c"), "-DFIXED");
        Run replay = Heddle.run("replay", schedule);
        assertTrue(replay.err().contains("has changed since the schedule was written"), replay.toString());
        assertEquals(0, replay.exitCode(), replay.toString());
    }

    /** Where memory is not seen, threads may do something else in an order that was taken for the same. */
    @Test
    void divergenceForARaceThatIsNotSeen_saysSo() throws Exception {
        Path source = Files.writeString(
                folder.resolve("unseen.c"),
                """
                #include <pthread.h>
                static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
                static int done;
                static void take(pthread_mutex_t *mutex) {
                    pthread_mutex_lock(mutex);
                    pthread_mutex_unlock(mutex);
                }
                static void *writes(void *unused) { take(&a); done = 1; return unused; }
                static void *reads(void *unused) { take(&b); if (done) take(&b); return unused; }
                static void *both(void *unused) {
                    pthread_mutex_lock(&a);
                    take(&b);
                    pthread_mutex_unlock(&a);
                    return unused;
                }
                int main(void) {
                    pthread_t threads[3];
                    pthread_create(&threads[0], 0, writes, 0);
                    pthread_create(&threads[1], 0, reads, 0);
                    pthread_create(&threads[2], 0, both, 0);
                    for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
                }
                """);
        String remarks = Heddle.check(folder, Binaries.compile(folder, source))
                .json()
                .get("remarks")
                .toString();
        assertTrue(remarks.contains("did not replay as recorded"), remarks);
        assertTrue(remarks.contains("or a data race in what was not seen is why"), remarks);
    }

    @Test
    void argumentsBehindTheDashes_areTheProgramsAndGoIntoTheSchedule() throws Exception {
        Path source = Files.writeString(
                folder.resolve("arguments.c"),
                """
                #include <pthread.h>
                #include <string.h>
                static void *nothing(void *unused) { return unused; }
                int main(int count, char **words) {
                    pthread_t thread;
                    pthread_create(&thread, 0, nothing, 0);
                    pthread_join(thread, 0);
                    return count == 3 && strcmp(words[1], "-t") == 0 && strcmp(words[2], "a b") == 0 ? 3 : 0;
                }
                """);
        assertEquals(0, Heddle.check(folder, source).exitCode());
        Run run = Heddle.check(folder, source, "--", "-t", "a b");
        assertEquals("status-3", run.json().at("/findings/0/cause").textValue());
        assertEquals(
                1,
                Heddle.run("replay", run.json().at("/findings/0/schedule").textValue())
                        .exitCode());
    }

    @Test
    void sandbox_isAsItWasBeforeEveryExecution() throws Exception {
        Path sandbox = Files.createDirectories(folder.resolve("sandbox/inner")).getParent();
        Files.writeString(sandbox.resolve("input"), "same");
        Files.writeString(sandbox.resolve("inner/gone"), "x");
        Files.createSymbolicLink(sandbox.resolve("link"), Path.of("input"));
        Path source = Files.writeString(
                folder.resolve("spoils.c"),
                """
                #include <fcntl.h>
                #include <pthread.h>
                #include <string.h>
                #include <sys/stat.h>
                #include <unistd.h>
                static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                static void *locks(void *unused) {
                    pthread_mutex_lock(&mutex);
                    pthread_mutex_unlock(&mutex);
                    return unused;
                }
                int main(void) {
                    char text[8] = {0};
                    struct stat status;
                    int input = open("link", O_RDWR);
                    if (read(input, text, 7) != 4 || strcmp(text, "same") != 0) return 3;
                    if (access("inner/gone", F_OK) != 0 || access("new", F_OK) == 0) return 4;
                    if (stat("input", &status) != 0 || (status.st_mode & 0777) == 0600) return 5;
                    pwrite(input, "SAME", 4, 0);
                    fchmod(input, 0600);
                    unlink("link");
                    unlink("inner/gone");
                    rmdir("inner");
                    symlink("nowhere", "inner");
                    mkdir("new", 0700);
                    close(open("new/file", O_CREAT | O_EXCL, 0400));
                    chmod("new", 0500);
                    pthread_t thread;
                    pthread_create(&thread, 0, locks, 0);
                    locks(0);
                    pthread_join(thread, 0);
                    return 0;
                }
                """);
        Files.setPosixFilePermissions(sandbox.resolve("input"), PosixFilePermissions.fromString("rw-r--r--"));
        JsonNode report = Heddle.check(folder, "--sandbox", sandbox, "-j", 1, "--points=sync", source)
                .json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 1, report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue(), report.toString());
    }

    /** Where it finds the file by a link's whole path it changes a copy; where it knows the path, the check is none. */
    @Test
    void programThatReachesTheOriginalOfItsSandbox_isNotProved() throws Exception {
        Path original = Files.createDirectories(folder.resolve("sandbox/inner")).getParent();
        Path file = Files.writeString(original.resolve("file"), "x");
        Files.createSymbolicLink(original.resolve("inner/link"), file);
        Path source = Files.writeString(
                folder.resolve("appends.c"),
                """
                #include <assert.h>
                #include <fcntl.h>
                #include <pthread.h>
                #include <unistd.h>
                static const char *path;
                static void *append(void *unused) {
                    int file = open(path, O_WRONLY | O_APPEND);
                    write(file, "y", 1);
                    close(file);
                    return unused;
                }
                int main(int count, char **arguments) {
                    pthread_t thread;
                    path = arguments[1];
                    pthread_create(&thread, 0, append, 0);
                    append(0);
                    pthread_join(thread, 0);
                    assert(count < 3);
                    return 0;
                }
                """);
        Run copied = Heddle.check(folder, "--sandbox", original, source, "--", "inner/link");
        assertEquals("clean", copied.json().get("verdict").textValue(), copied.toString());
        assertEquals("x", Files.readString(file));
        Path frontier = original.resolve("frontier");
        Object[] saved = {"--sandbox", original, source, "-i", 1, "--save-frontier", frontier, "--", "inner/link"};
        Heddle.check(folder, saved);
        Run resumed = Heddle.check(folder, "--sandbox", original, source, "--resume", frontier, "--", "inner/link");
        assertEquals("clean", resumed.json().get("verdict").textValue(), resumed.toString());
        Heddle.check(folder, "--sandbox", original, source, "--", file)
                .assertRefused(2, file + " has changed during the check");
        JsonNode found = Heddle.check(folder, "--sandbox", original, source, "--", file, "fail")
                .json();
        assertEquals("bug", found.get("verdict").textValue(), found.toString());
        assertTrue(found.get("remarks").toString().contains("has changed during the check"), found.toString());
    }

    @Test
    void outputOfTheProgram_doesNotMixWithTheReport() throws Exception {
        Path source = Files.writeString(
                folder.resolve("talks.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdio.h>
                static void *talk(void *unused) { puts("{\\"verdict\\":\\"clean\\"}"); return unused; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, talk, 0);
                    pthread_join(thread, 0);
                    fflush(stdout);
                    assert(0);
                }
                """);
        Run run = HeddleProcess.run(folder, "check", "--format", "json", source);
        assertEquals("bug", run.json().get("verdict").textValue());
        assertEquals("", run.err());
        assertTrue(run.json().at("/findings/0/output").textValue().contains("{\"verdict\":\"clean\"}"), run.out());
    }

    private Path heddleCc(String example) {
        Path program = folder.resolve(example.replace(".c", ""));
        Run run = Heddle.run("cc", "-g", "-O1", Expectation.example(example), "-pthread", "-o", program);
        assertEquals(0, run.exitCode(), run.toString());
        return program;
    }
}
