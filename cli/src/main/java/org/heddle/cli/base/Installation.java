package org.heddle.cli.base;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where Heddle's own files are.
 *
 * @param nativeHome the folder with {@code libheddle.so}, {@code libheddle-rt.a}, {@code heddle.h} and
 *     {@code interposed.txt}
 */
public record Installation(Path nativeHome) {
    /** The system property that the launcher sets. */
    public static final String PROPERTY = "heddle.native";

    /**
     * The installation that the launcher names.
     *
     * @throws UserError if it is not there
     */
    public static Installation ofThisProcess() throws UserError {
        String home = System.getProperty(PROPERTY);
        if (home == null) {
            throw new UserError("the system property " + PROPERTY
                    + " is not set: start Heddle with its launcher, ./heddle, which names the folder of libheddle.so");
        }
        Installation installation = new Installation(Path.of(home).toAbsolutePath());
        if (!Files.isReadable(installation.shim())) {
            throw new UserError(installation.shim() + " is missing: build the project with mvn package");
        }
        return installation;
    }

    /** The runtime that is preloaded into the program under test. */
    public Path shim() {
        return nativeHome.resolve("libheddle.so");
    }
}
