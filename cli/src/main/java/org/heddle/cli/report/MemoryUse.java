package org.heddle.cli.report;

import java.util.List;
import org.heddle.cli.report.names.Location;

/**
 * Something that was done to the memory that a finding is about.
 *
 * @param kind a stable word: {@code read}, {@code write}, {@code atomic-read}, {@code atomic-write}, {@code use} (of an object,
 *     by an operation), {@code free}, {@code leave} (a local variable, as its function or thread ends); where memory was misused
 *     {@code access}, {@code allocated}, {@code freed}, {@code freed-again}, {@link #INVALID_FREE}
 * @param thread label of the thread
 * @param name the thread's name or start routine, or empty
 * @param value what was read or written, the bits as a number; or empty
 * @param shownValue the same as rows show it: by its type, or addresses and the like in hexadecimal
 * @param holds the locks that the thread held then, each with the place where it was locked
 * @param location the position
 * @param stack the calls, the innermost first; empty where they are not known
 * @param after the step of the thread after which it came, where it is no step itself; −1 where it came before all of them;
 *     {@link #IS_STEP} where it is one, or where this is not known
 */
public record MemoryUse(
        String kind,
        String thread,
        String name,
        String value,
        String shownValue,
        List<String> holds,
        Location location,
        List<Location> stack,
        int after) {
    /** The kind of a free of what is no block. */
    public static final String INVALID_FREE = "freed-invalid";

    /** It is a step, or when it came is not known. */
    public static final int IS_STEP = -2;

    /** The same, after that step. */
    public MemoryUse withAfter(int step) {
        return new MemoryUse(kind, thread, name, value, shownValue, holds, location, stack, step);
    }

    /** Whether it is an access that ends the life of the memory. */
    public boolean endsLife() {
        return kind.equals("free") || kind.equals("leave");
    }

    /** One line: {@code T1 (work) wrote 7, holding lock}. */
    public String sentence() {
        String who = name.isEmpty() ? thread : thread + " (" + name + ")";
        String what =
                switch (kind) {
                    case "read" -> "read";
                    case "write" -> "wrote";
                    case "atomic-read" -> "atomically read";
                    case "atomic-write" -> "atomically wrote";
                    case "free" -> "freed it";
                    case "leave" -> "left it";
                    case "allocated" -> "allocated it";
                    case "freed" -> "freed it";
                    case "freed-again" -> "freed it again";
                    case INVALID_FREE -> "freed it, where no allocated block begins";
                    default -> "used it";
                };
        boolean isPlace = kind.endsWith("read") || kind.endsWith("write");
        String operand = !isPlace ? "" : value.isEmpty() ? " it" : " " + shownValue;
        String locks = holds.isEmpty() ? "no lock" : String.join("; ", holds);
        boolean isAccess = isPlace || endsLife() || kind.equals("use");
        return who + " " + what + operand + (isAccess ? ", holding " + locks : "");
    }
}
