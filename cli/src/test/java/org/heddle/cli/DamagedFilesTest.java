package org.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.Suppressions;
import org.heddle.cli.suite.Baseline;
import org.heddle.cli.suite.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are damaged, by thousands of small changes, are read or refused in one line: never a fault of Heddle.
 */
final class DamagedFilesTest {
    private static final int FEW = 150;
    private static final int MANY = 5_000;

    private static final String SCHEDULE =
            """
            heddle-schedule 1
            finding data-race a6010bc99f5cdb1f
            cause "write-write"
            message "data race on x: \\"T1\\" writes it at base.c:3"
            directory "."
            source "base.c"
            compile-before "-g"
            compile-after "-pthread"
            argument "--fast"
            sha256 7354e732d9664896e62c55c354a7ee3076b196dea20fafc8f8e29e16ac384302
            points AUTO
            visible 0x10020 4
            timeouts ANY
            spurious 2
            pedantic yes
            step 0 - THREAD_CREATE 0x1 # 0 | main | create T1 | base.c:4
            step 1 - THREAD_START 0x1 # 1 | T1 | start | base.c:4
            step 1 3 CHOOSE 0x0 # 2 | T1 | choose of 4 | base.c:5
            step 1 - THREAD_EXIT 0x1
            step 0 - PROCESS_EXIT 0x0 # 4 | main | exit process | base.c:6
            end
            """;
    private static final String MANIFEST =
            """
            [defaults]
            timeout = "10s"
            bound = "none"

            [[test]]
            name = "queue"
            program = ["queue.c", "list.c"]
            arguments = ["--fast", "3"]
            expect = "clean"
            D = ["FAST=1"]

            [[test]]
            program = "stack"
            expect = "deadlock"
            spurious = 2
            keep-going = true
            """;
    private static final String SUPPRESSIONS =
            """
            # of the library
            race:libqueue.so
            race_top:^queue_*push$
            deadlock:lock
            called_from_lib:libz.so*
            """;
    private static final String BASELINE =
            """
            # known
            a6010bc99f5cdb1f data race on x in a.c
            0123456789abcdef deadlock in b.c
            """;

    @TempDir
    private Path folder;

    private interface Reader {
        void read(Path file) throws UserError;
    }

    @Test
    void schedules_areShownOrRefused() throws Exception {
        damageSchedules(0, FEW);
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void manyMore_areReadOrRefused() throws Exception {
        damageSchedules(FEW, MANY);
        damage("heddle.toml", MANIFEST, Manifest::read, FEW, MANY);
        damage("suppressions", SUPPRESSIONS, Suppressions::read, FEW, MANY);
        damage("baseline", BASELINE, Baseline::read, FEW, MANY);
    }

    private void damageSchedules(int from, int to) throws Exception {
        int shown = 0;
        Path file = folder.resolve("a.heddle-schedule");
        for (int seed = from; seed < to; seed++) {
            Files.write(file, Mutations.of(SCHEDULE.getBytes(StandardCharsets.UTF_8), seed));
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int exitCode = Main.run(new String[] {"show", file.toString()}, new PrintWriter(out), new PrintWriter(err));
            assertTrue(Set.of(0, 2).contains(exitCode), "seed " + seed + ": " + err);
            assertFalse((out.toString() + err).contains("\u001b"), "seed " + seed + " reaches the terminal");
            shown += exitCode == 0 ? 1 : 0;
        }
        assertTrue(shown > (to - from) / 20 && shown < to - from, shown + " were shown");
    }

    @Test
    void manifests_areReadOrRefused() throws Exception {
        damage("heddle.toml", MANIFEST, Manifest::read, 0, FEW);
    }

    @Test
    void suppressions_areReadOrRefused() throws Exception {
        damage("suppressions", SUPPRESSIONS, Suppressions::read, 0, FEW);
    }

    @Test
    void baselines_areReadOrRefused() throws Exception {
        damage("baseline", BASELINE, Baseline::read, 0, FEW);
    }

    private void damage(String name, String whole, Reader reader, int from, int to) throws Exception {
        int read = 0;
        Path file = Files.writeString(folder.resolve(name), whole);
        reader.read(file);
        for (int seed = from; seed < to; seed++) {
            Files.write(file, Mutations.of(whole.getBytes(StandardCharsets.UTF_8), seed));
            try {
                reader.read(file);
                read++;
            } catch (UserError refused) {
                assertTrue(refused.exitCode() == ExitCodes.USAGE, "seed " + seed);
            } catch (RuntimeException fault) {
                throw new AssertionError(
                        "seed " + seed + ": " + Files.readString(file, StandardCharsets.ISO_8859_1), fault);
            }
        }
        assertTrue(read > 0, "nothing was read");
    }
}
