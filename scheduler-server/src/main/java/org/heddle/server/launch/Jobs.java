package org.heddle.server.launch;

/**
 * How many workers a check has.
 *
 * @param most how many are started, each with a process of its own; at least 1
 * @param measured whether plans go to fewer of them where that is as fast; see {@code WorkerCount}
 */
public record Jobs(int most, boolean measured) {
    /** Checks that there is a worker. */
    public Jobs {
        if (most < 1) {
            throw new IllegalArgumentException("at least one job is needed, not " + most);
        }
    }

    /** So many, all of them at work. */
    public static Jobs exactly(int number) {
        return new Jobs(number, false);
    }

    /** At most so many: as many as are worth it. */
    public static Jobs upTo(int number) {
        return new Jobs(number, true);
    }
}
