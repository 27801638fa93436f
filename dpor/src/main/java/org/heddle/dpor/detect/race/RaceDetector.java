package org.heddle.dpor.detect.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Evidence;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.detect.finding.Finding.RacingPair;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.Race.Access;

/** Data races, as the runtime's vector clocks have found them. */
public final class RaceDetector implements Detector {
    private final Predicate<RacePlace> wanted;

    /** Finds the races at these places. */
    public RaceDetector(Predicate<RacePlace> wanted) {
        this.wanted = wanted;
    }

    @Override
    public List<Finding> detect(Execution execution) {
        Map<RacePlace, Race> races = RacePlace.in(execution);
        races.keySet().removeIf(wanted.negate());
        return races.isEmpty() ? List.of() : new Races(execution).findings(races);
    }

    /** The races of one execution. */
    private static final class Races {
        private final Execution execution;
        private final Evidence evidence;
        private final RaceContexts contexts;

        Races(Execution execution) {
            this.execution = execution;
            evidence = new Evidence(execution, SyncState.atEndOf(execution));
            contexts = new RaceContexts(execution);
        }

        List<Finding> findings(Map<RacePlace, Race> races) {
            List<Finding> findings = new ArrayList<>();
            races.forEach((place, race) -> findings.add(finding(place, race)));
            return List.copyOf(findings);
        }

        private Finding finding(RacePlace place, Race race) {
            List<HeldLock> firstHeld = contexts.held(race.first());
            List<HeldLock> secondHeld = contexts.held(race.second());
            String missing = execution.isCut() ? RacingPair.LOCKS_UNKNOWN : missing(race, firstHeld, secondHeld);
            Message message = Message.of(
                    "data race on %s: %s; %s; %s",
                    Message.object(race.range().address()),
                    words(race.second(), locks(secondHeld), false),
                    words(race.first(), locks(firstHeld), true),
                    missing);
            return new FindingBuilder(evidence)
                    .thread(race.second().thread(), pending(race.second()), List.of())
                    .thread(race.first().thread(), pending(race.first()), List.of())
                    .site(place.lower())
                    .site(place.upper())
                    .related(accessStep(race.first()))
                    .related(accessStep(race.second()))
                    .race(new RacingPair(race, firstHeld, secondHeld, missing))
                    .build(Kind.DATA_RACE, place.cause(), message);
        }

        private Operation pending(Access access) {
            return FindingBuilder.pendingOf(execution, access.thread());
        }

        private Object locks(List<HeldLock> held) {
            if (execution.isCut()) {
                return RacingPair.SOME_LOCKS;
            }
            return held.isEmpty()
                    ? "no lock"
                    : Message.joined(
                            " and ",
                            held.stream()
                                    .map(lock -> Message.of("%s", Message.object(lock.mutex())))
                                    .toList());
        }

        private String missing(Race race, List<HeldLock> firstHeld, List<HeldLock> secondHeld) {
            if (firstHeld.stream().anyMatch(lock -> holds(secondHeld, lock.mutex()))) {
                return "both hold the lock as readers, which orders nothing";
            }
            boolean isVisible = execution.visible().covers(race.shared());
            if (!race.isInvisible() && !isVisible && !hasEvent(race.range())) {
                return RacingPair.WEAKLY_ORDERED;
            }
            return firstHeld.isEmpty() || secondHeld.isEmpty()
                    ? "nothing orders the two"
                    : "they hold no lock in common, and nothing else orders them";
        }

        /** Whether the memory was visible because all was. */
        private boolean hasEvent(MemoryRange range) {
            return execution.events().stream()
                    .map(Event::operation)
                    .anyMatch(operation -> operation.kind().isPlainAccess() && operation.object() == range.address());
        }

        /** The event that is the access, or −1 if it was none. */
        private int accessStep(Access access) {
            for (int step = contexts.stepAfter(access);
                    step < execution.events().size();
                    step++) {
                Event event = execution.events().get(step);
                if (event.thread() == access.thread()) {
                    boolean isAccess = (event.operation().kind().isMemoryAccess() || access.isAtomic())
                            && event.operation().site() == access.site();
                    return isAccess ? step : -1;
                }
            }
            return -1;
        }
    }

    private static Message words(Access access, Object locks, boolean isPast) {
        Object does = access.isEnd()
                ? Message.of("%s it", Message.end(access.site(), isPast))
                : access.isAtomic()
                        ? new Message.AtomicAccess(access.site(), access.isWrite(), isPast)
                        : Message.verb(access.isWrite(), isPast) + " it";
        return Message.of(
                "%s %s%s, holding %s",
                Message.thread(access.thread()),
                does,
                access.site() == 0 ? "" : Message.of(" at %s", Message.place(access.site())),
                locks);
    }

    private static boolean holds(List<HeldLock> held, long mutex) {
        return held.stream().anyMatch(lock -> lock.mutex() == mutex);
    }
}
