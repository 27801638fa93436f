package org.heddle.dpor.weak;

import java.util.OptionalLong;
import org.heddle.dpor.model.Event;

/**
 * A step that C11 allows and no sequentially consistent execution takes.
 *
 * @param form what the operation does
 * @param access the operation, as it was executed, or as it was pending
 * @param source the store that it reads, or comes right after; null for what was there before all stores
 * @param newer the first store that the operation comes before, although it has been executed and the thread comes after it
 * @param old the value that it finds, where that is known
 */
public record WeakStep(Form form, Event access, Event source, Event newer, OptionalLong old) {
    /** What an operation does. */
    public enum Form {
        /** It reads an older store. */
        READ,
        /** It reads an older store and writes right behind that. */
        UPDATE,
        /** It stores before a store that has been executed. */
        STORE
    }

    /** What tells it from others: the places in the program. */
    public String place() {
        return form + " " + access.operation().site() + " " + newer.operation().site();
    }
}
