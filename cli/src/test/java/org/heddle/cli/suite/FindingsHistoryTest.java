package org.heddle.cli.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.UserError;
import org.heddle.cli.suite.FindingsHistory.Known;
import org.heddle.cli.suite.FindingsHistory.Last;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FindingsHistoryTest {
    @TempDir
    private Path folder;

    @Test
    void history_isReadAsItWasWritten() throws Exception {
        FindingsHistory history = new FindingsHistory(Map.of(
                "queue", new Last(1.25, List.of(new Known("0123456789abcdef", "deadlock [lock-cycle]", "q.c:3"))),
                "ring", new Last(0.5, List.of())));
        Path file = Files.writeString(folder.resolve("h.json"), history.text());
        assertEquals(history, FindingsHistory.read(file));
    }

    @Test
    void fileThatIsNotThereYet_knowsNothing() throws Exception {
        assertEquals(FindingsHistory.NONE, FindingsHistory.read(folder.resolve("none.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "{\"schema\": \"heddle-report/1\"}", "[1, 2"})
    void otherFile_isRefused_withWhatToDo(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("h.json"), text);
        UserError refused = assertThrows(UserError.class, () -> FindingsHistory.read(file));
        assertTrue(refused.getMessage().contains("name another file, or delete it"), refused.getMessage());
    }

    @Test
    void testThatIsNotRun_keepsWhatIsKnownOfIt() {
        FindingsHistory history = new FindingsHistory(Map.of("queue", new Last(1.25, List.of())));
        Entry entry = new Entry("queue", List.of(), List.of(), Expectation.CLEAN);
        assertEquals(history, history.with(List.of(EntryOutcome.notRun(entry))));
    }
}
