package org.heddle.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A command in a page, from a block that begins with three backquotes and "console", with what it is to print.
 *
 * @param command behind the dollar sign
 * @param expected lines; three dots stand for anything, and on a line alone for any lines
 */
record Example(String command, List<String> expected) {
    /** The examples of a page. */
    static List<Example> in(Path page) throws IOException {
        List<Example> examples = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("```")) {
                inside = line.equals("```console");
            } else if (inside && line.startsWith("$ ")) {
                examples.add(new Example(line.substring(2), new ArrayList<>()));
            } else if (inside) {
                examples.get(examples.size() - 1).expected.add(line);
            }
        }
        return examples;
    }

    /** What is wrong with this output; empty if nothing is. */
    String complaint(String output) {
        List<String> lines = output.lines().map(Example::normal).toList();
        int at = 0;
        boolean anything = false;
        for (String line : expected) {
            if (line.strip().equals("...")) {
                anything = true;
                continue;
            }
            Pattern pattern = pattern(line);
            int found = at;
            while (found < lines.size() && !pattern.matcher(lines.get(found)).matches()) {
                found++;
            }
            if (found == lines.size() || (!anything && found > at)) {
                return "'" + line + "' is not where it is to be";
            }
            at = found + 1;
            anything = false;
        }
        return anything || at == lines.size() ? "" : "more than is expected: " + lines.get(at);
    }

    private static String normal(String line) {
        return line.strip().replaceAll("\\s+", " ");
    }

    private static Pattern pattern(String line) {
        StringBuilder pattern = new StringBuilder();
        for (String part : normal(line).split("\\.\\.\\.", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString().replace("\\E\\Q", ""));
    }
}
