package org.heddle.cli.report.names;

import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** How calls fail although nothing is wrong, as {@link Operation#failure} has it. */
public final class FailureWords {
    private FailureWords() {}

    /** What the call does. */
    public static String present(int failure) {
        return isShort(failure) ? "does a part only" : "fails with " + name(failure);
    }

    /** The same of the past. */
    public static String past(int failure) {
        return isShort(failure) ? "did a part only" : "failed with " + name(failure);
    }

    /** What to do about it. */
    public static String repair(int failure) {
        return switch (failure) {
            case OperationKind.FAILS_SHORT -> "look at how much the call has done, and call it again for the rest";
            case OperationKind.INTERRUPTED -> "where the call fails with EINTR, make it again, or end what it was for";
            default -> "look at what the call returns; where it has failed, give back what is held, and go on without it or end";
        };
    }

    private static boolean isShort(int failure) {
        return failure == OperationKind.FAILS_SHORT;
    }

    private static String name(int error) {
        return switch (error) {
            case OperationKind.INTERRUPTED -> "EINTR";
            case 5 -> "EIO";
            case 11 -> "EAGAIN";
            case 12 -> "ENOMEM";
            case 24 -> "EMFILE";
            case 28 -> "ENOSPC";
            case 104 -> "ECONNRESET";
            default -> "error " + error;
        };
    }
}
