package org.heddle.cli.check.finding;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.detect.finding.Kind;

/**
 * Marks in the source by which data races are meant to be: a comment that begins with {@code heddle: benign}, in the line of an access, or
 * alone in the line before it. What races lead to is explored and reported all the same.
 */
public final class BenignMarks {
    private static final Pattern MARK = Pattern.compile("(?://|/\\*)\\s*heddle:\\s*benign\\b");
    private static final Pattern COMMENT_ALONE = Pattern.compile("\\s*(?://.*|/\\*(?:(?!\\*/).)*\\*/\\s*)");
    private static final String REMARK = "marked as benign in the source";

    private final SourceLines sources;

    /**
     * The marks in sources as they are now.
     *
     * @param directory to which their paths are relative
     */
    public BenignMarks(Path directory) {
        sources = new SourceLines(directory);
    }

    /** Whether a finding of this kind at these places is meant to be. */
    public boolean cover(Kind kind, List<Location> places) {
        return kind == Kind.DATA_RACE && places.stream().anyMatch(this::isMarked);
    }

    /** Whether a finding of the report is marked by now. */
    public boolean coverAnyOf(Report report) {
        return report.findings().stream()
                .filter(finding -> finding.kind().equals(Kind.DATA_RACE.ruleId()))
                .flatMap(BenignMarks::places)
                .anyMatch(this::isMarked);
    }

    private static Stream<Location> places(ReportedFinding finding) {
        return Stream.concat(
                Stream.of(finding.location()), finding.uses().stream().map(MemoryUse::location));
    }

    private boolean isMarked(Location place) {
        if (place.line() <= 0 || place.file().isEmpty()) {
            return false;
        }
        Optional<String> before = place.line() > 1 ? sources.line(place.file(), place.line() - 1) : Optional.empty();
        return sources.line(place.file(), place.line())
                .filter(BenignMarks::hasMark)
                .or(() -> before.filter(line -> COMMENT_ALONE.matcher(line).matches() && hasMark(line)))
                .isPresent();
    }

    private static boolean hasMark(String line) {
        return MARK.matcher(line).find();
    }

    /** What a report says of so many findings, at least one, that marks cover. */
    public static String remark(int count) {
        return count == 1 ? "1 data race is " + REMARK : count + " data races are " + REMARK;
    }

    /** Whether marks have covered findings of the report. */
    public static boolean wereUsed(Report report) {
        return report.remarks().stream().anyMatch(remark -> remark.contains(REMARK));
    }
}
