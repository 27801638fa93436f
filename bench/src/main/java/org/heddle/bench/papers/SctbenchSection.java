package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.heddle.bench.papers.Trials.Trial;
import org.heddle.bench.report.Comparison;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;
import org.heddle.cli.report.Report;
import org.heddle.dpor.detect.finding.Kind;

/**
 * Executions and seconds to the first finding on the programs that others measure themselves on, as they were published. They are not
 * ours to copy, so that somebody has to fetch them.
 */
final class SctbenchSection implements Section {
    /** Names their folder. */
    static final String VARIABLE = "HEDDLE_SCTBENCH";

    /** Its name on the command line. */
    static final String NAME = "sctbench";

    private static final int SEEDS = 20;
    private static final int QUICK_SEEDS = 3;

    /** How many executions and seconds a check has. */
    private static final int MOST = 100_000;

    private static final int QUICK_MOST = 2_000;
    private static final String TIME = "60s";
    private static final String QUICK_TIME = "10s";

    /** If so many checks find nothing, the others are not made: they would take the most time. */
    private static final int ENOUGH_MISSED = 3;

    private static final List<Way> WAYS = List.of(
            Way.DEFAULT,
            Way.drawn("portfolio"),
            Way.drawn("random"),
            Way.drawn("pct"),
            Way.drawn("pctvb"),
            Way.drawn("delay"),
            Way.drawn("pos"),
            Way.drawn("surw"),
            Way.drawn("late"),
            Way.drawn("feedback"),
            Way.drawn("hold"));

    private static final int OWN = 0; // the column of the default

    /** A program, and its trials for each way. */
    record Row(OriginalProgram program, List<Trials> ways) {
        Trials own() {
            return ways.get(OWN);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        Path folder = bench.originals()
                .orElseThrow(() -> new UserError("the programs of " + NAME
                        + " are not part of Heddle: fetch wcventure/PERIOD, and name its folder"
                        + " with --programs or " + VARIABLE));
        Paper paper = Paper.of(NAME);
        List<OriginalProgram> programs = OriginalProgram.in(folder, paper);
        if (programs.isEmpty()) {
            throw new UserError("there is none of the programs of " + NAME + " in " + folder
                    + ": name a clone of wcventure/PERIOD, in which there is evaluation/CS/account/account_bad.c");
        }
        int seeds = bench.seeds().orElse(bench.isQuick() ? QUICK_SEEDS : SEEDS);
        List<Row> rows = new ArrayList<>();
        for (OriginalProgram program : programs) {
            rows.add(measure(bench, program, seeds));
        }
        return result(paper, rows, bench.isQuick() ? QUICK_MOST : MOST);
    }

    private static Row measure(Bench bench, OriginalProgram program, int seeds)
            throws UserError, IOException, InterruptedException {
        List<Trials> ways = new ArrayList<>();
        try (Bench.Compiled compiled = bench.compile(program.name(), program::command)) {
            for (Way way : WAYS) {
                List<Trial> trials = new ArrayList<>();
                int missed = 0;
                for (int seed = 1; seed <= seeds && (missed < ENOUGH_MISSED || missed < trials.size()); seed++) {
                    Trial trial = trial(compiled, way, seed, bench.isQuick());
                    trials.add(trial);
                    missed += trial.found() ? 0 : 1;
                }
                ways.add(new Trials(List.copyOf(trials)));
            }
        }
        return new Row(program, List.copyOf(ways));
    }

    /** A finding that ends no check, as a use after free does not, is looked for again, with fewer executions each time. */
    private static Trial trial(Bench.Compiled compiled, Way way, int seed, boolean isQuick)
            throws UserError, IOException, InterruptedException {
        int most = isQuick ? QUICK_MOST : MOST;
        List<String> time = List.of("-t", isQuick ? QUICK_TIME : TIME);
        Report report = check(compiled, way.options(seed, most), time);
        long fewest = 1;
        long enough = executions(report);
        if (enough == Found.NEVER || endsCheck(report)) {
            return trial(report, enough);
        }
        while (fewest < enough) {
            long middle = (fewest + enough) / 2;
            Report other = check(compiled, way.options(seed, (int) middle), time);
            if (executions(other) == Found.NEVER) {
                fewest = middle + 1;
            } else {
                enough = middle;
                report = other;
            }
        }
        return trial(report, enough);
    }

    private static Report check(Bench.Compiled compiled, List<String> options, List<String> time)
            throws UserError, IOException, InterruptedException {
        return compiled.check(Stream.concat(options.stream(), time.stream()).toList());
    }

