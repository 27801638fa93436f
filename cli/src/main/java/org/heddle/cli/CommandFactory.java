package org.heddle.cli;

import java.util.List;
import picocli.CommandLine;

/**
 * Makes the command objects.
 *
 * @param programArguments what stood behind {@code --}
 */
record CommandFactory(List<String> programArguments) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == CheckCommand.class) {
            return type.cast(new CheckCommand(programArguments));
        }
        if (type == ReplayCommand.class) {
            return type.cast(new ReplayCommand(programArguments));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
