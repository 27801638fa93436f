package org.heddle.dpor.model;

/** C11 memory orders; the ordinals are those of {@code memory_order} in {@code <stdatomic.h>} and of the wire. */
public enum MemoryOrder {
    RELAXED,
    CONSUME,
    ACQUIRE,
    RELEASE,
    ACQ_REL,
    SEQ_CST,
    /** None: an access of what the runtime keeps for the program, which C11 says nothing of. It orders nothing, and is never stale. */
    OWN,
    /** None: the runtime looks whether an operation could succeed, as the program does not. */
    LOOK
}
