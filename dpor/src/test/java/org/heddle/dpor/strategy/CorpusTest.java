package org.heddle.dpor.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.explore.plan.Requirement;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.strategy.ReadsFrom.Pair;
import org.junit.jupiter.api.Test;

/** What is learned of reads, and what is required of later executions. */
final class CorpusTest {
    private static final long X = 64;
    private static final long OWN = 128;
    private static final long LOOK = 7;
    private static final long SET = 8;
    private static final long CLEAR = 9;
    private static final int DRAWS = 2_000;

    private static Event event(int thread, OperationKind kind, long object, long site) {
        return new Event(thread, new Operation(kind, object, 0, 4, MemoryOrder.SEQ_CST, site), -1, 0, 0);
    }

    private static Event look(int thread) {
        return event(thread, OperationKind.ATOMIC_LOAD, X, LOOK);
    }

    private static Event store(int thread, long site) {
        return event(thread, OperationKind.ATOMIC_STORE, X, site);
    }

    private static Execution execution(List<Event> events) {
        return Execution.of(
                new Execution.Course(events, List.of(), List.of()),
                Execution.End.of(Outcome.EXITED),
                Execution.Seen.NOTHING);
    }

    @Test
    void pairs_areOfTheLastChange_byPlace() {
        ReadsFrom shown =
                ReadsFrom.of(execution(List.of(look(1), store(2, SET), look(1), look(3), store(2, CLEAR), look(1))));
        assertEquals(
                Set.of(
                        new Pair(X, LOOK, Requirement.START),
                        new Pair(X, SET, Requirement.START),
                        new Pair(X, LOOK, SET),
                        new Pair(X, CLEAR, SET),
                        new Pair(X, LOOK, CLEAR)),
                shown.pairs());
    }

    @Test
    void whatOneThreadAloneUses_isNoPair() {
        Event own = event(1, OperationKind.ATOMIC_STORE, OWN, SET);
        assertEquals(Set.of(), ReadsFrom.of(execution(List.of(own, own))).pairs());
    }

    private static Corpus corpus() {
        Corpus corpus = new Corpus();
        corpus.see(ReadsFrom.of(execution(List.of(look(1), store(2, SET), store(2, CLEAR), look(1)))));
        return corpus;
    }

    @Test
    void everyPairOfPlacesOfOneObject_isRequiredAndForbidden() {
        Corpus corpus = corpus();
        Set<Requirement> drawn = new HashSet<>();
        for (int seed = 0; seed < DRAWS; seed++) {
            drawn.addAll(corpus.draw(seed));
        }
        List<Long> readers = List.of(LOOK, SET, CLEAR);
        List<Long> from = List.of(Requirement.START, SET, CLEAR);
        assertEquals(2 * readers.size() * from.size(), drawn.size());
        assertTrue(drawn.stream().allMatch(one -> readers.contains(one.site()) && from.contains(one.from())));
    }

    /** A look that reads what SET has left has not been seen. */
    @Test
    void whatNobodyHasSeen_isWantedMoreOftenThanOther() {
        Corpus corpus = corpus();
        int unseen = 0;
        int seen = 0;
        for (int seed = 0; seed < DRAWS; seed++) {
            for (Requirement one : corpus.draw(seed)) {
                unseen += one.equals(new Requirement(X, LOOK, SET, true)) ? 1 : 0;
                seen += one.equals(new Requirement(X, LOOK, CLEAR, true)) ? 1 : 0;
            }
        }
        assertTrue(unseen > 2 * seen, unseen + " against " + seen);
    }

    @Test
    void whatShowedARareSetOfPairs_isChangedOftenerThanWhatShowedACommonOne() {
        Corpus corpus = corpus();
        Requirement common = new Requirement(X, CLEAR, CLEAR, true);
        Requirement rare = new Requirement(X, SET, SET, true);
        ReadsFrom looks = ReadsFrom.of(execution(List.of(look(1), look(2))));
        for (int k = 0; k < DRAWS; k++) {
            corpus.learn(List.of(common, common, common), looks);
        }
        corpus.learn(List.of(rare, rare, rare), ReadsFrom.of(execution(List.of(store(1, SET), store(2, SET)))));
        long rares = 0;
        long commons = 0;
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Requirement> drawn = corpus.draw(seed);
            rares += drawn.contains(rare) ? 1 : 0;
            commons += drawn.contains(common) ? 1 : 0;
        }
        assertTrue(rares > 2 * commons, rares + " against " + commons);
    }

    @Test
    void noDrawRequiresMoreThanTheRuntimeLooksAt() {
        Corpus corpus = corpus();
        List<Requirement> longest = Collections.nCopies(Corpus.MOST, new Requirement(X, LOOK, SET, true));
        corpus.learn(longest, ReadsFrom.of(execution(List.of(store(1, SET), look(2)))));
        for (int seed = 0; seed < DRAWS; seed++) {
            assertTrue(corpus.draw(seed).size() <= Corpus.MOST);
        }
    }

    /** Two in flight, of which the second comes back first. */
    @Test
    void draws_doNotDependOnWhichExecutionComesBackFirst() {
        assertEquals(drawn(false), drawn(true));
    }

    private static List<Object> drawn(boolean isSwapped) {
        Sampling sampling = new Sampling(SamplingStrategy.FEEDBACK, 3);
        List<Object> drawn = new ArrayList<>();
        for (int k = 0; k < 200; k++) {
            WorkItem first = sampling.poll();
            WorkItem second = sampling.poll();
            drawn.add(first.policy());
            if (second == null) {
                sampling.explored(first, answer(first));
                continue;
            }
            drawn.add(second.policy());
            sampling.explored(isSwapped ? second : first, answer(isSwapped ? second : first));
            sampling.explored(isSwapped ? first : second, answer(isSwapped ? first : second));
        }
        return drawn;
    }

    /** Another one for each policy. */
    private static Execution answer(WorkItem item) {
        long bits = item.policy().seed();
        List<Event> events = new ArrayList<>(List.of(event(0, OperationKind.THREAD_CREATE, 1, 1)));
        for (int k = 0; k < 6; k++) {
            events.add((bits >>> k & 1) == 0 ? look(1) : store(2, SET + (bits >>> (8 + k) & 3)));
        }
        return execution(events);
    }
}
