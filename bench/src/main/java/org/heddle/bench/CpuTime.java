package org.heddle.bench;

import java.lang.management.ManagementFactory;

/** Processor time, in seconds. */
final class CpuTime {
    private CpuTime() {}

    /** Of all threads of this process. */
    static double ofThisProcess() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / 1e9;
    }

    /** Of the processes that it has started, and of theirs, as far as they are there. */
    static double ofDescendants() {
        return ProcessHandle.current()
                        .descendants()
                        .mapToLong(process -> process.info()
                                .totalCpuDuration()
                                .map(java.time.Duration::toNanos)
                                .orElse(0L))
                        .sum()
                / 1e9;
    }
}
