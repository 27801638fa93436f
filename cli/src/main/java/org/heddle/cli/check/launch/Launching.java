package org.heddle.cli.check.launch;

import java.nio.file.Path;
import java.util.function.Function;
import org.heddle.cli.base.Installation;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.Recipe;
import org.heddle.server.launch.LaunchOptions;

/**
 * How a check launches its program on this machine.
 *
 * @param installation where the runtime is
 * @param options of the check
 */
public record Launching(Installation installation, CheckOptions options) implements Function<Program, LaunchOptions> {
    /** How an executable is launched that was made by this recipe. */
    public static LaunchOptions of(Installation installation, Path executable, Recipe recipe, Around around) {
        LaunchOptions launch = LaunchOptions.of(executable, installation.shim())
                .withArguments(recipe.arguments())
                .withPeers(recipe.peers())
                .withEnvironment(System.getenv())
                .withWorkingDirectory(recipe.directory());
        if (around.verify().isPresent()) {
            launch = launch.withVerifyCommand(around.verify().get());
        }
        return around.sandbox().isPresent()
                ? launch.withSandbox(around.sandbox().get())
                : launch;
    }

    @Override
    public LaunchOptions apply(Program program) {
        return of(
                        installation,
                        program.executable(),
                        program.recipe(),
                        options.executing().around())
                .withRun(options.executing().run())
                .withJobs(options.limits().jobs());
    }
}
