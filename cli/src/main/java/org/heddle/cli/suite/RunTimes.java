package org.heddle.cli.suite;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * How long each test took when it was last run: where many run at a time, all end soonest if the longest begin first (list
 * scheduling; Graham 1969).
 */
public final class RunTimes {
    private final Path file;
    private final Properties seconds = new Properties();

    private RunTimes(Path file) {
        this.file = file;
    }

    /** What is kept in this folder; nothing where that cannot be read. */
    public static RunTimes in(Path folder) {
        RunTimes times = new RunTimes(folder.resolve(".heddle-seconds"));
        try (Reader reader = Files.newBufferedReader(times.file)) {
            times.seconds.load(reader);
        } catch (IOException | IllegalArgumentException missing) {
            times.seconds.clear();
        }
        return times;
    }

    /** The places of these tests in the list, the longest first; those that have never been run before all others. */
    List<Integer> longestFirst(List<Entry> entries) {
        return IntStream.range(0, entries.size())
                .boxed()
                .sorted(Comparator.comparingDouble(place -> -seconds(entries.get(place))))
                .toList();
    }

    private double seconds(Entry entry) {
        try {
            return Double.parseDouble(seconds.getProperty(entry.name(), "Infinity"));
        } catch (NumberFormatException damaged) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Keeps how long these took, for the next time; where that is not possible, nothing happens. */
    public void keep(List<EntryOutcome> outcomes) {
        for (EntryOutcome outcome : outcomes) {
            if (outcome.report().isPresent() && !outcome.isCached()) {
                seconds.setProperty(outcome.entry().name(), Double.toString(outcome.seconds()));
            }
        }
        try (Writer writer = Files.newBufferedWriter(file)) {
            seconds.store(writer, "seconds that each test took");
        } catch (IOException unwritable) {
            // they begin in another order next time
        }
    }
}
