package org.heddle.dpor.bound;

import java.util.Locale;
import org.heddle.dpor.explore.plan.Policy;

/**
 * How an execution goes on behind its planned prefix (Rudenchik, Andrianov, Mutilin, 2025, §4.3). It changes what is seen first and
 * never what is covered.
 *
 * @param kind who goes next
 * @param limit {@link Kind#FAIR}: how many events one thread may do in a row
 */
public record Continuation(Kind kind, int limit) {
    /** The current thread as long as it can. */
    public static final Continuation MINIMUM_SWITCHES = new Continuation(Kind.MINIMUM_SWITCHES, 0);

    /** Who goes next. */
    public enum Kind {
        /** The current thread as long as it can. */
        MINIMUM_SWITCHES,
        /** Any thread. */
        RANDOM,
        /** The current thread, but only for so many events in a row. */
        FAIR
    }

    /** The policy of the execution with this number. */
    Policy policy(long number) {
        return switch (kind) {
            case MINIMUM_SWITCHES -> Policy.CONTINUE;
            case RANDOM -> Policy.of(Policy.Kind.RANDOM, number);
            case FAIR -> Policy.fair(limit);
        };
    }

    @Override
    public String toString() {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return kind == Kind.FAIR ? name + "=" + limit : name;
    }
}
