package org.heddle.cli.check.replay;

import java.util.List;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;

/**
 * A schedule fitted to a program that has changed since.
 *
 * @param steps to be run
 * @param visible the memory whose plain accesses are steps
 * @param dropped how many steps of the schedule were left out
 * @param added how many steps were put in
 */
record Alignment(List<Step> steps, VisibleMemory visible, int dropped, int added) {
    /** What had to be changed, in words. */
    String words() {
        if (dropped == 0 && added == 0) {
            return "all its steps were found again";
        }
        return "of its steps, " + dropped + (dropped == 1 ? " was" : " were") + " left out, and " + added
                + (added == 1 ? " was" : " were") + " added";
    }
}
