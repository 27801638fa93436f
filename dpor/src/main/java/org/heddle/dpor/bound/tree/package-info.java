/**
 * The search that goes from choice to choice, {@link org.heddle.dpor.bound.tree.TreeSearch}, and the rules that say where it
 * branches ({@link org.heddle.dpor.bound.tree.BacktrackRule}).
 */
package org.heddle.dpor.bound.tree;
