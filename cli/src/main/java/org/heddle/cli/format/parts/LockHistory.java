package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.heddle.cli.report.Drawing.Span;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;

/**
 * What was done to a lock that a finding is about, in the order of its trace.
 *
 * @param lock its name
 * @param uses what was done
 * @param holders labels of the threads that have it at the end
 */
public record LockHistory(String lock, List<Use> uses, List<String> holders) {
    private static final Set<String> ABOUT_LOCKS =
            Set.of("deadlock", "lost-wakeup", "livelock", "data-race", "misuse", "undestroyed");

    /** What a step does to a lock. */
    public enum Action {
        TAKES,
        GIVES_BACK,
        OTHER;

        /** The word in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A step.
     *
     * @param line the step
     * @param action whether its thread has the lock from then on, or no longer has it
     */
    public record Use(TraceLine line, Action action) {
        /** What the step is; where its words are about something else, such as a condition, also what becomes of the lock. */
        public String sentence(String lock) {
            boolean isNamed = line.object().equals(lock);
            String more =
                    switch (action) {
                        case TAKES -> ", which takes " + lock;
                        case GIVES_BACK -> ", which gives " + lock + " back";
                        case OTHER -> "";
                    };
            String place = line.location().brief();
            return line.thread() + ": " + line.operation() + (isNamed ? "" : more)
                    + (place.isEmpty() ? "" : "  at " + place);
        }
    }

    /** Those of the locks that a finding is about: its threads have or want them at the end, or had them in what it is about. */
    public static List<LockHistory> of(ReportedFinding finding) {
        if (!ABOUT_LOCKS.contains(finding.kind())) {
            return List.of();
        }
        return locks(finding).stream()
                .filter(lock -> isInvolved(lock, finding))
                .map(lock -> of(lock, finding))
                .toList();
    }

    private static Set<String> locks(ReportedFinding finding) {
        Set<String> locks = new TreeSet<>();
        held(finding).map(Span::object).forEach(locks::add);
        finding.trace().stream()
                .filter(line -> line.kind().matches("(mutex|rwlock|spin)-.*")
                        && !line.object().isEmpty())
                .map(TraceLine::object)
                .forEach(locks::add);
        return locks;
    }

    private static Stream<Span> held(ReportedFinding finding) {
        return finding.drawing().spans().stream().filter(span -> span.type().equals("holds"));
    }

    private static boolean isInvolved(String lock, ReportedFinding finding) {
        int end = finding.trace().size();
        boolean atEnd = finding.drawing().spans().stream()
                .anyMatch(span -> span.object().equals(lock) && span.to() >= end);
        boolean isKey = finding.trace().stream()
                .anyMatch(line -> line.isKey() && line.object().equals(lock));
        boolean endsInKey = held(finding)
                .anyMatch(span -> span.object().equals(lock)
                        && span.to() < end
                        && finding.trace().get(span.to()).isKey());
        boolean inRace = finding.pairs().stream()
                .flatMap(pair -> Stream.of(pair.first(), pair.second()))
                .flatMap(use -> use.holds().stream())
                .anyMatch(held -> held.equals(lock) || held.startsWith(lock + ", "));
        boolean isRace = finding.kind().equals("data-race");
        return inRace || (!isRace && (atEnd || isKey || endsInKey));
    }

    private static LockHistory of(String lock, ReportedFinding finding) {
        List<TraceLine> trace = finding.trace();
        Set<Integer> taken = new TreeSet<>();
        Set<Integer> given = new TreeSet<>();
        List<String> holders = new ArrayList<>();
        held(finding).filter(span -> span.object().equals(lock)).forEach(span -> {
            taken.add(span.from());
            if (span.to() < trace.size()) {
                given.add(span.to());
            } else {
                holders.add(span.thread());
            }
        });
        List<Use> uses = new ArrayList<>();
        for (TraceLine line : trace) {
            Action action = taken.contains(line.step())
                    ? Action.TAKES
                    : given.contains(line.step()) ? Action.GIVES_BACK : Action.OTHER;
            if (action != Action.OTHER || line.object().equals(lock)) {
                uses.add(new Use(line, action));
            }
        }
        return new LockHistory(lock, List.copyOf(uses), List.copyOf(holders));
    }
}
