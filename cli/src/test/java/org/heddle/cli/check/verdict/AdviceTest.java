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
import org.junit.jupiter.params.provider.CsvSource;
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
        assertFalse(Advice.on(gap, List.of()).isBlank());
        String remark = Conclusions.remark(gap, 2, List.of(), () -> "at step 1");
        assertTrue(remark.endsWith("; " + Advice.on(gap, List.of())), remark);
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            other                                | libother.so    | build libother.so with heddle cc, or vouch for it with --trust=libother.so
            other                                |                | build its source with heddle cc, or vouch with --trust=other
            swab                                 | libc.so.6      | leave it out of the test, or vouch with --trust=swab
            _ZNSo3putEc                          | libstdc++.so.6 | leave it out of the test, or vouch with --trust=_ZNSo3putEc
            inline assembly                      |                | write it in C, or vouch for it with --trust='inline assembly'
            a function called through a pointer  |                | build the function's source with heddle cc, or vouch for it with --trust='a function called through a pointer'
            a function called through a pointer  | libc.so.6      | leave it out of the test, or vouch with --trust='a function called through a pointer'
            a private and a shared mapping of one file |          | let all mappings of the file be shared, or all private
            a change of a file that is mapped    |                | while the file is mapped, let the test use its mapping, or read, write, pread and pwrite
            a read of a file that is mapped      |                | while the file is mapped, let the test use its mapping, or read, write, pread and pwrite
            close_range for one thread alone     |                | leave out CLOSE_RANGE_UNSHARE
            """)
    void whatIsNotSeen_tellsHowToHaveItSeen(String function, String library, String advice) {
        UnseenCall call = new UnseenCall(function, library == null ? "" : library, new Location("a.c", 1, 0, "", ""));
        assertEquals(
                List.of("not seen: " + call.text() + "; " + advice),
                new Sight(true, false, false, List.of(call)).remarks());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            HUNG      | UNCONTROLLED | a call blocked all threads                 | a call that is not modelled blocked all threads: leave it out of the test
            HUNG      | THREADS_LEFT | none                                       | a larger limit lets a long computation end; a loop that never ends is a bug
            PROCESSES | NEW_PROCESS  | fork: the new process is not controlled    | let a thread of the test play the other process
            PROCESSES | NEW_PROCESS  | system: the command is not controlled      | leave the command out of the test
            """)
    void gapsWithSeveralCauses_tellWhatToDoAboutTheOneThatIs(Gap gap, Note.Kind kind, String text, String advice) {
        List<Note> notes = List.of(new Note(kind, 0, 0, 0, 0, 0, 0, text));
        assertEquals(advice, Advice.on(gap, notes));
        assertTrue(Conclusions.remark(gap, 1, notes, () -> "").endsWith("; " + advice));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a message queue that was there before                     | remove it before the check, or let the test use another name or key
            an object of System V with a key that was there before    | remove it before the check, or let the test use another name or key
            the CPU time of another process                           | let the test ask for its own
            """)
    void whatIsOfTheMachine_tellsHowToDoWithout(String text, String advice) {
        assertEquals(List.of("not controlled: " + text + "; " + advice), remarks(Note.Kind.UNCONTROLLED, text));
    }

    @Test
    void callsWithOneAdvice_areOneRemark() {
        Location place = new Location("a.c", 1, 0, "", "");
        List<UnseenCall> calls = List.of(
                new UnseenCall("swab", "libc.so.6", place),
                new UnseenCall("other", "libother.so", place),
                new UnseenCall("memfrob", "libc.so.6", place));
        assertEquals(
                List.of(
                        "not seen: swab of libc.so.6 (a.c:1), memfrob of libc.so.6 (a.c:1); leave them out of the test, or"
                                + " vouch with --trust=swab,memfrob",
                        "not seen: other of libother.so (a.c:1); build libother.so with heddle cc, or vouch for it with"
                                + " --trust=libother.so"),
                new Sight(true, false, false, calls).remarks());
    }

    @Test
    void whatWasBuiltByAnotherVersion_isToBeBuiltAgain() {
        assertTrue(new Sight(false, true, false, List.of()).whyNotInstrumented().contains("build it again"));
        assertEquals(List.of(), new Sight(true, false, false, List.of()).remarks());
    }
}
