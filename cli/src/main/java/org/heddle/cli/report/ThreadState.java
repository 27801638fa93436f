package org.heddle.cli.report;

import java.util.List;
import org.heddle.cli.report.names.Location;

/**
 * A thread at the end of a finding's execution.
 *
 * @param thread its label
 * @param name its name or start routine, or empty
 * @param next what it would do next, or empty where it has finished
 * @param location where it would
 * @param waitsFor label of the thread that keeps it from doing so, or empty
 * @param stack the calls there, the innermost first; empty where they are not known
 * @param holds the mutexes it holds, each with the place where it was locked
 * @param looks what it looked at before it began to wait on a condition variable for good; empty where it does not
 */
public record ThreadState(
        String thread,
        String name,
        String next,
        Location location,
        String waitsFor,
        List<Location> stack,
        List<String> holds,
        List<AwaitedMemory> looks) {
    /** The label with the name. */
    public String fullName() {
        return name.isEmpty() ? thread : thread + " (" + name + ")";
    }
}
