package org.heddle.instrumenter.pass.assertions;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.DebugNode;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.names.ScalarType;
import org.heddle.instrumenter.pass.assertions.AssertionText.Found;
import org.heddle.instrumenter.pass.assertions.LocalValues.Held;
import org.heddle.instrumenter.pass.ir.BlockGraph;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.Site;
import org.heddle.instrumenter.pass.sites.SiteKind;

/** What is told on one way to the failure of an assertion, each part by the name that it has in the source. */
final class Told {
    private static final int MOST = 16;
    private static final int NOT_IN_TEXT = Integer.MAX_VALUE;

    private final Instruments instruments;
    private final BlockGraph graph;
    private final AssertionText text;
    private final LLVMValueRef failure;
    private final int from;
    private final List<Part> parts = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** A value with its place in the text; the address is null where it lives in no memory that others may reach. */
    private record Part(String name, int position, ScalarType type, LLVMValueRef value, LLVMValueRef address) {}

    /** For the way that begins at the end of this block. */
    Told(Instruments instruments, BlockGraph graph, AssertionText text, LLVMValueRef failure, int from) {
        this.instruments = instruments;
        this.graph = graph;
        this.text = text;
        this.failure = failure;
        this.from = from;
    }

    /** Adds what is known of these operands, and of the local variables that the text names. */
    void add(Operands operands, List<Held> locals) {
        addReads(operands.reads());
        addCalls(operands.calls());
        for (Held local : locals) {
            if (isKnown(local.value())) {
                addLocal(local);
            }
        }
        for (LLVMValueRef given : operands.given()) {
            List<Held> holders =
                    locals.stream().filter(local -> local.value().equals(given)).toList();
            boolean isNamed = holders.stream().anyMatch(holder -> names.contains(holder.name()));
            if (holders.size() == 1 && !isNamed && isKnown(given)) {
                add(holders.get(0), NOT_IN_TEXT);
            }
        }
    }

    /** Whether the value is there on this way. */
    private boolean isKnown(LLVMValueRef value) {
        return LLVMIsAInstruction(value) == null || graph.isBefore(graph.number(LLVMGetInstructionParent(value)), from);
    }

    /** Instructions in the order of the text, by name, so that of several elements of an array each is told by its own index. */
    private Map<String, List<LLVMValueRef>> named(List<LLVMValueRef> all, Function<LLVMValueRef, String> name) {
        Map<String, List<LLVMValueRef>> named = new LinkedHashMap<>();
        all.stream().sorted(Comparator.comparingLong(this::order)).forEach(one -> named.computeIfAbsent(
                        name.apply(one), key -> new ArrayList<>())
                .add(one));
        named.remove("");
        return named;
    }

    private void addReads(List<LLVMValueRef> reads) {
        named(reads, this::name).forEach((name, of) -> {
            List<Found> found = text.all(name);
            if (found.isEmpty() && name.contains("(")) {
                return; // what a call of an operator has led to, which the source writes in another way
            }
            for (int i = 0; i < of.size(); i++) {
                if (isKnown(of.get(i))) {
                    addRead(of.get(i), name, of.size() == found.size() ? found.subList(i, i + 1) : found);
                }
            }
        });
    }

    private long order(LLVMValueRef instruction) {
        long order = (long) graph.number(LLVMGetInstructionParent(instruction)) << Integer.SIZE;
        for (LLVMValueRef i = LLVMGetPreviousInstruction(instruction); i != null; i = LLVMGetPreviousInstruction(i)) {
            order++;
        }
        return order;
    }

    private long size(LLVMValueRef value) {
        return LLVMStoreSizeOfType(instruments.layout(), LLVMTypeOf(value));
    }

    private String name(LLVMValueRef read) {
        return instruments.expressions().memory(LLVMGetOperand(read, 0), size(read));
    }

    private void addRead(LLVMValueRef read, String name, List<Found> found) {
        LLVMValueRef address = LLVMGetOperand(read, 0);
        long distinct = found.stream().map(text::at).distinct().count();
        String shown = distinct == 1 ? text.at(found.get(0)) : name;
        int position = found.isEmpty() ? NOT_IN_TEXT : found.get(0).start();
        instruments
                .expressions()
                .type(address, size(read))
                .flatMap(ScalarType::of)
                .filter(type -> type.fits(read))
                .ifPresent(type ->
                        parts.add(new Part(shown, position, type, read, isWhole(type) ? ofOthers(address) : null)));
        names.add(shown);
    }

    /** Whether a value of this type is told as memory has it. */
    private static boolean isWhole(ScalarType type) {
        return type.size() <= Long.BYTES;
    }

    private LLVMValueRef ofOthers(LLVMValueRef address) {
        return instruments.memory().mayBeShared(address) ? address : null;
    }

    private void addCalls(List<LLVMValueRef> calls) {
        named(calls, this::callee).forEach((name, of) -> {
            List<Found> found = text.calls(name);
            for (int i = 0; i < of.size() && of.size() == found.size(); i++) {
                if (isKnown(of.get(i))) {
                    addCall(of.get(i), found.get(i));
                }
            }
        });
    }

    private void addCall(LLVMValueRef call, Found found) {
        instruments
                .expressions()
                .returned(LLVMGetCalledValue(call))
                .flatMap(ScalarType::of)
                .or(() -> ScalarType.of(LLVMTypeOf(call)))
                .filter(type -> type.fits(call))
                .ifPresent(type -> parts.add(new Part(text.at(found), found.start(), type, call, null)));
    }

    private String callee(LLVMValueRef call) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        return LLVMIsAFunction(callee) == null ? "" : sourceName(callee);
    }

    private String sourceName(LLVMValueRef function) {
        String name = DebugNode.sourceName(LLVMGetTypeContext(LLVMTypeOf(function)), function);
        return name.isEmpty() ? LlvmText.nameOf(function) : name;
    }

    private void addLocal(Held local) {
        text.all(local.name()).stream()
                .filter(found -> !text.isPassing(found))
                .findFirst()
                .ifPresent(found -> add(local, found.start()));
    }

    private void add(Held local, int position) {
        ScalarType.of(local.type())
                .filter(type -> type.fits(local.value()))
                .ifPresent(type -> parts.add(new Part(local.name(), position, type, local.value(), null)));
        names.add(local.name());
    }

    /** Builds the calls, before the instruction that is given where there is something to tell. */
    void tell(Supplier<LLVMValueRef> place) {
        if (parts.isEmpty()) {
            return;
        }
        HookCalls hooks = instruments.hooks();
        hooks.before(place.get());
        parts.stream()
                .sorted(Comparator.comparingInt(Part::position))
                .limit(MOST)
                .forEach(part -> {
                    LLVMValueRef value = hooks.atMostDouble(part.value());
                    long size = Math.min(part.type().size(), Long.BYTES);
                    Site at = instruments.positions().site(failure, SiteKind.OPERAND, part.name(), size);
                    LLVMValueRef site =
                            instruments.table().address(at.of(part.type().text()));
                    hooks.call(
                            Hook.OPERAND,
                            part.address() == null ? hooks.nothing() : part.address(),
                            hooks.bits(value),
                            site);
                });
    }
}
