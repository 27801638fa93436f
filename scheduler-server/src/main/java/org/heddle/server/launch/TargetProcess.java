package org.heddle.server.launch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.heddle.server.os.Native;
import org.heddle.server.os.Signals;

/** A started target: the leader of a process group of its own. Safe for use by several threads. */
public final class TargetProcess {
    private static final long SYS_PIDFD_OPEN = 434;
    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x01000000;
    private static final int INFO_SIZE = 128;
    private static final int INFO_CODE = 8;
    private static final int INFO_PID = 16;
    private static final int INFO_STATUS = 24;
    private static final int CLD_EXITED = 1;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final int pid;
    private final Descendants descendants;
    private int descriptor;
    private boolean destroyed;
    private String fate = "is running";

    TargetProcess(int pid, String mark) {
        this.pid = pid;
        this.descendants = new Descendants(mark);
        this.descriptor = (int) Native.C.syscall(SYS_PIDFD_OPEN, pid, 0);
    }

    /** A descriptor that becomes readable when the process ends, or −1 where the system has none. */
    public int descriptor() {
        return descriptor;
    }

    /** Whether it has ended. */
    public synchronized boolean hasEnded() {
        if (destroyed) {
            return true;
        }
        ByteBuffer info = ByteBuffer.allocateDirect(INFO_SIZE).order(ByteOrder.nativeOrder());
        int error = Native.C.waitid(P_PID, pid, Native.address(info), WEXITED | WNOHANG | WNOWAIT);
        if (error != 0 || info.getInt(INFO_PID) == 0) {
            return error != 0;
        }
        int status = info.getInt(INFO_STATUS);
        fate = info.getInt(INFO_CODE) == CLD_EXITED
                ? "exited with status " + status
                : "was ended by " + Signals.name(status);
        return true;
    }

    /** The processor time that its children have used so far; it grows as long as one of them works. */
    public long childrenCpuTicks() {
        return new ChildrenCpu(pid).ticks();
    }

    /** What became of it, as the end of a sentence. */
    public synchronized String fate() {
        hasEnded();
        return fate;
    }

    /** Kills it and its group, and returns at once. */
    public synchronized void kill() {
        if (!destroyed) {
            Native.C.kill(-pid, Signals.KILL);
        }
    }

    /** Waits until it has ended by itself, at most so long. */
    public void awaitEnd(long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!hasEnded() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(200_000);
        }
    }

    /** Kills it, its group and every descendant that left the group; leaves no zombie. */
    public synchronized void destroy() {
        if (destroyed) {
            return;
        }
        hasEnded();
        kill();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (Native.C.waitpid(pid, new int[1], WNOHANG) == 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(100_000);
        }
        destroyed = true;
        destroyDescendants(deadline);
        if (descriptor >= 0) {
            Native.C.close(descriptor);
            descriptor = -1;
        }
    }

    private void destroyDescendants(long deadline) {
        for (var left = descendants.find();
                !left.isEmpty() && System.nanoTime() < deadline;
                left = descendants.find()) {
            left.forEach(process -> Native.C.kill(process, Signals.KILL));
            LockSupport.parkNanos(1_000_000);
        }
    }
}
