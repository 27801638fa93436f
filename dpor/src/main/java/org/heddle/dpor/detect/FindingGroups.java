package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Race;

/**
 * Puts together what one mistake shows at several places: races on the same memory, or with the end of the same block, and uses of what is
 * gone, by where that was allocated and freed, or destroyed.
 */
public final class FindingGroups {
    private FindingGroups() {}

    /**
     * One bug.
     *
     * @param main the finding that stands for all; the first that was found
     * @param others more pairs of accesses that race on the same memory, or more uses of what is gone
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
                .map(group -> new Group(group.get(0), List.copyOf(group.subList(1, group.size()))))
                .sorted(Comparator.comparing(group -> group.main().finding().kind()))
                .toList();
    }

    private static boolean touches(List<FoundFinding> group, FoundFinding found) {
        return group.stream()
                .anyMatch(member -> overlap(member.finding(), found.finding())
                        || !Collections.disjoint(
                                member.finding().gone(), found.finding().gone()));
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
        return overlap(a.shared(), b.shared()) || (areEndedAlike && overlap(a.range(), b.range()));
    }

    private static boolean overlap(MemoryRange a, MemoryRange b) {
        return a.address() < b.end() && b.address() < a.end();
    }
}
