package org.heddle.cli.changed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.cli.program.CommandOutput;
import org.heddle.cli.program.LoadedLibraries;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;

/**
 * An executable or a library, and what its debug information names.
 *
 * @param binary the file
 * @param sources the sources and headers; none if there is no debug information
 */
record BuiltFrom(Path binary, Set<Path> sources) {
    /** The executable, and then the libraries that the loader gives it. */
    static List<BuiltFrom> all(Path executable) throws IOException, InterruptedException, ToolchainException {
        List<BuiltFrom> all = new ArrayList<>(List.of(read(executable)));
        for (Path library : LoadedLibraries.of(executable, System.getenv()).values()) {
            all.add(read(library));
        }
        return all;
    }

    /** Whether it was made before this file got its present content, or the file is gone. */
    boolean isOlderThan(Path source) throws IOException {
        return !Files.exists(source)
                || Files.getLastModifiedTime(binary).compareTo(Files.getLastModifiedTime(source)) < 0;
    }

    private static BuiltFrom read(Path binary) throws IOException, InterruptedException, ToolchainException {
        String dwarfdump = LlvmToolchain.locate().dwarfdump().toString();
        Set<Path> sources = new TreeSet<>();
        CommandOutput shown = CommandOutput.of(List.of(dwarfdump, "--show-sources", binary.toString()));
        if (shown.succeeded()) {
            shown.text()
                    .lines()
                    .filter(line -> line.startsWith("/"))
                    .map(Path::of)
                    .forEach(sources::add);
        }
        return new BuiltFrom(binary, sources);
    }
}
