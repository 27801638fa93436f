package org.heddle.cluster.net;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;

/**
 * The key that follows from a cluster's secret, and a certificate for it (RFC 5280, version 1, signed by itself). Every member has the
 * same; whoever proves in TLS to have the key knows the secret.
 *
 * @param key the private key
 * @param certificate the certificate
 */
record Identity(PrivateKey key, X509Certificate certificate) {
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int GENERALIZED_TIME = 0x18;
    private static final byte[] ECDSA_WITH_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02};
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};

    /** The identity of everybody who knows this secret. */
    static Identity of(Secret secret) {
        try {
            ECParameterSpec curve = CurvePoint.curve();
            BigInteger number = secret.number(curve.getOrder());
            KeyFactory keys = KeyFactory.getInstance("EC");
            PrivateKey own = keys.generatePrivate(new ECPrivateKeySpec(number, curve));
            PublicKey all = keys.generatePublic(new ECPublicKeySpec(CurvePoint.multiple(curve, number), curve));
            return new Identity(own, certificate(own, all));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has P-256 and X.509", impossible);
        }
    }

    private static X509Certificate certificate(PrivateKey own, PublicKey all) throws GeneralSecurityException {
        byte[] algorithm = tagged(SEQUENCE, tagged(OBJECT_IDENTIFIER, ECDSA_WITH_SHA256));
        byte[] word = tagged(UTF8_STRING, "heddle".getBytes(StandardCharsets.UTF_8));
        byte[] name = tagged(SEQUENCE, tagged(SET, tagged(SEQUENCE, tagged(OBJECT_IDENTIFIER, COMMON_NAME), word)));
        byte[] validity = tagged(SEQUENCE, time("20200101000000Z"), time("99991231235959Z"));
        byte[] signed =
                tagged(SEQUENCE, tagged(INTEGER, new byte[] {1}), algorithm, name, validity, name, all.getEncoded());
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(own);
        signature.update(signed);
        byte[] whole =
                tagged(SEQUENCE, signed, algorithm, tagged(BIT_STRING, joined(new byte[] {0}, signature.sign())));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] time(String text) {
        return tagged(GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** A value in DER (X.690). */
    private static byte[] tagged(int tag, byte[]... parts) {
        byte[] content = joined(parts);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else if (content.length < 0x100) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
