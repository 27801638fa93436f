package org.heddle.cli.check.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;

/**
 * Finds llvm-symbolizer once it is needed. Without it a report has less words, and nothing else is lost.
 *
 * @param err is told if it is not there
 */
public record SymbolizerPath(PrintWriter err) implements Supplier<Path> {
    @Override
    public Path get() {
        try {
            return LlvmToolchain.locate().symbolizer();
        } catch (ToolchainException missing) {
            err.println("heddle: names of variables may be missing: " + missing.getMessage());
            return Path.of("llvm-symbolizer");
        }
    }
}
