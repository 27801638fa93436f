package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle check --changed} checks the tests that changed files have to do with, and no others. */
@Timeout(900)
final class ChangedTest {
    private static final String MAIN =
            """
            #include <pthread.h>
            int take(void);
            static void *run(void *nothing) { take(); return nothing; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, run, NULL);
                return pthread_join(thread, NULL);
            }
            """;
    private static final String QUEUE = "#include \"limit.h\"\nint take(void) { return LIMIT; }\n";

    @TempDir
    private Path project;

    @BeforeEach
    void makeProject() throws Exception {
        write("queue.c", QUEUE);
        write("limit.h", "#define LIMIT 2\n");
        write("queue_test.c", MAIN);
        write("other.c", "int take(void) { return 0; }\n");
        write(
                "heddle.toml",
                """
                [[test]]
                name = "sources"
                program = ["queue_test.c", "queue.c"]
                [[test]]
                name = "executable"
                program = "build/queue_test"
                [[test]]
                name = "other"
                program = ["queue_test.c", "other.c"]
                arguments = ["words.txt"]
                """);
        write("words.txt", "one\n");
        write(".gitignore", "build\n");
        Files.createDirectory(project.resolve("build"));
        build();
        git("init", "-q");
        commit();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
    }

    private void build() {
        Run run = Heddle.run(
                "cc",
                "-pthread",
                "-o",
                project.resolve("build/queue_test"),
                project.resolve("queue_test.c"),
                project.resolve("queue.c"));
        assertEquals(0, run.exitCode(), run.toString());
    }

    private void git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assumeTrue(process.waitFor() == 0, () -> String.join(" ", command));
    }

    private void commit() throws Exception {
        git("add", ".");
        git("commit", "-q", "-m", "Work");
    }

    private Run check(Object... more) {
        List<Object> words = new ArrayList<>(List.of(
                "check", "--changed", "-f", project.resolve("heddle.toml"), "-o", project.resolve("build/results")));
        words.addAll(List.of(more));
        return Heddle.run(words.toArray());
    }

    private static void assertChecked(Run run, String... names) {
        assertEquals(0, run.exitCode(), run.toString());
        List<String> passed = run.out()
                .lines()
                .filter(line -> line.startsWith("PASS"))
                .map(line -> line.substring("PASS".length()).strip())
                .map(line -> line.substring(0, line.indexOf(' ')))
                .sorted()
                .toList();
        assertEquals(List.of(names), passed, run.toString());
    }

    @Test
    void withoutChanges_nothingIsChecked() {
        Run run = check();
        assertChecked(run);
        assertTrue(run.err().contains("changed since HEAD: 0 of 3 tests"), run.err());
    }

    @Test
    void changedSource_isOfTheTestsThatAreBuiltFromIt() throws Exception {
        write("queue.c", QUEUE + "int unused;\n");
        build();
        Run run = check();
        assertChecked(run, "executable", "sources");
        assertTrue(run.err().contains("  executable: queue.c has changed"), run.err());
    }

    @Test
    void headerOfMacrosAlone_countsForExecutablesByTheCompileCommands() throws Exception {
        write("limit.h", "#define LIMIT 3\n");
        build();
        Run guess = check();
        assertChecked(guess, "sources");
        assertTrue(guess.err().contains("there is no compile_commands.json"), guess.err());
        Files.writeString(
                project.resolve("build/compile_commands.json"),
                "[{\"directory\": \"%s\", \"file\": \"queue.c\", \"command\": \"cc -c queue.c\"}]".formatted(project));
        Run run = check();
        assertChecked(run, "executable", "sources");
        assertTrue(run.err().contains("  executable: limit.h has changed, which queue.c includes"), run.err());
        assertFalse(run.err().contains("there is no compile_commands.json"), run.err());
    }

    @Test
    void executableThatIsOlderThanItsSource_isRefused() throws Exception {
        write("queue.c", QUEUE + "int unused;\n");
        Files.setLastModifiedTime(
                project.resolve("queue.c"), FileTime.from(Instant.now().plusSeconds(60)));
        Run run = check();
        assertEquals(2, run.exitCode(), run.toString());
        assertTrue(run.err().contains("older than what they are built from: build/queue_test (queue.c)"), run.err());
        assertFalse(run.out().contains("PASS"), run.out());
    }

    @Test
    void fileThatAnArgumentNames_isOfItsTest() throws Exception {
        write("words.txt", "two\n");
        assertChecked(check(), "other");
    }

    @Test
    void manifest_isOfAllTests() throws Exception {
        write("heddle.toml", Files.readString(project.resolve("heddle.toml")) + "# more\n");
        assertChecked(check(), "executable", "other", "sources");
    }

    @Test
    void changesAreSinceTheCommitThatIsNamed() throws Exception {
        write("other.c", "int take(void) { return 1; }\n");
        commit();
        assertChecked(check());
        assertChecked(check("--since", "HEAD~1"), "other");
        Run run = check("--since", "nonsense");
        assertEquals(2, run.exitCode(), run.toString());
        assertTrue(run.err().contains("has no commit nonsense"), run.err());
    }
}
