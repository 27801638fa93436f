package org.heddle.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.heddle.cli.report.names.Location;
import org.junit.jupiter.api.Test;

/** Calls of what is not seen, in words. */
final class UnseenCallTest {
    private static UnseenCall call(String function, String library, int line, int column) {
        return new UnseenCall(function, library, new Location("a.c", line, column, "work", ""));
    }

    @Test
    void twoCallsInOneLine_areNamedOnce() {
        assertEquals(
                List.of("other (a.c:3)", "some of lib.so (a.c:4)"),
                UnseenCall.texts(List.of(
                        call("other", "", 3, 1),
                        call("other", "", 3, 9),
                        call("some", "lib.so", 4, 1),
                        call("some", "lib.so", 4, 9))));
    }

    @Test
    void functionsOfCxx_areToldTogether() {
        assertEquals(
                List.of("2 functions of lib.so (a.c:3, a.c:4)"),
                UnseenCall.texts(List.of(call("_Za", "lib.so", 3, 1), call("_Zb", "lib.so", 4, 1))));
    }
}
