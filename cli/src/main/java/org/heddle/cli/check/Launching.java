package org.heddle.cli.check;

import java.util.function.Function;
import org.heddle.cli.Installation;
import org.heddle.cli.program.Program;
import org.heddle.server.LaunchOptions;

/**
 * How a check launches its program on this machine.
 *
 * @param installation where the runtime is
 * @param options of the check
 */
public record Launching(Installation installation, CheckOptions options) implements Function<Program, LaunchOptions> {
    @Override
    public LaunchOptions apply(Program program) {
        LaunchOptions launch = LaunchOptions.of(program.executable(), installation.shim())
                .withArguments(program.recipe().arguments())
                .withPeers(program.recipe().peers())
                .withEnvironment(System.getenv())
                .withWorkingDirectory(program.recipe().directory())
                .withRun(options.run())
                .withJobs(options.limits().jobs());
        if (options.verify().isPresent()) {
            launch = launch.withVerifyCommand(options.verify().get());
        }
        return options.sandbox().isPresent()
                ? launch.withSandbox(options.sandbox().get())
                : launch;
    }
}
