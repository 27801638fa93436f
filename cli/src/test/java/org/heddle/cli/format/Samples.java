package org.heddle.cli.format;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.heddle.cli.report.AwaitedMemory;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.HeldValue;
import org.heddle.cli.report.MemoryModel;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.OtherUse;
import org.heddle.cli.report.Passing;
import org.heddle.cli.report.Place;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.Report.Conclusion;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Schedule;
import org.heddle.cli.report.Stage;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.cost.Cost;
import org.heddle.cli.report.cost.Restarts;
import org.heddle.cli.report.names.Location;

/** Reports to be written. */
public final class Samples {
    private Samples() {}

    static Location at(int line) {
        return new Location("two locks.c", line, 5, "work", "");
    }

    private static TraceLine line(int step, String thread, String operation, int line, boolean preempts) {
        String[] words = operation.split(" ", 2);
        String kind = (words[0].equals("create") ? "thread-" : "mutex-") + words[0];
        return new TraceLine(step, thread, operation, at(line), step > 1, kind, words[1], true, preempts);
    }

    /** Two threads that take two locks in opposite orders. */
    public static ReportedFinding deadlock() {
        return new ReportedFinding(
                "deadlock",
                "lock-cycle",
                "deadlock: T1 (work) waits for mutex b, which T2 (work) holds, T2 (work) waits for mutex a, which T1 (work)"
                        + " holds",
                List.of(),
                at(4),
                "0123456789abcdef",
                3,
                List.of(
                        new ThreadState(
                                "T1",
                                "work",
                                "lock b",
                                at(4),
                                "T2",
                                List.of(at(4), at(20)),
                                List.of("a, locked at two locks.c:3"),
                                List.of()),
                        new ThreadState(
                                "T2",
                                "work",
                                "lock a",
                                at(8),
                                "T1",
                                List.of(),
                                List.of("b, locked at two locks.c:7"),
                                List.of())),
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(
                        new Place("lock a", "T1", 2, at(3), List.of()),
                        new Place("lock b", "T2", 3, at(7), List.of()),
                        new Place("next: lock b", "T1", -1, at(4), List.of())),
                List.of(
                        line(0, "main", "create T1", 12, false),
                        line(1, "main", "create T2", 13, false),
                        line(2, "T1", "lock a", 3, false),
                        line(3, "T2", "lock b", 7, true)),
                new Drawing(
                        List.of(
                                new Drawing.Span("holds", "T1", "a", 2, 4),
                                new Drawing.Span("holds", "T2", "b", 3, 4),
                                new Drawing.Span("blocked", "T1", "b", 3, 4)),
                        List.of(new Drawing.Link("creates", 0, 2))),
                List.of(),
                new Schedule(
                        "two.heddle-schedule",
                        1,
                        true,
                        Optional.of(new Switch(
                                3,
                                "T1",
                                "T2",
                                "lock b",
                                at(4),
                                new Passing(
                                        List.of(
                                                line(3, "T1", "lock b", 4, false),
                                                line(4, "T1", "unlock b", 5, false),
                                                line(5, "T2", "lock b", 7, false)),
                                        3,
                                        "the process exits with status 0"))),
                        true),
                "half a <line> & a bell\u0007\n",
                List.of());
    }

    /** A signal that comes before the wait. */
    public static ReportedFinding lostWakeup() {
        TraceLine signal =
                new TraceLine(2, "T2", "signal ready (nobody waits)", at(7), true, "cond-signal", "ready", true, true);
        TraceLine wait = new TraceLine(3, "T1", "wait ready", at(3), true, "cond-wait", "ready", true, false);
        return new ReportedFinding(
                "lost-wakeup",
                "signal-before-wait",
                "lost wakeup: T1 (work) waits on condition ready for good; the signal of T2 (work) (step 2) came before the wait"
                        + " (step 3) and nobody heard it",
                List.of(),
                at(3),
                "fedcba9876543210",
                1,
                List.of(
                        new ThreadState("main", "", "join T1", at(12), "T1", List.of(), List.of(), List.of()),
                        new ThreadState(
                                "T1",
                                "work",
                                "wake from ready",
                                at(3),
                                "",
                                List.of(),
                                List.of(),
                                List.of(new AwaitedMemory("ready_count", "4294967295 (-1)", at(2), "main", at(11)))),
                        new ThreadState("T2", "work", "", Location.UNKNOWN, "", List.of(), List.of(), List.of())),
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(
                        new Place("signal ready (nobody waits)", "T2", 2, at(7), List.of()),
                        new Place("wait ready", "T1", 3, at(3), List.of()),
                        new Place("next: wake from ready", "T1", -1, at(3), List.of())),
                List.of(line(0, "main", "create T1", 12, false), line(1, "T1", "lock m", 3, false), signal, wait),
                Drawing.NONE,
                List.of(),
                new Schedule("", 1, false, Optional.empty(), false),
                "",
                List.of());
    }

