package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States that the runtime keeps have names of their own in a report, with nothing of how it keeps them. */
final class StateNamesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "soundness/streams.c, -DONE=puts_one -DOTHER=puts_one -DHOLDS=begins(49), change the contents of a file",
        "soundness/life-protected.c, -DWRITES, change the mappings of memory",
        "soundness/03-hidden-state.c, -DCALL=first_number, change the hidden state of rand and random",
        "soundness/03-hidden-state.c, -DCALL=calendar --keep-going, data race on the buffer of gmtime and localtime",
        "soundness/exit-handlers.c, -DTEST=checks, take the handlers of exit",
        "67-futex-lock.c, -DFORGETS, wait on futex word",
    })
    void stateOfTheRuntime_isNamedInWords(String example, String macros, String words) {
        List<Object> command = new ArrayList<>(List.of("check", "-o", folder));
        command.addAll(List.of(macros.split(" ")));
        command.add(Expectation.example(example));
        Run run = Heddle.run(command.toArray());
        assertTrue(run.out().contains(words), run::toString);
        assertTrue(
                run.out().lines().noneMatch(line -> line.matches(".*" + words + ".*( = |was \\d).*")), run::toString);
    }
}
