package org.heddle.cli.format.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.cli.format.parts.WaitRing;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.Place;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ThreadState;

/**
 * Who waits for whom at the end, as a picture: a box for each thread with what it holds and waits for, an arrow from what it waits for to
 * where that is held. Boxes stand below each other and arrows beside them, so that the picture is no wider than a telephone.
 */
final class WaitPicture {
    private static final Set<String> KINDS = Set.of("deadlock", "lost-wakeup", "livelock");
    private static final int MOST_THREADS = 16;
    private static final int MOST_LINES = 4;
    private static final int WIDEST = 38;
    private static final int LINE = 18;
    private static final int PADDING = 8;
    private static final int BETWEEN = 14;
    private static final int ARC = 13;
    private static final double CHARACTER = 7.3;

    private final ReportedFinding finding;
    private final Set<String> ring = new HashSet<>();
    private final List<Box> boxes = new ArrayList<>();
    private final List<Arrow> arrows = new ArrayList<>();

    /** A line of a box: what is written there, and how. */
    private record Line(String look, String text) {}

    /** A thread, and how far down its box begins. */
    private record Box(String thread, int top, List<Line> lines) {
        int height() {
            return lines.size() * LINE + 2 * PADDING;
        }

        /** The middle of a line. */
        int at(int line) {
            return top + PADDING + line * LINE + LINE / 2;
        }
    }

    /** From one height to another, and how it looks. */
    private record Arrow(String look, int from, int to) {
        int length() {
            return Math.abs(from - to);
        }
    }

    private WaitPicture(ReportedFinding finding) {
        this.finding = finding;
        WaitRing.in(finding.threads()).forEach(state -> ring.add(state.thread()));
    }

    /** What the template draws; empty where nobody waits for anybody. */
    static Optional<Map<String, Object>> of(ReportedFinding finding) {
        boolean isOfWaiting = KINDS.contains(finding.kind())
                && finding.threads().stream().anyMatch(state -> !state.next().isEmpty());
        return isOfWaiting ? Optional.of(new WaitPicture(finding).draw()) : Optional.empty();
    }

    private Map<String, Object> draw() {
        List<ThreadState> shown = order().limit(MOST_THREADS).toList();
        int top = 1;
        for (ThreadState state : shown) {
            Box box = new Box(state.thread(), top, lines(state));
            boxes.add(box);
            top += box.height() + BETWEEN;
        }
        shown.forEach(this::arrow);
        wakeups();
        int more = finding.threads().size() - shown.size();
        double width = 24
                + CHARACTER
                        * boxes.stream()
                                .flatMap(box -> box.lines().stream())
                                .mapToInt(line -> line.text().length())
                                .max()
                                .orElse(0);
        return Map.of(
                "width", Math.round(width + 14 + ARC * (arrows.size() + 1)),
                "height", top - BETWEEN + 1,
                "boxWidth", Math.round(width),
                "boxes", boxes.stream().map(this::drawn).toList(),
                "arrows", arcs(width),
                "title", ring.isEmpty() ? "Who waits for what at the end" : "Who waits for whom at the end: a ring",
                "sentences", shown.stream().map(this::sentence).toList(),
                "more", more > 0 ? "and " + more + " more threads" : "");
    }

    /** Those of the ring first, in its order, then those that wait, then those that have ended. */
    private Stream<ThreadState> order() {
        List<ThreadState> first = WaitRing.in(finding.threads());
        Stream<ThreadState> others = finding.threads().stream()
                .filter(state -> !ring.contains(state.thread()))
                .filter(state -> !state.next().isEmpty()
                        || !state.holds().isEmpty()
                        || !steps(state).isEmpty())
                .sorted(Comparator.comparing(state -> state.next().isEmpty()));
        return Stream.concat(first.stream(), others);
    }

    private List<Line> lines(ThreadState state) {
        List<Line> lines = new ArrayList<>(List.of(new Line("name", cut(state.fullName()))));
        for (Place place : steps(state).stream().limit(MOST_LINES).toList()) {
            lines.add(new Line("step", cut("step " + place.step() + ": " + place.label())));
        }
        state.holds().stream().limit(MOST_LINES).forEach(lock -> {
            lines.add(new Line("holds", cut("holds " + object(lock))));
            lines.add(new Line(
                    "dim", cut("  " + lock.substring(object(lock).length()).replaceFirst("^, ", ""))));
        });
        if (state.holds().size() > MOST_LINES) {
            lines.add(new Line("dim", "  and " + (state.holds().size() - MOST_LINES) + " more"));
        }
        if (state.next().isEmpty()) {
            lines.add(new Line("dim", "has ended"));
        } else {
            lines.add(new Line("waits", cut("waits to " + state.next())));
            lines.add(new Line("dim", cut("  at " + state.location().brief())));
            if (state.waitsFor().isEmpty()) {
                lines.add(new Line("dim", "  nobody is left that lets it go on"));
            }
        }
        lines.removeIf(line -> line.text().isBlank() || line.text().equals("  at "));
        return List.copyOf(lines);
    }

