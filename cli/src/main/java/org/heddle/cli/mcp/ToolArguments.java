package org.heddle.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What a tool is called with, which is as its schema says. */
final class ToolArguments {
    private final JsonNode given;

    private ToolArguments(JsonNode given) {
        this.given = given;
    }

    /**
     * Arguments for a tool with this schema.
     *
     * @throws RpcException if they are not as it says
     */
    static ToolArguments of(String tool, ObjectNode schema, JsonNode given) throws RpcException {
        if (!given.isObject() && !given.isMissingNode() && !given.isNull()) {
            throw wrong("the arguments of " + tool + " are an object");
        }
        JsonNode properties = schema.path("properties");
        List<String> known = new ArrayList<>();
        properties.fieldNames().forEachRemaining(known::add);
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw wrong(tool + " takes no argument '" + name + "': it takes " + String.join(", ", known));
            }
            check(tool, name, properties.path(name), given.path(name));
        }
        for (JsonNode required : schema.path("required")) {
            if (!given.has(required.asText())) {
                throw wrong(tool + " needs the argument '" + required.asText() + "': "
                        + properties.path(required.asText()).path("description").asText());
            }
        }
        return new ToolArguments(given);
    }

    private static void check(String tool, String name, JsonNode property, JsonNode value) throws RpcException {
        String what = "the argument '" + name + "' of " + tool + " is ";
        switch (property.path("type").asText()) {
            case "string" -> require(value.isTextual(), what + "a text");
            case "integer" -> {
                int least = property.path("minimum").asInt();
                int most = property.path("maximum").asInt();
                require(
                        value.isInt() && value.asInt() >= least && value.asInt() <= most,
                        what + "a whole number from " + least + " to " + most);
            }
            default -> {
                require(value.isArray(), what + "a list of texts");
                for (JsonNode one : value) {
                    require(one.isTextual(), what + "a list of texts");
                }
            }
        }
    }

    private static void require(boolean holds, String otherwise) throws RpcException {
        if (!holds) {
            throw wrong(otherwise);
        }
    }

    private static RpcException wrong(String message) {
        return new RpcException(RpcException.WRONG_PARAMETERS, message);
    }

    /** A text; the other one if it is not given. */
    String text(String name, String otherwise) {
        return given.path(name).asText(otherwise);
    }

    /** A list of texts; empty if it is not given. */
    List<String> words(String name) {
        List<String> words = new ArrayList<>();
        given.path(name).forEach(word -> words.add(word.asText()));
        return words;
    }

    /** A whole number; the other one if it is not given. */
    int number(String name, int otherwise) {
        return given.path(name).asInt(otherwise);
    }

    /**
     * A file or folder.
     *
     * @throws RpcException if there can be none of this name
     */
    Path path(String name, String otherwise) throws RpcException {
        try {
            return Path.of(text(name, otherwise));
        } catch (InvalidPathException notOfThisSystem) {
            throw wrong("there can be no file with the name that '" + name + "' has");
        }
    }
}
