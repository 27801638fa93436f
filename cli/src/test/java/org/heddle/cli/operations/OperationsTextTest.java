package org.heddle.cli.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.heddle.cli.base.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with declarations is told with its line, in the words of the header. */
final class OperationsTextTest {
    private static final String INCLUDE = "#include <heddle_operations.h>\n";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private void assertWrong(String text, String... words) throws IOException {
        Path file = file("a.c", text);
        String message = assertThrows(UserError.class, () -> OperationsText.declaring(List.of(file)))
                .getMessage();
        for (String word : words) {
            assertTrue(message.contains(word), "'" + word + "' is not in: " + message);
        }
    }

    @Test
    void sourceWithDeclarations_isFound_amongOthers() throws Exception {
        Path object = file("object.c", "int take(void) { return domain(1); }\n");
        Path declaring = file(
                "operations.c",
                INCLUDE
                        + """
                        // int main(void) { HEDDLE_OPERATION(none, int *value) }
                        HEDDLE_OPERATION ( put , HEDDLE_RANGE(value, MOST(1, 2), 3),
                            HEDDLE_RANGE(/* an argument */ other, -1, 1)) { return value; }
                        HEDDLE_OPERATION_VOID(clear) { }
                        """);
        assertEquals(declaring, OperationsText.declaring(List.of(object, declaring)));
    }

    @Test
    void headerOfTheDriversOwn_mayIncludeIt() throws Exception {
        Files.createDirectory(folder.resolve("own"));
        file("own/inner.h", "#include \"outer.h\"\n" + INCLUDE);
        file("own/outer.h", "#include \"inner.h\"\n"); // in a circle
        Path declaring = file("driver.c", "#include \"own/outer.h\"\nHEDDLE_OPERATIONS_OF_MINE\n");
        Path other = file("other.c", "#include \"own/missing.h\"\n// #include \"own/outer.h\"\nint x;\n");
        assertEquals(declaring, OperationsText.declaring(List.of(other, declaring)));
        assertThrows(UserError.class, () -> OperationsText.requireClient(List.of(declaring)));
        assertFalse(OperationsText.saysWhatMayWait(declaring));
        file("own/inner.h", INCLUDE + "static void wait(void) { heddle_operation_waits(); }\n");
        assertTrue(OperationsText.saysWhatMayWait(declaring));
        Path byOption = file("option.c", "#include <mine.h>\nHEDDLE_OPERATION(take) { return 0; }\n");
        assertEquals(byOption, OperationsText.declaring(List.of(byOption)));
    }

    @Test
    void whatIsNoDeclaration_isToldWithItsLine() throws IOException {
        assertWrong("int x;\n", "a.c declares no operation", "HEDDLE_OPERATION(take)");
        assertWrong(INCLUDE + "\nint main(void) { return 0; }\n", "a.c:3", "main", "HEDDLE_BEFORE");
        assertWrong(INCLUDE + "/* a\n b */\nHEDDLE_OPERATION(put, int value) {}\n", "a.c:4", "'int value'", "'put'");
        assertWrong(INCLUDE + "HEDDLE_OPERATION(put, HEDDLE_RANGE(int *value, 0, 1)) {}\n", "a.c:2", "pointer");
        assertWrong(INCLUDE + "HEDDLE_OPERATION(put, HEDDLE_RANGE(value, 0)) {}\n", "a.c:2", "the last value");
        assertWrong(INCLUDE + "HEDDLE_OPERATION(int put) {}\n", "a.c:2", "'int put' is no name");
        String five = ", HEDDLE_RANGE(a, 0, 1)".repeat(5);
        assertWrong(INCLUDE + "HEDDLE_OPERATION(put" + five + ") {}\n", "a.c:2", "5 arguments: 4 are the most");
    }

    @Test
    void declarationsInTwoFiles_areRefused() throws IOException {
        List<Path> both = List.of(file("a.c", INCLUDE), file("b.c", INCLUDE));
        String message = assertThrows(UserError.class, () -> OperationsText.declaring(both))
                .getMessage();
        assertTrue(message.contains("a.c and b.c both include"), message);
    }

    /** A client that was written includes the file, and has a main. */
    @Test
    void checkOfOperations_needsAClient() throws Exception {
        Path declaring = file("a.c", INCLUDE + "HEDDLE_OPERATION(take) { return 0; }\n");
        assertThrows(UserError.class, () -> OperationsText.requireClient(List.of(declaring)));
        OperationsText.requireClient(
                List.of(file("a-client-1.c", "#define HEDDLE_OWN_MAIN\n#include \"a.c\"\nint main(void) {}\n")));
        OperationsText.requireClient(List.of(folder.resolve("missing.c")));
    }

    /** Bytes of an executable may look like a comment of a million lines. */
    @Test
    void blankLines_areLookedAtOnce() throws Exception {
        Path blank = file("program", "/*" + "\n".repeat(1_000_000) + "*/");
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> OperationsText.requireClient(List.of(blank)));
    }

    @Test
    void ranges_areNeitherEmpty_norTooLarge() throws UserError {
        Path file = Path.of("/x/a.c");
        Declaration both = new Declaration(
                "f", file, 7, List.of(new Declaration.Range("a", 0, 1), new Declaration.Range("b", 5, 6)));
        assertEquals(
                List.of("f(0, 5)", "f(0, 6)", "f(1, 5)", "f(1, 6)"),
                both.calls().stream().map(OperationCall::toString).toList());
        List<List<Declaration.Range>> wrong = List.of(
                List.of(new Declaration.Range("a", 2, 1)),
                List.of(new Declaration.Range("a", 0, 1L << 40)),
                List.of(new Declaration.Range("a", 0, 1000)),
                List.of(new Declaration.Range("a", 0, 99), new Declaration.Range("b", 0, 99)),
                List.of(new Declaration.Range("a", Integer.MIN_VALUE, Integer.MAX_VALUE)));
        for (List<Declaration.Range> ranges : wrong) {
            String message = assertThrows(UserError.class, () -> new Declaration("f", file, 7, ranges).calls())
                    .getMessage();
            assertTrue(message.startsWith("a.c:7: "), message);
        }
    }
}
