package org.heddle.server.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that takes what a target prints outside of executions; kept small however much that is. */
public final class Messages {
    private static final int HEAD = 4096;
    private static final long LARGE = 1 << 20;

    private final Path file;
    private String head = "";

    /** In this file, which need not exist. */
    public Messages(Path file) {
        this.file = file;
    }

    /** The file. */
    public Path file() {
        return file;
    }

    /** Cuts the file where it has grown large; its beginning is remembered. */
    public synchronized void trim() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() > LARGE) {
                remember(channel);
                channel.truncate(0);
            }
        } catch (IOException gone) {
            // nothing was printed, or the target removed the file
        }
    }

    /** The beginning of what was printed. */
    public synchronized String head() {
        if (head.isEmpty()) {
            try (FileChannel channel = FileChannel.open(file)) {
                remember(channel);
            } catch (IOException gone) {
                return "";
            }
        }
        return head;
    }

    private void remember(FileChannel channel) throws IOException {
        if (head.isEmpty()) {
            ByteBuffer bytes = ByteBuffer.allocate(HEAD);
            channel.read(bytes, 0);
            head = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
        }
    }
}
