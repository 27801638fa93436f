package org.heddle.cluster.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.heddle.cluster.program.FileCache;
import org.heddle.server.launch.LaunchOptions;

/** What the sessions of one worker share: its slots, its cache, its figures; and whether it is leaving. */
public final class Workshop {
    private final Path shim;
    private final FileCache cache;
    private final Optional<Path> launcher;
    private final int slots;
    private final Semaphore free;
    private final Rate rate = new Rate();
    private final Map<Integer, WorkSession> sessions = new TreeMap<>();
    private int lastSession;
    private long lost;
    private boolean isLeaving;

    /**
     * A worker's.
     *
     * @param shim the runtime that is preloaded into programs
     * @param cache for programs
     * @param launcher starts programs; empty: they are started by themselves
     * @param slots how many executions run at a time
     */
    public Workshop(Path shim, FileCache cache, Optional<Path> launcher, int slots) {
        this.shim = shim;
        this.cache = cache;
        this.launcher = launcher;
        this.slots = slots;
        free = new Semaphore(slots, true);
    }

    Path shim() {
        return shim;
    }

    FileCache cache() {
        return cache;
    }

    /** How it starts a program. */
    LaunchOptions launch(LaunchOptions options) {
        return launcher.isPresent() ? options.withLauncher(launcher.get()) : options;
    }

    /** How many executions run at a time. */
    public int slots() {
        return slots;
    }

    /** Waits for a slot, which other sessions may be using. */
    void begin() throws InterruptedException {
        free.acquire();
    }

    /** Gives back a slot. */
    void end(long executions, int lostOnes) {
        free.release();
        synchronized (this) {
            rate.add(executions, System.nanoTime());
            lost += lostOnes;
        }
    }

    synchronized int enter(WorkSession session) {
        sessions.put(++lastSession, session);
        if (isLeaving) {
            session.leave();
        }
        return lastSession;
    }

    synchronized void exit(int session) {
        sessions.remove(session);
        notifyAll();
    }

    /** Executions so far. */
    public synchronized long executed() {
        return rate.total();
    }

    /** Executions a second, of late. */
    public synchronized double perSecond() {
        return rate.perSecond(System.nanoTime());
    }

    /** Executions whose process was lost. */
    public synchronized long lost() {
        return lost;
    }

    /** The checks that it works for. */
    public synchronized List<String> checks() {
        List<String> checks = new ArrayList<>();
        sessions.values().forEach(session -> checks.add(session.check()));
        return checks;
    }

    /**
     * Lets every session end what it has begun, and then end.
     *
     * @return whether all of them have
     * @throws InterruptedException if the thread is interrupted
     */
    public synchronized boolean drain(long seconds) throws InterruptedException {
        isLeaving = true;
        List.copyOf(sessions.values()).forEach(WorkSession::leave);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long left = until - System.nanoTime(); !sessions.isEmpty() && left > 0; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return sessions.isEmpty();
    }
}
