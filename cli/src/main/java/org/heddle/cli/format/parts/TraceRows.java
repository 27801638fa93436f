package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ReportedFinding.Watched;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.ObjectNames;

/**
 * The steps of a finding, and between them what was done to the memory that it is about, where that is no step itself, and what watched
 * expressions held.
 */
public final class TraceRows {
    private static final int NOT_A_STEP = -2;

    private static final String MAIN = "main";

    private static final List<String> LIFE = List.of("allocated", "freed");

    private TraceRows() {}

    /**
     * A row that is no step; it has a negative number.
     *
     * @param after the step after which it comes; −1 where it comes before all
     * @param line what was done
     */
    public record Between(int after, TraceLine line) {}

    /** All rows. */
    public static List<TraceLine> of(ReportedFinding finding) {
        List<TraceLine> rows = new ArrayList<>();
        List<Between> between = new ArrayList<>(between(finding));
        finding.watched().forEach(value -> between.add(new Between(value.step(), row(value))));
        between.stream().filter(row -> row.after() < 0).forEach(row -> rows.add(row.line()));
        for (TraceLine step : steps(finding)) {
            rows.add(step);
            between.stream().filter(row -> row.after() == step.step()).forEach(row -> rows.add(row.line()));
        }
        return rows;
    }

    /** The steps; one that ends what the finding is about has a part in it. */
    public static List<TraceLine> steps(ReportedFinding finding) {
        return finding.trace().stream()
                .map(step -> uses(finding).anyMatch(use -> isEnd(step, use)) ? step.asKey() : step)
                .toList();
    }

    /** The rows between the steps, those after the same one in their order. */
    public static List<Between> between(ReportedFinding finding) {
        return uses(finding)
                .filter(use -> use.after() != MemoryUse.IS_STEP)
                .filter(use -> finding.trace().stream().noneMatch(step -> isEnd(step, use)))
                .map(use -> new Between(use.after(), row(use, finding.memory())))
                .toList();
    }

    /** The step after which a row comes that is no step; −1 where it comes before all. */
    public static int after(TraceLine row) {
        return NOT_A_STEP - row.step();
    }

    private static Stream<MemoryUse> uses(ReportedFinding finding) {
        Stream<MemoryUse> race =
                finding.pairs().stream().limit(1).flatMap(pair -> Stream.of(pair.first(), pair.second()));
        return Stream.concat(race, finding.uses().stream().sorted(Comparator.comparingInt(TraceRows::rank)));
    }

    /** A block is allocated, then freed, then used. */
    private static int rank(MemoryUse use) {
        int at = LIFE.indexOf(use.kind());
        return at < 0 ? LIFE.size() : at;
    }

    private static TraceLine row(Watched value) {
        String thread = value.thread().isEmpty() ? MAIN : value.thread();
        return new TraceLine(
                NOT_A_STEP - value.step(), thread, value.sentence(), Location.UNKNOWN, false, "", "", true, false);
    }

    /** Whether the step is the end of the memory that the use tells of, which may be known from what came right after the step. */
    private static boolean isEnd(TraceLine step, MemoryUse use) {
        String verb = use.kind().startsWith("free") ? "free " : use.kind().equals("leave") ? "leave " : "";
        return !verb.isEmpty()
                && step.operation().startsWith(verb)
                && step.thread().equals(use.thread())
                && step.location().equals(use.location());
    }

    private static TraceLine row(MemoryUse use, String memory) {
        String value = use.value().isEmpty() ? "" : " = " + use.shownValue();
        String words =
                switch (use.kind()) {
                    case "access" -> "use " + memory;
                    case "allocated" -> "allocate " + ObjectNames.ofBlock(memory);
                    case "freed" -> "free " + ObjectNames.ofBlock(memory);
                    case MemoryUse.INVALID_FREE -> "free " + memory + ", where no block begins";
                    case "freed-again" -> "free " + ObjectNames.ofBlock(memory) + " again";
                    default -> use.kind() + " " + memory + value;
                };
        return new TraceLine(
                NOT_A_STEP - use.after(), use.thread(), words, use.location(), true, use.kind(), memory, true, false);
    }
}
