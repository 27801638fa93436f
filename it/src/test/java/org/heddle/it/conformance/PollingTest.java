package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.dpor.model.ObjectUse;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread that asks again and again waits: for each kind of operation that looks, or only tries, a loop of it is proved, in few
 * executions. A kind that is taken for something else goes round its loop up to the bound, in thousands.
 */
@Timeout(900)
final class PollingTest {
    private static final int FEW = 12;

    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <heddle.h>
            #include <pthread.h>
            #include <sched.h>
            #include <semaphore.h>
            #include <stdatomic.h>
            #include <time.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
            static pthread_spinlock_t spin;
            static sem_t sem;
            static atomic_int flag, others[2];
            static atomic_flag busy = ATOMIC_FLAG_INIT;
            static volatile int plain;
            static const struct timespec short_time = {0, 1000};
            static void *work(void *unused) {
                @GIVES@;
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_spin_init(&spin, 0);
                sem_init(&sem, 0, 0);
                @BEFORE@;
                pthread_create(&thread, NULL, work, NULL);
                @POLLS@;
                return 0;
            }
            """;

    /** What is done before the other thread begins, what that does, and the loop. */
    private record Poll(String before, String gives, String polls) {
        String program() {
            return PROGRAM.replace("@BEFORE@", before).replace("@GIVES@", gives).replace("@POLLS@", polls);
        }
    }

    @TempDir
    private Path folder;

    /** Those that leave their object as it was, sometimes or always; but for what no loop can wait for, as it is no memory. */
    static List<OperationKind> kinds() {
        return Stream.of(OperationKind.values())
                .filter(kind -> kind.blockingForm() != kind
                        || kind.has(OperationTrait.LOOKS)
                        || kind.has(OperationTrait.ATTEMPTS)
                        || mayOnlyRead(kind.use()))
                .filter(kind -> !Set.of(
                                OperationKind.SEM_GETVALUE,
                                OperationKind.SEM_PASS,
                                OperationKind.CHANNEL_POLL,
                                OperationKind.KEY_RUN,
                                OperationKind.INVOCATION)
                        .contains(kind))
                .toList();
    }

    private static boolean mayOnlyRead(ObjectUse use) {
        return switch (use) {
            case READS, WRITES_IF_DONE, SHARES_IF_DONE, EXCHANGES -> true;
            default -> false;
        };
    }

    private static Poll poll(OperationKind kind) {
        return switch (kind) {
            case MUTEX_TRYLOCK -> lock("pthread_mutex_@(&mutex)");
            case SPIN_TRYLOCK -> lock("pthread_spin_@(&spin)");
            case RWLOCK_TRYWRLOCK -> lock("pthread_rwlock_@(&rwlock)", "wrlock", "trywrlock");
            case RWLOCK_TRYRDLOCK -> lock("pthread_rwlock_@(&rwlock)", "wrlock", "tryrdlock");
            case SEM_TRYWAIT -> new Poll("", "sem_post(&sem)", "while (sem_trywait(&sem) != 0) { }");
            case THREAD_TRYJOIN -> new Poll("", "flag = 1", "while (pthread_tryjoin_np(thread, NULL) != 0) { }");
            case ATOMIC_LOAD -> flag("while (flag == 0) { }");
            case AWAIT -> flag("while (flag == 0 && others[0] == 0 && others[1] == 0) { }");
            case YIELD -> flag("while (flag == 0) { sched_yield(); }");
            case SLEEP -> flag("while (flag == 0) { nanosleep(&short_time, NULL); }");
            case ATOMIC_FENCE -> flag("while (flag == 0) { atomic_thread_fence(memory_order_seq_cst); }");
            case ATOMIC_CAS -> flag("for (int one = 1; !atomic_compare_exchange_strong(&flag, &one, 2); one = 1) { }");
            case ATOMIC_RMW -> new Poll(
                    "atomic_flag_test_and_set(&busy)",
                    "atomic_flag_clear(&busy)",
                    "while (atomic_flag_test_and_set(&busy)) { }");
            case READ -> new Poll("heddle_benign_race(&plain, sizeof plain)", "plain = 1", "while (plain == 0) { }");
            default -> throw new AssertionError("no program here polls with " + kind + ": write one");
        };
    }

    private static Poll flag(String polls) {
        return new Poll("", "flag = 1", polls);
    }

    private static Poll lock(String call) {
        return lock(call, "lock", "trylock");
    }

    private static Poll lock(String call, String takes, String tries) {
        String work = call.replace("@", takes) + "; " + call.replace("@", "unlock");
        return new Poll("", work, "while (" + call.replace("@", tries) + " != 0) { }");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void loopOfIt_isProvedInFewExecutions(OperationKind kind) throws Exception {
        assertProvedInFewExecutions(poll(kind));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pthread_mutex_lock(&mutex) pthread_mutex_unlock(&mutex)",
                "pthread_spin_lock(&spin) pthread_spin_unlock(&spin)",
                "pthread_rwlock_rdlock(&rwlock) pthread_rwlock_unlock(&rwlock)"
            })
    void loopThatLooksUnderALock_isProvedInFewExecutions(String calls) throws Exception {
        List<String> call = List.of(calls.split(" ", 2));
        String gives = call.get(0).replace("rdlock", "wrlock") + "; plain = 1; " + call.get(1);
        String polls = "for (int seen = 0; seen == 0; nanosleep(&short_time, NULL)) { @; seen = plain; @; }";
        assertProvedInFewExecutions(
                new Poll("", gives, polls.replaceFirst("@", call.get(0)).replaceFirst("@", call.get(1))));
    }

    private void assertProvedInFewExecutions(Poll poll) throws Exception {
        Path source = Files.writeString(folder.resolve("polls.c"), poll.program());
        Run run = Heddle.check(folder, "--keep-going", "-j", "1", "--bound", "none", source);
        JsonNode report = new ObjectMapper().readTree(run.out());
        String claim = report.get("claim").textValue();
        int executions = report.get("executions").get("total").intValue();
        assertAll(
                run.toString(),
                () -> assertTrue(claim.startsWith("proved: no bug in any interleaving ("), claim),
                () -> assertTrue(executions <= FEW, executions + " executions"));
    }
}
