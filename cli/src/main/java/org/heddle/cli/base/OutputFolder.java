package org.heddle.cli.base;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where schedules and reports go.
 *
 * @param folder the folder
 * @param wanted whether the user named it, so that reports are written as well
 */
public record OutputFolder(Path folder, boolean wanted) {
    /**
     * The folder that the user named, made if need be, or the working directory.
     *
     * @throws UserError if it cannot be written to
     */
    public static OutputFolder of(Optional<Path> named) throws UserError {
        if (named.isEmpty()) {
            return new OutputFolder(Path.of("").toAbsolutePath(), false);
        }
        Path folder = named.get().toAbsolutePath();
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".heddle-", ".try"));
        } catch (IOException failed) {
            throw new UserError("cannot write to the folder " + named.get() + " given with -o (" + why(failed)
                    + "): name another folder");
        }
        return new OutputFolder(folder, true);
    }

    /** Why a file could not be written, in words. */
    public static String why(IOException failed) {
        if (failed instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        if (failed instanceof java.nio.file.FileAlreadyExistsException) {
            return "it is a file";
        }
        if (failed instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return failed.getMessage() == null ? failed.toString() : failed.getMessage();
    }

    /** The path of a file in it, as short as it can be given. */
    public Path file(String name) {
        Path here = Path.of("").toAbsolutePath();
        Path file = folder.resolve(name);
        return file.startsWith(here) ? here.relativize(file) : file;
    }
}
