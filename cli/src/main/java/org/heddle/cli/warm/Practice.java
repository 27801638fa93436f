package org.heddle.cli.warm;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.cli.Main;
import org.heddle.server.launch.PrivateDirectory;

/** Checks of a small program, by which the JVM loads and compiles what checks need. */
final class Practice {
    /** The system property that names the program, built with {@code heddle cc}. */
    private static final String PROPERTY = "heddle.example";

    private static final int ROUNDS = 12;

    private Practice() {}

    /** Goes on until checks are quick. */
    static void run() throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            check();
        }
    }

    private static void check() throws IOException, InterruptedException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        String program = System.getProperty(PROPERTY, "");
        if (program.isEmpty() || !Files.isExecutable(Path.of(program))) {
            Main.run(new String[] {"check", "--help"}, nowhere, nowhere);
            return;
        }
        try (PrivateDirectory folder = PrivateDirectory.createRemovedAtExit()) {
            String results = folder.path().resolve("results").toString();
            Main.run(new String[] {"check", "--keep-going", "-o", results, program}, nowhere, nowhere);
        }
    }
}
