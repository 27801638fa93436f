package org.heddle.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.OwnLines;
import org.heddle.cli.report.names.ThreadNames;
import org.heddle.dpor.analysis.Delays;

/**
 * Which threads executions have delayed: an operation of another thread came before one of theirs that could have come first.
 *
 * @param threads how many threads there are whose operations could have come in another order with those of others
 * @param never those of them that no execution has delayed
 */
public record ThreadDelays(int threads, List<Early> never) {
    /**
     * A thread that has always come first.
     *
     * @param thread as reports call it: {@code main}, {@code T1}
     * @param name its name or that of its start routine, or empty
     * @param createdAt where it was created; not known of the main thread, and where a library did it, such as C++'s
     */
    public record Early(String thread, String name, Location createdAt) {
        private String text() {
            return "never delayed: " + thread + (name.isEmpty() ? "" : " (" + name + ")")
                    + (createdAt.isKnown() ? ", which " + createdAt.brief() + " creates" : "");
        }
    }

    /** These delays, with the names of threads and places. */
    public static ThreadDelays of(Delays delays, AddressNames names) {
        ThreadNames threads = new ThreadNames(delays.known(), names);
        List<Early> never = delays.never().stream()
                .map(one -> new Early(
                        threads.label(one.id()), threads.routine(one.id()), own(names.location(one.createdAt()))))
                .toList();
        return new ThreadDelays(delays.threads(), never);
    }

    private static Location own(Location place) {
        return OwnLines.isForeign(place) ? Location.UNKNOWN : place;
    }

    /** In words: the figures, and who has never been delayed; nothing where there is nobody to delay. */
    List<String> text(int most) {
        List<String> text = new ArrayList<>();
        if (threads > 0) {
            text.add(
                    "of %d thread%s whose operations can come in another order with those of others, %d %s been delayed"
                            .formatted(
                                    threads,
                                    threads == 1 ? "" : "s",
                                    threads - never.size(),
                                    threads - never.size() == 1 ? "has" : "have"));
        }
        never.stream().limit(most).map(Early::text).forEach(text::add);
        if (never.size() > most) {
            text.add("and " + (never.size() - most) + " more threads never delayed; JSON has them all");
        }
        return text;
    }
}
