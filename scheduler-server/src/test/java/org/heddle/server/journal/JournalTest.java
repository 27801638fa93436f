package org.heddle.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.explore.plan.Lookahead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What has been written is read again; what is damaged, foreign or in use is refused with a reason. */
final class JournalTest {
    private static final JournalHeader HEADER =
            new JournalHeader(Map.of("program", "abc", "points", "sync"), Lookahead.of(4));

    @TempDir
    private Path folder;

    @Test
    void recordsAreReadInOrder_andMoreAreAppended() throws IOException {
        Path file = write("one", "two");
        try (Journal journal = Journal.open(file, HEADER)) {
            assertEquals(2, journal.recorded());
            assertEquals(List.of("one", "two"), readAll(journal));
            append(journal, "three");
        }
        try (Journal journal = Journal.open(file, HEADER)) {
            assertEquals(List.of("one", "two", "three"), readAll(journal));
        }
    }

    @Test
    void fileCutAnywhere_losesNoWholeBlock() throws IOException {
        Path file = folder.resolve("cut");
        List<Long> ends = new ArrayList<>();
        try (Journal journal = Journal.create(file, HEADER)) {
            for (int block = 0; block < 5; block++) {
                ends.add(Files.size(file));
                append(journal, "record " + block);
                journal.flush();
            }
        }
        byte[] whole = Files.readAllBytes(file);
        for (int length = (int) (long) ends.get(0); length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            int blocks = 0;
            while (blocks < 5 && length >= (blocks == 4 ? whole.length : ends.get(blocks + 1))) {
                blocks++;
            }
            try (Journal journal = Journal.open(file, HEADER)) {
                assertEquals(blocks, readAll(journal).size(), "cut at " + length);
                append(journal, "new");
            }
            try (Journal journal = Journal.open(file, HEADER)) {
                assertEquals(blocks + 1, journal.recorded(), "cut at " + length);
            }
        }
    }

    @Test
    void damagedBlock_endsWhatIsKnown() throws IOException {
        Path file = write("one");
        try (Journal journal = Journal.open(file, HEADER)) {
            readAll(journal);
            append(journal, "two");
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        try (Journal journal = Journal.open(file, HEADER)) {
            assertEquals(List.of("one"), readAll(journal));
        }
    }

    @Test
    void everyByteOfABlock_isChecked() throws IOException {
        Path file = write("one", "two");
        byte[] whole = Files.readAllBytes(file);
        int start = HEADER.text().length();
        for (int at = start; at < whole.length; at++) {
            for (int value : new int[] {0, 1, 0x7f, 0xff}) {
                byte[] bytes = whole.clone();
                bytes[at] = (byte) value;
                Files.write(file, bytes);
                try (Journal journal = Journal.open(file, HEADER)) {
                    int records = Arrays.equals(bytes, whole) ? 2 : 0;
                    assertEquals(records, journal.recorded(), "byte " + (at - start));
                    assertEquals(records, readAll(journal).size(), "byte " + (at - start));
                }
            }
        }
    }

    @Test
    void otherProgram_isRefusedByName() throws IOException {
        Path file = write("one");
        JournalHeader other = new JournalHeader(Map.of("program", "xyz", "points", "sync"), Lookahead.of(8));
        JournalException refused = assertThrows(JournalException.class, () -> Journal.open(file, other));
        assertTrue(refused.getMessage().contains("program was abc and is xyz"), refused.getMessage());
    }

    @Test
    void otherLookahead_isNoDifference() throws IOException {
        Path file = write("one");
        try (Journal journal = Journal.open(file, new JournalHeader(HEADER.subject(), new Lookahead(9, 99)))) {
            assertEquals(Lookahead.of(4), journal.header().lookahead());
        }
    }

    @Test
    void whatIsNoJournal_isRefusedAndLeftAlone() throws IOException {
        for (String content : List.of(
                "",
                "hello",
                "heddle-frontier 3\nin-flight 8\n\n",
                "heddle-frontier 4\nin-flight x\n\n",
                "heddle-frontier 4\nin-flight 8\n\n",
                "heddle-frontier 4\nin-flight 64 8\n\n",
                "\n\n")) {
            Path file = Files.writeString(folder.resolve("foreign"), content);
            assertThrows(JournalException.class, () -> Journal.open(file, HEADER), content);
            assertEquals(content, Files.readString(file));
        }
    }

    @Test
    void fileInUse_isRefused() throws IOException {
        Path file = folder.resolve("used");
        try (Journal journal = Journal.create(file, HEADER)) {
            JournalException refused = assertThrows(JournalException.class, () -> Journal.open(file, HEADER));
            assertTrue(refused.getMessage().contains("in use"), refused.getMessage());
            assertNull(journal.read());
        }
    }

    @Test
    void existingOrMissingFile_isRefused() throws IOException {
        Path file = write("one");
        byte[] before = Files.readAllBytes(file);
        assertThrows(JournalException.class, () -> Journal.create(file, HEADER));
        assertTrue(Arrays.equals(before, Files.readAllBytes(file)));
        assertThrows(JournalException.class, () -> Journal.open(folder.resolve("missing"), HEADER));
        assertThrows(JournalException.class, () -> Journal.create(folder.resolve("no/folder"), HEADER));
    }

    @Test
    void manyRecords_spanBlocks() throws IOException {
        Path file = folder.resolve("many");
        try (Journal journal = Journal.create(file, HEADER)) {
            for (int n = 0; n < 20_000; n++) {
                append(journal, "record number " + n + " of many, many records");
            }
        }
        Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        try (Journal journal = Journal.open(file, HEADER)) {
            List<String> records = readAll(journal);
            assertEquals(20_000, records.size());
            assertEquals("record number 19999 of many, many records", records.get(19_999));
        }
    }

    private Path write(String... records) throws IOException {
        Path file = folder.resolve("journal");
        try (Journal journal = Journal.create(file, HEADER)) {
            for (String record : records) {
                append(journal, record);
            }
        }
        return file;
    }

    private static void append(Journal journal, String record) throws IOException {
        byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
        journal.append(bytes, bytes.length);
    }

    private static List<String> readAll(Journal journal) {
        List<String> records = new ArrayList<>();
        for (ByteBuffer next = journal.read(); next != null; next = journal.read()) {
            records.add(StandardCharsets.UTF_8.decode(next).toString());
        }
        return records;
    }
}
