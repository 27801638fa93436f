package org.heddle.dpor.minimise;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.heddle.dpor.model.Step;

/**
 * Takes simpler schedules that show the finding, as long as there are any: first such as leave out many switches at once (the
 * first blocks alone, found by halving; then without groups of threads; then ever smaller groups of neighbouring blocks, gathered
 * by thread), as delta debugging does, so that hundreds of preemptions are few after some dozen executions; then by {@link
 * BlockMoves} one at a time.
 */
final class Simplification {
    private static final int FEW_BLOCKS = 12;
    private static final int GROUPS = 16; // of threads: of many threads, each alone would take all the effort

    private final Trials trials;
    private final Effort effort;
    private final long end;
    private Shown best;

    Simplification(Trials trials, Effort effort) {
        this.trials = trials;
        this.effort = effort;
        end = trials.executions() + effort.moves();
    }

    /** The simplest that was found. */
    Shown of(Shown start) throws InterruptedException {
        best = start;
        if (chunks().blocks().size() > FEW_BLOCKS) {
            cutOff();
            leaveOut(chunks().threads().size() / GROUPS);
            gather();
        }
        boolean better = true;
        while (better && isPatient()) {
            better = move();
        }
        if (chunks().threads().size() > GROUPS) {
            leaveOut(1);
        }
        return best;
    }

    private Chunks chunks() {
        return new Chunks(best.finding().schedule());
    }

    private boolean isPatient() {
        return trials.executions() < end && !effort.isExpired();
    }

    private boolean take(List<Step> candidate) throws InterruptedException {
        Shown shown = trials.tryOut(candidate);
        boolean better = shown != null && shown.isSimplerThan(best);
        if (better) {
            best = shown;
        }
        return better;
    }

    /** How many of the first blocks it takes: it need not be the least number, since the finding may come and go. */
    private void cutOff() throws InterruptedException {
        Chunks chunks = chunks();
        int without = -1;
        int with = chunks.blocks().size();
        while (with - without > 1 && isPatient()) {
            int middle = (without + with) >>> 1;
            if (take(chunks.first(middle))) {
                with = middle;
            } else {
                without = middle;
            }
        }
    }

    /** Threads that need not run: ever smaller groups of them, down to this many. */
    private void leaveOut(int least) throws InterruptedException {
        int size = chunks().threads().size() / 2;
        while (size >= Math.max(1, least) && isPatient()) {
            List<Integer> threads = chunks().threads();
            for (int from = 0; from < threads.size() && isPatient(); from += size) {
                take(chunks().without(Set.copyOf(threads.subList(from, Math.min(from + size, threads.size())))));
            }
            size /= 2;
        }
    }

    private void gather() throws InterruptedException {
        int size = chunks().blocks().size();
        while (size > 2) {
            int from = 0;
            Chunks chunks = chunks();
            while (from + 2 < chunks.blocks().size() && isPatient()) {
                int to = Math.min(from + size, chunks.blocks().size());
                if (chunks.isSplit(from, to) && take(chunks.gathered(from, to))) {
                    chunks = chunks();
                    from++;
                } else {
                    from += size;
                }
            }
            size = Math.min(size, chunks.blocks().size()) / 2;
        }
    }

    private boolean move() throws InterruptedException {
        for (Supplier<List<Step>> candidate : BlockMoves.of(best.finding().schedule())) {
            if (!isPatient()) {
                return false;
            }
            if (take(candidate.get())) {
                return true;
            }
        }
        return false;
    }
}
