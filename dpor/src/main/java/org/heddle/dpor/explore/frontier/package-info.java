/**
 * The port that says which executions are to be run, {@link org.heddle.dpor.explore.frontier.Frontier}, and what it has proved.
 */
package org.heddle.dpor.explore.frontier;
