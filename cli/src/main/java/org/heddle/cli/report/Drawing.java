package org.heddle.cli.report;

import java.util.List;

/**
 * What a picture of a finding's trace shows besides its events.
 *
 * @param spans for how long a thread held or waited for something
 * @param links which events let which others happen
 */
public record Drawing(List<Span> spans, List<Link> links) {
    /** Nothing to draw. */
    public static final Drawing NONE = new Drawing(List.of(), List.of());

    /**
     * A span.
     *
     * @param type {@code holds}, {@code waits} or {@code blocked}
     * @param thread label of the thread
     * @param object name of what it holds or waits for
     * @param from the step after which it begins
     * @param to the step that ends it; the number of steps where it lasts to the end
     */
    public record Span(String type, String thread, String object, int from, int to) {}

    /**
     * A link.
     *
     * @param type {@code wakes}, {@code creates} or {@code ends}
     * @param from the earlier step
     * @param to the later step
     */
    public record Link(String type, int from, int to) {}
}
