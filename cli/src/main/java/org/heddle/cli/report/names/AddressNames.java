package org.heddle.cli.report.names;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.cli.base.Printable;

/**
 * Words for addresses of the program under test.
 *
 * @param locations of sites and code
 * @param calls that return addresses belong to, the innermost first: several where functions were inlined
 * @param variables of data: the name of a variable with an offset where there is one
 */
public record AddressNames(
        Map<Long, Location> locations, Map<Long, List<Location>> calls, Map<Long, DataSymbol> variables) {
    /**
     * A variable of the program.
     *
     * @param name of the variable
     * @param offset of the address in it, in bytes
     * @param size of the variable in bytes, 0 if not known
     * @param layout what its parts are called, as far as it is known
     */
    public record DataSymbol(String name, long offset, long size, VariableLayout layout) {
        /** What glibc calls the objects behind the standard streams. */
        private static final Map<String, String> STREAMS =
                Map.of("_IO_2_1_stdin_", "stdin", "_IO_2_1_stdout_", "stdout", "_IO_2_1_stderr_", "stderr");

        private static final Pattern CRITICAL = Pattern.compile("\\.gomp_critical_user_(.*)\\.(?:var|AS0)");

        public DataSymbol {
            name = Printable.name(critical(STREAMS.getOrDefault(name, name)));
        }

        /** What the compiler calls the lock of a critical section of OpenMP's, or of a reduction, as the program has it. */
        private static String critical(String symbol) {
            Matcher section = CRITICAL.matcher(symbol);
            if (!section.matches()) {
                return symbol;
            }
            String name = section.group(1);
            return name.isEmpty() ? "critical" : name.equals(".reduction") ? "reduction" : "critical(" + name + ")";
        }

        /** The name of the part that something of this size is; empty if the layout does not say. */
        public String part(OptionalLong partSize) {
            String part = layout.part(offset, partSize.orElse(1));
            return part.isEmpty() ? "" : name + part;
        }

        /** The name; elements of an array of such objects by their index. */
        public String element(OptionalLong elementSize) {
            String part = part(elementSize);
            if (!part.isEmpty() || isState(name)) {
                return part.isEmpty() ? name : part;
            }
            if (size == 0 || elementSize.isEmpty() || size <= elementSize.getAsLong()) {
                return withOffset();
            }
            long element = elementSize.getAsLong();
            if (size % element == 0 && offset % element == 0) {
                return name + "[" + offset / element + "]";
            }
            return withOffset();
        }

        /** Whether this names a state that the runtime keeps, such as a file's, in words: no name in C begins like these. */
        public static boolean isState(String name) {
            return name.startsWith("the ") || name.startsWith("what ");
        }

        private String withOffset() {
            return offset == 0 ? name : name + "+" + offset;
        }
    }

    /** The calls that a return address belongs to. */
    List<Location> calls(long address) {
        return calls.getOrDefault(address, List.of());
    }

    /** The position of a site or of code. */
    public Location location(long address) {
        return locations.getOrDefault(address, Location.UNKNOWN);
    }
}
