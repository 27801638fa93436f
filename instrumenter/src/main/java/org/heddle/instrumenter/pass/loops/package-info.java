/** Loops that wait, retry, count or never end. */
package org.heddle.instrumenter.pass.loops;
