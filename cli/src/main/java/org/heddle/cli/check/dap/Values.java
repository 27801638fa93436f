package org.heddle.cli.check.dap;

import java.util.Optional;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Inspection;
import org.heddle.cli.check.inspect.Place;
import org.heddle.cli.check.replay.Moments;

/** What variables hold, as gdb says; gdb runs from the first question on. */
final class Values implements AutoCloseable {
    private final Moments moments;
    private Inspection inspection;
    private boolean closed;

    Values(Moments moments) {
        this.moments = moments;
    }

    /**
     * The execution in gdb.
     *
     * @throws UserError if there is no gdb
     */
    Inspection gdb() throws UserError, InterruptedException {
        Optional<Inspection> there = there();
        return there.isPresent() ? there.get() : keep(moments.inspection());
    }

    private synchronized Optional<Inspection> there() {
        return Optional.ofNullable(inspection);
    }

    private synchronized Inspection keep(Inspection begun) throws UserError {
        if (closed) {
            begun.close();
            throw new UserError("the session has ended");
        }
        inspection = begun;
        return begun;
    }

    /** Whether a condition holds. One that cannot be evaluated does, so that somebody looks. */
    boolean holds(int moment, Place place, String condition) throws InterruptedException {
        try {
            String value = gdb().value(moment, place, condition).value();
            return !value.equals("0") && !value.equals("false") && !value.equals("0x0");
        } catch (UserError unknown) {
            return true;
        }
    }

    /** Also while another thread waits for an answer. */
    @Override
    public synchronized void close() {
        closed = true;
        if (inspection != null) {
            inspection.close();
        }
    }
}
