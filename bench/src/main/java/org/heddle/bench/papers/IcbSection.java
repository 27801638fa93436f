package org.heddle.bench.papers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.heddle.bench.papers.Exploration.Course;
import org.heddle.bench.report.Comparison;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.Plot.Curve;
import org.heddle.bench.report.Plot.Point;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.explore.Verdict;

/** Iterative context bounding (Tables 1 and 2, Figures 1, 2, 3 and 5). */
final class IcbSection implements Section {
    private static final List<String> NAMES =
            List.of("bluetooth", "filesystem", "workqueue", "transactions", "apc", "channel");
    private static final int LAST_BOUND = 3;
    private static final int DRAWN = 1_000;
    private static final int MOST = 20_000;
    private static final int MOST_QUICK = 1_000;
    private static final int BOUNDED_FOR_EACH_CLASS = 10;

    /** A way to explore, for the growth of coverage. */
    private record Way(String name, List<String> options) {}

    private static final List<Way> WAYS = List.of(
            new Way("context bounding", List.of("--bound", "preemptions=9")),
            new Way("depth first", List.of("--bound", "none", "--reduction", "none")),
            new Way("depth bound 40", List.of("--bound", "depth=40")),
            new Way("depth bound 20", List.of("--bound", "depth=20")),
            new Way("random", List.of("--strategy", "random")),
            new Way("Heddle (optimal)", List.of("--bound", "none")));

    @Override
    public String name() {
        return "icb";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        Paper paper = Paper.of(name());
        Map<String, List<Subject>> planted = new LinkedHashMap<>();
        Map<String, Subject> clean = new LinkedHashMap<>();
        for (String name : NAMES) {
            planted.put(name, new ArrayList<>());
        }
        for (Subject subject : Subject.in(bench.programs().resolve(name()))) {
            boolean hasBug =
                    subject.lines().stream().anyMatch(line -> line.verdict().equals("bug"));
            String program = subject.file().getFileName().toString().replaceFirst("\\.c$", "");
            if (hasBug) {
                planted.get(program).add(subject);
            } else {
                clean.put(program, subject);
            }
        }
        List<String> complaints = new ArrayList<>();
        Table characteristics = characteristics(bench, paper, clean);
        Map<String, int[]> bugs = new LinkedHashMap<>();
        Table table2 = bugs(bench, paper, planted, bugs, complaints);
        List<Plot> plots = new ArrayList<>();
        Table coverage = coverage(bench, paper, clean, plots);
        growth(bench, clean, plots);
        return new Result(
                name(),
                paper.title(),
                List.of(characteristics, table2, coverage),
                plots,
                List.of(new Comparison(
                        "bugs found, each at its number of preemptions",
                        total(paper) + " of " + total(paper) + ", with 3 at most",
                        sum(bugs) + " of " + total(paper)
                                + (isSame(paper, bugs) ? ", at the same numbers" : ", at other numbers"),
                        isSame(paper, bugs),
                        "")),
                complaints);
    }

