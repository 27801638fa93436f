package org.heddle.cluster.session;

import org.heddle.cluster.lease.Leases;

/** A link to a worker with one slot that is there and never says anything. */
class SilentLink implements Crew.Link {
    @Override
    public String name() {
        return "silent";
    }

    @Override
    public int slots() {
        return 1;
    }

    @Override
    public long heard() {
        return System.nanoTime();
    }

    @Override
    public void send(Leases.Lease lease) {}

    @Override
    public void flush() {}

    @Override
    public void cancel() {}

    @Override
    public void confirm() {}
}
