package org.heddle.instrumenter.pass.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which strings a format makes printf read. */
final class FormatFunctionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            no conversion     | ''
            %s                | 1
            %d%% of %-10.5s   | 2<=5
            %*d %.*s %s       | 4<=[3] 5
            %ls %lu %p %s     | 4
            %.s               | 1<=0
            %m %s             | 1
            %2$s %1$s         | ''
            """)
    void strings_areThoseOfTheConversions(String format, String reads) {
        String found = FormatFunction.reads(format, 1).stream()
                .map(read -> read.argument()
                        + (read.limit() >= 0 ? "<=" + read.limit() : "")
                        + (read.limitArgument() >= 0 ? "<=[" + read.limitArgument() + "]" : ""))
                .collect(Collectors.joining(" "));
        assertEquals(reads, found);
    }
}
