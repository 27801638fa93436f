package org.heddle.cli.check;

import java.nio.file.Path;
import java.util.function.Function;
import org.heddle.cli.Installation;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.Recipe;
import org.heddle.server.LaunchOptions;

/**
 * How a check launches its program on this machine.
 *
 * @param installation where the runtime is
 * @param options of the check
 */
public record Launching(Installation installation, CheckOptions options) implements Function<Program, LaunchOptions> {
    /** How an executable is launched that was made by this recipe. */
    static LaunchOptions of(Installation installation, Path executable, Recipe recipe) {
        return LaunchOptions.of(executable, installation.shim())
                .withArguments(recipe.arguments())
                .withPeers(recipe.peers())
                .withEnvironment(System.getenv())
                .withWorkingDirectory(recipe.directory());
    }

    @Override
    public LaunchOptions apply(Program program) {
        LaunchOptions launch = of(installation, program.executable(), program.recipe())
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
