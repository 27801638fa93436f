package org.heddle.server.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks into an executable for a reason why libheddle.so cannot be loaded into it.
 *
 * @param path the executable
 */
record TargetFile(Path path) {
    private static final int HEADER = 64;
    private static final int ELF_MAGIC = 0x464c457f;
    private static final int CLASS_64 = 2;
    private static final int PROGRAM_HEADERS = 32;
    private static final int PROGRAM_HEADER_COUNT = 56;
    private static final int PROGRAM_HEADER_SIZE = 56;
    private static final int PT_INTERP = 3;

    /** The reason with its remedy, if one can be seen. */
    Optional<String> obstacle() {
        try (FileChannel file = FileChannel.open(path)) {
            ByteBuffer header = read(file, 0, HEADER);
            if (header.limit() >= 2 && header.getShort(0) == 0x2123) {
                return Optional.of("It is a script: name the program that it starts instead.");
            }
            if (header.limit() < HEADER || header.getInt(0) != ELF_MAGIC) {
                return Optional.of("It is not an ELF executable.");
            }
            if (header.get(4) != CLASS_64) {
                return Optional.of("It is a 32-bit program, and libheddle.so is a 64-bit library: build it with -m64.");
            }
            if (!namesLoader(file, header)) {
                return Optional.of("It is statically linked, so libheddle.so cannot be loaded into it:"
                        + " link it without -static.");
            }
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean namesLoader(FileChannel file, ByteBuffer header) throws IOException {
        int count = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_COUNT));
        ByteBuffer headers = read(file, header.getLong(PROGRAM_HEADERS), count * PROGRAM_HEADER_SIZE);
        for (int at = 0; at + PROGRAM_HEADER_SIZE <= headers.limit(); at += PROGRAM_HEADER_SIZE) {
            if (headers.getInt(at) == PT_INTERP) {
                return true;
            }
        }
        return false;
    }

    private static ByteBuffer read(FileChannel file, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        if (at < 0 || file.read(bytes, at) < 0) {
            return bytes.limit(0);
        }
        return bytes.flip();
    }
}
