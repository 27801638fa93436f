package org.heddle.dpor.detect.finding;

import java.util.List;
import org.heddle.dpor.model.execution.Execution;

/** Looks for bugs in one execution. */
@FunctionalInterface
public interface Detector {
    /** The bugs that this execution shows; usually none. */
    List<Finding> detect(Execution execution);
}
