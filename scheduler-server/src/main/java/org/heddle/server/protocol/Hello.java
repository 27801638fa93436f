package org.heddle.server.protocol;

/**
 * What a target says of itself when it connects.
 *
 * @param pid its process
 * @param instrumented whether at least one of its modules was built with {@code heddle cc}
 */
public record Hello(int pid, boolean instrumented) {}
