package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Small programs of which something was missed, or did not replay, before. */
@Timeout(60)
final class OnceDifferentTest {
    @TempDir
    private Path folder;

    @Test
    void ofTwoJoinsOfOneThread_eitherIsFirst() throws Exception {
        same(List.of(
                List.of("SHOW(pthread_join(handle(1), NULL));"),
                List.of(),
                List.of("SHOW(pthread_join(handle(1), NULL));")));
    }

    @Test
    void ofJoinAndTryjoin_eitherIsFirst() throws Exception {
        same(List.of(
                List.of("SHOW(pthread_join(handle(1), NULL));"),
                List.of(),
                List.of("SHOW(pthread_tryjoin_np(handle(1), NULL));")));
    }

    @Test
    void ofJoinAndDetach_eitherIsFirst() throws Exception {
        same(List.of(
                List.of("SHOW(pthread_join(handle(1), NULL));"),
                List.of(),
                List.of("SHOW(pthread_detach(handle(1)));")));
    }

    @Test
    void ofTwoDetaches_eitherIsFirst() throws Exception {
        same(List.of(
                List.of("SHOW(pthread_detach(handle(1)));"), List.of(), List.of("SHOW(pthread_detach(handle(1)));")));
    }

    @Test
    void handleOfJoinedThread_isNotToBeUsedToSendASignal() throws Exception {
        same(List.of(
                List.of("SHOW(pthread_join(handle(1), NULL));"),
                List.of(),
                List.of("SHOW(pthread_kill(handle(1), 0));")));
    }

    @Test
    void handleOfJoinedThread_isNotToBeUsedToCancel() throws Exception {
        same(List.of(
                List.of("SHOW(pthread_join(handle(1), NULL));"),
                List.of(),
                List.of("SHOW(pthread_cancel(handle(1)));")));
    }

    @Test
    void handleOfDetachedThreadThatHasEnded_isNotToBeUsed() throws Exception {
        same(List.of(List.of("SHOW(pthread_kill(handle(1), 0));"), List.of("SHOW(pthread_detach(pthread_self()));")));
    }

    @Test
    void signalThatKillsTheProcess_comesBeforeOrAfterTheEndOfItsThread() throws Exception {
        same(List.of(List.of("SHOW(pthread_kill(handle(1), SIGTERM));"), List.of()));
    }

    @Test
    void waitWithoutTheMutex_leavesItToWhoHoldsIt() throws Exception {
        same(List.of(
                List.of(),
                List.of("pthread_mutex_lock(&m0); pthread_cond_broadcast(&c0); pthread_mutex_unlock(&m0);"),
                List.of("pthread_cond_wait(&c0, &m0);")));
    }

    @Test
    void waitWithoutTheMutexAndWithAnotherOne_isBoth() throws Exception {
        same(List.of(
                List.of(),
                List.of("pthread_mutex_lock(&m1); pthread_cond_wait(&c0, &m1); pthread_mutex_unlock(&m1);"),
                List.of("pthread_cond_wait(&c0, &m0);")));
    }

    @Test
    void unlockByWhoHoldsNothing_mayTakeTheReadWriteLockFromItsWriter() throws Exception {
        same(List.of(
                List.of(),
                List.of("pthread_rwlock_wrlock(&w0); pthread_rwlock_unlock(&w0);"),
                List.of("SHOW(pthread_rwlock_unlock(&w0));")));
    }

    @Test
    void signalThatComesWhileAHandlerRuns_isHandledAfterIt() throws Exception {
        FuzzProgram program = new FuzzProgram(
                0,
                List.of("catch_signal(0);"),
                List.of(
                        List.of("SHOW(pthread_kill(handle(1), SIGUSR1));"),
                        List.of("SHOW(raise(SIGUSR1)); SHOW(atomic_load(&a1));")),
                List.of());
        assertEquals(List.of(), new Fuzzer(folder).differences(program));
    }

    @Test
    void ofTwoFrees_eitherIsFirst() throws Exception {
        FuzzProgram program = new FuzzProgram(
                0,
                List.of("p0 = malloc(sizeof *p0); *p0 = 5;"),
                List.of(List.of(), List.of("free(p0);"), List.of("free(p0);")),
                List.of());
        assertEquals(List.of(), new Fuzzer(folder).differences(program));
    }

    /** The first is main, which knows the others. */
    private void same(List<List<String>> threads) throws Exception {
        FuzzProgram program = new FuzzProgram(0, List.of(), new ArrayList<>(threads), List.of());
        assertEquals(List.of(), new Fuzzer(folder).differences(program));
    }
}
