package org.heddle.cli.suite;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.heddle.cli.report.Report;
import org.heddle.dpor.detect.finding.Kind;

/**
 * What a check is to come to: {@code clean} for no finding, or the kind of a finding that has to be there and alone.
 *
 * @param word as the manifest has it
 */
public record Expectation(String word) {
    /** No finding. */
    public static final Expectation CLEAN = new Expectation("clean");

    /** The expectation of that word, if it is one. */
    public static Optional<Expectation> of(String word) {
        boolean known = word.equals("clean")
                || Arrays.stream(Kind.values()).anyMatch(kind -> kind.ruleId().equals(word));
        return known ? Optional.of(new Expectation(word)) : Optional.empty();
    }

    /** The words that there are. */
    public static String words() {
        return "clean, " + Arrays.stream(Kind.values()).map(Kind::ruleId).collect(Collectors.joining(", "));
    }

    /** What is wrong with this report, whose findings are all new; empty if nothing is. */
    String complaint(Report report) {
        if (word.equals("clean")) {
            return report.findings().isEmpty() ? "" : report.findings().get(0).title();
        }
        if (report.findings().isEmpty()) {
            return "no " + word + " was found";
        }
        return report.findings().stream()
                .filter(finding -> !finding.kind().equals(word))
                .map(finding -> finding.title() + " where " + word + " was expected")
                .findFirst()
                .orElse("");
    }
}
