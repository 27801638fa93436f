package org.heddle.cli.report;

import java.util.List;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.analysis.Unprovoked;

/**
 * A finding in words.
 *
 * @param kind its rule id
 * @param cause a stable word that says more
 * @param message one sentence
 * @param values of an assertion: what the parts of its expression held
 * @param location the place to look at first
 * @param fingerprint equal for the same bug in another run and after unrelated changes of the source
 * @param count how many executions showed it
 * @param threads the threads at the end
 * @param memory the name of the memory that it is about, or empty
 * @param pairs of a data race: the accesses, first those that the schedule shows
 * @param uses of misused memory: how, and who allocated and freed it
 * @param others more uses of the freed block, or of the destroyed object, that it is about, and races between such uses and that end
 * @param places what has a part in it
 * @param trace what happened
 * @param drawing what a picture of the trace shows besides
 * @param permitted what happens for no reason, as POSIX or C11 permit
 * @param schedule the interleaving to run again
 * @param output what the program printed
 * @param watched what expressions held that were asked for, those of one expression after those of another
 */
public record ReportedFinding(
        String kind,
        String cause,
        String message,
        List<HeldValue> values,
        Location location,
        String fingerprint,
        long count,
        List<ThreadState> threads,
        String memory,
        List<RacingAccesses> pairs,
        List<MemoryUse> uses,
        List<OtherUse> others,
        List<Place> places,
        List<TraceLine> trace,
        Drawing drawing,
        List<Permitted> permitted,
        Schedule schedule,
        String output,
        List<Watched> watched) {
    /** A report that was kept by an older version watches nothing. */
    public ReportedFinding {
        watched = watched == null ? List.of() : watched;
    }

    /** The same with the schedule's path. */
    public ReportedFinding withSchedule(String path) {
        return with(schedule.in(path), watched);
    }

    /** The same with what expressions held. */
    public ReportedFinding withWatched(List<Watched> held) {
        return with(schedule, List.copyOf(held));
    }

    private ReportedFinding with(Schedule other, List<Watched> held) {
        return new ReportedFinding(
                kind,
                cause,
                message,
                values,
                location,
                fingerprint,
                count,
                threads,
                memory,
                pairs,
                uses,
                others,
                places,
                trace,
                drawing,
                permitted,
                other,
                output,
                held);
    }

    /** The message, and on a line each what the parts of an assertion held. */
    public String messageWithValues() {
        StringBuilder text = new StringBuilder(message);
        values.forEach(value -> text.append('\n').append(value.sentence()));
        return text.toString();
    }

    /** Where a thread stood at the end: what it would do next, or what it did last if that ended the process in this way. */
    public String standing(ThreadState state) {
        if (!state.next().isEmpty()) {
            return "next: " + state.next();
        }
        boolean ended = !trace.isEmpty()
                && trace.get(trace.size() - 1).isKey()
                && trace.get(trace.size() - 1).thread().equals(state.thread());
        return ended ? "last: " + trace.get(trace.size() - 1).operation() : "finished";
    }

    /** Whether a call fails there although nothing is wrong: who called it matters then. */
    public boolean isFailedCall(Place place) {
        return permitted.stream()
                .anyMatch(one -> one.type() == Unprovoked.Type.CALL
                        && place.step() >= 0
                        && one.location().equals(place.location()));
    }

    /** Kind and cause: {@code deadlock [lock-cycle]}. */
    public String title() {
        return kind + (cause.isEmpty() ? "" : " [" + cause + "]");
    }

    /**
     * What an expression of C held from some step of a finding's trace on, as {@code --watch} asks.
     *
     * @param expression as it was given
     * @param thread label of the thread that ran the step; empty where it held this from the start
     * @param step after which it held this; −1 where it did from the start
     * @param value as gdb prints it
     */
    public record Watched(String expression, String thread, int step, String value) {
        /** It was so before the first step. */
        public static final int AT_START = -1;

        /** What a row says of it. */
        public String sentence() {
            return expression + " = " + value;
        }
    }
}
