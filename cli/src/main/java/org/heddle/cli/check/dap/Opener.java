package org.heddle.cli.check.dap;

import java.io.IOException;
import java.nio.file.Path;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.replay.OpenSchedule;

/** Opens the schedule that an editor names. */
@FunctionalInterface
public interface Opener {
    /**
     * Opens it.
     *
     * @throws UserError if it cannot be read, or the program cannot be had
     * @throws IOException if a file cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    OpenSchedule open(Path file) throws UserError, IOException, InterruptedException;
}
