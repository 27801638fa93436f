package org.heddle.dpor.detect.finding;

import org.heddle.dpor.model.OperationKind;

/**
 * A finding and how many executions showed it.
 *
 * @param finding as shown by the simplest of these executions: fewest preemptions, then fewest choices other than
 *     the first (a call that fails is one), then fewest steps, then first
 * @param count how many
 */
public record FoundFinding(Finding finding, long count) {
    /** One more execution showed it. */
    public FoundFinding again(Finding other) {
        return new FoundFinding(isSimpler(other) ? other : finding, count + 1);
    }

    private boolean isSimpler(Finding other) {
        if (other.preemptions() != finding.preemptions()) {
            return other.preemptions() < finding.preemptions();
        }
        if (choices(other) != choices(finding)) {
            return choices(other) < choices(finding);
        }
        return other.schedule().size() < finding.schedule().size();
    }

    /** How much happens for no reason, such as calls that fail, or by the program's own choice. */
    private static long choices(Finding finding) {
        return finding.schedule().stream()
                .filter(step -> step.kind() == OperationKind.CHOOSE && step.alternative() > 0)
                .count();
    }
}
