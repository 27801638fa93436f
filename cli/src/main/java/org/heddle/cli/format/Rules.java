package org.heddle.cli.format;

import java.util.Locale;
import java.util.Map;
import org.heddle.dpor.detect.Kind;

/** What the kinds of findings mean, in a sentence each, by rule id. */
final class Rules {
    private static final Map<Kind, String> SENTENCES = Map.ofEntries(
            Map.entry(Kind.DEADLOCK, "Some threads wait for each other, or for what never happens, for good."),
            Map.entry(Kind.LOST_WAKEUP, "A thread waits on a condition variable for good because a signal missed it."),
            Map.entry(
                    Kind.DATA_RACE, "Two threads access the same memory, one of them to write, with nothing between."),
            Map.entry(Kind.ASSERTION, "An assertion of the program fails."),
            Map.entry(Kind.CRASH, "The program dies of a signal."),
            Map.entry(Kind.USE_AFTER_FREE, "The program accesses memory that has been freed."),
            Map.entry(Kind.DOUBLE_FREE, "The program frees memory that has been freed."),
            Map.entry(Kind.MISUSE, "The program breaks a rule of the pthread or allocation functions."),
            Map.entry(Kind.LIVELOCK, "Threads keep running and none of them gets anywhere."),
            Map.entry(Kind.EXIT_CODE, "The program, or the command that verifies it, ends with a status other than 0."),
            Map.entry(Kind.LEAK, "Memory is never freed."),
            Map.entry(Kind.OUTPUT_DIVERGENCE, "The program prints something else under another interleaving."),
            Map.entry(Kind.NONDETERMINISM, "The program depends on something that is not under control."));

    private Rules() {}

    /** How bad findings of a kind are, in SARIF's words. */
    static String level(String ruleId) {
        return switch (kind(ruleId)) {
            case LEAK, NONDETERMINISM, OUTPUT_DIVERGENCE -> "note";
            case MISUSE -> "warning";
            default -> "error";
        };
    }

    /** What findings of a kind are. */
    static String sentence(String ruleId) {
        return SENTENCES.get(kind(ruleId));
    }

    /** The rule id as SARIF wants names: {@code LostWakeup}. */
    static String name(String ruleId) {
        StringBuilder name = new StringBuilder();
        for (String word : ruleId.split("-", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }

    private static Kind kind(String ruleId) {
        for (Kind kind : Kind.values()) {
            if (kind.ruleId().equals(ruleId)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind has the rule id " + ruleId);
    }
}
