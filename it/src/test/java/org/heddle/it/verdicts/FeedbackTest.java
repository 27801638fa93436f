package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bugs that one order among many threads decides: hardly any draw comes to it, and one that is required to does. */
@Timeout(900)
final class FeedbackTest {
    private static final int FEW = 64;

    @TempDir
    private Path folder;

    private Path source;

    /** One thread has to look before each of many others has come to its second store, and after one has come to its first. */
    @BeforeEach
    void write() throws IOException {
        source = Files.writeString(
                folder.resolve("between.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <stddef.h>
                #define N 40
                static atomic_int first, second;
                static void *set(void *unused) {
                    first = 1;
                    second = -1;
                    return unused;
                }
                static void *look(void *unused) {
                    int one = first;
                    int other = second;
                    assert((one == 0 && other == 0) || (one == 1 && other == -1));
                    return unused;
                }
                int main(void) {
                    pthread_t threads[N];
                    for (int i = 0; i < N; i++) {
                        pthread_create(&threads[i], NULL, i < N - 1 ? set : look, NULL);
                    }
                    for (int i = 0; i < N; i++) {
                        pthread_join(threads[i], NULL);
                    }
                    return 0;
                }
                """);
    }

    private JsonNode check(Object... options) {
        List<Object> words = new ArrayList<>(List.of(options));
        words.add(source);
        return Heddle.check(folder, words.toArray()).json();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatOneRequirementDecides_isFoundWithinFewExecutions(int seed) {
        JsonNode report = check("--strategy", "feedback", "--seed", seed, "-i", FEW);
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report::toString);
    }

    /** It is the requirement that does it: priorities of operations alone do not come to it in ten times as many. */
    @Test
    void withoutRequirements_itIsNot() {
        JsonNode report = check("--strategy", "pos", "--seed", 1, "-i", 10 * FEW);
        assertEquals(0, report.get("findings").size(), report::toString);
    }

    @Test
    void theDefaultCourse_findsItAsWell() {
        JsonNode report = check("-j", 1, "-i", 10 * FEW);
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report::toString);
        assertTrue(report.at("/executions/total").longValue() < 2 * FEW, report::toString);
    }
}
