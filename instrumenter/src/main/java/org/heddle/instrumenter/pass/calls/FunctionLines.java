package org.heddle.instrumenter.pass.calls;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that says of library functions what they do: a line is a fact, or several with commas between, a colon, and the functions; a
 * line that begins with blanks goes on with the functions of the one before.
 *
 * @param <T> a fact
 */
final class FunctionLines<T> {
    private static final Pattern VARIANT = Pattern.compile("(?:__isoc(?:99|23)_)?(.+?)(?:64)?");
    private static final Pattern CHECKED = Pattern.compile("__(.+)_chk");

    private static final String ANY = "*";

    private final String file;
    private final Function<String[], T> fact;
    private final Map<String, List<T>> exact = new HashMap<>();
    private final Map<String, List<T>> beginnings = new HashMap<>();
    private final Map<String, Optional<List<T>>> found = new HashMap<>();

    /** Reads the resource; {@code fact} makes one of the words of it. */
    FunctionLines(String file, Function<String[], T> fact) {
        this.file = file;
        this.fact = fact;
        InputStream stream = FunctionLines.class.getResourceAsStream(file);
        if (stream == null) {
            throw new IllegalStateException(file + " is missing");
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            List<T> current = List.of();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                int colon = line.startsWith(" ") ? -1 : line.indexOf(':');
                current = colon < 0 ? current : parse(line.substring(0, colon));
                add(line.substring(colon + 1).strip().split(" +"), current);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void add(String[] names, List<T> facts) {
        for (String name : names) {
            boolean isBeginning = name.endsWith(ANY);
            String key = isBeginning ? name.substring(0, name.length() - ANY.length()) : name;
            if ((isBeginning ? beginnings : exact).put(key, facts) != null) {
                throw new IllegalStateException(file + " has " + name + " twice");
            }
        }
    }

    private List<T> parse(String words) {
        List<T> facts = new ArrayList<>();
        for (String one : words.split(", *", -1)) {
            facts.add(fact.apply(one.split(" ", -1)));
        }
        return List.copyOf(facts);
    }

    /** Every function that has a line of its own. */
    Map<String, List<T>> all() {
        return Map.copyOf(exact);
    }

    private Optional<List<T>> ofBeginning(String name) {
        return beginnings.entrySet().stream()
                .filter(entry -> name.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** What the function of this name does; empty if the file does not have it. */
    Optional<List<T>> of(String name) {
        return found.computeIfAbsent(name, this::find);
    }

    private Optional<List<T>> find(String name) {
        List<T> facts = exact.get(name);
        if (facts != null) {
            return Optional.of(facts);
        }
        Matcher variant = VARIANT.matcher(name);
        if (variant.matches() && exact.containsKey(variant.group(1))) {
            return Optional.of(exact.get(variant.group(1)));
        }
        Matcher checked = CHECKED.matcher(name);
        return checked.matches() ? find(checked.group(1)) : ofBeginning(name);
    }
}
