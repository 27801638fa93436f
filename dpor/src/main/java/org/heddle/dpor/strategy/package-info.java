/**
 * Sampling: sources of executions that are drawn at random, each from a seed of its own, and their mixture with systematic
 * exploration.
 */
package org.heddle.dpor.strategy;
