/**
 * What detectors tell, {@link org.heddle.dpor.detect.finding.Finding}, and what they tell it by: the state of locks and threads
 * at any event ({@link org.heddle.dpor.detect.finding.SyncState}).
 */
package org.heddle.dpor.detect.finding;
