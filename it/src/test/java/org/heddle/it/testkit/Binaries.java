package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that were built without Heddle, by the machine's own C compiler. */
public final class Binaries {
    private Binaries() {}

    /** Compiles a source into the folder. */
    public static Path compile(Path folder, Path source, String... options) throws Exception {
        Path program = folder.resolve(source.getFileName().toString().replace(".c", ""));
        List<String> command = new ArrayList<>(List.of("cc", "-g", "-O1", source.toString(), "-o", program.toString()));
        command.addAll(List.of(options));
        command.add("-pthread");
        Process compiler = new ProcessBuilder(command).inheritIO().start();
        compiler.waitFor(60, TimeUnit.SECONDS);
        assertEquals(0, compiler.exitValue(), command.toString());
        return program;
    }
}
