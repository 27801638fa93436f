package org.heddle.cluster.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import org.heddle.cli.base.UserError;
import scala.Option;

/** TLS 1.3 in which both sides show that they know the cluster's secret. */
final class MutualTls implements SSLEngineProvider {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private static final int PATIENCE_MILLIS = 5000;

    private final SSLContext context;

    private MutualTls(SSLContext context) {
        this.context = context;
    }

    /** For those who know this secret. */
    static MutualTls of(Secret secret) {
        Identity identity = Identity.of(secret);
        try {
            char[] none = {};
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, none);
            store.setKeyEntry("heddle", identity.key(), none, new Certificate[] {identity.certificate()});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, none);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            TrustManager trust = new SameSecret(identity.certificate().getPublicKey());
            context.init(keys.getKeyManagers(), new TrustManager[] {trust}, null);
            return new MutualTls(context);
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("every Java of at least 17 has TLS 1.3", impossible);
        }
    }

    /**
     * Whether somebody who knows the same secret listens there.
     *
     * @throws UserError if it is somebody who does not
     */
    boolean isThere(Address address) throws UserError {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address.host(), address.port()), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, address.host(), address.port(), true)) {
                socket.setEnabledProtocols(PROTOCOLS);
                socket.startHandshake();
                return true;
            }
        } catch (SSLException refused) {
            throw new UserError(
                    address + " has another secret, or is no worker of Heddle: give --secret a file with the same"
                            + " content on all machines");
        } catch (IOException nobody) {
            return false;
        }
    }

    @Override
    public SSLEngine createServerSSLEngine(String hostname, int port) {
        SSLEngine engine = context.createSSLEngine(hostname, port);
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(PROTOCOLS);
        engine.setNeedClientAuth(true);
        return engine;
    }

    @Override
    public SSLEngine createClientSSLEngine(String hostname, int port) {
        SSLEngine engine = context.createSSLEngine(hostname, port);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(PROTOCOLS);
        return engine;
    }

    @Override
    public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
        return Option.empty();
    }

    @Override
    public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
        return Option.empty();
    }
}
