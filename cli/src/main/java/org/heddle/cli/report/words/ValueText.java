package org.heddle.cli.report.words;

import org.heddle.cli.report.NumberText;
import org.heddle.cli.report.names.Location;

/** Values as C would write them. */
final class ValueText {
    private static final int FIRST_PRINTABLE = 32;
    private static final int LAST_PRINTABLE = 126;

    private ValueText() {}

    /** What an access at this place found or left, of so many bytes: a number as any other where nothing is known of its type. */
    static String of(long bits, long size, Location place) {
        boolean isKnown = !place.type().isEmpty() && size <= Long.BYTES;
        return isKnown ? of(bits, (int) size, place.type()) : NumberText.of(bits);
    }

    /**
     * A value.
     *
     * @param bits of it, the rest being 0
     * @param size in bytes
     * @param type how to show it: see {@code struct heddle_site} in {@code heddle_abi.h}
     */
    static String of(long bits, int size, String type) {
        int unused = Long.SIZE - Byte.SIZE * size;
        long signed = bits << unused >> unused;
        long unsigned = bits << unused >>> unused;
        return switch (type.isEmpty() ? 'x' : type.charAt(0)) {
            case 'i' -> Long.toString(signed);
            case 'u' -> Long.toUnsignedString(unsigned);
            case 'b' -> unsigned == 0 ? "false" : unsigned == 1 ? "true" : "true (" + unsigned + ")";
            case 'c' -> character(signed);
            case 'f' -> number(unsigned, size);
            case 'p' -> unsigned == 0 ? "NULL" : "0x" + Long.toHexString(unsigned);
            case 'e' -> enumerator(signed, unsigned, type);
            default -> Long.toUnsignedString(unsigned) + (signed < 0 ? " (" + signed + ")" : "");
        };
    }

    private static String number(long bits, int size) {
        return size == Float.BYTES
                ? Float.toString(Float.intBitsToFloat((int) bits))
                : Double.toString(Double.longBitsToDouble(bits));
    }

    private static String character(long code) {
        String written =
                switch ((int) code) {
                    case 0 -> "\\0";
                    case '\n' -> "\\n";
                    case '\r' -> "\\r";
                    case '\t' -> "\\t";
                    case '\'' -> "\\'";
                    case '\\' -> "\\\\";
                    default -> code >= FIRST_PRINTABLE && code <= LAST_PRINTABLE ? Character.toString((int) code) : "";
                };
        return written.isEmpty() ? Long.toString(code) : "'" + written + "' (" + code + ")";
    }

    /** Names stand behind a colon: {@code e:RED=0,GREEN=5}. */
    private static String enumerator(long signed, long unsigned, String type) {
        for (String one : type.substring(Math.min(2, type.length())).split(",", -1)) {
            int equals = one.indexOf('=');
            if (equals < 0) {
                continue;
            }
            String number = one.substring(equals + 1);
            if (number.equals(Long.toString(signed)) || number.equals(Long.toUnsignedString(unsigned))) {
                return one.substring(0, equals) + " (" + number + ")";
            }
        }
        return Long.toString(signed);
    }
}
