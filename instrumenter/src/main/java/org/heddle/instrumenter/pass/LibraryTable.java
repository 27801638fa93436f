package org.heddle.instrumenter.pass;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.instrumenter.pass.CallEffect.Kind;

/** The effects of library functions, as {@value #FILE} has them. */
final class LibraryTable {
    private static final String FILE = "library-functions.txt";
    private static final String HARMLESS = "harmless";
    private static final Pattern VARIANT = Pattern.compile("(?:__isoc(?:99|23)_)?(.+?)(?:64)?");
    private static final Pattern CHECKED = Pattern.compile("__(.+)_chk");

    private static final String ANY = "*";

    private final Map<String, List<CallEffect>> effects = new HashMap<>();
    private final Map<String, List<CallEffect>> beginnings = new HashMap<>();

    LibraryTable() {
        InputStream file = LibraryTable.class.getResourceAsStream(FILE);
        if (file == null) {
            throw new IllegalStateException(FILE + " is missing");
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            List<CallEffect> current = List.of();
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

    private void add(String[] names, List<CallEffect> all) {
        for (String name : names) {
            boolean isBeginning = name.endsWith(ANY);
            String key = isBeginning ? name.substring(0, name.length() - ANY.length()) : name;
            if ((isBeginning ? beginnings : effects).put(key, all) != null) {
                throw new IllegalStateException(FILE + " has " + name + " twice");
            }
        }
    }

    private static List<CallEffect> parse(String words) {
        List<CallEffect> parsed = new ArrayList<>();
        for (String effect : words.split(", *", -1)) {
            String[] parts = effect.split(" ", -1);
            if (!parts[0].equals(HARMLESS)) {
                LibraryState state =
                        parts.length == 1 ? LibraryState.NONE : LibraryState.valueOf(parts[1].toUpperCase(Locale.ROOT));
                parsed.add(new CallEffect(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), state));
            }
        }
        return List.copyOf(parsed);
    }

    /** Every function in the table that has a line of its own. */
    Map<String, List<CallEffect>> all() {
        return Map.copyOf(effects);
    }

    private Optional<List<CallEffect>> ofBeginning(String name) {
        return beginnings.entrySet().stream()
                .filter(entry -> name.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** What the function of this name does; empty if it is not in the table. */
    Optional<List<CallEffect>> of(String name) {
        List<CallEffect> exact = effects.get(name);
        if (exact != null) {
            return Optional.of(exact);
        }
        Matcher variant = VARIANT.matcher(name);
        if (variant.matches() && effects.containsKey(variant.group(1))) {
            return Optional.of(effects.get(variant.group(1)));
        }
        Matcher checked = CHECKED.matcher(name);
        return checked.matches() ? of(checked.group(1)) : ofBeginning(name);
    }
}
