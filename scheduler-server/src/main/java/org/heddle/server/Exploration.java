package org.heddle.server;

/**
 * Work that submits plans and takes their executions.
 *
 * @param <T> what it comes to
 * @param <E> what it may throw besides being interrupted
 */
@FunctionalInterface
public interface Exploration<T, E extends Exception> {
    /**
     * Does it.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    T run() throws InterruptedException, E;
}
