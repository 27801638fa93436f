package org.heddle.cluster.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Props;

/**
 * The list of workers, which the first one keeps. Workers say again and again that they are there, so a list that is lost is soon whole
 * again; one that is silent is taken off.
 */
final class Hub extends AbstractActor {
    static final String NAME = "hub";
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Map<String, Seen> workers = new LinkedHashMap<>();

    private record Seen(WorkerState state, long at) {}

    static Props props() {
        return Props.create(Hub.class, Hub::new);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(
                        Letter.Enlist.class,
                        enlist -> workers.put(address(), new Seen(enlist.state(), System.nanoTime())))
                .match(Letter.Leave.class, leave -> workers.remove(address()))
                .match(Letter.Ask.class, ask -> getSender().tell(roster(), getSelf()))
                .build();
    }

    private String address() {
        return Member.addressOf(getSender());
    }

    private Letter.Roster roster() {
        long oldest = System.nanoTime() - SILENCE.toNanos();
        workers.values().removeIf(seen -> seen.at() < oldest);
        List<Letter.Entry> entries = new ArrayList<>();
        workers.forEach((address, seen) -> entries.add(new Letter.Entry(address, seen.state())));
        return new Letter.Roster(entries);
    }
}
