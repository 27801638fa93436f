package org.heddle.cli.report;

import java.util.List;
import org.heddle.cli.report.names.Location;

/**
 * A place that has a part in a finding: where something was done that brought it about, or where a thread stands at the end.
 *
 * @param label what was done there
 * @param thread label of the thread
 * @param step of the trace, −1 for what was never executed
 * @param location the position
 * @param stack the calls, the innermost first; empty where they are not known
 */
public record Place(String label, String thread, int step, Location location, List<Location> stack) {}
