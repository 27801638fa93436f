package org.heddle.cli.changed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.RealPath;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.compiled.CompileCommand;
import org.heddle.cli.compiled.CompileCommands;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.suite.Entry;
import org.heddle.instrumenter.toolchain.ToolchainException;

/**
 * Tells which tests changed files have to do with. A test's files are its sources and what they include; of an executable, those that its
 * debug information and that of its libraries name, and what these include, as {@code compile_commands.json} has them compiled; and
 * those that its options and arguments name. Where that cannot be told, the test counts as changed.
 */
public final class ChangedTests {
    private final Path manifest;
    private final ChangedFiles changed;
    private final CompileCommands commands;
    private final Includes includes;
    private final Set<String> older = new TreeSet<>();
    private boolean guessesHeaders;

    private ChangedTests(Path manifest, ChangedFiles changed, CompileCommands commands, Includes includes) {
        this.manifest = manifest;
        this.changed = changed;
        this.commands = commands;
        this.includes = includes;
    }

    /**
     * Looks at what has changed in the manifest's repository.
     *
     * @param revision since when, as git names commits
     * @throws UserError if that cannot be told
     * @throws IOException if a folder cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static ChangedTests since(String revision, Path manifest, Installation installation)
            throws UserError, IOException, InterruptedException {
        Path folder = manifest.toAbsolutePath().getParent();
        return new ChangedTests(
                manifest,
                ChangedFiles.since(revision, folder),
                CompileCommands.in(folder),
                new Includes(installation.nativeHome()));
    }

    /**
     * Why a test is to be checked: which of its files has changed; empty if none has.
     *
     * @throws IOException if its executable cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<String> why(Entry entry, CheckRequest request) throws IOException, InterruptedException {
        if (changed.files().isEmpty()) {
            return Optional.empty();
        }
        if (changed.has(manifest)) {
            return Optional.of(manifest.getFileName() + " has changed");
        }
        Recipe recipe = request.recipe();
        Optional<String> why = recipe.isSource() ? ofSources(recipe) : ofExecutable(recipe);
        return why.isPresent() ? why : ofWords(entry, recipe.directory());
    }

    /**
     * Refuses executables that are older than what has changed, and would tell of what is no more.
     *
     * @throws UserError if there are any among the tests that were asked about
     */
    public void requireBuilt() throws UserError {
        if (!older.isEmpty()) {
            throw new UserError("older than what they are built from: " + String.join(", ", older)
                    + ": build them again, and then check");
        }
    }

    /** Whether it was not known how the sources of an executable are compiled, so that headers without code are left out. */
    public boolean guessesHeaders() {
        return guessesHeaders;
    }

    private Optional<String> ofSources(Recipe recipe) {
        for (Path file : recipe.files()) {
            List<String> arguments = new ArrayList<>(recipe.compilerBefore());
            arguments.add(file.toString());
            Optional<String> why = changed.has(file)
                    ? Optional.of(shown(file) + " has changed")
                    : included(new CompileCommand(recipe.directory(), recipe.language(), arguments), shown(file));
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    private Optional<String> ofExecutable(Recipe recipe) throws IOException, InterruptedException {
        Path executable = recipe.files().get(0);
        List<BuiltFrom> binaries;
        try {
            binaries = BuiltFrom.all(executable);
        } catch (ToolchainException none) {
            return Optional.of(none.getMessage());
        }
        if (binaries.get(0).sources().isEmpty()) {
            return Optional.of(shown(executable) + " does not say what it was built from, having no debug information");
        }
        guessesHeaders |= commands.bySource().isEmpty();
        Optional<String> first = Optional.empty();
        for (BuiltFrom binary : binaries) {
            Optional<String> why = ofBinary(binary);
            first = first.isPresent() ? first : why;
        }
        return first;
    }

    private Optional<String> ofBinary(BuiltFrom binary) throws IOException {
        for (Path source : binary.sources()) {
            if (changed.has(source)) {
                noteIfOlder(binary, source);
                return Optional.of(shown(source) + " has changed");
            }
        }
        for (Path source : binary.sources()) {
            for (CompileCommand command : commands.bySource().getOrDefault(RealPath.of(source), List.of())) {
                Optional<Set<Path>> files = includes.of(command);
                if (files.isEmpty()) {
                    return Optional.of(unknown(shown(source)));
                }
                Optional<Path> header = changedAmong(files.get());
                if (header.isPresent()) {
                    noteIfOlder(binary, header.get());
                    return Optional.of(includes(shown(source), header.get()));
                }
            }
        }
        return Optional.empty();
    }

    private void noteIfOlder(BuiltFrom binary, Path source) throws IOException {
        if (binary.isOlderThan(source)) {
            older.add(shown(binary.binary()) + " (" + shown(source) + ")");
        }
    }

    private Optional<String> included(CompileCommand command, String source) {
        Optional<Set<Path>> files = includes.of(command);
        return files.isEmpty()
                ? Optional.of(unknown(source))
                : changedAmong(files.get()).map(header -> includes(source, header));
    }

    private static String unknown(String source) {
        return "the compiler cannot say what " + source + " includes";
    }

    private String includes(String source, Path header) {
        return shown(header) + " has changed, which " + source + " includes";
    }

    private Optional<Path> changedAmong(Set<Path> files) {
        return files.stream().filter(changed::has).findFirst();
    }

    /** A file, or a folder with a file, that an option or an argument names. */
    private Optional<String> ofWords(Entry entry, Path directory) {
        return Stream.concat(entry.command().stream(), entry.arguments().stream())
                .map(word -> word.startsWith("-") ? word.substring(word.indexOf('=') + 1) : word)
                .filter(word -> !word.isEmpty() && word.indexOf('\0') < 0)
                .map(directory::resolve)
                .filter(Files::exists)
                .filter(path -> changed.has(path) || (Files.isDirectory(path) && changed.hasBelow(path)))
                .findFirst()
                .map(path -> shown(path) + " has changed");
    }

    /** Relative to the manifest's folder, where it lies there. */
    private String shown(Path path) {
        Path folder = RealPath.of(manifest.toAbsolutePath().getParent());
        Path real = RealPath.of(path);
        return (real.startsWith(folder) ? folder.relativize(real) : real).toString();
    }
}
