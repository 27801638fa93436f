package org.heddle.cli.suite;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.cli.report.Coverage;
import org.heddle.cli.report.Lines;

/** What the executions of each test had shown when it was last run, for those that ask for coverage. */
public final class CoverageHistory {
    private static final Pattern FIGURES =
            Pattern.compile("(\\d{1,9}) (\\d{1,9})(?: (\\d{1,9}))?(?: lines:(\\d{1,9}))?");

    private final Path file;
    private final Properties figures = new Properties();

    /**
     * What a test had seen.
     *
     * @param both of how many pairs both orders
     * @param once of how many pairs one order
     * @param undelayed how many threads no execution has delayed; empty where an older version has kept the figures
     * @param unreached how many lines no execution has run; empty where that was not known
     */
    record Figures(int both, int once, Optional<Integer> undelayed, Optional<Integer> unreached) {
        private static Figures of(Coverage coverage) {
            return new Figures(
                    coverage.both(),
                    coverage.pairs() - coverage.both(),
                    Optional.of(coverage.delays().never().size()),
                    coverage.lines().map(Lines::missing));
        }

        private static Figures of(Matcher kept) {
            return new Figures(
                    Integer.parseInt(kept.group(1)),
                    Integer.parseInt(kept.group(2)),
                    Optional.ofNullable(kept.group(3)).map(Integer::valueOf),
                    Optional.ofNullable(kept.group(4)).map(Integer::valueOf));
        }

        private String kept() {
            return both + " " + once + undelayed.map(count -> " " + count).orElse("")
                    + unreached.map(count -> " lines:" + count).orElse("");
        }
    }

    private CoverageHistory(Path file) {
        this.file = file;
    }

    /** What is kept in this folder; nothing where that cannot be read. */
    public static CoverageHistory in(Path folder) {
        CoverageHistory history = new CoverageHistory(folder.resolve(".heddle-coverage"));
        try (Reader reader = Files.newBufferedReader(history.file)) {
            history.figures.load(reader);
        } catch (IOException | IllegalArgumentException missing) {
            history.figures.clear();
        }
        return history;
    }

    /** What the test had seen when it was last run; empty where that is not known. */
    Optional<Figures> before(Entry entry) {
        Matcher known = FIGURES.matcher(figures.getProperty(entry.name(), ""));
        return known.matches() ? Optional.of(Figures.of(known)) : Optional.empty();
    }

    /** What the test has seen, and how that has changed; empty if nobody asked. */
    Optional<String> line(EntryOutcome outcome) {
        return now(outcome).map(now -> {
            Optional<Figures> before = before(outcome.entry());
            return "%s: %d %s of places in both orders%s, %d in one%s%s%s"
                    .formatted(
                            outcome.entry().name(),
                            now.both(),
                            now.both() == 1 ? "pair" : "pairs",
                            change(now.both(), before.map(Figures::both)),
                            now.once(),
                            change(now.once(), before.map(Figures::once)),
                            counted("thread", "never delayed", now.undelayed(), before.flatMap(Figures::undelayed)),
                            counted("line", "never run", now.unreached(), before.flatMap(Figures::unreached)));
        });
    }

    private static String counted(String one, String what, Optional<Integer> now, Optional<Integer> before) {
        return now.map(count ->
                        "; %d %s%s %s%s".formatted(count, one, count == 1 ? "" : "s", what, change(count, before)))
                .orElse("");
    }

    private static Optional<Figures> now(EntryOutcome outcome) {
        return outcome.report().flatMap(report -> report.coverage()).map(Figures::of);
    }

    private static String change(int now, Optional<Integer> before) {
        return before.filter(last -> last != now)
                .map(last -> " (%+d)".formatted(now - last))
                .orElse("");
    }

    /** Keeps what these have seen, for the next time; where that is not possible, nothing happens. */
    public void keep(List<EntryOutcome> outcomes) {
        boolean isAny = false;
        for (EntryOutcome outcome : outcomes) {
            Optional<Figures> now = now(outcome);
            now.ifPresent(seen -> figures.setProperty(outcome.entry().name(), seen.kept()));
            isAny |= now.isPresent();
        }
        if (!isAny) {
            return;
        }
        try (Writer writer = Files.newBufferedWriter(file)) {
            figures.store(
                    writer,
                    "of each test: pairs of places seen in both orders, and in one; threads never delayed; lines never run");
        } catch (IOException unwritable) {
            // no change is told next time
        }
    }
}
