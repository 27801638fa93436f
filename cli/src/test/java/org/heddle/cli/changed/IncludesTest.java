package org.heddle.cli.changed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What compilers write of what a source includes is understood. */
final class IncludesTest {
    @Test
    void namesInRulesForMakeAreTakenApart() {
        assertEquals(
                List.of("a.c", "my file.h", "b#.h", "$c.h"),
                Includes.prerequisites("target: a.c \\\n  my\\ file.h b\\#.h\\\n $$c.h\n"));
    }
}
