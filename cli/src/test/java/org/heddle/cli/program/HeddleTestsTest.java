package org.heddle.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of sources are found in their text. */
final class HeddleTestsTest {
    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void namesAreThoseOfTheMacro_inTheirOrder() throws IOException {
        Path first = file("a.c", "#include <heddle_test.h>\nHEDDLE_TEST(b) {}\n  HEDDLE_TEST ( a1_ )\n{}\n");
        Path second = file("b.cpp", "# include \"heddle_test.h\"\nHEDDLE_TEST(c) { }\n");
        assertEquals(List.of("b", "a1_", "c"), HeddleTests.in(List.of(first, second)));
    }

    @Test
    void commentsAndOtherMacros_areNone() throws IOException {
        Path commented = file(
                "a.c",
                """
                #include <heddle_test.h>
                // HEDDLE_TEST(one)
                /*
                HEDDLE_TEST(two) {}
                */
                MY_HEDDLE_TEST(three)
                #define TEST(name) HEDDLE_TEST(name)
                """);
        assertEquals(List.of(), HeddleTests.in(List.of(commented)));
        assertEquals(List.of(), HeddleTests.in(List.of(file("b.c", "HEDDLE_TEST(without_the_header) {}\n"))));
    }

    /** Such a main may do something else than run the test that it is given. */
    @Test
    void whereOneSourceHasAMain_thereAreNone() throws IOException {
        Path tests = file("a.c", "#include <heddle_test.h>\n// main(\nHEDDLE_TEST(a) { run_main(); }\n");
        Path main = file("b.c", "static int x;\nint main(int count, char **words) { return 0; }\n");
        assertEquals(List.of("a"), HeddleTests.in(List.of(tests)));
        assertEquals(List.of(), HeddleTests.in(List.of(tests, main)));
    }

    @Test
    void whatIsNoSource_hasNone() throws IOException {
        Path program = file("program", "#include <heddle_test.h>\nHEDDLE_TEST(a) {}\n");
        assertEquals(List.of(), HeddleTests.in(List.of(program, folder.resolve("missing.c"), folder)));
    }
}
