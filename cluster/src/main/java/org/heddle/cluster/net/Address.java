package org.heddle.cluster.net;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import org.heddle.cli.base.UserError;

/**
 * Where a member of a cluster is reached.
 *
 * @param host its name or number
 * @param port its port; 0 for one that the system chooses
 */
public record Address(String host, int port) {
    /**
     * Reads {@code HOST:PORT}.
     *
     * @param option that it is given to, for the message
     * @throws UserError if it is none
     */
    public static Address of(String text, String option) throws UserError {
        int colon = text.lastIndexOf(':');
        try {
            int port = colon < 1 ? -1 : Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port < 1 << 16) {
                return new Address(text.substring(0, colon).replaceAll("^\\[|\\]$", ""), port);
            }
        } catch (NumberFormatException noNumber) {
            // said below
        }
        throw new UserError(option + " " + text + " is no address: give HOST:PORT, as in build-head:7450");
    }

    /**
     * An address of this machine from which that one is reached, with a port that the system chooses.
     *
     * @throws UserError if it has no address
     */
    Address ownTowards() throws UserError {
        InetSocketAddress there = new InetSocketAddress(host, port);
        if (there.isUnresolved()) {
            throw new UserError("there is no machine " + host + ": name one that is");
        }
        try (DatagramSocket socket = new DatagramSocket()) { // nothing is sent
            socket.connect(there);
            return new Address(socket.getLocalAddress().getHostAddress(), 0);
        } catch (IOException unreachable) {
            throw new UserError("there is no way to " + host + ": " + unreachable.getMessage());
        }
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
