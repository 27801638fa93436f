package org.heddle.server.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code wire.h} and {@code wire_enums.h} declare.
 *
 * @param enums constants by enum, names without HEDDLE_
 * @param structs offsets by struct, members in capitals, and SIZE
 * @param defines numbers by name
 */
record WireHeader(
        Map<String, Map<String, Integer>> enums,
        Map<String, Map<String, Integer>> structs,
        Map<String, Integer> defines) {
    private static final Pattern BLOCK = Pattern.compile("(enum|struct) (heddle_\\w+) \\{(.*?)\\};", Pattern.DOTALL);
    private static final Pattern CONSTANT = Pattern.compile("HEDDLE_(\\w+) = (\\d+)");
    private static final Pattern MEMBER = Pattern.compile("(struct )?(\\w+) (\\w+)(?:\\[(\\d+)])?;");
    private static final Pattern DEFINE = Pattern.compile("#define HEDDLE_(\\w+) \\(?(-?\\d+)u?(?: << (\\d+))?\\)?");
    private static final Map<String, Integer> SIZES =
            Map.of("uint8_t", 1, "uint16_t", 2, "uint32_t", 4, "uint64_t", 8, "int32_t", 4, "int64_t", 8, "char", 1);

    static WireHeader read() throws IOException {
        Path base = Path.of("..", "native-shim", "src", "base");
        String text = (Files.readString(base.resolve("wire_enums.h")) + Files.readString(base.resolve("wire.h")))
                .replaceAll("(?s)/\\*.*?\\*/", "");
        WireHeader header = new WireHeader(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(1).equals("enum")) {
                header.addEnum(block.group(2), block.group(3));
            } else {
                header.addStruct(block.group(2), block.group(3));
            }
        }
        Matcher define = DEFINE.matcher(text);
        while (define.find()) {
            int shift = define.group(3) == null ? 0 : Integer.parseInt(define.group(3));
            header.defines.put(define.group(1), Integer.parseInt(define.group(2)) << shift);
        }
        return header;
    }

    private void addEnum(String name, String body) {
        Map<String, Integer> constants = new LinkedHashMap<>();
        Matcher constant = CONSTANT.matcher(body);
        while (constant.find()) {
            constants.put(constant.group(1), Integer.parseInt(constant.group(2)));
        }
        enums.put(name, constants);
    }

    private void addStruct(String name, String body) {
        Map<String, Integer> offsets = new LinkedHashMap<>();
        int offset = 0;
        int alignment = 1;
        Matcher member = MEMBER.matcher(body);
        while (member.find()) {
            boolean nested = member.group(1) != null;
            int size = nested ? structs.get(member.group(2)).get("SIZE") : SIZES.get(member.group(2));
            int own = nested ? 8 : size;
            if (offset % own != 0) {
                throw new AssertionError(name + "." + member.group(3) + " is not aligned: C would pad");
            }
            alignment = Math.max(alignment, own);
            offsets.put(member.group(3).toUpperCase(Locale.ROOT), offset);
            offset += size * (member.group(4) == null ? 1 : Integer.parseInt(member.group(4)));
        }
        if (offset % alignment != 0) {
            throw new AssertionError(name + " is not a multiple of its alignment: C would pad");
        }
        offsets.put("SIZE", offset);
        structs.put(name, offsets);
    }
}
