/**
 * Bugs: detectors turn an execution into {@link org.heddle.dpor.detect.finding.Finding}s.
 */
package org.heddle.dpor.detect;
