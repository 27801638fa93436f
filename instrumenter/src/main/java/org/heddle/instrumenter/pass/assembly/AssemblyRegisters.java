package org.heddle.instrumenter.pass.assembly;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;

/**
 * Registers of x86 that the code of inline assembly names itself, and that a call may change. Each has one name, whatever part of it
 * the code names: {@code v3} for {@code xmm3}, {@code ymm3} and {@code zmm3}, {@code m0} of MMX, {@code k1} of masks, {@code rcx}. With
 * it comes its size as named, in bytes.
 */
public final class AssemblyRegisters {
    private static final Pattern VECTOR =
            Pattern.compile("(?<![\\w.])(?:%?([xyz])mm(\\d{1,2})|%?mm([0-7])|%(k[0-7]))(?!\\w)");
    private static final String INTEGER_NAME = "(?:[re]?([acd]x|[sd]i)|([acd])l|([sd]i)l|r(8|9|10|11)[dwb]?)";
    private static final Pattern INTEGER = Pattern.compile("%" + INTEGER_NAME + "(?!\\w)");
    private static final Pattern DECLARED = Pattern.compile("\\{" + INTEGER_NAME + "}");
    private static final Map<String, Integer> WIDTHS = Map.of("x", 16, "y", 32, "z", 64);
    private static final int FIRST_OF_AVX512 = 16;

    private AssemblyRegisters() {}

    /** Those that the code names, but integer registers that it declares to the compiler, as it does where it keeps nothing in them. */
    public static Map<String, Integer> named(LLVMValueRef inline) {
        return named(LlvmText.assembly(inline), LlvmText.constraints(inline));
    }

    /** Those of them that the code does not declare to the compiler either. */
    public static Map<String, Integer> undeclared(LLVMValueRef inline) {
        String constraints = LlvmText.constraints(inline);
        Map<String, Integer> found = named(inline);
        found.keySet()
                .removeAll(
                        vectors(constraints.replace("{", " ").replace("}", " ")).keySet());
        return found;
    }

    /** As {@link #named(LLVMValueRef)}, of code as LLVM writes it. */
    static Map<String, Integer> named(String code, String constraints) {
        Map<String, Integer> found = vectors(code);
        Set<String> declared = DECLARED.matcher(constraints)
                .results()
                .map(match -> integer(match::group))
                .collect(Collectors.toSet());
        INTEGER.matcher(code)
                .results()
                .map(match -> integer(match::group))
                .filter(name -> !declared.contains(name))
                .forEach(name -> found.put(name, Long.BYTES));
        return found;
    }

    private static Map<String, Integer> vectors(String text) {
        Map<String, Integer> found = new TreeMap<>();
        for (Matcher match = VECTOR.matcher(text); match.find(); ) {
            if (match.group(1) != null) {
                int number = Integer.parseInt(match.group(2));
                int width = number < FIRST_OF_AVX512 ? WIDTHS.get(match.group(1)) : 64;
                found.merge("v" + number, width, Math::max);
            } else {
                found.put(match.group(3) != null ? "m" + match.group(3) : match.group(4), Long.BYTES);
            }
        }
        return found;
    }

    private static String integer(IntFunction<String> group) {
        if (group.apply(4) != null) {
            return "r" + group.apply(4);
        }
        return group.apply(1) != null
                ? "r" + group.apply(1)
                : group.apply(2) != null ? "r" + group.apply(2) + "x" : "r" + group.apply(3);
    }
}
