package org.heddle.cli.mcp;

import java.io.IOException;
import java.util.List;
import org.heddle.cli.base.ExitCodes;

/** A command of Heddle with one argument, which prints something. */
final class CommandTool implements Tool {
    private final String name;
    private final String description;
    private final String command;
    private final String argument;
    private final Schema schema;

    private CommandTool(String name, String description, String command, String argument, Schema schema) {
        this.name = name;
        this.description = description;
        this.command = command;
        this.argument = argument;
        this.schema = schema;
    }

    /** {@code heddle show}. */
    static CommandTool trace() {
        return new CommandTool(
                "trace",
                "Prints the interleaving of a finding, with a column for each thread and a number for each step. Nothing is run.",
                "show",
                StepTool.SCHEDULE,
                new Schema(StepTool.SCHEDULE).text(StepTool.SCHEDULE, StepTool.SCHEDULE_IS));
    }

    /** {@code heddle explain}. */
    static CommandTool explain() {
        return new CommandTool(
                "explain",
                "Explains a kind of finding, with an example and how to repair it; without a kind, lists all kinds.",
                "explain",
                "kind",
                new Schema().text("kind", "such as deadlock, data-race or lost-wakeup"));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Result call(ToolArguments arguments, Call call) throws IOException, InterruptedException {
        String given = arguments.text(argument, "");
        OwnCommand.Outcome outcome = OwnCommand.run(given.isEmpty() ? List.of(command) : List.of(command, given), call);
        return new Result(outcome.said(), outcome.exitCode() != ExitCodes.CLEAN);
    }
}
