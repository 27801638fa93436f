package org.heddle.bench.papers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * What a paper reports, read from a resource beside this class.
 *
 * @param figures the resource's tables and keys
 */
record Paper(JsonNode figures) {
    static Paper of(String section) {
        try (InputStream in = Paper.class.getResourceAsStream(section + ".toml")) {
            if (in == null) {
                throw new IllegalStateException("there is no resource for " + section);
            }
            return new Paper(new TomlMapper().readTree(in));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Which paper it is. */
    String title() {
        return text("/title");
    }

    /** A number by its JSON pointer. */
    double number(String pointer) {
        return at(pointer).doubleValue();
    }

    /** A text, or a number as it is written, by its JSON pointer; "–" where the paper has none. */
    String text(String pointer) {
        JsonNode node = figures.at(pointer);
        return node.isMissingNode() ? "–" : node.asText();
    }

    /** What stands there. */
    JsonNode at(String pointer) {
        JsonNode node = figures.at(pointer);
        if (node.isMissingNode()) {
            throw new IllegalStateException("the paper has no " + pointer);
        }
        return node;
    }
}
