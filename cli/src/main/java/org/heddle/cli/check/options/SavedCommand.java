package org.heddle.cli.check.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The command line of a check that is saved, so that whoever resumes it need not give it again.
 *
 * @param words options and files, without what says where it is saved
 * @param arguments of the program
 * @param directory to which paths are relative
 */
public record SavedCommand(List<String> words, List<String> arguments, Path directory) {
    /** Under which name a saved exploration has it. */
    public static final String ENTRY = "command";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** These, each with one value, are said anew where a check is resumed. */
    private static final Set<String> OF_SAVING = Set.of("--save-frontier", "--resume");

    private static final Set<String> OF_OUTPUT = Set.of("-o", "--output");

    /** That of a command line. */
    public static SavedCommand of(List<String> words, List<String> arguments, Path directory) {
        return new SavedCommand(without(OF_SAVING, words), List.copyOf(arguments), directory);
    }

    private static List<String> without(Set<String> options, List<String> words) {
        List<String> others = new ArrayList<>();
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            int end = word.indexOf('=');
            if (options.contains(word)) {
                at++; // its value
            } else if (end < 0 || !options.contains(word.substring(0, end))) {
                others.add(word);
            }
        }
        return List.copyOf(others);
    }

    /** The words of the command line that goes on: these, and then what is given now, which counts where both say something. */
    public List<String> with(List<String> now) {
        boolean hasOutput = now.stream().anyMatch(word -> OF_OUTPUT.contains(word) || word.startsWith("--output="));
        List<String> all = new ArrayList<>(hasOutput ? without(OF_OUTPUT, words) : words);
        all.addAll(now);
        return all;
    }

    /** In one line, for {@link #parse}. */
    public String text() {
        ObjectNode text = JSON.createObjectNode();
        ArrayNode own = text.putArray("words");
        words.forEach(own::add);
        ArrayNode ofProgram = text.putArray("arguments");
        arguments.forEach(ofProgram::add);
        text.put("directory", directory.toString());
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    /** Reads one; empty if it is none. */
    public static Optional<SavedCommand> parse(String text) {
        try {
            JsonNode tree = JSON.readTree(text);
            boolean isOne = tree.path("words").isArray()
                    && tree.path("arguments").isArray()
                    && tree.path("directory").isTextual();
            return isOne
                    ? Optional.of(new SavedCommand(
                            texts(tree.get("words")),
                            texts(tree.get("arguments")),
                            Path.of(tree.get("directory").textValue())))
                    : Optional.empty();
        } catch (JsonProcessingException | InvalidPathException damaged) {
            return Optional.empty();
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}
