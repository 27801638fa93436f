package org.heddle.cli.check.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.launch.Launching;
import org.heddle.cli.program.Program;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.server.launch.LaunchOptions;

/** How the program of a schedule is started, as in the check that wrote it. */
final class ScheduleLaunch {
    private ScheduleLaunch() {}

    static LaunchOptions of(Installation installation, ScheduleFile schedule, Program program) throws UserError {
        Optional<Path> sandbox = schedule.around().sandbox();
        if (sandbox.isPresent() && !Files.isDirectory(sandbox.get())) {
            throw new UserError(
                    "there is no folder " + sandbox.get()
                            + ", of which the schedule's executions get copies: put it back as it was, or check the program again");
        }
        return Launching.of(installation, program.executable(), schedule.recipe(), schedule.around())
                .withRun(schedule.run());
    }
}
