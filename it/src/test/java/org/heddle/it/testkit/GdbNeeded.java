package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/** Tests that look into programs with gdb. */
public final class GdbNeeded {
    private GdbNeeded() {}

    /** Skips the test where there is no gdb. */
    public static void orSkip() throws InterruptedException {
        boolean isThere;
        try {
            isThere = new ProcessBuilder("gdb", "--version")
                            .redirectOutput(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            isThere = false;
        }
        assumeTrue(isThere, "gdb is not installed: apt install gdb");
    }
}
