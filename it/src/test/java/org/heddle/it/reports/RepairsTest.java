package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A report says what to do about what it tells. */
@Timeout(900)
final class RepairsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "17-unlock-by-other.c, , repair: let the thread that has locked it unlock it;",
        "26-ring.c, -DEARLY, repair: let the store of what is waited for release",
        "15-initialise-once.c, --keep-going, repair: hold one lock for both accesses",
        "06-lost-update.c, , repair: look at what others do between this thread's steps",
        "soundness/cancel-open.c, , repair: let the thread wait for what it expects of others",
    })
    void repair_isThatOfWhatIsWrong(String example, String argument, String words) {
        List<Object> command = new ArrayList<>(List.of("check", "-o", folder));
        if (argument != null) {
            command.add(argument);
        }
        command.add(Expectation.example(example));
        String report = Heddle.run(command.toArray()).out();
        assertTrue(report.replaceAll("\\s+", " ").contains(words), report);
    }

    @Test
    void repair_ofAThreadAlone_speaksOfNoOther() throws IOException {
        Path source = Files.writeString(
                folder.resolve("alone.c"),
                "#include <assert.h>\nint main(int count, char **words) { assert(count == 2 && words); return 0; }\n");
        String report = Heddle.run("check", "-o", folder, source).out();
        assertTrue(report.contains("repair: mend what the thread does by itself"), report);
    }

    /** The compiler leaves out all of main; without a crash, the processor would go on with whatever lies behind it. */
    @Test
    void undefinedBehaviour_crashesWhereTheCompilerLeavesTheRestOut_andIsCalledSo() throws IOException {
        Path source = Files.writeString(
                folder.resolve("undefined.c"),
                "int main(void) {\n    int *nowhere = 0;\n    *nowhere = 1;\n    return 0;\n}\n");
        String report =
                Heddle.run("check", "--cflags=-w", "-o", folder, source).out().replaceAll("\\s+", " ");
        assertTrue(report.matches(".*crash: main dies of SIGILL at \\S*undefined.c:3 .*"), report);
        assertTrue(report.contains("repair: mend what is undefined there"), report);
    }

    @Test
    void optionThatTrapsWhereUndefined_mayBeGivenByTheUser() throws IOException {
        Path source = Files.writeString(folder.resolve("defined.c"), "int main(void) { return 0; }\n");
        Run result = Heddle.run("check", "--cflags=-mllvm -trap-unreachable", "-o", folder, source);
        assertEquals(0, result.exitCode(), result.toString());
    }
}
