package org.heddle.dpor.model.execution;

import org.heddle.dpor.model.Event;

/**
 * A thread that existed in an execution.
 *
 * @param id its stable name (see {@link Event#thread()})
 * @param parent the creating thread's id, −1 for the main thread
 * @param ordinal how many threads the parent had created before it
 * @param startRoutine the address of its start routine, 0 if not known
 * @param name the name the program gave it, or empty
 */
public record ThreadInfo(int id, int parent, int ordinal, long startRoutine, String name) {}
