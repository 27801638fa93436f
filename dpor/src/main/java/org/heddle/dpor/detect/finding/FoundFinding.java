package org.heddle.dpor.detect.finding;

/**
 * A finding and how many executions showed it.
 *
 * @param finding as shown by the simplest of these executions: fewest preemptions, then fewest steps, then first
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
        return other.schedule().size() < finding.schedule().size();
    }
}
