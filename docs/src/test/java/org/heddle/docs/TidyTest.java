package org.heddle.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Rules of the house that a reader of a change would otherwise have to look after. Each breach is told with file and line. What nobody
 * uses in the C runtime is found by {@code RuntimeCallsTest} of {@code it}, from its objects.
 */
final class TidyTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES =
            List.of("dpor", "native-shim", "instrumenter", "scheduler-server", "cli", "cluster", "bench", "it", "docs");

    private static final int MOST_LINES = 420; // of what is shipped
    private static final int MOST_LINES_OF_A_TEST = 520;
    private static final int MOST_FILES = 25; // in a folder of what is shipped
    private static final int MOST_WORDS = 34; // without a full stop, a semicolon or a colon

    /** All sources, by their names below the root. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                files.filter(file -> file.toString().matches(".*\\.(java|c|h|inc)"))
                        .filter(file -> !file.toString().matches(".*/(target|resources)/.*"))
                        .forEach(file -> sources.put(ROOT.relativize(file).toString(), read(file)));
            }
        }
        assertTrue(sources.size() > 800, sources.size() + " files");
        return sources;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file.toString(), unreadable);
        }
    }

    @Test
    void methods_areCalledBySomebody() throws IOException {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.heddle");
        assertTrue(classes.size() > 800, classes.size() + " classes");
        List<String> tests = sources().entrySet().stream()
                .filter(source -> isTest(source.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        assertEquals(List.of(), new DeadMethods(tests).in(classes));
    }

    private static boolean isTest(String file) {
        return file.contains("/src/test/");
    }

    @Test
    void aMethodThatOnlyItselfCalls_isDead_andOneOfATestIsNot() {
        JavaClasses classes = new ClassFileImporter().importClasses(Sample.class);
        List<String> dead = new DeadMethods(List.of("Sample.tested()")).in(classes);
        assertEquals(1, dead.size(), dead::toString);
        assertTrue(dead.get(0).matches("TidyTest\\.java:\\d+: nobody calls Sample\\.dead: delete it"), dead::toString);
    }

    /** One method of each sort. */
    @SuppressWarnings("UnusedMethod") // which is what it is for
    private static final class Sample implements Comparable<Sample> {
        static int dead(int n) {
            return n == 0 ? 0 : dead(n - 1);
        }

        static int tested() {
            return called();
        }

        private static int called() {
            return Stream.of(1).map(Sample::referred).findFirst().orElse(0);
        }

        private static int referred(int n) {
            return n;
        }

        @Override
        public int compareTo(Sample other) {
            return 0;
        }
    }

    @Test
    void files_canBeReadAtOnce() throws IOException {
        List<String> longer = new ArrayList<>();
        sources().forEach((file, text) -> {
            long lines = text.lines().count();
            int most = isTest(file) ? MOST_LINES_OF_A_TEST : MOST_LINES;
            if (lines > most) {
                longer.add(file + ":" + (most + 1) + ": the file has " + lines + " lines, at most " + most
                        + " can be read at once: give a part of it a file of its own");
            }
        });
        assertEquals(List.of(), longer);
    }

    @Test
    void folders_canBeReadInAnAfternoon() throws IOException {
        Map<String, Long> folders = sources().keySet().stream()
                .filter(file -> file.contains("/src/main/") && !file.endsWith("/package-info.java"))
                .collect(
                        Collectors.groupingBy(file -> file.substring(0, file.lastIndexOf('/')), Collectors.counting()));
        assertTrue(folders.size() > 50, folders.size() + " folders");
        folders.values().removeIf(files -> files <= MOST_FILES);
        assertEquals(Map.of(), folders, "more than " + MOST_FILES + " files: give what belongs together a folder");
    }

    @Test
    void sentencesOfComments_areShort() throws IOException {
        List<String> longer = new ArrayList<>();
        sources().forEach((file, text) -> longer.addAll(longSentences(file, text)));
        assertEquals(List.of(), longer, () -> String.join("\n", longer));
    }

    private static List<String> longSentences(String file, String text) {
        return Sentences.of(text).stream()
                .filter(sentence -> sentence.words() > MOST_WORDS)
                .map(sentence -> file + ":" + sentence.line() + ": a sentence of " + sentence.words()
                        + " words, at most " + MOST_WORDS + " are read in one go: make it two: " + sentence.text())
                .toList();
    }

    @Test
    void aSentence_goesOnOverLines_andEndsAtStopsParagraphsAndTags() {
        String ten = "a b c d e f g h i j ";
        String text =
                "int a; // " + ten + "\n    // " + ten + "\n/* " + ten + "\n\n * " + ten + ten + ten + "k l m n\n*/\n"
                        + "/** " + ten + ten + ";\n * " + ten + ten + "\n * @param " + ten + ten + "\n */\n"
                        + "String s = \"// " + ten + ten + ten + ten + "\";\n"
                        + "/**\n * " + ten + "{@link b\n * c} " + ten + ten + "d e f\n */\n";
        List<String> found = longSentences("file", text);
        assertEquals(1, found.size(), found::toString);
        assertTrue(found.get(0).startsWith("file:13: a sentence of 35 words, at most 34"), found::toString);
    }
}
