/**
 * Simpler schedules for findings: fewer preemptions, then fewer switches, then fewer events, each tried by running it.
 */
package org.heddle.dpor.minimise;
