package org.heddle.instrumenter.driver;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run of the compiler driver sees of the world.
 *
 * @param directory the working directory
 * @param nativeHome the folder with {@code libheddle-rt.a}, {@code interposed.txt} and {@code heddle.h}
 * @param in standard input; {@code System.in} is handed to the compiler as it is
 * @param out standard output; {@code System.out} is handed to the compiler as it is
 * @param err standard error; {@code System.err} is handed to the compiler as it is
 * @param objects where objects are kept, if they are
 * @param isLast whether the process ends behind the run, so that memory need not be given back
 */
public record Environment(
        Path directory,
        Path nativeHome,
        InputStream in,
        PrintStream out,
        PrintStream err,
        Optional<ObjectCache> objects,
        boolean isLast) {
    /** This process's own streams and working directory. */
    public static Environment ofThisProcess(Path nativeHome, boolean isLast) {
        return new Environment(
                Path.of("").toAbsolutePath(),
                nativeHome,
                System.in,
                System.out,
                System.err,
                ObjectCache.of(System.getenv()),
                isLast);
    }
}
