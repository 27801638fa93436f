package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with OpenMP: what each construct orders, and no more; the run time alone, and under the checker. */
@Timeout(900)
final class OpenMpTest {
    private static final Path CONSTRUCTS = Path.of("src/test/resources/openmp/constructs.c");

    @TempDir
    private Path folder;

    private Path built() throws IOException {
        Path program = folder.resolve("constructs");
        Run run = Heddle.run("cc", "-g", "-O1", "-fopenmp", CONSTRUCTS.toAbsolutePath(), "-o", program);
        assertEquals(0, run.exitCode(), run.err());
        return program;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void constructs_doAsTheyShould_withoutTheChecker(int threads) throws Exception {
        Path program = built();
        for (int i = 0; i < 20; i++) {
            ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectErrorStream(true);
            builder.environment().put("OMP_NUM_THREADS", Integer.toString(threads));
            Process process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("as it should be\n", out);
            assertEquals(0, process.waitFor());
        }
    }

    /** Loops, the ordered construct, single and its like, nested regions, locks, tasks, teams. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void constructs_raiseNoAlarm(int part) throws Exception {
        Run run = Heddle.run("check", "--format", "json", "-i", 150, built(), "--", part);
        JsonNode report = run.json();
        assertEquals(0, report.get("findings").size(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 1, report.toString());
    }

    @Test
    void sizeThatNobodySays_isPartOfTheClaim() throws Exception {
        String claim = "in which OpenMP teams have two threads";
        assertTrue(check("#pragma omp parallel").contains(claim));
        assertFalse(check("#pragma omp parallel num_threads(2)").contains(claim));
    }

    private String check(String directive) throws IOException {
        Path program = Files.writeString(
                folder.resolve("size.c"),
                """
                #include <stdatomic.h>
                int main(void) {
                    atomic_int count = 0;
                %s
                    count++;
                    return count != 2;
                }
                """
                        .formatted(directive));
        Run run = Heddle.run("check", "--cflags=-fopenmp", program);
        assertEquals(0, run.exitCode(), run.toString());
        return run.out();
    }

    @Test
    void orderOfTasksThatIsLeftOpen_isPartOfTheClaim() throws Exception {
        Path program = Files.writeString(
                folder.resolve("tasks.c"),
                """
                int main(void) {
                    int a = 0, b = 0;
                #pragma omp parallel num_threads(2)
                #pragma omp single
                    {
                #pragma omp task shared(a)
                        a = 1;
                #pragma omp task shared(b)
                        b = 1;
                    }
                    return a + b != 2;
                }
                """);
        Run run = Heddle.run("check", "--cflags=-fopenmp", program);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(
                run.out()
                        .replaceAll("\\s+", " ")
                        .contains("proved: no bug in any interleaving in which OpenMP tasks begin in"),
                run.out());
    }

    /** Without the option the directives mean nothing, and the compiler says so. */
    @Test
    void directivesThatAreNotCompiled_areWarnedOf() throws Exception {
        Path program = Files.writeString(
                folder.resolve("plain.c"), "int main(void) {\n#pragma omp parallel\n    { }\n    return 0;\n}\n");
        Run run = HeddleProcess.run(folder, "check", program);
        assertTrue(run.err().contains("-Wsource-uses-openmp"), run.toString());
    }
}
