package org.heddle.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.heddle.server.protocol.message.RunFlag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** Each flag of a run is asked for by the option that its row names, and by no other. */
final class RunFlagsTest {
    @ParameterizedTest
    @EnumSource
    void option_asksForItsFlag(RunFlag flag) throws Exception {
        String option = "--" + flag.option();
        assertEquals(Set.of(flag), parsed(flag.value().equals("yes") ? option : option + "=" + flag.value()));
    }

    private static Set<RunFlag> parsed(String argument) throws Exception {
        RunFlags flags = new RunFlags();
        new CommandLine(new Command(flags))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(argument);
        return flags.options().flags();
    }

    @CommandLine.Command
    private record Command(@CommandLine.Mixin RunFlags flags) {}
}
