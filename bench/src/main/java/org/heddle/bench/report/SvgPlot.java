package org.heddle.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.heddle.bench.report.Plot.Curve;
import org.heddle.bench.report.Plot.Point;
import org.heddle.bench.report.Plot.Scale;

/** Draws curves as one SVG picture: axes with a few marks, and a name beside each curve. */
public final class SvgPlot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 80;
    private static final int RIGHT = 190;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int MARKS = 5;
    private static final List<String> COLOURS = List.of(
            "#1b6ca8", "#c0392b", "#27834a", "#8e44ad", "#b9770e", "#444444", "#16a0a0", "#c71585", "#7a5c3e",
            "#7cb518", "#4361ee", "#9a8c98");

    private final Plot plot;
    private final double mostAcross;
    private final double mostUp;

    /** A picture of this plot. */
    public SvgPlot(Plot plot) {
        this.plot = plot;
        mostAcross = most(Point::across);
        mostUp = most(Point::up);
    }

    private double most(ToDoubleFunction<Point> coordinate) {
        return Math.max(
                1,
                plot.curves().stream()
                        .flatMap(curve -> curve.points().stream())
                        .mapToDouble(coordinate)
                        .max()
                        .orElse(1));
    }

    /** The picture. */
    public String draw() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                .formatted(WIDTH, HEIGHT));
        svg.append(" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(svg, LEFT, TOP - 16, "start", plot.title());
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", plot.across());
        text(svg, LEFT, TOP - 2, "start", plot.up());
        for (double across : marksAcross()) {
            text(svg, x(across), y(0) + 16, "middle", Words.number(Math.round(across)));
        }
        for (int mark = 0; mark <= MARKS; mark++) {
            double up = mostUp * mark / MARKS;
            line(svg, LEFT, y(up), x(mostAcross), y(up));
            text(svg, LEFT - 6, y(up) + 4, "end", mostUp <= MARKS ? Words.percent(up) : Words.number(Math.round(up)));
        }
        for (int k = 0; k < plot.curves().size(); k++) {
            curve(svg, plot.curves().get(k), COLOURS.get(k % COLOURS.size()), k);
        }
        return svg.append("</svg>\n").toString();
    }

    private double[] marksAcross() {
        return plot.scale() == Scale.POWERS
                ? DoubleStream.iterate(1, mark -> mark <= mostAcross, mark -> 10 * mark)
                        .toArray()
                : IntStream.rangeClosed(0, MARKS)
                        .mapToDouble(mark -> mostAcross * mark / MARKS)
                        .toArray();
    }

    private void curve(StringBuilder svg, Curve curve, String colour, int row) {
        String points = curve.points().stream()
                .map(point -> number(x(point.across())) + "," + number(y(point.up())))
                .collect(Collectors.joining(" "));
        svg.append("<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"%s\" points=\"%s\"/>\n"
                .formatted(colour, points));
        double at = TOP + 14 + 18.0 * row;
        svg.append("<g fill=\"%s\">".formatted(colour));
        text(svg, WIDTH - RIGHT + 12.0, at, "start", curve.name());
        svg.append("</g>\n");
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"#dddddd\"/>\n"
                .formatted(number(x1), number(y1), number(x2), number(y2)));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String words) {
        String harmless = words.replace("&", "&amp;").replace("<", "&lt;");
        svg.append("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
                .formatted(number(x), number(y), anchor, harmless));
    }

    private double x(double across) {
        double part = plot.scale() == Scale.POWERS
                ? Math.log(Math.max(1, across)) / Math.log(Math.max(2, mostAcross))
                : across / mostAcross;
        return LEFT + part * (WIDTH - LEFT - RIGHT);
    }

    private double y(double up) {
        return HEIGHT - BOTTOM - up / mostUp * (HEIGHT - TOP - BOTTOM);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
