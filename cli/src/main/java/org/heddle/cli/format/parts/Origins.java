package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.heddle.cli.report.ReportedFinding;

/** Where threads were created, in words: those of one line together. */
public final class Origins {
    private static final int MOST_NAMES = 4;

    private Origins() {}

    /** A sentence for each line that created threads. */
    public static List<String> of(ReportedFinding finding) {
        List<List<ThreadOrigin>> groups = new ArrayList<>();
        for (ThreadOrigin origin : ThreadOrigin.of(finding)) {
            groups.stream()
                    .filter(group -> group.get(0).isLike(origin))
                    .findFirst()
                    .ifPresentOrElse(group -> group.add(origin), () -> groups.add(new ArrayList<>(List.of(origin))));
        }
        return groups.stream().map(Origins::sentence).toList();
    }

    private static String sentence(List<ThreadOrigin> group) {
        ThreadOrigin first = group.get(0);
        ThreadOrigin last = group.get(group.size() - 1);
        String name = first.name().isEmpty() ? "" : " (" + first.name() + ")";
        String threads = group.size() > MOST_NAMES
                ? first.thread() + " … " + last.thread() + " (" + group.size() + " threads)"
                : group.stream().map(ThreadOrigin::thread).collect(Collectors.joining(", "));
        String steps = group.size() > MOST_NAMES
                ? first.step() + " … " + last.step()
                : group.stream().map(origin -> Integer.toString(origin.step())).collect(Collectors.joining(", "));
        String place = first.location().brief();
        return threads + name + ": created by " + first.by() + " in " + (group.size() == 1 ? "step " : "steps ") + steps
                + (place.isEmpty() ? "" : " at " + place);
    }
}
