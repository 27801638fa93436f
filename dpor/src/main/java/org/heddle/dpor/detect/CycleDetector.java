package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;

/**
 * Livelocks: threads go round for ever, every one of them gets its turns, and nobody gets on (Musuvathi and Qadeer, "Fair Stateless
 * Model Checking", PLDI 2008). The runtime finds the round, and makes sure that it repeats.
 */
final class CycleDetector implements Detector {
    private static final int MOST_PLACES = 8;

    private final Predicate<Cycle> isUnwanted;

    /** Tells of these rounds. */
    CycleDetector(Predicate<Cycle> isUnwanted) {
        this.isUnwanted = isUnwanted;
    }

    @Override
    public List<Finding> detect(Execution execution) {
        List<Finding> findings = List.of();
        if (execution.endsAsTimePasses()) {
            return findings; // the deadlock beneath is what is wrong
        }
        for (Note note : execution.notes()) {
            if (note.kind() == Note.Kind.CYCLE) {
                Cycle cycle = Cycle.of(note, execution);
                if (isUnwanted.test(cycle)) {
                    findings = List.of(finding(execution, cycle));
                }
            }
        }
        return findings;
    }

    private static Finding finding(Execution whole, Cycle cycle) {
        Execution execution = whole.upTo(cycle.end());
        FindingBuilder builder = new FindingBuilder(execution, SyncState.atEndOf(execution));
        Set<Integer> losers = cycle.losers();
        List<Message> rounds = new ArrayList<>();
        for (int thread : cycle.threads()) {
            List<Event> own = cycle.events().stream()
                    .filter(event -> event.thread() == thread)
                    .toList();
            builder.thread(thread);
            rounds.add(Message.of("%s %s", Message.thread(thread), places(own)));
            own.stream()
                    .filter(event -> losers.isEmpty() || Cycle.fails(event))
                    .forEach(event -> builder.site(event.operation().site()));
        }
        for (int step = cycle.start(); step < cycle.end(); step++) {
            builder.related(step);
        }
        boolean someGetOn = !losers.isEmpty() && !losers.equals(cycle.threads());
        Message message = Message.of(
                "livelock: %s for ever, each in its turn, and %s; one round: %s",
                rounds.size() == 1 ? "one thread goes round" : rounds.size() + " threads go round",
                someGetOn ? someOnly(losers) : "nothing changes from round to round",
                Message.joined(", ", rounds));
        return builder.build(Kind.LIVELOCK, someGetOn ? Finding.STARVATION : Finding.CYCLE, message);
    }

    private static Message someOnly(Set<Integer> losers) {
        List<Message> names = losers.stream()
                .map(thread -> Message.of("%s", Message.thread(thread)))
                .toList();
        return Message.of(
                "%s never %s what %s",
                Message.joined(" and ", names),
                names.size() == 1 ? "gets" : "get",
                names.size() == 1 ? "it tries for" : "they try for");
    }

    private static Message places(List<Event> events) {
        Set<Long> failures = new LinkedHashSet<>();
        Set<Long> sites = new LinkedHashSet<>();
        for (Event event : events) {
            sites.add(event.operation().site());
            if (Cycle.fails(event)) {
                failures.add(event.operation().site());
            }
        }
        List<Message> places = new ArrayList<>();
        for (long site : sites) {
            if (places.size() < MOST_PLACES) {
                places.add(Message.of(failures.contains(site) ? "%s (in vain)" : "%s", Message.place(site)));
            }
        }
        Message all = Message.of("at %s", Message.joined(", ", places));
        return sites.size() > MOST_PLACES ? Message.of("%s, …", all) : all;
    }
}
