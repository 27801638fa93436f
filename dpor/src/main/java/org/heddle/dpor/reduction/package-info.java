/**
 * Partial order reduction: which executions need to be run. {@link org.heddle.dpor.reduction.OptimalDpor} is the place to
 * start; it analyses races ({@code RaceDetection}), turns them into wakeup sequences ({@code RaceReversal}) and keeps those in a
 * tree ({@code WakeupTree}).
 */
package org.heddle.dpor.reduction;
