package org.heddle.cli.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.HeddleTests;

/**
 * A {@code heddle.toml}: a table {@code [[test]]} for each check and a table {@code [defaults]} for what they have in common. Keys
 * are {@code name}, {@code program} (a file or a list of them), {@code arguments}, {@code expect}, and every long option of {@code
 * heddle check} without its dashes. Sources with {@code HEDDLE_TEST} are as many tests.
 *
 * @param directory of the file; paths are relative to it
 * @param entries the tests in their order
 */
public record Manifest(Path directory, List<Entry> entries) {
    private static final Set<String> OWN = Set.of("name", "program", "arguments", "expect");
    private static final Set<String> LETTERS = Set.of("D", "I", "L", "l");
    private static final Set<String> NOT_HERE =
            Set.of("output", "format", "progress", "help", "version", "save-frontier", "resume", "changed");

    /**
     * Reads a manifest.
     *
     * @throws UserError if it is not one
     */
    public static Manifest read(Path file) throws UserError {
        JsonNode root = parse(file);
        for (String key : keys(root)) {
            if (!key.equals("test") && !key.equals("defaults")) {
                throw new UserError(file + " has a table or key '" + key + "': it may have [defaults] and [[test]]");
            }
        }
        if (!root.path("test").isArray() || root.path("test").isEmpty()) {
            throw new UserError(file + " lists no tests: add a table [[test]] with a program");
        }
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode table : root.get("test")) {
            for (Entry entry : new Reader(file, root.path("defaults"), table).entries()) {
                if (!names.add(entry.name())) {
                    throw new UserError(file + " has two tests named '" + entry.name() + "': give one another name");
                }
                entries.add(entry);
            }
        }
        return new Manifest(file.toAbsolutePath().getParent(), List.copyOf(entries));
    }

    private static JsonNode parse(Path file) throws UserError {
        try {
            return new TomlMapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
        } catch (JsonProcessingException wrong) {
            int line = wrong.getLocation() == null ? 0 : wrong.getLocation().getLineNr();
            throw new UserError(file + (line > 0 ? ":" + line : "") + " is not TOML: " + wrong.getOriginalMessage());
        } catch (IOException unreadable) {
            throw new UserError(
                    Files.exists(file)
                            ? file + " cannot be read: " + unreadable.getMessage()
                            : "there is no manifest " + file + ": name one, or let heddle init write a heddle.toml");
        }
    }

    private static List<String> keys(JsonNode table) {
        List<String> keys = new ArrayList<>();
        table.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** Reads one test. */
    private record Reader(Path file, JsonNode defaults, JsonNode table) {
        /** One; or one for each {@code HEDDLE_TEST} of its sources, where it has no arguments that choose one. */
        List<Entry> entries() throws UserError {
            Entry whole = entry();
            Path directory = file.toAbsolutePath().getParent();
            List<Path> sources =
                    words("program").stream().map(directory::resolve).toList();
            List<String> tests = whole.arguments().isEmpty() ? HeddleTests.in(sources) : List.of();
            return tests.isEmpty()
                    ? List.of(whole)
                    : tests.stream().map(whole::ofTest).toList();
        }

        private Entry entry() throws UserError {
            List<String> files = words("program");
            if (files.isEmpty()) {
                throw new UserError(file + " has a test without a program: " + table);
            }
            JsonNode named = table.path("name");
            String name = named.isTextual() ? named.textValue() : files.get(0);
            String expect = one("expect", "clean");
            Expectation expectation = Expectation.of(expect)
                    .orElseThrow(() -> new UserError(file + ": test '" + name + "' expects '" + expect
                            + "', which is no kind: give one of " + Expectation.words()));
            List<String> command = new ArrayList<>();
            Map<String, JsonNode> options = new LinkedHashMap<>();
            for (JsonNode from : List.of(defaults, table)) {
                keys(from).forEach(key -> options.put(key, from.get(key)));
            }
            options.keySet().removeAll(OWN);
            for (Map.Entry<String, JsonNode> option : options.entrySet()) {
                add(name, option.getKey(), option.getValue(), command);
            }
            command.addAll(files);
            return new Entry(name, List.copyOf(command), words("arguments"), expectation);
        }

        private void add(String name, String key, JsonNode value, List<String> command) throws UserError {
            if (NOT_HERE.contains(key)) {
                throw new UserError(file + ": test '" + name + "' has the key '" + key
                        + "', which is for the command line: leave it out");
            }
            String option = LETTERS.contains(key) ? "-" + key : "--" + key;
            for (JsonNode word : value.isArray() ? value : List.of(value)) {
                if (word.isBoolean() && word.booleanValue()) {
                    command.add(option);
                } else if (word.isValueNode() && !word.isBoolean()) {
                    command.add(option.startsWith("--") ? option + "=" + word.asText() : option + word.asText());
                } else if (!word.isBoolean()) {
                    throw new UserError(file + ": test '" + name + "' has a table under '" + key
                            + "': give a value, or a list of values");
                }
            }
        }

        private JsonNode value(String key) {
            return table.has(key) ? table.get(key) : defaults.path(key);
        }

        private String one(String key, String otherwise) throws UserError {
            List<String> words = words(key);
            if (words.size() > 1) {
                throw new UserError(file + " has more than one value for '" + key + "': give one");
            }
            return words.isEmpty() ? otherwise : words.get(0);
        }

        private List<String> words(String key) throws UserError {
            JsonNode value = value(key);
            List<String> words = new ArrayList<>();
            for (JsonNode word :
                    value.isArray() ? value : value.isMissingNode() ? List.<JsonNode>of() : List.of(value)) {
                if (!word.isValueNode()) {
                    throw new UserError(file + " has a table under '" + key + "': give a text, or a list of texts");
                }
                words.add(word.asText());
            }
            return List.copyOf(words);
        }
    }
}