    /** Two accesses of a field. */
    public static ReportedFinding race() {
        MemoryUse write = new MemoryUse(
                "write",
                "T1",
                "work",
                "7",
                "7",
                List.of("m, locked at two locks.c:3"),
                at(4),
                List.of(at(4), at(20)),
                0);
        MemoryUse read =
                new MemoryUse("read", "main", "", "", "", List.of(), at(13), List.of(at(13)), MemoryUse.IS_STEP);
        return new ReportedFinding(
                "data-race",
                "read-write",
                "data race on table[3].count: main reads it",
                List.of(),
                at(13),
                "00112233445566aa",
                2,
                List.of(),
                "table[3].count",
                List.of(
                        new RacingAccesses(write, read, "nothing orders the two"),
                        new RacingAccesses(read, write, "nothing orders the two")),
                List.of(),
                List.of(),
                List.of(),
                List.of(line(0, "main", "create T1", 12, false)),
                Drawing.NONE,
                List.of(),
                new Schedule("", 0, true, Optional.empty(), true),
                "",
                List.of());
    }

    /** An assertion that fails. */
    public static ReportedFinding assertion() {
        return new ReportedFinding(
                "assertion",
                "assertion",
                "assertion: \"logged == level + 1\" fails in main",
                List.of(
                        new HeldValue("logged", "0", "", true, "T2 (work)", at(8)),
                        new HeldValue("level", "GREEN (5)", "", true, "", Location.UNKNOWN),
                        new HeldValue("find(<1>)", "'\\n' (10)", "", false, "", Location.UNKNOWN)),
                at(13),
                "a0112233445566aa",
                1,
                List.of(),
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(line(0, "main", "fail the assertion", 13, false)),
                Drawing.NONE,
                List.of(),
                new Schedule("", 0, true, Optional.empty(), true),
                "",
                List.of());
    }

    /** A block that is used at two places after it was freed. */
    public static ReportedFinding useAfterFree() {
        MemoryUse access = new MemoryUse("access", "T1", "work", "", "", List.of(), at(4), List.of(at(4), at(20)), 0);
        MemoryUse freed = new MemoryUse("freed", "main", "", "", "", List.of(), at(13), List.of(at(13)), 0);
        OtherUse read = new OtherUse(
                "use-after-free",
                "use-after-free",
                "use after free: T1 (work) reads 0x10",
                "T1",
                "work",
                at(5),
                List.of(at(5), at(20)));
        OtherUse unlock = new OtherUse(
                "misuse",
                "pthread_mutex_unlock: the mutex was destroyed",
                "misuse by T1 (work)",
                "T1",
                "work",
                at(6),
                List.of());
        return new ReportedFinding(
                "use-after-free",
                "use-after-free",
                "use after free: T1 (work) writes 0x10",
                List.of(),
                at(4),
                "99112233445566aa",
                2,
                List.of(),
                "0x10",
                List.of(),
                List.of(access, freed),
                List.of(read, read, unlock),
                List.of(),
                List.of(line(0, "main", "create T1", 12, false)),
                Drawing.NONE,
                List.of(),
                new Schedule("", 0, true, Optional.empty(), true),
                "",
                List.of());
    }

    public static Report report(ReportedFinding... findings) {
        return new Report(
                "two locks.c",
                findings.length == 0 ? Conclusion.CLEAN : Conclusion.BUG,
                findings.length == 0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                1234,
                0,
                0,
                new Restarts(1000, 234, 12, Optional.of("they crashed"), 9_000, 1_000),
                new Cost(
                        1234,
                        8.1,
                        20.4,
                        new Cost.Micros(310, 0, 42.5, 9.96),
                        1.8,
                        1.25,
                        List.of("main begins for long", "-j 8 uses all cores")),
                1.5,
                findings.length == 0 ? "proved: no bug" : "1 finding in 1234 executions; not everything was explored",
                List.of("stopped at the <first> finding, 100%"),
                List.of(
                        new Stage("systematic", OptionalInt.empty(), 1000),
                        new Stage("systematic", OptionalInt.of(0), 234)),
                List.of(),
                Optional.empty(),
                MemoryModel.NONE,
                List.of(findings));
    }
}
