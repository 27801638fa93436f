package org.heddle.cluster.net;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.Props;

/** A suite's actor: asks again and again who is there, and opens sessions with workers when it is told to. */
final class SuiteAgent extends RosterAgent {
    private final Consumer<List<Letter.Entry>> roster;
    private final Openings openings;
    private final Map<Long, CompletableFuture<Openings.Session>> wanted = new HashMap<>();

    /**
     * To itself: open a session.
     *
     * @param address of the worker's actor
     * @param check its name, for people
     * @param session is completed with it
     */
    record Want(String address, String check, CompletableFuture<Openings.Session> session) {}

    private SuiteAgent(Member member, ActorSelection hub, Consumer<List<Letter.Entry>> roster) {
        super(hub);
        this.roster = roster;
        openings = new Openings(member);
    }

    /**
     * Its properties.
     *
     * @param roster is told who is there, on the actor's thread
     */
    static Props props(Member member, ActorSelection hub, Consumer<List<Letter.Entry>> roster) {
        return Props.create(SuiteAgent.class, () -> new SuiteAgent(member, hub, roster));
    }

    @Override
    public Receive createReceive() {
        return asking().match(Letter.Roster.class, letter -> roster.accept(letter.workers()))
                .match(Want.class, this::want)
                .match(Letter.Opened.class, this::opened)
                .build();
    }

    @Override
    void ask() {
        for (Openings.Unanswered unanswered : openings.giveUp()) {
            wanted.remove(unanswered.number()).completeExceptionally(new IOException("it does not answer"));
        }
        super.ask();
    }

    private void want(Want want) {
        wanted.put(openings.ask(want.address(), want.check(), getSelf()), want.session());
    }

    private void opened(Letter.Opened answer) {
        Openings.Session session = openings.opened(answer);
        if (session != null) {
            wanted.remove(answer.number()).complete(session);
        }
    }
}
