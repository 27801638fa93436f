package org.heddle.cli.changed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.heddle.cli.base.RealPath;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.CommandOutput;

/**
 * The files of a git repository that are not as they were at a commit: changed, added, or removed since, whether committed or not. What
 * git ignores is not among them.
 *
 * @param files their real paths; a submodule stands for all in it
 */
record ChangedFiles(Set<Path> files) {
    private static final Pattern END = Pattern.compile("\0");

    /**
     * Asks git.
     *
     * @param directory in the repository
     * @param revision as git names commits
     * @throws UserError if git or the repository is not there, or has no such commit
     * @throws InterruptedException if the thread is interrupted
     */
    static ChangedFiles since(String revision, Path directory) throws UserError, InterruptedException {
        Path top = Path.of(git(directory, "rev-parse", "--show-toplevel").strip());
        String commit = commit(revision, top);
        Set<Path> files = new HashSet<>();
        for (String names : List.of(
                git(top, "diff", "--name-only", "-z", commit, "--"),
                git(top, "ls-files", "--others", "--exclude-standard", "-z"))) {
            END.splitAsStream(names)
                    .filter(name -> !name.isEmpty())
                    .forEach(name -> files.add(RealPath.of(top.resolve(name))));
        }
        return new ChangedFiles(Set.copyOf(files));
    }

    private static String commit(String revision, Path top) throws UserError, InterruptedException {
        try {
            return git(top, "rev-parse", "--verify", "--end-of-options", revision + "^{commit}")
                    .strip();
        } catch (UserError none) {
            throw new UserError(top + " has no commit " + revision + ": name one as git does, such as HEAD~1 or main");
        }
    }

    /** Whether this file, or a folder that it is in, is among them. */
    boolean has(Path file) {
        for (Path path = RealPath.of(file); path != null; path = path.getParent()) {
            if (files.contains(path)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of them is in this folder. */
    boolean hasBelow(Path folder) {
        Path path = RealPath.of(folder);
        return files.stream().anyMatch(file -> file.startsWith(path));
    }

    private static String git(Path directory, String... words) throws UserError, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
        command.addAll(List.of(words));
        try {
            CommandOutput printed = CommandOutput.of(command);
            if (!printed.succeeded()) {
                String complaint = CommandOutput.withErrors(command).text();
                throw new UserError("git cannot say what has changed in " + directory + ": "
                        + complaint.lines().findFirst().orElse("it fails without a word"));
            }
            return printed.text();
        } catch (IOException missing) {
            throw new UserError("git is needed to tell what has changed: install it, or name the tests to check");
        }
    }
}
