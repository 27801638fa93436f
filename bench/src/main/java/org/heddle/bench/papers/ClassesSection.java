package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;
import org.heddle.cli.report.Report;
import org.heddle.dpor.bound.Coarser;

/**
 * How many executions a proof takes: by optimal reduction alone, with each notion of equivalence that is coarser, and with all of them, on
 * all programs that can be explored to their end. It is a complaint if a coarser notion takes more.
 */
final class ClassesSection implements Section {
    private static final int MOST = 20_000;
    private static final int QUICK_MOST = 1_000;

    /** Which notions to use, as {@code --coarser} has it. */
    private static final List<String> WAYS = ways();

    /** A program and for each way the number of executions, empty where it was not explored to its end. */
    private record Row(String program, List<OptionalLong> executions) {
        boolean isComplete() {
            return executions.stream().allMatch(OptionalLong::isPresent);
        }

        long of(int way) {
            return executions.get(way).orElseThrow();
        }

        boolean differs() {
            return executions.stream().distinct().count() > 1;
        }
    }

    private static List<String> ways() {
        List<String> ways = new ArrayList<>(List.of("none"));
        // lock-later and thread-later are lock and thread, after some executions without
        for (Coarser one : EnumSet.complementOf(EnumSet.of(Coarser.LOCK_LATER, Coarser.THREAD_LATER))) {
            ways.add(one.word());
        }
        ways.add(String.join(",", ways.subList(1, ways.size())));
        return List.copyOf(ways);
    }

    @Override
    public String name() {
        return "classes";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        int most = bench.isQuick() ? QUICK_MOST : MOST;
        List<Row> rows = new ArrayList<>();
        for (Subject subject : subjects(bench.examples())) {
            if (!subject.isSlow() || !bench.isQuick()) {
                rows.add(measure(bench, subject, most));
            }
        }
        List<Row> complete = rows.stream().filter(Row::isComplete).toList();
        return new Result(
                name(),
                "Executions until everything is proved (no paper's table)",
                List.of(summary(complete, rows.size(), most), programs(complete)),
                List.of(),
                List.of(),
                complaints(complete));
    }

    /** The examples that need no options. */
    private static List<Subject> subjects(Path examples) throws IOException {
        return Subject.ending(examples).stream()
                .filter(subject ->
                        subject.lines().stream().anyMatch(line -> line.options().isEmpty()))
                .toList();
    }

    private static Row measure(Bench bench, Subject subject, int most)
            throws UserError, IOException, InterruptedException {
        List<OptionalLong> executions = new ArrayList<>();
        try (Bench.Compiled compiled = bench.compile(subject)) {
            for (String way : WAYS) {
                boolean isLarge = !executions.isEmpty() && executions.get(0).isEmpty();
                executions.add(isLarge ? OptionalLong.empty() : executions(compiled.check(options(way, most))));
            }
        }
        return new Row(subject.name(), executions);
    }

    private static List<String> options(String way, int most) {
        String words = "--bound none --coarser " + way + " --keep-going -j 1 -t 30 -i " + most;
        return List.of(words.split(" "));
    }

    private static OptionalLong executions(Report report) {
        return report.complete() ? OptionalLong.of(report.total()) : OptionalLong.empty();
    }

    private static Table summary(List<Row> rows, int all, int most) {
        List<List<String>> cells = new ArrayList<>();
        for (int way = 0; way < WAYS.size(); way++) {
            int column = way;
            long total = rows.stream().mapToLong(row -> row.of(column)).sum();
            long fewer = rows.stream().filter(row -> row.of(column) < row.of(0)).count();
            long more = rows.stream().filter(row -> row.of(column) > row.of(0)).count();
            cells.add(List.of(WAYS.get(way), Words.number(total), Long.toString(fewer), Long.toString(more)));
        }
        return new Table(
                "All " + rows.size() + " of " + all + " programs that are proved within " + Words.number(most)
                        + " executions",
                List.of("--coarser", "executions in all", "programs with fewer", "programs with more"),
                cells);
    }

    private static Table programs(List<Row> rows) {
        List<String> columns = new ArrayList<>(List.of("program"));
        columns.addAll(WAYS);
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            if (row.differs()) {
                List<String> line = new ArrayList<>(List.of(row.program()));
                row.executions().forEach(count -> line.add(Words.number(count.orElseThrow())));
                cells.add(line);
            }
        }
        return new Table("Those of which the numbers differ", columns, cells);
    }

    private static List<String> complaints(List<Row> rows) {
        List<String> complaints = new ArrayList<>();
        for (Row row : rows) {
            for (int way = 1; way < WAYS.size(); way++) {
                if (row.of(way) > row.of(0)) {
                    complaints.add("%s: %d executions with --coarser=%s, and %d without"
                            .formatted(row.program(), row.of(way), WAYS.get(way), row.of(0)));
                }
            }
        }
        return complaints;
    }
}
