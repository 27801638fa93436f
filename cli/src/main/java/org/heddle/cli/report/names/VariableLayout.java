package org.heddle.cli.report.names;

/**
 * How a variable lies in memory, as the compiler has written it down; the grammar is that of {@code HEDDLE_SITE_VARIABLE} in
 * {@code heddle_abi.h}.
 *
 * @param text the layout
 * @param size of the variable in bytes
 */
public record VariableLayout(String text, long size) {
    private static final int REGISTER = 8;

    /**
     * The name of the part that lies at the offset and is as large as what is done to it.
     *
     * @param offset in bytes
     * @param accessSize in bytes; more than eight bytes may be all of a structure or array
     * @return such as {@code [3].count}; empty where the layout says no more
     */
    public String part(long offset, long accessSize) {
        try {
            return new Reader().part(offset, accessSize, size);
        } catch (NumberFormatException | StringIndexOutOfBoundsException malformed) {
            return "";
        }
    }

    /** Reads the text from the left to the right, once. */
    private final class Reader {
        private int at;

        /** The part of the type that begins here. */
        String part(long offset, long accessSize, long typeSize) {
            boolean isWhole = offset == 0 && accessSize >= typeSize && accessSize > REGISTER;
            if (at >= text.length() || isWhole) {
                return "";
            }
            return switch (text.charAt(at)) {
                case '[' -> element(offset, accessSize);
                case '{' -> member(offset, accessSize);
                default -> "";
            };
        }

        private String element(long offset, long accessSize) {
            at++;
            long stride = number(',');
            long count = number(']');
            if (stride <= 0 || offset / stride >= count) {
                return "";
            }
            return "[" + offset / stride + "]" + part(offset % stride, accessSize, stride);
        }

        private String member(long offset, long accessSize) {
            at++;
            while (text.charAt(at) != '}') {
                int colon = text.indexOf(':', at);
                String name = text.substring(at, colon);
                at = colon + 1;
                long start = number(':');
                long length = digits();
                if (start <= offset && offset < start + length) {
                    return (name.isEmpty() ? "" : "." + name) + part(offset - start, accessSize, length);
                }
                skipType();
            }
            return "";
        }

        private void skipType() {
            int depth = 0;
            while (depth > 0 || text.charAt(at) != ';') {
                depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
                at++;
            }
            at++;
        }

        private long number(char end) {
            int stop = text.indexOf(end, at);
            long value = Long.parseLong(text.substring(at, stop));
            at = stop + 1;
            return value;
        }

        private long digits() {
            int start = at;
            while (Character.isDigit(text.charAt(at))) {
                at++;
            }
            return Long.parseLong(text.substring(start, at));
        }
    }
}
