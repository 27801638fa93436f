package org.heddle.cluster.program;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.heddle.cli.base.HeddleVersion;

/**
 * What an execution depends on besides the program: where it differs, the same plan may come to another execution.
 *
 * @param properties by their names, in words that can be compared
 */
public record Machine(Map<String, String> properties) {
    private static final String STACK = "Max stack size";
    private static final String CPU = "the CPU's features";

    /** What libc and programs choose their code by. */
    private static final Set<String> FEATURES = Set.of(
            "abm",
            "adx",
            "aes",
            "avx",
            "avx2",
            "avx512bw",
            "avx512cd",
            "avx512dq",
            "avx512f",
            "avx512vl",
            "bmi1",
            "bmi2",
            "cx16",
            "erms",
            "f16c",
            "fma",
            "fsgsbase",
            "fsrm",
            "lahf_lm",
            "movbe",
            "pclmulqdq",
            "popcnt",
            "rdrand",
            "rdseed",
            "rtm",
            "sha_ni",
            "sse4_1",
            "sse4_2",
            "ssse3",
            "vaes",
            "xsave",
            "xsavec",
            "xsaveopt");

    /** Keeps a copy. */
    public Machine {
        properties = Map.copyOf(properties);
    }

    /**
     * This machine with this runtime.
     *
     * @throws IOException if it cannot be looked at
     */
    public static Machine here(Path shim) throws IOException {
        String kernel = Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip();
        return new Machine(Map.of(
                "Heddle's version",
                HeddleVersion.number(),
                "Heddle's runtime",
                ContentHash.of(shim).substring(0, 12),
                "the architecture",
                System.getProperty("os.arch"),
                "the kernel's dispatch of system calls to the program",
                canDispatch(kernel) ? "there" : "missing",
                "the limit on the stack (ulimit -s)",
                stackLimit(),
                CPU,
                features()));
    }

    /** Whether the kernel has user dispatch: since 5.11. */
    private static boolean canDispatch(String release) {
        Matcher matcher = Pattern.compile("(\\d{1,9})\\.(\\d{1,9}).*").matcher(release);
        if (!matcher.matches()) {
            return false;
        }
        int major = Integer.parseInt(matcher.group(1));
        return major > 5 || (major == 5 && Integer.parseInt(matcher.group(2)) >= 11);
    }

    private static String stackLimit() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                .filter(line -> line.startsWith(STACK))
                .map(line -> line.substring(STACK.length()).strip().replaceAll(" .*", ""))
                .findFirst()
                .orElse("unknown");
    }

    private static String features() throws IOException {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .stream()
                .flatMap(line -> Arrays.stream(line.split("[:\\s]+")))
                .filter(FEATURES::contains)
                .sorted()
                .collect(Collectors.joining(" "));
    }

    /** What is different on the other machine, in words; empty if nothing is. */
    public Optional<String> differences(Machine other) {
        List<String> words = new ArrayList<>();
        new TreeMap<>(properties).forEach((name, value) -> {
            String theirs = other.properties.getOrDefault(name, "unknown");
            if (!theirs.equals(value)) {
                words.add(name.equals(CPU) ? cpu(value, theirs) : name + ": " + value + " here, " + theirs + " there");
            }
        });
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", words));
    }

    private static String cpu(String here, String there) {
        Set<String> ours = new TreeSet<>(List.of(here.split(" ")));
        Set<String> theirs = new TreeSet<>(List.of(there.split(" ")));
        Set<String> common = new TreeSet<>(ours);
        common.retainAll(theirs);
        ours.removeAll(common);
        theirs.removeAll(common);
        return CPU + ": only here " + ours + ", only there " + theirs;
    }

    void write(DataOutputStream out) throws IOException {
        Fields.writeMap(out, properties);
    }

    static Machine read(DataInputStream in) throws IOException {
        return new Machine(Fields.readMap(in));
    }
}
