package org.heddle.dpor.detect.finding;

import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;

/**
 * Processes that an execution made and that nobody controls. They may end what looks like a wait for ever, and how the execution goes on
 * is their affair as well: such findings are none.
 */
public final class OtherProcesses {
    private OtherProcesses() {}

    /** Whether there were any: they, too, decide with which status the process exits. */
    public static boolean areBeside(Execution execution) {
        return has(execution, Note.Kind.NEW_PROCESS);
    }

    /** Whether the execution shared with one of them what it waited for or locked. */
    public static boolean takePart(Execution execution) {
        return has(execution, Note.Kind.SHARED_WITH_PROCESS);
    }

    private static boolean has(Execution execution, Note.Kind kind) {
        return execution.notes().stream().anyMatch(note -> note.kind() == kind);
    }
}
