package org.heddle.cli.command;

import java.util.concurrent.Callable;
import org.heddle.cli.base.UserError;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code heddle server} as the help shows it; the launcher's {@code heddle-warm} runs it, as it is to start in no time. */
@Command(
        name = "server",
        description = "Keeps a JVM warm, in which later commands start at once.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "HEDDLE_SERVER=1 in the environment starts a server with the first check. It leaves when it has had no command for",
            "10 minutes, or HEDDLE_SERVER_IDLE seconds. With HEDDLE_SERVER=0 a command uses none."
        })
@SuppressWarnings("UnusedVariable") // the options are there for the help
final class ServerCommand implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    private Action action;

    private static final class Action {
        @Option(names = "--start", description = "start it, and wait until it is ready")
        private boolean start;

        @Option(names = "--status", description = "tell whether there is one: exit code 0, or 3 if there is none")
        private boolean status;

        @Option(names = "--stop", description = "end all servers of this user; commands that run go on")
        private boolean stop;
    }

    @Override
    public Integer call() throws UserError {
        throw new UserError("a server is started, asked and stopped by the launcher: run ./heddle server");
    }
}
