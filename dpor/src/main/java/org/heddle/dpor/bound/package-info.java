/**
 * Searches that go from choice to choice: {@link org.heddle.dpor.bound.TreeSearch} with a {@link
 * org.heddle.dpor.bound.BacktrackRule} that says where to branch, in the order of a {@link org.heddle.dpor.bound.Cost}. Among them
 * are the search bounded by preemptions, the plain enumeration, and the classic reductions.
 */
package org.heddle.dpor.bound;
