package org.heddle.bench;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Looks again and again at what a thread is doing, and tells what share of its time each part of the exploration takes. */
final class Shares implements AutoCloseable {
    private static final int EACH_MILLIS = 2;

    private final Thread watched;
    private final Thread watcher = new Thread(this::watch, "watcher");
    private final Map<Part, Integer> seen = new EnumMap<>(Part.class); // guarded by itself
    private volatile boolean isOver;

    /** Parts of the exploration. The first two depend on nothing but the trace. */
    private enum Part {
        RACES("finding races"),
        DETECTORS("looking for bugs"),
        TREE("reversals, tree and plans");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /** Of this thread, from now on. */
    Shares(Thread watched) {
        this.watched = watched;
        watcher.setDaemon(true);
        watcher.start();
    }

    private void watch() {
        while (!isOver) {
            Part part = part(watched.getStackTrace());
            synchronized (seen) {
                seen.merge(part, 1, Integer::sum);
            }
            try {
                Thread.sleep(EACH_MILLIS);
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    private static Part part(StackTraceElement... frames) {
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().endsWith(".RaceDetection")
                    && frame.getMethodName().equals("analyse")) {
                return Part.RACES;
            }
            if (frame.getClassName().startsWith("org.heddle.dpor.detect.")) {
                return Part.DETECTORS;
            }
        }
        return Part.TREE;
    }

    /** The shares, in words. */
    String words() {
        synchronized (seen) {
            double all = seen.values().stream().mapToInt(Integer::intValue).sum();
            StringBuilder words = new StringBuilder();
            for (Part part : Part.values()) {
                double share = 100 * seen.getOrDefault(part, 0) / all;
                words.append(
                        String.format(Locale.ROOT, "%s%s %.0f %%", words.length() == 0 ? "" : ", ", part.words, share));
            }
            return words.toString();
        }
    }

    @Override
    public void close() {
        isOver = true;
    }
}
