package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a report says where no execution came to an end: what has cut them off, where, and what to do. */
@Timeout(900)
final class EndlessRemarkTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdatomic.h>
            static atomic_int rounds, stop;
            static void *work(void *unused) {
                while (!atomic_load(&stop)) {
                    atomic_fetch_add(&rounds, 1);
                }
                return unused;
            }
            int main(void) {
                pthread_t threads[2];
                for (int i = 0; i < 2; i++) {
                    pthread_create(&threads[i], NULL, work, NULL);
                }
            #ifdef ENDS
                atomic_store(&stop, 1);
            #endif
                for (int i = 0; i < 2; i++) {
                    pthread_join(threads[i], NULL);
                }
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private String remarks(Object... words) throws Exception {
        Path program = Files.writeString(folder.resolve("program.c"), PROGRAM);
        Object[] all = new Object[words.length + 1];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = program;
        return Heddle.check(folder, all).json().get("remarks").toString();
    }

    @Test
    void samples_areTooLong_atALine() throws Exception {
        String remarks = remarks("--strategy", "random", "-i", "5", "--max-events", "200");
        assertTrue(
                remarks.contains("no execution came to an end: 5 executions went on for longer than --max-events"),
                remarks);
        assertTrue(remarks.contains("was cut off at program.c:"), remarks);
        assertTrue(remarks.contains("--send SIGTERM@N or --stop-after-events N"), remarks);
    }

    @Test
    void search_isBoundedInOperations() throws Exception {
        String remarks = remarks("-i", "20", "--max-events", "200");
        assertTrue(remarks.contains("went on past the bound on the operations of each thread"), remarks);
    }

    /** Who is blocked where others are cut off may wait for good: that is explored, and not proved. */
    @Test
    void firstOperations_areExploredAndNotProved() throws Exception {
        Path program = Files.writeString(folder.resolve("program.c"), PROGRAM);
        String claim = Heddle.check(folder, "-i", "300", "--max-events", "200", program)
                .json()
                .get("claim")
                .textValue();
        assertTrue(claim.startsWith("explored: no bug in any interleaving of the first "), claim);
        assertTrue(claim.endsWith("; not everything was explored"), claim);
    }

    /** What a process does that nobody controls (it executes another program) is within no bound. */
    @Test
    void boundedSearchBesideAnotherProcess_provesNothing() throws Exception {
        Path program = Files.writeString(
                folder.resolve("forks.c"),
                """
                #include <pthread.h>
                #include <sys/wait.h>
                #include <unistd.h>
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static void *work(void *unused) {
                    for (int i = 0; i < 3; i++) {
                        pthread_mutex_lock(&lock);
                        pthread_mutex_unlock(&lock);
                    }
                    return unused;
                }
                int main(void) {
                    pthread_t threads[2];
                    int ends[2];
                    if (pipe(ends) != 0)
                        return 1;
                    pid_t child = fork();
                    if (child == 0)
                        execl("/bin/true", "true", NULL);
                    waitpid(child, NULL, 0);
                    for (int i = 0; i < 2; i++)
                        pthread_create(&threads[i], NULL, work, NULL);
                    for (int i = 0; i < 2; i++)
                        pthread_join(threads[i], NULL);
                    return 0;
                }
                """);
        String claim = Heddle.check(folder, "--bound", "preemptions=1", program)
                .json()
                .get("claim")
                .textValue();
        assertFalse(claim.contains("proved"), claim);
    }

    @Test
    void signalThatIsSent_isNotProposedAgain() throws Exception {
        String remarks = remarks("-i", "5", "--strategy", "random", "--max-events", "200", "--send", "SIGUSR1@end");
        assertTrue(remarks.contains("no execution came to an end: 5 executions"), remarks);
        assertTrue(remarks.contains("the signal that is sent has not ended it by then"), remarks);
    }

    @Test
    void programThatEnds_isNotSaidToGoOn() throws Exception {
        assertFalse(remarks("-i", "20", "-DENDS").contains("came to an end"));
    }
}
