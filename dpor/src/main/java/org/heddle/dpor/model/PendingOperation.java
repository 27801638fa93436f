package org.heddle.dpor.model;

/** What an unfinished thread would have done next when the execution ended. */
public record PendingOperation(int thread, Operation operation) {}
