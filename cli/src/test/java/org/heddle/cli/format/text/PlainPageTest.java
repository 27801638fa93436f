package org.heddle.cli.format.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.heddle.cli.report.FindingPages;
import org.heddle.dpor.detect.finding.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Markdown as a terminal shows it. */
final class PlainPageTest {
    private static List<String> page(String markdown) {
        return PlainPage.of(markdown, Sheet.PLAIN);
    }

    @Test
    void marks_becomePlainText() {
        assertEquals(
                List.of(
                        "leak: memory",
                        "============",
                        "",
                        "Look at a page, or at there (https://a.b). Repair. Free it.",
                        "- one, which goes on",
                        "- two",
                        "    $ heddle check `date`",
                        "",
                        "    | kept |"),
                page(
                        """
                        # `leak`: memory

                        Look at [a page](x.md), or at
                        [there](https://a.b). **Repair.** Free it.
                        - one,
                          which goes on
                        - two
                        ```console
                        $ heddle check `date`

                        | kept |
                        ```
                        """));
    }

    @Test
    void aTable_becomesColumns_withoutThoseOfLinksAlone() {
        assertEquals(
                List.of("  kind  what it is", "  a     x | y", "  long  z"),
                page(
                        """
                        | kind | what it is | page |
                        |---|---|---|
                        | `a` | x \\| y | [a.md](a.md) |
                        | `long` | z | [long.md](long.md) |
                        """));
    }

    @Test
    void longText_isFoldedUnderItself() {
        List<String> lines = page("| k | w |\n|---|---|\n| a | " + "word ".repeat(40) + "|\n");
        assertTrue(lines.size() > 2, lines.toString());
        assertTrue(lines.get(2).startsWith("     word word"), lines.toString());
        assertTrue(lines.stream().allMatch(line -> line.length() <= Sheet.WIDEST), lines.toString());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aPageOnAKind_hasNoMarksLeft(Kind kind) {
        List<String> lines = page(FindingPages.of(kind.ruleId()));
        assertTrue(lines.get(0).startsWith(kind.ruleId() + ":"), lines.get(0));
        for (String line : lines) {
            assertFalse(line.matches(".*(\\*\\*|```|\\]\\().*|#.*|\\|.*"), line);
            assertTrue(line.startsWith("    ") || line.length() <= Sheet.WIDEST, line);
        }
    }
}
