package org.heddle.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** How sizes of memory are written. */
final class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "300m, 314572800",
        "300M, 314572800",
        "2g, 2147483648",
        "2G, 2147483648",
        "7k, 7168",
        "7K, 7168",
        "4096, 4096"
    })
    void unit_mayBeOfEitherCase(String text, long bytes) {
        assertEquals(bytes, new Sizes().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0m", "m", "-1", "1.5g", "3 m", "3x"})
    void otherText_isRefused(String text) {
        assertThrows(TypeConversionException.class, () -> new Sizes().convert(text));
    }

    @Test
    void hugeSize_isAllThatThereIs() {
        assertEquals(Long.MAX_VALUE, new Sizes().convert("999999999999999g"));
    }
}
