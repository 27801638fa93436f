package org.heddle.bench.report;

import java.util.List;

/**
 * Curves in one picture.
 *
 * @param name of its file, without the ending
 * @param title what it shows
 * @param across what the horizontal axis counts
 * @param up what the vertical axis counts
 * @param curves what is drawn
 * @param scale how the horizontal axis is divided
 */
public record Plot(String name, String title, String across, String up, List<Curve> curves, Scale scale) {
    /** How an axis is divided. */
    public enum Scale {
        /** Evenly, from 0. */
        EVEN,
        /** By powers of ten, from 1. */
        POWERS
    }

    /** A plot whose axes are divided evenly. */
    public Plot(String name, String title, String across, String up, List<Curve> curves) {
        this(name, title, across, up, curves, Scale.EVEN);
    }

    /** A curve with its name. */
    public record Curve(String name, List<Point> points) {}

    /** A point of a curve. */
    public record Point(double across, double up) {}
}
