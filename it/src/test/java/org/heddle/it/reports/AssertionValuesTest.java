package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed assertion tells what each part of its expression held, and who wrote it last: exactly that, or nothing. */
@Timeout(900)
final class AssertionValuesTest {
    private static final Path SOURCE =
            Path.of("src/test/resources/values/values.c").toAbsolutePath();

    @TempDir
    private Path folder;

    private static String shown(JsonNode value) {
        String writer = value.get("writer").textValue();
        String held = value.get("name").textValue() + " = " + value.get("value").textValue();
        return !value.get("shared").booleanValue() ? held : held + (writer.isEmpty() ? " by nobody" : " by " + writer);
    }

    private static String shown(Run run) {
        return StreamSupport.stream(run.json().at("/findings/0/values").spliterator(), false)
                .map(AssertionValuesTest::shown)
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            0  | logged = 1 by T1 (work)
            1  | hits = 3 by T1 (work)
            2  | items[i].count = 9 by T1 (work), i = 1
            3  | head->weight = 0.25 by T1 (work), ratio = 0.1 by nobody
            4  | color = GREEN (5) by T1 (work)
            5  | done = true by T1 (work)
            6  | table[0] = 1 by nobody, table[3] = 4 by nobody
            9  | point.x = 1, point.y = 2
            10 | small[i] = 8, i = 1
            11 | two(i, logged) = 5, i = 1, logged = 4 by nobody
            14 | u = 4294967295, c = '\\n' (10)
            15 | mine_too = BLUE (-2)
            18 | name[1] = 'e' (101) by nobody
            36 | logged = 77, i = 5
            """)
    void parts_areToldInTheOrderOfTheExpression(String number, String values) throws Exception {
        assertEquals(values, shown(check("", number)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            7  | head->next = NULL by nobody
            12 | full(head) = false
            13 | local.count = 3
            16 | ok = false
            17 | d = 1.0E10
            19 | port = 65535 by nobody
            20 | level = -7 by nobody
            21 | wide = 2.5
            22 | far = -5000000000 by nobody
            23 | mine = 8 by nobody
            24 | title = NULL by nobody
            25 | v = 6 by nobody
            26 | callback = NULL by nobody
            29 | big = 18446744073709551615 by nobody
            32 | local.letter = 'x' (120), local.count = 3
            33 | argc = 2
            34 | items[table[0] - 1].kind = 0 by nobody, table[0] = 1 by nobody, i = 1
            35 | logged = 4 by nobody
            39 | logged = 4 by nobody
            40 | table[0] = 1 by nobody, table[1] = 2 by nobody
            41 | logged = 4 by nobody, hits = 0 by nobody, i = 1, ok = false
            """)
    void eachType_isShownAsCWouldWriteIt(String number, String values) throws Exception {
        assertEquals(values, shown(check("", number)));
    }

    /** A bit-field, a member of a union that the debug information takes for another, what was changed before it was compared. */
    @ParameterizedTest
    @ValueSource(strings = {"27", "28", "37"})
    void whatIsNotKnownForCertain_isLeftOut(String number) throws Exception {
        assertEquals("", shown(check("", number)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2", "10", "14", "36", "41"})
    void anOptimisedProgram_tellsTheSame(String number) throws Exception {
        assertEquals(shown(check("", number)), shown(check("-O2", number)));
    }

    private Run check(String option, String number) throws Exception {
        Object[] program = option.isEmpty()
                ? Compiled.instead(SOURCE)
                : Compiled.instead(SOURCE, Compiled.COMPILER_OPTION + option);
        Run run = Heddle.check(folder, program[0], "--", number);
        assertTrue(run.json().at("/findings/0/kind").asText().equals("assertion"), run::toString);
        Schemas.assertReport(run.json());
        return run;
    }

    @Test
    void whatChangesWhileTheAssertionLooks_isTold() throws Exception {
        Run run = Heddle.check(folder, Expectation.example("lessons/06-aget-save-log.c"));
        JsonNode first = run.json().at("/findings/0/values/0");
        assertEquals("bwritten", first.get("name").textValue());
        assertEquals("0", first.get("value").textValue());
        assertEquals("10", first.get("now").textValue());
        assertEquals("T2 (http_get)", first.get("writer").textValue());
        assertEquals(23, first.at("/written/line").intValue());
        assertTrue(run.json().at("/findings/0/values/1/now").isNull(), run::toString);
    }

    /** What an operator has led to has no name that the source knows. */
    @Test
    void inCxx_namesAreThoseOfTheSource() throws Exception {
        Path source = Files.writeString(
                folder.resolve("v.cpp"),
                """
                #include <cassert>
                #include <thread>
                #include <vector>
                enum class mode { off, on };
                static struct { int n; mode m; } box;
                int main() {
                    std::vector<int> many{1, 2};
                    std::thread([] { box.n = 2; box.m = mode::on; }).join();
                    assert(box.m == mode::off || many[0] == 2);
                }
                """);
        assertEquals("box.m = on (1) by T1", shown(Heddle.check(folder, source)));
    }

    /** Each form has the sentence. */
    @Test
    void everyForm_hasTheValues() throws Exception {
        String sentence = "logged = 1; T1 (work) wrote it last at values.c:";
        Object program = Compiled.instead(SOURCE)[0];
        Run run = Heddle.run("check", "-o", folder, program, "--", "0");
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("    " + sentence), run::toString);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> forms =
                    files.filter(file -> !file.toString().endsWith(".json")).toList();
            assertTrue(forms.size() >= 7, forms::toString);
            for (Path form : forms) {
                String text = Files.readString(form).replace("&#61;", "=");
                assertTrue(text.contains(sentence), () -> form + ": " + text);
            }
        }
        Path schedule = folder.resolve("values.assertion.1.heddle-schedule");
        Run shown = Heddle.run("show", schedule);
        assertTrue(shown.out().contains("\n    " + sentence), shown::toString);
        Run replayed = Heddle.run("replay", schedule);
        assertTrue(replayed.out().contains("    " + sentence), replayed::toString);
    }
}
