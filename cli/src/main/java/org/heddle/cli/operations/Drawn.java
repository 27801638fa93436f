package org.heddle.cli.operations;

import java.math.BigInteger;
import java.util.List;

/**
 * Clients of one size.
 *
 * @param size of each of them
 * @param clients all of the size, or a sample
 * @param all how many there are
 * @param equivalent how many more there are that differ from one of these in the order of their threads alone
 */
record Drawn(Size size, List<Client> clients, BigInteger all, BigInteger equivalent) {
    /** Whether some of the size are left out. */
    boolean isSample() {
        return all.compareTo(BigInteger.valueOf(clients.size())) > 0;
    }
}
