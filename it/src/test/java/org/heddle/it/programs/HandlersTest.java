package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the handler of a signal does not run, the verdict says so, and --points=all lets it run there. */
@Timeout(900)
final class HandlersTest {
    private static final String CLAIM = "in which handlers run between visible operations";
    private static final String REMARK = "handlers of signals ran between visible operations alone";

    private static final String TO_WORKER = "pthread_kill(thread, SIGUSR1)";

    @TempDir
    private Path folder;

    /** A worker, and how main sends a signal. */
    private Path program(String handler, String worker, String sends) throws IOException {
        return Files.writeString(
                folder.resolve("signals.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                #include <semaphore.h>
                #include <signal.h>
                static int x, y;
                static sem_t semaphore;
                static void handle(int number) {
                    (void)number;
                    %s;
                }
                static void *work(void *unused) {
                    %s;
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    sem_init(&semaphore, 0, 0);
                    signal(SIGUSR1, handle);
                    pthread_create(&thread, 0, work, 0);
                    %s;
                    pthread_join(thread, 0);
                    (void)x, (void)y;
                    return 0;
                }
                """
                        .formatted(handler, worker, sends));
    }

    @Test
    void aWaitForASignalThatCameBefore_namesTheSignalAndItsStep() throws Exception {
        Path source = Files.writeString(
                folder.resolve("pause.c"),
                """
                #include <pthread.h>
                #include <signal.h>
                #include <unistd.h>
                static volatile sig_atomic_t came;
                static pthread_t boss;
                static void handle(int number) { (void)number; came = 1; }
                static void *work(void *unused) { pthread_kill(boss, SIGUSR1); return unused; }
                int main(void) {
                    signal(SIGUSR1, handle);
                    boss = pthread_self();
                    pthread_t thread;
                    pthread_create(&thread, 0, work, 0);
                    if (!came)
                        pause();
                    pthread_join(thread, 0);
                }
                """);
        JsonNode finding = Heddle.check(folder, source).json().at("/findings/0");
        assertEquals("signal", finding.get("cause").textValue(), finding.toString());
        String message = finding.get("message").textValue();
        JsonNode handles = null;
        for (JsonNode step : finding.get("trace")) {
            handles = step.get("operation").textValue().equals("run the handler of SIGUSR1") ? step : handles;
        }
        assertEquals(
                "deadlock: main waits for a signal; SIGUSR1 came before the wait, and its handler ran in this thread (step "
                        + handles.get("step").intValue() + ")",
                message);
    }

    @Test
    void handlerThatReadsWhatItsThreadChanges_isToldInEveryForm() throws Exception {
        Path program = program("assert(x == y)", "x++; y++", TO_WORKER);
        for (String form : new String[] {"text", "json", "sarif", "junit", "html", "markdown"}) {
            Run run = Heddle.run("check", "--format", form, "-o", folder, program);
            String out = run.out().replaceAll("\\s+", " ");
            assertTrue(out.contains(CLAIM), () -> form + ": " + run);
            if (!form.equals("junit")) {
                assertTrue(out.contains(REMARK), () -> form + ": " + run);
            }
        }
    }

    @Test
    void rows_tellWhereAHandlerRunsAndACancelledThreadEnds_andNotWhereNoSignalHasCome() throws Exception {
        String handled = Heddle.run("check", "-o", folder, program("x = 1", "sem_wait(&semaphore)", TO_WORKER))
                .out();
        assertTrue(handled.contains("signal(SIGUSR1)"), handled);
        assertTrue(handled.contains("run the handler of SIGUSR1"), handled);
        Path cancels =
                program("x = 1", "sem_wait(&semaphore)", "pthread_cancel(thread); pthread_join(thread, 0); assert(y)");
        String cancelled = Heddle.run("check", "-o", folder, cancels).out();
        assertTrue(cancelled.contains("pthread_cancel(thread)"), cancelled);
        assertTrue(cancelled.contains("end: cancelled in sem_wait(&semaphore)"), cancelled);
        for (String out : new String[] {handled, cancelled}) {
            assertFalse(out.contains("look for"), out);
            assertFalse(out.contains("look at the"), out);
            assertFalse(out.contains("signals sent"), out);
        }
    }

    @Test
    void remark_namesTheHandlerAndTheOptionThatFindsTheBug() throws Exception {
        Path program = program("assert(x == y)", "x++; y++", TO_WORKER);
        String remarks = Heddle.check(folder, program).json().get("remarks").toString();
        assertTrue(remarks.contains("(--points=all: between any two accesses): the handler at signals.c:7"), remarks);
        JsonNode all = Heddle.check(folder, "--points=all", program).json();
        assertEquals("assertion", all.at("/findings/0/kind").textValue(), all.toString());
    }

    @Test
    void handlerWithoutPlainAccesses_isNotTold() throws Exception {
        assertSaysNothing(program("sem_post(&semaphore)", "sem_wait(&semaphore); x++", TO_WORKER));
    }

    @Test
    void handlerThatRunsWithinRaise_isNotTold() throws Exception {
        assertSaysNothing(program("x++", "(void)unused", "raise(SIGUSR1)"));
    }

    private static void assertSaysNothing(Path program) throws Exception {
        JsonNode report = Heddle.check(program.getParent(), program).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertFalse(report.toString().contains(REMARK), report.toString());
        assertFalse(report.toString().contains(CLAIM), report.toString());
    }
}
