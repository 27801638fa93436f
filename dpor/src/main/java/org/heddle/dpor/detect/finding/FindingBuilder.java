package org.heddle.dpor.detect.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.heddle.dpor.detect.finding.Finding.Gone;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.detect.finding.Finding.InvolvedThread;
import org.heddle.dpor.detect.finding.Finding.RacingPair;
import org.heddle.dpor.model.Fnv;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/** Puts a finding together; what every finding needs (schedule, preemptions, fingerprint) is worked out here. */
public final class FindingBuilder {
    private final Evidence evidence;
    private final List<InvolvedThread> threads = new ArrayList<>();
    private final List<Long> sites = new ArrayList<>();
    private final List<Integer> related = new ArrayList<>();
    private List<MemoryRange> memory = List.of();
    private final List<Gone> gone = new ArrayList<>();
    private Optional<RacingPair> race = Optional.empty();

    /**
     * A finding in this execution.
     *
     * @param end the state of all objects at its end
     */
    public FindingBuilder(Execution execution, SyncState end) {
        this(new Evidence(execution, end));
    }

    /** A further finding in an execution that had others. */
    public FindingBuilder(Evidence evidence) {
        this.evidence = evidence;
    }

    /** A thread concerned, with what it has pending. */
    public FindingBuilder thread(int thread) {
        return thread(thread, pendingOf(evidence.execution(), thread));
    }

    /** A thread concerned, with this operation. */
    public FindingBuilder thread(int thread, Operation operation) {
        return thread(thread, operation, evidence.end().heldBy(thread));
    }

    /** A thread concerned, with this operation, holding these mutexes. */
    public FindingBuilder thread(int thread, Operation operation, List<HeldLock> held) {
        threads.add(new InvolvedThread(thread, operation, held));
        return this;
    }

    /** A source position that tells this bug from others. */
    public FindingBuilder site(long site) {
        sites.add(site);
        return this;
    }

    /** A step that has brought the bug about; ignored if negative. */
    public FindingBuilder related(int step) {
        if (step >= 0 && !related.contains(step)) {
            related.add(step);
        }
        return this;
    }

    /** The memory that it is about. */
    public FindingBuilder memory(List<MemoryRange> ranges) {
        memory = ranges;
        return this;
    }

    /** What is used though it is gone. */
    public FindingBuilder gone(List<Gone> all) {
        gone.addAll(all);
        return this;
    }

    /** The accesses that race. */
    public FindingBuilder race(RacingPair shown) {
        race = Optional.of(shown);
        return memory(shown.race().ranges());
    }

    /** The finding. */
    public Finding build(Kind kind, String cause, Message message) {
        return new Finding(
                kind,
                cause,
                message,
                List.copyOf(threads),
                List.copyOf(sites),
                related.stream().sorted().toList(),
                fingerprint(kind, cause),
                evidence.schedule(),
                evidence.execution().visible(),
                memory,
                List.copyOf(gone),
                race,
                evidence.preemptions());
    }

    /** FNV-1a over kind, cause and the sites in ascending order, for the order of threads is an accident. */
    private String fingerprint(Kind kind, String cause) {
        StringBuilder text = new StringBuilder(kind.ruleId()).append('\n').append(cause);
        sites.stream().sorted().distinct().forEach(site -> text.append('\n').append(Long.toHexString(site)));
        long hash = Fnv.START;
        for (int k = 0; k < text.length(); k++) {
            hash = Fnv.add(hash, text.charAt(k));
        }
        return "%016x".formatted(hash);
    }

    /** In the order of threads; that of their creation may differ between executions of a class. */
    public static List<PendingOperation> byThread(List<PendingOperation> pending) {
        return pending.stream()
                .sorted(Comparator.comparingInt(PendingOperation::thread))
                .toList();
    }

    /** What the thread has pending at the end, or null. */
    public static Operation pendingOf(Execution execution, int thread) {
        for (PendingOperation pending : execution.pending()) {
            if (pending.thread() == thread) {
                return pending.operation();
            }
        }
        return null;
    }
}
