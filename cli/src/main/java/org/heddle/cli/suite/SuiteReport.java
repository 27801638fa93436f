package org.heddle.cli.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.heddle.cli.format.Reports;
import org.heddle.cli.format.ci.JUnitReport;
import org.heddle.cli.format.ci.JUnitReport.Case;
import org.heddle.cli.format.ci.JUnitReport.Result;
import org.heddle.cli.format.json.JsonReport;
import org.heddle.cli.format.sarif.SarifReport;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.report.Report;

/**
 * What the checks of a manifest came to, in the forms that suit many.
 *
 * @param directory to which the paths of sources are relative
 * @param outcomes of the tests
 * @param history what those that ask for coverage had seen before
 * @param changes since the last run
 */
public record SuiteReport(Path directory, List<EntryOutcome> outcomes, CoverageHistory history, Changes changes) {
    /** A line on one test. */
    public static String line(EntryOutcome outcome) {
        String between = outcome.passed() ? "  " : ": ";
        return "%-5s %s%s%s".formatted(word(outcome), outcome.entry().name(), between, whatCame(outcome));
    }

    static String word(EntryOutcome outcome) {
        return outcome.passed() ? "PASS" : outcome.isNotRun() ? "SKIP" : outcome.isError() ? "ERROR" : "FAIL";
    }

    /** Why it fails, or what was found, explored or proved. */
    static String whatCame(EntryOutcome outcome) {
        if (!outcome.passed()) {
            return outcome.complaint();
        }
        Report report = outcome.report().orElseThrow();
        boolean isExpectedBug = report.conclusion() == Report.Conclusion.BUG && outcome.known() == 0;
        StringBuilder what = new StringBuilder(
                isExpectedBug
                        ? "found what was expected"
                        : report.complete()
                                ? "proved"
                                : report.unseen().isEmpty()
                                        ? "not everything was explored"
                                        : "not everything was seen");
        what.append(", ").append(report.total()).append(report.total() == 1 ? " execution" : " executions");
        if (outcome.known() > 0) {
            what.append(", known findings: ").append(outcome.known());
        }
        return what.append(outcome.isCached() ? ", from the cache" : "").toString();
    }

    /** The failures at length, and a line on all. */
    public String text(Sheet sheet) {
        StringBuilder text = new StringBuilder();
        for (EntryOutcome outcome : outcomes) {
            if (!outcome.passed() && outcome.report().isPresent()) {
                text.append('\n').append(outcome.entry().name()).append(":\n");
                text.append(new Reports(directory, sheet).text(outcome.report().get()));
            }
        }
        List<String> seen = outcomes.stream()
                .flatMap(outcome -> history.line(outcome).stream())
                .toList();
        if (!seen.isEmpty()) {
            text.append("\nwhat was explored (and the change since the last run):\n");
            seen.forEach(line -> text.append("  ").append(line).append('\n'));
        }
        text.append(changes.text());
        long passed = outcomes.stream().filter(EntryOutcome::passed).count();
        long errors = outcomes.stream().filter(EntryOutcome::isError).count();
        String why = outcomes.stream().anyMatch(EntryOutcome::isInterrupted) ? "interrupted" : "time budget exhausted";
        long notRun = outcomes.stream().filter(EntryOutcome::isNotRun).count();
        text.append("\n%d %s: %d passed, %d failed, %d could not be checked%s%n"
                .formatted(
                        outcomes.size(),
                        outcomes.size() == 1 ? "test" : "tests",
                        passed,
                        outcomes.size() - passed - errors - notRun,
                        errors,
                        notRun > 0 ? ", " + notRun + " skipped: " + why : ""));
        return text.toString();
    }

    /** One JSON document, {@code heddle-tests/1}. */
    public String json() {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode().put("schema", "heddle-tests/1");
        ArrayNode tests = root.putArray("tests");
        try {
            for (EntryOutcome outcome : outcomes) {
                ObjectNode test = tests.addObject()
                        .put("name", outcome.entry().name())
                        .put("outcome", result(outcome).name().toLowerCase(Locale.ROOT))
                        .put("complaint", outcome.complaint())
                        .put("known", outcome.known())
                        .put("cached", outcome.isCached())
                        .put("seconds", Math.round(outcome.seconds() * 1000) / 1000.0);
                history.before(outcome.entry()).ifPresent(before -> put(test.putObject("coverageBefore"), before));
                if (changes.isAsked()) {
                    ArrayNode since = test.putArray("changes");
                    changes.of(outcome).forEach(change -> put(since.addObject(), change));
                }
                Optional<Report> report = outcome.report();
                test.set("report", report.isPresent() ? json.readTree(new JsonReport().write(report.get())) : null);
            }
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    private static void put(ObjectNode node, Changes.Change change) {
        node.put("kind", change.kind().toString()).put("what", change.what());
        if (!change.fingerprint().isEmpty()) {
            node.put("fingerprint", change.fingerprint());
        }
    }

    private static void put(ObjectNode node, CoverageHistory.Figures before) {
        node.put("both", before.both()).put("once", before.once());
        before.undelayed().ifPresent(count -> node.put("undelayed", count));
        before.unreached().ifPresent(count -> node.put("unreached", count));
    }

    /** JUnit XML. */
    public String junit() {
        return new JUnitReport(outcomes.stream().flatMap(this::testCases).toList()).write();
    }

    /** A test's case, and one more for each further finding of one that failed for the first. */
    private Stream<Case> testCases(EntryOutcome outcome) {
        Stream<Case> own = Stream.of(testCase(outcome));
        return result(outcome) == Result.FAILED && outcome.report().isPresent()
                ? Stream.concat(
                        own,
                        Case.further(
                                outcome.entry().name(),
                                outcome.report().get(),
                                new Reports(directory, Sheet.PLAIN)::text)
                                .stream())
                : own;
    }

    private Case testCase(EntryOutcome outcome) {
        Optional<Report> report = outcome.report();
        return new Case(
                outcome.entry().name(),
                outcome.seconds(),
                result(outcome),
                result(outcome).name().toLowerCase(Locale.ROOT),
                outcome.complaint(),
                report.map(found -> new Reports(directory, Sheet.PLAIN).text(found))
                        .orElse(outcome.complaint()),
                line(outcome) + "\n");
    }

    private static Result result(EntryOutcome outcome) {
        if (outcome.isNotRun()) {
            return Result.SKIPPED;
        }
        return outcome.passed() ? Result.PASSED : outcome.isError() ? Result.ERROR : Result.FAILED;
    }

    /** Markdown: a table of the tests, what has changed, and the failures at length. */
    public String markdown() {
        return SuiteMarkdown.write(directory, outcomes, changes);
    }

    /** SARIF 2.1.0, with the findings of all tests that fail. */
    public String sarif() {
        List<Report> failures = outcomes.stream()
                .filter(outcome -> !outcome.passed())
                .flatMap(outcome -> outcome.report().stream())
                .toList();
        return new SarifReport(directory).write(failures) + "\n";
    }
}
