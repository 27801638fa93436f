package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Small programs of which something was missed, or did not replay, before. */
@Tag("thorough")
@Tag("slow")
@Timeout(900)
final class FuzzRegressionTest {
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
        same(
                List.of("catch_signal(0);"),
                List.of(
                        List.of("SHOW(pthread_kill(handle(1), SIGUSR1));"),
                        List.of("SHOW(raise(SIGUSR1)); SHOW(atomic_load(&a1));")));
    }

    @Test
    void ofTwoExits_eitherIsFirst() throws Exception {
        same(List.of(List.of(), List.of(), List.of("exit(3);")));
    }

    @Test
    void barrierInitialisedWhereThreadsWait_letsThemNeverGo() throws Exception {
        String init = "pthread_barrier_init(&b0, NULL, 2);";
        same(
                List.of(init),
                List.of(
                        List.of(),
                        List.of("SHOW(pthread_barrier_wait(&b0));"),
                        List.of(init + " SHOW(pthread_barrier_wait(&b0));")));
    }

    @Test
    void descriptorClosedByAnotherThread_isClosedBeforeOrAfterACall() throws Exception {
        same(
                List.of("if (pipe(pipes)) _exit(97);"),
                List.of(
                        List.of("SHOW(close(pipes[1]));"),
                        List.of("{ char c = 0; SHOW((int)read(pipes[0], &c, 1)); }"),
                        List.of("SHOW(close(pipes[0]));")));
    }

    @Test
    void reallocatedBlock_holdsWhatItHeldWhenItWasFreed() throws Exception {
        String reallocates = "{ int *q = realloc(p0, 64); SHOW(*q); p0 = q; }";
        List<String> setup = List.of("p0 = malloc(sizeof *p0); *p0 = 5;");
        same(setup, List.of(List.of(), List.of(reallocates), List.of("p0 = malloc(sizeof *p0); *p0 = T;")));
        same(setup, List.of(List.of(), List.of(reallocates), List.of("free(p0);")));
    }

    /** The thread dies where the race is told, unless what it may not read any more is left alone. */
    @Test
    void accessAfterTheRightToItIsTakenAway_isARaceAndTheOtherOrderIsExplored() throws Exception {
        same(
                List.of("g0 = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
                List.of(
                        List.of("pthread_join(handle(2), NULL);"),
                        List.of("SHOW(mprotect(g0, 4096, PROT_NONE));"),
                        List.of("*g0 = T + 1;")));
    }

    /** Where sections are executed in one go, a race is told that the search begins again for. */
    @Test
    void sectionsOfOneLockThatTurnOutToBeVisible_doNotRace() throws Exception {
        String section =
                "pthread_mutex_lock(&m0); x0 += 2; pthread_cond_broadcast(&c0); sleep(1); pthread_mutex_unlock(&m0);";
        same(List.of(List.of("pthread_join(handle(2), NULL);"), List.of(section), List.of(section)));
    }

    @Test
    void ofTwoFrees_eitherIsFirst() throws Exception {
        same(
                List.of("p0 = malloc(sizeof *p0); *p0 = 5;"),
                List.of(List.of(), List.of("free(p0);"), List.of("free(p0);")));
    }

    @Test
    void timerArmedByTwoThreads_hasOneThread() throws Exception {
        same(
                List.of("ticks = make_timer(SIGEV_THREAD);"),
                List.of(List.of(), List.of("set_timer(1, 0);"), List.of("set_timer(2, 0);")));
    }

    @Test
    void timerDeletedByAnotherThread_isDeletedBeforeOrAfterItIsArmed() throws Exception {
        same(
                List.of("ticks = make_timer(SIGEV_THREAD);"),
                List.of(
                        List.of(),
                        List.of("SHOW(timer_delete(ticks));"),
                        List.of("SHOW(timer_settime(ticks, 0, &(struct itimerspec){{0, 0}, {1, 0}}, NULL) + 1);")));
    }

    @Test
    void alarmsOfTwoThreads_areOneTimer() throws Exception {
        same(
                List.of("signal(SIGALRM, handler);"),
                List.of(List.of(), List.of("SHOW((int)alarm(1));"), List.of("SHOW((int)alarm(2));")));
    }

    @Test
    void clockPolledWhereEveryAccessIsVisible_comesToItsDeadline() throws Exception {
        same(List.of(List.of(), List.of("for (long end = now() + 1; now() < end;) {}"), List.of("x0++;")));
    }

    /** The first is main, which knows the others. */
    private void same(List<List<String>> threads) throws Exception {
        same(List.of(), threads);
    }

    private void same(List<String> setup, List<List<String>> threads) throws Exception {
        FuzzProgram program = new FuzzProgram(0, setup, new ArrayList<>(threads), List.of());
        assertEquals(List.of(), new Fuzzer(folder).differences(program));
    }
}
