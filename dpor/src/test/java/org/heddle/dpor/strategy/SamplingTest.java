package org.heddle.dpor.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.ThreadInfo;
import org.junit.jupiter.api.Test;

final class SamplingTest {
    private static final int LENGTH = 20;
    private static final int PATIENCE = 1_000; // of pct.c, beyond twice the expected length

    private static Event event(int thread, OperationKind kind) {
        return new Event(thread, new Operation(kind, 1, 0, 0, MemoryOrder.SEQ_CST, 0), -1, 0, 0);
    }

    /** Main makes a thread, looks at something so often, and the thread ends. */
    private static Execution execution(int looks) {
        List<Event> events = new ArrayList<>(List.of(event(0, OperationKind.THREAD_CREATE)));
        for (int k = 0; k < looks; k++) {
            events.add(event(0, OperationKind.ATOMIC_LOAD));
        }
        events.add(event(1, OperationKind.THREAD_EXIT));
        List<ThreadInfo> threads = List.of(new ThreadInfo(0, -1, 0, 0, ""), new ThreadInfo(1, 0, 0, 0, ""));
        return Execution.of(
                new Execution.Course(events, List.of(), threads),
                Execution.End.of(Outcome.EXITED),
                Execution.Seen.NOTHING);
    }

    /** A program whose main waits, with a count, for the other thread: it waits as long as it is let. */
    private static Execution waitsAsLongAsItIsLet(Policy policy) {
        return switch (policy.kind()) {
            case RANDOM -> execution(LENGTH - 2);
            case CONTINUE -> execution(PATIENCE);
            default -> execution(PATIENCE + 2 * policy.length());
        };
    }

    @Test
    void aThreadThatWaitsAsLongAsItIsLet_makesTheStrategyNoMorePatient() {
        Sampling sampling = new Sampling(SamplingStrategy.PCT, 1);
        WorkItem item = sampling.poll();
        for (int k = 0; k < 200; k++) {
            sampling.explored(item, waitsAsLongAsItIsLet(item.policy()));
            item = sampling.poll();
        }
        assertEquals(LENGTH, item.policy().length());
    }

    @Test
    void executionsThatAreSomewhatLonger_areLearnedFrom() {
        Sampling sampling = new Sampling(SamplingStrategy.PCT, 1);
        WorkItem item = sampling.poll();
        for (int k = 0; k < 200; k++) {
            boolean isFirst = item.policy().kind() != Policy.Kind.PCT;
            sampling.explored(item, execution(isFirst ? LENGTH - 2 : LENGTH + 8));
            item = sampling.poll();
        }
        assertEquals(LENGTH + 10, item.policy().length());
    }

    @Test
    void programThatGoesOnForLongAndEnds_isSampledToItsEnd() {
        Endlessness known = new Endlessness();
        known.suspect();
        WorkItem cut = new Sampling(SamplingStrategy.PCT, 1, known).poll();
        known.refute();
        WorkItem whole = new Sampling(SamplingStrategy.PCT, 1, known).poll();
        assertTrue(cut.operations() < 1_000, "cut off after " + cut.operations());
        assertTrue(whole.operations() >= 1_000_000, "cut off after " + whole.operations());
    }

    @Test
    void samplingsTogether_learnFromTheFirstOne_andDrawAtOnce() {
        List<Sampling> both =
                Sampling.together(List.of(SamplingStrategy.RANDOM, SamplingStrategy.PCT), 1, new Endlessness());
        Sampling first = both.get(0);
        for (int k = 0; k < Sampling.FIRST; k++) {
            first.explored(first.poll(), execution(LENGTH - 2));
        }
        Policy drawn = both.get(1).poll().policy();
        assertEquals(Policy.Kind.PCT, drawn.kind());
        assertEquals(LENGTH, drawn.length());
    }

    @Test
    void samplingsTogether_areEachDrawnAtAllIndices() {
        Sampling late = Sampling.together(List.of(SamplingStrategy.RANDOM, SamplingStrategy.LATE), 1, new Endlessness())
                .get(1);
        for (int k = 0; k < 50; k++) {
            WorkItem item = late.poll();
            late.explored(item, execution(LENGTH));
        }
        assertEquals(50, late.drawn());
    }
}
