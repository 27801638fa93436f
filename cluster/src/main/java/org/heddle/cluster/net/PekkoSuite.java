package org.heddle.cluster.net;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorRef;
import org.heddle.cli.base.UserError;
import org.heddle.cli.cluster.SharedSuite;
import org.heddle.cluster.lease.Seats;
import org.heddle.cluster.program.Bundle;
import org.heddle.cluster.session.CheckLink;
import org.heddle.cluster.session.Trial;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;

/** A suite whose checks are made by workers, each in a session of its own. */
final class PekkoSuite implements SharedSuite {
    private static final long PATIENCE_SECONDS = 20;
    private static final long DESERTED_SECONDS = 60;

    private final Member member;
    private final Consumer<String> say;
    private final ActorRef agent;
    private final Seats seats = new Seats(); // guarded by this, as what follows
    private final Map<String, String> names = new HashMap<>();

    PekkoSuite(Member member, Address hub, Consumer<String> say) throws UserError, InterruptedException {
        this.member = member;
        this.say = say;
        agent = member.actor(SuiteAgent.props(member, member.remote(hub, Hub.NAME), this::roster), "suite");
        if (!awaitWorkers()) {
            throw new UserError("no worker of " + hub + " answers: is this machine reached from there as "
                    + member.address() + "? (--listen HOST:PORT names another address)");
        }
    }

    private synchronized void roster(List<Letter.Entry> workers) {
        Map<String, Integer> slots = new HashMap<>();
        workers.forEach(worker -> {
            slots.put(worker.address(), worker.state().slots());
            names.put(worker.address(), worker.state().name());
        });
        seats.roster(slots);
        notifyAll();
    }

    private synchronized boolean awaitWorkers() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (seats.all() == 0 && System.nanoTime() < until) {
            TimeUnit.SECONDS.timedWait(this, 1);
        }
        return seats.all() > 0;
    }

    @Override
    public synchronized int slots() {
        return seats.all();
    }

    @Override
    public Optional<Made> make(LaunchOptions launch, Plan.Limits limits, byte[] question)
            throws IOException, InterruptedException {
        try (Bundle bundle = Bundle.of(launch, new Plan(List.of(), List.of(), limits, false))) {
            Trial trial;
            try (WorkerPool pool = WorkerPool.start(bundle.launch().withJobs(1).withRestart(Restart.FORK))) {
                trial = Trial.of(bundle.first(), pool);
            }
            return make(bundle, trial, question);
        } catch (LaunchException failed) {
            return Optional.empty(); // whoever makes it here says why
        }
    }

    private Optional<Made> make(Bundle bundle, Trial trial, byte[] question) throws InterruptedException {
        Set<String> tried = new HashSet<>();
        List<String> incidents = new ArrayList<>();
        for (Optional<String> seat = take(tried); seat.isPresent(); seat = take(tried)) {
            String name = name(seat.get());
            try {
                CheckLink.Made made = make(seat.get(), bundle, trial, question);
                if (made.refusal().isEmpty()) {
                    return Optional.of(new Made(made.answer(), name, incidents));
                }
                say.accept("the worker " + name + " does not make the check of " + bundle.name() + ": "
                        + made.refusal().get());
            } catch (IOException lost) {
                incidents.add("the worker " + name + " was lost (" + lost.getMessage() + "); the check was made anew");
            } finally {
                giveBack(seat.get());
            }
            tried.add(seat.get());
        }
        say.accept("no worker makes the check of " + bundle.name() + ": it is made here");
        return Optional.empty();
    }

    private CheckLink.Made make(String worker, Bundle bundle, Trial trial, byte[] question)
            throws IOException, InterruptedException {
        CompletableFuture<Openings.Session> opened = new CompletableFuture<>();
        agent.tell(new SuiteAgent.Want(worker, bundle.name(), opened), ActorRef.noSender());
        try {
            Openings.Session session = opened.get();
            try (CheckLink link = new CheckLink(session.results(), session.plans())) {
                return link.make(bundle, trial, question);
            }
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        }
    }

    /** A slot of a worker that has not been tried; waits for one, and for a worker if there is none at all. */
    private synchronized Optional<String> take(Set<String> tried) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(DESERTED_SECONDS);
        Optional<String> seat = seats.take(tried);
        while (seat.isEmpty()) {
            if (!seats.hasOthers(tried) && (seats.all() > 0 || System.nanoTime() >= until)) {
                return Optional.empty();
            }
            TimeUnit.SECONDS.timedWait(this, 1);
            seat = seats.take(tried);
        }
        return seat;
    }

    private synchronized void giveBack(String worker) {
        seats.giveBack(worker);
        notifyAll();
    }

    private synchronized String name(String worker) {
        return names.get(worker);
    }

    @Override
    public void close() {
        member.close();
    }
}
