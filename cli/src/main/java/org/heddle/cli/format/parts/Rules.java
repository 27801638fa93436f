package org.heddle.cli.format.parts;

import java.util.Locale;
import org.heddle.dpor.detect.finding.Kind;

/** What the kinds of findings mean, in a sentence each, by rule id. */
public final class Rules {
    private Rules() {}

    private static String sentence(Kind kind) {
        return switch (kind) {
            case DEADLOCK -> "Threads wait for each other, or for something that never happens.";
            case LOST_WAKEUP -> "A thread waits on a condition variable for ever, because a signal missed it.";
            case DATA_RACE -> "Two threads access the same memory, at least one of them writes, and nothing orders the two.";
            case LINEARIZABILITY -> "Operations on an object give results that no order of them, one at a time, gives.";
            case ASSERTION -> "An assertion of the program fails.";
            case CRASH -> "The program dies of a signal.";
            case USE_AFTER_FREE -> "The program accesses memory that has been freed.";
            case DOUBLE_FREE -> "The program frees memory that has been freed.";
            case HEAP_OVERFLOW -> "The program accesses memory just outside of a heap block.";
            case ARRAY_OVERFLOW -> "The program accesses memory outside of the array, or other variable, that it names.";
            case LEAK -> "The program has lost the last pointer to a heap block that it has not freed.";
            case MISUSE -> "The program breaks a rule of the pthread or allocation functions.";
            case UNDESTROYED -> "The program initialises an object and never destroys it.";
            case LIVELOCK -> "Threads keep running and none makes progress.";
            case EXIT_CODE -> "The program, or the command that verifies it, ends with a status other than 0.";
        };
    }

    /** How bad findings of a kind are, in SARIF's words. */
    public static String level(String ruleId) {
        return switch (kind(ruleId)) {
            case MISUSE, LEAK -> "warning";
            case UNDESTROYED -> "note";
            default -> "error";
        };
    }

    /** What findings of a kind are. */
    public static String sentence(String ruleId) {
        return sentence(kind(ruleId));
    }

    /** The rule id as SARIF wants names: {@code LostWakeup}. */
    public static String name(String ruleId) {
        StringBuilder name = new StringBuilder();
        for (String word : ruleId.split("-", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }

    /** The kind with this rule id. */
    static Kind kind(String ruleId) {
        for (Kind kind : Kind.values()) {
            if (kind.ruleId().equals(ruleId)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind has the rule id " + ruleId);
    }
}
