package org.heddle.instrumenter;

import java.nio.file.Path;
import java.util.List;
import org.heddle.instrumenter.driver.Environment;

/** Runs the compiler driver as a process of its own; the runtime's folder comes from the property {@code native}. */
final class CompilerMain {
    private CompilerMain() {}

    public static void main(String[] arguments) {
        Path nativeHome = Path.of(System.getProperty("native"));
        System.exit(CompilerDriver.run(List.of(arguments), Environment.ofThisProcess(nativeHome, true)));
    }
}
