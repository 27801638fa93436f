package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.detect.Finding.HeldLock;
import org.heddle.dpor.detect.Finding.InvolvedThread;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.PendingOperation;
import org.heddle.dpor.model.Step;

/** Puts a finding together; what every finding needs (schedule, preemptions, fingerprint) is worked out here. */
final class FindingBuilder {
    private final Execution execution;
    private final SyncState end;
    private final List<InvolvedThread> threads = new ArrayList<>();
    private final List<Long> sites = new ArrayList<>();
    private final List<Integer> related = new ArrayList<>();

    FindingBuilder(Execution execution, SyncState end) {
        this.execution = execution;
        this.end = end;
    }

    /** A thread concerned, with what it has pending. */
    FindingBuilder thread(int thread) {
        return thread(thread, pendingOf(execution, thread));
    }

    /** A thread concerned, with this operation. */
    FindingBuilder thread(int thread, Operation operation) {
        return thread(thread, operation, end.heldBy(thread));
    }

    /** A thread concerned, with this operation, holding these mutexes. */
    FindingBuilder thread(int thread, Operation operation, List<HeldLock> held) {
        threads.add(new InvolvedThread(thread, operation, held));
        return this;
    }

    /** A source position that tells this bug from others. */
    FindingBuilder site(long site) {
        sites.add(site);
        return this;
    }

    /** A step that has brought the bug about; ignored if negative. */
    FindingBuilder related(int step) {
        if (step >= 0 && !related.contains(step)) {
            related.add(step);
        }
        return this;
    }

    /** The finding. */
    Finding build(Kind kind, String cause, String message) {
        return new Finding(
                kind,
                cause,
                message,
                List.copyOf(threads),
                List.copyOf(sites),
                related.stream().sorted().toList(),
                fingerprint(kind, cause),
                execution.events().stream().map(Step::of).toList(),
                execution.visible(),
                Preemptions.of(execution).size());
    }

    /** FNV-1a over kind, cause and the sites in ascending order, for the order of threads is an accident. */
    private String fingerprint(Kind kind, String cause) {
        StringBuilder text = new StringBuilder(kind.ruleId()).append('\n').append(cause);
        sites.stream().sorted().distinct().forEach(site -> text.append('\n').append(Long.toHexString(site)));
        long hash = 0xcbf29ce484222325L;
        for (int k = 0; k < text.length(); k++) {
            hash = (hash ^ text.charAt(k)) * 0x100000001b3L;
        }
        return "%016x".formatted(hash);
    }

    /** In the order of threads; that of their creation may differ between executions of a class. */
    static List<PendingOperation> byThread(List<PendingOperation> pending) {
        return pending.stream()
                .sorted(Comparator.comparingInt(PendingOperation::thread))
                .toList();
    }

    /** What the thread has pending at the end, or null. */
    static Operation pendingOf(Execution execution, int thread) {
        for (PendingOperation pending : execution.pending()) {
            if (pending.thread() == thread) {
                return pending.operation();
            }
        }
        return null;
    }
}
