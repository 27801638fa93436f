package org.heddle.cli.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.cli.init.FoundTests.Test;

/** A {@code heddle.toml} for tests that were found. */
public final class ManifestText {
    private ManifestText() {}

    /** The text of a manifest in that folder. */
    public static String of(FoundTests found, Path folder) {
        StringBuilder text =
                new StringBuilder("# The checks of this project: heddle test runs them. Found by heddle init: "
                        + found.origin() + ".\n\n[defaults]\ntimeout = \"60s\"\n");
        found.leftOut().forEach(reason -> text.append("\n# left out: ")
                .append(reason.replaceAll("\\R", " "))
                .append('\n'));
        Set<String> names = new HashSet<>();
        for (Test test : found.tests()) {
            String name = test.name();
            for (int number = 2; !names.add(name); number++) {
                name = test.name() + " #" + number;
            }
            text.append("\n[[test]]\nname = ").append(quoted(name)).append('\n');
            List<String> files = test.program().stream()
                    .map(file -> folder.relativize(file).toString())
                    .toList();
            add("program", files, text);
            list("arguments", test.arguments(), text);
            list("D", test.flags().defines(), text);
            list("I", test.flags().includes(), text);
            if (!test.flags().others().isEmpty()) {
                add("cflags", List.of(String.join(" ", test.flags().others())), text);
            }
        }
        return text.toString();
    }

    /** One value as such. */
    private static void add(String key, List<String> values, StringBuilder text) {
        if (values.size() == 1) {
            text.append(key).append(" = ").append(quoted(values.get(0))).append('\n');
        } else {
            list(key, values, text);
        }
    }

    private static void list(String key, List<String> values, StringBuilder text) {
        if (!values.isEmpty()) {
            List<String> words = values.stream().map(ManifestText::quoted).toList();
            text.append(key).append(" = [").append(String.join(", ", words)).append("]\n");
        }
    }

    /** A basic string of TOML, which has the escapes of JSON. */
    private static String quoted(String text) {
        try {
            return new ObjectMapper().writeValueAsString(text).replace("\u007f", "\\u007f");
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a string has a JSON form", impossible);
        }
    }
}
