package org.heddle.cli.check.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the runtime writes of lines that ran, as {@code heddle_abi.h} and {@code zygote/files/lines.h} have it. */
final class LinesFileTest {
    private final NavigableMap<String, NavigableMap<Integer, Boolean>> ran = new TreeMap<>();

    @Test
    void recordsFollowEachOther_inTheirMarksToo_andZerosFillUp() {
        byte[] marks = {1, 0, 0, 1, 0, 0, 0, 0};
        LinesFile.learn(marks, "/a.c\t0,3,4;1,5\0/a.c\t0,10;1,11\0\0\0", ran);
        assertEquals(Map.of("/a.c", Map.of(3, true, 4, true, 5, false, 10, false, 11, true)), ran);
    }

    @Test
    void lineHasRun_ifOneOfItsPiecesHas_inAnyFunction() {
        byte[] marks = {0, 1, 0, 0, 0, 0, 0, 0};
        LinesFile.learn(marks, "/a.c\t0,3,4;1,4\0/a.c\t0,3\0", ran);
        assertEquals(Map.of("/a.c", Map.of(3, false, 4, true)), ran);
    }

    @Test
    void pieceWithLinesOfTwoFiles_isInBoth_andCountsOnce() {
        byte[] marks = {0, 1, 1, 0, 0, 0, 0, 0};
        LinesFile.learn(marks, "/a.c\t0,3;1,4\n/b.h\t1,8\0/c.c\t0,1\0", ran);
        assertEquals(Map.of("/a.c", Map.of(3, false, 4, true), "/b.h", Map.of(8, true), "/c.c", Map.of(1, true)), ran);
    }
}
