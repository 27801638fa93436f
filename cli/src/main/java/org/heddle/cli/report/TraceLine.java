package org.heddle.cli.report;

/**
 * One event of a finding's trace.
 *
 * @param step from 0
 * @param thread label of the thread
 * @param operation what it did, in words
 * @param location where
 * @param isKey whether the event had a part in the bug
 */
public record TraceLine(int step, String thread, String operation, Location location, boolean isKey) {}
