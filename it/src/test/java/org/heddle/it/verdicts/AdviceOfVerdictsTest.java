package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each verdict that is less than a proof has one line that says what to do, which is right for the program at hand. */
@Timeout(900)
final class AdviceOfVerdictsTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <pthread.h>
            #include <spawn.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <sys/stat.h>
            #include <sys/wait.h>
            #include <unistd.h>
            static _Atomic int number;
            static void counts(int times) {
                for (int i = 0; i < times; i++)
                    number++;
            }
            static void loops(void) {
                while (number >= 0)
                    number++;
            }
            static void blocks(void) {
                char byte;
                remove("fifo");
                if (mkfifo("fifo", 0600) == 0)
                    (void)!read(open("fifo", O_RDONLY), &byte, 1);
            }
            static int pipes(void) {
                int ends[2];
                return pipe(ends) == 0 && system(":");
            }
            static void spawns(void) {
                pid_t child;
                char *arguments[] = {"true", NULL};
                if (posix_spawnp(&child, "true", NULL, NULL, arguments, NULL) == 0)
                    waitpid(child, NULL, 0);
            }
            static void forks(void) {
                pid_t child = fork();
                if (child == 0) {
                    spawns();
                    _exit(0);
                }
                waitpid(child, NULL, 0);
            }
            static void maps(void) {
                FILE *file = tmpfile();
                mmap(NULL, 1, PROT_READ, MAP_SHARED, fileno(file), 0);
                fputs("x", file);
            }
            static void *work(void *unused) {
                @CALL@;
                return unused;
            }
            int main(void) {
                pthread_t threads[2];
                for (int i = 0; i < 2; i++)
                    pthread_create(&threads[i], NULL, work, NULL);
                for (int i = 0; i < 2; i++)
                    pthread_join(threads[i], NULL);
                (void)counts, (void)loops, (void)blocks, (void)pipes, (void)forks, (void)spawns, (void)maps;
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            counts(3)           | -i 2 --coarser none         | a larger one goes on, and with --save-frontier it can be resumed
            counts(3)           | --bound preemptions=1       | a larger --bound, or --bound=auto, goes on
            counts(3)           | --strategy random -i 5      | without --strategy everything is explored
            counts(300)         | -i 3 --max-events 100       | a larger --max-events lets a program end that does
            loops()             | -i 5 --max-events 500       | --send SIGTERM@N or --stop-after-events N asks the program to stop
            blocks()            | --progress-limit 1s         | a call that is not modelled blocked all threads: leave it out of the test
            (void)!system(":")  | -i 3                        | leave the command out of the test
            (void)pipes()       | -i 3                        | leave the command out of the test
            spawns()            | -i 3                        | leave the command out of the test
            forks()             | -i 3                        | let a thread of the test play the other process
            maps()              | -i 3                        | while the file is mapped, let the test use its mapping, or read, write, pread and pwrite
            """)
    void whatIsLessThanAProof_tellsWhatToDo(String call, String options, String advice) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of(options.split(" ")));
        arguments.add(Files.writeString(folder.resolve("program.c"), PROGRAM.replace("@CALL@", call)));
        Run run = Heddle.check(folder, arguments.toArray());
        JsonNode report = run.json();
        assertFalse(report.get("complete").booleanValue(), run::toString);
        long telling = 0;
        for (JsonNode remark : report.get("remarks")) {
            telling += remark.textValue().contains(advice) ? 1 : 0;
        }
        assertEquals(1, telling, run::toString);
    }
}
