package org.heddle.cli.check.verdict;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.execution.Note;
import org.heddle.server.protocol.message.RunOptions;

/**
 * What a claim assumes of calls that fail, time limits, timers, handlers, and all that is outside.
 *
 * @param hasPeers whether programs play what is outside
 */
record Assumptions(Verdict verdict, RunOptions run, Observed observed, boolean hasPeers) {
    /** How the runtime's notes name all that is outside. */
    static final String OTHERS = "other processes, the network or real time";

    /** The words that a claim has for them; empty where nothing is assumed. */
    String inWords() {
        List<String> assumed = new ArrayList<>();
        if (!run.failures().areNone()) {
            int number = run.failures().number();
            assumed.add("up to " + number + (number == 1 ? " call fails" : " calls fail"));
        }
        if (observed.waitsForTime(run)) {
            assumed.add("time limits pass last");
        }
        if (noted(Note.Kind.LATE_EXPIRIES)) {
            assumed.add(
                    run.expiries() == 0
                            ? "timers expire last"
                            : "expiries of a timer after its first " + run.expiries() + " come last");
        }
        if (noted(Note.Kind.HANDLER)) {
            assumed.add("handlers run between visible operations");
        }
        verdict.notes().stream()
                .filter(note -> note.kind() == Note.Kind.UNVARIED)
                .map(note -> Outcomes.of(note).assumption())
                .distinct()
                .forEach(assumed::add);
        if (verdict.notes().stream()
                .anyMatch(note -> note.kind() == Note.Kind.UNCONTROLLED && Advice.isOfClock(note.text()))) {
            assumed.add("setting a clock moves no time that is waited for");
        }
        if (verdict.notes().stream().anyMatch(Advice::isOfCommand)) {
            assumed.add("commands run to their end at once");
        }
        Refusals.assumption(verdict.notes()).ifPresent(assumed::add);
        if (hasPeers) {
            assumed.add("peers come in their order and answer at once");
        } else if (dependsOnOutside()) {
            assumed.add("what comes from outside comes as it did here");
        }
        return assumed.isEmpty() ? "" : " in which " + String.join(" and ", assumed);
    }

    /** Whether descriptors were used that others make ready: another time they may do so earlier, later, or not at all. */
    private boolean dependsOnOutside() {
        return verdict.notes().stream()
                .anyMatch(note ->
                        note.kind() == Note.Kind.UNCONTROLLED && note.text().contains(OTHERS));
    }

    private boolean noted(Note.Kind kind) {
        return verdict.notes().stream().anyMatch(note -> note.kind() == kind);
    }
}
