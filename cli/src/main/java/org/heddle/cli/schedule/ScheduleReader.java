package org.heddle.cli.schedule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.ProgramInput;
import org.heddle.cli.program.Recipe;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;

/** Reads schedule files. Used for one file. */
public final class ScheduleReader {
    private static final Pattern STEP = Pattern.compile(
            "(\\d{1,5}) (-|\\d{1,9}) ([A-Z_]+) 0x([0-9a-f]{1,16})(?: # \\d+ \\| (.*?) \\| (.*) \\| (.*))?");
    private static final String NAME_ONE = "name a file that heddle check wrote (*.heddle-schedule)";
    private static final Pattern RANGE = Pattern.compile("0x([0-9a-f]{1,16}) (\\d{1,18})");

    private final ObjectMapper json = new ObjectMapper();
    private final Path file;
    private int number;
    private final List<Path> files = new ArrayList<>();
    private boolean isSource;
    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private ProgramInput input = ProgramInput.NONE;
    private final List<String> peers = new ArrayList<>();
    private Path directory = Path.of("").toAbsolutePath();
    private Optional<String> verify = Optional.empty();
    private Optional<Path> sandbox = Optional.empty();
    private String sha256 = "";
    private PointsMode points = PointsMode.SYNC;
    private final List<MemoryRange> visible = new ArrayList<>();
    private long timeLimit;
    private TimeoutsMode timeouts = TimeoutsMode.LAST_RESORT;
    private int expiries = RunOptions.MOST_EXPIRIES;
    private Spurious spurious = Spurious.NONE;
    private Failures failures = Failures.NONE;
    private final Set<RunFlag> flags = EnumSet.noneOf(RunFlag.class);
    private Set<MachineChange> allowed = Set.of();
    private SignalRequest request = SignalRequest.NONE;
    private String[] finding = {"", ""};
    private String cause = "";
    private String message = "";
    private final List<String> values = new ArrayList<>();
    private OptionalInt critical = OptionalInt.empty();
    private final List<ScheduleFile.Line> lines = new ArrayList<>();

    private ScheduleReader(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws UserError if it is not a schedule
     */
    public static ScheduleFile read(Path file) throws UserError {
        return new ScheduleReader(file).read();
    }

    private ScheduleFile read() throws UserError {
        List<String> all = contents();
        if (all.isEmpty() || !all.get(0).startsWith("heddle-schedule ")) {
            throw new UserError(
                    file + " is not a schedule: its first line is not '" + ScheduleWriter.HEADER + "'; " + NAME_ONE);
        }
        if (!all.get(0).equals(ScheduleWriter.HEADER)) {
            throw new UserError(file + " has the format '" + all.get(0) + "', and this Heddle reads '"
                    + ScheduleWriter.HEADER + "': use the Heddle that wrote it, or check the program again");
        }
        if (!all.get(all.size() - 1).equals("end")) {
            throw new UserError(
                    file + " is cut off: its last line is not 'end'; check the program again for a new one");
        }
        for (number = 2; number < all.size(); number++) {
            take(all.get(number - 1));
        }
        if (files.isEmpty()) {
            throw new UserError(file + " names no program: check the program again for a new one");
        }
        Recipe recipe = new Recipe(
                files.stream().map(directory::resolve).map(Path::normalize).toList(),
                isSource,
                List.copyOf(before),
                List.copyOf(after),
                List.copyOf(arguments),
                input,
                List.copyOf(peers),
                directory);
        return new ScheduleFile(
                recipe,
                new Around(verify, sandbox.map(directory::resolve).map(Path::normalize)),
                sha256,
                new RunOptions(points, timeouts, expiries, spurious, failures, flags, allowed, request),
                VisibleMemory.NONE.with(visible).withTimeLimit(timeLimit),
                finding[0],
                cause,
                finding[1],
                message,
                List.copyOf(values),
                critical,
                List.copyOf(lines));
    }

    private List<String> contents() throws UserError {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException binary) {
            throw new UserError(file + " is not a schedule: it is not a text; " + NAME_ONE);
        } catch (IOException unreadable) {
            throw new UserError(
                    Files.exists(file)
                            ? "the schedule " + file + " cannot be read (" + OutputFolder.why(unreadable) + "): "
                                    + NAME_ONE
                            : "there is no schedule " + file + ": check its path, or " + NAME_ONE);
        }
    }

