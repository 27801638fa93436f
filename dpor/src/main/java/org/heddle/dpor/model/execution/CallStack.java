package org.heddle.dpor.model.execution;

import java.util.List;
import java.util.OptionalLong;
import org.heddle.dpor.model.Coded;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;

/**
 * Where a thread was, call by call, when it did something that a report shows.
 *
 * @param kind what it did
 * @param thread who
 * @param number {@link Kind#EVENT}: the step; {@link Kind#ACCESS}, {@link Kind#ALLOCATED}, {@link Kind#FREED}, {@link
 *     Kind#LAST_WRITE}: how many events the thread had executed before
 * @param memory of an access, or of a block; of a crash by stack overflow: what was accessed below the stack; empty for the others
 * @param site where, as in {@link Operation#site()}
 * @param value what an access read or has written, as far as that is known
 * @param frames return addresses, the innermost first
 */
public record CallStack(
        Kind kind, int thread, int number, MemoryRange memory, long site, OptionalLong value, List<Long> frames) {

    /** What a thread did; the codes are those of {@code enum heddle_stack_kind} in {@code wire_enums.h}. */
    public enum Kind implements Coded {
        /** It announced what became an event. */
        EVENT(1),
        /** It announced what it has pending at the end. */
        PENDING(2),
        /** It accessed memory, and this is no event. */
        ACCESS(3),
        /** It allocated a block. */
        ALLOCATED(4),
        /** It freed a block. */
        FREED(5),
        /** It raised a signal that ended the process. */
        CRASHED(6),
        /** It waits for good, and had looked at this memory before; the value is that of the end. Where it was, only the site tells. */
        AWAITED(7),
        /** It was the last to write the memory of the entry before; the value is what is there now. Where it was, only the site tells. */
        LAST_WRITE(8),
        /** Its assertion fails, and the site names a part of it, which had the value; the memory is 0 where no other thread can reach it. */
        OPERAND(9);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }

        /**
         * The kind with this code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind ofCode(int code) {
            return Coded.of(values(), code, "stack kind");
        }
    }
}
