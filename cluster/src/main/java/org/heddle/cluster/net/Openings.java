package org.heddle.cluster.net;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.ActorRef;
import org.heddle.cluster.session.ClosedAside;

/** The sessions with workers that an actor has asked for and that have not been opened yet. For its thread alone. */
final class Openings {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Member member;
    private final Map<Long, Opening> opening = new HashMap<>();
    private long last;

    private record Opening(String address, Member.Outgoing plans, long since) {}

    Openings(Member member) {
        this.member = member;
    }

    /**
     * Asks for a session.
     *
     * @param address of the worker's actor
     * @param check its name, for people
     * @return its number
     */
    long ask(String address, String check, ActorRef self) {
        Member.Outgoing plans = member.outgoing();
        opening.put(++last, new Opening(address, plans, System.nanoTime()));
        member.resolve(address).tell(new Letter.Open(last, check, plans.name()), self);
        return last;
    }

    /**
     * A session that has been opened.
     *
     * @param address of the worker's actor
     * @param results from the worker
     * @param plans to the worker
     */
    record Session(String address, InputStream results, OutputStream plans) {}

    /** The session that this letter is about; null if it is not awaited any more. */
    Session opened(Letter.Opened answer) {
        Opening open = opening.remove(answer.number());
        return open == null
                ? null
                : new Session(open.address(), member.incoming(answer.results()), open.plans().stream());
    }

    /** A session that nobody answered for. */
    record Unanswered(long number, String address) {}

    /** Gives up those that have been awaited for long. */
    List<Unanswered> giveUp() {
        long oldest = System.nanoTime() - PATIENCE.toNanos();
        List<Unanswered> unanswered = new ArrayList<>();
        opening.entrySet().removeIf(entry -> {
            boolean isUnanswered = entry.getValue().since() < oldest;
            if (isUnanswered) {
                unanswered.add(new Unanswered(entry.getKey(), entry.getValue().address()));
                ClosedAside.close(entry.getValue().plans().stream());
            }
            return isUnanswered;
        });
        return unanswered;
    }
}
