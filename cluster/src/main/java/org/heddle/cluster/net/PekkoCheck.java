package org.heddle.cluster.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorRef;
import org.heddle.cli.base.UserError;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.cluster.SharedCheck;
import org.heddle.cli.cluster.SharedRunner;
import org.heddle.cli.cluster.Spread;
import org.heddle.cluster.program.Bundle;
import org.heddle.cluster.session.Crew;
import org.heddle.cluster.session.OwnPool;
import org.heddle.cluster.session.QuickerPlace;
import org.heddle.cluster.session.Trial;
import org.heddle.cluster.session.WorkerLink;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.Jobs;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;

/** A check and its sessions with workers, those that come later too. */
final class PekkoCheck implements SharedCheck, Recruiter.Recruits {
    private static final long PATIENCE_SECONDS = 20;
    private static final long MORE_PATIENCE_SECONDS = 2; // for the others, once one is ready
    private static final Lookahead EACH_SLOT = Lookahead.of(16);
    private static final Lookahead EACH_JOB = LaunchOptions.Tuning.DEFAULT.inFlight();

    private final Member member;
    private final Address hub;
    private final Bundle bundle;
    private final ClusterChoice choice;
    private final Consumer<String> say;
    private final List<WorkerLink> links = new ArrayList<>(); // guarded by this, as what follows
    private final List<String> refusals = new ArrayList<>();
    private WorkerPool pool;
    private WorkerPool own; // null where all is left to workers
    private Trial trial;
    private Crew crew;
    private ActorRef recruiter;
    private int expected = -1;
    private int joined;
    private int greeting;
    private boolean isClosed;

    PekkoCheck(Member member, Address hub, Bundle bundle, ClusterChoice choice, Consumer<String> say) {
        this.member = member;
        this.hub = hub;
        this.bundle = bundle;
        this.choice = choice;
        this.say = say;
    }

    @Override
    public LaunchOptions launch() {
        return bundle.launch()
                .withJobs(1)
                .withRestart(Restart.FORK); // what it executes is what others are compared with
    }

    @Override
    public synchronized SharedRunner begin(WorkerPool pool)
            throws UserError, LaunchException, IOException, InterruptedException {
        this.pool = pool;
        if (choice.spread() == Spread.AUTO) {
            own = WorkerPool.start(bundle.launch().withJobs(Jobs.upTo(ownJobs())));
        }
        trial = Trial.of(bundle.first(), pool);
        recruiter = member.actor(Recruiter.props(member, member.remote(hub, Hub.NAME), bundle.name(), this), "check");
        await(PATIENCE_SECONDS, joined + 1);
        while (joined == 0 && greeting > 0) {
            wait(); // the first execution takes as long as it takes
        }
        await(MORE_PATIENCE_SECONDS, expected);
        if (joined == 0) {
            throw new UserError(
                    refusals.isEmpty()
                            ? "no worker of " + hub + " answers: is this machine reached from there as "
                                    + member.address() + "? (--listen HOST:PORT names another address)"
                            : "no worker can execute the program: " + String.join("; ", refusals));
        }
        return own == null ? crew : new QuickerPlace(new OwnPool(own, ownJobs()), crew, System::nanoTime);
    }

    private int ownJobs() {
        return Math.min(bundle.launch().jobs().most(), Runtime.getRuntime().availableProcessors());
    }

    /** Waits until so many have joined, or all that are there have answered. */
    private synchronized void await(long seconds, int wanted) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (joined < wanted && (expected < 1 || joined + refusals.size() < expected)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    @Override
    public synchronized void roster(List<Letter.Entry> workers) {
        int slots = workers.stream().mapToInt(worker -> worker.state().slots()).sum();
        if (crew == null && slots > 0) {
            expected = workers.size();
            Lookahead lookahead =
                    choice.jobs().isPresent() ? EACH_JOB.times(choice.jobs().getAsInt()) : EACH_SLOT.times(slots);
            crew = new Crew(lookahead, pool, Crew.Patience.DEFAULT, System::nanoTime);
        }
    }

    @Override
    public synchronized void opened(String address, WorkerState worker, InputStream results, OutputStream plans) {
        greeting++;
        WorkerLink link = new WorkerLink(worker.name(), results, plans, bundle, trial, crew);
        Thread thread = new Thread(() -> serve(address, link), "heddle-from-" + worker.name());
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(String address, WorkerLink link) {
        try {
            Optional<String> refusal = greet(link);
            if (refusal.isPresent()) {
                return;
            }
            if (isOneOfThem(link)) {
                link.run();
            }
        } catch (IOException lost) {
            sayUnlessClosed("the worker " + link.name() + " was lost before it was ready: " + lost.getMessage());
        } finally {
            link.close();
        }
        remove(address, link);
    }

    /** Whoever waits for workers sees this one as soon as it is not awaited any more. */
    private Optional<String> greet(WorkerLink link) throws IOException {
        try {
            Optional<String> refusal = answer(link);
            if (refusal.isPresent()) {
                refuse(link, refusal.get());
            } else {
                add(link);
            }
            return refusal;
        } finally {
            greeted();
        }
    }

    private static Optional<String> answer(WorkerLink link) throws IOException {
        try {
            return link.greet();
        } catch (OutOfMemoryError full) {
            return Optional.of(
                    "there is no room in memory here for its first execution: give more (--memory), or end executions"
                            + " earlier (--max-events)");
        }
    }

    private synchronized void greeted() {
        greeting--;
        notifyAll();
    }

    private synchronized boolean isOneOfThem(WorkerLink link) {
        return links.contains(link);
    }

    private synchronized void sayUnlessClosed(String line) {
        if (!isClosed) {
            say.accept(line);
        }
    }

    private synchronized void add(WorkerLink link) {
        if (!isClosed) {
            links.add(link);
            joined++;
        }
    }

    private synchronized void remove(String address, WorkerLink link) {
        links.remove(link);
        if (!isClosed) {
            recruiter.tell(new Recruiter.Lost(address), ActorRef.noSender());
        }
    }

    private synchronized void refuse(WorkerLink link, String why) {
        if (!isClosed) {
            refusals.add(link.name() + ": " + why);
            say.accept("the worker " + link.name() + " takes no part: " + why);
        }
    }

    @Override
    public void close() {
        List<WorkerLink> open;
        synchronized (this) {
            isClosed = true;
            open = List.copyOf(links);
        }
        open.forEach(WorkerLink::close);
        open.forEach(WorkerLink::awaitEnd);
        try {
            member.close();
        } finally {
            closeOwn();
        }
        bundle.close();
    }

    private synchronized void closeOwn() {
        if (own != null) {
            own.close();
        }
    }
}
