package org.heddle.server.protocol.message;

/**
 * What a target says of itself when it connects.
 *
 * @param pid its process
 * @param instrumented whether at least one of its modules was built with {@code heddle cc}
 * @param otherVersion whether at least one was built with the {@code heddle cc} of another version, so that nothing is seen of it
 */
public record Hello(int pid, boolean instrumented, boolean otherVersion) {}
