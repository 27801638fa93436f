package org.heddle.cli.check.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.cli.report.UnseenCall;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.model.execution.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever keeps a report from saying "proved" tells what to do about it. */
final class AdviceTest {
    /** Notes that stand beside a gap, which has the advice; and one of what is no gap. */
    private static final Set<Note.Kind> TOLD_BY_A_GAP = EnumSet.of(
            Note.Kind.NEW_PROCESS,
            Note.Kind.SHARED_WITH_PROCESS,
            Note.Kind.UNMODELLED_CALL,
            Note.Kind.RESOURCES,
            Note.Kind.THREADS_LEFT,
            Note.Kind.ALLOCATOR);

    private static final AddressNames NAMES = new AddressNames(Map.of(), Map.of(), Map.of());

    private static List<String> remarks(Note.Kind kind, String text) {
        return NoteRemarks.of(List.of(new Note(kind, 0, 0, 0, 0, 0, 0, text)), NAMES);
    }

    @ParameterizedTest
    @EnumSource
    void everyGap_tellsWhatToDo(Gap gap) {
        assertFalse(Advice.on(gap).isBlank());
        String remark = Conclusions.remark(gap, 2, () -> "at step 1");
        assertTrue(remark.endsWith("; " + Advice.on(gap)), remark);
        assertFalse(remark.contains("\n"), remark);
    }

    @ParameterizedTest
    @EnumSource
    void everyNoteThatLimitsAVerdict_tellsWhatToDo(Note.Kind kind) {
        for (String remark : remarks(kind, "something")) {
            boolean tells = remark.contains("; ") || remark.contains("--");
            assertTrue(tells || TOLD_BY_A_GAP.contains(kind), remark);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "asynchronous cancellation was taken for deferred",
                "a timer: threads went on while it was awaited, so it expired at some moment",
                "what the processor tells (inline assembly)",
                "a descriptor that other processes, the network or real time make ready"
            })
    void whatIsNotControlled_tellsWhatToDoAboutIt(String text) {
        String remark = remarks(Note.Kind.UNCONTROLLED, text).get(0);
        assertTrue(remark.startsWith("not controlled: " + text + "; "), remark);
    }

    @Test
    void whatIsNotSeen_tellsHowToHaveItSeen() {
        UnseenCall call = new UnseenCall("other", "libother.so", new Location("a.c", 1, 0, "", ""));
        assertTrue(new Sight(true, false, false, List.of(call)).remarks().get(0).contains("--trust=LIBRARY"));
        assertTrue(new Sight(false, true, false, List.of()).whyNotInstrumented().contains("build it again"));
        assertEquals(List.of(), new Sight(true, false, false, List.of()).remarks());
    }
}
