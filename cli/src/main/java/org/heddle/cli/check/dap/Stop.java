package org.heddle.cli.check.dap;

import java.util.List;

/**
 * Where a session stands, and why.
 *
 * @param moment how many steps have been done
 * @param reason in the protocol's words
 * @param description why, in words
 * @param thread label of the thread that is shown
 * @param hit numbers of the stop points that were reached
 */
record Stop(int moment, String reason, String description, String thread, List<Integer> hit) {
    static final String FAILURE = "exception";
    static final String END = "pause";
    static final String ENTRY = "entry";
    static final String STEP = "step";
}
