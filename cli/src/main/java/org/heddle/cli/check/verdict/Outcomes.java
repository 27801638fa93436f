package org.heddle.cli.check.verdict;

import org.heddle.dpor.model.execution.Note;

/**
 * What POSIX or C11 leave open, is not explored, or only in part, and matters to the program.
 *
 * @param assumption of interleavings, after "in which"
 * @param remark before the places
 */
record Outcomes(String assumption, String remark) {
    private static final String AGAIN = " again";

    private static final Outcomes SERIAL = new Outcomes(
            "the thread with the lowest number is a barrier's serial one",
            "any thread may get PTHREAD_BARRIER_SERIAL_THREAD; here it was the one with the lowest number of those that"
                    + " the barrier lets go");
    private static final Outcomes PARTLY_SERIAL = new Outcomes(
            "a barrier's serial thread is one of its four with the lowest numbers, and the same one in each round",
            "any thread may get PTHREAD_BARRIER_SERIAL_THREAD in any round; here it was each of the four with the lowest"
                    + " numbers, in all rounds of an execution the one of the same rank");
    private static final Outcomes NO_FAILURE = new Outcomes(
            "weak compare-and-swaps fail only where the values differ",
            "a weak compare-and-swap may fail although the values are equal, and this one is in no loop that tries again"
                    + " (--spurious=1: it does)");
    private static final Outcomes FEW_FAILURES = new Outcomes(
            "few weak compare-and-swaps of a thread fail where the values are equal",
            "any weak compare-and-swap may fail although the values are equal; here no more of a thread did than --spurious"
                    + " allows, by default one, and this one is in no loop that tries again");
    private static final Outcomes NO_WAKEUP = new Outcomes(
            "waits end by signals alone",
            "a wait for a condition variable may end without a signal, and this one is in no loop that looks again"
                    + " (--spurious=1: it does)");
    private static final Outcomes FEW_WAKEUPS = new Outcomes(
            "few waits of a thread end without a signal",
            "any wait for a condition variable may end without a signal; here no more of a thread did than --spurious"
                    + " allows, by default one, and this one is in no loop that looks again");

    private static final Outcomes NOT_GIVEN_AGAIN = new Outcomes(
            "no block has the address of one that was freed",
            "addresses are compared, and libc's malloc gives that of a freed block again; here none came again"
                    + " (--points=auto: they do), compared");
    private static final Outcomes GIVEN_AGAIN = new Outcomes(
            "a thread's heap gives its last freed blocks again always or never",
            "addresses are compared, so each thread either got its last freed blocks again, the last one of a size first, as"
                    + " libc's malloc has it, or never; first here");

    private static final Outcomes HANDLES_NOT_GIVEN_AGAIN = new Outcomes(
            "no thread has the handle of one that was joined",
            "handles of threads are compared, and libc gives that of a joined thread again; here none came again"
                    + " (--points=auto: they do), compared");
    private static final Outcomes HANDLES_GIVEN_AGAIN = new Outcomes(
            "threads have handles of those that their creator has joined, the last one first, always or never",
            "handles of threads are compared, so each thread gave those that it creates either the handles of threads that it"
                    + " had joined, as libc does, or never; first here");

    private static final Outcomes MAPPINGS_NOT_GIVEN_AGAIN = new Outcomes(
            "no mapping lies where another one has lain",
            "addresses of mappings are compared, and the kernel may give that of one that has ended again; here none came again,"
                    + " compared");
    private static final Outcomes VARIABLES_NOT_GIVEN_AGAIN = new Outcomes(
            "no thread has its thread-local variables where those of one that was joined lay",
            "addresses of thread-local variables are compared, and libc gives those of a joined thread again; here none came"
                    + " again, compared");

    private static final Outcomes TASKS_IN_ORDER = new Outcomes(
            "OpenMP tasks begin in the order in which they can",
            "any task that can begin may be the next one; here it was the one that could for longest, whichever thread took"
                    + " it");

    private static final Outcomes TWO_THREADS = new Outcomes(
            "OpenMP teams have two threads",
            "neither the program nor OMP_NUM_THREADS says how many threads a team has; here it had two");

    private static final Outcomes TWO_TEAMS = new Outcomes(
            "OpenMP leagues have two teams", "the program does not say how many teams a league has; here it had two");

    private static final Outcomes NO_RINGS = new Outcomes(
            "io_uring is not available",
            "the kernel may have io_uring; here the call failed with ENOSYS, as where it has none");

    private static final Outcomes FEW_NUMBERS = new Outcomes(
            "numbers that may be any are 0, 1, 2 or -1",
            "a number of __VERIFIER_nondet_int() and its kin may be any; here it was 0, 1, 2 and -1 (heddle_choose(n) of heddle.h"
                    + " takes all below n)");
    private static final Outcomes NO_POINTERS = new Outcomes(
            "pointers that may be any are NULL",
            "a pointer of __VERIFIER_nondet_pointer() may be any; here it was NULL");

    /** What a note of the kind {@link Note.Kind#UNVARIED} is about. */
    static Outcomes of(Note note) {
        boolean partly = note.text().endsWith(AGAIN);
        return switch (note.text().replace(AGAIN, "")) {
            case "pthread_barrier_wait" -> partly ? PARTLY_SERIAL : SERIAL;
            case "io_uring_setup" -> NO_RINGS;
            case "omp parallel" -> TWO_THREADS;
            case "omp teams" -> TWO_TEAMS;
            case "omp task" -> TASKS_IN_ORDER;
            case "numbers" -> FEW_NUMBERS;
            case "pointers" -> NO_POINTERS;
            case "malloc" -> partly ? GIVEN_AGAIN : NOT_GIVEN_AGAIN;
            case "mmap" -> MAPPINGS_NOT_GIVEN_AGAIN;
            case "thread-local" -> VARIABLES_NOT_GIVEN_AGAIN;
            case "pthread_create" -> partly ? HANDLES_GIVEN_AGAIN : HANDLES_NOT_GIVEN_AGAIN;
            case "atomic_compare_exchange_weak" -> partly ? FEW_FAILURES : NO_FAILURE;
            default -> partly ? FEW_WAKEUPS : NO_WAKEUP;
        };
    }
}
