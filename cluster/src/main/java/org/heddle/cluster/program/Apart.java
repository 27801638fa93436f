package org.heddle.cluster.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Programs in a user namespace of their own without a network, where the kernel allows it.
 *
 * @param launcher executes a program there
 */
public record Apart(Path launcher) {
    /** The launcher that lies beside the runtime. */
    public static Apart beside(Path shim) {
        return new Apart(shim.resolveSibling("heddle-apart").toAbsolutePath());
    }

    /**
     * Why that is not possible here; empty if it is.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public String obstacle() throws InterruptedException {
        try {
            Process trial = new ProcessBuilder(launcher.toString())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            String said = new String(trial.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = trial.waitFor();
            return status == 0 ? "" : said.isEmpty() ? "status " + status : said;
        } catch (IOException missing) {
            return String.valueOf(missing.getMessage());
        }
    }
}
