package org.heddle.cluster.net;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.Props;

/** A check's actor: asks again and again who is there, and opens a session with every worker that it has none with. */
final class Recruiter extends RosterAgent {
    private final String check;
    private final Recruits recruits;
    private final Openings openings;
    private final Map<String, WorkerState> known = new HashMap<>();

    /** A session with the worker at this address has been lost: should it still be there, another may be opened. */
    record Lost(String address) {}

    /** What becomes of the workers that are found; called on the actor's thread. */
    interface Recruits {
        /** These are there. */
        void roster(List<Letter.Entry> workers);

        /** A session with this worker has been opened. */
        void opened(String address, WorkerState worker, InputStream results, OutputStream plans);
    }

    private Recruiter(Member member, ActorSelection hub, String check, Recruits recruits) {
        super(hub);
        openings = new Openings(member);
        this.check = check;
        this.recruits = recruits;
    }

    static Props props(Member member, ActorSelection hub, String check, Recruits recruits) {
        return Props.create(Recruiter.class, () -> new Recruiter(member, hub, check, recruits));
    }

    @Override
    public Receive createReceive() {
        return asking().match(Letter.Roster.class, this::take)
                .match(Letter.Opened.class, this::opened)
                .match(Lost.class, lost -> known.remove(lost.address()))
                .build();
    }

    @Override
    void ask() {
        openings.giveUp().forEach(unanswered -> known.remove(unanswered.address()));
        super.ask();
    }

    private void take(Letter.Roster roster) {
        recruits.roster(roster.workers());
        for (Letter.Entry worker : roster.workers()) {
            if (known.putIfAbsent(worker.address(), worker.state()) == null) {
                openings.ask(worker.address(), check, getSelf());
            }
        }
    }

    private void opened(Letter.Opened answer) {
        Openings.Session session = openings.opened(answer);
        if (session != null) {
            recruits.opened(session.address(), known.get(session.address()), session.results(), session.plans());
        }
    }
}
