package org.heddle.server.launch;

/**
 * What {@code posix_spawn} answered.
 *
 * @param pid the new process, if error is 0
 * @param error the error's number, or 0
 */
record SpawnOutcome(int pid, int error) {}
