package org.heddle.cli.check.options;

import java.util.Locale;

/** How progress is shown on standard error. */
public enum ProgressStyle {
    /** A line that is written over, on a terminal; else nothing. */
    AUTO,
    /** A line that is written over. */
    LINE,
    /** One JSON object a line, about once a second. */
    JSON,
    /** Not at all. */
    NONE;

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
