package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import java.util.Optional;

/**
 * A C type in the debug information.
 *
 * @param node a type node, with typedefs and qualifiers taken off
 */
public record DebugType(DebugNode node) {
    private static final int DW_TAG_ARRAY_TYPE = 0x01;
    private static final int DW_TAG_CLASS_TYPE = 0x02;
    private static final int DW_TAG_MEMBER = 0x0d;
    private static final int DW_TAG_POINTER_TYPE = 0x0f;
    private static final int DW_TAG_REFERENCE_TYPE = 0x10;
    private static final int DW_TAG_STRUCTURE_TYPE = 0x13;
    private static final int DW_TAG_TYPEDEF = 0x16;
    private static final int DW_TAG_UNION_TYPE = 0x17;
    private static final int DW_TAG_CONST_TYPE = 0x26;
    private static final int DW_TAG_VOLATILE_TYPE = 0x35;
    private static final int DW_TAG_RESTRICT_TYPE = 0x37;
    private static final int DW_TAG_ATOMIC_TYPE = 0x47;

    private static final int NAME = 2;
    private static final int BASE_TYPE = 3;
    private static final int ELEMENTS = 4;

    /** The type that this node describes. */
    public static Optional<DebugType> of(Optional<DebugNode> described) {
        Optional<DebugNode> node = described;
        while (node.isPresent() && isType(node.get()) && isSugar(tag(node.get()))) {
            node = node.get().operand(BASE_TYPE);
        }
        return node.filter(DebugType::isType).map(DebugType::new);
    }

    private static boolean isType(DebugNode node) {
        int kind = node.kind();
        return kind == LLVMDIBasicTypeMetadataKind
                || kind == LLVMDIDerivedTypeMetadataKind
                || kind == LLVMDICompositeTypeMetadataKind
                || kind == LLVMDISubroutineTypeMetadataKind;
    }

    private static boolean isSugar(int tag) {
        return tag == DW_TAG_TYPEDEF
                || tag == DW_TAG_CONST_TYPE
                || tag == DW_TAG_VOLATILE_TYPE
                || tag == DW_TAG_RESTRICT_TYPE
                || tag == DW_TAG_ATOMIC_TYPE;
    }

    private static int tag(DebugNode node) {
        return LLVMGetDINodeTag(node.metadata());
    }

    /** Its size in bytes; 0 where that is not known. */
    public long size() {
        return LLVMDITypeGetSizeInBits(node.metadata()) / 8;
    }

    /** What a pointer points to. */
    public Optional<DebugType> pointee() {
        int tag = tag(node);
        return tag == DW_TAG_POINTER_TYPE || tag == DW_TAG_REFERENCE_TYPE
                ? of(node.operand(BASE_TYPE))
                : Optional.empty();
    }

    /** Whether it is a pointer, to whatever it may be. */
    boolean isPointer() {
        return tag(node) == DW_TAG_POINTER_TYPE;
    }

    /** Whether it is an array. */
    public boolean isArray() {
        return tag(node) == DW_TAG_ARRAY_TYPE;
    }

    /** Whether it is a structure or a union. */
    boolean isStruct() {
        int tag = tag(node);
        return tag == DW_TAG_STRUCTURE_TYPE || tag == DW_TAG_UNION_TYPE || tag == DW_TAG_CLASS_TYPE;
    }

    /** The members of a structure or union, in their order. */
    List<DebugNode> members() {
        return node.operand(ELEMENTS).map(DebugNode::nodes).orElse(List.of()).stream()
                .filter(member -> isType(member) && tag(member) == DW_TAG_MEMBER)
                .toList();
    }

    /** A member's name; empty if it has none. */
    static String nameOf(DebugNode member) {
        return member.string(NAME);
    }

    /** A member's type. */
    static Optional<DebugType> ofMember(DebugNode member) {
        return of(member.operand(BASE_TYPE));
    }

    /** What an array's elements are; those of an array of arrays are the innermost. */
    Optional<DebugType> element() {
        return of(node.operand(BASE_TYPE));
    }

    /** How many elements an array has in each dimension, the outermost first; 0 where that is not known. */
    List<Long> dimensions() {
        return node.operand(ELEMENTS).map(DebugNode::nodes).orElse(List.of()).stream()
                .map(range -> range.number(0))
                .toList();
    }

    /** What a function of this type returns. */
    public Optional<DebugType> returned() {
        return node.kind() == LLVMDISubroutineTypeMetadataKind
                ? of(node.operand(BASE_TYPE).flatMap(types -> types.operand(0)))
                : Optional.empty();
    }

    /**
     * The part of a value of this type that lies at the offset and is touched by an access of the size.
     *
     * @param offset in bytes
     * @param accessSize in bytes; 0 where only the address is wanted
     * @param steps into how many members and elements to go at least, where only the address is wanted
     * @return its name relative to the value, such as {@code .a[].b}, and its type
     */
    public Part part(long offset, long accessSize, int steps) {
        if (offset == 0 && accessSize == 0 && steps <= 0) {
            return new Part("", Optional.of(this));
        }
        boolean array = isArray();
        boolean struct = isStruct();
        boolean whole = offset == 0 && accessSize >= size() && accessSize > 8;
        if (whole || !(array || struct)) {
            return new Part("", Optional.of(this));
        }
        if (array) {
            return element(offset, accessSize, steps);
        }
        return member(offset)
                .map(found -> inMember(found, offset, accessSize, steps - 1))
                .orElse(new Part("", Optional.empty()));
    }

    private Part element(long offset, long accessSize, int steps) {
        Optional<DebugType> element = element();
        int dimensions = node.operand(ELEMENTS).map(DebugNode::size).orElse(1);
        String brackets = "[]".repeat(dimensions);
        if (element.isEmpty() || element.get().size() <= 0) {
            return new Part(brackets, element);
        }
        return element.get()
                .part(Math.floorMod(offset, element.get().size()), accessSize, steps - dimensions)
                .after(brackets);
    }

    private Part inMember(DebugNode member, long offset, long accessSize, int steps) {
        String name = member.string(NAME);
        String prefix = name.isEmpty() ? "" : "." + name;
        boolean isBitField = (LLVMDITypeGetFlags(member.metadata()) & LLVMDIFlagBitField) != 0;
        if (isBitField) {
            return new Part(prefix, Optional.empty()); // the access is of all fields that share these bytes
        }
        Optional<DebugType> type = of(member.operand(BASE_TYPE));
        long within = offset - LLVMDITypeGetOffsetInBits(member.metadata()) / 8;
        return type.map(known ->
                        known.part(Math.max(0, within), accessSize, steps).after(prefix))
                .orElse(new Part(prefix, Optional.empty()));
    }

    private Optional<DebugNode> member(long offset) {
        DebugNode best = null;
        for (DebugNode member : members()) {
            long start = LLVMDITypeGetOffsetInBits(member.metadata()) / 8;
            long end = start + Math.max(1, LLVMDITypeGetSizeInBits(member.metadata()) / 8);
            if (start <= offset && offset < end) {
                return Optional.of(member);
            }
            best = start <= offset ? member : best;
        }
        return Optional.ofNullable(best);
    }

    /**
     * A part of a value.
     *
     * @param path its name relative to the whole
     * @param type its type, where known
     */
    public record Part(String path, Optional<DebugType> type) {
        Part after(String prefix) {
            return new Part(prefix + path, type);
        }
    }
}
