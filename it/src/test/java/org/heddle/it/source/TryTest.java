package org.heddle.it.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scripts/try} takes names as they come to mind: what there is not leads to what there is. Builds nothing. */
final class TryTest {
    private record Said(int exitCode, String text) {}

    private static Said run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "../scripts/try"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    @ParameterizedTest
    @CsvSource({
        "cli FormatTest, no test class of cli called FormatTest; near to it: FormatsTest",
        "cli CxxTest, CxxTest is a test class of it: scripts/try it CxxTest",
        "CxxTest, CxxTest is a test class of it: scripts/try it CxxTest",
        "clii FormatsTest, no module called clii; near to it: cli",
        "runtime ConditionTest, no conformance program or test class called ConditionTest; near to it: conditions_timed",
        "example 14-stop-flag, no example called 14-stop-flag; near to it: endless/14-stop-flags",
        "14-stop-flags, 14-stop-flags is an example: scripts/try example 14-stop-flags",
        "example 99, there is no example called 99",
        "cli, which test class of cli?"
    })
    void aWrongName_listsThoseNearToIt(String words, String answer) throws Exception {
        Said said = run(words.split(" "));
        assertEquals(2, said.exitCode(), said::text);
        assertTrue(said.text().contains(answer), said::text);
        assertEquals(1, said.text().lines().count(), said::text);
    }

    @Test
    void usage_namesEachForm() throws Exception {
        Said said = run("--help");
        assertEquals(0, said.exitCode(), said::text);
        assertTrue(said.text().contains("scripts/try cli FormatsTest"), said::text);
        assertEquals(2, run().exitCode());
    }
}
