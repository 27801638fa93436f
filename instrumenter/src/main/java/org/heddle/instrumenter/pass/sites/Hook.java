package org.heddle.instrumenter.pass.sites;

/**
 * The functions of {@code heddle_abi.h} that instrumented code calls. Their parameters are written as letters: p for a
 * pointer, s for a size, v for a 64-bit value, o for a memory order.
 */
public enum Hook {
    READ("__heddle_read", "psp"),
    WRITE("__heddle_write", "psp"),
    /** Gives the address to load from. */
    ATOMIC_LOAD("__heddle_atomic_load", "psop"),
    /** Gives the address to store to. */
    ATOMIC_STORE("__heddle_atomic_store", "psvop"),
    /** Gives the address to update. */
    ATOMIC_RMW("__heddle_atomic_rmw", "psvop"),
    /** Gives the address at which to compare. */
    ATOMIC_CAS("__heddle_atomic_cas", "psvvoop"),
    /** Gives the value to compare with. */
    WEAK_CAS("__heddle_weak_cas", "psvvoop"),
    /** Gives the address at which the weak compare-and-swap compares that was announced last. */
    WEAK_CAS_PLACE("__heddle_weak_cas_place", "p"),
    FENCE("__heddle_fence", "op"),
    CALL("__heddle_call", "p"),
    LIBRARY("__heddle_library", "oppsp"),
    EXTERNAL("__heddle_external", "poop"),
    OWN_STORE("__heddle_own_store", "psv"),
    CHANGED("__heddle_changed", ""),
    COMPARE("__heddle_compare", "vvp"),
    LOCK_SEVERAL("__heddle_lock_several", "o"),
    /** The end of a local variable. */
    LEAVE("__heddle_leave", "psp"),
    /** What a part of an assertion that fails holds. */
    OPERAND("__heddle_operand", "pvp"),
    /** An access that may be outside of a variable: see {@code VariableBounds}. */
    WITHIN("__heddle_within", "pspsop"),
    /** An access outside of a variable. */
    OUTSIDE("__heddle_outside", "pspsop"),
    /** The variable that an argument of the next call is meant for: see {@code VariableBounds}. */
    MEANT_FOR("__heddle_meant_for", "ppsop");

    private final String symbol;
    private final String parameters;

    Hook(String symbol, String parameters) {
        this.symbol = symbol;
        this.parameters = parameters;
    }

    /** The function that is called. */
    public String symbol() {
        return symbol;
    }

    String parameters() {
        return parameters;
    }

    /** What it gives, as a letter; 0 for nothing. */
    int result() {
        return switch (this) {
            case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CAS, WEAK_CAS_PLACE -> 'p';
            case WEAK_CAS -> 'v';
            default -> 0;
        };
    }
}
