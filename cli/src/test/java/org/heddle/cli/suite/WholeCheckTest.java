package org.heddle.cli.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.command.CheckCommand;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another machine is asked for arrives there as it was sent. */
final class WholeCheckTest {
    @TempDir
    private Path folder;

    @Test
    void question_arrivesAsItWasSent() throws Exception {
        Path source = Files.writeString(folder.resolve("a.c"), "int main(void) { return 0; }\n");
        Files.writeString(folder.resolve("known"), "# known\nrace:counter*\nthread:x\n");
        for (String words : List.of(
                "-t 1500ms -i 7 --keep-going --max-events 99 --memory 300m --progress-limit 2s",
                "--bound none --reduction source --seed 5",
                "--bound preemptions=2 --timeouts any --spurious 2 --points all --leaks --pedantic",
                "--bound threads=2,variables=1 --suppressions known",
                "--strategy pct --seed 11 --restart fork --send SIGTERM@3 --handlers calls --defer-cancellation",
                "--strategy portfolio --trust libz.so",
                "--cflags=-O2 -DN=3 --peer ./one --peer ./other")) {
            List<String> all = new ArrayList<>(List.of(words.split(" ")));
            all.add(source.toString());
            CheckRequest request =
                    CheckCommand.requested(all, List.of("one", "two words"), folder, new OutputFolder(folder, true));
            ProgramInput input = ProgramInput.of("some input".getBytes(StandardCharsets.UTF_8));
            Program program = new Program(request.recipe().with(input), source, Optional.empty());
            WholeCheck question = WholeCheck.of(program, request.options());
            assertEquals(question, WholeCheck.of(question.bytes()), words);
        }
    }

    @Test
    void whatIsNoQuestion_isRefused() {
        for (String text : List.of("", "null", "{}", "[]", "{\"recipe\":7}", "\u0000")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThrows(IOException.class, () -> WholeCheck.of(bytes), text);
        }
    }
}
