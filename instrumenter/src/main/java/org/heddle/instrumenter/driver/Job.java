package org.heddle.instrumenter.driver;

import java.util.List;

/**
 * One command that the compiler driver would run.
 *
 * @param command the program and its arguments
 */
public record Job(List<String> command) {
    private static final List<String> CODE_ACTIONS = List.of("-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc");

    /** Copies the command. */
    public Job {
        command = List.copyOf(command);
    }

    /** The program to run. */
    public String program() {
        return command.get(0);
    }

    /** What follows the program. */
    public List<String> arguments() {
        return command.subList(1, command.size());
    }

    /** Whether it turns a source into code: the jobs that are split in two, with the pass in between. */
    public boolean makesCode() {
        return command.size() > 1
                && command.get(1).equals("-cc1")
                && command.stream().anyMatch(CODE_ACTIONS::contains)
                && !command.contains("-fsyntax-only");
    }

    /** Whether it links. */
    public boolean links() {
        String name = program().substring(program().lastIndexOf('/') + 1);
        return !isCompiler() && (name.contains("ld") || name.startsWith("wild"));
    }

    /** Whether it links an executable or a shared library, rather than objects into an object. */
    public boolean linksModule() {
        return links() && !command.contains("-r") && !command.contains("--relocatable") && !command.contains("-i");
    }

    private boolean isCompiler() {
        return command.size() > 1 && command.get(1).startsWith("-cc1");
    }

    /** The value that follows the option, or the given default. */
    public String valueOf(String option, String otherwise) {
        int at = command.indexOf(option);
        return at >= 0 && at + 1 < command.size() ? command.get(at + 1) : otherwise;
    }
}
