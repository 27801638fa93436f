package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.execution.ThreadInfo;

/** The threads of a RESULT. Most executions have the same ones as the one before, which then is given again. */
final class ThreadTable {
    private ByteBuffer lastBytes = ByteBuffer.allocate(0);
    private List<ThreadInfo> last = List.of();

    List<ThreadInfo> decode(ByteBuffer body, int at, int count) {
        ByteBuffer bytes = body.slice(at, count * Wire.ThreadInfo.SIZE);
        if (!bytes.equals(lastBytes)) {
            List<ThreadInfo> threads = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                threads.add(one(body, at + i * Wire.ThreadInfo.SIZE));
            }
            last = List.copyOf(threads);
            lastBytes = ByteBuffer.allocate(bytes.capacity()).put(bytes).flip();
        }
        return last;
    }

    private static ThreadInfo one(ByteBuffer body, int at) {
        return new ThreadInfo(
                body.getInt(at + Wire.ThreadInfo.ID),
                body.getInt(at + Wire.ThreadInfo.PARENT),
                body.getInt(at + Wire.ThreadInfo.ORDINAL),
                body.getLong(at + Wire.ThreadInfo.START_ROUTINE),
                TextCodec.decodeField(body, at + Wire.ThreadInfo.NAME, Wire.ThreadInfo.SIZE - Wire.ThreadInfo.NAME));
    }
}
