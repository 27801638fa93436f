package org.heddle.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

class CompileOptionsTest {
    @Command
    private static final class Compiling {
        @Mixin
        private CompileOptions options;

        @Parameters
        private List<String> sources = List.of();
    }

    private static Compiling parsed(String... words) {
        Compiling command = new Compiling();
        new CommandLine(command).parseArgs(words);
        return command;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-DFIXED", "-DN=3 -Iinclude", "-O2 -std=c11", "-lm", "-Wall"})
    void flagsOfTheCompiler_mayBeNamedAsOwnOptions(String flags) {
        List<String> expected = List.of(flags.split(" "));
        List<String> attached = parsed("--cflags=" + flags, "p.c").options.before();
        assertEquals(expected, attached.subList(attached.size() - expected.size(), attached.size()));
        Compiling apart = parsed("--cflags", flags, "p.c");
        assertEquals(attached, apart.options.before());
        assertEquals(List.of("p.c"), apart.sources);
    }

    @Test
    void flagsThatAreMissing_areAskedFor() {
        String told = assertThrows(MissingParameterException.class, () -> parsed("p.c", "--cflags"))
                .getMessage();
        assertTrue(told.contains("--cflags"), told);
    }
}
