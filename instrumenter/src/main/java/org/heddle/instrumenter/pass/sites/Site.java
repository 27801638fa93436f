package org.heddle.instrumenter.pass.sites;

/**
 * A source position, as {@code struct heddle_site} has it.
 *
 * @param file as the debug information has it, with the directory where the name is relative
 * @param function the source name
 * @param name the variable, expression or call; or empty
 * @param line from 1; 0 where unknown
 * @param column from 1; 0 where unknown
 * @param kind what happens there
 * @param size of the access in bytes; 0 for calls and ranges
 */
public record Site(String file, String function, String name, int line, int column, SiteKind kind, int size) {
    /** The same with something else in the place of the function. */
    public Site inFunction(String other) {
        return new Site(file, other, name, line, column, kind, size);
    }
}
