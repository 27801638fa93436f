package org.heddle.dpor.explore;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;

/** What is known of an exploration so far; becomes its verdict. */
final class Tally {
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final Map<Gap, Long> gaps = new EnumMap<>(Gap.class);
    private final Map<String, FoundFinding> findings = new LinkedHashMap<>();
    private final List<Note> notes = new ArrayList<>();
    private final Set<List<Object>> knownNotes = new HashSet<>();
    private Execution firstDivergence;
    private long total;
    private long events;

    long total() {
        return total;
    }

    /** Counts an execution, unless it only {@linkplain WorkItem#repeats repeats} another one, or {@linkplain WorkItem#isExtra is extra}. */
    void count(Flights.Landing landing) {
        if (!landing.item().repeats() && !landing.item().isExtra()) {
            count(landing.execution());
        }
    }

    private void count(Execution execution) {
        total++;
        events += execution.events().size();
        outcomes.merge(execution.outcome(), 1L, Long::sum);
        if (execution.notes().stream().anyMatch(note -> note.kind() == Note.Kind.NEW_PROCESS)) {
            gaps.merge(Gap.PROCESSES, 1L, Long::sum);
        }
        for (Note note : execution.notes()) {
            if (!note.kind().isOfExecution()
                    && knownNotes.add(List.of(note.kind(), note.site(), note.misuse(), note.text()))) {
                notes.add(note);
            }
        }
    }

    void leaveOut(Gap gap, Execution execution) {
        gaps.merge(gap, 1L, Long::sum);
        if (gap == Gap.DIVERGED && firstDivergence == null) {
            firstDivergence = execution;
        }
    }

    /** An execution contradicts earlier ones, although the runtime did not notice. */
    void diverged(Execution execution, Divergence divergence) {
        outcomes.merge(execution.outcome(), -1L, Long::sum);
        outcomes.merge(Outcome.DIVERGED, 1L, Long::sum);
        leaveOut(Gap.DIVERGED, execution.divergedAt(divergence));
    }

    void stoppedBy(Gap gap) {
        gaps.put(gap, 0L);
    }

    /** Returns whether the finding is new. */
    boolean found(Finding finding) {
        FoundFinding before = findings.get(finding.fingerprint());
        findings.put(finding.fingerprint(), before == null ? new FoundFinding(finding, 1) : before.again(finding));
        return before == null;
    }

    /**
     * The verdict.
     *
     * @param proved by the items that have come back, as far as no gap is in the way
     * @param unpredicted see {@link Frontier#unpredicted}
     */
    Verdict verdict(Proved proved, long unpredicted) {
        if (unpredicted > 0) {
            gaps.put(Gap.UNPREDICTED, unpredicted);
        }
        boolean isInTheWay = gaps.containsKey(Gap.PROCESSES) || (proved.isEverything() && !gaps.isEmpty());
        return new Verdict(
                isInTheWay ? Proved.NOTHING : proved,
                new Verdict.Counts(total, Map.copyOf(outcomes), events),
                List.copyOf(findings.values()),
                List.copyOf(notes),
                Map.copyOf(gaps),
                firstDivergence);
    }
}
