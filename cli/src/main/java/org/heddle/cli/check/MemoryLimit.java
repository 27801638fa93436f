package org.heddle.cli.check;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether what is kept takes as much memory as it may. Only a collection tells what of the memory in use is kept, and costs time by as
 * much as is kept, so it is asked for when so much is in use as may be kept, and then after that again as was found to be free.
 */
public final class MemoryLimit implements BooleanSupplier {
    private final long most;
    private final LongSupplier inUse;
    private final Runnable collect;
    private long nextLook;

    /**
     * A limit.
     *
     * @param most how many bytes may be kept
     * @param inUse how many are in use, with what has not been collected
     * @param collect collects what is not kept
     */
    MemoryLimit(long most, LongSupplier inUse, Runnable collect) {
        this.most = most;
        this.inUse = inUse;
        this.collect = collect;
        nextLook = most;
    }

    /** A limit of what this process keeps: of the pools for what lives long. */
    static MemoryLimit ofThisProcess(long most) {
        return new MemoryLimit(most, () -> inUseAtMost() < most ? 0 : inUseForLong(), System::gc);
    }

    /** With what lives short, which costs less to find out. */
    private static long inUseAtMost() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long inUseForLong() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .mapToLong(pool -> pool.getUsage().getUsed())
                .sum();
    }

    /** What may be kept where nothing else is said: the rest of what the JVM may use is for what comes and goes. */
    public static long usual() {
        return Runtime.getRuntime().maxMemory() / 5 * 4;
    }

    @Override
    public boolean getAsBoolean() {
        if (inUse.getAsLong() < nextLook) {
            return false;
        }
        collect.run();
        long kept = inUse.getAsLong();
        nextLook = Math.max(most, most + (most - kept) / 2);
        return kept >= most;
    }
}
