package org.heddle.bench.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.SvgPlot;
import org.junit.jupiter.api.Test;

final class FoundTest {
    private static final Found QUICK = new Found("quick", List.of(1L, 10L, 1L, 100L));
    private static final Found SLOW = new Found("`slow`", List.of(Found.NEVER, 1_000L, 10L, Found.NEVER));

    @Test
    void within_isTheNumberForThatPartOfAllPrograms() {
        assertEquals(1, QUICK.within(0.5));
        assertEquals(10, QUICK.within(0.75));
        assertEquals(100, QUICK.within(0.9));
        assertEquals(1_000, SLOW.within(0.5));
        assertEquals(Found.NEVER, SLOW.within(0.75), "what is never found counts");
        assertEquals(2, SLOW.programs());
    }

    @Test
    void median_ofAnEvenNumber_isTheUpperOne() {
        assertEquals(3, Found.median(9, 1, 3));
        assertEquals(3, Found.median(9, 1, 3, 2));
    }

    @Test
    void plot_hasAStepForEachProgramThatIsFound_andGoesOnToTheEnd() {
        Plot plot = Found.plot(List.of(QUICK, SLOW), 2_000);
        Plot.Curve slow = plot.curves().get(1);
        assertEquals("slow", slow.name());
        assertEquals(
                List.of(
                        new Plot.Point(1, 0),
                        new Plot.Point(10, 0),
                        new Plot.Point(10, 1),
                        new Plot.Point(1_000, 1),
                        new Plot.Point(1_000, 2),
                        new Plot.Point(2_000, 2)),
                slow.points());
    }

    @Test
    void picture_dividesItsAxisByPowersOfTen() {
        String svg = new SvgPlot(Found.plot(List.of(QUICK, SLOW), 10_000)).draw();
        List<Double> marks = Pattern.compile(
                        "<text x=\"([0-9.]+)\"[^>]* text-anchor=\"middle\">(?:1|10|100|1 000|10 000)</text>")
                .matcher(svg)
                .results()
                .map((MatchResult mark) -> Double.parseDouble(mark.group(1)))
                .toList();
        assertEquals(5, marks.size(), svg);
        double step = marks.get(1) - marks.get(0);
        for (int mark = 1; mark < marks.size(); mark++) {
            assertEquals(step, marks.get(mark) - marks.get(mark - 1), 0.2);
        }
        assertTrue(svg.contains(">quick<") && svg.contains(">slow<"), svg);
    }
}
