package org.heddle.instrumenter.pass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;

/** Instruments files of bitcode. */
public final class Instrumentation {
    private static final String LINES_ALONE = "strip-nonlinetable-debuginfo";

    private final LlvmToolchain toolchain;
    private final Path interposedFunctions;
    private final LineNotes notes;
    private final Optional<String> begin;
    private final boolean isLast;

    /**
     * Prepares; loads nothing yet.
     *
     * @param toolchain where LLVM is
     * @param interposedFunctions the list of functions whose calls are announced
     * @param notes whether functions note which of their lines run
     * @param begin the function with whose start exploring begins, if one is named
     * @param isLast whether the process ends soon, so that memory need not be given back, which takes a sixth of the time
     */
    public Instrumentation(
            LlvmToolchain toolchain,
            Path interposedFunctions,
            LineNotes notes,
            Optional<String> begin,
            boolean isLast) {
        this.begin = begin;
        this.notes = notes;
        this.isLast = isLast;
        this.toolchain = toolchain;
        this.interposedFunctions = interposedFunctions;
    }

    /**
     * Instruments a file of unoptimised bitcode.
     *
     * @param from the file
     * @param to the file to write
     * @param source what it was made from, for messages
     * @param withVariables whether debug information on variables and types is kept; that on lines is
     * @param withCopies whether functions have a copy without hooks, for where no checker listens
     * @throws InstrumentationException if that is not possible
     */
    public void instrument(Path from, Path to, String source, boolean withVariables, boolean withCopies)
            throws InstrumentationException {
        Set<String> interposed = readInterposed();
        try {
            toolchain.loadLibraries();
        } catch (LinkageError e) {
            throw new InstrumentationException("cannot load LLVM: " + e.getMessage(), e);
        }
        try {
            BitcodeModule module = BitcodeModule.read(from);
            try {
                new AccessPass(interposed, notes, withCopies, begin).run(module);
                if (!withVariables) {
                    module.runPasses(LINES_ALONE);
                }
                module.write(to);
            } finally {
                if (!isLast) {
                    module.close();
                }
            }
        } catch (InstrumentationException | RuntimeException e) {
            throw new InstrumentationException("cannot instrument " + source + ": " + e.getMessage(), e);
        }
    }

    private Set<String> readInterposed() throws InstrumentationException {
        try (Stream<String> lines = Files.lines(interposedFunctions)) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new InstrumentationException("cannot read " + interposedFunctions, e);
        }
    }
}
