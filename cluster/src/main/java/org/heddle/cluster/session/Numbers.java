package org.heddle.cluster.session;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.heddle.server.protocol.Spent;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.restart.RestartCounts;

/** How executions were run, as the body of a frame. */
final class Numbers {
    private static final int SIZE = 9 * Long.BYTES + Integer.BYTES + Fallback.values().length * Long.BYTES;

    private Numbers() {}

    static ByteBuffer of(RestartCounts.Snapshot counts) {
        ByteBuffer body = ByteBuffer.allocate(SIZE);
        body.putLong(counts.inProcess()).putLong(counts.forked()).putLong(counts.compared());
        body.putLong(counts.events().executed()).putLong(counts.events().fromCheckpoints());
        Spent spent = counts.spent();
        body.putLong(spent.accesses()).putLong(spent.program()).putLong(spent.alone());
        body.putLong(spent.around()).putInt(counts.systemCall());
        for (Fallback why : Fallback.values()) {
            body.putLong(counts.fallbacks().getOrDefault(why, 0L));
        }
        return body.flip();
    }

    static RestartCounts.Snapshot read(ByteBuffer body) throws IOException {
        try {
            long inProcess = body.getLong();
            long forked = body.getLong();
            long compared = body.getLong();
            RestartCounts.Events events = new RestartCounts.Events(body.getLong(), body.getLong());
            Spent spent = new Spent(body.getLong(), body.getLong(), body.getLong(), body.getLong());
            int systemCall = body.getInt();
            Map<Fallback, Long> fallbacks = new EnumMap<>(Fallback.class);
            for (Fallback why : Fallback.values()) {
                long count = body.getLong();
                if (count != 0) {
                    fallbacks.put(why, count);
                }
            }
            return new RestartCounts.Snapshot(inProcess, forked, compared, fallbacks, systemCall, events, spent);
        } catch (BufferUnderflowException tooShort) {
            throw new IOException("a malformed frame of counts", tooShort);
        }
    }
}