    private static Trial trial(Report report, long executions) {
        return new Trial(executions, report.cost().seconds(), report.seconds());
    }

    private static long executions(Report report) {
        return FirstSet.executions(report, kind -> kind != Kind.DATA_RACE);
    }

    private static boolean endsCheck(Report report) {
        return FirstSet.executions(report, kind -> kind.stops() != Kind.Stops.NEVER) != Found.NEVER;
    }

    /** The tables of what was measured. */
    static Result result(Paper paper, List<Row> rows, int most) {
        List<String> peers = StreamSupport.stream(paper.at("/peers").spliterator(), false)
                .map(peer -> peer.textValue())
                .toList();
        List<Plot.Curve> ways = IntStream.range(0, WAYS.size())
                .mapToObj(way -> Trials.survival(WAYS.get(way).name(), column(rows, way), most))
                .toList();
        List<Plot.Curve> published = new ArrayList<>(List.of(ways.get(OWN)));
        for (int peer = 0; peer < peers.size(); peer++) {
            List<Published> figures = published(rows, peer);
            if (figures.stream().noneMatch(figure -> figure.text().isEmpty())) {
                published.add(Trials.published(peers.get(peer), figures, most));
            }
        }
        return new Result(
                NAME,
                paper.title(),
                List.of(besidePeers(rows, peers), executions(rows), seconds(rows)),
                List.of(
                        plot("sctbench", "Checks that have not found a bug yet", ways),
                        plot("sctbench-peers", "The same of the default, and of published means", published)),
                comparisons(rows, peers),
                complaints(rows));
    }

    private static Plot plot(String name, String title, List<Plot.Curve> curves) {
        return new Plot(name, title, "executions", "share", curves, Plot.Scale.POWERS);
    }

    private static List<Trials> column(List<Row> rows, int way) {
        return rows.stream().map(row -> row.ways().get(way)).toList();
    }

    private static List<Published> published(List<Row> rows, int peer) {
        return rows.stream().map(row -> row.program().schedules().get(peer)).toList();
    }

    private static Table besidePeers(List<Row> rows, List<String> peers) {
        List<String> columns = new ArrayList<>(List.of("program", "default", "to the finding", "to its report"));
        peers.forEach(peer -> columns.add("paper: " + peer));
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            List<String> line = new ArrayList<>(List.of(
                    row.program().name(),
                    row.own().executions(),
                    row.own().seconds(Trial::exploring),
                    row.own().seconds(Trial::whole)));
            row.program().schedules().forEach(figure -> line.add(figure.text()));
            cells.add(line);
        }
        return new Table(
                "Executions to the first finding, and seconds, of the default; published executions", columns, cells);
    }

    private static Table executions(List<Row> rows) {
        return table("Executions to the first finding of each strategy", rows, Trials::executions);
    }

    private static Table seconds(List<Row> rows) {
        return table("Seconds to the first finding of each strategy", rows, trials -> trials.seconds(Trial::exploring));
    }

    private static Table table(String title, List<Row> rows, Function<Trials, String> cell) {
        List<String> columns = new ArrayList<>(List.of("program"));
        WAYS.forEach(way -> columns.add(way.name()));
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            List<String> line = new ArrayList<>(List.of(row.program().name()));
            row.ways().forEach(trials -> line.add(cell.apply(trials)));
            cells.add(line);
        }
        return new Table(title, columns, cells);
    }

    private static List<Comparison> comparisons(List<Row> rows, List<String> peers) {
        List<Comparison> comparisons = new ArrayList<>();
        for (int peer = 0; peer < peers.size(); peer++) {
            int column = peer;
            List<Row> reported = rows.stream()
                    .filter(row -> !row.program().schedules().get(column).text().isEmpty())
                    .toList();
            List<String> worse = reported.stream()
                    .filter(row ->
                            !row.own().areAsGoodAs(row.program().schedules().get(column)))
                    .map(row -> row.program().name())
                    .toList();
            comparisons.add(new Comparison(
                    "programs of which the default finds the bug as often, with no more executions",
                    peers.get(peer) + ", " + reported.size() + " programs",
                    Words.number(reported.size() - worse.size()),
                    worse.isEmpty(),
                    worse.isEmpty() ? "" : "More: " + String.join(", ", worse)));
        }
        return comparisons;
    }

    /** The default is to find what any strategy finds. */
    private static List<String> complaints(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.own().share() == 0)
                .filter(row -> row.ways().stream().anyMatch(trials -> trials.share() > 0))
                .map(row -> row.program().name() + ": a strategy finds the bug, and the default does not")
                .toList();
    }
}
