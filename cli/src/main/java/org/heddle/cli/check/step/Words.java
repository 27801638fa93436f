package org.heddle.cli.check.step;

import java.util.List;
import java.util.Map;
import org.heddle.cli.base.Printable;
import org.heddle.cli.base.UserError;

/**
 * A command and what stands behind it.
 *
 * @param name its full name, where it is known; as it was typed, where not
 * @param rest what stands behind it; empty if nothing
 */
record Words(String name, String rest) {
    static final String HELP =
            """
            step [N], s            N steps on (1 if left out)
            reverse-step [N], rs   N steps back
            next, n                to the next step of the same thread
            reverse-next, rn       to its step before
            continue, c            to the next breakpoint, or the end
            reverse-continue, rc   to the breakpoint or critical switch before, or the start
            goto N, g              before step N
            break WORD, b          stop at steps of a thread, on an object, of a kind or at file:line
            delete [N], d          remove a breakpoint, or all
            thread NAME, t         the thread of next and print, as T1; else that of the step
            info threads, threads  where each thread is, and what it waits for
            info locks, locks      who holds a lock, and who waits
            info breakpoints       the breakpoints
            list, l                the steps around this one
            where, w               this step
            print EXPRESSION, p    its value in C before this step (needs gdb)
            watch EXPRESSION       each change of its value in the whole schedule (needs gdb)
            last WORD              the last step before on this object, or of this thread
            try THREAD             have this thread go now, and see what comes of it
            output                 what the program has printed
            quit, q                the end
            """;

    private static final List<String> NAMES = List.of(
            "step",
            "reverse-step",
            "next",
            "reverse-next",
            "continue",
            "reverse-continue",
            "goto",
            "break",
            "delete",
            "thread",
            "info",
            "list",
            "where",
            "print",
            "watch",
            "last",
            "try",
            "output",
            "quit",
            "help");

    private static final Map<String, String> SHORT = Map.ofEntries(
            Map.entry("s", "step"),
            Map.entry("rs", "reverse-step"),
            Map.entry("n", "next"),
            Map.entry("rn", "reverse-next"),
            Map.entry("c", "continue"),
            Map.entry("rc", "reverse-continue"),
            Map.entry("g", "goto"),
            Map.entry("b", "break"),
            Map.entry("d", "delete"),
            Map.entry("t", "thread"),
            Map.entry("i", "info"),
            Map.entry("l", "list"),
            Map.entry("w", "where"),
            Map.entry("p", "print"),
            Map.entry("q", "quit"),
            Map.entry("h", "help"));

    /** The command of a line. A prefix that only one command has will do. */
    static Words of(String line) {
        String[] parts = line.strip().split("\\s+", 2);
        String rest = parts.length > 1 ? parts[1].strip() : "";
        if (parts[0].equals("threads") || parts[0].equals("locks")) {
            return new Words("info", parts[0]);
        }
        return new Words(full(parts[0]), rest);
    }

    private static String full(String typed) {
        String known = SHORT.get(typed);
        if (known != null || typed.isEmpty() || NAMES.contains(typed)) {
            return known == null ? typed : known;
        }
        List<String> those =
                NAMES.stream().filter(name -> name.startsWith(typed)).toList();
        return those.size() == 1 ? those.get(0) : typed;
    }

    String unknown() {
        return "there is no command '" + name + "': help lists the commands";
    }

    /** What stands behind the command. */
    String needed(String what) throws UserError {
        if (rest.isEmpty()) {
            throw new UserError(name + " needs " + what);
        }
        return rest;
    }

    /** A number that has to stand behind it. */
    int number(String what) throws UserError {
        try {
            return Integer.parseInt(needed(what));
        } catch (NumberFormatException none) {
            throw new UserError(name + " needs " + what + ", not '" + Printable.of(rest) + "'");
        }
    }

    /** How often: 1 if nothing stands behind it. */
    int count() throws UserError {
        int count = rest.isEmpty() ? 1 : number("how many steps");
        if (count < 1) {
            throw new UserError(name + " needs how many steps, at least 1");
        }
        return count;
    }
}
