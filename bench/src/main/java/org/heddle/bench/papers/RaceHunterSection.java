package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.heddle.bench.report.Comparison;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;

/** RaceHunter's small tests (Tables 1 and 2): ThreadSanitizer alone, two switches, and everything. */
final class RaceHunterSection implements Section {
    private static final List<String> TWO_SWITCHES = List.of("--bound", "switches=2");
    private static final int SANITIZER_RUNS = 3;
    private static final String EXCLUDED = "deadlock";

    /** A program and what each way of checking came to. */
    private record Row(
            String group,
            Subject subject,
            Optional<ThreadSanitizer.Run> sanitizer,
            Measured bounded,
            Measured usual,
            List<String> complaints) {}

    @Override
    public String name() {
        return "racehunter";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        Paper paper = Paper.of(name());
        boolean withSanitizer = ThreadSanitizer.isThere();
        List<Row> rows = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        for (String group : List.of("own", "sct")) {
            Path folder = bench.programs().resolve(name()).resolve(group);
            for (Subject subject : Subject.in(folder)) {
                if (!bench.isQuick() || !subject.isSlow()) {
                    Row row = measure(bench, group, subject, withSanitizer);
                    rows.add(row);
                    complaints.addAll(row.complaints());
                }
            }
        }
        List<Row> counted = rows.stream()
                .filter(row -> !row.subject().name().equals(EXCLUDED))
                .toList();
        return new Result(
                name(),
                paper.title(),
                List.of(methods(paper, counted), gains(paper, counted), programs(rows)),
                List.of(),
                comparisons(paper, counted, complaints.size()),
                complaints);
    }

    private static Row measure(Bench bench, String group, Subject subject, boolean withSanitizer)
            throws UserError, IOException, InterruptedException {
        Optional<ThreadSanitizer.Run> sanitizer =
                withSanitizer ? Optional.of(ThreadSanitizer.best(subject, SANITIZER_RUNS)) : Optional.empty();
        List<String> complaints = new ArrayList<>();
        Measured bounded = check(bench, subject, true, complaints);
        Measured usual = check(bench, subject, false, complaints);
        return new Row(group, subject, sanitizer, bounded, usual, complaints);
    }

    private static Measured check(Bench bench, Subject subject, boolean bounded, List<String> complaints)
            throws UserError, IOException, InterruptedException {
        ExampleLine line = subject.lines().stream()
                .filter(one -> one.options().contains("--bound") == bounded)
                .findFirst()
                .orElseThrow(() -> new UserError(subject.file() + " does not say what "
                        + (bounded ? String.join(" ", TWO_SWITCHES) : "a check without a bound") + " is to find"));
        Measured measured = bench.check(subject, line.options());
        String complaint = line.complaint(measured.report());
        if (!complaint.isEmpty()) {
            complaints.add(subject.name() + " " + String.join(" ", line.options()) + ": " + complaint);
        }
        return measured;
    }

    private static Table methods(Paper paper, List<Row> rows) {
        List<List<String>> cells = new ArrayList<>();
        for (String method : List.of("tsan", "wp", "wp-tsan", "cb-tsan")) {
            cells.add(List.of(
                    "paper: " + paper.text("/" + method + "/method"),
                    Words.seconds(paper.number("/" + method + "/seconds")),
                    paper.text("/" + method + "/findings"),
                    "–"));
        }
        if (rows.stream().allMatch(row -> row.sanitizer().isPresent())) {
            cells.add(List.of(
                    "ThreadSanitizer (cc), one run",
                    Words.seconds(rows.stream()
                            .mapToDouble(row -> row.sanitizer().orElseThrow().seconds())
                            .sum()),
                    count(rows, RaceHunterSection::sanitizerFindings),
                    programs(rows, row -> sanitizerFindings(row) > 0)));
        }
        cells.add(List.of(
                "Heddle, two switches",
                Words.seconds(seconds(rows, true)),
                count(rows, row -> row.bounded().report().findings().size()),
                programs(rows, row -> !row.bounded().isEmpty())));
        cells.add(List.of(
                "Heddle",
                Words.seconds(seconds(rows, false)),
                count(rows, row -> row.usual().report().findings().size()),
                programs(rows, row -> !row.usual().isEmpty())));
        return new Table(
                "Table 1: " + rows.size() + " small programs",
                List.of("method", "time", "findings", "programs with findings"),
                cells);
    }

