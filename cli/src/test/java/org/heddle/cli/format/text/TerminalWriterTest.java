package org.heddle.cli.format.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TerminalWriterTest {
    @Test
    void commandsToTheTerminal_areReplaced_coloursAndLinesAreNot() {
        assertEquals("a\uFFFD[2Jb\uFFFD]0;title\uFFFDc", TerminalWriter.harmless("a\u001b[2Jb\u001b]0;title\u0007c"));
        assertEquals("over\uFFFDwritten \uFFFD31m \uFFFD", TerminalWriter.harmless("over\rwritten \u009b31m \u202e"));
        assertEquals(
                "\u001b[1;31mbug\u001b[0m\n\tin läd.c",
                TerminalWriter.harmless("\u001b[1;31mbug\u001b[0m\n\tin läd.c"));
    }
}
