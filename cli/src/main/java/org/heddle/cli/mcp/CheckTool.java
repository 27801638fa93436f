package org.heddle.cli.mcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.ExitCodes;

/** Checks a program, or the tests of a manifest. */
final class CheckTool implements Tool {
    /** Where schedules go. */
    static final String FOLDER = "heddle-results";

    private static final int USUAL_SECONDS = 30;
    private static final int MOST_SECONDS = 3600;

    private final boolean isSuite;

    private CheckTool(boolean isSuite) {
        this.isSuite = isSuite;
    }

    /** {@code heddle check}. */
    static CheckTool ofProgram() {
        return new CheckTool(false);
    }

    /** {@code heddle test}. */
    static CheckTool ofTests() {
        return new CheckTool(true);
    }

    @Override
    public String name() {
        return isSuite ? "test" : "check";
    }

    @Override
    public String description() {
        return isSuite
                ? "Runs the concurrency tests that heddle.toml lists, and reports which fail. Their schedules go to "
                        + FOLDER + "."
                : "Checks a pthread C or C++ program under every thread interleaving that matters: deadlocks, data races, lost"
                        + " wakeups, failed assertions, crashes, misuse of memory. Reports each finding with its interleaving and"
                        + " a repair, or what was proved. Schedules, for trace and step, go to " + FOLDER
                        + ". Keep the program small: few threads, few iterations.";
    }

    @Override
    public Schema schema() {
        Schema schema = isSuite
                ? new Schema().words("names", "the tests; all, if left out")
                : new Schema("files")
                        .words("files", "C or C++ sources, or one executable that was built with heddle cc")
                        .words("arguments", "the arguments of the program");
        return schema.words(
                        "options",
                        "more options of heddle " + name()
                                + (isSuite ? ", such as --changed" : ", such as -DNAME, --keep-going, --cflags=-O0"))
                .number(
                        "timeout_seconds",
                        "start no further execution after this time (" + USUAL_SECONDS + " if left out)",
                        1,
                        MOST_SECONDS);
    }

    @Override
    public Result call(ToolArguments arguments, Call call) throws RpcException, IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(name(), "-o", FOLDER));
        List<String> options = arguments.words("options");
        if (options.stream().noneMatch(option -> option.matches("-t.*|--timeout.*|--budget.*"))) {
            command.addAll(List.of("--budget", arguments.number("timeout_seconds", USUAL_SECONDS) + "s"));
        }
        if (!isSuite) {
            command.addAll(List.of("--progress", "none"));
        }
        command.addAll(options);
        for (String file : arguments.words(isSuite ? "names" : "files")) {
            if (file.startsWith("-")) {
                throw new RpcException(
                        RpcException.WRONG_PARAMETERS,
                        "'" + file + "' is no file or test: options go into 'options', and a file that begins so is ./"
                                + file);
            }
            command.add(file);
        }
        if (!arguments.words("arguments").isEmpty()) {
            command.add("--");
            command.addAll(arguments.words("arguments"));
        }
        OwnCommand.Outcome outcome = OwnCommand.run(command, call);
        int code = outcome.exitCode();
        boolean isDone = code == ExitCodes.CLEAN || code == ExitCodes.FINDING || code == ExitCodes.INCOMPLETE;
        return new Result(outcome.said(), !isDone);
    }
}
