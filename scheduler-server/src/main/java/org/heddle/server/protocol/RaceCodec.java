package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.Race.Access;

/** The races in a RESULT. */
final class RaceCodec {
    private RaceCodec() {}

    static List<Race> decode(ByteBuffer body, int start, int count) {
        if (count == 0) {
            return List.of();
        }
        List<Race> races = new ArrayList<>(count);
        for (int at = start; at < start + count * Wire.Race.SIZE; at += Wire.Race.SIZE) {
            races.add(decode(body, at));
        }
        return List.copyOf(races);
    }

    private static Race decode(ByteBuffer body, int at) {
        int flags = body.getInt(at + Wire.Race.FLAGS);
        Access first = new Access(
                body.getInt(at + Wire.Race.FIRST_THREAD),
                body.getInt(at + Wire.Race.FIRST_CLOCK),
                body.getLong(at + Wire.Race.FIRST_SITE),
                (flags & Wire.RACE_FIRST_WRITES) != 0,
                (flags & Wire.RACE_FIRST_ATOMIC) != 0,
                (flags & Wire.RACE_FIRST_ENDS) != 0);
        Access second = new Access(
                body.getInt(at + Wire.Race.SECOND_THREAD),
                body.getInt(at + Wire.Race.SECOND_CLOCK),
                body.getLong(at + Wire.Race.SECOND_SITE),
                (flags & Wire.RACE_SECOND_WRITES) != 0,
                (flags & Wire.RACE_SECOND_ATOMIC) != 0,
                (flags & Wire.RACE_SECOND_ENDS) != 0);
        return new Race(
                first,
                second,
                (flags & Wire.RACE_REPORTED) != 0,
                (flags & Wire.RACE_INVISIBLE) != 0,
                body.getInt(at + Wire.Race.STEP),
                new MemoryRange(body.getLong(at + Wire.Race.ADDRESS), body.getLong(at + Wire.Race.LENGTH)),
                new MemoryRange(
                        body.getLong(at + Wire.Race.SHARED_ADDRESS), body.getLong(at + Wire.Race.SHARED_LENGTH)),
                new MemoryRange(body.getLong(at + Wire.Race.FIRST_ADDRESS), body.getLong(at + Wire.Race.FIRST_LENGTH)),
                body.getLong(at + Wire.Race.VALUE));
    }

    static void encode(ByteBuffer out, Race race) {
        out.putInt((race.isReported() ? Wire.RACE_REPORTED : 0)
                | (race.isInvisible() ? Wire.RACE_INVISIBLE : 0)
                | (race.first().isWrite() ? Wire.RACE_FIRST_WRITES : 0)
                | (race.second().isWrite() ? Wire.RACE_SECOND_WRITES : 0)
                | (race.first().isAtomic() ? Wire.RACE_FIRST_ATOMIC : 0)
                | (race.second().isAtomic() ? Wire.RACE_SECOND_ATOMIC : 0)
                | (race.first().isEnd() ? Wire.RACE_FIRST_ENDS : 0)
                | (race.second().isEnd() ? Wire.RACE_SECOND_ENDS : 0));
        out.putInt(race.step());
        out.putInt(race.first().thread()).putInt(race.second().thread());
        out.putInt(race.first().clock()).putInt(race.second().clock());
        out.putLong(race.first().site()).putLong(race.second().site());
        out.putLong(race.range().address()).putLong(race.range().size());
        out.putLong(race.shared().address()).putLong(race.shared().size());
        out.putLong(race.firstRange().address()).putLong(race.firstRange().size());
        out.putLong(race.value());
    }
}
