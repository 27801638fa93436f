package org.heddle.bench.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.heddle.bench.papers.SctbenchSection.Row;
import org.heddle.bench.papers.Trials.Trial;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.Plot.Point;
import org.heddle.bench.report.Result;
import org.heddle.bench.report.SvgPlot;
import org.heddle.bench.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SctbenchSectionTest {
    private static final Paper PAPER = Paper.of("sctbench");
    private static final Trials NEVER = trials(Found.NEVER, Found.NEVER);

    @TempDir
    private Path folder;

    private static Trials trials(long... executions) {
        List<Trial> trials = new ArrayList<>();
        for (long number : executions) {
            trials.add(new Trial(number, number / 100.0, number / 50.0));
        }
        return new Trials(List.copyOf(trials));
    }

    private void source(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
    }

    @Test
    void figures_areMeansAndSharesOfRuns() {
        assertEquals(new Published("45±34", OptionalDouble.of(45), 1), Published.of("45±34"));
        assertEquals(new Published("5947±9 (1/20)", OptionalDouble.of(5_947), 0.05), Published.of("5947±9 (1/20)"));
        assertEquals(new Published("- (0/20)", OptionalDouble.empty(), 0), Published.of("- (0/20)"));
        assertEquals(OptionalDouble.of(1_985), Published.of("1,985").mean());
        assertEquals(OptionalDouble.empty(), Published.of("").mean());
        assertThrows(IllegalArgumentException.class, () -> Published.of("few"));
    }

    @Test
    void paper_hasAFigureOfEachPeer_andNoProgramTwice() {
        int peers = PAPER.at("/peers").size();
        List<String> names = new ArrayList<>();
        for (JsonNode program : PAPER.at("/programs")) {
            names.add(program.path("name").textValue());
            assertEquals(peers, program.path("schedules").size(), program.toString());
            program.path("schedules").forEach(figure -> Published.of(figure.textValue()));
            for (int peer = 0; peer < peers - 1; peer++) { // all but what PERIOD's own paper has
                assertFalse(program.path("schedules").get(peer).textValue().isEmpty(), program.toString());
            }
        }
        assertEquals(names.stream().distinct().toList(), names);
        assertEquals(42, names.size());
    }

    @Test
    void programsWhoseSourcesAreThere_areFound_alsoInAClone() throws IOException {
        source("CS/account/account_bad.c");
        source("CB/stringbuffer-jdk1.4/main.cpp"); // one of two
        source("evaluation/Chess/WorkStealQueue/WorkStealQueue.cpp");
        source("evaluation/ConVul-CVE-Benchmarks/CVE-2016-7911/2016-7911.cpp");
        List<OriginalProgram> programs = OriginalProgram.in(folder, PAPER);
        assertEquals(
                List.of("CS/account", "Chess/WorkStealQueue", "ConVul-CVE-Benchmarks/CVE-2016-7911"),
                programs.stream().map(OriginalProgram::name).toList());
        Path queue = folder.resolve("evaluation/Chess/WorkStealQueue/WorkStealQueue.cpp");
        assertEquals(
                List.of("-i", "9", queue.toString(), "--", "1", "4", "2"),
                programs.get(1).command(List.of("-i", "9")));
        assertTrue(programs.get(2).command(List.of()).contains("--cflags=-O0"));
    }

    @Test
    void trials_areToldAsThePublishedOnes() {
        assertEquals("3±1", trials(2, 4).executions());
        assertEquals("3±1 (2/4)", trials(2, Found.NEVER, 4, Found.NEVER).executions());
        assertEquals("– (0/2)", NEVER.executions());
        assertEquals("0.03 s", trials(2, 4, Found.NEVER).seconds(Trial::exploring));
        assertEquals("–", NEVER.seconds(Trial::whole));
    }

    @Test
    void trials_areAsGood_whereTheyFindAsOften_andSooner() {
        assertTrue(trials(5, 7).areAsGoodAs(Published.of("6±4")));
        assertFalse(trials(7, 7).areAsGoodAs(Published.of("6±4")));
        assertTrue(trials(900, 900).areAsGoodAs(Published.of("6±4 (19/20)")), "found more often");
        assertFalse(trials(1, Found.NEVER).areAsGoodAs(Published.of("6±4")), "found less often");
        assertTrue(NEVER.areAsGoodAs(Published.of("- (0/20)")));
    }

    @Test
    void survival_fallsWithEachFinding_eachProgramCountingTheSame() {
        Plot.Curve curve = Trials.survival("way", List.of(trials(10, Found.NEVER), trials(1), trials(500)), 100);
        double third = 1.0 / 3;
        List<Point> expected = List.of(
                new Point(1, 1),
                new Point(1, 1),
                new Point(1, 2 * third),
                new Point(10, 2 * third),
                new Point(10, third * 1.5),
                new Point(100, third * 1.5));
        assertEquals(expected.size(), curve.points().size());
        for (int point = 0; point < expected.size(); point++) {
            assertEquals(expected.get(point).across(), curve.points().get(point).across());
            assertEquals(expected.get(point).up(), curve.points().get(point).up(), 1e-9);
        }
    }

    @Test
    void survivalOfPublishedFigures_fallsAtTheMeans_byTheSharesOfRuns() {
        List<Published> figures = List.of(Published.of("8±2"), Published.of("20±0 (5/20)"), Published.of("- (0/20)"));
        List<Point> points = Trials.published("peer", figures, 50).points();
        assertEquals(
                List.of(1.0, 8.0, 8.0, 20.0, 20.0, 50.0),
                points.stream().map(Point::across).toList());
        assertEquals(1 - 1.25 / 3, points.get(5).up(), 1e-9);
    }

    private Result result() throws IOException {
        source("CS/account/account_bad.c");
        source("CS/reorder_100/reorder_100_bad.c");
        source("CS/twostage_100/twostage_100_bad.c");
        List<OriginalProgram> programs = OriginalProgram.in(folder, PAPER);
        List<Row> rows = List.of(
                new Row(programs.get(0), Collections.nCopies(11, trials(1, 1))),
                new Row(programs.get(1), Collections.nCopies(11, trials(40, 50))),
                new Row(programs.get(2), Collections.nCopies(11, trials(600))));
        return SctbenchSection.result(PAPER, rows, 10_000);
    }

    @Test
    void tables_haveTheDefaultBesideThePublishedFigures() throws IOException {
        Result result = result();
        Table beside = result.tables().get(0);
        assertEquals(
                List.of(
                        "CS/reorder_100",
                        "45±5",
                        "0.45 s",
                        "0.90 s",
                        "6±4",
                        "- (0/20)",
                        "7447±0 (1/20)",
                        "- (0/20)",
                        "297±0",
                        ""),
                beside.rows().get(1));
        assertEquals("paper: RFF", beside.columns().get(4));
        assertEquals("45±5", result.tables().get(1).rows().get(1).get(11), "of the last strategy");
        assertEquals("6.00 s", result.tables().get(2).rows().get(2).get(3));
        assertEquals("1", result.comparisons().get(0).ours(), "RFF needs more for one of the three");
        assertEquals(
                "More: CS/reorder_100, CS/twostage_100",
                result.comparisons().get(0).remark());
        assertEquals("3", result.comparisons().get(1).ours(), "POS finds one of the three");
    }

    @Test
    void plots_areOfAllWays_andOfTheDefaultBesideThePeersThatReportAll() throws IOException {
        List<Plot> plots = result().plots();
        assertEquals(11, plots.get(0).curves().size());
        assertEquals(
                List.of("default", "RFF", "POS", "PCT", "Q-learning", "PERIOD"),
                plots.get(1).curves().stream().map(Plot.Curve::name).toList());
        String svg = new SvgPlot(plots.get(0)).draw();
        List<String> colours = svg.lines()
                .filter(line -> line.startsWith("<polyline"))
                .map(line -> line.replaceAll(".* stroke=\"(#\\w+)\".*", "$1"))
                .toList();
        assertEquals(11, colours.size());
        assertEquals(colours.stream().distinct().toList(), colours, "each curve has a colour of its own");
        assertTrue(svg.contains(">100 %<"), svg);
    }

    @Test
    void whatAStrategyFindsAndTheDefaultDoesNot_isComplainedOf() throws IOException {
        source("CS/account/account_bad.c");
        List<Trials> ways = new ArrayList<>(Collections.nCopies(11, NEVER));
        OriginalProgram program = OriginalProgram.in(folder, PAPER).get(0);
        assertEquals(
                List.of(),
                SctbenchSection.result(PAPER, List.of(new Row(program, ways)), 9)
                        .complaints());
        ways.set(7, trials(3, 5));
        assertEquals(
                List.of("CS/account: a strategy finds the bug, and the default does not"),
                SctbenchSection.result(PAPER, List.of(new Row(program, ways)), 9)
                        .complaints());
    }
}
