package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.heddle.cli.UserError;
import org.heddle.cli.report.Report;

/** How many executions it takes to the first finding: the default course, and each strategy by itself, on all programs with a bug. */
final class FirstSection implements Section {
    private static final int SEEDS = 20;
    private static final int QUICK_SEEDS = 3;
    private static final int MOST = 20_000;
    private static final int QUICK_MOST = 2_000;

    /** What ends an execution, so that the check stops there. */
    private static final Set<String> ENDING =
            Set.of("assertion", "crash", "deadlock", "double-free", "livelock", "lost-wakeup", "use-after-free");

    /** A way of checking. */
    private record Way(String name, List<String> options, boolean isDrawn) {}

    private static final List<Way> WAYS = List.of(
            new Way("default", List.of(), false),
            new Way("`--bound none`", List.of("--bound", "none"), false),
            drawn("random"),
            drawn("pct"),
            drawn("pos"),
            drawn("surw"),
            drawn("late"),
            drawn("hold"));

    /** A program and for each way the median number of executions to the first finding, empty where it is none. */
    private record Row(Subject subject, List<OptionalLong> medians) {}

    private static Way drawn(String strategy) {
        return new Way(strategy, List.of("--strategy", strategy), true);
    }

    @Override
    public String name() {
        return "first";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Subject subject : subjects(bench.programs())) {
            if (!subject.isSlow() || !bench.isQuick()) {
                rows.add(measure(bench, subject));
            }
        }
        int seeds = bench.isQuick() ? QUICK_SEEDS : SEEDS;
        int most = bench.isQuick() ? QUICK_MOST : MOST;
        return new Result(
                name(),
                "Executions to the first finding (no paper's table)",
                List.of(summary(rows, most), programs(rows, seeds)),
                List.of(),
                List.of(),
                List.of());
    }

    /** The programs of all papers, and the examples. */
    private static List<Subject> subjects(Path programs) throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.walk(programs)) {
            folders = all.filter(Files::isDirectory).sorted().toList();
        }
        List<Subject> subjects = new ArrayList<>();
        for (Path folder : Stream.concat(Stream.of(programs.resolveSibling(".").normalize()), folders.stream())
                .toList()) {
            for (Subject subject : Subject.in(folder)) {
                if (subject.lines().stream().anyMatch(FirstSection::hasBug)) {
                    subjects.add(subject);
                }
            }
        }
        return subjects;
    }

    private static boolean hasBug(ExampleLine line) {
        return line.options().isEmpty()
                && line.finding().filter(sort -> ENDING.contains(sort.kind())).isPresent();
    }

    private static Row measure(Bench bench, Subject subject) throws UserError, IOException, InterruptedException {
        List<List<String>> commands = new ArrayList<>();
        for (Way way : WAYS) {
            for (int seed = 1; seed <= times(bench, way); seed++) {
                commands.add(options(bench, way, seed));
            }
        }
        Iterator<Report> reports = bench.checkAll(subject, commands).iterator();
        List<OptionalLong> medians = new ArrayList<>();
        for (Way way : WAYS) {
            long[] found = new long[times(bench, way)];
            Arrays.setAll(found, seed -> executions(reports.next()));
            Arrays.sort(found);
            long median = found[found.length / 2];
            medians.add(median == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(median));
        }
        return new Row(subject, medians);
    }

    private static int times(Bench bench, Way way) {
        int seeds = bench.isQuick() ? QUICK_SEEDS : SEEDS;
        return way.isDrawn() ? seeds : 1;
    }

    private static List<String> options(Bench bench, Way way, int seed) {
        List<String> options = new ArrayList<>(way.options());
        options.addAll(List.of("-j", "1", "-i", Integer.toString(bench.isQuick() ? QUICK_MOST : MOST)));
        options.addAll(List.of("--seed", Integer.toString(seed)));
        return options;
    }

    /** How many there are up to the first finding; more than any number if there is none. */
    private static long executions(Report report) {
        boolean isFound = report.findings().stream().anyMatch(finding -> ENDING.contains(finding.kind()));
        return isFound ? report.total() : Long.MAX_VALUE;
    }

    private static Table summary(List<Row> rows, int most) {
        List<List<String>> cells = new ArrayList<>();
        for (int way = 0; way < WAYS.size(); way++) {
            int column = way;
            long[] sorted = rows.stream()
                    .mapToLong(row -> row.medians().get(column).orElse(Long.MAX_VALUE))
                    .sorted()
                    .toArray();
            long found = LongStream.of(sorted).filter(n -> n < Long.MAX_VALUE).count();
            cells.add(List.of(
                    WAYS.get(way).name(),
                    found + " of " + rows.size(),
                    quantile(sorted, 0.5),
                    quantile(sorted, 0.75),
                    quantile(sorted, 0.9)));
        }
        return new Table(
                "Programs whose bug is found within " + Words.number(most)
                        + " executions, and how many it takes for half, three quarters and nine tenths of all programs",
                List.of("way", "programs", "half", "three quarters", "nine tenths"),
                cells);
    }

    private static String quantile(long[] sorted, double part) {
        int place = (int) Math.ceil(part * sorted.length) - 1;
        return sorted.length == 0 ? "–" : number(sorted[Math.max(place, 0)]);
    }

    private static String number(long executions) {
        return executions == Long.MAX_VALUE ? "–" : Words.number(executions);
    }

    private static Table programs(List<Row> rows, int seeds) {
        List<String> columns = new ArrayList<>(List.of("program"));
        WAYS.forEach(way -> columns.add(way.name()));
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            List<String> line = new ArrayList<>(List.of(row.subject().name()));
            row.medians().forEach(median -> line.add(number(median.orElse(Long.MAX_VALUE))));
            cells.add(line);
        }
        return new Table(
                "The programs, one by one (medians of " + seeds + " seeds where anything is drawn)", columns, cells);
    }
}
