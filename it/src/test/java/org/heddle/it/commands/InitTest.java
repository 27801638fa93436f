package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle init} finds the tests that the build system knows, and {@code heddle test} can run what it wrote. */
@Timeout(900)
final class InitTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            static void *run(void *nothing) { return nothing; }
            int main(int count, char **words) {
                pthread_t thread;
                pthread_create(&thread, NULL, run, NULL);
                pthread_join(thread, NULL);
                return count > 2 || (count == 2 && words[1][0] != '7');
            }
            """;

    @TempDir
    private Path project;

    @BeforeEach
    void writeSource() throws IOException {
        Files.writeString(project.resolve("queue.c"), PROGRAM);
    }

    private static int exitCode(Path folder, String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(process.waitFor(50, TimeUnit.SECONDS), String.join(" ", command));
        return process.exitValue();
    }

    private static void require(String tool) throws Exception {
        assumeTrue(exitCode(Path.of("/"), "sh", "-c", "command -v " + tool) == 0, "this machine has no " + tool);
    }

    private void build(Path program) {
        Run run = Heddle.run("cc", "-g", "-pthread", "-o", program, project.resolve("queue.c"));
        assertEquals(0, run.exitCode(), run.toString());
    }

    private List<String> tests() throws IOException {
        return Files.readAllLines(project.resolve("heddle.toml")).stream()
                .dropWhile(line -> !line.equals("[[test]]"))
                .toList();
    }

    private void assertTestPasses() {
        Run run = Heddle.run("test", "-f", project.resolve("heddle.toml"), "-o", project.resolve("results"));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("1 passed, 0 failed"), run.out());
    }

    @Test
    void sources_areTestsWhereNoBuildSystemTellsOfAny() throws Exception {
        Files.writeString(project.resolve("library.c"), "#include <pthread.h>\nint unused;\n");
        Run run = Heddle.run("init", project);
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals(List.of("[[test]]", "name = \"queue.c\"", "program = \"queue.c\""), tests());
        assertTestPasses();
    }

    @Test
    void sourcesOfOneProgram_areFoundByTheHeadersBetweenThem() throws Exception {
        Path folder = Files.createDirectories(project.resolve("several"));
        Path example = Expectation.example("ci/queue_test.c").getParent();
        for (String file : List.of("queue_test.c", "queue.c", "queue.h", "Makefile")) {
            Files.copy(example.resolve(file), folder.resolve(file));
        }
        Run run = Heddle.run("init", folder);
        assertEquals(0, run.exitCode(), run.toString());
        String manifest = Files.readString(folder.resolve("heddle.toml"));
        assertTrue(manifest.contains("program = [\"queue_test.c\", \"queue.c\"]"), manifest);
        Run test = Heddle.run("test", "-f", folder.resolve("heddle.toml"), "-o", project.resolve("results"));
        assertTrue(test.out().contains("1 passed, 0 failed"), test.toString());
    }

    @Test
    void ctest_namesTestsWithTheirArguments_andWhatIsNoExecutableIsLeftOut() throws Exception {
        require("ctest");
        Files.writeString(
                project.resolve("CMakeLists.txt"),
                """
                cmake_minimum_required(VERSION 3.13)
                project(queue C)
                enable_testing()
                add_executable(queue queue.c)
                target_link_libraries(queue pthread)
                add_test(NAME seven COMMAND queue 7)
                add_test(NAME system COMMAND sh -c true)
                add_test(NAME page COMMAND ${CMAKE_SOURCE_DIR}/CMakeLists.txt)
                """);
        assertEquals(0, exitCode(project, "cmake", "-B", "build"));
        assertEquals(0, exitCode(project, "cmake", "--build", "build"));
        Run run = Heddle.run("init", project);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("1 test, by CTest in build"), run.out());
        assertTrue(run.out().contains("left out: system runs "), run.out());
        assertTrue(run.out().contains("left out: page runs " + project.resolve("CMakeLists.txt")), run.out());
        assertEquals(
                List.of("[[test]]", "name = \"seven\"", "program = \"build/queue\"", "arguments = [\"7\"]"), tests());
    }

    @Test
    void meson_namesTestsInItsDescription() throws Exception {
        Path build =
                Files.createDirectories(project.resolve("build/meson-info")).getParent();
        build(build.resolve("queue"));
        Files.writeString(
                build.resolve("meson-info/intro-tests.json"),
                "[{\"name\": \"a \\\"quoted\\\" test\", \"cmd\": [\"" + build.resolve("queue")
                        + "\"]}, {\"name\": \"unbuilt\", \"cmd\": [\"" + build.resolve("gone") + "\"]}]");
        Run run = Heddle.run("init", project);
        assertTrue(run.out().contains("left out: unbuilt runs"), run.toString());
        assertEquals(List.of("[[test]]", "name = \"a \\\"quoted\\\" test\"", "program = \"build/queue\""), tests());
        assertTestPasses();
    }

    @Test
    void makeCheck_namesItsPrograms() throws Exception {
        require("make");
        build(project.resolve("queue"));
        Files.writeString(project.resolve("Makefile"), "PROGRAMS = queue\nTESTS = $(PROGRAMS) run.sh\nall:\n");
        Files.writeString(project.resolve("run.sh"), "#!/bin/sh\n");
        Run run = Heddle.run("init", project);
        assertTrue(run.out().contains("1 test, by make check"), run.toString());
        assertTrue(run.out().contains("left out: run.sh runs run.sh, which is no executable"), run.out());
        assertTestPasses();
    }

    @Test
    void makefileWrittenByHand_tellsTheCommandsOfItsCheck() throws Exception {
        require("make");
        build(project.resolve("queue"));
        Files.writeString(
                project.resolve("Makefile"),
                "check: queue\n\t@echo begins\n\t@./queue 7\n\tfor i in 1 2; do ./queue $$i; done\n");
        Run run = Heddle.run("init", project);
        assertTrue(run.out().contains("1 test, by make check"), run.toString());
        assertTrue(tests().contains("arguments = [\"7\"]"), tests().toString());
        assertTestPasses();
    }

    @Test
    void makefileWhoseProgramsAreNotBuilt_leavesItToTheSources() throws Exception {
        require("make");
        Files.writeString(project.resolve("Makefile"), "check: queue\n\t./queue 7\n");
        Run run = Heddle.run("init", project);
        assertTrue(run.out().contains("1 test, by sources"), run.toString());
    }

    @Test
    void compileCommands_giveTheOptionsOfSources_andFindThemByHeadersInOtherFolders() throws Exception {
        Files.delete(project.resolve("queue.c"));
        Path tests = Files.createDirectories(project.resolve("tests"));
        Path include = Files.createDirectories(project.resolve("include"));
        Path sources = Files.createDirectories(project.resolve("src"));
        Path build = Files.createDirectories(project.resolve("build"));
        Files.writeString(include.resolve("size.h"), "int size(void);\n");
        Files.writeString(sources.resolve("size.c"), "#include <size.h>\nint size(void) { return SIZE + EXTRA; }\n");
        Files.writeString(
                tests.resolve("size test.c"),
                "#include <size.h>\n#include <pthread.h>\nint main(void) { return size() != 8 || !sizeof(pthread_t); }\n");
        Files.writeString(tests.resolve("other.c"), "int main(void) { return 0; }\n");
        Files.writeString(sources.resolve("extra.h"), "#define EXTRA 1\n");
        String entry = "{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"cc %s -O2 -Wall -o x.o -c '%s'\"}";
        Files.writeString(
                build.resolve("compile_commands.json"),
                "["
                        + String.join(
                                ",",
                                entry.formatted(
                                        build, "../src/size.c", "-I ../include -DSIZE=7 -include ../src/extra.h", "x"),
                                entry.formatted(build, "../tests/size test.c", "-I../include -std=gnu17 -fPIC", "x"),
                                entry.formatted(build, "../tests/other.c", "", "x"),
                                entry.formatted(build, "../gone.c", "", "x"))
                        + "]");
        Run run = Heddle.run("init", project);
        assertTrue(run.out().contains("1 test, by compile_commands.json"), run.toString());
        assertEquals(
                List.of(
                        "[[test]]",
                        "name = \"tests/size test.c\"",
                        "program = [\"tests/size test.c\", \"src/size.c\"]",
                        "D = [\"SIZE=7\"]",
                        "I = [\"include\"]",
                        "cflags = \"-std=gnu17 -includesrc/extra.h\""),
                tests());
        assertTestPasses();
    }

    @Test
    void manifestThatIsThere_isNotOverwritten() throws Exception {
        Path manifest = Files.writeString(project.resolve("heddle.toml"), "# mine\n");
        Heddle.run("init", project).assertRefused(2, manifest + " is there already");
        assertEquals("# mine\n", Files.readString(manifest));
    }

    @Test
    void projectWithoutTests_isRefused() throws Exception {
        Files.delete(project.resolve("queue.c"));
        Heddle.run("init", project).assertRefused(2, "no tests were found in " + project);
        Heddle.run("init", project.resolve("none")).assertRefused(2, "there is no folder");
    }
}
