package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.cli.Main;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example project's test is explored from every build system, and by what the templates for CI run; a bug fails it. */
@Tag("thorough")
@Tag("slow")
@Timeout(900)
final class BuildSystemsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String CMAKE = "cmake -Wno-dev -B build -DHeddle_DIR="
            + ROOT.resolve("cli/src/dist/lib/cmake/Heddle") + " -DHEDDLE_EXECUTABLE=$(command -v heddle) ";

    @TempDir
    private Path folder;

    private Path project;
    private Path bin;

    @BeforeEach
    void copyProject() throws Exception {
        project = folder.resolve("project");
        try (Stream<Path> files = Files.walk(ROOT.resolve("c-examples/ci"))) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        project.resolve(
                                ROOT.resolve("c-examples/ci").relativize(file).toString()));
            }
        }
        bin = Files.createDirectories(folder.resolve("release/heddle-1/bin"));
        launcher("heddle", "\"$@\"");
        launcher("heddle-cc", "cc \"$@\"");
        launcher("heddle-c++", "c++ \"$@\"");
    }

    private void launcher(String name, String arguments) throws IOException {
        Path launcher = Files.writeString(
                bin.resolve(name),
                "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dheddle.native='%s' -cp '%s' %s %s\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("heddle.native"),
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                arguments));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-DCMAKE_C_COMPILER=heddle-cc", "-G Ninja"})
    void cmake_exploresTheTest(String options) throws Exception {
        require("cmake", "make");
        assumeTrue(!options.contains("Ninja") || isThere("ninja"), "ninja is not installed");
        String clean = run(0, CMAKE + options + " && cmake --build build && ctest --test-dir build -V");
        assertTrue(clean.contains("queue_test: proved: no bug in any interleaving"), clean);
    }

    @Test
    void cmake_failsWhereThereIsABug() throws Exception {
        require("cmake", "make");
        String bug = run(8, CMAKE + "-DCMAKE_C_FLAGS=-DHASTY && cmake --build build && ctest --test-dir build -V");
        assertTrue(bug.contains("queue_test: 1 finding"), bug);
        assertTrue(Files.isDirectory(project.resolve("build/heddle-results/queue_test-heddle")), bug);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-DCMAKE_CXX_COMPILER=heddle-c++"})
    void cmake_instrumentsCxx(String options) throws Exception {
        require("cmake", "make");
        Files.writeString(
                project.resolve("race.cc"),
                """
                #include <thread>
                static int hits;
                int main() {
                    std::thread other([] { hits++; });
                    hits++;
                    other.join();
                }
                """);
        Files.writeString(
                project.resolve("CMakeLists.txt"),
                """
                cmake_minimum_required(VERSION 3.21)
                project(race CXX)
                include(CTest)
                find_package(Threads REQUIRED)
                find_package(Heddle REQUIRED)
                add_executable(race race.cc)
                target_link_libraries(race PRIVATE Threads::Threads)
                heddle_add_test(race)
                """);
        String race = run(8, CMAKE + options + " && cmake --build build && ctest --test-dir build -V");
        assertTrue(race.contains("data race on hits"), race);
    }

    @Test
    void cmake_refusesWhatIsNoTest() throws Exception {
        require("cmake");
        Files.writeString(
                project.resolve("CMakeLists.txt"),
                Files.readString(project.resolve("CMakeLists.txt")) + "heddle_add_test(queue)\n");
        assertTrue(run(1, CMAKE).contains("heddle_add_test(queue): the target is no executable"));
    }

    @Test
    void cmake_makesATestOfEachCheckInAFile() throws Exception {
        require("cmake", "make");
        Files.copy(ROOT.resolve("c-examples/tests/ring_tests.c"), project.resolve("ring_tests.c"));
        String list =
                """
                cmake_minimum_required(VERSION 3.21)
                project(ring C)
                include(CTest)
                find_package(Threads REQUIRED)
                find_package(Heddle REQUIRED)
                add_executable(ring_tests ring_tests.c)
                target_link_libraries(ring_tests PRIVATE Threads::Threads)
                target_compile_definitions(ring_tests PRIVATE FORGETFUL)
                heddle_add_tests(ring_tests TIMEOUT 60)
                """;
        Files.writeString(project.resolve("CMakeLists.txt"), list);
        String made = run(8, CMAKE + " && cmake --build build && ctest --test-dir build");
        assertTrue(made.contains("ring_tests.two_who_put_lose_nothing ") && made.contains("67% tests passed"), made);
        assertTrue(made.contains("ring_tests.one_value_is_taken_once (Failed)"), made);
        Files.writeString(project.resolve("ring_tests.c"), "\nHEDDLE_TEST(another) {}\n", StandardOpenOption.APPEND);
        String again = run(0, "cmake --build build && ctest --test-dir build -N");
        assertTrue(again.contains("ring_tests.another"), again);
        Files.writeString(project.resolve("CMakeLists.txt"), list.replace("ring_tests.c)", "queue_test.c)"));
        assertTrue(run(1, CMAKE).contains("no source of the target has a HEDDLE_TEST"));
    }

    @Test
    void make_exploresTheTest() throws Exception {
        require("make");
        String clean = run(0, "make check");
        assertTrue(clean.contains("proved: no bug in any interleaving"), clean);
        String bug = run(2, "make -B check CFLAGS='-g -DHASTY'");
        assertTrue(bug.contains("1 finding"), bug);
    }

    @Test
    void meson_exploresTheTest() throws Exception {
        require("meson", "ninja");
        String clean = run(0, "CC='heddle cc' meson setup build && meson test -C build -v");
        assertTrue(clean.contains("proved: no bug in any interleaving"), clean);
        run(1, "CC='heddle cc' CFLAGS=-DHASTY meson setup bug && meson test -C bug");
    }

    @Test
    void autotools_exploreTheTest() throws Exception {
        require("autoreconf", "automake", "make");
        String clean = run(
                0, "cd autotools && autoreconf -i && ./configure CC='heddle cc' && make check && cat queue_test.log");
        assertTrue(clean.contains("proved: no bug in any interleaving"), clean);
    }

    @Test
    void gitHubAction_installsTestsAndReports() throws Exception {
        require("bash", "tar");
        String action = Files.readString(project.resolve(".github/actions/heddle/action.yml"));
        List<String> scripts = Pattern.compile("run: \\|\\n((?: {8}.*\\n)+)")
                .matcher(action)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(2, scripts.size(), action);
        Map<String, String> environment = new HashMap<>();
        environment.put("RELEASE", release().toString());
        environment.put("RUNNER_TEMP", folder.resolve("runner").toString());
        environment.put("GITHUB_PATH", folder.resolve("path").toString());
        environment.put("PATH", "/usr/bin:/bin");
        run(0, environment, scripts.get(0));
        environment.put("PATH", Files.readString(folder.resolve("path")).trim() + ":/usr/bin:/bin");
        environment.putAll(Map.of("MANIFEST", "heddle.toml", "BUDGET", "2m", "ARGUMENTS", ""));
        String tested = run(0, environment, scripts.get(1));
        assertTrue(tested.contains("2 tests: 2 passed"), tested);
        assertTrue(Files.exists(project.resolve("heddle-results/heddle.sarif")), tested);
        assertTrue(Files.exists(project.resolve("heddle-results/junit.xml")), tested);
    }

    @Test
    void gitLabTemplate_installsAndTests() throws Exception {
        require("bash", "tar", "curl");
        String template = Files.readString(project.resolve(".gitlab-ci.yml"));
        Matcher commands = Pattern.compile("(?m)^ {4}- (.*)$").matcher(template);
        String script = commands.results()
                .map(found -> found.group(1))
                .filter(line -> !line.startsWith("apt-get"))
                .collect(Collectors.joining("\n"));
        Map<String, String> environment = Map.of(
                "HEDDLE_RELEASE",
                release().toUri().toString(),
                "CI_PROJECT_DIR",
                project.toString(),
                "HEDDLE_MANIFEST",
                "heddle.toml",
                "HEDDLE_BUDGET",
                "2m",
                "HEDDLE_ARGUMENTS",
                "--write-baseline known",
                "PATH",
                "/usr/bin:/bin");
        String tested = run(0, environment, "set -e\n" + script);
        assertTrue(tested.contains("2 tests: 2 passed"), tested);
        assertTrue(Files.exists(project.resolve("known")), tested);
    }

    /** A tarball in the shape of a release. */
    private Path release() throws Exception {
        Path tarball = folder.resolve("heddle.tar.gz");
        run(0, "tar -czf '" + tarball + "' -C '" + folder.resolve("release") + "' heddle-1");
        return tarball;
    }

    private static void require(String... tools) throws Exception {
        for (String tool : tools) {
            assumeTrue(isThere(tool), tool + " is not installed");
        }
    }

    private static boolean isThere(String tool) throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v " + tool + " >/dev/null")
                        .start()
                        .waitFor()
                == 0;
    }

    private String run(int code, String script) throws Exception {
        return run(code, Map.of("PATH", bin + ":" + System.getenv("PATH")), script);
    }

    private String run(int code, Map<String, String> environment, String script) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), script);
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(output);
        assertEquals(code, process.exitValue(), script + "\n" + printed);
        return printed;
    }
}
