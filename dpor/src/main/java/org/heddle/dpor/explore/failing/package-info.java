/** Calls that fail although nothing is wrong, at each place soon. */
package org.heddle.dpor.explore.failing;
