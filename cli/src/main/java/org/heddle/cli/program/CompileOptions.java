package org.heddle.cli.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for sources that are compiled on the way; the same letters as every C compiler's. */
public final class CompileOptions {
    @Option(
            names = "-D",
            paramLabel = "NAME[=VALUE]",
            description = "Define a macro for the compilation of sources.",
            arity = "1")
    private List<String> defines = List.of();

    @Option(names = "-I", paramLabel = "DIR", description = "Look for headers there.", arity = "1")
    private List<String> includes = List.of();

    @Option(names = "-L", paramLabel = "DIR", description = "Look for libraries there.", arity = "1")
    private List<String> libraryFolders = List.of();

    @Option(names = "-l", paramLabel = "LIBRARY", description = "Link that library.", arity = "1")
    private List<String> libraries = List.of();

    @Option(
            names = "--cflags",
            paramLabel = "FLAGS",
            parameterConsumer = AnyWord.class,
            description = "More options for the compiler, separated by blanks, as in --cflags='-O2 -std=c11'.")
    private String more = "";

    /** Takes a word that looks like an option of ours, as {@code -DNAME} does. */
    private static final class AnyWord implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            if (words.isEmpty()) {
                throw new MissingParameterException(
                        command.commandLine(), option, "Missing required parameter for option '--cflags' (FLAGS)");
            }
            option.setValue(words.pop());
        }
    }

    /** As they are on a command line of Heddle. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        defines.forEach(define -> words.add("-D" + define));
        includes.forEach(include -> words.add("-I" + include));
        libraryFolders.forEach(folder -> words.add("-L" + folder));
        libraries.forEach(library -> words.add("-l" + library));
        if (!more.isBlank()) {
            words.add("--cflags=" + more);
        }
        return List.copyOf(words);
    }

    /** The compiler's arguments in front of the sources. */
    public List<String> before() {
        List<String> arguments = new ArrayList<>(List.of("-g", "-O1", "-Wsource-uses-openmp"));
        defines.forEach(define -> arguments.add("-D" + define));
        includes.forEach(include -> arguments.add("-I" + include));
        if (!more.isBlank()) {
            arguments.addAll(List.of(more.trim().split("\\s+")));
        }
        return List.copyOf(arguments);
    }

    /** The compiler's arguments behind the sources. */
    public List<String> after() {
        List<String> arguments = new ArrayList<>();
        libraryFolders.forEach(folder -> arguments.add("-L" + folder));
        libraries.forEach(library -> arguments.add("-l" + library));
        arguments.add("-pthread");
        return List.copyOf(arguments);
    }
}
