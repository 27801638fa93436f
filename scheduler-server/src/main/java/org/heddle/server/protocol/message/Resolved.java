package org.heddle.server.protocol.message;

/**
 * What the target knows of an address.
 *
 * @param address the address that was asked for
 * @param kind what it is, which says what the rest means
 * @param offset in the module, as in its ELF file
 * @param line source line, or see {@link ResolvedKind}
 * @param column source column, or see {@link ResolvedKind}
 * @param file source file, or empty
 * @param function source function, or empty
 * @param name variable, expression, callee or nearest symbol, or empty
 * @param module path of the ELF file, or empty
 * @param type how the value of an access is shown: see {@code struct heddle_site}; or empty
 */
public record Resolved(
        long address,
        ResolvedKind kind,
        long offset,
        int line,
        int column,
        String file,
        String function,
        String name,
        String module,
        String type) {
    /** An address of which nothing is known. */
    public static Resolved unknown(long address) {
        return new Resolved(address, ResolvedKind.UNKNOWN, 0, 0, 0, "", "", "", "", "");
    }
}
