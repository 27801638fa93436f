package org.heddle.server.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.server.launch.LaunchException.Reason;
import org.heddle.server.protocol.message.RefusalException;

/**
 * Says why a target that was started never became usable.
 *
 * @param program the executable
 * @param messages what it printed
 */
public record TargetDiagnosis(Path program, Messages messages) {
    /** It ended before it had connected; fate says how. */
    public LaunchException endedEarly(String fate, IOException cause) {
        return new LaunchException(
                Reason.ENDED_EARLY,
                program + " " + fate + " before libheddle.so had connected from its main. "
                        + obstacle().orElseGet(() -> "Run it on its own to see whether it reaches main." + printed()),
                cause);
    }

    /** It runs and has not connected in time. */
    public LaunchException silent(int millis) {
        return new LaunchException(
                Reason.NO_CONNECTION,
                program + " did not reach main under libheddle.so within " + millis + " ms. "
                        + obstacle()
                                .orElseGet(() ->
                                        "A constructor may be waiting for something; if it is only slow, allow it more time."
                                                + printed()));
    }

    /** It has connected, and says why it cannot go on. */
    public LaunchException refused(RefusalException refusal) {
        return new LaunchException(
                Reason.REFUSED, program + " cannot be checked: " + refusal.why() + "." + printed(), refusal);
    }

    /** It connected and sent something else than HELLO. */
    public LaunchException incompatible(IOException cause) {
        return new LaunchException(
                Reason.INCOMPATIBLE,
                program + " connected, but: " + cause.getMessage()
                        + ". Use the libheddle.so that came with this program." + printed(),
                cause);
    }

    /** Where there is one, what the program printed is of no use. */
    private Optional<String> obstacle() {
        return new TargetFile(program).obstacle();
    }

    private String printed() {
        String head = messages.head();
        return head.isEmpty() ? "" : "\nIt printed:\n" + head;
    }
}
