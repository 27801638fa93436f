package org.heddle.cluster.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.Props;

/** A check's actor: asks again and again who is there, and opens a session with every worker that it has none with. */
final class Recruiter extends AbstractActorWithTimers {
    private static final Duration EACH = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Member member;
    private final ActorSelection hub;
    private final String check;
    private final Recruits recruits;
    private final Map<Long, Opening> opening = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private long lastOpen;

    private record Opening(String address, WorkerState state, Member.Outgoing plans, long since) {}

    /** A session with the worker at this address has been lost: should it still be there, another may be opened. */
    record Lost(String address) {}

    /** What becomes of the workers that are found; called on the actor's thread. */
    interface Recruits {
        /** These are there. */
        void roster(List<Letter.Entry> workers);

        /** A session with this worker has been opened. */
        void opened(String address, WorkerState worker, InputStream results, OutputStream plans);
    }

    private enum Tick {
        ASK
    }

    private Recruiter(Member member, ActorSelection hub, String check, Recruits recruits) {
        this.member = member;
        this.hub = hub;
        this.check = check;
        this.recruits = recruits;
    }

    static Props props(Member member, ActorSelection hub, String check, Recruits recruits) {
        return Props.create(Recruiter.class, () -> new Recruiter(member, hub, check, recruits));
    }

    @Override
    public void preStart() {
        ask();
        getTimers().startTimerWithFixedDelay(Tick.ASK, Tick.ASK, EACH);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .matchEquals(Tick.ASK, tick -> ask())
                .match(Letter.Roster.class, this::take)
                .match(Letter.Opened.class, this::opened)
                .match(Lost.class, lost -> known.remove(lost.address()))
                .build();
    }

    private void ask() {
        long oldest = System.nanoTime() - PATIENCE.toNanos();
        opening.entrySet().removeIf(each -> {
            boolean isUnanswered = each.getValue().since() < oldest;
            if (isUnanswered) {
                known.remove(each.getValue().address());
                close(each.getValue().plans().stream());
            }
            return isUnanswered;
        });
        hub.tell(new Letter.Ask(), getSelf());
    }

    private void take(Letter.Roster roster) {
        recruits.roster(roster.workers());
        for (Letter.Entry worker : roster.workers()) {
            if (known.add(worker.address())) {
                Member.Outgoing plans = member.outgoing();
                opening.put(++lastOpen, new Opening(worker.address(), worker.state(), plans, System.nanoTime()));
                member.resolve(worker.address()).tell(new Letter.Open(lastOpen, check, plans.name()), getSelf());
            }
        }
    }

    private void opened(Letter.Opened answer) {
        Opening open = opening.remove(answer.number());
        if (open != null) {
            InputStream results = member.incoming(answer.results());
            recruits.opened(open.address(), open.state(), results, open.plans().stream());
        }
    }

    /** Ends a stream that nobody may be reading, which can take a while. */
    private static void close(OutputStream stream) {
        Thread thread = new Thread(
                () -> {
                    try {
                        stream.close();
                    } catch (IOException broken) {
                        // as good as closed
                    }
                },
                "heddle-close");
        thread.setDaemon(true);
        thread.start();
    }
}
