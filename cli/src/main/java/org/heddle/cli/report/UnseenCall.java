package org.heddle.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.report.names.Location;

/**
 * A call of what is not instrumented, and of which it is not known what it does.
 *
 * @param function the function, or what else it is
 * @param library the file of the library that it is in; empty if it is in the program itself
 * @param location of the call
 */
public record UnseenCall(String function, String library, Location location) {
    private static final String MANGLED = "_Z";
    private static final int MOST_PLACES = 3;

    /** The calls in words: those of C++'s functions, whose symbols nobody reads, together for each library. */
    public static List<String> texts(List<UnseenCall> calls) {
        Map<String, List<UnseenCall>> groups = new LinkedHashMap<>();
        for (UnseenCall call : calls) {
            groups.computeIfAbsent(call.isOfCxx() ? call.library : call.text(), unused -> new ArrayList<>())
                    .add(call);
        }
        return groups.values().stream()
                .map(group -> group.size() > 1 && group.get(0).isOfCxx()
                        ? together(group)
                        : group.get(0).text())
                .toList();
    }

    private boolean isOfCxx() {
        return !library.isEmpty() && function.startsWith(MANGLED);
    }

    private static String together(List<UnseenCall> calls) {
        List<String> places = calls.stream()
                .map(call -> call.location.brief())
                .filter(place -> !place.isEmpty())
                .distinct()
                .toList();
        int left = places.size() - MOST_PLACES;
        String named = String.join(", ", places.subList(0, Math.min(MOST_PLACES, places.size())));
        String more = left <= 0 ? "" : " and " + left + (left == 1 ? " more place" : " more places");
        return calls.size() + " functions of " + calls.get(0).library
                + (named.isEmpty() ? "" : " (" + named + more + ")");
    }

    /** The call in words. */
    public String text() {
        String place = location.brief();
        String of = library.isEmpty() ? function : function + " of " + library;
        return place.isEmpty() ? of : of + " (" + place + ")";
    }
}
