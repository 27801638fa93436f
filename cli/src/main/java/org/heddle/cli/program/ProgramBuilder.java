package org.heddle.cli.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.instrumenter.CompilerDriver;
import org.heddle.instrumenter.driver.Environment;
import org.heddle.instrumenter.driver.ObjectCache;
import org.heddle.server.launch.PrivateDirectory;

/** Turns what the user names into a program that can be run. */
public final class ProgramBuilder {
    /** Exit codes of processes that a signal has ended begin behind this one. */
    private static final int BY_SIGNAL = 128;

    private final Installation installation;

    /** A builder that compiles with this installation's runtime. */
    public ProgramBuilder(Installation installation) {
        this.installation = installation;
    }

    /**
     * Says how to come by the program that these files make.
     *
     * @param directory to which the files are relative, and where the program is compiled and run; absolute
     * @throws UserError if they make none
     */
    public static Recipe recipe(Path directory, List<Path> files, CompileOptions options, List<String> arguments)
            throws UserError {
        List<Path> absolute = new ArrayList<>();
        int sources = 0;
        for (Path file : files) {
            Path path = directory.resolve(file).normalize();
            sources += switch (FileKind.of(path, file.toString())) {
                case SOURCE, OBJECT -> 1;
                case EXECUTABLE -> 0;
            };
            absolute.add(path);
        }
        if (sources == 0 && absolute.size() > 1) {
            throw new UserError("only one program can be checked at a time; give its arguments after --, as in: heddle"
                    + " check " + files.get(0) + " -- " + files.get(1));
        }
        if (sources != 0 && sources != absolute.size()) {
            throw new UserError("sources and an executable cannot be mixed: name either");
        }
        return new Recipe(
                List.copyOf(absolute),
                sources > 0,
                sources > 0 ? options.before() : List.of(),
                sources > 0 ? options.after() : List.of(),
                List.copyOf(arguments),
                ProgramInput.NONE,
                List.of(),
                directory);
    }

    /**
     * Makes the program, compiling it if need be; the compiler's own messages go to standard error.
     *
     * @throws UserError if it does not compile
     * @throws IOException if there is no place for it
     * @throws InterruptedException if the thread is interrupted
     */
    public Program build(Recipe recipe) throws UserError, IOException, InterruptedException {
        requireStillThere(recipe);
        if (!recipe.isSource()) {
            return new Program(recipe, recipe.files().get(0), Optional.empty());
        }
        PrivateDirectory folder = PrivateDirectory.createRemovedAtExit();
        Program program = new Program(recipe, folder.path().resolve(recipe.name()), Optional.of(folder));
        boolean built = false;
        try {
            List<String> command = new ArrayList<>(recipe.compilerBefore());
            recipe.files().forEach(file -> command.add(file.toString()));
            command.addAll(recipe.compilerAfter());
            command.addAll(List.of("-o", program.executable().toString()));
            Environment environment = new Environment(
                    recipe.directory(),
                    installation.nativeHome(),
                    System.in,
                    System.err,
                    System.err,
                    ObjectCache.of(System.getenv()),
                    false);
            CompilerDriver.Result result = CompilerDriver.build(recipe.language(), command, environment);
            int exitCode = result.exitCode();
            built = exitCode == 0;
            if (exitCode > BY_SIGNAL) {
                throw new UserError(recipe.shown() + " does not compile: signal " + (exitCode - BY_SIGNAL)
                        + " has ended the compiler; look for memory, room in " + System.getProperty("java.io.tmpdir")
                        + ", and the limit on the size of files (ulimit -f)");
            }
            if (exitCode == CompilerDriver.UNUSABLE) {
                throw new UserError(recipe.shown() + " was not compiled; what is missing is said above");
            }
            if (!built) {
                throw new UserError(recipe.shown()
                        + (result.atLinking()
                                ? " does not link; the linker's messages are above: name all its sources, and its"
                                        + " libraries with -l"
                                : " does not compile; the compiler's messages are above" + advice(result.options())));
            }
            return program;
        } finally {
            if (!built) {
                program.close();
            }
        }
    }

    private static String advice(List<String> options) {
        String flags = String.join(" ", options);
        String words = flags.contains(" ") ? "--cflags='" + flags + "'" : "--cflags=" + flags;
        boolean areWarnings = options.stream().allMatch(option -> option.startsWith("-W"));
        String effect = areWarnings ? " makes warnings of its errors" : " takes what GCC takes";
        return options.isEmpty() ? "" : "; " + words + effect;
    }

    /** A schedule may be older than what it names. */
    private static void requireStillThere(Recipe recipe) throws UserError {
        if (!Files.isDirectory(recipe.directory())) {
            throw new UserError("the folder " + recipe.directory()
                    + ", where the program is to run, is gone: put it back, or check the program again");
        }
        for (Path file : recipe.files()) {
            if (!Files.exists(file)) {
                throw new UserError(file + " is gone: put it back, or check the program again");
            }
        }
    }
}
