package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Additions whose results nobody uses, against brute force on random programs. */
@Tag("thorough")
final class CountersTest {
    private static final CommutingOracle ORACLE = new CommutingOracle(
            Relation.COUNTING,
            RandomProgram::counting,
            2, // what is cautious, in every other program, has other classes
            seed -> false,
            Set.of(Coarser.SEMAPHORE, Coarser.COUNTER));

    @Test
    void randomPrograms_oneExecutionOfEachClass_andNothingThatCanBeToldIsLost() {
        ORACLE.assertOneExecutionOfEachClass();
    }

    @Test
    void randomPrograms_noCourseLosesAnything() {
        ORACLE.assertNoCourseLosesAnything();
    }

    @Test
    void randomPrograms_haveNoMoreClasses() {
        ORACLE.assertNoMoreClasses(program -> true, 20);
    }

    @Test
    void threadsThatCount_haveOneClass_andTwoWithOneWhoLooks() {
        Program.Body counter = t -> t.count(0, 1);
        Program.Body reader = t -> t.read(0);
        Program three = Program.bare(counter, counter, counter);
        assertEquals(6, CommutingOracle.count(three, Set.of()));
        assertEquals(1, CommutingOracle.count(three, Set.of(Coarser.COUNTER)));
        Program looking = Program.bare(counter, counter, counter, reader);
        assertEquals(24, CommutingOracle.count(looking, Set.of()));
        assertEquals(8, CommutingOracle.count(looking, Set.of(Coarser.COUNTER)), "those that come before the look");
    }

    @Test
    void additionsOfOtherBytesThatOverlap_areOrdered() {
        Program.Body word = t -> t.count(0, 255);
        Program.Body byteOfIt = t -> t.countByte(0, 1);
        assertEquals(
                2,
                CommutingOracle.count(Program.bare(word, byteOfIt), Set.of(Coarser.COUNTER)),
                "a carry makes a difference");
    }

    /** What an addition has found in one execution is not what it finds where another one comes first. */
    @Test
    void additionsThatFindOtherNumbersThanWherePlanned_leaveNothingUnpredicted() {
        Program program = Program.bare(
                t -> t.count(0, 2),
                t -> t.cas(0, 1, 2).read(1).read(1),
                t -> t.read(0).count(1, 1),
                t -> t.count(1, 1));
        Verdict verdict =
                CommutingOracle.explore(new SimulatedTarget(program, Oracle.MEMORY, 1), true, Set.of(Coarser.COUNTER));
        assertEquals(Map.of(), verdict.gaps());
    }

    @Test
    void additionsThatCommuteWithLooks_areNoticed() {
        ORACLE.assertNoticedThatSharingCommutesWith(AccessKind.READ);
    }

    @Test
    void additionsThatCommuteWithStores_areNoticed() {
        ORACLE.assertNoticedThatSharingCommutesWith(AccessKind.WRITE);
    }

    @Test
    void additionsThatDoNotCommute_areNoticed() {
        ORACLE.assertNoticedThatNoMoreCommutes();
    }

    @Test
    void additionsWhoseResultsAreUsed_areNoticed() {
        ORACLE.assertNoticedThatAllShare(OperationKind.ATOMIC_RMW);
    }
}
