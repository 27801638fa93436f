package org.heddle.dpor.detect;

import java.util.List;
import java.util.Optional;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.OtherProcesses;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.SignalNames;

/** Failed assertions, crashes, and exit statuses other than zero. */
final class FailureDetector implements Detector {
    private static final String AT_LAST_OPERATION =
            " after its last visible operation, whose place is shown;" + " heddle replay --gdb stops where it dies";

    private static final String STACK_OVERFLOW = ": stack overflow";

    @Override
    public List<Finding> detect(Execution execution) {
        return switch (execution.outcome()) {
            case ASSERTION -> OtherProcesses.takePart(execution) ? List.of() : List.of(assertion(execution));
            case SIGNALED -> List.of(hasAssertionNote(execution) ? assertion(execution) : crash(execution));
            case EXITED -> execution.status() == 0 || OtherProcesses.areBeside(execution)
                    ? List.of()
                    : List.of(exitCode(execution));
            default -> List.of();
        };
    }

    private static boolean hasAssertionNote(Execution execution) {
        return assertionNote(execution).isPresent();
    }

    private static Optional<Note> assertionNote(Execution execution) {
        return note(execution, Note.Kind.ASSERTION);
    }

    private static Optional<Note> note(Execution execution, Note.Kind kind) {
        return execution.notes().stream().filter(note -> note.kind() == kind).findFirst();
    }

    private static Finding assertion(Execution execution) {
        Note note = assertionNote(execution).orElse(null);
        int culprit = note != null ? note.thread() : culprit(execution);
        Operation last = lastOperation(execution, culprit);
        long site = note != null && note.site() != 0 ? note.site() : siteOf(last);
        String text = note == null || note.text().isEmpty() ? "an assertion" : '"' + note.text() + '"';
        return builder(execution, culprit, last, site)
                .build(
                        Kind.ASSERTION,
                        "assertion",
                        Message.of("assertion: %s fails in %s", text, Message.thread(culprit)));
    }

    private static Finding crash(Execution execution) {
        Optional<Note> sanitizer = note(execution, Note.Kind.ADDRESS_SANITIZER);
        if (sanitizer.isPresent()) {
            return sanitizer(execution, sanitizer.get());
        }
        int culprit = culprit(execution);
        Operation last = lastOperation(execution, culprit);
        String signal = SignalNames.of(execution.status());
        return builder(execution, culprit, last, siteOf(last))
                .build(
                        Kind.CRASH,
                        signal,
                        Message.of("crash: %s dies of %s%s", Message.thread(culprit), signal, howFarKnown(execution)));
    }

    /** What the execution tells of the instruction that raised the signal. */
    private static String howFarKnown(Execution execution) {
        return execution.stacks().stream()
                .filter(stack -> stack.kind() == CallStack.Kind.CRASHED)
                .findFirst()
                .map(stack -> stack.memory().size() > 0 ? STACK_OVERFLOW : "")
                .orElse(AT_LAST_OPERATION);
    }

    private static Finding sanitizer(Execution execution, Note note) {
        return builder(execution, note.thread(), lastOperation(execution, note.thread()), note.site())
                .memory(List.of(new MemoryRange(note.object(), 1)))
                .build(
                        Kind.CRASH,
                        note.text(),
                        Message.of(
                                "crash: AddressSanitizer reports %s in %s",
                                note.text(), Message.thread(note.thread())));
    }

    private static Finding exitCode(Execution execution) {
        int culprit = culprit(execution);
        Operation last = lastOperation(execution, culprit);
        Message message = Message.of(
                "exit code: the process exits with status %s in %s", execution.status(), Message.thread(culprit));
        return builder(execution, culprit, last, siteOf(last))
                .build(Kind.EXIT_CODE, "status-" + execution.status(), message);
    }

    private static FindingBuilder builder(Execution execution, int culprit, Operation last, long site) {
        return new FindingBuilder(execution, SyncState.atEndOf(execution))
                .thread(culprit, last)
                .site(site)
                .related(writeOf(execution, readOf(execution)))
                .related(readOf(execution))
                .related(execution.events().size() - 1);
    }

    /** What the thread that fails has read as its last step, or as that before its exit; −1 if it did something else. */
    private static int readOf(Execution execution) {
        List<Event> events = execution.events();
        int culprit = culprit(execution);
        for (int step = events.size() - 1; step >= 0; step--) {
            OperationKind kind = events.get(step).operation().kind();
            if (events.get(step).thread() == culprit && kind != OperationKind.PROCESS_EXIT) {
                return kind == OperationKind.ATOMIC_LOAD || kind == OperationKind.READ ? step : -1;
            }
        }
        return -1;
    }

    /** Where another thread wrote what this step reads, or −1. */
    private static int writeOf(Execution execution, int read) {
        List<Event> events = execution.events();
        for (int step = read - 1; step >= 0; step--) {
            Event event = events.get(step);
            OperationKind kind = event.operation().kind();
            boolean writes = kind == OperationKind.ATOMIC_STORE
                    || kind == OperationKind.ATOMIC_RMW
                    || kind == OperationKind.WRITE
                    || (kind == OperationKind.ATOMIC_CAS && event.result() != 0);
            if (writes
                    && event.operation().object()
                            == events.get(read).operation().object()) {
                return event.thread() == events.get(read).thread() ? -1 : step;
            }
        }
        return -1;
    }

    /** The thread that ended the process. */
    private static int culprit(Execution execution) {
        if (execution.terminator() >= 0) {
            return execution.terminator();
        }
        List<Event> events = execution.events();
        return events.isEmpty() ? 0 : events.get(events.size() - 1).thread();
    }

    private static Operation lastOperation(Execution execution, int thread) {
        for (int step = execution.events().size() - 1; step >= 0; step--) {
            Event event = execution.events().get(step);
            if (event.thread() == thread) {
                return event.operation();
            }
        }
        return null;
    }

    private static long siteOf(Operation operation) {
        return operation == null ? 0 : operation.site();
    }
}
