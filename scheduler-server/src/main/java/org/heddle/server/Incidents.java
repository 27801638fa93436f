package org.heddle.server;

import java.util.ArrayList;
import java.util.List;

/** What went wrong with targets and was survived, in words, for the report. Safe for use by several threads. */
final class Incidents {
    private static final int MOST = 100;

    private final List<String> texts = new ArrayList<>();

    synchronized void add(String text) {
        if (texts.size() < MOST) {
            texts.add(text);
        }
    }

    synchronized String last() {
        return texts.isEmpty() ? "the worker is closed" : texts.get(texts.size() - 1);
    }

    synchronized List<String> all() {
        return List.copyOf(texts);
    }
}
