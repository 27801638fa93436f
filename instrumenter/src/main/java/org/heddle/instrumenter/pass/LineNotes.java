package org.heddle.instrumenter.pass;

/** Whether functions note which of their lines run, and what becomes of the notes of those that the linker drops. */
public enum LineNotes {
    /** None does. */
    NONE,
    /** All do; the linker drops no function alone. */
    ALL,
    /** All do; each function is a section of its own, which the linker may drop. */
    BY_SECTION
}
