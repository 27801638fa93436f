package org.heddle.bench.papers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.heddle.bench.papers.Exploration.Course;
import org.heddle.bench.report.Comparison;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.Plot.Curve;
import org.heddle.bench.report.Plot.Point;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;

/** Variable and thread bounding (Tables 1 to 4, Figure 6). */
final class RankSection implements Section {
    private static final int MOST = 50_000;
    private static final int SEEDS = 5;
    private static final int MOST_THREADS_QUICK = 20;
    private static final List<Integer> NOISE = List.of(2, 5, 10, 20, 40);

    @Override
    public String name() {
        return "rank";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        Paper paper = Paper.of(name());
        List<Comparison> comparisons = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        Table first = programs(bench, paper, comparisons, complaints);
        Table second = costs(bench, paper);
        Table third = bounds(bench, paper, comparisons, complaints);
        Table fourth = types(bench, paper, comparisons, complaints);
        Plot frequency = frequency(bench);
        return new Result(
                name(),
                paper.title(),
                List.of(first, second, third, fourth),
                List.of(frequency),
                comparisons,
                complaints);
    }

    private Subject subject(Bench bench, String file, String macro) {
        return new Subject(bench.programs().resolve(name()).resolve(file), List.of(macro), List.of());
    }

    private Table programs(Bench bench, Paper paper, List<Comparison> comparisons, List<String> complaints)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        int fewer = 0;
        for (JsonNode program : paper.at("/programs")) {
            if (bench.isQuick() && program.get("threads").intValue() > MOST_THREADS_QUICK) {
                continue;
            }
            Subject subject = subject(
                    bench, program.get("file").textValue(), program.get("macro").textValue());
            String bound = bound(program.get("type"), 0);
            List<String> limit = List.of("-i", Integer.toString(MOST));
            Course ranked = Exploration.of(bench, subject, plus(limit, "--bound", bound));
            Course usual = Exploration.of(bench, subject, limit);
            long schedules = program.get("schedules").longValue();
            fewer += usual.firstFinding() > 0 && usual.firstFinding() <= schedules ? 1 : 0;
            if (ranked.firstFinding() == 0 || usual.firstFinding() == 0) {
                complaints.add(subject.name() + ": the bug was not found");
            }
            rows.add(List.of(
                    program.get("name").textValue(),
                    program.get("threads").asText(),
                    Integer.toString(ranked.threads()),
                    program.get("type").toString(),
                    Words.number(schedules),
                    found(ranked.firstFinding()),
                    found(usual.firstFinding()),
                    Words.seconds(usual.seconds())));
        }
        comparisons.add(new Comparison(
                "programs whose bug takes no more schedules than the paper's",
                rows.size() + " programs",
                fewer + " of " + rows.size(),
                fewer == rows.size(),
                "Where the paper needs one or two schedules, its first order of threads happens to show the bug."));
        return new Table(
                "Table 1: schedules until the first bug",
                List.of(
                        "program",
                        "paper: threads",
                        "threads",
                        "paper: (c, v, t)",
                        "paper: schedules",
                        "variable and thread bounds",
                        "Heddle",
                        "time"),
                rows);
    }

    /** The bound for a bug that needs so many preemptions, variables and threads. */
    private static String bound(JsonNode type, int more) {
        int preemptions = type.get(0).intValue() + more;
        int variables = type.get(1).intValue() + more;
        return "threads=%d,variables=%d,preemptions=%d"
                .formatted(type.get(2).intValue(), Math.max(variables, 1), preemptions);
    }

    private static List<String> plus(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all;
    }

    private static String found(long number) {
        return number == 0 ? "not found" : Words.number(number);
    }

    private Table costs(Bench bench, Paper paper) throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode program : paper.at("/costs")) {
            Subject subject = new Subject(
                    bench.programs().resolve(name()).resolve("compute.c"),
                    List.of(program.get("macro").textValue(), "SIZE=" + (bench.isQuick() ? 200 : 2_000)),
                    List.of());
            List<String> row =
                    new ArrayList<>(List.of(program.get("name").textValue(), seconds(program.get("seconds"))));
            for (String points : List.of("sync", "auto", "all")) {
                Course course = Exploration.of(
                        bench, subject, List.of("--points", points, "--strategy", "random", "-i", "20", "-j", "1"));
                row.add(Words.milliseconds(course.seconds() / course.executions()));
            }
            rows.add(row);
        }
        return new Table(
                "Table 2: time of an execution with more or fewer accesses as scheduling points",
                List.of(
                        "program",
                        "paper: 0, 1, 2, all variables (s)",
                        "synchronisation only",
                        "and a check of every access for races",
                        "every access of shared memory"),
                rows);
    }

    private static String seconds(JsonNode seconds) {
        return seconds.toString().replace("[", "").replace("]", "").replace(",", ", ");
    }

    private Table bounds(Bench bench, Paper paper, List<Comparison> comparisons, List<String> complaints)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        boolean all = true;
        for (JsonNode bound : paper.at("/bounds")) {
            Subject subject = new Subject(
                    bench.programs().resolve(name()).resolve("region.c"),
                    List.of("CALLS=" + (bench.isQuick() ? 2 : 6)),
                    List.of());
            Course course = Exploration.of(
                    bench, subject, List.of("--bound", bound.get("bound").textValue()));
            boolean shows = bound.get("found").booleanValue();
            if (shows != (course.firstFinding() > 0)) {
                complaints.add(subject.name() + " " + bound.get("bound").textValue() + ": the bug was "
                        + (shows ? "not found" : "found, which that bound does not allow"));
            }
            long executions = shows ? course.firstFinding() : course.executions();
            all = all && executions <= bound.get("executions").longValue();
            rows.add(List.of(
                    bound.get("name").textValue(),
                    yes(shows),
                    Words.number(bound.get("executions").longValue()),
                    Words.seconds(bound.get("seconds").doubleValue()),
                    yes(course.firstFinding() > 0),
                    Words.number(executions),
                    Words.seconds(course.seconds())));
        }
        comparisons.add(
                new Comparison(
                        "executions of RegionOwnership until its bug, or to the end of the bound",
                        "see Table 3",
                        all ? "no more than the paper's" : "more than the paper's",
                        all,
                        "The paper's program has 1500 lines and 280 accesses of synchronisation variables; this one has its bug only."));
        return new Table(
                "Table 3: executions of RegionOwnership until its bug, or to the end of the bound",
                List.of("bound", "paper: found", "paper: executions", "paper: time", "found", "executions", "time"),
                rows);
    }

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private Table types(Bench bench, Paper paper, List<Comparison> comparisons, List<String> complaints)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        boolean all = true;
        for (JsonNode type : paper.at("/types")) {
            Subject subject = subject(bench, "typed.c", type.get("macro").textValue());
            double bounded = mean(bench, subject, List.of("--bound", bound(type.get("type"), 0)));
            double unbounded = mean(bench, subject, List.of("--strategy", "pct"));
            long usual = Exploration.of(bench, subject, List.of()).firstFinding();
            if (bounded == 0 || usual == 0) {
                complaints.add(subject.name() + ": the bug was not found");
            }
            all = all
                    && bounded > 0
                    && bounded <= Math.max(10, type.get("bounded").doubleValue());
            rows.add(List.of(
                    type.get("type").toString(),
                    type.get("bounded").asText(),
                    type.get("unbounded").doubleValue() > 0
                            ? type.get("unbounded").asText()
                            : "none in 3 days",
                    mean(bounded),
                    mean(unbounded),
                    found(usual)));
        }
        comparisons.add(new Comparison(
                "executions until a bug of a type, with bounds",
                "see Table 4",
                all ? "no more than the paper's, or 10" : "more than the paper's",
                all,
                "The paper's figures are of its Montecarlo program, which has far more accesses."));
        return new Table(
                "Table 4: executions until a bug of a type, the mean of " + SEEDS + " seeds",
                List.of("(c, v, t)", "paper: bounded", "paper: not bounded", "bounded", "PCT, not bounded", "Heddle"),
                rows);
    }

    private static String mean(double executions) {
        return executions == 0 ? "not always found" : Words.number(Math.round(executions));
    }

    /** The mean number of executions until something is found; 0 if a seed finds nothing. */
    private static double mean(Bench bench, Subject subject, List<String> options)
            throws UserError, IOException, InterruptedException {
        double sum = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Course course = Exploration.of(
                    bench, subject, plus(options, "--seed", Integer.toString(seed), "-i", Integer.toString(MOST)));
            if (course.firstFinding() == 0) {
                return 0;
            }
            sum += course.firstFinding();
        }
        return sum / SEEDS;
    }

    private Plot frequency(Bench bench) throws UserError, IOException, InterruptedException {
        List<Curve> curves = new ArrayList<>();
        for (String strategy : List.of("pct", "pctvb")) {
            List<Point> points = new ArrayList<>();
            for (int noise : NOISE) {
                Subject subject = new Subject(
                        bench.programs().resolve(name()).resolve("typed.c"),
                        List.of("TYPE=112", "NOISE=" + noise),
                        List.of());
                points.add(new Point(noise, mean(bench, subject, List.of("--strategy", strategy))));
            }
            curves.add(new Curve(strategy.toUpperCase(Locale.ROOT), points));
        }
        return new Plot(
                "rank-frequency",
                "Executions until the bug as its variable is accessed more rarely than others (Figure 6)",
                "accesses of other variables for each of the bug's",
                "executions",
                curves);
    }
}
