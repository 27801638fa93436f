package org.heddle.server.protocol;

import java.nio.ByteBuffer;

/**
 * What an execution did besides its visible operations, and where the time of the process went that executed it, as its RESULT says.
 *
 * @param accesses of plain memory that the runtime has looked at and that were no scheduling points, with those before a checkpoint
 * @param program nanoseconds from where the program began to its end
 * @param alone of them: before it created a thread
 * @param around nanoseconds that the process had done other things for, since the execution before
 */
public record Spent(long accesses, long program, long alone, long around) {
    /** Nothing. */
    public static final Spent NONE = new Spent(0, 0, 0, 0);

    /** Reads it from a RESULT frame's body, which is known to be long enough. */
    public static Spent of(ByteBuffer body) {
        return new Spent(
                body.getLong(Wire.Result.PLAIN_READS) + body.getLong(Wire.Result.PLAIN_WRITES),
                body.getLong(Wire.Result.PROGRAM_NANOS),
                body.getLong(Wire.Result.ALONE_NANOS),
                body.getLong(Wire.Result.AROUND_NANOS));
    }

    /** Both together. */
    public Spent plus(Spent other) {
        return new Spent(
                accesses + other.accesses, program + other.program, alone + other.alone, around + other.around);
    }

    /** The same of an execution that was made for another one, and counts as what is done around that. */
    public Spent forAnother() {
        return new Spent(0, 0, 0, program + around);
    }
}
