package org.heddle.cli.format.parts;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;
import org.heddle.dpor.detect.finding.Finding.RacingPair;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.execution.Misuse;

/** What to do about a finding, in a line, by its kind and cause; {@code heddle explain} says more. */
public final class Repair {
    /** Those that a single thread may show, and of which the line speaks of others. */
    private static final Set<Kind> OF_ONE = EnumSet.of(
            Kind.ASSERTION,
            Kind.CRASH,
            Kind.EXIT_CODE,
            Kind.USE_AFTER_FREE,
            Kind.DOUBLE_FREE,
            Kind.HEAP_OVERFLOW,
            Kind.ARRAY_OVERFLOW);

    private Repair() {}

    /** The line. */
    public static String of(ReportedFinding finding) {
        return finding.permitted().isEmpty()
                ? ofKind(finding)
                : finding.permitted().get(finding.permitted().size() - 1).repair();
    }

    private static String ofKind(ReportedFinding finding) {
        Kind kind = Rules.kind(finding.kind());
        if (kind == Kind.CRASH && finding.cause().equals("SIGILL")) {
            return "mend what is undefined there (a null pointer that is used, a number or an index out of range, a missing return):"
                    + " the compiler has left out what follows, unless the program sent the signal";
        }
        if (OF_ONE.contains(kind) && isAlone(finding)) {
            return "mend what the thread does by itself: there was no other one";
        }
        String cause = finding.cause();
        return switch (kind) {
            case DEADLOCK -> deadlock(cause);
            case LOST_WAKEUP -> lostWakeup(cause);
            case LIVELOCK -> livelock(cause);
            case USE_AFTER_FREE -> useAfterFree(cause);
            case MISUSE -> misuse(cause);
            case DATA_RACE -> dataRace(finding);
            case DOUBLE_FREE -> "let one decide who frees: by the result of one atomic operation, or under one lock";
            case HEAP_OVERFLOW -> "read the size or index and use it under one lock; else allocate as much as is used";
            case ARRAY_OVERFLOW -> "read the index, compare it and use it under one lock; else make the array as large as is used";
            case ASSERTION -> finding.schedule().preemptions() == 0
                    ? "let the thread wait for what it expects of others (a join, a condition in a loop); or mend what it does by itself"
                    : "look at what others do between this thread's steps in the trace; hold one lock over what must not be divided";
            case LINEARIZABILITY -> "look at what others do between the steps of operations that overlap: let each take effect by one"
                    + " atomic access, or hold one lock over it";
            case CRASH -> "look at what others do between this thread's steps in the trace: make what it uses before it starts, and"
                    + " free it after it has ended; or hold one lock over the look and the use";
            case EXIT_CODE -> "look at what the program printed, and at what the switches in the trace let others do first";
            case LEAK -> "free the block before its last pointer goes; where two threads make one each, let the second free its own";
            case UNDESTROYED -> "destroy it when its last user has gone, before its memory is freed";
        };
    }

    /** A finding that could not be run again has no trace, and says nothing of other threads. */
    private static boolean isAlone(ReportedFinding finding) {
        return !finding.trace().isEmpty()
                && finding.trace().stream().map(TraceLine::thread).distinct().count() <= 1
                && finding.trace().stream().noneMatch(line -> line.kind().equals(ThreadOrigin.CREATES));
    }

    /** Where one of the accesses ends the life of the memory, the other one may as well come after it. */
    private static String dataRace(ReportedFinding finding) {
        return finding.pairs().stream()
                .flatMap(pair -> Stream.of(pair.first(), pair.second()))
                .filter(MemoryUse::endsLife)
                .findFirst()
                .map(end -> useAfterFree(end.kind().equals("leave") ? "stack-of-left-function" : "use-after-free"))
                .orElseGet(() ->
                        finding.pairs().stream().anyMatch(pair -> pair.missing().equals(RacingPair.WEAKLY_ORDERED))
                                ? "let the store of what is waited for release, and its load acquire; or hold one lock for both accesses"
                                : "hold one lock for both accesses, or make both atomic");
    }

    private static String deadlock(String cause) {
        return switch (cause) {
            case "lock-cycle" -> "take these locks in one order everywhere, or give one back before taking the next";
            case "self-lock" -> "do not lock what the thread holds: let the caller lock, and what it calls expect that";
            case "owner-exited" -> "unlock on every way out of the thread, cancellation and errors among them";
            case "held-at-fork" -> "take the lock before the fork, and give it back in both processes, by pthread_atfork; or fork before"
                    + " there are threads";
            case "join-cycle" -> "let one thread end without joining the other";
            case "mixed-cycle" -> "give back, before the wait, what the other thread needs to come to its end";
            case "nested-monitor" -> "give back, before the wait, the lock that the other thread waits for";
            case "condition" -> "signal, or wake the futex, wherever what is waited for becomes true, on every way out";
            case "semaphore" -> "post on every way out, errors among them; take several in one order everywhere; or"
                    + " initialise it with as many as are there";
            case "barrier" -> "let as many threads arrive as the barrier was initialised for, on every way";
            case "once" -> "let the initialiser wait for nobody who waits for it";
            case "join" -> "tell the thread to end before it is joined";
            case "closed-descriptor" -> "wake who waits before closing, by shutdown or by what it waits for, and close when it has been"
                    + " joined";
            case "descriptor" -> "write, or close the other end, on every way out";
            case "signal" -> "block the signal before it can be sent, and wait by sigwait or sigsuspend";
            default -> "end each wait on every way out of the thread that is waited for";
        };
    }

    private static String lostWakeup(String cause) {
        return cause.equals("signal-before-wait")
                ? "change the predicate with the mutex held, and look at it with the mutex held, in a loop, before each wait"
                : "broadcast, or use a condition variable for each thing that is waited for";
    }

    private static String livelock(String cause) {
        return switch (cause) {
            case "spin", "spin-cycle" -> "bring about what the loop waits for on every way out; or wait on a condition";
            default -> "wait for locks, in one order everywhere, instead of trying them and giving back";
        };
    }

    private static String useAfterFree(String cause) {
        return switch (cause) {
            case "stack-of-ended-thread",
                    "stack-of-left-function" -> "let the variable live until its last user has gone:"
                    + " wait for the user, or put it on the heap";
            case "thread-local-of-ended-thread" -> "copy what others need out of the thread-local variable before its thread ends";
            case "unmapped" -> "unmap when the last user has gone: join it, or count users";
            case "closed-stream" -> "close when the last user has gone: join it, or count users";
            default -> "free when the last user has gone: join it, or count users with an atomic";
        };
    }

    private static String misuse(String cause) {
        return cause.equals("invalid-free")
                ? "free only what malloc and its like have returned, once"
                : MisuseRepair.of(Misuse.in(cause).fault());
    }
}
