/**
 * What one trace tells: its happens-before order and its races ({@link org.heddle.dpor.analysis.RaceDetection}), which threads were
 * enabled where and what their operations could have become ({@link org.heddle.dpor.analysis.Decisions}), and its class ({@link
 * org.heddle.dpor.analysis.TraceClass}).
 */
package org.heddle.dpor.analysis;
