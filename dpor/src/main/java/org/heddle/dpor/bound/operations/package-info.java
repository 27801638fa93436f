/**
 * The search that is bounded by the number of operations, for programs whose executions have no end.
 */
package org.heddle.dpor.bound.operations;
