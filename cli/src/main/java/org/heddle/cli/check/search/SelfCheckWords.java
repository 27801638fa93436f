package org.heddle.cli.check.search;

import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.optimal.SelfCheck;

/** What {@code --self-check} has to say. */
public final class SelfCheckWords {
    private SelfCheckWords() {}

    /** Where nothing was found. */
    static String passed(SelfCheck.Result result) {
        String classes = "self-check: %d complete executions, no two of one class".formatted(result.executions());
        if (result.explorations() == 0) {
            return classes + "; whether races are reversed was not checked, as no optimal exploration came to its end";
        }
        return result.tooMany()
                ? classes + "; whether races are reversed was not checked, as there are too many executions"
                : classes + "; all %d reversals of their races are covered".formatted(result.reversals());
    }

    /**
     * Nothing where all holds that was looked at.
     *
     * @throws UserError where something does not: then the verdict is worth nothing
     */
    public static void check(SelfCheck.Result result) throws UserError {
        if (!result.faults().isEmpty()) {
            throw new UserError(
                    "self-check failed: " + String.join("; ", result.faults())
                            + ". This is a fault of Heddle: send the program and this command, which takes the same course again",
                    ExitCodes.INTERNAL);
        }
    }
}
