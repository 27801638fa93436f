package org.heddle.cli.report.names;

import java.nio.file.Path;
import org.heddle.cli.base.Printable;

/**
 * A source position.
 *
 * @param file path as the debug information has it; the module's path where there is no source; empty if not known
 * @param line from 1; 0 if not known
 * @param column from 1; 0 if not known
 * @param function name, or empty
 * @param name the variable, expression or call there, or empty
 * @param type how the value of an access there is shown, see {@code struct heddle_site}; or empty
 */
public record Location(String file, int line, int column, String function, String name, String type) {
    /** Names are the program's: what a terminal would obey in them is replaced, and very long ones are cut. */
    public Location {
        file = Printable.of(file);
        function = Printable.name(function);
        name = Printable.name(name);
        type = Printable.of(type);
    }

    /** A position at which no value is. */
    public Location(String file, int line, int column, String function, String name) {
        this(file, line, column, function, name, "");
    }

    /** Nothing is known. */
    public static final Location UNKNOWN = new Location("", 0, 0, "", "");

    /** Whether a file is known. */
    public boolean isKnown() {
        return !file.isEmpty();
    }

    /** {@code file.c:12}, with the file's name alone; empty if not known. */
    public String brief() {
        if (!isKnown()) {
            return "";
        }
        String base = Path.of(file).getFileName().toString();
        return line > 0 ? base + ":" + line : function.isEmpty() ? base : function + " in " + base;
    }
}