    /** Its steps that brought it about, where that is no ring: there, what is held tells all. */
    private List<Place> steps(ThreadState state) {
        return finding.places().stream()
                .filter(place -> ring.isEmpty() && place.step() >= 0)
                .filter(place -> place.thread().equals(state.thread()))
                .toList();
    }

    /** The object of a lock that is held: {@code m} of {@code m, locked at a.c:3}. */
    private static String object(String lock) {
        int end = lock.lastIndexOf(", locked at ");
        return end < 0 ? lock : lock.substring(0, end);
    }

    private void arrow(ThreadState state) {
        Optional<Box> to = box(state.waitsFor());
        if (to.isEmpty() || state.next().isEmpty()) {
            return;
        }
        Box from = box(state.thread()).orElseThrow();
        String wanted = state.next().substring(state.next().indexOf(' ') + 1);
        int held = to.get().lines().indexOf(new Line("holds", cut("holds " + wanted)));
        boolean isOfRing = ring.contains(state.thread());
        int start = from.at(indexOf(from, "waits"));
        arrows.add(new Arrow(isOfRing ? "ring" : "wait", start, to.get().at(Math.max(0, held))));
    }

    /** Whom a signal woke that brought it about. */
    private void wakeups() {
        for (Place place : finding.places()) {
            for (Drawing.Link link : finding.drawing().links()) {
                boolean isIts = link.type().equals("wakes") && link.from() == place.step();
                Optional<Box> from = box(place.thread());
                if (isIts && from.isPresent() && link.to() < finding.trace().size()) {
                    int line = from.get()
                            .lines()
                            .indexOf(new Line("step", cut("step " + place.step() + ": " + place.label())));
                    box(finding.trace().get(link.to()).thread())
                            .filter(to -> line >= 0)
                            .ifPresent(to ->
                                    arrows.add(new Arrow("wakes", from.get().at(line), to.at(0))));
                }
            }
        }
    }

    private Optional<Box> box(String thread) {
        return boxes.stream().filter(box -> box.thread().equals(thread)).findFirst();
    }

    private static int indexOf(Box box, String look) {
        return box.lines().stream().map(Line::look).toList().indexOf(look);
    }

    private Map<String, Object> drawn(Box box) {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (int k = 0; k < box.lines().size(); k++) {
            Line line = box.lines().get(k);
            lines.add(Map.of(
                    "look",
                    line.look(),
                    "y",
                    box.at(k) + 4,
                    "x",
                    line.text().startsWith("  ") ? 28 : 12,
                    "text",
                    line.text().strip()));
        }
        return Map.of(
                "look",
                ring.contains(box.thread()) ? "ring" : "",
                "y",
                box.top(),
                "height",
                box.height(),
                "lines",
                lines);
    }

    /** Arrows beside the boxes, the short ones inside. */
    private List<Map<String, Object>> arcs(double boxWidth) {
        List<Map<String, Object>> arcs = new ArrayList<>();
        List<Arrow> byLength =
                arrows.stream().sorted(Comparator.comparingInt(Arrow::length)).toList();
        long x = Math.round(boxWidth);
        for (Arrow arrow : byLength) {
            long out = x + 12 + (long) ARC * (arcs.size() + 1);
            int bend = arrow.to() > arrow.from() ? 6 : -6;
            String way = "M%d,%d H%d Q%d,%d %d,%d V%d Q%d,%d %d,%d H%d"
                    .formatted(
                            x,
                            arrow.from(),
                            out - 6,
                            out,
                            arrow.from(),
                            out,
                            arrow.from() + bend,
                            arrow.to() - bend,
                            out,
                            arrow.to(),
                            out - 6,
                            arrow.to(),
                            x + 7);
            String head = "M%d,%d l8,-4.5 l0,9 z".formatted(x + 1, arrow.to());
            arcs.add(Map.of("look", arrow.look(), "way", way, "head", head));
        }
        return arcs;
    }

    private String sentence(ThreadState state) {
        String holds = state.holds().isEmpty() ? "" : " holds " + String.join("; ", state.holds());
        String waits = state.next().isEmpty()
                ? " has ended"
                : " waits to " + state.next()
                        + (state.waitsFor().isEmpty()
                                ? ", and nobody is left that lets it go on"
                                : ", for which it needs " + state.waitsFor());
        return state.fullName() + holds + (holds.isEmpty() ? "" : ", and") + waits + ".";
    }

    private static String cut(String text) {
        return Sheet.cut(text, WIDEST);
    }
}
