package org.heddle.cli.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.cli.report.Report;
import org.heddle.cli.suite.FindingsHistory.Known;
import org.heddle.cli.suite.FindingsHistory.Last;

/**
 * What has changed since the last run of each test.
 *
 * @param isAsked whether there is a history to compare with
 * @param all by tests, in their order
 */
public record Changes(boolean isAsked, List<Change> all) {
    /** Nobody asked. */
    public static final Changes NONE = new Changes(false, List.of());

    /** A check that takes so many times as long, and so many seconds more, is slower: less is the machine's noise. */
    private static final double SLOWER = 2;

    private static final double SLOWER_BY = 1;

    /** What may have become of a finding, or of a check. */
    public enum Kind {
        /** It was not found in the last run. */
        NEW,
        /** It was. */
        STILL,
        /** It was, and all was explored without it. */
        GONE,
        /** It was, and this time the check ended before all was explored. */
        UNSEEN,
        /** The check takes much longer. */
        SLOWER;

        /** As reports have it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One change.
     *
     * @param kind of change
     * @param test its name
     * @param fingerprint of the finding; empty where it is about none
     * @param what for people
     */
    public record Change(Kind kind, String test, String fingerprint, String what) {
        /** A line. */
        public String line() {
            return "%-6s  %s: %s".formatted(kind.name(), test, what);
        }
    }

    /** What these came to, compared with what is known of their last runs; of a test's first run nothing is told. */
    public static Changes since(FindingsHistory history, List<EntryOutcome> outcomes) {
        List<Change> all = new ArrayList<>();
        for (EntryOutcome outcome : outcomes) {
            Optional<Last> last = history.last(outcome.entry().name());
            if (outcome.report().isPresent() && last.isPresent()) {
                addFindings(outcome, outcome.report().get(), last.get(), all);
                addTime(outcome, last.get(), all);
            }
        }
        return new Changes(true, List.copyOf(all));
    }

    private static void addFindings(EntryOutcome outcome, Report report, Last last, List<Change> all) {
        String test = outcome.entry().name();
        Set<String> before = fingerprints(last.findings());
        List<Known> now = report.findings().stream().map(Known::of).toList();
        for (Known known : now) {
            Kind kind = before.contains(known.fingerprint()) ? Kind.STILL : Kind.NEW;
            all.add(new Change(kind, test, known.fingerprint(), known.text()));
        }
        Set<String> found = fingerprints(now);
        for (Known known : last.findings()) {
            if (!found.contains(known.fingerprint())) {
                Kind kind = report.complete() ? Kind.GONE : Kind.UNSEEN;
                String why = report.complete() ? "" : ", but not everything was explored this time";
                all.add(new Change(kind, test, known.fingerprint(), known.text() + why));
            }
        }
    }

    private static Set<String> fingerprints(List<Known> findings) {
        return findings.stream().map(Known::fingerprint).collect(Collectors.toSet());
    }

    private static void addTime(EntryOutcome outcome, Last last, List<Change> all) {
        double now = outcome.seconds();
        double before = last.seconds();
        if (!outcome.isCached() && before > 0 && now > before * SLOWER && now > before + SLOWER_BY) {
            String what = String.format(Locale.ROOT, "%.1f s, %.1f s before", now, before);
            all.add(new Change(Kind.SLOWER, outcome.entry().name(), "", what));
        }
    }

    /** The changes of one test. */
    List<Change> of(EntryOutcome outcome) {
        return all.stream()
                .filter(change -> change.test().equals(outcome.entry().name()))
                .toList();
    }

    /** A section of a report, with a line for each; empty if nobody asked. */
    String text() {
        if (!isAsked) {
            return "";
        }
        StringBuilder text = new StringBuilder("\nsince the last run:\n");
        all.forEach(change -> text.append("  ").append(change.line()).append('\n'));
        return text.append(all.isEmpty() ? "  no finding is new or gone, and no check slower\n" : "")
                .toString();
    }
}
