package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Note;

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
                case MISUSE, UNDEFINED -> findings.add(finding(evidence, note, Kind.MISUSE, note.text()));
                case INVALID_FREE -> findings.add(finding(evidence, note, Kind.MISUSE, "invalid-free"));
                case DOUBLE_FREE -> findings.add(finding(evidence, note, Kind.DOUBLE_FREE, "double-free"));
                case USE_AFTER_FREE -> findings.add(finding(evidence, note, Kind.USE_AFTER_FREE, "use-after-free"));
                case HEAP_OVERFLOW -> findings.add(finding(evidence, note, Kind.HEAP_OVERFLOW, "heap-overflow"));
                case STACK_OF_ENDED_THREAD -> findings.add(
                        finding(evidence, note, Kind.USE_AFTER_FREE, "stack-of-ended-thread"));
                case LEAK -> findings.add(finding(evidence, note, Kind.LEAK, "leak"));
                case STACK_OF_LEFT_FUNCTION -> findings.add(
                        finding(evidence, note, Kind.USE_AFTER_FREE, "stack-of-left-function"));
                case UNDESTROYED -> findings.add(finding(evidence, note, Kind.UNDESTROYED, note.text()));
                case VERIFY -> findings.add(finding(evidence, note, Kind.EXIT_CODE, "verify"));
                case UNMODELLED_CALL, ASSERTION, UNCONTROLLED, RESOURCES, THREADS_LEFT, ADDRESS_SANITIZER -> {}
            }
        }
        return findings;
    }

    private static Finding finding(Evidence evidence, Note note, Kind kind, String cause) {
        String words = kind.ruleId().replace('-', ' ') + ": " + note.text();
        String message = namesItsThread(note) ? words : words + " by thread " + note.thread();
        return new FindingBuilder(evidence)
                .thread(note.thread())
                .site(note.site())
                .related(concerned(evidence.execution(), note))
                .memory(note.object() == 0 ? List.of() : List.of(new MemoryRange(note.object(), 1)))
                .build(kind, cause, note.kind() == Note.Kind.UNDEFINED ? message + "; undefined by POSIX" : message);
    }

    private static boolean namesItsThread(Note note) {
        return note.kind() == Note.Kind.UNDESTROYED
                || note.text().startsWith("thread ")
                || note.text().startsWith("main ");
    }

    /** The step that the note is about: notes are made just before the operation that they concern. */
    private static int concerned(Execution execution, Note note) {
        for (int step = Math.max(0, note.step()); step < execution.events().size(); step++) {
            if (execution.events().get(step).thread() == note.thread()) {
                return step;
            }
        }
        return note.step() - 1;
    }
}
