package org.heddle.dpor.model.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.execution.Misuse.Fault;
import org.junit.jupiter.api.Test;

/** What a cause tells of is known again from its words. */
final class MisuseTest {
    @Test
    void everyFaultOfEveryFamily_isFoundInItsCause() {
        for (Fault fault : Fault.values()) {
            for (ObjectFamily family : ObjectFamily.values()) {
                String words = new Misuse(fault, family).words();
                assertEquals(fault, Misuse.in("pthread_join: " + words).fault(), words);
            }
        }
    }

    @Test
    void anotherCause_isNoMisuse() {
        assertEquals(Misuse.NONE, Misuse.in("invalid-free"));
    }
}
