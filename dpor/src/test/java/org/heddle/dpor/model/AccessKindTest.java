package org.heddle.dpor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AccessKindTest {
    private static Set<AccessKind> those(Predicate<AccessKind> are) {
        return Stream.of(AccessKind.values()).filter(are).collect(Collectors.toSet());
    }

    @Test
    void commuting_isMutual() {
        for (AccessKind kind : AccessKind.values()) {
            assertEquals(those(kind::commutesWith), those(other -> other.commutesWith(kind)), kind.name());
        }
    }

    @Test
    void columns_areInTheOrderOfTheKinds() {
        assertEquals(EnumSet.noneOf(AccessKind.class), those(AccessKind.WRITE::commutesWith));
        assertEquals(EnumSet.of(AccessKind.READ, AccessKind.WAKE), those(AccessKind.READ::commutesWith));
        assertEquals(EnumSet.of(AccessKind.WAKE, AccessKind.NOTIFY), those(AccessKind.TAKE::commutesWith));
        assertEquals(EnumSet.of(AccessKind.SHARE, AccessKind.WAKE), those(AccessKind.DISPOSE::commutesWith));
        assertTrue(AccessKind.LEAVE.commutesWith(AccessKind.ENQUEUE));
        assertFalse(AccessKind.NOTIFY.commutesWith(AccessKind.SHARE));
    }
}
