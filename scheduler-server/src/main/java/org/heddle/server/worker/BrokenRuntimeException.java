package org.heddle.server.worker;

import java.util.List;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.InvariantException;

/**
 * The runtime contradicts itself: an invariant does not hold. What it has told cannot be relied upon, so whatever was under way is over. It
 * is a fault of Heddle, unless the program has written over the runtime's memory.
 */
public final class BrokenRuntimeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String invariant;
    private final transient List<Step> steps;
    private final transient Optional<Plan> plan;

    BrokenRuntimeException(InvariantException broken, Optional<Plan> plan) {
        super(broken.getMessage(), broken);
        int behindPlace = broken.text().indexOf(": ");
        this.place = behindPlace < 0 ? "" : broken.text().substring(0, behindPlace);
        this.invariant = behindPlace < 0 ? broken.text() : broken.text().substring(behindPlace + 2);
        this.steps = broken.steps();
        this.plan = plan;
    }

    /** FILE:LINE, below {@code native-shim/src}. */
    public String place() {
        return place;
    }

    /** The expression that is false. */
    public String invariant() {
        return invariant;
    }

    /** What the execution had executed that led there. */
    public List<Step> steps() {
        return steps;
    }

    /** The memory whose plain accesses are among the steps. */
    public VisibleMemory visible() {
        return plan.map(Plan::visible).orElse(VisibleMemory.NONE);
    }

    /** What the plan was, in words. */
    public String planned() {
        return plan.map(asked -> "a plan of " + asked.prefix().size() + " steps with "
                        + asked.sleep().size() + " operations asleep")
                .orElse("no plan");
    }
}
