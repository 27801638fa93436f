package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What one command did.
 *
 * @param exitCode its exit code
 * @param out what it printed
 * @param err what it printed to standard error
 */
public record Run(int exitCode, String out, String err) {
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** The JSON document that standard output is to be, with nothing before and after it. */
    public JsonNode json() {
        try {
            return STRICT.readTree(out);
        } catch (JsonProcessingException odd) {
            throw new AssertionError("standard output is not one JSON document: " + out + "\n" + err, odd);
        }
    }

    /** Asserts that the command was refused: this exit code, nothing on standard output, one line that has these words. */
    public void assertRefused(int code, String... words) {
        assertAll(
                () -> assertEquals(code, exitCode, toString()),
                () -> assertEquals("", out, toString()),
                () -> assertEquals(1, err.lines().count(), "one line: " + err),
                () -> assertTrue(err.startsWith("heddle: "), err),
                () -> assertNoStackTrace(),
                () -> {
                    for (String word : words) {
                        assertTrue(err.contains(word), () -> "'" + word + "' is not in: " + err);
                    }
                });
    }

    public void assertNoStackTrace() {
        assertFalse(err.contains("\tat ") || err.contains("Exception"), err);
    }
}
