package org.heddle.cli.check.folders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.program.Digest;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.TimeLimitedRunner;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.PrivateDirectory;

/**
 * Files in the program's working folder that it changes: nobody puts them back, so executions do not begin alike. Others may change
 * files there at the same time, and a file that is written anew with the same contents makes no difference. So two more executions of
 * one interleaving tell whether the second one begins like the first; if not, one more in a copy of the folder, where nobody else is, tells
 * who changes the file. A file that is only made where it is not there, as a cache is, made a difference to the first execution alone: one
 * more, in a copy of the folder without the file, tells whether the program makes it.
 *
 * @param before the folder before the check; empty where executions run in copies
 */
public record WorkingFiles(Optional<FolderState> before) {
    private static final int MOST_NAMES = 3;

    /** The folder as it is now. */
    public static WorkingFiles of(CheckOptions options, Path folder) throws IOException {
        return new WorkingFiles(
                options.executing().around().sandbox().isPresent()
                        ? Optional.empty()
                        : Optional.of(FolderState.of(folder, 1)));
    }

    /**
     * What to tell the user if the program changes files there.
     *
     * @param launch how it is run
     * @param limits of an execution
     * @param isOver whether there is no time left to find out, so that nothing is told
     * @throws LaunchException if it cannot be run
     * @throws IOException if the folder cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<String> change(LaunchOptions launch, Plan.Limits limits, BooleanSupplier isOver)
            throws LaunchException, IOException, InterruptedException {
        if (before.isEmpty() || isOver.getAsBoolean() || before.get().changed().isEmpty()) {
            return Optional.empty();
        }
        Set<Path> changed;
        Set<Path> found;
        try (WorkerPool pool = WorkerPool.start(launch.withJobs(1))) {
            execute(pool, limits, isOver);
            Map<Path, String> contents =
                    contents(before.get().changed(), before.get().folder());
            FolderState state = FolderState.of(before.get().folder(), 1);
            execute(pool, limits, isOver);
            changed = state.changed();
            found = new TreeSet<>(state.files().keySet());
            found.removeAll(changed);
            found.removeAll(before.get().files().keySet());
            changed.removeIf(file -> contentOf(file).equals(contents.get(file)));
        }
        if (isOver.getAsBoolean()) {
            return Optional.empty();
        }
        if (!changed.isEmpty()) {
            return whoChanges(changed, launch, limits, isOver);
        }
        if (!found.isEmpty()) { // others may have made them as well
            found.retainAll(changedInCopy(found, found, launch, limits, isOver).orElse(Set.of()));
        }
        if (isOver.getAsBoolean()) {
            return Optional.empty();
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        remark("the program makes " + names(found) + ", which only its first execution did not find,"));
    }

    private static String remark(String deed) {
        return "executions did not begin alike: " + deed
                + " in its working folder; put the folder back as it was, and --sandbox . starts each execution in a"
                + " fresh copy of it";
    }

    /** What to tell of these files, which an execution left with other contents than it found. */
    private Optional<String> whoChanges(
            Set<Path> files, LaunchOptions launch, Plan.Limits limits, BooleanSupplier isOver)
            throws LaunchException, IOException, InterruptedException {
        Map<Path, String> originals = contents(files, before.get().folder());
        Optional<Set<Path>> changedThere = changedInCopy(Set.of(), files, launch, limits, isOver);
        Set<Path> there = changedThere.orElse(files);
        Set<Path> here =
                changedThere.isPresent() ? changed(originals, before.get().folder()) : files;
        if (isOver.getAsBoolean() || (here.isEmpty() && there.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(
                there.isEmpty()
                        ? remark("the program, by an absolute path, or another process changes " + names(here))
                        : remark("the program changes " + names(there)));
    }

    /** Which of these files an execution changes or makes, in a copy of the folder that some are left out of; empty if there can be no copy. */
    private Optional<Set<Path>> changedInCopy(
            Set<Path> left, Set<Path> files, LaunchOptions launch, Plan.Limits limits, BooleanSupplier isOver)
            throws LaunchException, IOException, InterruptedException {
        try (PrivateDirectory copy = PrivateDirectory.createRemovedAtExit()) {
            Path folder = copy.child("files").path();
            if (!FolderCopy.without(left, before.get().folder(), folder)) {
                return Optional.empty();
            }
            Map<Path, String> found = contents(files, folder);
            try (WorkerPool pool = WorkerPool.start(launch.withJobs(1).withWorkingDirectory(folder))) {
                execute(pool, limits, isOver);
            }
            return Optional.of(changed(found, folder));
        }
    }

    private static void execute(WorkerPool pool, Plan.Limits limits, BooleanSupplier isOver)
            throws InterruptedException {
        TimeLimitedRunner runner = new TimeLimitedRunner(pool, isOver);
        runner.submit(new Plan(List.of(), List.of(), limits, false));
        runner.take();
    }

    /** What the files of these names hold in a folder. */
    private static Map<Path, String> contents(Set<Path> files, Path folder) {
        return files.stream().collect(Collectors.toMap(file -> file, file -> contentOf(in(folder, file))));
    }

    /** Those of the files that hold something else in the folder by now. */
    private static Set<Path> changed(Map<Path, String> contents, Path folder) {
        Set<Path> changed = new TreeSet<>(contents.keySet());
        changed.removeIf(file -> contentOf(in(folder, file)).equals(contents.get(file)));
        return changed;
    }

    private static Path in(Path folder, Path file) {
        return folder.resolve(file.getFileName());
    }

    private static String contentOf(Path file) {
        try {
            return Digest.sha256(file);
        } catch (IOException unreadable) {
            return Files.exists(file) ? "unreadable" : "";
        }
    }

    private static String names(Set<Path> files) {
        int left = files.size() - MOST_NAMES;
        return files.stream()
                        .limit(MOST_NAMES)
                        .map(file -> file.getFileName().toString())
                        .collect(Collectors.joining(", "))
                + (left <= 0 ? "" : " and " + left + " more");
    }
}
