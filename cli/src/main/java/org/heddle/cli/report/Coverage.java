package org.heddle.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.report.names.Location;

/**
 * What executions have shown: the orders in which operations of two threads can come, and which threads were delayed.
 *
 * @param pairs how many pairs of places there are whose operations can come in either order
 * @param both of how many of these each has come first
 * @param once the others
 * @param whole whether these are all that there were, not too many to remember
 * @param delays which threads were delayed
 * @param lines which lines have run, if that is known
 * @param obstacle why it is not known, where it is not
 */
public record Coverage(
        int pairs,
        int both,
        List<Order> once,
        boolean whole,
        ThreadDelays delays,
        Optional<Lines> lines,
        String obstacle) {
    /**
     * Two places.
     *
     * @param first of what has come first
     * @param second of what has come second, never first
     */
    public record Order(Location first, Location second) {
        private String text() {
            return first.equals(second)
                    ? "only by the same of two threads first: " + first.brief()
                    : "only in this order: " + first.brief() + " before " + second.brief();
        }
    }

    private static final int MOST_SHOWN = 20;

    /** In words: the figures, and what is missing; not more than fits on a screen or two. */
    public List<String> text() {
        return text(MOST_SHOWN);
    }

    /** The same with all lines that have not run. */
    public List<String> textWithAllLines() {
        return text(Integer.MAX_VALUE);
    }

    private List<String> text(int mostLines) {
        List<String> text = new ArrayList<>(List.of(figures()));
        once.stream().limit(MOST_SHOWN).map(Order::text).forEach(text::add);
        if (once.size() > MOST_SHOWN) {
            text.add("and " + (once.size() - MOST_SHOWN) + " more in one order; JSON has them all");
        }
        text.addAll(delays.text(MOST_SHOWN));
        text.addAll(lines.map(ran -> ran.text(mostLines))
                .orElse(List.of("which lines have run is not known: " + obstacle)));
        return List.copyOf(text);
    }

    private String figures() {
        return "coverage: of %d pair%s of places whose operations can come in either order, %d %s been seen in both%s"
                .formatted(
                        pairs,
                        pairs == 1 ? "" : "s",
                        both,
                        both == 1 ? "has" : "have",
                        whole ? "" : " (there are more, for which there was no time or no room)");
    }
}
