package org.heddle.dpor.model.execution;

import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Step;

/**
 * Why a plan's prefix could not be followed.
 *
 * @param step index of the step in the plan
 * @param expected what the plan wanted done at that step
 * @param actual what that thread was about to do instead, or null if there was no such thread
 * @param reason in words
 */
public record Divergence(int step, Step expected, Operation actual, String reason) {}
