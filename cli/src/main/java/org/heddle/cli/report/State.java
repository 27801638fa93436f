package org.heddle.cli.report;

import java.util.List;

/**
 * Where an execution stands after some steps, in words.
 *
 * @param trace the steps
 * @param threads the threads that have not ended
 * @param output what the program has printed
 */
public record State(List<TraceLine> trace, List<ThreadState> threads, String output) {}
