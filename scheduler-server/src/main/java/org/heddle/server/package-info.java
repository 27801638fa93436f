/**
 * Launches targets and runs plans in them: {@link org.heddle.server.WorkerPool} is what the command line uses,
 * {@link org.heddle.server.launch.LaunchOptions} says what to run. {@code worker} has one target and its answers, {@code launch} starts
 * it, {@code protocol} reads and writes what is sent over a {@code channel}, {@code restart} decides where the next execution runs,
 * {@code journal} keeps what a check has done.
 */
package org.heddle.server;
