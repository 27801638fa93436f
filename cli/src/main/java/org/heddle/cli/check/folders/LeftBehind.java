package org.heddle.cli.check.folders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.server.launch.PrivateDirectory;

/**
 * Files that an earlier execution left in the program's working folder, and with which it takes another course. What executions have
 * written is newer than what they read, so copies of the folder are tried without its newest file, without the two newest, and so on.
 */
public final class LeftBehind implements AutoCloseable {
    private static final int MOST = 8;

    private final Path folder;
    private final PrivateDirectory room;
    private int copies;

    /** Whether the program does in a folder what it is to do. */
    @FunctionalInterface
    public interface Trial {
        /**
         * Runs it there.
         *
         * @throws IOException if it cannot be run
         * @throws InterruptedException if the thread is interrupted
         */
        boolean succeedsIn(Path folder) throws IOException, InterruptedException;
    }

    /**
     * A copy of the folder in which the program does what it is to do.
     *
     * @param folder the copy; it is there until the search is closed
     * @param without the files that it must not have, by their names
     */
    public record Copy(Path folder, List<String> without) {}

    /** A search in this folder. */
    public LeftBehind(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.room = PrivateDirectory.createRemovedAtExit();
    }

    /**
     * Looks for the files that are in the way.
     *
     * @return empty if it makes no difference that the newest ones are not there
     * @throws IOException if a trial cannot be made
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<Copy> find(Trial trial) throws IOException, InterruptedException {
        List<Path> newest = newest();
        for (int count = 1; count <= newest.size(); count++) {
            Set<Path> left = new HashSet<>(newest.subList(0, count));
            Optional<Path> copy = succeedsWithout(left, trial);
            if (copy.isPresent()) {
                return Optional.of(fewest(left, copy.get(), trial));
            }
        }
        return Optional.empty();
    }

    /** The last one of the files is in the way, or the search would have ended before it; the others need not be. */
    private Copy fewest(Set<Path> left, Path copy, Trial trial) throws IOException, InterruptedException {
        Path best = copy;
        for (Path file : List.copyOf(left)) {
            Set<Path> fewer = new HashSet<>(left);
            fewer.remove(file);
            Optional<Path> found = fewer.isEmpty() ? Optional.empty() : succeedsWithout(fewer, trial);
            if (found.isPresent()) {
                left.remove(file);
                best = found.get();
            }
        }
        return new Copy(
                best,
                left.stream()
                        .map(file -> file.getFileName().toString())
                        .sorted()
                        .toList());
    }

    private Optional<Path> succeedsWithout(Set<Path> left, Trial trial) throws IOException, InterruptedException {
        Path copy = room.child("copy" + copies++).path();
        return FolderCopy.without(left, folder, copy) && trial.succeedsIn(copy) ? Optional.of(copy) : Optional.empty();
    }

    private List<Path> newest() throws IOException {
        Map<Path, FileTime> times = new TreeMap<>();
        for (Path file : FolderState.of(folder, 1).files().keySet()) {
            times.put(file, Files.getLastModifiedTime(file));
        }
        List<Path> files = new ArrayList<>(times.keySet());
        files.sort(Comparator.comparing(times::get).reversed());
        return files.subList(0, Math.min(MOST, files.size()));
    }

    @Override
    public void close() throws IOException {
        room.close();
    }
}
