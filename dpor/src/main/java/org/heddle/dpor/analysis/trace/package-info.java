/**
 * One trace, its vector clocks, and who uses which object when.
 */
package org.heddle.dpor.analysis.trace;
