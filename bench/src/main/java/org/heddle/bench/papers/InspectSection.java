package org.heddle.bench.papers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.bench.papers.Exploration.Course;
import org.heddle.bench.report.Comparison;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.Table;
import org.heddle.bench.report.Words;
import org.heddle.cli.base.UserError;

/** Inspect's indexer and file system (Table 1), and programs in the role of those that it checked (Table 2). */
final class InspectSection implements Section {
    private static final int MOST_QUICK_RUNS = 512;
    private static final List<String> PEDANTIC = List.of("--pedantic");

    @Override
    public String name() {
        return "inspect";
    }

    @Override
    public Result run(Bench bench) throws UserError, IOException, InterruptedException {
        Paper paper = Paper.of(name());
        List<List<String>> rows = new ArrayList<>();
        List<Comparison> comparisons = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        measure(bench, paper, "indexer", List.of("MTX"), "indexer.c", rows, comparisons, complaints);
        measure(bench, paper, "fsbench", List.of(), "filesystem.c", rows, comparisons, complaints);
        Table table = new Table(
                "Table 1: indexer (with mutexes, as in the paper) and fsbench",
                List.of(
                        "program",
                        "threads",
                        "paper: runs",
                        "runs",
                        "paper: transitions",
                        "transitions",
                        "paper: time",
                        "time",
                        "paper: runs/s",
                        "runs/s",
                        "faster"),
                rows);
        Table errors = errors(bench, paper, comparisons, complaints);
        return new Result(name(), paper.title(), List.of(table, errors), List.of(), comparisons, complaints);
    }

    private static void measure(
            Bench bench,
            Paper paper,
            String program,
            List<String> defines,
            String file,
            List<List<String>> rows,
            List<Comparison> comparisons,
            List<String> complaints)
            throws UserError, IOException, InterruptedException {
        double least = Double.MAX_VALUE;
        boolean fewer = true;
        for (JsonNode figures : paper.at("/" + program)) {
            long runs = figures.get("runs").longValue();
            if (bench.isQuick() && runs > MOST_QUICK_RUNS) {
                continue;
            }
            String threads = figures.get("threads").asText();
            List<String> macros = new ArrayList<>(defines);
            macros.add("N=" + threads);
            Path source = bench.programs().resolve(file);
            Course course = Exploration.of(bench, new Subject(source, macros, List.of()), List.of("--bound", "none"));
            double seconds = figures.get("seconds").doubleValue();
            double rate = course.executions() / course.seconds();
            double paperRate = runs / seconds;
            least = runs > 1 ? Math.min(least, rate / paperRate) : least;
            fewer = fewer && course.executions() <= runs;
            if (!course.verdict().complete() || !course.verdict().findings().isEmpty()) {
                complaints.add(program + " with " + threads + " threads was not proved");
            }
            rows.add(List.of(
                    program,
                    threads,
                    Words.number(runs),
                    Words.number(course.executions()),
                    Words.number(figures.get("transitions").longValue()),
                    Words.number(course.transitions()),
                    Words.seconds(seconds),
                    Words.seconds(course.seconds()),
                    Words.number(Math.round(paperRate)),
                    Words.number(Math.round(rate)),
                    Words.times(seconds / course.seconds())));
        }
        comparisons.add(new Comparison(
                program + ": no more runs than the paper's, at a higher rate",
                "see the table",
                (fewer ? "no more runs" : "more runs") + ", at least " + Words.times(least) + " the rate",
                fewer && least >= 1,
                ""));
    }

    private Table errors(Bench bench, Paper paper, List<Comparison> comparisons, List<String> complaints)
            throws UserError, IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        int paperErrors = 0;
        int told = 0;
        int paperOthers = 0;
        int toldOthers = 0;
        for (JsonNode program : paper.at("/errors")) {
            String file = program.get("file").textValue();
            List<String> defines =
                    program.has("macro") ? List.of(program.get("macro").textValue()) : List.of();
            Subject subject = Subject.in(bench.programs().resolve(name())).stream()
                    .filter(one -> one.file().endsWith(file) && one.defines().equals(defines))
                    .findFirst()
                    .orElseThrow(() -> new UserError(bench.programs().resolve(name()) + " has no " + file));
            Measured measured = bench.check(subject, PEDANTIC);
            subject.lines().stream()
                    .filter(line -> line.options().equals(PEDANTIC))
                    .map(line -> line.complaint(measured.report()))
                    .filter(complaint -> !complaint.isEmpty())
                    .forEach(complaint -> complaints.add(subject.name() + ": " + complaint));
            int races = program.at("/errors/0").intValue();
            paperErrors += races;
            told += (int) Math.min(races, measured.races());
            paperOthers += program.at("/errors/2").intValue();
            toldOthers += (int) Math.min(program.at("/errors/2").intValue(), measured.others());
            rows.add(List.of(
                    program.get("name").textValue(),
                    program.get("lines").asText(),
                    Integer.toString(Subject.lines(subject.file())),
                    program.get("errors").toString(),
                    "[%d,%d]".formatted(measured.races(), measured.others()),
                    Words.number(measured.report().total()),
                    Words.seconds(measured.report().seconds()),
                    measured.report().complete() ? "everything" : "not everything"));
        }
        comparisons.add(new Comparison(
                "races in programs of Table 2",
                Integer.toString(paperErrors),
                Integer.toString(told),
                told == paperErrors,
                ""));
        comparisons.add(new Comparison(
                "other errors in programs of Table 2",
                Integer.toString(paperOthers),
                Integer.toString(toldOthers),
                toldOthers == paperOthers,
                paper.text("/remark/errors")));
        return new Table(
                "Table 2: programs in the role of the paper's applications",
                List.of(
                        "in the role of",
                        "paper: lines",
                        "lines",
                        "paper: races, deadlocks, other errors",
                        "races (by place), others",
                        "executions",
                        "time",
                        "explored"),
                rows);
    }
}
