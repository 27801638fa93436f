package org.heddle.cli.check.search;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.report.Lines;
import org.heddle.instrumenter.driver.OwnOptions;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.PrivateDirectory;

/**
 * The file in which functions of the program note which of their lines run, where that is asked for and possible. All executions of all
 * workers write to it. {@code zygote/files/lines.c} says what is in it.
 */
public final class LinesFile implements AutoCloseable {
    private static final String NAME = "lines";
    private static final long BYTES = 64L << 20; // of which the disk holds what is written
    private static final int HEAD = 8;

    private final Optional<PrivateDirectory> folder;
    private final String obstacle;

    private LinesFile(PrivateDirectory folder) {
        this.folder = Optional.of(folder);
        obstacle = "the program was built without " + OwnOptions.NOTE_LINES;
    }

    private LinesFile(String obstacle) {
        folder = Optional.empty();
        this.obstacle = obstacle;
    }

    /**
     * One for a check with these options, or none.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public static LinesFile of(CheckOptions options) throws InterruptedException {
        if (!options.telling().coverage()) {
            return new LinesFile("");
        } else if (options.executing().cluster().isPresent()) {
            return new LinesFile("other machines execute as well");
        } else if (options.saving().resume()) {
            return new LinesFile("executions from before --resume have not told");
        }
        try {
            return new LinesFile(made());
        } catch (IOException full) {
            return new LinesFile("there is no room for it: " + full.getMessage());
        }
    }

    private static PrivateDirectory made() throws IOException, InterruptedException {
        PrivateDirectory folder = PrivateDirectory.createRemovedAtExit();
        boolean isMade = false;
        try (RandomAccessFile file =
                new RandomAccessFile(folder.path().resolve(NAME).toFile(), "rw")) {
            file.setLength(BYTES);
            isMade = true;
        } finally {
            if (!isMade) {
                folder.close();
            }
        }
        return folder;
    }

    /** The same launch, noting lines there. */
    public LaunchOptions noting(LaunchOptions launch) {
        return folder.map(made -> launch.withLines(made.path().resolve(NAME))).orElse(launch);
    }

    /** Why nothing is known where nothing could be read. */
    String obstacle() {
        return obstacle;
    }

    /** What has run so far; empty if no function of the program notes it. */
    Optional<Lines> read() throws IOException {
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        NavigableMap<String, NavigableMap<Integer, Boolean>> ran = new TreeMap<>();
        try (RandomAccessFile file =
                new RandomAccessFile(folder.get().path().resolve(NAME).toFile(), "r")) {
            MappedByteBuffer bytes = file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, BYTES);
            bytes.order(ByteOrder.LITTLE_ENDIAN);
            int at = 0;
            while (at + HEAD <= bytes.limit() && bytes.getInt(at + Integer.BYTES) != 0) {
                int pieces = bytes.getInt(at);
                int length = bytes.getInt(at + Integer.BYTES);
                byte[] marks = new byte[pieces];
                byte[] text = new byte[length];
                bytes.get(at + HEAD, marks);
                bytes.get(at + HEAD + pieces, text);
                learn(marks, new String(text, StandardCharsets.UTF_8), ran);
                at += HEAD + pieces + length;
            }
        }
        return ran.isEmpty() ? Optional.empty() : Optional.of(Lines.of(ran));
    }

    /** Takes in the records of a module: a text each, of which NULs stand behind the last one too. */
    static void learn(byte[] marks, String texts, NavigableMap<String, NavigableMap<Integer, Boolean>> ran) {
        int first = 0;
        for (String record : texts.split("\0", 0)) {
            int count = 0;
            for (String ofFile : record.split("\n", 0)) {
                int tab = ofFile.lastIndexOf('\t');
                NavigableMap<Integer, Boolean> lines = new TreeMap<>();
                for (String piece : ofFile.substring(tab + 1).split(";", 0)) {
                    String[] numbers = piece.split(",", 0);
                    int number = Integer.parseInt(numbers[0]);
                    count = Math.max(count, number + 1);
                    for (int n = 1; n < numbers.length; n++) {
                        lines.merge(Integer.parseInt(numbers[n]), marks[first + number] != 0, Boolean::logicalOr);
                    }
                }
                add(ofFile.substring(0, tab), lines, ran);
            }
            first += count;
        }
    }

    private static void add(
            String file,
            NavigableMap<Integer, Boolean> lines,
            NavigableMap<String, NavigableMap<Integer, Boolean>> ran) {
        NavigableMap<Integer, Boolean> known = ran.computeIfAbsent(file, name -> new TreeMap<>());
        lines.forEach((line, did) -> known.merge(line, did, Boolean::logicalOr));
    }

    @Override
    public void close() throws IOException {
        if (folder.isPresent()) {
            folder.get().close();
        }
    }
}
