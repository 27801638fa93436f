/**
 * Optimal dynamic partial order reduction: which executions need to be run. {@link org.heddle.dpor.optimal.OptimalDpor} is the
 * place to start. It turns the races that {@code RaceDetection} finds into wakeup sequences ({@code RaceReversal}) and keeps those
 * in a tree ({@code WakeupTree}).
 */
package org.heddle.dpor.optimal;
