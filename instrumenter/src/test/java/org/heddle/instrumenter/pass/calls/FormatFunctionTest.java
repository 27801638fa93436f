package org.heddle.instrumenter.pass.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which strings a format makes printf read, and which numbers it makes it write. */
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %d %s              | ''
            %n                 | 1:4
            %s%hhn %*d%hn      | 2:1 5:2
            %ln %lln %jn %zn   | 1:8 2:8 3:8 4:8
            %1$n               | ''
            """)
    void numbersThatAreWritten_areThoseOfTheConversions(String format, String writes) {
        String found = FormatFunction.writes(format, 1).stream()
                .map(write -> write.argument() + ":" + write.size())
                .collect(Collectors.joining(" "));
        assertEquals(writes, found);
    }
}
