package org.heddle.cluster.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.PrivateDirectory;

/**
 * Where a program lies while it is executed for a check that several machines share: in a folder whose path is of the same length on all of
 * them. Paths lie on the program's stack and in the loader's memory, and their length shifts the addresses that name objects there.
 *
 * @param directory to be removed with all that is in it
 * @param folder the one with the long path
 */
record Home(PrivateDirectory directory, Path folder) implements AutoCloseable {
    private static final int LENGTH = 180;
    private static final String LIBRARIES = "LD_LIBRARY_PATH";

    static Home create() throws IOException, InterruptedException {
        PrivateDirectory directory = PrivateDirectory.createRemovedAtExit();
        int missing = LENGTH - directory.path().toString().length() - 1;
        Path folder = Files.createDirectory(directory.path().resolve("p".repeat(missing)));
        Files.createDirectory(folder.resolve("lib"));
        return new Home(directory, folder);
    }

    Path program() {
        return folder.resolve("program");
    }

    Path library(String name) throws IOException {
        Path library = folder.resolve("lib").resolve(name).normalize();
        if (!library.getParent().equals(folder.resolve("lib"))) {
            throw new IOException("a library whose name is a path: " + name);
        }
        return library;
    }

    /** The program of these options, from here. */
    LaunchOptions launch(LaunchOptions options, boolean hasLibraries) {
        Map<String, String> environment = new TreeMap<>(options.environment());
        if (hasLibraries) {
            environment.merge(LIBRARIES, folder.resolve("lib").toString(), (theirs, ours) -> ours + ":" + theirs);
        }
        return options.withProgram(program()).withEnvironment(environment);
    }

    @Override
    public void close() {
        try {
            directory.close();
        } catch (IOException busy) {
            // the next Heddle that makes a folder removes it
        }
    }
}
