package org.heddle.cli.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests that sources define by {@code HEDDLE_TEST} of {@code heddle_test.h}. They are looked for in the text, so that a program need
 * not be built to know them: one that the preprocessor leaves out is found as well, and its check says that the program does not have it.
 */
public final class HeddleTests {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern INCLUDED = Pattern.compile("(?m)^[ \t]*#[ \t]*include[ \t]*[<\"]heddle_test\\.h[>\"]");
    private static final Pattern TEST =
            Pattern.compile("(?m)^[ \t]*HEDDLE_TEST[ \t]*\\([ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\\)");

    private static final Pattern MAIN = Pattern.compile("\\bmain\\s*\\(");

    private HeddleTests() {}

    /**
     * The names of the tests in these sources, in their order; none in files that are no sources or cannot be read, nor where one has a
     * {@code main} of its own, which need not run a test that it is given.
     */
    public static List<String> in(List<Path> files) {
        Set<String> names = new LinkedHashSet<>();
        for (Path file : files) {
            String text = COMMENT.matcher(text(file)).replaceAll(" ");
            if (MAIN.matcher(text).find()) {
                return List.of();
            }
            if (INCLUDED.matcher(text).find()) {
                Matcher tests = TEST.matcher(text);
                while (tests.find()) {
                    names.add(tests.group(1));
                }
            }
        }
        return List.copyOf(names);
    }

    /** The short name of a program; of one that runs a test with the test's, so that files of several tests have different names. */
    public static String nameOf(Recipe recipe) {
        List<String> arguments = recipe.arguments();
        boolean runsTest =
                recipe.isSource() && arguments.size() == 1 && in(recipe.files()).contains(arguments.get(0));
        return runsTest ? recipe.name() + "." + arguments.get(0) : recipe.name();
    }

    private static String text(Path file) {
        String name = file.getFileName().toString();
        boolean isSource = Stream.of(".c", ".cc", ".cpp", ".cxx").anyMatch(name::endsWith);
        try {
            return isSource && Files.isRegularFile(file)
                    ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                    : "";
        } catch (IOException unreadable) {
            return "";
        }
    }
}
