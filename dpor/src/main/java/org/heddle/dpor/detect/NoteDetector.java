package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Evidence;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.Gone;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Misuse;
import org.heddle.dpor.model.execution.Note;

/** What the runtime itself noticed: misuse of the API and of the heap. */
final class NoteDetector implements Detector {
    @Override
    public List<Finding> detect(Execution execution) {
        if (execution.notes().isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        Evidence evidence = new Evidence(execution, SyncState.atEndOf(execution));
        for (Note note : execution.notes()) {
            switch (note.kind()) {
                case MISUSE, UNDEFINED -> findings.add(finding(evidence, note, Kind.MISUSE, note.misused()));
                case INVALID_FREE -> findings.add(finding(evidence, note, Kind.MISUSE, "invalid-free"));
                case DOUBLE_FREE -> findings.add(finding(evidence, note, Kind.DOUBLE_FREE, "double-free"));
                case USE_AFTER_FREE -> findings.add(finding(evidence, note, Kind.USE_AFTER_FREE, "use-after-free"));
                case HEAP_OVERFLOW -> findings.add(finding(evidence, note, Kind.HEAP_OVERFLOW, "heap-overflow"));
                case OUTSIDE_VARIABLE -> findings.add(finding(evidence, note, Kind.ARRAY_OVERFLOW, "array-overflow"));
                case STACK_OF_ENDED_THREAD -> findings.add(
                        finding(evidence, note, Kind.USE_AFTER_FREE, "stack-of-ended-thread"));
                case THREAD_LOCAL_OF_ENDED_THREAD -> findings.add(
                        finding(evidence, note, Kind.USE_AFTER_FREE, "thread-local-of-ended-thread"));
                case UNMAPPED -> findings.add(finding(evidence, note, Kind.USE_AFTER_FREE, "unmapped"));
                case CLOSED_STREAM -> findings.add(finding(evidence, note, Kind.USE_AFTER_FREE, "closed-stream"));
                case LEAK -> findings.add(finding(evidence, note, Kind.LEAK, "leak"));
                case STACK_OF_LEFT_FUNCTION -> findings.add(
                        finding(evidence, note, Kind.USE_AFTER_FREE, "stack-of-left-function"));
                case UNDESTROYED -> findings.add(finding(evidence, note, Kind.UNDESTROYED, note.misused()));
                case VERIFY -> findings.add(finding(evidence, note, Kind.EXIT_CODE, "verify"));
                case UNMODELLED_CALL,
                        ASSERTION,
                        UNCONTROLLED,
                        RESOURCES,
                        THREADS_LEFT,
                        ADDRESS_SANITIZER,
                        UNSEEN,
                        SAID,
                        SPECIFIED,
                        UNEXPLAINED,
                        CALL_WAITS,
                        UNEXPLAINED_WAIT,
                        CALLS_BEFORE,
                        ENDS_LATE,
                        HISTORY_RESET,
                        REFUSED,
                        SOURCE,
                        CYCLE,
                        TIME_LIMIT,
                        HANDLER,
                        EARLY_EXPIRIES,
                        LATE_EXPIRIES,
                        UNVARIED,
                        ALLOCATOR,
                        ADDITIONS_ORDER,
                        THREADS_DIFFER,
                        NEW_PROCESS,
                        SHARED_WITH_PROCESS -> {}
            }
        }
        return findings;
    }

    private static Finding finding(Evidence evidence, Note note, Kind kind, String cause) {
        int step = concerned(evidence.execution(), note);
        Message message = NoteMessages.of(note, kind);
        int destruction = destruction(evidence.execution(), note, step);
        return new FindingBuilder(evidence)
                .thread(note.thread())
                .site(note.site())
                .related(destruction)
                .related(isOf(note, evidence.execution(), step) ? step : -1)
                .memory(note.object() == 0 ? List.of() : List.of(new MemoryRange(note.object(), 1)))
                .gone(gone(evidence.execution(), note, destruction))
                .build(kind, cause, message);
    }

    private static List<Gone> gone(Execution execution, Note note, int destruction) {
        List<Gone> gone = new ArrayList<>();
        if (note.freedAt() != 0) {
            gone.add(new Gone(Gone.FREED, List.of(note.allocatedAt(), note.freedAt())));
        }
        if (destruction >= 0) {
            Operation destroys = execution.events().get(destruction).operation();
            gone.add(new Gone(Gone.DESTROYED, List.of(destroys.site())));
        }
        return gone;
    }

    /** Whether the step is what the note tells of, and not what came next to an access or a call that makes no step. */
    private static boolean isOf(Note note, Execution execution, int step) {
        return step >= 0
                && step < execution.events().size()
                && (note.site() == 0 || execution.events().get(step).operation().site() == note.site());
    }

    /** The step that destroyed what is used after it, or a negative number. */
    private static int destruction(Execution execution, Note note, int use) {
        if (note.misuse().fault() != Misuse.Fault.DESTROYED) {
            return -1;
        }
        for (int step = Math.min(use, execution.events().size()) - 1; step >= 0; step--) {
            Operation operation = execution.events().get(step).operation();
            boolean destroys = operation.kind().has(OperationTrait.DESTROYS);
            if (destroys && operation.object() == note.object()) {
                return step;
            }
        }
        return -1;
    }

    /**
     * The step that the note is about: the thread's next one, for notes are made just before the operation, or bear its number; or the
     * one before, if that is an access which the note tells of, as notes on visible accesses are made after their step.
     */
    private static int concerned(Execution execution, Note note) {
        int before = note.step() - 1;
        int next = before;
        for (int step = Math.max(0, note.step()); step < execution.events().size(); step++) {
            if (execution.events().get(step).thread() == note.thread()) {
                next = step;
                break;
            }
        }
        return isOf(note, execution, next) || !isAccessOf(note, execution, before) ? next : before;
    }

    private static boolean isAccessOf(Note note, Execution execution, int step) {
        return step >= 0
                && step < execution.events().size()
                && execution.events().get(step).thread() == note.thread()
                && execution.events().get(step).operation().kind().isPlainAccess()
                && execution.events().get(step).operation().site() == note.site();
    }
}
