package org.heddle.cluster.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.RemoteStreamRefActorTerminatedException;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.StreamConverters;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;

/** A stream whose connection breaks is told in words, without any of Pekko's. */
final class IncomingTest {
    private static final byte[] TWO = {1, 2};

    @Test
    void aBrokenConnection_isToldInWords_howeverItIsRead() {
        ActorSystem system = ActorSystem.create("words");
        try {
            assertEquals(Incoming.BROKEN, told(system, InputStream::read));
            assertEquals(Incoming.BROKEN, told(system, incoming -> incoming.read(new byte[2], 0, 2)));
        } finally {
            system.terminate();
        }
    }

    private interface Reading {
        int from(InputStream stream) throws IOException;
    }

    /** What is said where two bytes have come, and the other side is gone. */
    private static String told(ActorSystem system, Reading reading) {
        InputStream broken = Source.single(ByteString.fromArray(TWO))
                .concat(Source.failed(new RemoteStreamRefActorTerminatedException(
                        "Remote partner [Actor[pekko://heddle]] has terminated")))
                .runWith(StreamConverters.asInputStream(), system);
        Incoming incoming = new Incoming(broken);
        return assertThrows(IOException.class, () -> toEnd(incoming, reading)).getMessage();
    }

    private static int toEnd(InputStream stream, Reading reading) throws IOException {
        int times = 0;
        while (reading.from(stream) >= 0) {
            times++;
        }
        return times;
    }

    @Test
    void whatIsNotOfPekko_staysAsItIs() throws Exception {
        try (InputStream closed = new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("closed");
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        return read();
                    }
                };
                Incoming incoming = new Incoming(closed)) {
            assertEquals(
                    "closed", assertThrows(IOException.class, incoming::read).getMessage());
        }
    }
}
