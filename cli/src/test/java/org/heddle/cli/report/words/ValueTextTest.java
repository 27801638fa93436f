package org.heddle.cli.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bits become what C would write. */
final class ValueTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            ffffffff         | 4 | i              | -1
            ffffffff         | 4 | u              | 4294967295
            ffffffff         | 4 | x              | 4294967295 (-1)
            7                | 4 | x              | 7
            ffffffffffffffff | 8 | u              | 18446744073709551615
            0                | 1 | b              | false
            1                | 1 | b              | true
            2                | 1 | b              | true (2)
            61               | 1 | c              | 'a' (97)
            0                | 1 | c              | '\\0' (0)
            27               | 1 | c              | '\\'' (39)
            f0               | 1 | c              | -16
            0                | 8 | p              | NULL
            7f00             | 8 | p              | 0x7f00
            3f000000         | 4 | f              | 0.5
            7ff8000000000000 | 8 | f              | NaN
            5                | 4 | e:RED=0,BLUE=5 | BLUE (5)
            fffffffe         | 4 | e:RED=0,LOW=-2 | LOW (-2)
            9                | 4 | e:RED=0        | 9
            9                | 4 | e              | 9
            9                | 4 | ""             | 9
            """)
    void bits_areShownByTheirType(String bits, int size, String type, String text) {
        assertEquals(text, ValueText.of(Long.parseUnsignedLong(bits, 16), size, type == null ? "" : type));
    }
}
