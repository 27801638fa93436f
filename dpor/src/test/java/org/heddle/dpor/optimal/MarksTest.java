package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stores of one number by several threads, against brute force on random programs. */
@Tag("thorough")
final class MarksTest {
    private static final CommutingOracle ORACLE = new CommutingOracle(
            Relation.MARKING,
            RandomProgram::marking,
            2, // what is cautious, in every other program, has other classes
            seed -> false,
            Set.of(Coarser.MARK));
    private static final CommutingOracle DIFFERING = new CommutingOracle(
            Relation.MARKING,
            RandomProgram::markingOrAdding,
            2,
            seed -> false,
            Set.of(Coarser.SEMAPHORE, Coarser.COUNTER, Coarser.MARK));

    @Test
    void randomPrograms_oneExecutionOfEachClass_andNothingThatCanBeToldIsLost() {
        ORACLE.assertOneExecutionOfEachClass();
    }

    @Test
    void randomPrograms_noCourseLosesAnything() {
        ORACLE.assertNoCourseLosesAnything();
    }

    @Test
    void randomPrograms_thatStoreSeveralNumbersOrAdd_noCourseLosesAnything() {
        DIFFERING.assertNoCourseLosesAnything();
    }

    @Test
    void randomPrograms_haveNoMoreClasses() {
        ORACLE.assertNoMoreClasses(program -> true, 20);
    }

    @Test
    void threadsThatStoreOneNumber_haveOneClass_andTwoWithOneWhoLooks() {
        Program.Body marker = t -> t.mark(0, 1);
        Program.Body reader = t -> t.read(0);
        Program three = Program.bare(marker, marker, marker);
        assertEquals(6, CommutingOracle.count(three, Set.of()));
        assertEquals(1, CommutingOracle.count(three, Set.of(Coarser.MARK)));
        Program looking = Program.bare(marker, marker, marker, reader);
        assertEquals(24, CommutingOracle.count(looking, Set.of()));
        assertEquals(8, CommutingOracle.count(looking, Set.of(Coarser.MARK)), "those that come before the look");
    }

    @Test
    void threadsThatStoreOtherNumbers_areOrdered() {
        Program program = Program.bare(t -> t.mark(0, 1), t -> t.mark(0, 2), t -> t.mark(0, 1));
        assertEquals(6, CommutingOracle.count(program, Set.of(Coarser.MARK)));
    }

    @Test
    void oneThreadThatStoresSeveralNumbers_leavesOthersAlone() {
        Program program = Program.bare(t -> t.mark(0, 1).mark(0, 2).mark(1, 3), t -> t.mark(1, 3), t -> t.mark(1, 3));
        assertEquals(1, CommutingOracle.count(program, Set.of(Coarser.MARK)));
    }

    @Test
    void marksOfOtherBytesThatOverlap_areOrdered() {
        Program program = Program.bare(t -> t.mark(0, 257), t -> t.markByte(0, 1));
        assertEquals(2, CommutingOracle.count(program, Set.of(Coarser.MARK)));
    }

    @Test
    void marksOfWhatSomebodyAddsTo_areOrdered() {
        Program program = Program.bare(t -> t.mark(0, 1), t -> t.count(0, 1));
        assertEquals(2, CommutingOracle.count(program, Set.of(Coarser.MARK, Coarser.COUNTER)));
    }

    @Test
    void marksThatCommuteWithLooks_areNoticed() {
        ORACLE.assertNoticedThatSharingCommutesWith(AccessKind.READ);
    }

    @Test
    void marksThatCommuteWithOtherStores_areNoticed() {
        ORACLE.assertNoticedThatSharingCommutesWith(AccessKind.WRITE);
    }

    @Test
    void marksThatDoNotCommute_areNoticed() {
        ORACLE.assertNoticedThatNoMoreCommutes();
    }

    @Test
    void storesThatAreNoMarks_areNoticed() {
        ORACLE.assertNoticedThatAllShare(OperationKind.ATOMIC_STORE);
    }
}
