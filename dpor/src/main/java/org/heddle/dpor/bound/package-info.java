/**
 * Searches that go from choice to choice: {@link org.heddle.dpor.bound.tree.TreeSearch} with a {@link
 * org.heddle.dpor.bound.tree.BacktrackRule} that says where to branch, in the order of a {@link org.heddle.dpor.bound.tree.Cost}. Among them
 * are the search bounded by preemptions, the plain enumeration, and the classic reductions.
 */
package org.heddle.dpor.bound;
