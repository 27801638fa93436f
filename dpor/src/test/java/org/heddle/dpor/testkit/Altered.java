package org.heddle.dpor.testkit;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Race;

/** Executions that differ from others in one respect. */
public final class Altered {
    private Altered() {}

    /** The same with other events. */
    public static Execution events(Execution execution, List<Event> events) {
        return with(execution, events, execution.races());
    }

    /** The same with other races. */
    public static Execution races(Execution execution, List<Race> races) {
        return with(execution, execution.events(), races);
    }

    private static Execution with(Execution execution, List<Event> events, List<Race> races) {
        return new Execution(
                events,
                execution.pending(),
                execution.threads(),
                execution.outcome(),
                execution.status(),
                execution.terminator(),
                execution.notes(),
                execution.divergence(),
                execution.counters(),
                execution.stdout(),
                execution.stderr(),
                races,
                execution.visible(),
                execution.stacks());
    }
}
