package org.heddle.instrumenter.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlainCopyTest {
    private static final String FUNCTION =
            """
            @g = global i64 0
            @where = global ptr null
            declare void @other() noduplicate
            define i64 @f(i64 %%n) %s {
              %%local = alloca i64
              store volatile i64 %%n, ptr %%local
              br label %%loop
            loop:
              %%i = phi i64 [ %%n, %%0 ], [ %%less, %%loop ]
              %%less = sub i64 %%i, 1
              store i64 %%less, ptr @g
              %s
              %%more = icmp ne i64 %%less, 0
              br i1 %%more, label %%loop, label %%end
            end:
              ret i64 %%less
            }
            """;

    /** Each copy has its store; one of them has the hook. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''       | ''                                      | 2",
                "''       | call void @other()                      | 1",
                "''       | call void asm sideeffect \"nop\", \"\"()| 1",
                "presplitcoroutine | ''                                      | 1",
                "disable_sanitizer_instrumentation | ''             | 1",
            })
    void functionHasACopy_whereItMay(String attribute, String statement, int copies) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(FUNCTION.formatted(attribute, statement))) {
            new AccessPass(Set.of(), LineNotes.NONE, true).run(module);
            String text = module.text();
            assertEquals(copies, count(text, ".*store i64 .*ptr @g.*"), text);
            assertEquals(
                    copies == 2 ? 1 : 0, count(text, ".*load ptr, ptr @__heddle_attached.*invariant.load.*"), text);
            assertEquals(1, count(text, ".*call void @__heddle_(own_store|write)\\(ptr @g.*"), text);
            assertEquals(1, count(text, ".*alloca.*"), text);
        }
    }

    private static long count(String text, String line) {
        return text.lines().filter(l -> l.matches(line)).count();
    }
}
