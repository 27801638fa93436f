package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule of the interfaces that can be broken has its finding, which says where POSIX leaves the behaviour undefined. */
@Timeout(900)
final class MisuseTest {
    private static final Path PROGRAM =
            Path.of("src/test/resources/misuse/misuse.c").toAbsolutePath();

    private static final Path ORDERS =
            Path.of("src/test/resources/misuse/orders.c").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1, pthread_mutex_init: the mutex is initialised already",
        "2, pthread_cond_init: the condition variable is initialised already",
        "3, pthread_rwlock_init: the rwlock is initialised already",
        "4, pthread_barrier_init: the barrier is initialised already",
        "5, pthread_spin_init: the spinlock is initialised already",
        "6, sem_init: the semaphore is initialised already",
        "7, sem_post: the semaphore was never initialised",
        "8, pthread_spin_lock: the spinlock was never initialised",
        "9, pthread_barrier_wait: the barrier was never initialised",
        "10, pthread_mutex_lock: the mutex was never initialised",
        "11, pthread_mutex_lock: the mutex was destroyed",
        "12, pthread_cond_signal: the condition variable was destroyed",
        "13, pthread_rwlock_rdlock: the rwlock was destroyed",
        "14, sem_wait: the semaphore was destroyed",
        "15, pthread_spin_lock: the spinlock was destroyed",
        "16, pthread_barrier_wait: the barrier was destroyed",
        "17, pthread_mutex_destroy: the mutex is locked",
        "18, pthread_rwlock_destroy: the rwlock is locked",
        "19, pthread_spin_destroy: the spinlock is locked",
        "20, pthread_cond_destroy: a thread waits on the condition variable",
        "21, sem_destroy: a thread waits for the semaphore",
        "22, pthread_barrier_destroy: threads wait at the barrier",
        "23, pthread_cond_wait: another thread waits on the condition variable with another mutex",
        "24, pthread_cond_timedwait: the calling thread does not hold the mutex",
        "25, pthread_join: the thread is joined already",
        "26, pthread_join: the thread is detached",
        "27, pthread_join: a thread joins itself",
        "28, pthread_detach: the thread is detached already",
        "29, pthread_mutex_unlock: the mutex is not locked",
        "30, pthread_rwlock_unlock: the calling thread does not hold the rwlock",
        "31, pthread_spin_unlock: the spinlock is not locked",
    })
    void misuse_isNamedAndSaidToBeUndefined(int number, String cause) {
        JsonNode finding = misuse(number, cause);
        assertTrue(finding.get("message").textValue().endsWith("undefined by POSIX"), finding.toString());
        assertTrue(finding.get("line").intValue() > 0, finding.toString());
    }

    @Test
    void useOfWhatWasDestroyed_namesTheUserAndShowsTheDestruction() {
        JsonNode finding = named(
                Heddle.check(folder, "--keep-going", Compiled.of(ORDERS), "--", 1)
                        .json(),
                "pthread_mutex_lock: the mutex was destroyed");
        assertTrue(
                finding.get("message").textValue().matches("misuse of \\S+ by T2 \\(user\\): pthread_mutex_lock.*"),
                finding.toString());
        assertTrue(finding.get("places").get(0).get("label").textValue().startsWith("destroy"), finding.toString());
    }

    @Test
    void errorThatPosixDefines_isToldOfIfAskedForAndNotSaidToBeUndefined() {
        JsonNode finding = named(
                Heddle.check(folder, "--keep-going", "--pedantic", Compiled.of(PROGRAM), "--", 32)
                        .json(),
                "pthread_mutex_unlock: the calling thread does not hold the mutex");
        assertTrue(!finding.get("message").textValue().contains("undefined"), finding.toString());
    }

    @Test
    void objectsThatAreInitialisedAgainAfterTheirEnd_areNoMisuse() {
        assertEquals("clean", check(0).get("verdict").textValue());
    }

    @Test
    void waitersThatMayBeCalledAway_areNotTakenForWaitersWithAnotherMutex() {
        assertEquals(
                0,
                Heddle.check(folder, "-i", 2000, "--points=sync", Compiled.of(PROGRAM), "--", 33)
                        .json()
                        .get("findings")
                        .size());
    }

    /** Whether an object is alive is asked when the operation is executed, and not when the thread comes to it. */
    @ParameterizedTest
    @CsvSource({
        "1, pthread_mutex_lock: the mutex was destroyed",
        "2, pthread_cond_signal: the condition variable was destroyed",
        "3, pthread_rwlock_rdlock: the rwlock was destroyed",
        "4, pthread_rwlock_trywrlock: the rwlock was destroyed",
        "5, sem_wait: the semaphore was destroyed",
        "6, sem_post: the semaphore was destroyed",
        "7, pthread_spin_trylock: the spinlock was destroyed",
        "8, pthread_barrier_wait: the barrier was destroyed",
        "9, pthread_mutex_destroy: the mutex was destroyed",
        "10, pthread_barrier_wait: the barrier was never initialised",
        "11, pthread_join: the thread is joined already",
        "12, pthread_mutex_unlock: the mutex is not locked",
        "12, pthread_mutex_unlock: the mutex is held by another thread",
        "13, pthread_cond_wait: another thread waits on the condition variable with another mutex",
        "14, sem_close: no open named semaphore",
        "15, pthread_spin_unlock: the spinlock is held by another thread",
    })
    void misuseInOneOrderOfTwoThreads_isFound(int number, String cause) {
        JsonNode report = Heddle.check(folder, "--keep-going", Compiled.of(ORDERS), "--", number)
                .json();
        JsonNode finding = named(report, cause);
        assertTrue(finding.get("line").intValue() > 0, finding.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertEquals(0, report.get("executions").get("diverged").intValue(), report.toString());
    }

    private JsonNode check(int number) {
        return Heddle.check(folder, "--keep-going", Compiled.of(PROGRAM), "--", number)
                .json();
    }

    private JsonNode misuse(int number, String cause) {
        return named(check(number), cause);
    }

    private static JsonNode named(JsonNode report, String cause) {
        List<String> causes = new ArrayList<>();
        for (JsonNode finding : report.get("findings")) {
            causes.add(finding.get("cause").textValue());
            if (finding.get("kind").textValue().equals("misuse")
                    && finding.get("cause").textValue().equals(cause)) {
                return finding;
            }
        }
        throw new AssertionError(causes.toString());
    }

    /** The unlock fails without a step of its own; the thread's next step has nothing to do with it. */
    @Test
    void misuseThatIsNoStep_marksNoOther() throws Exception {
        Path source = Files.writeString(
                folder.resolve("recursive.c"),
                """
                #define _GNU_SOURCE
                #include <pthread.h>
                static pthread_mutex_t a = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, b = PTHREAD_MUTEX_INITIALIZER;
                static void *other(void *unused) {
                    pthread_mutex_lock(&b);
                    pthread_mutex_unlock(&b);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, other, NULL);
                    pthread_mutex_unlock(&a);
                    pthread_mutex_lock(&b);
                    pthread_mutex_unlock(&b);
                    pthread_join(thread, NULL);
                }
                """);
        JsonNode finding = Heddle.check(folder, "--keep-going", "--pedantic", source)
                .json()
                .at("/findings/0");
        assertEquals("misuse", finding.get("kind").textValue());
        for (JsonNode step : finding.get("trace")) {
            assertFalse(step.get("key").booleanValue(), step.toString());
        }
    }
}
