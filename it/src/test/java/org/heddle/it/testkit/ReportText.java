package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the text of every finding has: what happened in a sentence with the source's names, its line, where each thread stood, the
 * steps that have a part in it, what to do about it, and how to see it again.
 */
public final class ReportText {
    private static final Pattern TITLE = Pattern.compile("(?m)^[a-z-]+ \\[.*\\]( \\(shown by \\d+ executions\\))?$");
    private static final Pattern ADDRESS = Pattern.compile("\\b0x[0-9a-f]{6,}|\\bunknown\\b");
    private static final Pattern STANDS =
            Pattern.compile("(?m)^  ([┌├]▶ (main|T)|(main|T[0-9.]+)( \\(.*?\\))?: (next|last|finished))");

    /** What may be about what never comes, or about a call that is no step. */
    private static final Set<String> NO_STEP = Set.of("deadlock", "livelock", "misuse");

    private ReportText() {}

    /** Fails unless the report has all of these for each finding. */
    public static void assertWhole(String report, JsonNode findings) {
        List<String> texts = split(report);
        assertEquals(findings.size(), texts.size(), report);
        for (int k = 0; k < texts.size(); k++) {
            assertOne(texts.get(k), findings.get(k));
        }
    }

    private static void assertOne(String text, JsonNode finding) {
        String message = finding.get("message").textValue();
        assertAll(
                text,
                () -> assertTrue(words(finding).anyMatch(message::startsWith), "it says what it is: " + message),
                () -> assertFalse(ADDRESS.matcher(message).find(), "it has the source's names: " + message),
                () -> assertTrue(text.contains(line(finding)), "its line"),
                () -> assertTrue(STANDS.matcher(text).find(), "where threads stood"),
                () -> assertTrue(
                        NO_STEP.contains(kind(finding)) || text.lines().anyMatch(line -> line.startsWith(">")),
                        "the steps that have a part in it"),
                () -> assertTrue(text.contains("\n  repair: "), "what to do"),
                () -> assertTrue(text.contains("\n  explain: heddle explain " + kind(finding)), "the page"),
                () -> assertTrue(text.contains("\n  replay: heddle replay "), "how to see it again"));
    }

    private static String kind(JsonNode finding) {
        return finding.get("kind").textValue();
    }

    /** What the message may begin with: the kind, or the weaker notion that the history is compared with. */
    private static Stream<String> words(JsonNode finding) {
        String kind = kind(finding).replace('-', ' ');
        return kind.equals("linearizability")
                ? Stream.of(kind, "sequential consistency", "quiescent consistency")
                : Stream.of(kind);
    }

    private static String line(JsonNode finding) {
        return ":" + finding.get("line").intValue();
    }

    private static List<String> split(String report) {
        List<String> texts = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        TITLE.matcher(report).results().forEach(title -> starts.add(title.start()));
        for (int k = 0; k < starts.size(); k++) {
            texts.add(report.substring(starts.get(k), k + 1 < starts.size() ? starts.get(k + 1) : report.length()));
        }
        return texts;
    }
}