    private void take(String line) throws UserError {
        int blank = line.indexOf(' ');
        if (blank < 0 || line.startsWith("#")) {
            return;
        }
        String value = line.substring(blank + 1);
        switch (line.substring(0, blank)) {
            case "finding" -> take(fields(value));
            case "cause" -> cause = text(value);
            case "message" -> message = text(value);
            case "value" -> values.add(text(value));
            case "critical" -> critical = OptionalInt.of(count(value));
            case "directory" -> directory =
                    file.toAbsolutePath().resolveSibling(path(value)).normalize();
            case "program" -> files.add(path(value));
            case "source" -> {
                files.add(path(value));
                isSource = true;
            }
            case "compile-before" -> before.add(text(value));
            case "compile-after" -> after.add(text(value));
            case "stdin" -> input = input(value);
            case "argument" -> arguments.add(text(value));
            case "peer" -> peers.add(text(value));
            case "verify" -> verify = Optional.of(text(value));
            case "sandbox" -> sandbox = Optional.of(path(value));
            case "sha256" -> sha256 = value;
            case "points" -> points = points(value);
            case "visible" -> visible.add(range(value));
            case "time-limit" -> timeLimit = nanoseconds(value);
            case "timeouts" -> timeouts = timeouts(value);
            case "expiries" -> expiries = count(value);
            case "spurious" -> spurious = Spurious.of(value).orElseThrow(() -> wrong("should have a number, or auto"));
            case "failures" -> failures =
                    Failures.of(value).orElseThrow(() -> wrong("should have a number, or a list as in malloc:1"));
            case "allow" -> allowed =
                    MachineChange.ofList(value).orElseThrow(() -> wrong("allows what calls cannot change"));
            case "send" -> request =
                    SignalRequest.of(value).orElseThrow(() -> wrong("names no signal that can be sent"));
            case "step" -> lines.add(step(value));
            default -> flags.add(flag(line.substring(0, blank), value));
        }
    }

    private void take(String[] kindAndFingerprint) {
        finding = kindAndFingerprint;
        if (finding[0].equals(Kind.LEAK.ruleId())) {
            flags.add(RunFlag.LEAKS); // older files do not say so
        }
    }

    private RunFlag flag(String keyword, String value) throws UserError {
        List<RunFlag> flags = RunFlag.ofOption(keyword);
        if (flags.isEmpty()) {
            throw wrong("has an unknown keyword");
        }
        return flags.stream()
                .filter(flag -> flag.value().equals(value))
                .findFirst()
                .orElseThrow(() ->
                        wrong("should say '" + keyword + " " + flags.get(0).value() + "'"));
    }

    private String[] fields(String value) throws UserError {
        String[] fields = value.split(" ", -1);
        if (fields.length != 2) {
            throw wrong("should have a kind and a fingerprint");
        }
        return fields;
    }

    private String text(String value) throws UserError {
        try {
            JsonNode text = json.readTree(value);
            if (text.isTextual()) {
                return text.textValue();
            }
        } catch (JsonProcessingException odd) {
            // told below
        }
        throw wrong("has a text that is not in quotes");
    }

    private Path path(String value) throws UserError {
        try {
            return Path.of(text(value));
        } catch (InvalidPathException odd) {
            throw wrong("has a text that is no path");
        }
    }

    private ProgramInput input(String value) throws UserError {
        return ProgramInput.decoded(value).orElseThrow(() -> wrong("has a standard input that cannot be decoded"));
    }

    private PointsMode points(String value) throws UserError {
        try {
            return PointsMode.valueOf(value);
        } catch (IllegalArgumentException unknown) {
            throw wrong("has an unknown mode");
        }
    }

    private MemoryRange range(String value) throws UserError {
        Matcher matcher = RANGE.matcher(value);
        if (!matcher.matches()) {
            throw wrong("should have an address and a number of bytes");
        }
        return new MemoryRange(Long.parseUnsignedLong(matcher.group(1), 16), Long.parseLong(matcher.group(2)));
    }

    private TimeoutsMode timeouts(String value) throws UserError {
        try {
            return TimeoutsMode.valueOf(value);
        } catch (IllegalArgumentException unknown) {
            throw wrong("has an unknown mode");
        }
    }

    private long nanoseconds(String value) throws UserError {
        if (!value.matches("\\d{1,18}")) {
            throw wrong("has no number of nanoseconds");
        }
        return Long.parseLong(value);
    }

    private int count(String value) throws UserError {
        if (!value.matches("\\d{1,9}")) {
            throw wrong("has no number");
        }
        return Integer.parseInt(value);
    }

    private ScheduleFile.Line step(String value) throws UserError {
        Matcher matcher = STEP.matcher(value);
        if (!matcher.matches()) {
            throw wrong("is not a step");
        }
        OperationKind kind;
        try {
            kind = OperationKind.valueOf(matcher.group(3));
        } catch (IllegalArgumentException unknown) {
            throw wrong("has an unknown operation");
        }
        int alternative = matcher.group(2).equals("-") ? Event.NO_ALTERNATIVE : Integer.parseInt(matcher.group(2));
        Step step = new Step(
                Integer.parseInt(matcher.group(1)), alternative, kind, Long.parseUnsignedLong(matcher.group(4), 16));
        return matcher.group(5) == null
                ? new ScheduleFile.Line(step, "T" + step.thread(), kind.name(), "")
                : new ScheduleFile.Line(step, matcher.group(5), matcher.group(6), matcher.group(7));
    }

    private UserError wrong(String what) {
        return new UserError(
                file + ":" + number + ": the line " + what + ": check the program again for a new schedule");
    }
}
