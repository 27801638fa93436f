package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.heddle.dpor.detect.finding.Kind;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code heddle explain} has a page for each kind of finding. */
final class ExplainTest {
    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKind_hasAPage(Kind kind) {
        Run run = Heddle.run("explain", kind.ruleId());
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().startsWith(kind.ruleId() + ": "), run.out());
        assertTrue(run.out().contains("Repair. "), run.out());
    }

    @Test
    void kindWithItsCause_asReportsShowIt_isTaken() {
        assertTrue(Heddle.run("explain", "deadlock [lock-cycle]").out().startsWith("deadlock: "));
    }

    @Test
    void withoutAKind_allAreListed() {
        String list = Heddle.run("explain").out();
        for (Kind kind : Kind.values()) {
            assertTrue(list.contains("\n  " + kind.ruleId() + " "), kind.ruleId());
        }
    }

    @Test
    void unknownKind_isRefused() {
        Heddle.run("explain", "deadlok").assertRefused(2, "no kind of finding named 'deadlok'", "deadlock");
    }
}
