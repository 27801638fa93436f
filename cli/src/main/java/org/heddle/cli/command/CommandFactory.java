package org.heddle.cli.command;

import java.util.List;
import picocli.CommandLine;

/**
 * Makes the command objects.
 *
 * @param programArguments what stood behind {@code --}
 * @param standardInput of a program under test that reads any
 */
public record CommandFactory(List<String> programArguments, StandardInput standardInput)
        implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == CheckCommand.class) {
            return type.cast(new CheckCommand(programArguments, standardInput));
        }
        if (type == ReplayCommand.class) {
            return type.cast(new ReplayCommand(programArguments));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
