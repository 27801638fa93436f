/**
 * Threads that wait for good: who waits for whom, and which signal was lost.
 */
package org.heddle.dpor.detect.wait;
