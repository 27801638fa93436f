package org.heddle.dpor.detect;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.heddle.dpor.detect.Finding.HeldLock;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Race;
import org.heddle.dpor.model.Race.Access;

/** Data races, as the runtime's vector clocks have found them. */
final class RaceDetector implements Detector {
    @Override
    public List<Finding> detect(Execution execution) {
        Map<String, Finding> findings = new LinkedHashMap<>();
        for (Race race : execution.races()) {
            if (race.isReported()) {
                Finding finding = finding(execution, race);
                findings.putIfAbsent(finding.fingerprint(), finding);
            }
        }
        return List.copyOf(findings.values());
    }

    private static Finding finding(Execution execution, Race race) {
        List<HeldLock> firstHeld = held(execution, race.first());
        List<HeldLock> secondHeld = held(execution, race.second());
        String message = "data race on 0x%x: %s; %s; %s"
                .formatted(
                        race.range().address(),
                        words(race.second(), secondHeld, false),
                        words(race.first(), firstHeld, true),
                        missing(execution, race, firstHeld, secondHeld));
        long lower = Math.min(race.first().site(), race.second().site());
        long upper = Math.max(race.first().site(), race.second().site());
        return new FindingBuilder(execution, SyncState.atEndOf(execution))
                .thread(
                        race.second().thread(),
                        FindingBuilder.pendingOf(execution, race.second().thread()),
                        List.of())
                .thread(
                        race.first().thread(),
                        FindingBuilder.pendingOf(execution, race.first().thread()),
                        List.of())
                .site(lower)
                .site(upper)
                .related(accessStep(execution, race.first()))
                .related(accessStep(execution, race.second()))
                .build(Kind.DATA_RACE, cause(race), message);
    }

    /** Which two accesses, whatever their order. */
    private static String cause(Race race) {
        if (race.first().isAtomic() || race.second().isAtomic()) {
            return "atomic-and-plain";
        }
        return race.first().isWrite() && race.second().isWrite() ? "write-write" : "read-write";
    }

    private static String words(Access access, List<HeldLock> held, boolean isPast) {
        String verb = access.isWrite() ? isPast ? "wrote" : "writes" : isPast ? "had read" : "reads";
        String locks =
                held.stream().map(lock -> "0x" + Long.toHexString(lock.mutex())).collect(Collectors.joining(" and "));
        return "thread %d %s it%s%s, holding %s"
                .formatted(
                        access.thread(),
                        verb,
                        access.isAtomic() ? " atomically" : "",
                        access.site() == 0 ? "" : " at place 0x%x".formatted(access.site()),
                        locks.isEmpty() ? "no lock" : locks);
    }

    private static String missing(Execution execution, Race race, List<HeldLock> firstHeld, List<HeldLock> secondHeld) {
        if (firstHeld.stream().anyMatch(lock -> holds(secondHeld, lock.mutex()))) {
            return "both hold the lock as readers, which orders nothing";
        }
        boolean isVisible = execution.visible().covers(race.shared());
        if (!race.isInvisible() && !isVisible && !hasEvent(execution, race.range())) {
            return "what comes between them orders nothing by the C standard (such as a relaxed atomic, or a signal)";
        }
        return firstHeld.isEmpty() || secondHeld.isEmpty()
                ? "nothing orders the two"
                : "they hold no lock in common, and nothing else orders them";
    }

    private static boolean holds(List<HeldLock> held, long mutex) {
        return held.stream().anyMatch(lock -> lock.mutex() == mutex);
    }

    /** Whether the memory was visible because all was. */
    private static boolean hasEvent(Execution execution, MemoryRange range) {
        return execution.events().stream()
                .map(Event::operation)
                .anyMatch(operation -> operation.kind().isPlainAccess() && operation.object() == range.address());
    }

    /** What the thread held when it did it: its mutexes change with its own events only. */
    private static List<HeldLock> held(Execution execution, Access access) {
        return SyncState.after(execution, stepAfter(execution, access)).heldBy(access.thread());
    }

    /** How many events had been executed when the thread had executed its last before the access. */
    private static int stepAfter(Execution execution, Access access) {
        int left = access.clock();
        int step = 0;
        while (left > 0 && step < execution.events().size()) {
            left -= execution.events().get(step).thread() == access.thread() ? 1 : 0;
            step++;
        }
        return step;
    }

    /** The event that is the access, or −1 if it was none. */
    private static int accessStep(Execution execution, Access access) {
        for (int step = stepAfter(execution, access); step < execution.events().size(); step++) {
            Event event = execution.events().get(step);
            if (event.thread() == access.thread()) {
                boolean is = event.operation().kind().isMemoryAccess()
                        && event.operation().site() == access.site();
                return is ? step : -1;
            }
        }
        return -1;
    }
}
