package org.heddle.bench.papers;

import java.util.List;

/**
 * Curves in one picture.
 *
 * @param name of its file, without the ending
 * @param title what it shows
 * @param across what the horizontal axis counts
 * @param up what the vertical axis counts
 * @param curves what is drawn
 */
public record Plot(String name, String title, String across, String up, List<Curve> curves) {
    /** A curve with its name. */
    public record Curve(String name, List<Point> points) {}

    /** A point of a curve. */
    public record Point(double across, double up) {}
}
