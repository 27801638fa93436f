package org.heddle.cli.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.instrumenter.Language;
import org.heddle.instrumenter.driver.OwnOptions;

/**
 * How to come by the program under test: an executable that is there, or sources to be compiled.
 *
 * @param files the executable, or the sources; absolute
 * @param isSource whether they are sources
 * @param compilerBefore the compiler's arguments in front of the sources
 * @param compilerAfter the compiler's arguments behind them
 * @param arguments the program's own arguments
 * @param input what the program reads from its standard input
 * @param peers commands that each execution starts anew, such as clients
 * @param directory where it is compiled and run
 */
public record Recipe(
        List<Path> files,
        boolean isSource,
        List<String> compilerBefore,
        List<String> compilerAfter,
        List<String> arguments,
        ProgramInput input,
        List<String> peers,
        Path directory) {
    /** A short name for reports and files: that of the first file, without its ending. */
    public String name() {
        String name = files.get(0).getFileName().toString();
        int dot = name.lastIndexOf('.');
        return isSource && dot > 0 ? name.substring(0, dot) : name;
    }

    /** The same with this standard input. */
    public Recipe with(ProgramInput otherInput) {
        return new Recipe(files, isSource, compilerBefore, compilerAfter, arguments, otherInput, peers, directory);
    }

    /** The same with these arguments of the program. */
    public Recipe withArguments(List<String> others) {
        return new Recipe(files, isSource, compilerBefore, compilerAfter, others, input, peers, directory);
    }

    /** The same of these sources. */
    public Recipe withFiles(List<Path> others) {
        return new Recipe(others, isSource, compilerBefore, compilerAfter, arguments, input, peers, directory);
    }

    /** The same with these peers. */
    public Recipe withPeers(List<String> commands) {
        return new Recipe(files, isSource, compilerBefore, compilerAfter, arguments, input, commands, directory);
    }

    /** The same, of whose sources functions note which of their lines run. */
    public Recipe notingLines() {
        return isSource ? compiledWith(OwnOptions.NOTE_LINES) : this;
    }

    /** The same of sources, where exploring begins with the start of this function. */
    public Recipe beginningWith(String function) {
        return compiledWith(OwnOptions.BEGIN + function);
    }

    /** The function with whose start exploring begins, if its sources are compiled so. */
    public Optional<String> begin() {
        return OwnOptions.of(compilerBefore).begin();
    }

    private Recipe compiledWith(String option) {
        List<String> before = new ArrayList<>(compilerBefore);
        before.add(option);
        return new Recipe(files, isSource, List.copyOf(before), compilerAfter, arguments, input, peers, directory);
    }

    /** As what the compiler is called for its sources. */
    public Language language() {
        return files.stream().anyMatch(FileKind::isCxx) ? Language.CXX : Language.C;
    }

    /** What the user named, for messages. */
    public String shown() {
        return files.get(0).getFileName().toString();
    }
}
