package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * How the bits of a number, a pointer or the like are to be shown.
 *
 * @param letter {@code i} for a number with a sign, {@code u} without, {@code x} where that is not known, {@code b} for a bool, {@code c}
 *     for a character, {@code f} for a floating-point number, {@code p} for a pointer, {@code e} for an enumeration
 * @param size in bytes
 * @param names of an enumeration, {@code RED=0,GREEN=5}; else empty
 */
public record ScalarType(char letter, long size, String names) {
    private static final int DW_TAG_ENUMERATION_TYPE = 0x04;
    private static final int NAME = 2;
    private static final int ELEMENTS = 4;
    private static final int LONGEST_NAMES = 250; // of what comes later, longer texts are cut
    private static final Pattern ENUMERATOR = Pattern.compile("DIEnumerator\\(name: \"([^\"]*)\", value: (-?\\d+)");

    /** The type as a site has it. */
    public String text() {
        return names.isEmpty() ? Character.toString(letter) : letter + ":" + names;
    }

    /** What the debug information says of a type; empty for a structure, an array, a reference of C++ and
     * what is longer than 64 bits. */
    public static Optional<ScalarType> of(DebugType type) {
        long size = type.size();
        if (type.isPointer()) {
            return Optional.of(new ScalarType('p', Long.BYTES, ""));
        }
        int kind = type.node().kind();
        if (kind == LLVMDICompositeTypeMetadataKind) {
            boolean isEnumeration = LLVMGetDINodeTag(type.node().metadata()) == DW_TAG_ENUMERATION_TYPE;
            return isEnumeration ? Optional.of(new ScalarType('e', size, enumerators(type))) : Optional.empty();
        }
        return kind == LLVMDIBasicTypeMetadataKind ? ofName(type.node().string(NAME), size) : Optional.empty();
    }

    private static Optional<ScalarType> ofName(String name, long size) {
        char letter =
                switch (name) {
                    case "_Bool", "bool" -> 'b';
                    case "char" -> 'c';
                    case "float", "double", "long double" -> 'f';
                    case "signed char", "short", "int", "long", "long long" -> 'i';
                    default -> name.startsWith("unsigned ") ? 'u' : 0;
                };
        boolean isShown = letter != 0 && (size <= Long.BYTES || letter == 'f');
        return isShown ? Optional.of(new ScalarType(letter, size, "")) : Optional.empty();
    }

    private static String enumerators(DebugType type) {
        StringJoiner all = new StringJoiner(",");
        for (DebugNode enumerator :
                type.node().operand(ELEMENTS).map(DebugNode::nodes).orElse(List.of())) {
            Matcher matcher = ENUMERATOR.matcher(printed(enumerator));
            if (matcher.find()) {
                all.add(matcher.group(1) + "=" + matcher.group(2));
            }
        }
        return all.length() > LONGEST_NAMES ? "" : all.toString();
    }

    /** LLVM's C interface has no other way to an enumerator's value. */
    private static String printed(DebugNode node) {
        try (BytePointer text = LLVMPrintValueToString(LLVMMetadataAsValue(node.context(), node.metadata()))) {
            String printed = text.getString();
            LLVMDisposeMessage(text);
            return printed;
        }
    }

    /** What the type of a value alone says; empty for what is no number and no pointer. */
    public static Optional<ScalarType> of(LLVMTypeRef type) {
        return switch (LLVMGetTypeKind(type)) {
            case LLVMPointerTypeKind -> Optional.of(new ScalarType('p', Long.BYTES, ""));
            case LLVMFloatTypeKind -> Optional.of(new ScalarType('f', Float.BYTES, ""));
            case LLVMDoubleTypeKind -> Optional.of(new ScalarType('f', Double.BYTES, ""));
            case LLVMIntegerTypeKind -> ofWidth(LLVMGetIntTypeWidth(type));
            default -> Optional.empty();
        };
    }

    private static Optional<ScalarType> ofWidth(int width) {
        return switch (width) {
            case 1 -> Optional.of(new ScalarType('b', 1, ""));
            case 8, 16, 32, 64 -> Optional.of(new ScalarType('x', width / 8, ""));
            default -> Optional.empty();
        };
    }

    /** Whether the value may be one of this type: where it is not, what is known of its place is wrong. */
    public boolean fits(LLVMValueRef value) {
        LLVMTypeRef type = LLVMTypeOf(value);
        return switch (LLVMGetTypeKind(type)) {
            case LLVMPointerTypeKind -> letter == 'p';
            case LLVMFloatTypeKind -> letter == 'f' && size == Float.BYTES;
            case LLVMDoubleTypeKind -> letter == 'f' && size == Double.BYTES;
            case LLVMX86_FP80TypeKind -> letter == 'f' && size > Double.BYTES;
            case LLVMIntegerTypeKind -> letter != 'p'
                    && letter != 'f'
                    && (LLVMGetIntTypeWidth(type) == 8 * size || (letter == 'b' && LLVMGetIntTypeWidth(type) == 1));
            default -> false;
        };
    }
}
