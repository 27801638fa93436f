package org.heddle.cli.report.cost;

import java.util.Map;
import java.util.Optional;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.restart.RestartCounts;

/**
 * How executions were run, whatever they were run for.
 *
 * @param inProcess in one process, one after the other
 * @param forked each in a fork, but for those that were run to be compared
 * @param compared in one process and in a fork as well, with equal results
 * @param because why some were forked that need not have been: what was so most often
 * @param executed visible operations that the program has executed
 * @param fromCheckpoints visible operations that it has not, for executions began behind them
 */
public record Restarts(
        long inProcess, long forked, long compared, Optional<String> because, long executed, long fromCheckpoints) {
    /** All by forks, which nothing called for. */
    public static final Restarts NONE = new Restarts(0, 0, 0, Optional.empty(), 0, 0);

    /** In words what was counted. */
    public static Restarts of(RestartCounts.Snapshot counts) {
        Optional<String> because = counts.fallbacks().entrySet().stream()
                .max(Map.Entry.<Fallback, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(most -> words(most.getKey(), counts.systemCall()));
        return new Restarts(
                counts.inProcess(),
                counts.forked(),
                counts.compared(),
                because,
                counts.events().executed(),
                counts.events().fromCheckpoints());
    }

    private static String words(Fallback fallback, int systemCall) {
        return fallback.words() + (fallback == Fallback.SYSTEM_CALL ? " (number " + systemCall + ")" : "");
    }
}
