package org.heddle.cli.report;

import java.util.OptionalInt;

/**
 * A part of an exploration.
 *
 * @param strategy that chose the executions
 * @param bound that was explored; empty where nothing was bounded
 * @param executions how many
 */
public record Stage(String strategy, OptionalInt bound, long executions) {}
