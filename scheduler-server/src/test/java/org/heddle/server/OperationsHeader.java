package org.heddle.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The header that the runtime's build makes from the catalogue of operations, for C programs of tests that include wire.h. */
public final class OperationsHeader {
    private static final Path GENERATOR = Path.of("..", "native-shim/operations.awk");
    private static final Path CATALOGUE = Path.of("..", "dpor/src/main/java/org/heddle/dpor/model/OperationKind.java");

    private OperationsHeader() {}

    /**
     * Writes it into a folder.
     *
     * @throws IOException if it cannot be made
     * @throws InterruptedException if the thread is interrupted
     */
    public static void write(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        int code = new ProcessBuilder("awk", "-f", GENERATOR.toString(), CATALOGUE.toString())
                .redirectOutput(folder.resolve("operations.h").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("awk cannot make operations.h: it exited with " + code);
        }
    }
}
