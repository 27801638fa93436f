package org.heddle.it.fuzz;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.Verdict;

/**
 * What an exploration has seen of a program.
 *
 * @param findings kind and cause of each finding, with the fewest preemptions that showed it
 * @param outputs how executions ended and what was observed in them, likewise
 * @param finished those outputs of executions in which every thread came to its end
 * @param classes what every thread did in them, operation by operation, likewise
 * @param verdict the exploration's own account
 * @param examples a finding of each kind and cause
 */
record Observed(
        Map<String, Integer> findings,
        Map<String, Integer> outputs,
        Map<String, Integer> finished,
        Map<String, Integer> classes,
        Verdict verdict,
        Map<String, Finding> examples) {
    /** What has been seen by this or by another exploration of the same program; the account is this one's. */
    Observed and(Observed other) {
        Map<String, Finding> both = new TreeMap<>(other.examples);
        both.putAll(examples);
        return new Observed(
                least(findings, other.findings),
                least(outputs, other.outputs),
                least(finished, other.finished),
                least(classes, other.classes),
                verdict,
                both);
    }

    private static Map<String, Integer> least(Map<String, Integer> some, Map<String, Integer> others) {
        Map<String, Integer> all = new TreeMap<>(some);
        others.forEach((seen, preemptions) -> all.merge(seen, preemptions, Math::min));
        return all;
    }

    /** What of a map can be shown with so many preemptions. */
    static Set<String> within(Map<String, Integer> seen, int preemptions) {
        return new TreeMap<>(seen)
                .entrySet().stream()
                        .filter(entry -> entry.getValue() <= preemptions)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
    }
}
