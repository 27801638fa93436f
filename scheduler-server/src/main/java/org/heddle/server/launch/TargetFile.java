package org.heddle.server.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
    private static final int SEGMENT_OFFSET = 8;
    private static final int SEGMENT_SIZE = 32;
    private static final int MOST_PATH = 4096;
    private static final int MACHINE = 18;
    private static final int X86_64 = 62;

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
            if (header.getShort(MACHINE) != X86_64) {
                return Optional.of("It is a program for another processor: build it for x86-64.");
            }
            if (loader(file, header).contains("ld-musl")) {
                return Optional.of(
                        "It is linked with musl, and libheddle.so needs the GNU C Library: build it with gcc,"
                                + " clang or heddle cc for that.");
            }
            if (loader(file, header).isEmpty()) {
                return Optional.of("It is statically linked, so libheddle.so cannot be loaded into it:"
                        + " link it without -static.");
            }
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** The dynamic loader that it asks for; empty if it asks for none. */
    private static String loader(FileChannel file, ByteBuffer header) throws IOException {
        int count = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_COUNT));
        ByteBuffer headers = read(file, header.getLong(PROGRAM_HEADERS), count * PROGRAM_HEADER_SIZE);
        for (int at = 0; at + PROGRAM_HEADER_SIZE <= headers.limit(); at += PROGRAM_HEADER_SIZE) {
            if (headers.getInt(at) == PT_INTERP) {
                int length = (int) Math.min(headers.getLong(at + SEGMENT_SIZE), MOST_PATH);
                return StandardCharsets.UTF_8
                        .decode(read(file, headers.getLong(at + SEGMENT_OFFSET), length))
                        .toString();
            }
        }
        return "";
    }

    private static ByteBuffer read(FileChannel file, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        if (at < 0 || file.read(bytes, at) < 0) {
            return bytes.limit(0);
        }
        return bytes.flip();
    }
}
