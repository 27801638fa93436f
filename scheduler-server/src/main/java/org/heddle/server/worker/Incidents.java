package org.heddle.server.worker;

import java.util.ArrayList;
import java.util.List;

/** What went wrong with targets and was survived, in words, for the report. Safe for use by several threads. */
public final class Incidents {
    private static final int MOST = 100;

    private final List<String> texts = new ArrayList<>();

    /** Notes one; the first hundred are kept. */
    public synchronized void add(String text) {
        if (texts.size() < MOST) {
            texts.add(text);
        }
    }

    synchronized String last() {
        return texts.isEmpty() ? "the worker is closed" : texts.get(texts.size() - 1);
    }

    /** Those noted so far, in their order. */
    public synchronized List<String> all() {
        return List.copyOf(texts);
    }
}
