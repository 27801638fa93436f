package org.heddle.cluster.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.heddle.cli.program.LoadedLibraries;

/**
 * The libraries that the loader gives a program: the system's, which a worker has to have, and its own, which travel with it.
 *
 * @param system hash by path
 * @param own path by the name that the program asks for
 */
record Libraries(Map<String, String> system, Map<String, Path> own) {
    private static final List<String> SYSTEM = List.of("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/");

    /** Asks the loader, which does not run the program. */
    static Libraries of(Path program, Map<String, String> environment) throws IOException, InterruptedException {
        Map<String, String> system = new TreeMap<>();
        Map<String, Path> own = new TreeMap<>();
        for (Map.Entry<String, Path> library :
                LoadedLibraries.of(program, environment).entrySet()) {
            Path file = library.getValue();
            if (SYSTEM.stream().anyMatch(file.toString()::startsWith)) {
                system.put(file.toString(), ContentHash.of(file));
            } else {
                own.put(Path.of(library.getKey()).getFileName().toString(), file);
            }
        }
        return new Libraries(system, own);
    }
}
