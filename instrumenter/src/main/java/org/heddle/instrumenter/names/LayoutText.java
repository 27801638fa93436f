package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.Optional;

/**
 * Writes down how a type lies in memory, so that a byte of a variable can be named where the type is not known: in the grammar
 * of {@code HEDDLE_SITE_VARIABLE} in {@code heddle_abi.h}.
 */
final class LayoutText {
    private static final int LONGEST = 4000;

    private final StringBuilder text = new StringBuilder();

    private LayoutText() {}

    /** The layout; empty for a scalar, and for what would be too long to be of use. */
    static String of(DebugType type) {
        LayoutText layout = new LayoutText();
        layout.add(type);
        return layout.text.length() > LONGEST ? "" : layout.text.toString();
    }

    private void add(DebugType type) {
        if (text.length() > LONGEST) {
            return;
        }
        if (type.isArray()) {
            array(type);
        } else if (type.isStruct()) {
            text.append('{');
            type.members().forEach(this::member);
            text.append('}');
        }
    }

    private void array(DebugType type) {
        Optional<DebugType> element = type.element();
        long stride = type.size();
        for (long count : type.dimensions()) {
            if (count <= 0 || stride % count != 0) {
                return;
            }
            stride /= count;
            text.append('[').append(stride).append(',').append(count).append(']');
        }
        element.ifPresent(this::add);
    }

    private void member(DebugNode member) {
        long offset = LLVMDITypeGetOffsetInBits(member.metadata());
        long size = LLVMDITypeGetSizeInBits(member.metadata());
        if (offset % 8 != 0 || size % 8 != 0 || size == 0) {
            return; // of a bit-field's byte not even the program knows which field is meant
        }
        text.append(DebugType.nameOf(member))
                .append(':')
                .append(offset / 8)
                .append(':')
                .append(size / 8);
        DebugType.ofMember(member).ifPresent(this::add);
        text.append(';');
    }
}
