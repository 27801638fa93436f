package org.heddle.cli.command;

import java.util.concurrent.Callable;

/**
 * A command that another module brings: found by {@link java.util.ServiceLoader} where that module's jar is on the class path, and
 * looked for only if the command line names none of the command line's own commands.
 */
public interface ExtraCommand extends Callable<Integer> {
    /** Its name on the command line. */
    String name();
}
