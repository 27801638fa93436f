package org.heddle.cluster.net;

import java.io.InputStream;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.Props;
import org.apache.pekko.remote.artery.QuarantinedEvent;
import org.apache.pekko.remote.artery.ThisActorSystemQuarantinedEvent;
import org.heddle.cluster.session.WorkSession;
import org.heddle.cluster.session.Workshop;

/** A worker's actor: says that the worker is there, and opens a session for each check that asks. */
final class Doorman extends AbstractActorWithTimers {
    static final String NAME = "worker";
    private static final Duration EACH = Duration.ofSeconds(1);

    private final Member member;
    private final Workshop workshop;
    private final ActorSelection hub;
    private final Supplier<WorkerState> state;
    private final Runnable expelled;

    private boolean isLeaving;
    private boolean hasGivenUp; // on a member, which would not be heard any more

    private enum Tick {
        ENLIST
    }

    /** To itself: no check is to come any more. */
    enum Leaving {
        NOW
    }

    private Doorman(
            Member member, Workshop workshop, ActorSelection hub, Supplier<WorkerState> state, Runnable expelled) {
        this.member = member;
        this.workshop = workshop;
        this.hub = hub;
        this.state = state;
        this.expelled = expelled;
    }

    /**
     * Its properties.
     *
     * @param expelled is run when some member will have nothing to do with this one any more, because it was silent for long
     */
    static Props props(
            Member member, Workshop workshop, ActorSelection hub, Supplier<WorkerState> state, Runnable expelled) {
        return Props.create(Doorman.class, () -> new Doorman(member, workshop, hub, state, expelled));
    }

    @Override
    public void preStart() {
        enlist();
        getContext().getSystem().getEventStream().subscribe(getSelf(), ThisActorSystemQuarantinedEvent.class);
        getContext().getSystem().getEventStream().subscribe(getSelf(), QuarantinedEvent.class);
        getTimers().startTimerWithFixedDelay(Tick.ENLIST, Tick.ENLIST, EACH);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .matchEquals(Tick.ENLIST, tick -> enlist())
                .matchEquals(Leaving.NOW, now -> leave())
                .match(Letter.Open.class, this::open)
                .match(ThisActorSystemQuarantinedEvent.class, event -> expelled.run())
                .match(QuarantinedEvent.class, event -> hasGivenUp = true)
                .build();
    }

    /**
     * After a silence, as while this process was stopped, it and a check have given up on each other, and each would be heard by the
     * other under a new identity alone. So it takes one, when no other check is interrupted by that.
     */
    private void enlist() {
        if (hasGivenUp && !isLeaving && workshop.checks().isEmpty()) {
            hasGivenUp = false;
            expelled.run();
        } else if (!isLeaving) {
            hub.tell(new Letter.Enlist(state.get()), getSelf());
        }
    }

    private void leave() {
        isLeaving = true;
        hub.tell(new Letter.Leave(), getSelf());
    }

    private void open(Letter.Open wanted) {
        if (isLeaving) {
            return;
        }
        Member.Outgoing results = member.outgoing();
        InputStream plans = member.incoming(wanted.plans());
        WorkSession session = new WorkSession(wanted.check(), plans, results.stream(), workshop);
        Thread thread = new Thread(() -> run(session), "heddle-session");
        thread.setDaemon(true);
        thread.start();
        getSender().tell(new Letter.Opened(wanted.number(), results.name()), getSelf());
    }

    private static void run(WorkSession session) {
        try {
            session.run();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
