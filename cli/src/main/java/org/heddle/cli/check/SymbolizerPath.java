package org.heddle.cli.check;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;

/** Finds llvm-symbolizer. Without it a report has less words, and nothing else is lost. */
final class SymbolizerPath {
    private final PrintWriter err;

    SymbolizerPath(PrintWriter err) {
        this.err = err;
    }

    Path find() {
        try {
            return LlvmToolchain.locate().symbolizer();
        } catch (ToolchainException missing) {
            err.println("heddle: names of variables may be missing: " + missing.getMessage());
            return Path.of("llvm-symbolizer");
        }
    }
}
