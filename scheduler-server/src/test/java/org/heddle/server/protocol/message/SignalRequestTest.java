package org.heddle.server.protocol.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SignalRequestTest {
    @Test
    void aSignalIsNamedWithOrWithoutItsPrefixAndPlace() {
        assertEquals(Optional.of(new SignalRequest(15, 20)), SignalRequest.of("SIGTERM@20"));
        assertEquals(Optional.of(new SignalRequest(15, 0)), SignalRequest.of("term"));
        assertEquals(Optional.of(new SignalRequest(2, 0)), SignalRequest.of("INT@0"));
        assertEquals(new SignalRequest(15, 7), SignalRequest.toStop(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SIGKILL", "SIGSEGV", "SIGTERM@", "SIGTERM@-1", "SIGTERM@1234567890", "15", "@3"})
    void whatIsNoSignalThatAsksForSomethingIsRefused(String words) {
        assertTrue(SignalRequest.of(words).isEmpty());
    }

    @Test
    void itsWordsMakeItAgain() {
        SignalRequest request = new SignalRequest(10, 3);
        assertEquals(Optional.of(request), SignalRequest.of(request.toString()));
    }
}
