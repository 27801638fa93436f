package org.heddle.cli.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.heddle.cli.check.finding.BenignMarks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cache holds that it has not written, or that was damaged, is not there. */
final class ResultCacheTest {
    @TempDir
    private Path folder;

    @Test
    void damagedEntries_areNotThere() throws Exception {
        ResultCache cache = new ResultCache(folder);
        for (String odd : new String[] {"", "null", "{}", "[]", "{\"findings\": null}", "0", "x\nnull", "\n\n"}) {
            Files.writeString(folder.resolve("key.json"), odd, StandardCharsets.UTF_8);
            assertTrue(cache.find("key", new BenignMarks(folder)).isEmpty(), odd);
        }
        Random random = new Random(1);
        for (int n = 0; n < 200; n++) {
            byte[] noise = new byte[random.nextInt(100)];
            random.nextBytes(noise);
            Files.write(folder.resolve("key.json"), noise);
            assertEquals(true, cache.find("key", new BenignMarks(folder)).isEmpty());
        }
    }
}
