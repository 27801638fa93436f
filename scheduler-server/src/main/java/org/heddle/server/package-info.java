/**
 * Launches targets and runs plans in them: {@link org.heddle.server.WorkerPool} is what the command line uses,
 * {@link org.heddle.server.LaunchOptions} says what to run.
 */
package org.heddle.server;
