package org.heddle.cli.check.replay;

import java.util.List;
import org.heddle.cli.report.names.Location;

/**
 * Where what a schedule shows happens, if that is not where its execution ends.
 *
 * @param moment the one right behind it
 * @param thread label of the thread that does it
 * @param calls where it is, the innermost first; empty if that is not known
 */
public record Failure(int moment, String thread, List<Location> calls) {}