    private static Table gains(Paper paper, List<Row> rows) {
        boolean known = rows.stream().allMatch(row -> row.sanitizer().isPresent());
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "new races",
                paper.text("/gain/races"),
                known ? programs(rows, row -> gainsRaces(row) && !gainsOthers(row)) : "–"));
        cells.add(List.of(
                "a new assertion violation",
                paper.text("/gain/assertions"),
                known ? programs(rows, RaceHunterSection::gainsOthers) : "–"));
        cells.add(List.of(
                "the same",
                paper.text("/gain/same"),
                known ? programs(rows, row -> !gainsRaces(row) && !gainsOthers(row)) : "–"));
        cells.add(List.of(
                "an error of the tool",
                paper.text("/gain/error"),
                programs(rows, row -> row.usual().report().diverged() > 0)));
        return new Table(
                "Table 2: compared with ThreadSanitizer alone",
                List.of("result", "paper: programs", "programs"),
                cells);
    }

    private static boolean gainsRaces(Row row) {
        return row.usual().races()
                > row.sanitizer().map(ThreadSanitizer.Run::races).orElse(0);
    }

    private static boolean gainsOthers(Row row) {
        return row.usual().others() > 0
                && !row.sanitizer().map(ThreadSanitizer.Run::failed).orElse(false);
    }

    private static long sanitizerFindings(Row row) {
        return row.sanitizer().map(run -> run.races() + (run.failed() ? 1 : 0)).orElse(0);
    }

    private static Table programs(List<Row> rows) {
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            cells.add(List.of(
                    row.group(),
                    row.subject().name(),
                    row.sanitizer()
                            .map(run -> findings(run.races(), run.failed() ? 1 : 0))
                            .orElse("–"),
                    findings(row.bounded().races(), row.bounded().others()),
                    Words.number(row.bounded().report().total()),
                    Words.seconds(row.bounded().report().seconds()),
                    findings(row.usual().races(), row.usual().others()),
                    Words.number(row.usual().report().total()),
                    Words.seconds(row.usual().report().seconds()),
                    row.usual().isEmpty()
                            ? (row.usual().report().complete() ? "proved" : "not everything explored")
                            : row.complaints().isEmpty() ? "as planted" : "not as planted"));
        }
        return new Table(
                "The programs, one by one (races + other findings)",
                List.of(
                        "kind",
                        "program",
                        "ThreadSanitizer",
                        "two switches",
                        "executions",
                        "time",
                        "Heddle",
                        "executions",
                        "time",
                        "verdict"),
                cells);
    }

    private static String findings(long races, long others) {
        return races + others == 0 ? "–" : races + " + " + others;
    }

    private static double seconds(List<Row> rows, boolean bounded) {
        return rows.stream()
                .map(row -> bounded ? row.bounded() : row.usual())
                .mapToDouble(measured -> measured.report().seconds())
                .sum();
    }

    private static String count(List<Row> rows, ToLongFunction<Row> findings) {
        return Long.toString(rows.stream().mapToLong(findings).sum());
    }

    private static String programs(List<Row> rows, Predicate<Row> which) {
        return Long.toString(rows.stream().filter(which).count());
    }

    private static List<Comparison> comparisons(Paper paper, List<Row> rows, int complaints) {
        double paperSeconds = paper.number("/cb-tsan/seconds");
        double ours = seconds(rows, false);
        long found = rows.stream().filter(row -> !row.usual().isEmpty()).count();
        boolean isWhole = rows.size() >= (long) paper.number("/programs");
        return List.of(
                new Comparison(
                        "planted bugs that were found, and nothing else",
                        paper.text("/cb-tsan/findings") + " findings in " + paper.text("/programs") + " programs",
                        found + " of " + rows.size() + " programs have findings; " + complaints
                                + " came out otherwise than planted",
                        complaints == 0 && (!isWhole || found >= (long) paper.number("/cb-tsan/findings")),
                        ""),
                new Comparison(
                        "time for all programs, against context bounding: less than a hundredth",
                        Words.seconds(paperSeconds),
                        Words.seconds(ours) + " (" + Words.percent(ours / paperSeconds) + ")",
                        ours < paperSeconds / 100,
                        paper.text("/remark/time")));
    }
}
