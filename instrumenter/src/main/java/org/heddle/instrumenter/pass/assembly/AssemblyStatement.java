package org.heddle.instrumenter.pass.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An instruction of x86 in the syntax of AT&amp;T.
 *
 * @param prefixes such as {@code lock}
 * @param mnemonic in lower case; empty for none
 * @param operands as they stand there, the destination last; operands of the inline assembly are {@code $0}, {@code $1} and so on,
 *     with the letter of a part of a register behind them ({@code $0w}), and literal dollar signs {@code #}
 */
public record AssemblyStatement(Set<String> prefixes, String mnemonic, List<String> operands) {
    private static final Set<String> PREFIXES =
            Set.of("lock", "rep", "repe", "repz", "repne", "repnz", "notrack", "data16", "bnd", "xacquire", "xrelease");
    private static final Pattern IS_BYTE = Pattern.compile("0[xX]\\p{XDigit}{1,2}|0[0-7]*|[1-9]\\d{0,2}");
    private static final Pattern LABEL = Pattern.compile("^\\s*[\\w.$]+:");
    private static final Pattern MODIFIED = Pattern.compile("\\$\\{(\\d+)(?::([bhwkq])|:\\w+)?}");
    private static final Pattern ALTERNATIVES = Pattern.compile("\\$\\((.*?)(?:\\$\\|.*?)?\\$\\)", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|(?m)//.*$", Pattern.DOTALL);
    /** Instructions that sources spell in bytes, for assemblers that do not know them. */
    private static final Map<List<Integer>, String> SPELLED = Map.of(
            List.of(0x0f, 0x01, 0xd0), "xgetbv",
            List.of(0x0f, 0xa2), "cpuid",
            List.of(0x0f, 0x31), "rdtsc",
            List.of(0x0f, 0x01, 0xf9), "rdtscp",
            List.of(0xf3, 0x90), "pause",
            List.of(0x0f, 0xae, 0xe8), "lfence",
            List.of(0x0f, 0xae, 0xf0), "mfence",
            List.of(0x0f, 0xae, 0xf8), "sfence");

    private static final Pattern UNIQUE = Pattern.compile("\\$\\{:uid}");

    /** The instructions of a template as LLVM has it; labels and empty statements are left out. */
    public static List<AssemblyStatement> of(String template) {
        String code = template.replace("$$", "#");
        code = ALTERNATIVES.matcher(code).replaceAll("$1");
        code = UNIQUE.matcher(MODIFIED.matcher(code).replaceAll("\\$$1$2")).replaceAll("");
        code = COMMENT.matcher(code).replaceAll("");
        List<AssemblyStatement> statements = new ArrayList<>();
        List<String> pending = new ArrayList<>();
        for (String text : code.split("[;\n]", -1)) {
            String line = text;
            while (LABEL.matcher(line).find()) {
                line = LABEL.matcher(line).replaceFirst("");
            }
            String[] words = line.strip().split("\\s+", 2);
            while (PREFIXES.contains(words[0])) {
                pending.add(words[0]);
                words = words.length == 1 ? new String[] {""} : words[1].split("\\s+", 2);
            }
            if (!words[0].isEmpty()) {
                String operands = words.length == 1 ? "" : words[1];
                statements.add(of(Set.copyOf(pending), words[0].toLowerCase(Locale.ROOT), split(operands)));
                pending.clear();
            }
        }
        return statements;
    }

    private static AssemblyStatement of(Set<String> prefixes, String mnemonic, List<String> operands) {
        if (mnemonic.equals(".byte") && prefixes.isEmpty() && operands.stream().allMatch(IS_BYTE.asMatchPredicate())) {
            String spelled = SPELLED.get(operands.stream().map(Integer::decode).toList());
            if (spelled != null) {
                return new AssemblyStatement(prefixes, spelled, List.of());
            }
        }
        return new AssemblyStatement(prefixes, mnemonic, operands);
    }

    private static List<String> split(String operands) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        StringBuilder part = new StringBuilder();
        for (int at = 0; at < operands.length(); at++) {
            char c = operands.charAt(at);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (!part.toString().isBlank()) {
            parts.add(part.toString().strip());
        }
        return List.copyOf(parts);
    }

    boolean isLocked() {
        return prefixes.contains("lock");
    }

    boolean isRepeated() {
        return prefixes.stream().anyMatch(prefix -> prefix.startsWith("rep"));
    }
}
