package org.heddle.dpor.model;

/** C11 memory orders; the ordinals are those of {@code memory_order} in {@code <stdatomic.h>} and of the wire. */
public enum MemoryOrder {
    RELAXED,
    CONSUME,
    ACQUIRE,
    RELEASE,
    ACQ_REL,
    SEQ_CST
}
