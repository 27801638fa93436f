package org.heddle.server.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.protocol.CutResult;
import org.heddle.server.protocol.ResultCodec;
import org.heddle.server.protocol.Spent;
import org.heddle.server.protocol.Way;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.restart.Mode;
import org.heddle.server.restart.RestartCounts;
import org.heddle.server.restart.RestartDiffersException;
import org.heddle.server.restart.RestartPolicy;

/** Reads one worker's results, and compares those that come twice. For one thread at a time. */
final class ResultReader {
    private final ResultCodec codec = new ResultCodec();
    private final RestartPolicy policy;
    private final RestartCounts counts;
    private ByteBuffer first; // what the runner said of the oldest plan, which is executed in a fork as well
    private int firstNumber;
    private long firstAt; // when it came, in nanoseconds
    private int answered; // the number of the last plan that was

    ResultReader(RestartPolicy policy, RestartCounts counts) {
        this.policy = policy;
        this.counts = counts;
    }

    /**
     * Reads the body of a RESULT.
     *
     * @return the execution; null if another result of the same plan is still to come
     * @throws ProtocolException if it is malformed or answers another plan
     * @throws RestartDiffersException if the two results are not equal
     */
    Execution read(ByteBuffer body, Ticket ticket) throws ProtocolException {
        Way way = Way.of(body);
        if (isRepeated(way, ResultCodec.number(body), ticket)) {
            return null;
        }
        boolean second = ticket.mode() == Mode.BOTH && first != null && firstNumber == ticket.number();
        if (way.fallback() == Fallback.DIVERGED && !ResultCodec.hasDiverged(body)) {
            throw differs();
        }
        if (second) {
            counts.countAgain(Spent.of(body));
        } else {
            counts.count(way, ResultCodec.events(body, ticket.plan()), Spent.of(body));
        }
        if (!second && ticket.mode() != Mode.FORKED) {
            policy.learn(way);
        }
        if (ticket.mode() != Mode.BOTH) {
            return answer(body, ticket);
        }
        if (!second) {
            first = copy(body);
            firstNumber = ticket.number();
            firstAt = System.nanoTime();
            return null;
        }
        policy.learnComparison(System.nanoTime() - firstAt);
        compare(body);
        first = null;
        return answer(body, ticket);
    }

    /** A result was waited for, for so many nanoseconds. */
    void waited(long nanos) {
        counts.countWait(nanos);
    }

    private Execution answer(ByteBuffer body, Ticket ticket) throws ProtocolException {
        Execution execution = decode(body, ticket);
        answered = ticket.number();
        return execution;
    }

    private Execution decode(ByteBuffer body, Ticket ticket) throws ProtocolException {
        try {
            return codec.decode(body, ticket.plan(), ticket.number());
        } catch (OutOfMemoryError full) {
            return codec.decode(CutResult.of(body), ticket.plan(), ticket.number());
        }
    }

    private static ByteBuffer copy(ByteBuffer body) throws ProtocolException {
        try {
            return ByteBuffer.allocate(body.limit())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(body.duplicate().rewind())
                    .flip();
        } catch (OutOfMemoryError full) {
            return CutResult.of(body);
        }
    }

    /** Where the runner was killed, the zygote does not know whether its last results had been sent, and sends them again, or another. */
    private boolean isRepeated(Way way, int number, Ticket ticket) throws ProtocolException {
        boolean isSecondOfTwo =
                first != null && firstNumber == number && Way.of(first).inProcess();
        if (way.again()) {
            return isSecondOfTwo || number - ticket.number() < 0;
        }
        return way.fallback() == Fallback.KILLED && (number == answered || isSecondOfTwo);
    }

    /** What is to come are the results of another target. */
    void forget() {
        first = null;
    }

    private void compare(ByteBuffer forked) throws ProtocolException {
        if (!Way.of(first).inProcess() || CutResult.isCut(first) || CutResult.isCut(forked)) {
            return; // both were forked, or there is too little to compare
        }
        if (!Way.isAllThatDiffers(first, forked)) {
            throw differs();
        }
        counts.countCompared();
    }

    private static RestartDiffersException differs() {
        return new RestartDiffersException(
                "an execution had another result in the process of the one before it than in a fork");
    }
}
