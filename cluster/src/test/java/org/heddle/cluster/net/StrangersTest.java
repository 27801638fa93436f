package org.heddle.cluster.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.NotSerializableException;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Props;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who does not show that it knows the secret gets nothing, and does no harm. */
@Timeout(900)
final class StrangersTest {
    private static final String TEXT = "0123456789abcdef0123456789abcdef";

    /** Counts letters. */
    static final class Ear extends AbstractActor {
        private final AtomicInteger heard;

        Ear(AtomicInteger heard) {
            this.heard = heard;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Letter.Ask.class, ask -> {
                        heard.incrementAndGet();
                        getSender().tell(new Letter.Roster(List.of()), getSelf());
                    })
                    .build();
        }
    }

    /** Believes everybody. */
    private static final class Credulous implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void strangers_getNothing() throws Exception {
        Secret secret = Secret.of(TEXT);
        AtomicInteger heard = new AtomicInteger();
        try (Member member = Member.start(new Address("127.0.0.1", 0), MutualTls.of(secret), Member.Timing.DEFAULT)) {
            member.actor(Props.create(Ear.class, () -> new Ear(heard)), Hub.NAME);
            Address address = member.address();
            assertEquals(0, answer(address, new byte[0]), "plain bytes of the right protocol");
            assertEquals(0, answer(address, noise()), "plain noise");
            assertEquals(0, answerByTls(address, "TLSv1.3"), "no certificate");
            assertEquals(0, answerByTls(address, "TLSv1.2"), "an older TLS");
            assertEquals(0, heard.get());
            assertEquals(List.of(), ClusterView.of(address, null, secret));
            assertTrue(heard.get() > 0, "nor does anybody else");
        }
    }

    private static byte[] noise() {
        byte[] noise = new byte[10_000];
        new Random(5).nextBytes(noise);
        return noise;
    }

    /** How many bytes come back that are no alert of TLS; what is sent begins as Artery's connections do. */
    private static int answer(Address address, byte... bytes) throws IOException {
        try (Socket socket = new Socket(address.host(), address.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(new byte[] {'A', 'K', 'K', 'A', 1});
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            byte[] back = socket.getInputStream().readNBytes(100);
            boolean isAlert = back.length > 0 && back[0] == 21;
            return isAlert ? 0 : back.length;
        } catch (java.net.SocketException reset) {
            return 0;
        }
    }

    private static int answerByTls(Address address, String version) throws Exception {
        SSLContext context = SSLContext.getInstance(version);
        context.init(null, new TrustManager[] {new Credulous()}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(address.host(), address.port())) {
            socket.setSoTimeout(5_000);
            socket.setEnabledProtocols(new String[] {version});
            socket.startHandshake(); // with TLS 1.3 the refusal can come behind it
            socket.getOutputStream().write(new byte[] {'A', 'K', 'K', 'A', 1});
            return Math.max(0, socket.getInputStream().read());
        } catch (javax.net.ssl.SSLException | java.net.SocketException refused) {
            return 0;
        }
    }

    @Test
    void malformedLetters_areNoLetters() {
        LetterSerializer letters = new LetterSerializer();
        Random random = new Random(6);
        List<String> kinds = List.of("Enlist", "Open", "Opened", "Roster", "java.lang.Runtime", "");
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            for (String kind : kinds) {
                assertThrows(NotSerializableException.class, () -> letters.fromBinary(bytes, kind), kind);
            }
        }
        byte[] open = letters.toBinary(new Letter.Open(1, "check", "stream"));
        byte[] half = Arrays.copyOf(open, open.length / 2);
        assertThrows(NotSerializableException.class, () -> letters.fromBinary(half, "Open"));
    }
}
