package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedule files that cannot be used are refused with the line that is wrong; a changed program diverges, with exit code 4. */
@Timeout(900)
final class BadScheduleTest {
    @TempDir
    private Path folder;

    private Path source;
    private Path schedule;

    @BeforeEach
    void findSomething() throws Exception {
        source = Files.copy(Expectation.example("01-database-deadlock.c"), folder.resolve("database.c"));
        Heddle.check(folder, source);
        schedule = folder.resolve("database.deadlock.1.heddle-schedule");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "show"})
    void missingSchedule_isNamed(String command) {
        Heddle.run(command, "none.heddle-schedule")
                .assertRefused(2, "there is no schedule none.heddle-schedule", "check its path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "show"})
    void emptySchedule_isRefused(String command) throws Exception {
        Heddle.run(command, Files.writeString(schedule, "")).assertRefused(2, "is not a schedule");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "show"})
    void directory_isRefused(String command) {
        Heddle.run(command, folder).assertRefused(2, folder.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10})
    void scheduleWithoutItsLastLines_isCutOff(int lines) throws Exception {
        String text = Files.readString(schedule);
        for (int i = 0; i < lines; i++) {
            text = text.substring(0, text.lastIndexOf('\n', text.length() - 2) + 1);
        }
        Heddle.run("replay", Files.writeString(schedule, text)).assertRefused(2, "cut off");
    }

    @Test
    void scheduleCutOffAnywhere_isRefusedInOneLine() throws Exception {
        String text = Files.readString(schedule);
        for (int length = 0; length < text.length() - 1; length += 7) {
            Heddle.run("show", Files.writeString(schedule, text.substring(0, length)))
                    .assertRefused(2, schedule.toString());
        }
    }

    @Test
    void binaryFile_isNotASchedule() throws Exception {
        Heddle.run("replay", Files.write(schedule, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2}))
                .assertRefused(2, "is not a schedule");
    }

    @Test
    void scheduleOfAnotherVersion_saysWhichIsRead() throws Exception {
        edit("heddle-schedule 1", "heddle-schedule 2");
        Heddle.run("replay", schedule).assertRefused(2, "heddle-schedule 2", "check the program again");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MUTEX_LOCK | MUTEX_LICK | unknown operation",
                "step 0 | step zero | is not a step",
                "step 0 - | step 99999999999 - | is not a step",
                "points AUTO | points SOME | unknown mode",
                "directory \" | directory ' | not in quotes",
                "sha256 | sha257 | unknown keyword",
                "finding deadlock | finding | should have a kind"
            })
    void garbledLine_isNamedWithItsNumber(String good, String bad, String words) throws Exception {
        edit(good, bad);
        Run run = Heddle.run("replay", schedule);
        run.assertRefused(2, words);
        assertTrue(run.err().matches("heddle: " + schedule + ":\\d+: .*\\R"), run.err());
    }

    @Test
    void alternativeBeyondInt_isRefused() throws Exception {
        edit("step 0 -", "step 0 999999999999");
        Heddle.run("replay", schedule).assertRefused(2, "is not a step");
    }

    @Test
    void goneProgram_isNamed() throws Exception {
        Files.delete(source);
        Heddle.run("replay", schedule).assertRefused(2, source + " is gone", "check the program again");
    }

    @Test
    void goneFolder_isNamed() throws Exception {
        edit("directory \"", "directory \"/no/such/folder");
        Heddle.run("replay", schedule).assertRefused(2, "/no/such/folder", "is gone");
    }

    @Test
    void changedProgram_divergesWithTheStep() throws Exception {
        Files.copy(Expectation.example("06-lost-update.c"), source, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Run run = Heddle.run("replay", schedule);
        assertEquals(4, run.exitCode(), run.toString());
        assertTrue(run.err().contains("is not the same executable"), run.err());
        assertTrue(run.err().contains("the replay diverged: at step "), run.err());
        assertEquals("", run.out());
        run.assertNoStackTrace();
    }

    @Test
    void longerSchedule_diverges() throws Exception {
        edit("\nend\n", "\nstep 1 - MUTEX_LOCK 0x1\nend\n");
        Run run = Heddle.run("replay", schedule);
        assertEquals(4, run.exitCode(), run.toString());
    }

    @Test
    void numberOfReplays_isAtLeast1() {
        Heddle.run("replay", "-n", 0, schedule).assertRefused(2, "-n must be at least 1");
    }

    private void edit(String before, String after) throws Exception {
        String text = Files.readString(schedule);
        String edited = text.replaceFirst(java.util.regex.Pattern.quote(before), after);
        assertTrue(!text.equals(edited), before + " is not in " + text);
        Files.writeString(schedule, edited);
    }
}
