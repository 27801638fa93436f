package org.heddle.cli.check.dap;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input whose end is told of. */
final class Ending extends FilterInputStream {
    private final Runnable end;

    Ending(InputStream in, Runnable end) {
        super(in);
        this.end = end;
    }

    @Override
    public int read() throws IOException {
        return told(() -> in.read());
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        return told(() -> in.read(bytes, from, length));
    }

    private interface Read {
        int some() throws IOException;
    }

    private int told(Read read) throws IOException {
        int result = -1;
        try {
            result = read.some();
            return result;
        } finally {
            if (result < 0) {
                end.run();
            }
        }
    }
}
