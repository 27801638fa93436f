package org.heddle.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.command.CheckCommand;
import org.heddle.cli.command.CommandFactory;
import org.heddle.cli.command.HeddleCommand;
import org.heddle.cli.command.StandardInput;
import org.heddle.cli.command.UsageMessage;
import org.heddle.cli.format.text.TerminalWriter;
import org.heddle.instrumenter.CompilerDriver;
import org.heddle.instrumenter.Language;
import org.heddle.instrumenter.driver.Environment;
import org.heddle.server.launch.NoTemporaryFolderException;
import picocli.CommandLine;

/** The entry of the command line. */
public final class Main {
    private static final List<String> RUN_PROGRAMS = List.of("check", "replay", "determinism");

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(runAsProcess(arguments, true));
    }

    /** Runs one command with this process's streams, behind which there may be more; returns its exit code. */
    public static int runAsProcess(String[] arguments) {
        return runAsProcess(arguments, false);
    }

    private static int runAsProcess(String[] arguments, boolean isLast) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = run(arguments, StandardInput.ofThisProcess(), Interruption.ofProcess(), out, err, isLast);
        return out.checkError() ? withoutReport(exitCode, err) : exitCode;
    }

    /** The exit code where standard output has not taken all: no success. */
    private static int withoutReport(int exitCode, PrintWriter err) {
        err.println("heddle: standard output could not be written: is it closed, or its disk full?");
        return ExitCodes.ofUnwritten(exitCode);
    }

    /** Runs one command, which leaves standard input alone; returns its exit code. */
    public static int run(String[] arguments, PrintWriter out, PrintWriter err) {
        return run(arguments, StandardInput.NONE, Interruption.none(), out, err, false);
    }

    private static int run(
            String[] given,
            StandardInput in,
            Interruption interruption,
            PrintWriter out,
            PrintWriter err,
            boolean isLast) {
        String[] arguments = changedTests(given);
        if (arguments.length > 0 && (arguments[0].equals("cc") || arguments[0].equals("c++"))) {
            return compile(arguments, err, isLast);
        }
        if (arguments.length > 1 && RUN_PROGRAMS.contains(arguments[0])) {
            WarmUp.begin();
        }
        int end = Arrays.asList(arguments).indexOf("--");
        if (end < 0) {
            return commandLine(new CommandFactory(List.of(), in, interruption), out, err, Arrays.asList(arguments))
                    .execute(arguments);
        }
        if (end > 0 && !RUN_PROGRAMS.contains(arguments[0])) {
            err.println("heddle: '" + arguments[0]
                    + "' takes no arguments after --: leave them out; these commands take them: "
                    + String.join(", ", RUN_PROGRAMS));
            return ExitCodes.USAGE;
        }
        List<String> programArguments = Arrays.asList(arguments).subList(end + 1, arguments.length);
        List<String> own = Arrays.asList(arguments).subList(0, end);
        return commandLine(new CommandFactory(programArguments, in, interruption), out, err, own)
                .execute(own.toArray(String[]::new));
    }

    /** {@code heddle check --changed}, which checks what a manifest lists, is {@code heddle test --changed}. */
    private static String[] changedTests(String[] arguments) {
        List<String> words = Arrays.asList(arguments);
        int end = words.contains("--") ? words.indexOf("--") : words.size();
        if (words.isEmpty()
                || !words.get(0).equals("check")
                || !words.subList(0, end).contains(CheckCommand.CHANGED)) {
            return arguments;
        }
        String[] test = arguments.clone();
        test[0] = "test";
        return test;
    }

    /** The compiler's command line is clang's, so it is not ours to parse. */
    private static int compile(String[] arguments, PrintWriter err, boolean isLast) {
        List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
        try {
            Environment environment =
                    Environment.ofThisProcess(Installation.ofThisProcess().nativeHome(), isLast);
            return CompilerDriver.run(arguments[0].equals("cc") ? Language.C : Language.CXX, rest, environment);
        } catch (UserError error) {
            err.println(TerminalWriter.harmless("heddle " + arguments[0] + ": error: " + error.getMessage()));
            return error.exitCode();
        }
    }

    /** All commands with their options. */
    public static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return commandLine(new CommandFactory(List.of(), StandardInput.NONE, Interruption.none()), out, err, List.of());
    }

    private static CommandLine commandLine(
            CommandFactory factory, PrintWriter out, PrintWriter err, List<String> arguments) {
        return HeddleCommand.commandLine(factory, arguments)
                .setOut(new TerminalWriter(out))
                .setErr(new TerminalWriter(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExitCodeExceptionMapper(new ExitCodeOf())
                .setExecutionExceptionHandler(new ReportFailure())
                .setParameterExceptionHandler(new ReportUsage());
    }

    // Named classes without lambdas: a lambda of a picocli interface, or in a class that implements one, cannot be kept
    // in the archive of classes, and puts out of it what it names.

    private static final class ExitCodeOf implements CommandLine.IExitCodeExceptionMapper {
        @Override
        public int getExitCode(Throwable thrown) {
            return thrown instanceof UserError error ? error.exitCode() : ExitCodes.INTERNAL;
        }
    }

    private static final class ReportFailure implements CommandLine.IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception thrown, CommandLine commandLine, CommandLine.ParseResult parsed) {
            PrintWriter err = commandLine.getErr();
            if (thrown instanceof UserError error) {
                err.println("heddle: " + error.getMessage());
                return error.exitCode();
            }
            if (thrown instanceof InterruptedException) {
                err.println("heddle: interrupted");
                return ExitCodes.INTERNAL;
            }
            if (thrown instanceof NoTemporaryFolderException) {
                err.println("heddle: " + thrown.getMessage());
                return ExitCodes.USAGE;
            }
            if (isOfALibrary(thrown)) {
                err.println("heddle: a library of Heddle's own cannot be loaded from "
                        + System.getProperty("java.io.tmpdir")
                        + ": make room there, raise the limit on the size of files (ulimit -f), or name a folder from which"
                        + " programs may be run with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER");
                return ExitCodes.USAGE;
            }
            err.println("heddle: internal error: " + thrown
                    + ". This is a fault of Heddle: please report it with the lines below.");
            thrown.printStackTrace(err);
            return ExitCodes.INTERNAL;
        }
    }

    private static boolean isOfALibrary(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).anyMatch(LinkageError.class::isInstance);
    }

    private static final class ReportUsage implements CommandLine.IParameterExceptionHandler {
        @Override
        public int handleParseException(CommandLine.ParameterException wrong, String[] arguments) {
            wrong.getCommandLine().getErr().println("heddle: " + new UsageMessage(wrong).line());
            return ExitCodes.USAGE;
        }
    }
}
