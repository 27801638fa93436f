package org.heddle.cli.report.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes of variables are named by the layout that the compiler has written down. */
final class VariableLayoutTest {
    private static final VariableLayout PARTS =
            new VariableLayout("[36,2][12,3]{tag:0:4[1,4];lock:4:4;:8:4{number:0:4;real:0:4;};}", 72);
    private static final VariableLayout ACCOUNTS =
            new VariableLayout("[48,2]{id:0:4;lock:8:40{__data:0:40{__lock:0:4;};};}", 96);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            0  | 4  | [0][0].tag[0]
            50 | 1  | [1][1].tag[2]
            40 | 4  | [1][0].lock
            68 | 4  | [1][2].number
            0  | 72 | ''
            72 | 4  | ''
            """)
    void part_isNamedToItsIndices(long offset, long size, String name) {
        assertEquals(name, PARTS.part(offset, size));
    }

    @ParameterizedTest
    @CsvSource({"56, 40, [1].lock", "56, 4, [1].lock.__data.__lock", "48, 4, [1].id", "52, 4, [1]"})
    void structureThatIsUsedAsAWhole_isNotTakenApart(long offset, long size, String name) {
        assertEquals(name, ACCOUNTS.part(offset, size));
    }

    @ParameterizedTest
    @CsvSource({"'{a:0', 0", "'[x,', 4", "'{a:0:4', 0", "'{a:0:4;', 8"})
    void malformedLayout_saysNothing(String text, long offset) {
        assertEquals("", new VariableLayout(text, 100).part(offset, 4));
    }
}
