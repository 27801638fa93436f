package org.heddle.server.protocol.message;

/** What an address turned out to be; the codes are those of {@code enum heddle_resolved_kind}. */
public enum ResolvedKind {
    /** Nothing is known of it. */
    UNKNOWN(0),
    /** A source position's record: file, function, name, line and column are set. */
    SITE(1),
    /** Code or data of a module: module and offset are set, the name is the nearest symbol. */
    MODULE(2),
    /** In a heap block: the line is the offset in it, the column its size. */
    HEAP(3),
    /** On a thread's stack: the line is the thread. */
    STACK(4),
    /** In a variable: the function is its layout, the line the offset in it, the column its size. */
    VARIABLE(5);

    private final int code;

    ResolvedKind(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** The one with this number on the wire. */
    public static ResolvedKind ofCode(int code) throws ProtocolException {
        return switch (code) {
            case 0 -> UNKNOWN;
            case 1 -> SITE;
            case 2 -> MODULE;
            case 3 -> HEAP;
            case 4 -> STACK;
            case 5 -> VARIABLE;
            default -> throw new ProtocolException("RESOLVED with the unknown kind " + Integer.toUnsignedString(code));
        };
    }
}
