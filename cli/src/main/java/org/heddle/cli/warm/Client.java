package org.heddle.cli.warm;

import org.heddle.server.os.Native;
import org.heddle.server.os.Signals;
import org.heddle.server.os.WarmLibrary;

/** The client whose command runs. If it goes away before that has ended, so does this process. */
final class Client {
    private final WarmLibrary library;
    private final int connection;
    private final Thread watch;
    private volatile boolean finished;

    Client(WarmLibrary library, int connection) {
        this.library = library;
        this.connection = connection;
        this.watch = new Thread(this::awaitHangUp, "heddle-client");
        watch.setDaemon(true);
    }

    /** Begins to look after it. */
    void watch() {
        watch.start();
    }

    private void awaitHangUp() {
        library.heddle_warm_await_hang_up(connection);
        if (!finished) {
            Native.C.kill((int) ProcessHandle.current().pid(), Signals.TERM);
        }
    }

    /** The command has ended with this exit code, or was never begun. */
    void finish(int code) throws InterruptedException {
        finished = true;
        library.heddle_warm_finish(connection, code);
        watch.join();
        Native.C.close(connection);
    }
}
