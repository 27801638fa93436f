package org.heddle.cluster.net;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.Props;
import org.heddle.cli.base.UserError;

/** Asks a cluster who is there. */
public final class ClusterView extends RosterAgent {
    private static final int PATIENCE_SECONDS = 10;
    private final CompletableFuture<List<WorkerState>> answer;

    private ClusterView(ActorSelection hub, CompletableFuture<List<WorkerState>> answer) {
        super(hub);
        this.answer = answer;
    }

    /**
     * The workers that are there, by name.
     *
     * @param hub the first worker
     * @param listen where this process is reached; null: at an address of this machine
     * @param secret of the cluster
     * @throws UserError if nobody answers
     * @throws InterruptedException if the thread is interrupted
     */
    public static List<WorkerState> of(Address hub, String listen, Secret secret)
            throws UserError, InterruptedException {
        MutualTls tls = MutualTls.of(secret);
        Address own = listen == null ? hub.ownTowards() : Address.of(listen, "--listen");
        if (!tls.isThere(hub)) {
            throw PekkoCluster.nobodyAt(hub);
        }
        CompletableFuture<List<WorkerState>> answer = new CompletableFuture<>();
        try (Member member = Member.start(own, tls, Member.Timing.DEFAULT)) {
            ActorSelection remote = member.remote(hub, Hub.NAME);
            member.actor(Props.create(ClusterView.class, () -> new ClusterView(remote, answer)), "view");
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException silent) {
            throw new UserError(
                    hub + " does not answer: is it the first worker, and is this machine reached from there?");
        }
    }

    @Override
    public Receive createReceive() {
        return asking().match(
                        Letter.Roster.class,
                        roster -> answer.complete(roster.workers().stream()
                                .map(Letter.Entry::state)
                                .sorted(Comparator.comparing(WorkerState::name))
                                .toList()))
                .build();
    }
}
