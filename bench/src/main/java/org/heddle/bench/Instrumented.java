package org.heddle.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.Installation;
import org.heddle.instrumenter.CompilerDriver;
import org.heddle.instrumenter.driver.Environment;

/** Compiles a benchmark's program as {@code heddle cc} does. */
public final class Instrumented {
    private Instrumented() {}

    /**
     * Compiles it with optimisation to {@code program}.
     *
     * @throws IOException if it does not compile
     */
    public static void compile(Installation installation, Path source, List<String> flags, Path program)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("-g", "-O1"));
        command.addAll(flags);
        command.addAll(List.of(source.toString(), "-pthread", "-o", program.toString()));
        if (CompilerDriver.run(command, Environment.ofThisProcess(installation.nativeHome(), false)) != 0) {
            throw new IOException(source + " does not compile");
        }
    }
}
