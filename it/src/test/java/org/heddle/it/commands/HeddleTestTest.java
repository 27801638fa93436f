package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each {@code HEDDLE_TEST} of a file is a check of its own, for {@code heddle check}, {@code heddle test}, and on its own. */
@Timeout(900)
final class HeddleTestTest {
    private static final List<String> TESTS =
            List.of("what_is_put_is_taken_in_its_order", "two_who_put_lose_nothing", "one_value_is_taken_once");

    @TempDir
    private Path folder;

    private Path source;

    @BeforeEach
    void copyExample() throws Exception {
        source = Files.copy(Expectation.example("tests/ring_tests.c"), folder.resolve("ring_tests.c"));
    }

    @Test
    void eachTest_isProved() {
        Run run = Heddle.run("check", "--require-complete", "-o", folder.resolve("out"), source);
        assertEquals(0, run.exitCode(), run.toString());
        for (String test : TESTS) {
            assertTrue(run.out().contains("PASS  ring_tests.c:" + test + "  proved"), run.out());
        }
        assertTrue(run.out().contains("3 tests: 3 passed, 0 failed"), run.out());
    }

    /** One fails; its schedule has its name, and runs it again. */
    @Test
    void testThatFails_isReported_andTheOthersPass() {
        Path out = folder.resolve("out");
        Run run = Heddle.run("check", "-DFORGETFUL", "-o", out, source);
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("PASS  ring_tests.c:" + TESTS.get(0)), run.out());
        assertTrue(run.out().contains("PASS  ring_tests.c:" + TESTS.get(1)), run.out());
        assertTrue(run.out().contains("FAIL  ring_tests.c:" + TESTS.get(2)), run.out());
        Path schedule = out.resolve("ring_tests." + TESTS.get(2) + ".assertion.1.heddle-schedule");
        assertTrue(Files.exists(schedule), run.out());
        assertEquals(1, Heddle.run("replay", schedule).exitCode());
    }

    @Test
    void oneTest_isCheckedByItsName_withAReportAsOfAnyProgram() {
        Run run = Heddle.check(folder, "-DFORGETFUL", source, "--", TESTS.get(1));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.json().path("complete").asBoolean(), run.out());
        Run other = Heddle.check(folder, "-DFORGETFUL", source, "--", TESTS.get(2));
        assertEquals(
                "assertion", other.json().path("findings").path(0).path("kind").asText(), other.out());
    }

    /** Not taken for a test that passes. */
    @Test
    void nameThatIsNoTest_isTold() {
        Run run = Heddle.check(folder, source, "--", "no_such_test");
        assertFalse(run.json().path("complete").asBoolean() && run.exitCode() == 0, run.out());
        assertTrue(run.out().contains("there is no test no_such_test"), run.toString());
    }

    @Test
    void junit_andJson_haveEachTest() throws Exception {
        Path file = folder.resolve("tests.xml");
        Run run = Heddle.run("check", "-DFORGETFUL", "--format", "json", "-o", file, source);
        assertEquals(1, run.exitCode(), run.toString());
        assertEquals(3, run.json().path("tests").size(), run.out());
        String junit = Files.readString(file);
        for (String test : TESTS) {
            assertTrue(junit.contains("name=\"ring_tests.c:" + test + "\""), junit);
        }
        assertTrue(junit.contains("failures=\"1\""), junit);
        Heddle.run("check", "--format", "html", source).assertRefused(2, "no report on several in the form html");
        Heddle.run("check", "--save-frontier", folder.resolve("saved"), source).assertRefused(2, "are for one check");
    }

    @Test
    void manifest_andInit_haveEachTest() throws Exception {
        assertEquals(0, Heddle.run("init", folder).exitCode());
        Path manifest = folder.resolve("heddle.toml");
        Run run = Heddle.run("test", "-f", manifest, "-o", folder.resolve("out"));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("3 tests: 3 passed, 0 failed"), run.out());
        Run one = Heddle.run("test", "-f", manifest, "-o", folder.resolve("out"), "ring_tests.c:" + TESTS.get(0));
        assertTrue(one.out().contains("1 test: 1 passed"), one.toString());
    }

    @Test
    void firstTests_areWritten_andPass_andNothingIsWrittenOver() throws Exception {
        Path project = Files.createDirectory(folder.resolve("project"));
        Run written = Heddle.run("init", "--tests", project);
        assertEquals(0, written.exitCode(), written.toString());
        Run run = Heddle.run("test", "-f", project.resolve("heddle.toml"), "-o", folder.resolve("out"));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("PASS  heddle_tests.c:two_threads_count  proved"), run.out());
        assertTrue(run.out().contains("2 tests: 2 passed"), run.out());
        Heddle.run("init", "--tests", project).assertRefused(2, "heddle_tests.c is there already");
        Files.delete(project.resolve("heddle_tests.c"));
        String manifest = Files.readString(project.resolve("heddle.toml"));
        Run again = Heddle.run("init", "--tests", project);
        assertTrue(again.out().contains("heddle.toml is there already: add [[test]]"), again.toString());
        assertEquals(manifest, Files.readString(project.resolve("heddle.toml")));
    }

    /** In C and in C++, built by heddle cc, with all tests one after the other, or one. */
    @Test
    void programOnItsOwn_runsItsTests() throws Exception {
        Path cxx = Files.writeString(
                folder.resolve("more.cpp"),
                """
                #include <heddle_test.h>
                #include <thread>
                HEDDLE_TEST(thread_is_joined) {
                    int value = 0;
                    std::thread other([&] { value = 1; });
                    other.join();
                    heddle_assert(value == 1);
                }
                """);
        for (Path one : List.of(source, cxx)) {
            Path program = folder.resolve("program");
            Run built = Heddle.run(one == cxx ? "c++" : "cc", "-Wall", "-Werror", "-g", "-pthread", "-o", program, one);
            assertEquals(0, built.exitCode(), built.toString());
            assertEquals(0, new ProcessBuilder(program.toString()).start().waitFor());
            assertEquals(
                    2, new ProcessBuilder(program.toString(), "none").start().waitFor());
            Process list = new ProcessBuilder(program.toString(), "--list").start();
            String names = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    one == cxx ? List.of("thread_is_joined") : TESTS,
                    names.lines().toList());
        }
        Run run = Heddle.run("check", "-o", folder.resolve("out"), cxx);
        assertTrue(run.out().contains("PASS  more.cpp:thread_is_joined  proved"), run.toString());
    }
}