    private static Table characteristics(Bench bench, Paper paper, Map<String, Subject> clean)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        for (Map.Entry<String, Subject> entry : clean.entrySet()) {
            Course course = Exploration.of(
                    bench, entry.getValue(), List.of("--strategy", "random", "-i", Integer.toString(DRAWN)));
            JsonNode figures = paper.figures().at("/characteristics/" + entry.getKey());
            rows.add(List.of(
                    entry.getKey(),
                    figures.isMissingNode() ? "–" : figures.toString(),
                    Integer.toString(Subject.lines(entry.getValue().file())),
                    Integer.toString(course.threads()),
                    Integer.toString(course.longest()),
                    Integer.toString(course.mostBlocking()),
                    Integer.toString(course.mostPreemptions())));
        }
        return new Table(
                "Table 1: the programs, and the most that " + DRAWN + " random executions show",
                List.of("program", "paper: lines, threads, K, B, c", "lines", "threads", "K", "B", "c"),
                rows);
    }

    private static Table bugs(
            Bench bench,
            Paper paper,
            Map<String, List<Subject>> planted,
            Map<String, int[]> bugs,
            List<String> complaints)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        for (Map.Entry<String, List<Subject>> entry : planted.entrySet()) {
            int[] counts = new int[LAST_BOUND + 1];
            long executions = 0;
            double seconds = 0;
            for (Subject subject : entry.getValue()) {
                boolean found = false;
                for (int bound = 0; bound <= LAST_BOUND && !found; bound++) {
                    List<String> options = List.of("--bound", "preemptions=" + bound);
                    Measured measured = bench.check(subject, options);
                    executions += measured.report().total();
                    seconds += measured.report().seconds();
                    complain(subject, options, measured, complaints);
                    found = measured.others() > 0;
                    counts[bound] += found ? 1 : 0;
                }
                if (!found) {
                    complaints.add(subject.name() + ": nothing was found with " + LAST_BOUND + " preemptions");
                }
            }
            if (!entry.getValue().isEmpty()) {
                bugs.put(entry.getKey(), counts);
                rows.add(List.of(
                        entry.getKey(),
                        paper.at("/bugs/" + entry.getKey()).toString(),
                        Arrays.toString(counts).replace(" ", ""),
                        Words.number(executions),
                        Words.seconds(seconds)));
            }
        }
        return new Table(
                "Table 2: bugs by the preemptions that they need (0, 1, 2, 3)",
                List.of("program", "paper: bugs", "bugs", "executions", "time"),
                rows);
    }

    private static void complain(Subject subject, List<String> options, Measured measured, List<String> complaints) {
        subject.lines().stream()
                .filter(line -> line.options().equals(options))
                .map(line -> line.complaint(measured.report()))
                .filter(complaint -> !complaint.isEmpty())
                .forEach(complaint ->
                        complaints.add(subject.name() + " " + String.join(" ", options) + ": " + complaint));
    }

    private static Table coverage(Bench bench, Paper paper, Map<String, Subject> clean, List<Plot> plots)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        List<Curve> curves = new ArrayList<>();
        for (Map.Entry<String, Subject> entry : clean.entrySet()) {
            List<Integer> cumulated = new ArrayList<>();
            int most = bench.isQuick() ? MOST_QUICK : MOST;
            Course whole =
                    Exploration.of(bench, entry.getValue(), List.of("--bound", "none", "-i", Integer.toString(most)));
            if (!whole.verdict().complete()) {
                rows.add(List.of(
                        entry.getKey(),
                        paper.text("/coverage/" + entry.getKey()),
                        "–",
                        "more than " + Words.number(most)));
                continue;
            }
            String limit = Integer.toString(BOUNDED_FOR_EACH_CLASS * most);
            boolean goesOn = true;
            for (int bound = 0; goesOn; bound++) {
                Course course = Exploration.of(
                        bench, entry.getValue(), List.of("--bound", "preemptions=" + bound, "-i", limit));
                boolean isWhole = !course.verdict().gaps().containsKey(Verdict.Gap.EXECUTION_LIMIT);
                if (isWhole) {
                    cumulated.add(course.classes());
                }
                goesOn = isWhole && course.classes() < whole.classes();
            }
            curves.add(new Curve(
                    entry.getKey(),
                    IntStream.range(0, cumulated.size())
                            .mapToObj(bound -> new Point(bound, (double) cumulated.get(bound) / whole.classes()))
                            .toList()));
            rows.add(List.of(
                    entry.getKey(),
                    paper.text("/coverage/" + entry.getKey()),
                    parts(cumulated, whole.classes()),
                    Words.number(whole.classes())));
        }
        plots.add(new Plot(
                "icb-coverage",
                "Classes covered within a bound (Figures 1 and 3)",
                "preemptions",
                "part of all classes",
                curves));
        return new Table(
                "Figures 1 and 3: coverage by bound. " + paper.text("/remark/coverage"),
                List.of("program", "paper: bound and coverage", "coverage with 0, 1, 2, … preemptions", "classes"),
                rows);
    }

    private static String parts(List<Integer> cumulated, int all) {
        return String.join(
                ", ",
                cumulated.stream()
                        .map(part -> Words.percent((double) part / all))
                        .toList());
    }

    private static void growth(Bench bench, Map<String, Subject> clean, List<Plot> plots)
            throws UserError, IOException, InterruptedException {
        int most = bench.isQuick() ? 300 : 3_000;
        for (String name : List.of("workqueue", "apc", "channel")) {
            List<Curve> curves = new ArrayList<>();
            for (Way way : WAYS) {
                List<String> options = new ArrayList<>(way.options());
                options.addAll(List.of("--keep-going", "-i", Integer.toString(most)));
                Course course = Exploration.of(bench, clean.get(name), options);
                curves.add(new Curve(way.name(), thinned(course.growth())));
            }
            plots.add(new Plot(
                    "icb-growth-" + name,
                    "Growth of coverage, " + name + " (Figures 2, 5 and 6)",
                    "executions",
                    "classes",
                    curves));
        }
    }

    /** About a hundred points, with the first and the last. */
    private static List<Point> thinned(List<Point> points) {
        TreeSet<Integer> kept = new TreeSet<>();
        int step = Math.max(1, points.size() / 100);
        for (int at = 0; at < points.size(); at += step) {
            kept.add(at);
        }
        if (!points.isEmpty()) {
            kept.add(points.size() - 1);
        }
        return kept.stream().map(points::get).toList();
    }

    private static int total(Paper paper) {
        int total = 0;
        for (JsonNode counts : paper.at("/bugs")) {
            for (JsonNode count : counts) {
                total += count.intValue();
            }
        }
        return total;
    }

    private static int sum(Map<String, int[]> bugs) {
        return bugs.values().stream().flatMapToInt(Arrays::stream).sum();
    }

    private static boolean isSame(Paper paper, Map<String, int[]> bugs) {
        return bugs.entrySet().stream().allMatch(entry -> Arrays.toString(entry.getValue())
                .replace(" ", "")
                .equals(paper.at("/bugs/" + entry.getKey()).toString()));
    }
}
