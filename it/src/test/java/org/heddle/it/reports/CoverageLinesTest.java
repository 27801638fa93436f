package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines that no execution runs, and threads that none delays: a comment marks them in the source. */
@Timeout(900)
final class CoverageLinesTest {
    /** A branch that takes the second thread coming first, and a way out that nothing takes. */
    private static final String ORDER =
            """
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            static int filled;
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            void unused(void) {
                puts("nobody calls this"); // never
            } // never
            static void *fill(void *argument) {
                pthread_mutex_lock(&lock);
                filled = 1;
                pthread_mutex_unlock(&lock);
                return argument;
            }
            static void *take(void *argument) {
                int early = 0;
                pthread_mutex_lock(&lock);
                if (!filled) {
                    early = 1; // late
                } // late
                pthread_mutex_unlock(&lock);
                if (early) {
                    filled++; // late
                } // late
                return argument;
            }
            int main(void) {
                pthread_t threads[2];
                if (pthread_create(&threads[0], NULL, fill, NULL)) {
                    perror("pthread_create"); // never
                    exit(1); // never
                }
                pthread_create(&threads[1], NULL, take, NULL);
                pthread_join(threads[0], NULL);
                pthread_join(threads[1], NULL);
                return filled ? 0 : 1;
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void firstExecution_leavesTheOtherOrder_andAllLeaveWhatNoOrderRuns() throws Exception {
        Path source = source("order.c", ORDER);
        Run first = Heddle.check(folder, "--coverage", "-i", 1, source);
        Schemas.assertReport(first.json());
        assertEquals(marked(ORDER, "never", "late"), never(first.json()));
        assertEquals("fill", first.json().at("/coverage/delays/never/0/name").textValue());
        Run all = Heddle.check(folder, "--coverage", source);
        assertTrue(all.json().get("complete").booleanValue(), all.toString());
        assertEquals(marked(ORDER, "never"), never(all.json()));
        assertEquals(0, all.json().at("/coverage/delays/never").size());
    }

    @Test
    void forksAndSeveralWorkers_tellTheSame() throws Exception {
        Path source = source("order.c", ORDER);
        for (String[] options : new String[][] {{"--restart", "fork"}, {"--restart", "process"}, {"-j", "2"}}) {
            List<Object> words = new ArrayList<>(Arrays.asList((Object[]) options));
            words.addAll(List.of("--coverage", source));
            JsonNode report = Heddle.check(folder, words.toArray()).json();
            assertEquals(marked(ORDER, "never"), never(report), List.of(options).toString());
        }
    }

    @Test
    void textAndPage_nameWhatIsLeft() throws Exception {
        Path source = source("order.c", ORDER);
        Run run = Heddle.run("check", "--coverage", "-i", 1, "-o", folder, "--format", "text", source);
        String text = run.out().replaceAll("\\s+", " ");
        assertTrue(text.contains("never run: order.c: 7-8, 19-20, 23-24, 30-31 "), run.out());
        assertTrue(text.contains("never delayed: T1 (fill), which order.c:29 creates"), run.out());
        String page = Heddle.run("check", "--coverage", "-i", 1, "-o", folder, "--format", "html", source)
                .out();
        assertTrue(page.contains("<li>never run: order.c: 7-8, 19-20, 23-24, 30-31</li>"), page);
        assertTrue(page.contains("<li>never delayed: T1 (fill), which order.c:29 creates</li>"), page);
    }

    @Test
    void lineBehindACallThatDoesNotReturn_hasNotRun() throws Exception {
        String text =
                """
                #include <pthread.h>
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static int done;
                int main(void) {
                    pthread_mutex_lock(&lock);
                    pthread_mutex_lock(&lock);
                    done = 1; // never
                    return done; // never
                }
                """;
        Run run = Heddle.check(folder, "--coverage", source("self.c", text));
        assertEquals(1, run.exitCode(), run.toString());
        assertEquals(marked(text, "never"), never(run.json()));
    }

    @Test
    void whatCrashes_hasToldWhatRanBefore() throws Exception {
        String text =
                """
                #include <stdlib.h>
                static int done;
                int main(int count, char **words) {
                    for (int i = 0; i < 3; i++) {
                        done++;
                    }
                    if (count == 1) {
                        abort();
                    }
                    return words == NULL; // never
                }
                """;
        Run run = Heddle.check(folder, "--coverage", source("crash.c", text));
        assertEquals(1, run.exitCode(), run.toString());
        assertFalse(never(run.json()).contains(5), run.toString());
        assertTrue(never(run.json()).contains(10), run.toString());
    }

    @Test
    void executables_tellIfTheyWereBuiltToTell_andFunctionsThatTheLinkerDropsDoNotCount() throws Exception {
        Path source = source("order.c", ORDER);
        Path plain = folder.resolve("plain");
        build("-g", "-pthread", source, "-o", plain);
        Run unknown = Heddle.run("check", "--coverage", "-o", folder, "--format", "text", plain);
        assertTrue(unknown.out().replaceAll("\\s+", " ").contains("built without -fheddle-coverage"), unknown.out());
        assertTrue(Heddle.check(folder, "--coverage", plain)
                .json()
                .at("/coverage/lines")
                .isNull());
        for (String linker : new String[] {"-fuse-ld=bfd", "-fuse-ld=lld"}) {
            Path built = folder.resolve("built");
            build(
                    "-g",
                    "-O2",
                    "-fheddle-coverage",
                    "-ffunction-sections",
                    "-Wl,--gc-sections",
                    linker,
                    "-pthread",
                    source,
                    "-o",
                    built);
            Set<Integer> never = marked(ORDER, "never");
            never.removeAll(Set.of(7, 8));
            assertEquals(never, never(Heddle.check(folder, "--coverage", built).json()), linker);
        }
    }

    @Test
    void sharedLibraries_tellAsWell() throws Exception {
        Path library = folder.resolve("libpart.so");
        String part =
                "int twice(int n) {\n    if (n > 100) {\n        return 0; // never\n    }\n    return 2 * n;\n}\n";
        build("-g", "-fheddle-coverage", "-fPIC", "-shared", source("part.c", part), "-o", library);
        Path program = folder.resolve("program");
        String text = "int twice(int);\nint main(void) {\n    return twice(0);\n}\n";
        build("-g", "-fheddle-coverage", source("main.c", text), library, "-Wl,-rpath," + folder, "-o", program);
        JsonNode report = Heddle.check(folder, "--coverage", program).json();
        assertEquals(marked(part, "never"), never(report));
        assertEquals(
                "part.c",
                Path.of(report.at("/coverage/lines/never/0/file").textValue())
                        .getFileName()
                        .toString());
    }

    @Test
    void verdictAndCount_areTheSameWithNotes() throws Exception {
        for (String name : new String[] {"03-lost-wakeup.c", "07-indexer.c", "19-back-off.c"}) {
            JsonNode plain = Heddle.check(folder, "--keep-going", Expectation.example(name))
                    .json();
            JsonNode noting = Heddle.check(folder, "--keep-going", "--coverage", Expectation.example(name))
                    .json();
            assertEquals(plain.at("/executions/total"), noting.at("/executions/total"), name);
            assertEquals(plain.get("claim"), noting.get("claim"), name);
        }
    }

    @Test
    void finding_isReplayedWithoutCoverage() throws Exception {
        Run run = Heddle.check(folder, "--coverage", Expectation.example("01-database-deadlock.c"));
        String schedule = run.json().at("/findings/0/schedule").textValue();
        Run replay = Heddle.run("replay", schedule);
        assertEquals(1, replay.exitCode(), replay.toString());
    }

    @Test
    void cxx_tellsItsOwnLines_notThoseOfItsLibrary() throws Exception {
        String text =
                """
                #include <mutex>
                #include <thread>
                #include <vector>
                static std::mutex lock;
                static std::vector<int> all;
                template <class T> static T greater(T one, T other) {
                    if (one > other) {
                        return one; // never
                    }
                    return other;
                }
                static void add(int number) {
                    std::lock_guard<std::mutex> guard(lock);
                    all.push_back(number);
                }
                int main() {
                    std::thread first(add, 1);
                    std::thread second(add, 2);
                    first.join();
                    second.join();
                    return greater(1, (int)all.size()) == 2 ? 0 : 1;
                }
                """;
        JsonNode report = Heddle.check(folder, "--coverage", "-i", 1, source("adds.cpp", text))
                .json();
        assertEquals(marked(text, "never"), never(report));
        assertEquals("", report.at("/coverage/delays/never/0/createdAt/file").textValue());
    }

    private Path source(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private static void build(Object... words) {
        List<Object> all = new ArrayList<>(List.of("cc"));
        all.addAll(Arrays.asList(words));
        Run run = Heddle.run(all.toArray());
        assertEquals(0, run.exitCode(), run.toString());
    }

    private static Set<Integer> marked(String text, String... marks) {
        Set<Integer> lines = new TreeSet<>();
        List<String> all = text.lines().toList();
        for (int line = 1; line <= all.size(); line++) {
            for (String mark : marks) {
                if (all.get(line - 1).endsWith("// " + mark)) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    /** The lines of the only file that has some. */
    private static Set<Integer> never(JsonNode report) {
        Set<Integer> lines = new TreeSet<>();
        JsonNode files = report.at("/coverage/lines/never");
        assertTrue(files.size() <= 1, files.toString());
        for (JsonNode range : files.at("/0/ranges")) {
            for (int line = range.get("first").intValue();
                    line <= range.get("last").intValue();
                    line++) {
                lines.add(line);
            }
        }
        return lines;
    }
}
