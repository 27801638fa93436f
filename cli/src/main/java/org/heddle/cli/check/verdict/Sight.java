package org.heddle.cli.check.verdict;

import java.util.List;
import org.heddle.cli.check.options.Trust;
import org.heddle.cli.report.UnseenCall;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.dpor.model.execution.Note;
import org.heddle.server.protocol.message.Hello;

/**
 * How much of the program was seen: what a proof rests on.
 *
 * @param instrumented whether any of it was built with heddle cc, and nothing with that of another version
 * @param otherVersion whether something was built with the heddle cc of another version: nothing is seen of that
 * @param compiled whether this check has compiled it
 * @param unseen calls of what was not, and is not known, nor vouched for
 */
public record Sight(boolean instrumented, boolean otherVersion, boolean compiled, List<UnseenCall> unseen) {
    private static final int NAMED = 5;
    private static final char BEHIND = '@';

    /** What the notes of an exploration tell. */
    public static Sight of(Hello hello, boolean compiled, List<Note> notes, AddressNames names, Trust trust) {
        List<UnseenCall> unseen = notes.stream()
                .filter(note -> note.kind() == Note.Kind.UNSEEN)
                .map(note -> call(note, names))
                .filter(call -> !trust.covers(call))
                .distinct()
                .toList();
        return new Sight(hello.instrumented() && !hello.otherVersion(), hello.otherVersion(), compiled, unseen);
    }

    private static UnseenCall call(Note note, AddressNames names) {
        int at = note.text().indexOf(BEHIND);
        return new UnseenCall(
                at < 0 ? note.text() : note.text().substring(0, at),
                at < 0 ? "" : note.text().substring(at + 1),
                names.location(note.site()));
    }

    public boolean isWhole() {
        return instrumented && unseen.isEmpty();
    }

    /** Why not all of it is instrumented, what that means, and what to do. */
    String whyNotInstrumented() {
        if (compiled && !otherVersion) {
            return "no source has a memory access or a call that Heddle has to see: pthread calls were seen alone, and data"
                    + " races not checked; assembly and objects of other compilers are not looked into";
        }
        String why = otherVersion
                ? "built, or a library of it, by another version of Heddle: build it again with this one's heddle cc"
                : "not built with heddle cc";
        return why + ": pthread calls were seen, memory accesses and atomics were not; data races not checked;"
                + " build it with heddle cc, or check its sources";
    }

    /** The word for what was proved, with its exceptions. */
    String proved() {
        return withExceptions("proved");
    }

    private String withExceptions(String word) {
        if (!instrumented) {
            return word + " at synchronisation points only; plain accesses were not seen";
        }
        if (unseen.isEmpty()) {
            return word;
        }
        List<String> calls = UnseenCall.texts(unseen);
        String named = String.join(", ", calls.subList(0, Math.min(NAMED, calls.size())));
        int others = calls.size() - NAMED;
        return word + ", except for what these calls do: " + named + (others > 0 ? ", and " + others + " more" : "");
    }

    /**
     * The same of executions whose ends were cut off: whoever is blocked then may wait for good, or for a thread that was cut off, so that
     * nothing of the kind is proved.
     */
    String explored() {
        return withExceptions("explored");
    }

    /** What to do about calls that were not seen; empty if there are none. */
    List<String> remarks() {
        return UnseenAdvice.remarks(unseen);
    }
}
