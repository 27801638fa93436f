package org.heddle.cli.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.heddle.cli.format.ci.MarkdownReport;

/** What the checks of a manifest came to as Markdown, for the summary of a CI job or a comment on a pull request. */
final class SuiteMarkdown {
    private SuiteMarkdown() {}

    static String write(Path directory, List<EntryOutcome> outcomes, Changes changes) {
        long passed = outcomes.stream().filter(EntryOutcome::passed).count();
        StringBuilder text = new StringBuilder("## Heddle: ")
                .append(passed)
                .append(" of ")
                .append(outcomes.size())
                .append(outcomes.size() == 1 ? " test passed\n\n" : " tests passed\n\n");
        text.append("| test | outcome | seconds |\n|---|---|---:|\n");
        for (EntryOutcome outcome : outcomes) {
            text.append("| ")
                    .append(MarkdownReport.escaped(outcome.entry().name()))
                    .append(" | ")
                    .append(MarkdownReport.escaped(SuiteReport.word(outcome) + " " + SuiteReport.whatCame(outcome)))
                    .append(" | ")
                    .append(String.format(Locale.ROOT, "%.1f", outcome.seconds()))
                    .append(" |\n");
        }
        if (changes.isAsked()) {
            text.append("\n### Since the last run\n\n");
            changes.all().forEach(change -> text.append("- **")
                    .append(change.kind())
                    .append("** ")
                    .append(MarkdownReport.escaped(change.test() + ": " + change.what()))
                    .append('\n'));
            text.append(changes.all().isEmpty() ? "No finding is new or gone, and no check slower.\n" : "");
        }
        MarkdownReport report = new MarkdownReport(directory);
        outcomes.stream()
                .filter(outcome -> !outcome.passed())
                .flatMap(outcome -> outcome.report().stream())
                .forEach(failed -> text.append('\n').append(report.write(failed)));
        return text.toString();
    }
}
