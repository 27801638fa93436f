package org.heddle.cluster.net;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorRef;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.UserError;
import org.heddle.cluster.session.Workshop;

/** A worker in a cluster, from its start until it is told to end. */
public final class WorkerNode {
    private static final int DRAIN_SECONDS = 30;

    private final Optional<Address> listen;
    private final Optional<Address> join;
    private final MutualTls tls;
    private final Workshop workshop;
    private final Consumer<String> say;
    private final BlockingQueue<Reason> reasons = new LinkedBlockingQueue<>();

    private enum Reason {
        TOLD_TO_END,
        EXPELLED
    }

    /**
     * A worker.
     *
     * @param listen where it is reached; empty: at an address of this machine by which the first worker is reached
     * @param join the first worker; empty if it is the first itself, for which it has to be told where it is reached
     * @param secret of the cluster
     * @param workshop does the work
     * @param say takes lines for the user
     */
    public WorkerNode(
            Optional<Address> listen, Optional<Address> join, Secret secret, Workshop workshop, Consumer<String> say) {
        this.listen = listen;
        this.join = join;
        this.tls = MutualTls.of(secret);
        this.workshop = workshop;
        this.say = say;
    }

    /** Lets it end what it is doing and leave. May be called by any thread. */
    public void end() {
        reasons.add(Reason.TOLD_TO_END);
    }

    /**
     * Works until it is told to end.
     *
     * @throws UserError if it cannot listen, or the first worker has another secret
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws UserError, InterruptedException {
        if (join.isPresent() && !tls.isThere(join.get())) {
            say.accept("nobody listens at " + join.get() + " yet");
        }
        Reason reason = Reason.EXPELLED;
        Optional<Address> first = Optional.empty();
        while (reason == Reason.EXPELLED) {
            Address own = listen.isPresent()
                    ? first.orElse(listen.get())
                    : join.orElseThrow().ownTowards();
            try (Member member = Member.start(own, tls, Member.Timing.DEFAULT)) {
                if (first.isEmpty()) {
                    first = Optional.of(member.address());
                    say.accept("worker at " + member.address() + ", " + workshop.slots()
                            + (workshop.slots() == 1 ? " slot" : " slots"));
                }
                reason = work(member);
            }
        }
    }

    private Reason work(Member member) throws InterruptedException {
        if (join.isEmpty()) {
            member.actor(Hub.props(), Hub.NAME);
        }
        Address hub = join.orElse(member.address());
        String name = name(member.address());
        ActorRef doorman = member.actor(
                Doorman.props(
                        member,
                        workshop,
                        member.remote(hub, Hub.NAME),
                        () -> state(name),
                        () -> reasons.add(Reason.EXPELLED)),
                Doorman.NAME);
        Reason reason = reasons.take();
        if (reason == Reason.TOLD_TO_END) {
            say.accept("leaving: ending what has begun");
            doorman.tell(Doorman.Leaving.NOW, ActorRef.noSender());
            boolean isDone = workshop.drain(DRAIN_SECONDS);
            say.accept(isDone ? "left" : "left after " + DRAIN_SECONDS + " s; what was still running is run elsewhere");
        } else {
            say.accept("was silent for too long and has been left out: joining anew");
        }
        return reason;
    }

    private static String name(Address address) {
        return String.format(
                Locale.ROOT, "%s/%d", address, ProcessHandle.current().pid());
    }

    private WorkerState state(String name) {
        return new WorkerState(
                name,
                HeddleVersion.number(),
                workshop.slots(),
                workshop.executed(),
                workshop.perSecond(),
                workshop.lost(),
                String.join(", ", workshop.checks()));
    }
}
