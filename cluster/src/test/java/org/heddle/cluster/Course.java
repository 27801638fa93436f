package org.heddle.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The course of an exploration, as its saved frontier has it: what it took, one after the other. */
final class Course {
    private static final int BLOCK_HEADER = 16;

    private Course() {}

    /** A checksum of each execution, with the plan that it answers, in their order. */
    static List<String> in(Path saved) throws IOException, DataFormatException {
        byte[] all = Files.readAllBytes(saved);
        ByteBuffer blocks = ByteBuffer.wrap(all);
        blocks.position(new String(all, StandardCharsets.ISO_8859_1).indexOf("\n\n") + 2);
        List<String> course = new ArrayList<>();
        while (blocks.hasRemaining()) {
            byte[] inflated = new byte[blocks.getInt(blocks.position() + Integer.BYTES)];
            byte[] deflated = new byte[blocks.getInt(blocks.position() + 2 * Integer.BYTES)];
            blocks.position(blocks.position() + BLOCK_HEADER).get(deflated);
            Inflater inflater = new Inflater();
            inflater.setInput(deflated);
            for (int done = 0; done < inflated.length; ) {
                done += inflater.inflate(inflated, done, inflated.length - done);
            }
            inflater.end();
            add(ByteBuffer.wrap(inflated), course);
        }
        return course;
    }

    private static void add(ByteBuffer records, List<String> course) {
        while (records.hasRemaining()) {
            byte[] record = new byte[records.getInt()];
            records.get(record);
            CRC32 sum = new CRC32();
            sum.update(record);
            course.add(Long.toHexString(sum.getValue()));
        }
    }
}
