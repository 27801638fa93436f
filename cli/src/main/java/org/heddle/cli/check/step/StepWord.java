package org.heddle.cli.check.step;

import java.util.List;
import org.heddle.cli.report.TraceLine;

/** A word that stands for steps: a thread, an object, a kind of step, or a place. */
public final class StepWord {
    /** A thread's label: the step of another thread that creates it or waits for it is none of its own. */
    private static final String THREAD = "main|T\\d+(\\.\\d+)*";

    private StepWord() {}

    /** Whether a step is one of this thread, object, kind or place. */
    public static boolean matches(TraceLine line, String word) {
        if (word.matches(THREAD)) {
            return line.thread().equals(word);
        }
        String place = line.location().brief();
        return line.object().equals(word)
                || line.kind().equals(word)
                || place.equals(word)
                || line.site().equals(word)
                || place.endsWith(":" + word)
                || List.of(line.operation().split("[^A-Za-z0-9_.]+")).contains(word);
    }
}
