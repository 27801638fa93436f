package org.heddle.cli.format.text;

import java.util.Map;

/**
 * Colours for a terminal.
 *
 * @param isOn whether there are any
 */
public record Paint(boolean isOn) {
    /** No colours. */
    public static final Paint NONE = new Paint(false);

    /**
     * Colours where they are wanted: {@code NO_COLOR} turns them off, {@code CLICOLOR_FORCE} on, {@code CLICOLOR=0} off; else they are
     * for terminals.
     */
    public static Paint of(Map<String, String> environment, boolean isTerminal) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return NONE;
        }
        String force = environment.getOrDefault("CLICOLOR_FORCE", "");
        if (!force.isEmpty() && !force.equals("0")) {
            return new Paint(true);
        }
        boolean refused = "0".equals(environment.get("CLICOLOR")) || "dumb".equals(environment.get("TERM"));
        return new Paint(isTerminal && !refused);
    }

    /** What is wrong. */
    String bad(String text) {
        return in("1;31", text);
    }

    /** What is well. */
    String good(String text) {
        return in("1;32", text);
    }

    /** A heading. */
    String strong(String text) {
        return in("1", text);
    }

    /** What is there for completeness. */
    String faint(String text) {
        return in("2", text);
    }

    /** What a reader is to look at first. */
    String mark(String text) {
        return in("33", text);
    }

    private String in(String code, String text) {
        return isOn && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
