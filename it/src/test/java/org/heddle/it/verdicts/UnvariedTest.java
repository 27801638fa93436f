package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A proof says what POSIX and C11 leave open and is not explored, where the program shows that it matters. */
@Timeout(900)
final class UnvariedTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdatomic.h>
            #ifndef SERIAL
            #define SERIAL
            #endif
            #ifndef FAILS
            #define FAILS (!was || !serial || !took)
            #endif
            #ifndef ROUNDS
            #define ROUNDS 1
            #endif
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
            static pthread_barrier_t barrier;
            static int ready;
            static atomic_int taken;
            static void *work(void *unused) {
                pthread_mutex_lock(&lock);
                ready = 1;
                pthread_cond_signal(&changed);
                pthread_mutex_unlock(&lock);
                for (int i = 0; i < ROUNDS; i++) pthread_barrier_wait(&barrier);
                return unused;
            }
            static int go_on(void) {
                int expected = 0, serial = 1;
                pthread_mutex_lock(&lock); int early = ready; (void)early;
                WAITS (!ready) {
                    pthread_cond_wait(&changed, &lock);
                }
                if (ROUNDS > 1 && !ready) pthread_cond_wait(&changed, &lock);
                int was = ready;
                pthread_mutex_unlock(&lock);
                SERIAL pthread_barrier_wait(&barrier);
                WAITS (!atomic_compare_exchange_weak(&taken, &expected, 1)) {
                    expected = 0;
                }
                int took = taken == 1;
                if (ROUNDS > 1) {
                    SERIAL pthread_barrier_wait(&barrier);
                    atomic_compare_exchange_weak(&taken, &expected, 1);
                }
                return FAILS;
            }
            int main(void) {
                pthread_t thread;
                pthread_barrier_init(&barrier, NULL, 2);
                pthread_create(&thread, NULL, work, NULL);
                int wrong = go_on();
                pthread_join(thread, NULL);
                return wrong;
            }
            """;

    /** A thread of C++ that waits: with one of the templates, which have the loop or have it not, or without. */
    private static final String PROGRAM_OF_CXX =
            """
            #include <chrono>
            #include <condition_variable>
            #include <mutex>
            #include <thread>
            using namespace std::chrono_literals;
            static std::mutex lock;
            static std::condition_variableTYPE changed;
            static bool ready, was;
            static void go_on() {
                [[maybe_unused]] const auto until = std::chrono::steady_clock::now() + 5s;
                std::unique_lock<std::mutex> held(lock);
                WAITS;
                was = ready;
            }
            int main() {
                std::thread thread([] { CALLS; });
                {
                    std::lock_guard<std::mutex> held(lock);
                    ready = true;
                    changed.notify_one();
                }
                thread.join();
                return was ? 0 : 1;
            }
            """;

    /** All that the program has got by now is looked at, and fails nowhere. */
    private static final String NEVER = "-DFAILS=was + serial + took > 99";

    @TempDir
    private Path folder;

    @Test
    void outcomesThatAreLeftOut_areTold() throws Exception {
        Run run = check("-DWAITS=if", "-DSERIAL=serial =", "--spurious=0");
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        String text = text();
        assertTrue(text.contains("in which waits end by signals alone"), text);
        assertTrue(text.contains("a wait for a condition variable may end without a signal"), text);
        assertTrue(text.contains("program.c:29"), text);
        assertTrue(text.contains("the thread with the lowest number is a barrier's serial one"), text);
        assertTrue(text.contains("program.c:34"), text);
        assertTrue(text.contains("weak compare-and-swaps fail only where the values differ"), text);
        assertTrue(text.contains("program.c:35"), text);
    }

    @Test
    void loopsAndResultsThatNobodyUses_needNoAssumption() throws Exception {
        Run run = check("-DWAITS=while");
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        assertTrue(text().contains("no bug in any interleaving ("), text());
        assertFalse(text().contains("PTHREAD_BARRIER_SERIAL_THREAD"), text());
        int executions = run.json().at("/counts/executions").intValue();
        Run without = check("-DWAITS=while", "--spurious=0");
        assertEquals(
                executions,
                without.json().at("/counts/executions").intValue(),
                "nothing is explored for loops that look again");
    }

    @Test
    void whatIsExplored_isNoAssumption() throws Exception {
        Run run = check("-DWAITS=if", "-DSERIAL=serial =", NEVER);
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        assertTrue(text().contains("no bug in any interleaving ("), text());
    }

    @Test
    void aWaitThatEndsWithoutASignal_isFoundByDefault() throws Exception {
        JsonNode finding = check("-DWAITS=if", "-DFAILS=!was").json().at("/findings/0");
        assertEquals("exit-code", finding.get("kind").textValue(), finding.toString());
        String message = finding.get("message").textValue();
        assertTrue(message.contains("program.c:29 ended without a signal, as POSIX permits"), message);
        assertTrue(finding.get("repair").textValue().contains("while (!condition)"), finding.toString());
        assertTrue(text().contains("wake from changed (no signal)"), text());
        Run replay = Heddle.run("replay", folder.resolve(finding.get("schedule").textValue()));
        assertEquals(1, replay.exitCode(), replay.toString());
    }

    @Test
    void aWeakCompareAndSwapThatFails_isFoundByDefault() throws Exception {
        JsonNode finding = check("-DWAITS=if", "-DFAILS=!took").json().at("/findings/0");
        String message = finding.get("message").textValue();
        assertTrue(message.contains("program.c:35 failed although the values were equal, as C11 permits"), message);
        assertTrue(finding.get("repair").textValue().contains("try again in a loop"), finding.toString());
    }

    @Test
    void anotherSerialThread_isFoundByDefault() throws Exception {
        JsonNode finding = check("-DWAITS=while", "-DSERIAL=serial =").json().at("/findings/0");
        String message = finding.get("message").textValue();
        assertTrue(message.contains("PTHREAD_BARRIER_SERIAL_THREAD, as POSIX permits"), message);
    }

    /** What is drawn has such outcomes at random. */
    @Test
    void whatAFindingDoesNotNeed_isNotTold() throws Exception {
        for (int seed = 1; seed <= 4; seed++) {
            JsonNode finding = check("-DWAITS=if", "-DFAILS=early", "--strategy", "random", "--seed", seed, "-i", 50)
                    .json()
                    .at("/findings/0");
            assertEquals("exit-code", finding.get("kind").textValue(), finding.toString());
            assertFalse(finding.get("message").textValue().contains("permits"), finding.toString());
        }
    }

    @Test
    void whatIsExploredOnce_isAnAssumption() throws Exception {
        Run run = check("-DWAITS=if", "-DSERIAL=serial =", NEVER, "-DROUNDS=2");
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        String text = text();
        assertTrue(text.contains("few waits of a thread end without a signal"), text);
        assertTrue(text.contains("few weak compare-and-swaps of a thread fail where the values are equal"), text);
        assertTrue(text.contains("the same one in each round"), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            ''   | if (!ready) changed.wait(held)           | go_on()              | bug
            _any | if (!ready) changed.wait(held)           | go_on()              | bug
            ''   | while (!ready) changed.wait(held)        | go_on()              | clean
            ''   | changed.wait(held, [] { return ready; }) | go_on()              | clean
            ''   | if (!ready) changed.wait(held)           | while (!was) go_on() | clean
            ''   | if (!ready) was = changed.wait_for(held, 5s) == std::cv_status::timeout   | go_on() | bug
            ''   | if (!ready) was = changed.wait_until(held, until) == std::cv_status::timeout | go_on() | bug
            ''   | if (!ready) changed.wait_until(held, std::chrono::system_clock::now() + 5s) | go_on() | bug
            _any | if (!ready) was = changed.wait_for(held, 5s) == std::cv_status::timeout   | go_on() | bug
            ''   | while (!ready) changed.wait_for(held, 5s)                                | go_on() | clean
            ''   | changed.wait_for(held, 5s, [] { return ready; })                         | go_on() | clean
            _any | changed.wait_until(held, until, [] { return ready; })                    | go_on() | clean
            """)
    void waitsOfCxx_endWithoutASignalWhereNothingLooksAgain(String type, String waits, String calls, String verdict)
            throws Exception {
        String program = PROGRAM_OF_CXX.replace("TYPE", type).replace("WAITS", waits);
        Path source = Files.writeString(folder.resolve("program.cc"), program.replace("CALLS", calls));
        Run run = Heddle.check(folder, source);
        assertEquals(verdict, run.json().get("verdict").textValue(), run.toString());
        assertEquals(verdict.equals("bug"), text().contains("program.cc:12 ended without a signal"), text());
    }

    /** The kernel and libc give such addresses again; the runtime never does, and says so where the program looks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            before = map(8); munmap(before, 8)   | assert(map(8) != before)           | no mapping lies where another one has lain
            before = map(8); munmap(before, 8)   | assert((char *)map(4) + 4 != (char *)before + 4) | no mapping lies where another one has lain
            before = map(8)                      | assert(map(8) != before)           |
            before = map(4096); munmap(before, 4096) | assert(map(4097) != before)    |
            before = &own                        | assert(before != &own)             | no thread has its thread-local variables where
            before = &own                        | assert((char *)before != (char *)&own + 4) |
            """)
    void addressesThatNeverComeAgain_areTold(String first, String second, String assumption) throws Exception {
        Path source = Files.writeString(
                folder.resolve("program.c"),
                """
                #define _GNU_SOURCE
                #include <assert.h>
                #include <pthread.h>
                #include <sys/mman.h>
                static __thread int own;
                static void *before;
                static void *map(size_t size) { return mmap(0, size, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
                static void *one(void *unused) { FIRST; return unused; }
                static void *two(void *unused) { SECOND; return unused; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, one, NULL);
                    pthread_join(thread, NULL);
                    pthread_create(&thread, NULL, two, NULL);
                    pthread_join(thread, NULL);
                    (void)own; (void)map;
                    return 0;
                }
                """
                        .replace("FIRST", first)
                        .replace("SECOND", second));
        Run run = Heddle.check(folder, source);
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        String text = text();
        assertTrue(text.contains(assumption == null ? "no bug in any interleaving (" : "in which " + assumption), text);
    }

    /** A few values stand for all: what the others lead to is not explored. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            int     | int     | value != 4         | numbers that may be any are 0, 1, 2 or -1
            uint8_t | uchar   | value < 3 or value == 255 | numbers that may be any are 0, 1, 2 or -1
            double  | double  | value < 2.5        | numbers that may be any are 0, 1, 2 or -1
            void *  | pointer | value == 0         | pointers that may be any are NULL
            _Bool   | bool    | value <= 1         |
            """)
    void valuesThatMayBeAny_areTold(String type, String name, String holds, String assumption) throws Exception {
        Path source = Files.writeString(
                folder.resolve("program.c"),
                """
                #include <assert.h>
                #include <iso646.h>
                #include <pthread.h>
                #include <stdint.h>
                extern TYPE __VERIFIER_nondet_NAME(void);
                static void *look(void *unused) {
                    TYPE value = __VERIFIER_nondet_NAME();
                    assert(HOLDS);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                #ifdef ALONE
                    return look(&thread) != &thread;
                #endif
                    pthread_create(&thread, NULL, look, NULL);
                    return pthread_join(thread, NULL);
                }
                """
                        .replace("TYPE", type)
                        .replace("NAME", name)
                        .replace("HOLDS", holds));
        Run run = Heddle.check(folder, source);
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
        String text = text();
        assertTrue(text.contains(assumption == null ? "no bug in any interleaving (" : "in which " + assumption), text);
        Heddle.check(folder, "-DALONE", source);
        assertEquals(assumption != null, text().contains("no bug in its one thread in which " + assumption), text());
        assertEquals(
                assumption != null, text.contains("may be any; here it was") && text.contains("program.c:7"), text);
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("report.txt")).replaceAll("\\s+", " ");
    }

    private Run check(Object... options) throws Exception {
        Path source = Files.writeString(folder.resolve("program.c"), PROGRAM);
        List<Object> command = new ArrayList<>(List.of(options));
        command.add(source);
        return Heddle.check(folder, command.toArray());
    }
}
