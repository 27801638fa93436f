package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a program changes in its working folder: nothing is proved of executions that do not begin alike. */
@Timeout(900)
final class WorkingFilesTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdio.h>
            #include <unistd.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static void *run(void *mode) {
                pthread_mutex_lock(&lock);
                int isNew = access("log.txt", F_OK) != 0;
                FILE *log = *(char *)mode != 'x' || isNew ? fopen("log.txt", *(char *)mode == 'x' ? "w" : mode) : NULL;
                if (log) {
                    if (*(char *)mode != 'r')
                        fputs("line\\n", log);
                    fclose(log);
                }
                pthread_mutex_unlock(&lock);
                return NULL;
            }
            int main(int count, char **words) {
                pthread_t thread;
                pthread_create(&thread, NULL, run, words[1]);
                run(words[1]);
                return pthread_join(thread, NULL);
            }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeProgram() throws Exception {
        Files.writeString(folder.resolve("log.c"), PROGRAM);
        Files.writeString(folder.resolve("log.txt"), "one\n");
    }

    /** What a check comes to that runs in the folder. */
    private JsonNode report(String mode, String option) throws Exception {
        Path manifest = Files.writeString(
                folder.resolve("heddle.toml"),
                "[[test]]\nprogram = \"log.c\"\narguments = [\"%s\"]\n%s".formatted(mode, option));
        Run run = Heddle.run("test", "--format", "json", "-f", manifest, "-o", folder.resolve("results"));
        return new ObjectMapper().readTree(run.out()).path("tests").path(0).path("report");
    }

    @Test
    void programThatChangesFilesInItsWorkingFolder_isNotProved_andTheyAreNamed() throws Exception {
        JsonNode report = report("a", "");
        assertFalse(report.path("complete").asBoolean(), report.toString());
        assertEquals("inconclusive", report.path("verdict").asText(), report.toString());
        assertTrue(report.toString().contains("the program changes log.txt in its working folder"), report.toString());
    }

    @Test
    void fileThatChangesBesides_isTold_andThatItMayBeAnotherProcess() throws Exception {
        Path log = folder.resolve("log.txt");
        Files.writeString(folder.resolve("log.c"), PROGRAM.replace("\"log.txt\"", '"' + log.toString() + '"'));
        JsonNode report = report("a", "");
        assertEquals("inconclusive", report.path("verdict").asText(), report.toString());
        assertTrue(
                report.toString().contains("the program, by an absolute path, or another process changes log.txt"),
                report.toString());
    }

    /** Two workers would meet in the files that the program makes, empties and reads again. */
    @ParameterizedTest
    @ValueSource(strings = {"fork", "auto"})
    void executionsThatChangeFiles_runOneAtATime(String restart) throws Exception {
        Path program = Files.writeString(
                folder.resolve("own.c"),
                """
                #include <assert.h>
                #include <fcntl.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <unistd.h>
                static atomic_int count;
                static void *run(void *name) {
                    char c = 'a', read = 0;
                    count++;
                    int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
                    assert(write(file, &c, 1) == 1);
                    for (int i = 0; i < 3; i++)
                        count++;
                    assert(pread(file, &read, 1, 0) == 1 && read == c);
                    close(file);
                    return NULL;
                }
                int main(int count, char **names) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, run, names[1]);
                    run(names[2]);
                    return pthread_join(thread, NULL);
                }
                """);
        Run run = Heddle.run(
                "check", "-j", 2, "--restart", restart, program, "--", folder.resolve("a"), folder.resolve("b"));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("proved: no bug in any interleaving"), run.toString());
    }

    @Test
    void programThatOnlyReads_isProved() throws Exception {
        JsonNode report = report("r", "");
        assertTrue(report.path("complete").asBoolean(), report.toString());
    }

    @Test
    void programThatWritesTheSameFileAnew_isProved() throws Exception {
        JsonNode report = report("w", "");
        assertTrue(report.path("complete").asBoolean(), report.toString());
    }

    @Test
    void fileThatOnlyTheFirstExecutionMakes_isNoted_wherePresentFromTheBeginningItIsNot() throws Exception {
        Files.delete(folder.resolve("log.txt"));
        JsonNode first = report("x", "");
        assertEquals("inconclusive", first.path("verdict").asText(), first.toString());
        assertTrue(first.toString().contains("the program makes log.txt, which only its first"), first.toString());
        JsonNode second = report("x", "");
        assertTrue(second.path("complete").asBoolean(), second.toString());
    }

    /** Its executions take most of a second of real time, which no machine makes shorter, so that the limit is over after the first one. */
    @Test
    void checkThatItsTimeLimitEnds_makesNoMoreExecutionsToFindOut() throws Exception {
        String sleeps =
                """
                pthread_create(&thread, NULL, run, words[1]);
                for (int i = 0; i < 8; i++) {
                    struct timespec time = {0, 100000000};
                    long call = SYS_nanosleep;
                    __asm__ volatile("syscall" : "+a"(call) : "D"(&time), "S"(0) : "rcx", "r11", "memory");
                    sched_yield();
                }
                """;
        Files.writeString(
                folder.resolve("log.c"),
                "#include <sched.h>\n#include <sys/syscall.h>\n#include <time.h>\n"
                        + PROGRAM.replace("pthread_create(&thread, NULL, run, words[1]);", sleeps));
        JsonNode report = report("a", "timeout = \"100ms\"\n");
        assertEquals(1, report.at("/executions/total").intValue(), report.toString());
        assertFalse(report.toString().contains("did not begin alike"), report.toString());
        assertEquals("one\nline\nline\n", Files.readString(folder.resolve("log.txt")), report.toString());
    }

    @Test
    void sandboxOfTheWorkingFolder_putsItBackBeforeEachExecution() throws Exception {
        JsonNode report = report("a", "sandbox = \".\"\n");
        assertTrue(report.path("complete").asBoolean(), report.toString());
        assertEquals("one\n", Files.readString(folder.resolve("log.txt")));
    }
}
