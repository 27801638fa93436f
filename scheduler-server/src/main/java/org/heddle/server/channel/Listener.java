package org.heddle.server.channel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jnr.constants.platform.Fcntl;
import jnr.unixsocket.UnixServerSocketChannel;
import jnr.unixsocket.UnixSocketAddress;
import jnr.unixsocket.UnixSocketChannel;
import org.heddle.server.os.Native;
import org.heddle.server.os.Poller;

/** A listening socket for one connection, in a directory that nobody else may enter. */
public final class Listener implements AutoCloseable {
    private static final int FD_CLOEXEC = 1;
    private static final int LONGEST_PATH = 107;

    private final Path path;
    private final UnixServerSocketChannel server;

    private Listener(Path path, UnixServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /** Loads the socket's bindings before they are needed. */
    public static void warmUp() {
        try {
            UnixServerSocketChannel.open().close();
        } catch (IOException failed) {
            // said when a socket is really wanted
        }
    }

    /**
     * Listens at this path.
     *
     * @throws IOException if that is not possible
     */
    public static Listener open(Path path) throws IOException {
        if (path.toString().length() > LONGEST_PATH) {
            throw new IOException("the socket's path is longer than " + LONGEST_PATH + " characters: " + path);
        }
        Files.deleteIfExists(path);
        UnixServerSocketChannel server = UnixServerSocketChannel.open();
        try {
            closeOnExec(server.getFD());
            server.configureBlocking(false);
            server.socket().bind(new UnixSocketAddress(path.toFile()), 1);
        } catch (IOException failed) {
            server.close();
            throw failed;
        }
        return new Listener(path, server);
    }

    /**
     * Waits for the connection.
     *
     * @param process a descriptor that becomes readable when waiting is of no use any more, or −1
     * @param millis at most so long
     * @return the connection, or null if there is none yet
     * @throws IOException if the socket fails
     */
    public FrameChannel accept(int process, int millis) throws IOException {
        Poller poller = new Poller(server.getFD(), process);
        poller.await(Poller.READ, millis);
        UnixSocketChannel accepted = poller.readable() ? server.accept() : null;
        if (accepted == null) {
            return null;
        }
        closeOnExec(accepted.getFD());
        return new FrameChannel(accepted, process);
    }

    /** Stops listening and removes the socket. */
    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(path);
    }

    private static void closeOnExec(int descriptor) {
        Native.C.fcntl(descriptor, Fcntl.F_SETFD.intValue(), FD_CLOEXEC);
    }
}
