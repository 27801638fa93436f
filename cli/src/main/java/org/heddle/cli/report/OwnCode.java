package org.heddle.cli.report;

import java.util.List;
import java.util.stream.Stream;

/**
 * Where the program's own code comes to a place in a header of the system, such as one of C++'s containers: the line to look at first.
 *
 * @param pairs the accesses of a finding, with their calls
 * @param uses likewise
 * @param places likewise
 */
record OwnCode(List<RacingAccesses> pairs, List<MemoryUse> uses, List<Place> places) {
    private static final String SYSTEM = "/usr/";

    /** The innermost call that is not the system's, of those that lead to the place; the place itself if it is none of the system's. */
    Location caller(Location place) {
        if (!isSystem(place)) {
            return place;
        }
        return stacks().filter(stack -> !stack.isEmpty() && isSame(stack.get(0), place))
                .flatMap(List::stream)
                .filter(call -> call.line() > 0 && !isSystem(call))
                .findFirst()
                .orElse(place);
    }

    private Stream<List<Location>> stacks() {
        Stream<List<Location>> racing = pairs.stream()
                .flatMap(pair -> Stream.of(pair.first().stack(), pair.second().stack()));
        return Stream.concat(
                racing,
                Stream.concat(
                        uses.stream().map(MemoryUse::stack), places.stream().map(Place::stack)));
    }

    private static boolean isSystem(Location place) {
        return place.file().startsWith(SYSTEM);
    }

    private static boolean isSame(Location a, Location b) {
        return a.file().equals(b.file()) && a.line() == b.line();
    }
}
