package org.heddle.dpor.testkit;

import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** How the threads of a simulated program begin: those that are alike one after the other, where that is asked for. */
final class Begins {
    private final Program program;
    private final boolean alike;
    private final int[] after; // which thread; 0: none
    private int last; // that the first thread has created
    private int lastAt = -1; // its operations then

    Begins(Program program, boolean alike) {
        this.program = program;
        this.alike = alike;
        after = new int[program.threads().size()];
    }

    Begins copy() {
        Begins copy = new Begins(program, alike);
        System.arraycopy(after, 0, copy.after, 0, after.length);
        copy.last = last;
        copy.lastAt = lastAt;
        return copy;
    }

    /** The creator, which has executed so many operations before, creates the thread, which is returned. */
    int created(int creator, int thread, int executed) {
        if (creator == 0) {
            boolean isNext = lastAt >= 0 && lastAt + 1 == executed;
            boolean isLike =
                    isNext && program.threads().get(last) == program.threads().get(thread);
            after[thread] = alike && isLike ? last : 0;
            last = thread;
            lastAt = executed;
        }
        return thread;
    }

    /** What the thread begins with. */
    Operation operation(int thread) {
        return new Operation(OperationKind.THREAD_START, thread, after[thread], 0, MemoryOrder.SEQ_CST, 0);
    }

    /** Whether it may, where threads have executed so many operations. */
    boolean isEnabled(int thread, int[] executed) {
        return after[thread] == 0 || executed[after[thread]] > 1;
    }
}
