package org.heddle.bench.papers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;

/** How many executions it takes to the first finding: the default course, and each strategy by itself, on all programs with a bug. */
final class FirstSection implements Section {
    private static final int SEEDS = 20;
    private static final int QUICK_SEEDS = 3;
    private static final int MOST = 2_000;

    /** Programs that the default course takes more executions for are looked at by themselves. */
    private static final int AT_ONCE = 10;

    private static final double[] PARTS = {0.5, 0.75, 0.9};

    private static final List<Way> WAYS = List.of(
            Way.DEFAULT,
            new Way("`--bound none`", List.of("--bound", "none"), false),
            Way.drawn("random"),
            Way.drawn("pct"),
            Way.drawn("pos"),
            Way.drawn("surw"),
            Way.drawn("late"),
            Way.drawn("feedback"),
            Way.drawn("hold"));

    @Override
    public String name() {
        return "first";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        int seeds = bench.seeds().orElse(bench.isQuick() ? QUICK_SEEDS : SEEDS);
        List<OtherHeddle> others = bench.others();
        List<String> names = new ArrayList<>();
        List<long[]> rows = new ArrayList<>();
        for (Subject subject : FirstSet.in(bench.examples())) {
            if (!subject.isSlow() || !bench.isQuick()) {
                names.add(subject.name());
                rows.add(measure(bench, subject, seeds, others));
            }
        }
        List<Found> ways = new ArrayList<>();
        for (int way = 0; way < WAYS.size() + others.size(); way++) {
            int column = way;
            String name = way < WAYS.size()
                    ? WAYS.get(way).name()
                    : "default of " + others.get(way - WAYS.size()).command();
            ways.add(new Found(name, rows.stream().map(row -> row[column]).toList()));
        }
        List<Integer> later = IntStream.range(0, names.size())
                .filter(program -> ways.stream()
                        .filter(way -> way.way().startsWith("default"))
                        .anyMatch(way -> way.executions().get(program) > AT_ONCE))
                .boxed()
                .toList();
        List<Found> onLater = ways.stream().map(way -> way.at(later)).toList();
        return new Result(
                name(),
                "Executions to the first finding (no paper's table)",
                List.of(
                        summary("All programs", ways),
                        summary("Those for which a default takes more than " + AT_ONCE, onLater),
                        programs(names, ways, seeds)),
                List.of(Found.plot(ways, MOST)),
                List.of(),
                List.of());
    }

    /** For each way, and then each other Heddle. */
    private static long[] measure(Bench bench, Subject subject, int seeds, List<OtherHeddle> others)
            throws UserError, IOException, InterruptedException {
        long[] found = new long[WAYS.size() + others.size()];
        try (Bench.Compiled compiled = bench.compile(subject)) {
            for (int way = 0; way < WAYS.size(); way++) {
                found[way] = median(WAYS.get(way), seeds, options -> FirstSet.executions(compiled.check(options)));
            }
        }
        for (int other = 0; other < others.size(); other++) {
            OtherHeddle heddle = others.get(other);
            found[WAYS.size() + other] = median(Way.DEFAULT, seeds, options -> heddle.executions(subject, options));
        }
        return found;
    }

    /** A check with these options, and how many executions it takes to the first finding. */
    private interface Check {
        long executions(List<String> options) throws UserError, IOException, InterruptedException;
    }

    /** Nothing is drawn in the first execution: what it shows, it shows with every seed. */
    private static long median(Way way, int seeds, Check check) throws UserError, IOException, InterruptedException {
        long first = check.executions(way.options(1, MOST));
        if (!way.isDrawn() || first == 1) {
            return first;
        }
        long[] found = new long[seeds];
        Arrays.fill(found, Found.NEVER);
        found[0] = first;
        int missed = first == Found.NEVER ? 1 : 0;
        for (int seed = 2; seed <= seeds && 2 * missed < seeds; seed++) { // else the median is known
            found[seed - 1] = check.executions(way.options(seed, MOST));
            missed += found[seed - 1] == Found.NEVER ? 1 : 0;
        }
        return Found.median(found);
    }

    private static Table summary(String which, List<Found> ways) {
        List<List<String>> cells = new ArrayList<>();
        int all = ways.get(0).executions().size();
        for (Found way : ways) {
            List<String> line = new ArrayList<>(List.of(way.way(), way.programs() + " of " + all));
            Arrays.stream(PARTS).forEach(part -> line.add(number(way.within(part))));
            cells.add(line);
        }
        return new Table(
                which + ": of how many the bug is found within " + Words.number(MOST)
                        + " executions, and how many it takes for half, three quarters and nine tenths of them",
                List.of("way", "programs", "half", "three quarters", "nine tenths"),
                cells);
    }

    private static String number(long executions) {
        return executions == Found.NEVER ? "–" : Words.number(executions);
    }

    private static Table programs(List<String> names, List<Found> ways, int seeds) {
        List<String> columns = new ArrayList<>(List.of("program"));
        ways.forEach(way -> columns.add(way.way()));
        List<List<String>> cells = new ArrayList<>();
        for (int program = 0; program < names.size(); program++) {
            List<String> line = new ArrayList<>(List.of(names.get(program)));
            for (Found way : ways) {
                line.add(number(way.executions().get(program)));
            }
            cells.add(line);
        }
        return new Table(
                "The programs, one by one (medians of " + seeds + " seeds where anything is drawn)", columns, cells);
    }
}
