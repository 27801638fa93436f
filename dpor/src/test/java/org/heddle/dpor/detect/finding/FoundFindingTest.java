package org.heddle.dpor.detect.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.junit.jupiter.api.Test;

/** Of all executions that show a finding, the simplest one tells of it. */
final class FoundFindingTest {
    private static final Step LOCK = new Step(1, 0, OperationKind.MUTEX_LOCK, 8);
    private static final Step SUCCEEDS = new Step(1, 0, OperationKind.CHOOSE, 8);
    private static final Step FAILS = new Step(1, 1, OperationKind.CHOOSE, 8);

    private static Finding finding(int preemptions, Step... schedule) {
        return new Finding(
                Kind.DATA_RACE,
                "",
                Message.of("it happens"),
                List.of(),
                List.of(),
                List.of(),
                "",
                List.of(schedule),
                VisibleMemory.NONE,
                List.of(),
                List.of(),
                Optional.empty(),
                preemptions);
    }

    private static void assertSimpler(Finding simpler, Finding finding) {
        assertEquals(simpler, new FoundFinding(finding, 1).again(simpler).finding());
        assertEquals(simpler, new FoundFinding(simpler, 1).again(finding).finding());
    }

    @Test
    void fewerPreemptions_thenFewerCallsThatFail_thenFewerSteps_areSimpler() {
        assertSimpler(finding(0, FAILS, LOCK, LOCK), finding(1, SUCCEEDS));
        assertSimpler(finding(0, SUCCEEDS, LOCK, LOCK), finding(0, FAILS, LOCK));
        assertSimpler(finding(0, SUCCEEDS, LOCK), finding(0, SUCCEEDS, LOCK, LOCK));
    }

    @Test
    void ofEquallySimpleOnes_theFirstIsTold_andAllAreCounted() {
        Finding first = finding(0, FAILS, LOCK);
        FoundFinding found = new FoundFinding(first, 1).again(finding(0, LOCK, FAILS));
        assertEquals(first, found.finding());
        assertEquals(2, found.count());
    }
}
