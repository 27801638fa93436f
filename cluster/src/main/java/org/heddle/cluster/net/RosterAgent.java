package org.heddle.cluster.net;

import java.time.Duration;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.japi.pf.ReceiveBuilder;

/** An actor that asks the first worker, each second, who is there. */
abstract class RosterAgent extends AbstractActorWithTimers {
    private static final Duration EACH = Duration.ofSeconds(1);

    private final ActorSelection hub;

    private enum Tick {
        ASK
    }

    RosterAgent(ActorSelection hub) {
        this.hub = hub;
    }

    @Override
    public void preStart() {
        ask();
        getTimers().startTimerWithFixedDelay(Tick.ASK, Tick.ASK, EACH);
    }

    /** What it receives, to which others add: the roster comes as an answer. */
    ReceiveBuilder asking() {
        return receiveBuilder().matchEquals(Tick.ASK, tick -> ask());
    }

    /** Asks; once a second. */
    void ask() {
        hub.tell(new Letter.Ask(), getSelf());
    }
}
