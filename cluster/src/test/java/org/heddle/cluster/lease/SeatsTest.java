package org.heddle.cluster.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SeatsTest {
    private final Seats seats = new Seats();

    @Test
    void worker_getsAsManyChecksAsItHasSlots_andTheFreestFirst() {
        seats.roster(Map.of("one", 1, "three", 3));
        assertEquals(4, seats.all());
        int ofThree = 0;
        for (int i = 0; i < 4; i++) {
            ofThree += seats.take(Set.of()).equals(Optional.of("three")) ? 1 : 0;
        }
        assertEquals(3, ofThree);
        assertEquals(Optional.empty(), seats.take(Set.of()));
        seats.giveBack("one");
        assertEquals(Optional.empty(), seats.take(Set.of("one")));
        assertEquals(Optional.of("one"), seats.take(Set.of("three")));
    }

    @Test
    void workerThatIsGone_getsNothing_andNoMoreThanItsSlotsWhenItIsBack() {
        seats.roster(Map.of("one", 2));
        assertEquals(Optional.of("one"), seats.take(Set.of()));
        seats.roster(Map.of());
        assertEquals(Optional.empty(), seats.take(Set.of()));
        assertFalse(seats.hasOthers(Set.of()));
        seats.roster(Map.of("one", 2));
        assertTrue(seats.hasOthers(Set.of()));
        assertFalse(seats.hasOthers(Set.of("one")));
        assertEquals(Optional.of("one"), seats.take(Set.of()));
        assertEquals(Optional.empty(), seats.take(Set.of()));
    }
}
