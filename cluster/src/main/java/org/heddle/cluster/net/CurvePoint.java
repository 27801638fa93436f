package org.heddle.cluster.net;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;

/** Points of the curve P-256 (FIPS 186-4, D.1.2.3): the public key that belongs to a private one, which Java offers no way to compute. */
final class CurvePoint {
    private static final BigInteger TWO = BigInteger.TWO;
    private static final BigInteger THREE = BigInteger.valueOf(3);

    private final BigInteger prime;
    private final BigInteger a;

    private CurvePoint(ECParameterSpec curve) {
        prime = ((ECFieldFp) curve.getCurve().getField()).getP();
        a = curve.getCurve().getA();
    }

    /** The curve. */
    static ECParameterSpec curve() throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        return parameters.getParameterSpec(ECParameterSpec.class);
    }

    /** The curve's generator times a number between 0 and the curve's order. */
    static ECPoint multiple(ECParameterSpec curve, BigInteger factor) {
        CurvePoint points = new CurvePoint(curve);
        ECPoint sum = ECPoint.POINT_INFINITY;
        for (int bit = factor.bitLength() - 1; bit >= 0; bit--) {
            sum = points.add(sum, sum);
            sum = factor.testBit(bit) ? points.add(sum, curve.getGenerator()) : sum;
        }
        return sum;
    }

    private ECPoint add(ECPoint p, ECPoint q) {
        if (p.equals(ECPoint.POINT_INFINITY)) {
            return q;
        }
        if (q.equals(ECPoint.POINT_INFINITY)) {
            return p;
        }
        BigInteger x = p.getAffineX();
        BigInteger y = p.getAffineY();
        BigInteger slope;
        if (!x.equals(q.getAffineX())) {
            slope = q.getAffineY()
                    .subtract(y)
                    .multiply(q.getAffineX().subtract(x).modInverse(prime));
        } else if (y.equals(q.getAffineY()) && y.signum() != 0) {
            slope = x.pow(2).multiply(THREE).add(a).multiply(y.multiply(TWO).modInverse(prime));
        } else {
            return ECPoint.POINT_INFINITY;
        }
        BigInteger sumX = slope.pow(2).subtract(x).subtract(q.getAffineX()).mod(prime);
        return new ECPoint(sumX, slope.multiply(x.subtract(sumX)).subtract(y).mod(prime));
    }
}
