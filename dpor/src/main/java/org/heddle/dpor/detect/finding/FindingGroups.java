package org.heddle.dpor.detect.finding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.detect.finding.Finding.Gone;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.Race.Access;

/**
 * Puts together what one mistake shows at several places: races on the same memory, of one call on parts of what it touches, or with the
 * end of the same block; uses of what is
 * gone, by where that was allocated and freed, or destroyed; and a use of what is gone with the race between it and that end.
 */
public final class FindingGroups {
    private FindingGroups() {}

    /**
     * One bug.
     *
     * @param main the finding that stands for all; the first that was found of the gravest kind
     * @param others more pairs of accesses that race on the same memory, or more uses of what is gone, or races between such uses and that
     *     end
     */
    public record Group(FoundFinding main, List<FoundFinding> others) {
        /** How many executions showed the pair, or the use, that was shown most often. */
        public long count() {
            return Math.max(
                    main.count(),
                    others.stream().mapToLong(FoundFinding::count).max().orElse(0));
        }
    }

    /** The findings, those of one mistake together: the gravest kind first, and within a kind in the order in which they were found. */
    public static List<Group> of(List<FoundFinding> findings) {
        List<List<FoundFinding>> groups = new ArrayList<>();
        for (FoundFinding found : findings) {
            List<List<FoundFinding>> touched =
                    groups.stream().filter(group -> touches(group, found)).toList();
            if (touched.isEmpty()) {
                groups.add(new ArrayList<>(List.of(found)));
                continue;
            }
            List<FoundFinding> first = touched.get(0);
            for (List<FoundFinding> joined : touched.subList(1, touched.size())) {
                first.addAll(joined);
                groups.removeIf(group -> group == joined);
            }
            first.add(found);
        }
        return groups.stream()
                .map(FindingGroups::group)
                .sorted(Comparator.comparing(group -> group.main().finding().kind()))
                .toList();
    }

    private static Group group(List<FoundFinding> members) {
        List<FoundFinding> gravestFirst = members.stream()
                .sorted(Comparator.comparing(member -> member.finding().kind()))
                .toList();
        return new Group(gravestFirst.get(0), gravestFirst.subList(1, gravestFirst.size()));
    }

    private static boolean touches(List<FoundFinding> group, FoundFinding found) {
        return group.stream()
                .map(FoundFinding::finding)
                .anyMatch(member -> overlap(member, found.finding())
                        || isRaceOf(member, found.finding())
                        || isRaceOf(found.finding(), member)
                        || !Collections.disjoint(member.gone(), found.finding().gone()));
    }

    /** Whether the race is that of the use and of the end of what it uses: in the other order nothing is gone yet. */
    private static boolean isRaceOf(Finding use, Finding race) {
        if (use.race().isPresent() || race.race().isEmpty()) {
            return false;
        }
        Race pair = race.race().get().race();
        return isUseAndEnd(use, pair.first(), pair.second(), pair.range())
                || isUseAndEnd(use, pair.second(), pair.first(), pair.range());
    }

    private static boolean isUseAndEnd(Finding use, Access access, Access end, MemoryRange range) {
        boolean isEndOfIt = use.gone().isEmpty()
                ? use.kind() == Kind.USE_AFTER_FREE && use.memory().stream().anyMatch(memory -> overlap(memory, range))
                : use.gone().stream()
                        .anyMatch(gone ->
                                gone.what().equals(Gone.FREED) && gone.sites().contains(end.site()));
        return end.isEnd() && isEndOfIt && use.sites().contains(access.site());
    }

    private static boolean overlap(Finding a, Finding b) {
        return a.race().isPresent()
                && b.race().isPresent()
                && overlap(a.race().get().race(), b.race().get().race());
    }

    private static boolean overlap(Race a, Race b) {
        boolean areEndedAlike = a.second().isEnd()
                && b.second().isEnd()
                && a.second().site() == b.second().site();
        return overlap(a.shared(), b.shared()) || (areEndedAlike && overlap(a.range(), b.range())) || isOfOneCall(a, b);
    }

    /** Whether one of the accesses is that of one call, or of one statement, on parts of what it touches. */
    private static boolean isOfOneCall(Race a, Race b) {
        return isOfOneCall(a.first(), a.firstRange(), b) || isOfOneCall(a.second(), a.range(), b);
    }

    private static boolean isOfOneCall(Access access, MemoryRange touched, Race race) {
        return (access.site() == race.first().site() && overlap(touched, race.firstRange()))
                || (access.site() == race.second().site() && overlap(touched, race.range()));
    }

    private static boolean overlap(MemoryRange a, MemoryRange b) {
        return a.address() < b.end() && b.address() < a.end();
    }
}
