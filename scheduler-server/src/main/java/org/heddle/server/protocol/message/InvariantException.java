package org.heddle.server.protocol.message;

import java.util.List;
import org.heddle.dpor.model.Step;

/** An invariant of the runtime does not hold: see {@code base/invariant.h}. */
public final class InvariantException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final transient List<Step> steps;

    /**
     * With what the target tells.
     *
     * @param text FILE:LINE: EXPRESSION
     * @param steps what the execution had executed that led there
     */
    public InvariantException(String text, List<Step> steps) {
        super("an invariant of the runtime does not hold: " + text);
        this.text = text;
        this.steps = List.copyOf(steps);
    }

    /** FILE:LINE: EXPRESSION. */
    public String text() {
        return text;
    }

    /** What the execution had executed that led there. */
    public List<Step> steps() {
        return steps;
    }
}
