package org.heddle.cluster.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import org.heddle.cli.base.UserError;
import org.heddle.cluster.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the secret is good for: who knows it is trusted, and nobody else. */
final class SecretTest {
    private static final String TEXT = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    void sameSecret_sameKey_everywhere() throws Exception {
        Identity one = Identity.of(Secret.of(TEXT));
        Identity two = Identity.of(Secret.of(" " + TEXT + "\n"));
        assertArrayEquals(one.key().getEncoded(), two.key().getEncoded());
        assertEquals(one.certificate().getPublicKey(), two.certificate().getPublicKey());
        one.certificate().verify(one.certificate().getPublicKey());
        one.certificate().checkValidity();
    }

    @Test
    void anotherSecret_isNotTrusted() throws Exception {
        X509Certificate own = Identity.of(Secret.of(TEXT)).certificate();
        X509Certificate other = Identity.of(Secret.of(TEXT + "x")).certificate();
        assertNotEquals(own.getPublicKey(), other.getPublicKey());
        SameSecret trust = new SameSecret(own.getPublicKey());
        trust.checkClientTrusted(new X509Certificate[] {own}, "EC");
        assertThrows(CertificateException.class, () -> trust.checkClientTrusted(new X509Certificate[] {other}, "EC"));
        assertThrows(CertificateException.class, () -> trust.checkServerTrusted(new X509Certificate[] {other}, "EC"));
        assertThrows(
                CertificateException.class, () -> trust.checkServerTrusted(new X509Certificate[] {own, other}, "EC"));
        assertThrows(CertificateException.class, () -> trust.checkClientTrusted(new X509Certificate[] {}, "EC"));
    }

    /** The multiples of P-256's generator that NIST has published. */
    @Test
    void multiplesOfTheGenerator_areThePublishedOnes() throws Exception {
        ECParameterSpec curve = CurvePoint.curve();
        assertEquals(curve.getGenerator(), CurvePoint.multiple(curve, BigInteger.ONE));
        ECPoint twice = CurvePoint.multiple(curve, BigInteger.TWO);
        assertEquals(
                "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
                twice.getAffineX().toString(16));
        assertEquals(
                "7775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
                twice.getAffineY().toString(16));
        ECPoint last = CurvePoint.multiple(curve, curve.getOrder().subtract(BigInteger.ONE));
        assertEquals(curve.getGenerator().getAffineX(), last.getAffineX());
    }

    @Test
    void fileThatOthersMayRead_isRefused() throws Exception {
        Path file = TestCluster.secret(folder.resolve("secret"), TEXT);
        Secret.read(file);
        for (String permissions : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            UserError refused = assertThrows(UserError.class, () -> Secret.read(file), permissions);
            assertTrue(refused.getMessage().contains("chmod 600"), refused.getMessage());
        }
    }

    @Test
    void missingOrShortSecret_isRefused() throws Exception {
        assertThrows(UserError.class, () -> Secret.read(folder.resolve("none")));
        Path file = TestCluster.secret(folder.resolve("short"), TEXT.substring(1) + "\n");
        UserError refused = assertThrows(UserError.class, () -> Secret.read(file));
        assertTrue(refused.getMessage().contains("31 characters"), refused.getMessage());
    }

    @Test
    void whoHasAnotherSecret_isToldSo_andNobodyIsNobody() throws Exception {
        MutualTls own = MutualTls.of(Secret.of(TEXT));
        MutualTls other = MutualTls.of(Secret.of(TEXT + "x"));
        try (Member member = Member.start(new Address("127.0.0.1", 0), own, Member.Timing.DEFAULT)) {
            assertTrue(own.isThere(member.address()));
            assertThrows(UserError.class, () -> other.isThere(member.address()));
        }
        assertFalse(own.isThere(new Address("127.0.0.1", closedPort())));
    }

    private static int closedPort() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return closed.getLocalPort();
        }
    }
}
