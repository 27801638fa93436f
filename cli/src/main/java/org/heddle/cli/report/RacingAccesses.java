package org.heddle.cli.report;

/**
 * Two accesses that race.
 *
 * @param first the earlier one in the execution that showed them
 * @param second the later one
 * @param missing what does not order them
 */
public record RacingAccesses(MemoryUse first, MemoryUse second, String missing) {}
