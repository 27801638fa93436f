package org.heddle.cli.command;

import java.util.List;
import org.heddle.cli.check.options.Interruption;
import picocli.CommandLine;

/**
 * Makes the command objects.
 *
 * @param programArguments what stood behind {@code --}
 * @param standardInput of a program under test that reads any
 * @param interruption of the command
 */
public record CommandFactory(List<String> programArguments, StandardInput standardInput, Interruption interruption)
        implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == CheckCommand.class) {
            return type.cast(new CheckCommand(programArguments, standardInput, interruption));
        }
        if (type == TestCommand.class) {
            return type.cast(new TestCommand(interruption));
        }
        if (type == OperationsCommand.class) {
            return type.cast(new OperationsCommand(interruption));
        }
        if (type == ReplayCommand.class) {
            return type.cast(new ReplayCommand(programArguments));
        }
        if (type == DeterminismCommand.class) {
            return type.cast(new DeterminismCommand(programArguments));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
