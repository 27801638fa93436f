package org.heddle.bench.papers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.Checker;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.report.Report;

/**
 * What the sections work with.
 *
 * @param programs the folder of the papers' programs, with a folder in it for each paper
 * @param examples the folder of all programs
 * @param originals the folder of the programs that others have published, where one is named
 * @param others other versions of Heddle to compare with
 * @param seeds of what is drawn; as many as the section has by itself if empty
 * @param isQuick whether to leave out what takes more than a few seconds
 * @param installation whose runtime is used
 * @param parser of command lines of {@code heddle check}
 * @param err where to say what goes on
 */
public record Bench(
        Path programs,
        Path examples,
        Optional<Path> originals,
        List<OtherHeddle> others,
        OptionalInt seeds,
        boolean isQuick,
        Installation installation,
        Parser parser,
        PrintWriter err) {
    /** Reads command lines of {@code heddle check}. */
    @FunctionalInterface
    public interface Parser {
        /**
         * What a command line asks for.
         *
         * @throws UserError if it is wrong
         */
        CheckRequest parse(List<String> command) throws UserError;
    }

    /**
     * Compiles and checks a program, as {@code heddle check} does.
     *
     * @throws UserError if it cannot be compiled or checked
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    Measured check(Subject subject, List<String> options) throws UserError, IOException, InterruptedException {
        say(subject.name() + " " + String.join(" ", options));
        CheckRequest request = parser.parse(subject.command(options));
        long begun = System.nanoTime();
        try (Program program = new ProgramBuilder(installation).build(request.recipe())) {
            double compiling = (System.nanoTime() - begun) / 1e9;
            return new Measured(new Checker(installation, request.options(), err).check(program), compiling);
        }
    }

    /** A program that is compiled once and checked in several ways. */
    final class Compiled implements AutoCloseable {
        private final UnaryOperator<List<String>> command;
        private final Program program;

        private Compiled(String name, UnaryOperator<List<String>> command)
                throws UserError, IOException, InterruptedException {
            say(name);
            this.command = command;
            program = new ProgramBuilder(installation)
                    .build(parser.parse(command.apply(List.of())).recipe());
        }

        /** Checks it, as {@code heddle check} with these options does. */
        Report check(List<String> options) throws UserError, IOException, InterruptedException {
            CheckRequest request = parser.parse(command.apply(options));
            return new Checker(installation, request.options(), err).check(program);
        }

        @Override
        public void close() throws IOException {
            program.close();
        }
    }

    /**
     * Compiles a program.
     *
     * @throws UserError if it cannot be compiled
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    Compiled compile(Subject subject) throws UserError, IOException, InterruptedException {
        return new Compiled(subject.name(), subject::command);
    }

    /**
     * Compiles another program.
     *
     * @param name to tell it by
     * @param command makes a command line of {@code heddle check} of options
     * @throws UserError if it cannot be compiled
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    Compiled compile(String name, UnaryOperator<List<String>> command)
            throws UserError, IOException, InterruptedException {
        return new Compiled(name, command);
    }

    /** Says what goes on. */
    void say(String what) {
        err.println("heddle bench: " + what.strip());
    }
}
