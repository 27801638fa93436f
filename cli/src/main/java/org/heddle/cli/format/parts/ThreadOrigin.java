package org.heddle.cli.format.parts;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.Location;

/**
 * Where a thread of a finding's trace was created.
 *
 * @param thread its label
 * @param name its name or start routine, or empty
 * @param by label of the thread that created it
 * @param step in which
 * @param location where
 */
public record ThreadOrigin(String thread, String name, String by, int step, Location location) {
    static final String CREATES = "thread-create";

    /** Those of all threads that the trace creates, in its order. */
    public static List<ThreadOrigin> of(ReportedFinding finding) {
        Map<String, String> names = new HashMap<>();
        finding.threads().forEach(state -> names.put(state.thread(), state.name()));
        return finding.trace().stream()
                .filter(line -> line.kind().equals(CREATES) && !line.object().isEmpty())
                .map(line -> new ThreadOrigin(
                        line.object(),
                        names.getOrDefault(line.object(), ""),
                        line.thread(),
                        line.step(),
                        line.location()))
                .toList();
    }

    /** Whether the other one was created by the same thread in the same line. */
    public boolean isLike(ThreadOrigin other) {
        return by.equals(other.by)
                && name.equals(other.name)
                && location.brief().equals(other.location.brief());
    }
}
