package org.heddle.dpor.detect.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.heddle.dpor.detect.finding.Finding.Gone;
import org.heddle.dpor.detect.finding.Finding.RacingPair;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.Race.Access;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.junit.jupiter.api.Test;

/** A use of what is gone and the race between it and that end are one mistake; races and uses of something else are others. */
final class FindingGroupsTest {
    private static final long ALLOCATION = 1;
    private static final long FREE = 2;
    private static final long USE = 3;
    private static final long OTHER = 4;
    private static final MemoryRange BLOCK = new MemoryRange(64, 4);
    private static final MemoryRange ELSEWHERE = new MemoryRange(128, 4);

    private static Finding finding(
            Kind kind, List<Long> sites, MemoryRange memory, List<Gone> gone, Optional<RacingPair> race) {
        return new Finding(
                kind,
                kind.ruleId(),
                Message.of("it happens"),
                List.of(),
                sites,
                List.of(),
                kind + " " + sites,
                List.of(),
                VisibleMemory.NONE,
                List.of(memory),
                gone,
                race,
                0);
    }

    private static Finding freed(Kind kind, long site) {
        Gone block = new Gone(Gone.FREED, List.of(ALLOCATION, FREE));
        return finding(kind, List.of(site), BLOCK, List.of(block), Optional.empty());
    }

    private static Finding left(MemoryRange memory) {
        return finding(Kind.USE_AFTER_FREE, List.of(USE), memory, List.of(), Optional.empty());
    }

    private static Access use(long site) {
        return new Access(0, 0, site, false, false, false);
    }

    private static Access end(long site) {
        return new Access(1, 0, site, true, false, true);
    }

    private static Finding race(Access first, Access second, MemoryRange memory) {
        return race(first, second, memory, memory);
    }

    private static Finding race(Access first, Access second, MemoryRange memory, MemoryRange firstRange) {
        Race race = new Race(first, second, true, true, 0, memory, memory, firstRange, 0);
        return finding(
                Kind.DATA_RACE,
                List.of(first.site(), second.site()),
                memory,
                List.of(),
                Optional.of(new RacingPair(race, List.of(), List.of(), "")));
    }

    /** Kinds of each group's members, the main one first. */
    private static List<List<Kind>> kinds(Finding... findings) {
        return FindingGroups.of(Stream.of(findings)
                        .map(finding -> new FoundFinding(finding, 1))
                        .toList())
                .stream()
                .map(group -> Stream.concat(Stream.of(group.main()), group.others().stream())
                        .map(member -> member.finding().kind())
                        .toList())
                .toList();
    }

    /** A call that copies a structure, whose fields another thread writes one by one, at a line each. */
    @Test
    void racesOfOneCall_onPartsOfWhatItTouches_areOneMistake() {
        MemoryRange whole = new MemoryRange(64, 16);
        MemoryRange part = new MemoryRange(68, 4);
        MemoryRange rest = new MemoryRange(68, 12); // the first part has been written by now
        Finding first = race(use(USE), write(OTHER), BLOCK, whole);
        List<List<Kind>> one = List.of(List.of(Kind.DATA_RACE, Kind.DATA_RACE));
        assertEquals(one, kinds(first, race(use(USE), write(OTHER + 1), part, rest)));
        assertEquals(one, kinds(race(write(OTHER), use(USE), whole), first));
        List<List<Kind>> two = List.of(List.of(Kind.DATA_RACE), List.of(Kind.DATA_RACE));
        assertEquals(two, kinds(first, race(use(USE + 1), write(OTHER + 1), part, rest)));
        assertEquals(two, kinds(first, race(use(USE), write(OTHER + 1), ELSEWHERE, ELSEWHERE)));
    }

    private static Access write(long site) {
        return new Access(1, 0, site, true, false, false);
    }

    @Test
    void aUseAfterFree_andTheRaceOfThatUseWithThatFree_areOneUseAfterFree() {
        List<List<Kind>> one = List.of(List.of(Kind.USE_AFTER_FREE, Kind.DATA_RACE));
        Finding race = race(use(USE), end(FREE), ELSEWHERE); // another block of this line
        assertEquals(one, kinds(freed(Kind.USE_AFTER_FREE, USE), race));
        assertEquals(one, kinds(race, freed(Kind.USE_AFTER_FREE, USE)));
        assertEquals(one, kinds(race(end(FREE), use(USE), BLOCK), freed(Kind.USE_AFTER_FREE, USE)));
    }

    @Test
    void misuseOfAnObjectInAFreedBlock_andItsRaceWithTheFree_areOne() {
        assertEquals(
                List.of(List.of(Kind.DATA_RACE, Kind.MISUSE)),
                kinds(freed(Kind.MISUSE, USE), race(use(USE), end(FREE), BLOCK)));
    }

    @Test
    void aRaceOfAnotherUse_orWithAnotherEnd_orWithNone_isAnotherMistake() {
        List<List<Kind>> two = List.of(List.of(Kind.USE_AFTER_FREE), List.of(Kind.DATA_RACE));
        Finding freed = freed(Kind.USE_AFTER_FREE, USE);
        assertEquals(two, kinds(freed, race(use(OTHER), end(FREE), BLOCK)));
        assertEquals(two, kinds(freed, race(use(USE), end(OTHER), BLOCK)));
        assertEquals(two, kinds(freed, race(use(USE), use(FREE), BLOCK)));
    }

    @Test
    void aUseOfAVariableThatWasLeft_isOneWithTheRaceOnTheSameMemory() {
        assertEquals(
                List.of(List.of(Kind.USE_AFTER_FREE, Kind.DATA_RACE)),
                kinds(left(BLOCK), race(use(USE), end(OTHER), BLOCK)));
        assertEquals(
                List.of(List.of(Kind.USE_AFTER_FREE), List.of(Kind.DATA_RACE)),
                kinds(left(BLOCK), race(use(USE), end(OTHER), ELSEWHERE)));
    }

    @Test
    void usesThatRaceWithOneFree_areOneWithTheirRaces() {
        assertEquals(
                List.of(List.of(Kind.USE_AFTER_FREE, Kind.USE_AFTER_FREE, Kind.DATA_RACE, Kind.DATA_RACE)),
                kinds(
                        race(use(USE), end(FREE), BLOCK),
                        freed(Kind.USE_AFTER_FREE, USE),
                        race(use(OTHER), end(FREE), BLOCK),
                        freed(Kind.USE_AFTER_FREE, OTHER)));
    }
}
