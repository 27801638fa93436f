package org.heddle.cluster.session;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.cluster.program.Bundle;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.journal.ExecutionRecord;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * Hands a program to a worker, and tries the worker.
 *
 * @param in from the worker
 * @param out to the worker
 */
record Greeting(FrameInput in, FrameOutput out) {
    /** Why a worker begins nothing: it has been told to leave. */
    static final String LEAVING = "it is leaving";

    /**
     * The worker's answer.
     *
     * @param refusal why the worker refuses the program, or is refused; empty if it is ready
     * @param slots how many executions the worker runs at a time
     */
    record Answer(Optional<String> refusal, int slots) {
        private static Answer refused(String why) {
            return new Answer(Optional.of(why), 0);
        }
    }

    /**
     * Does it.
     *
     * @throws IOException if the connection is lost
     */
    Answer say(Bundle bundle, Trial trial) throws IOException {
        out.write(FrameKind.JOB, bundle.job().bytes());
        out.flush();
        FrameInput.Received answer = in.read();
        while (answer.kind() == FrameKind.NEED) {
            sendFiles(answer.body(), bundle);
            answer = in.read();
        }
        if (answer.kind() == FrameKind.REFUSED) {
            return Answer.refused(answer.text());
        }
        if (answer.kind() == FrameKind.LEAVING) {
            return Answer.refused(LEAVING);
        }
        ByteBuffer body = answer.expect(FrameKind.READY).body();
        try {
            int slots = body.getInt();
            Optional<String> difference = trial.difference(execution(body, trial));
            if (difference.isEmpty() && slots < 1) {
                return Answer.refused("it has no slots");
            }
            return new Answer(difference, slots);
        } catch (BufferUnderflowException tooShort) {
            throw new IOException("a malformed frame " + FrameKind.READY, tooShort);
        }
    }

    private void sendFiles(ByteBuffer hashes, Bundle bundle) throws IOException {
        for (String hash :
                StandardCharsets.UTF_8.decode(hashes).toString().lines().toList()) {
            Path file = bundle.file(hash);
            if (file == null) {
                throw new IOException("the worker asks for a file that is none of the program's");
            }
            out.write(
                    FrameKind.FILE,
                    ByteBuffer.wrap(hash.getBytes(StandardCharsets.US_ASCII)),
                    ByteBuffer.wrap(Files.readAllBytes(file)));
        }
        out.flush();
    }

    private static Execution execution(ByteBuffer body, Trial trial) throws IOException {
        try {
            Execution execution = new ExecutionRecord().decode(body.slice(), trial.plan());
            if (execution == null) {
                throw new IOException("an execution of another plan");
            }
            return execution;
        } catch (ProtocolException | IndexOutOfBoundsException malformed) {
            throw new IOException("a malformed execution: " + malformed.getMessage(), malformed);
        }
    }
}
