package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Semaphores whose waits take in turn what was posted, against brute force on random programs. */
@Tag("thorough")
final class TurnsTest {
    private static final long FIRST = 400; // semaphores are 0, 1 and 2 at first

    private static final CommutingOracle ORACLE = new CommutingOracle(
            Relation.IN_TURN, RandomProgram::withSemaphores, 1, TurnsTest::isCrowded, Set.of(Coarser.SEMAPHORE));

    /** A relation that is cautious about barriers is so about atomic sections, too, and then has more classes than the naive one. */
    private static boolean isCrowded(long seed) {
        return RandomProgram.isCrowded(seed)
                && !RandomProgram.withSemaphores(seed).toString().contains("Section");
    }

    @Test
    void randomPrograms_oneExecutionOfEachClass_andNothingThatCanBeToldIsLost() {
        ORACLE.assertOneExecutionOfEachClass();
    }

    @Test
    void randomPrograms_noCourseLosesAnything() {
        ORACLE.assertNoCourseLosesAnything();
    }

    private static boolean isPostedByTwo(RandomProgram program, long semaphore) {
        String post = "SEM_POST(" + semaphore;
        return program.toString()
                        .lines()
                        .filter(thread -> thread.contains(post))
                        .count()
                > 1;
    }

    @Test
    void randomProgramsOfWhichOneThreadPostsEachSemaphore_haveNoMoreClasses() {
        ORACLE.assertNoMoreClasses(
                program -> LongStream.range(FIRST, FIRST + 3).noneMatch(each -> isPostedByTwo(program, each)), 50);
    }

    @Test
    void oneProducerAndOneConsumer_haveOneClass() {
        Program.Body producer = t -> {
            for (int item = 0; item < 4; item++) {
                t.on(OperationKind.SEM_POST, FIRST, 0);
            }
        };
        Program.Body consumer = t -> {
            for (int item = 0; item < 4; item++) {
                t.on(OperationKind.SEM_WAIT, FIRST, 0);
            }
        };
        Program program = Program.bare(producer, consumer);
        assertEquals(14, CommutingOracle.count(program, Set.of()), "Catalan's number");
        assertEquals(1, CommutingOracle.count(program, Set.of(Coarser.SEMAPHORE)));
    }

    @Test
    void whereTwoThreadsPost_theFirstExecutionTells_andNothingIsRunTwice() {
        Program.Body poster = t -> t.on(OperationKind.SEM_POST, FIRST, 0);
        Program.Body waiting = t -> t.on(OperationKind.SEM_WAIT, FIRST, 0);
        Program program = Program.bare(poster, poster, poster, waiting);
        assertEquals(7, CommutingOracle.count(program, Set.of()), "the wait comes after any posts but none");
        assertEquals(7, CommutingOracle.count(program, Set.of(Coarser.SEMAPHORE)));
    }

    @Test
    void waitThatIsPendingWhenTheProcessEnds_isAlsoTriedBeforeThat() {
        Program.Body ending = t -> t.on(OperationKind.PROCESS_EXIT, 0, 0);
        Program.Body waiting = t -> t.on(OperationKind.SEM_WAIT, FIRST + 1, 0);
        for (Set<Coarser> coarser : List.of(Set.<Coarser>of(), Set.of(Coarser.SEMAPHORE))) {
            assertEquals(
                    2,
                    CommutingOracle.count(Program.bare(ending, waiting), coarser),
                    "the semaphore is positive from the start");
        }
    }

    /** A mistake in the relation. */
    private static UnaryOperator<Dependence> first(OperationKind kind, AccessKind used) {
        return right -> new Dependence(Relation.IN_TURN) {
            @Override
            public AccessKind first(Event event) {
                boolean isMeant = event.operation().kind() == kind && event.result() == 0;
                return isMeant ? used : super.first(event);
            }
        };
    }

    private static UnaryOperator<Dependence> commuting(AccessKind a, AccessKind b) {
        return right -> new Dependence(Relation.IN_TURN) {
            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean removed = (p == a && q == b) || (p == b && q == a);
                return !removed && super.conflict(p, q);
            }
        };
    }

    @Test
    void waitsThatCommute_areNoticed() {
        ORACLE.assertNoticed(commuting(AccessKind.TAKE, AccessKind.TAKE));
    }

    @Test
    void waitsThatCommuteWithLooks_areNoticed() {
        ORACLE.assertNoticed(commuting(AccessKind.TAKE, AccessKind.READ));
    }

    @Test
    void waitsThatCommuteWithTries_areNoticed() {
        ORACLE.assertNoticed(commuting(AccessKind.TAKE, AccessKind.WRITE));
    }

    @Test
    void postsThatCommute_areNoticed() {
        ORACLE.assertNoticed(commuting(AccessKind.NOTIFY, AccessKind.NOTIFY));
    }

    @Test
    void postsThatCommuteWithLooks_areNoticed() {
        ORACLE.assertNoticed(commuting(AccessKind.NOTIFY, AccessKind.READ));
    }

    @Test
    void waitsWithoutTheirPost_areNoticed() {
        ORACLE.assertNoticed(right -> new Dependence(Relation.IN_TURN) {
            @Override
            public AccessKind first(Event event) {
                AccessKind used = super.first(event);
                return used == AccessKind.NOTIFY ? AccessKind.SHARE : used;
            }

            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean isTaken = (p == AccessKind.TAKE && q == AccessKind.SHARE)
                        || (p == AccessKind.SHARE && q == AccessKind.TAKE);
                return !isTaken && super.conflict(p, q);
            }
        });
    }

    @Test
    void triesThatTakeInTurn_areNoticed() {
        ORACLE.assertNoticed(first(OperationKind.SEM_TRYWAIT, AccessKind.TAKE));
    }

    /** Those that may time out, or be interrupted, among them. */
    @Test
    void allWaitsInTurn_areNoticed() {
        ORACLE.assertNoticed(first(OperationKind.SEM_WAIT, AccessKind.TAKE));
    }

    @Test
    void waitsWithADeadline_areOrderedWithPosts() {
        Dependence dependence = new Dependence(Relation.IN_TURN);
        Event post = event(1, Operation.of(OperationKind.SEM_POST, FIRST));
        Event plain = event(2, Operation.of(OperationKind.SEM_WAIT, FIRST));
        Operation waiting = plain.operation();
        Event timed = event(2, new Operation(waiting.kind(), FIRST, 0, 5000, waiting.order(), 0));
        Event interruptible = event(2, new Operation(waiting.kind(), FIRST, 4, 0, waiting.order(), 0));
        assertEquals(
                List.of(false, true, true),
                List.of(
                        dependence.dependent(post, plain),
                        dependence.dependent(post, timed),
                        dependence.dependent(post, interruptible)));
        assertTrue(new Dependence().dependent(post, plain), "as optimal reduction has it");
    }

    private static Event event(int thread, Operation operation) {
        return new Event(thread, operation, Event.NO_ALTERNATIVE, 0, 0);
    }
}
