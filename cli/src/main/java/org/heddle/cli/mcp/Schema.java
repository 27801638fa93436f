package org.heddle.cli.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The arguments that a tool takes, as JSON Schema tells them. */
final class Schema {
    private static final String TYPE = "type";

    private final ObjectNode whole = JsonNodeFactory.instance.objectNode();
    private final ObjectNode properties;

    /** The arguments of this name have to be given. */
    Schema(String... required) {
        whole.put(TYPE, "object");
        properties = whole.putObject("properties");
        whole.put("additionalProperties", false);
        List.of(required).forEach(whole.putArray("required")::add);
    }

    /** Takes a text. */
    Schema text(String name, String description) {
        argument(name, "string", description);
        return this;
    }

    /** Takes a list of texts. */
    Schema words(String name, String description) {
        argument(name, "array", description).putObject("items").put(TYPE, "string");
        return this;
    }

    /** Takes a whole number. */
    Schema number(String name, String description, int least, int most) {
        argument(name, "integer", description).put("minimum", least).put("maximum", most);
        return this;
    }

    private ObjectNode argument(String name, String type, String description) {
        return properties.putObject(name).put(TYPE, type).put("description", description);
    }

    ObjectNode json() {
        return whole;
    }
}
