/**
 * Bugs: detectors turn an execution into {@link org.heddle.dpor.detect.Finding}s.
 */
package org.heddle.dpor.detect;
