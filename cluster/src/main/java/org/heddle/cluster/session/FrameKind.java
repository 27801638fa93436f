package org.heddle.cluster.session;

import java.io.IOException;
import org.heddle.dpor.model.Coded;

/** What a check, or a suite for one of its checks, and a worker say to each other in a session. */
enum FrameKind implements Coded {
    /** Check to worker, first: what is to be executed, and how ({@link org.heddle.cluster.program.Job}). */
    JOB(1),
    /** Worker to check: which files it does not have. */
    NEED(2),
    /** Check to worker: one of them. */
    FILE(3),
    /** Worker to check: why it will not execute this. */
    REFUSED(4),
    /** Worker to check: how many slots it has, and the execution of the job's first plan. */
    READY(5),
    /** Check to worker: a plan. */
    PLAN(6),
    /** Worker to check: its execution. */
    RESULT(7),
    /** Check to worker: forget the plans that have not begun. */
    CANCEL(8),
    /** Check to worker: compare once more what was executed without a fork. */
    CONFIRM(9),
    /** Worker to check: that came to the same; how executions were run. */
    CONFIRMED(10),
    /** Worker to check: executions without a fork differ from those with one. */
    DIFFERS(11),
    /** Check to worker: are you there? */
    PING(12),
    /** Worker to check: yes. */
    PONG(13),
    /** Worker to check: it is leaving; what it has begun it ends. */
    LEAVING(14),
    /** Check to worker: that was all. */
    BYE(15),
    /** Suite to worker, once: a whole check, which the command line of the worker understands. */
    CHECK(16),
    /** Worker to suite: what it came to. */
    CHECKED(17);

    private final int code;

    FrameKind(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }

    /**
     * The kind with this code.
     *
     * @throws IOException if there is none
     */
    static FrameKind ofCode(int code) throws IOException {
        try {
            return Coded.of(values(), code, "frame");
        } catch (IllegalArgumentException unknown) {
            throw new IOException(unknown.getMessage(), unknown);
        }
    }
}
