package org.heddle.server.journal;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A file of records that is only ever appended to. After the header come blocks, each with its length and checksum, so that a block
 * that was being written when the process was killed is known for what it is and left out. Numbers are big-endian:
 *
 * <pre>
 * block:  u32 records · u32 length inflated · u32 length deflated · u32 CRC-32 of the rest of the block · deflated records
 * record: u32 length · bytes
 * </pre>
 *
 * <p>First the records that are there are read to the end, then others are appended. For one thread at a time; {@link #flush} and
 * {@link #close} may be called from any.
 */
public final class Journal implements Closeable {
    private static final int BLOCK_HEADER = 16;
    private static final int CRC_AT = 12;
    private static final int BLOCK_BYTES = 1 << 18;
    private static final long MOST_NANOS_UNWRITTEN = 1_000_000_000;
    private static final int LONGEST_HEADER = 1 << 20;

    private final Path file;
    private final FileChannel channel;
    private final JournalHeader header;
    private final long recorded;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private final Inflater inflater = new Inflater();

    private long readAt;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private final ByteArrayOutputStream unwritten = new ByteArrayOutputStream();
    private int unwrittenRecords;
    private long lastWritten = System.nanoTime();
    private boolean closed;

    private Journal(Path file, FileChannel channel, JournalHeader header, long firstBlock) throws IOException {
        this.file = file;
        this.channel = channel;
        this.header = header;
        readAt = firstBlock;
        recorded = countAndTruncate(firstBlock);
    }

    /**
     * A new journal.
     *
     * @throws JournalException if the file exists or cannot be written
     */
    public static Journal create(Path file, JournalHeader header) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock(file, channel);
            ByteBuffer text = ByteBuffer.wrap(header.text().getBytes(StandardCharsets.UTF_8));
            int length = text.remaining();
            writeFully(channel, text, 0);
            return new Journal(file, channel, header, length);
        } catch (FileAlreadyExistsException e) {
            throw new JournalException(file + " exists already: continue it with --resume, or remove it", e);
        } catch (IOException e) {
            throw new JournalException("cannot write " + file + ": " + e.getMessage() + ": name a file that can be", e);
        }
    }

    /**
     * Opens a journal.
     *
     * @param wanted what the exploration is about that is to be continued; the capacity does not matter
     * @throws JournalException if it is none, about something else, damaged, or in use
     */
    public static Journal open(Path file, JournalHeader wanted) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock(file, channel);
            Start start = Start.of(file, channel);
            String differences = wanted.differences(start.header);
            if (!differences.isEmpty()) {
                channel.close();
                throw new JournalException(file + " is about something else (" + differences
                        + "): give the same program and options, or begin anew with --save-frontier");
            }
            return new Journal(file, channel, start.header, start.length);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * What a journal is about.
     *
     * @throws JournalException if it is none
     */
    public static JournalHeader header(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return Start.of(file, channel).header;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static JournalException unreadable(Path file, IOException e) {
        return e instanceof NoSuchFileException
                ? new JournalException("there is no file " + file + " to resume from: begin with --save-frontier", e)
                : new JournalException("cannot read " + file + ": " + e.getMessage(), e);
    }

    /**
     * How a journal begins.
     *
     * @param length of the header, in bytes
     */
    private record Start(JournalHeader header, int length) {
        static Start of(Path file, FileChannel channel) throws IOException {
            ByteBuffer start = ByteBuffer.allocate((int) Math.min(channel.size(), LONGEST_HEADER));
            readFully(channel, start, 0);
            int end = new String(start.array(), StandardCharsets.ISO_8859_1).indexOf("\n\n");
            JournalHeader found = end < 0
                    ? null
                    : JournalHeader.parse(new String(start.array(), 0, end, StandardCharsets.UTF_8)
                            .lines()
                            .toList());
            if (found == null) {
                channel.close();
                throw new JournalException(file + " was not written by --save-frontier of this version of Heddle:"
                        + " name a file that was");
            }
            return new Start(found, end + 2);
        }
    }

    private static void lock(Path file, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException held) {
            // said below
        }
        channel.close();
        throw new JournalException(file + " is in use by another check: wait for it to end");
    }

    private long countAndTruncate(long firstBlock) throws IOException {
        long records = 0;
        long at = firstBlock;
        long size = channel.size();
        ByteBuffer head = ByteBuffer.allocate(BLOCK_HEADER);
        while (at + BLOCK_HEADER <= size) {
            head.clear();
            readFully(channel, head, at);
            int count = head.getInt(0);
            int length = head.getInt(8);
            if (count <= 0 || head.getInt(4) <= 0 || length <= 0 || at + BLOCK_HEADER + length > size) {
                break;
            }
            ByteBuffer bytes = ByteBuffer.allocate(length);
            readFully(channel, bytes, at + BLOCK_HEADER);
            if (crc(head, bytes.array(), length) != head.getInt(CRC_AT)) {
                break;
            }
            records += count;
            at += BLOCK_HEADER + length;
        }
        channel.truncate(at);
        return records;
    }

    /** What the journal is about. */
    public JournalHeader header() {
        return header;
    }

    /** How many records there were when it was opened. */
    public long recorded() {
        return recorded;
    }

    /** The next record, or null behind the last one. */
    ByteBuffer read() {
        try {
            if (!block.hasRemaining()) {
                if (readAt >= channel.size()) {
                    return null;
                }
                block = inflate();
            }
        } catch (IOException | DataFormatException e) {
            throw new JournalException("cannot read " + file + ": " + e.getMessage(), e);
        }
        int length = block.getInt();
        ByteBuffer read = block.slice(block.position(), length);
        block.position(block.position() + length);
        return read;
    }

    private ByteBuffer inflate() throws IOException, DataFormatException {
        ByteBuffer head = ByteBuffer.allocate(BLOCK_HEADER);
        readFully(channel, head, readAt);
        ByteBuffer deflated = ByteBuffer.allocate(head.getInt(8));
        readFully(channel, deflated, readAt + BLOCK_HEADER);
        readAt += BLOCK_HEADER + deflated.capacity();
        byte[] inflated = new byte[head.getInt(4)];
        inflater.reset();
        inflater.setInput(deflated.array());
        int done = 0;
        while (done < inflated.length) {
            int more = inflater.inflate(inflated, done, inflated.length - done);
            if (more == 0) {
                throw new DataFormatException("a block is shorter than it says");
            }
            done += more;
        }
        return ByteBuffer.wrap(inflated);
    }

    /** Appends a record: at once, or together with others a second later at the latest, if more are appended. */
    synchronized void append(byte[] bytes, int length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(4).putInt(0, length);
        unwritten.write(head.array());
        unwritten.write(bytes, 0, length);
        unwrittenRecords++;
        if (unwritten.size() >= BLOCK_BYTES || System.nanoTime() - lastWritten > MOST_NANOS_UNWRITTEN) {
            flush();
        }
    }

    /** Writes whatever has been appended. */
    public synchronized void flush() throws IOException {
        if (unwrittenRecords == 0 || closed) {
            return;
        }
        byte[] inflated = unwritten.toByteArray();
        deflater.reset();
        deflater.setInput(inflated);
        deflater.finish();
        byte[] deflated = new byte[inflated.length + inflated.length / 1000 + 64];
        int length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(deflated, length, deflated.length - length);
        }
        ByteBuffer out = ByteBuffer.allocate(BLOCK_HEADER + length);
        out.putInt(unwrittenRecords).putInt(inflated.length).putInt(length);
        out.putInt(crc(out, deflated, length)).put(deflated, 0, length).flip();
        long at = channel.size();
        try {
            writeFully(channel, out, at);
        } catch (IOException e) {
            channel.truncate(at);
            throw e;
        }
        unwritten.reset();
        unwrittenRecords = 0;
        lastWritten = System.nanoTime();
    }

    private static int crc(ByteBuffer head, byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(head.slice(0, CRC_AT));
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static void readFully(FileChannel channel, ByteBuffer into, long at) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into, at + into.position()) < 0) {
                throw new IOException("it is shorter than it should be");
            }
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer from, long at) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from, at + from.position());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        try {
            flush();
        } finally {
            closed = true;
            channel.close();
            deflater.end();
            inflater.end();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
