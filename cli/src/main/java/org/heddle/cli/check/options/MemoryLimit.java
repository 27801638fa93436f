package org.heddle.cli.check.options;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Whether what is kept takes as much memory as it may. Only a collection tells what of the memory in use is kept, and it costs time by as
 * much as is kept. So it is asked for when as much is in use as may be kept. The next one follows when as much more is in use as this one
 * has found free.
 */
public final class MemoryLimit implements BooleanSupplier {
    /** As much as can be. */
    public static final long USUAL = Long.MAX_VALUE;

    /** What the process takes besides the JVM's heap: classes, code, the compiler of C. The launcher's {@code heap.h} says the same. */
    private static final long BESIDES_HEAP = 150L << 20;

    /** The least that a process of Heddle's runs in. The launcher's {@code heap.h} says the same of the heap. */
    public static final long LEAST = BESIDES_HEAP + (90L << 20);

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

    /**
     * A limit of what this process keeps: of the pools for what lives long. They are asked once half of the heap is in use, and not before: the
     * first question takes some 30 ms, which every check would have to wait for.
     *
     * @param asked how many bytes may be kept at most, as far as so many can be
     */
    public static BooleanSupplier ofThisProcess(long asked) {
        long early = Math.min(asked, Runtime.getRuntime().maxMemory() / 2);
        return new BooleanSupplier() {
            private MemoryLimit limit;

            @Override
            public boolean getAsBoolean() {
                if (limit == null) {
                    if (inUseAtMost() < early) {
                        return false;
                    }
                    long most = Math.min(asked, usual());
                    limit = new MemoryLimit(most, () -> inUseAtMost() < most ? 0 : inUseForLong(), System::gc);
                }
                return limit.getAsBoolean();
            }
        };
    }

    /** With what lives short, which costs less to find out. */
    private static long inUseAtMost() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long inUseForLong() {
        return forLong(MemoryUsage::getUsed);
    }

    /** Of the pools for what lives long: an execution's trace and what is analysed of it lie in others at first. */
    private static long forLong(ToLongFunction<MemoryUsage> what) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .mapToLong(pool -> what.applyAsLong(pool.getUsage()))
                .sum();
    }

    /** What may be kept at most: four fifths of where it is kept. The rest is for what comes and goes. */
    private static long usual() {
        long most = forLong(MemoryUsage::getMax);
        return (most > 0 ? most : Runtime.getRuntime().maxMemory()) / 5 * 4;
    }

    /** How many bytes this process takes at most, by and large, with a third for buffers. */
    public static long mostOfProcess() {
        return Runtime.getRuntime().maxMemory() / 2 * 3 + BESIDES_HEAP;
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
