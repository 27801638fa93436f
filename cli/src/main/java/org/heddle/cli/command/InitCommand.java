package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.init.CompileFlags;
import org.heddle.cli.init.FirstTests;
import org.heddle.cli.init.FoundTests;
import org.heddle.cli.init.ManifestText;
import org.heddle.cli.init.TestFinder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle init}. */
@Command(
        name = "init",
        description =
                "Writes a heddle.toml for a project: finds its tests by CTest, Meson or make check, or else in its sources, compiled as compile_commands.json has them.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was written", "2:there is one already, or no test was found"},
        footer = {"", "Examples:", "  heddle init", "  heddle init ../project", "  heddle init --tests"})
final class InitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description =
                    "The project (default: the working directory). Where it was built is this folder, or one in it.")
    private Path folder = Path.of("");

    @Option(
            names = "--tests",
            description = "Write a first file of tests as well, heddle_tests.c, to be changed into your own.")
    private boolean tests;

    @Override
    public Integer call() throws UserError, InterruptedException {
        Path project = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(project)) {
            throw new UserError("there is no folder " + folder + ": name the project's");
        }
        Path manifest = project.resolve("heddle.toml");
        try {
            if (tests) {
                return writeTests(project, manifest);
            }
            FoundTests found = found(project);
            Files.writeString(manifest, ManifestText.of(found, project), StandardOpenOption.CREATE_NEW);
            tell(found);
            return ExitCodes.CLEAN;
        } catch (FileAlreadyExistsException there) {
            throw new UserError(manifest + " is there already: edit it, or remove it first");
        } catch (IOException failed) {
            throw new UserError("heddle.toml cannot be made for " + project + " (" + OutputFolder.why(failed) + ")");
        }
    }

    /** A file of tests, and a manifest that lists it if there is none yet. */
    private int writeTests(Path project, Path manifest) throws IOException, UserError {
        Path file = project.resolve(FirstTests.NAME);
        if (Files.exists(file)) {
            throw new UserError(file + " is there already: edit it, or remove it first");
        }
        Files.writeString(file, FirstTests.text(), StandardOpenOption.CREATE_NEW);
        boolean isListed = Files.exists(manifest);
        if (!isListed) {
            FoundTests one = new FoundTests(
                    FirstTests.NAME,
                    List.of(new FoundTests.Test(FirstTests.NAME, List.of(file), List.of(), CompileFlags.NONE)),
                    true,
                    List.of());
            Files.writeString(manifest, ManifestText.of(one, project), StandardOpenOption.CREATE_NEW);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(FirstTests.NAME + ": two tests, to be changed into your own");
        out.println(
                isListed
                        ? "heddle.toml is there already: add [[test]] with program = \"" + FirstTests.NAME + "\" to it."
                        : "heddle.toml lists it. Now run heddle test, or heddle check " + FirstTests.NAME + ".");
        out.flush();
        return ExitCodes.CLEAN;
    }

    private FoundTests found(Path project) throws UserError, IOException, InterruptedException {
        String reasons = "";
        for (TestFinder finder : TestFinder.ALL) {
            Optional<FoundTests> found = finder.find(project);
            if (found.isPresent() && !found.get().tests().isEmpty()) {
                return found.get();
            }
            reasons += found.map(none -> " (" + none.origin() + ": " + String.join("; ", none.leftOut()) + ")")
                    .orElse("");
        }
        throw new UserError("no tests were found in " + project + reasons
                + ": build the project first, with CC=\"heddle cc\", or write heddle.toml by hand");
    }

    private void tell(FoundTests found) {
        PrintWriter out = spec.commandLine().getOut();
        int count = found.tests().size();
        out.println("heddle.toml: " + (count == 1 ? "1 test" : count + " tests") + ", by " + found.origin());
        found.leftOut().forEach(reason -> out.println("  left out: " + reason));
        out.println(
                found.areSources()
                        ? "Now run heddle test."
                        : "Build the project with heddle cc (CC=\"heddle cc\", or -DCMAKE_C_COMPILER=heddle-cc), then run heddle test.");
        out.flush();
    }
}
