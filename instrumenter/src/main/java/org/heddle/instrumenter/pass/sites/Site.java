package org.heddle.instrumenter.pass.sites;

/**
 * A source position, as {@code struct heddle_site} has it.
 *
 * @param file as the debug information has it, with the directory where the name is relative
 * @param function the source name
 * @param name the variable, expression or call; or empty
 * @param type how to show the value of an access, as {@link org.heddle.instrumenter.names.ScalarType#text} has it; or empty
 * @param line from 1; 0 where unknown
 * @param column from 1; 0 where unknown
 * @param kind what happens there
 * @param size of the access in bytes; 0 for calls and ranges
 */
public record Site(
        String file, String function, String name, String type, int line, int column, SiteKind kind, int size) {
    /** The same of a value that is shown so. */
    public Site of(String shown) {
        return new Site(file, function, name, shown, line, column, kind, size);
    }
}
