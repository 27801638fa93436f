package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vector accesses written by hand touch the elements that their mask and numbers say, and no others. */
@Timeout(900)
final class VectorAccessesTest {
    private static final String PROGRAM =
            """
            #include <immintrin.h>
            #include <pthread.h>
            static int numbers[16];
            static volatile int sink;
            static void use(__m256i v) { sink = _mm256_extract_epi32(v, 0); }
            static void *other(void *unused) {
                numbers[WRITTEN] = 1;
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, other, NULL);
                __m256i odd = _mm256_setr_epi32(0, -1, 0, -1, 0, -1, 0, -1);
                __m256i twice = _mm256_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14);
                (void)odd;
                (void)twice;
                CALL;
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{1}, {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            avx2     | _mm256_maskstore_epi32(numbers, odd, odd)                     | 3  | 4
            avx2     | use(_mm256_maskload_epi32(numbers, odd))                      | 7  | 6
            avx2     | use(_mm256_i32gather_epi32(numbers, twice, 4))                | 14 | 13
            avx2     | use(_mm256_mask_i32gather_epi32(odd, numbers, twice, odd, 4)) | 6  | 4
            avx2     | use(_mm256_lddqu_si256((__m256i *)numbers))                   | 7  | 8
            avx512vl | _mm256_mask_storeu_epi32(numbers, 5, odd)                     | 2  | 1
            avx512vl | _mm256_i32scatter_epi32(numbers, twice, odd, 4)               | 12 | 11
            avx512vl | _mm256_mask_compressstoreu_epi32(numbers, 0x81, odd)          | 1  | 7
            """)
    void elements_raceWhereTheyAreTouched(String machine, String call, int raced, int leftAlone) throws Exception {
        List<String> features = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("flags"))
                .flatMap(line -> Arrays.stream(line.split(" ")))
                .toList();
        assumeTrue(features.contains(machine), "this machine has no " + machine);
        JsonNode race = check(machine, call, raced);
        assertEquals("data-race", race.at("/findings/0/kind").textValue(), race::toString);
        JsonNode clean = check(machine, call, leftAlone);
        assertEquals("clean", clean.get("verdict").textValue(), clean::toString);
        assertTrue(clean.get("complete").booleanValue(), clean::toString);
    }

    private JsonNode check(String machine, String call, int written) throws Exception {
        Path source = Files.writeString(folder.resolve("vectors.c"), PROGRAM.replace("CALL", call));
        Run run = Heddle.check(folder, "-DWRITTEN=" + written, "--cflags=-m" + machine, source);
        return run.json();
    }
}
