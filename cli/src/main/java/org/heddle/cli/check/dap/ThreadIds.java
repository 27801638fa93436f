package org.heddle.cli.check.dap;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.UserError;
import org.heddle.cli.report.TraceLine;

/** The numbers by which the protocol names threads: from 1, in the order in which they come. */
final class ThreadIds {
    private final List<String> labels = new ArrayList<>();

    ThreadIds(List<TraceLine> lines) {
        lines.forEach(line -> of(line.thread()));
    }

    int of(String label) {
        if (!labels.contains(label)) {
            labels.add(label);
        }
        return labels.indexOf(label) + 1;
    }

    /**
     * The label of a thread.
     *
     * @throws UserError if there is none with this number
     */
    String label(int id) throws UserError {
        if (id < 1 || id > labels.size()) {
            throw new UserError("there is no thread with the number " + id);
        }
        return labels.get(id - 1);
    }
}
