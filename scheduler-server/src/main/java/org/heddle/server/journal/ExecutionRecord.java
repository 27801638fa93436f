package org.heddle.server.journal;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.protocol.Frame;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.protocol.ResultCodec;
import org.heddle.server.protocol.ResultEncoder;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * An execution as a record of a journal, or of what goes from one machine to another: a checksum of the plan that it answers, a
 * byte that says whether it was lost, and its RESULT frame, or else the reason. For one thread at a time.
 */
public final class ExecutionRecord {
    private static final byte WHOLE = 0;
    private static final byte LOST = 1;
    private static final int HEADER = 5;

    private final ResultCodec codec = new ResultCodec();
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    /** A codec that has seen nothing yet. */
    public ExecutionRecord() {}

    /** The record; valid until the next one is made. */
    public ByteBuffer encode(Plan plan, Execution execution) {
        while (true) {
            try {
                buffer.clear();
                buffer.putInt(checksum(plan));
                if (execution.outcome() == Outcome.LOST) {
                    buffer.put(LOST).put(execution.stderr());
                } else {
                    ResultEncoder.encode(buffer.put(WHOLE), execution, 0);
                }
                return buffer.flip();
            } catch (BufferOverflowException tooSmall) {
                buffer = ByteBuffer.allocate(2 * buffer.capacity()).order(ByteOrder.LITTLE_ENDIAN);
            }
        }
    }

    /**
     * Reads a record.
     *
     * @param plan which it has to answer
     * @return null if it answers another plan
     * @throws ProtocolException if it is malformed
     */
    public Execution decode(ByteBuffer stored, Plan plan) throws ProtocolException {
        ByteBuffer bytes = stored.order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() < HEADER || bytes.getInt(0) != checksum(plan)) {
            return null;
        }
        if (bytes.get(HEADER - 1) == LOST) {
            byte[] why = new byte[bytes.remaining() - HEADER];
            bytes.get(HEADER, why);
            return Execution.lost(new String(why, StandardCharsets.UTF_8));
        }
        int body = HEADER + Frame.HEADER;
        return codec.decode(bytes.slice(body, bytes.limit() - body).order(ByteOrder.LITTLE_ENDIAN), plan, 0);
    }

    private static int checksum(Plan plan) {
        int sum = 31 * (31 * plan.limits().operations() + PlanCodec.flags(plan.relation()))
                + (plan.lateExit() ? 1 : 0)
                + (plan.serial() ? 2 : 0);
        sum = 31 * sum + plan.sections().hashCode();
        for (Step step : plan.prefix()) {
            sum = 31 * sum
                    + Arrays.hashCode(new long[] {
                        step.thread(), step.alternative(), step.kind().code(), step.object()
                    });
        }
        List<Event> sleep = plan.sleep();
        for (Event event : sleep) {
            sum = 31 * sum
                    + Long.hashCode(event.thread() + 31L * event.operation().object());
        }
        sum = 31 * sum + plan.visible().ranges().hashCode();
        return 31 * sum + Long.hashCode(plan.policy().seed());
    }
}
