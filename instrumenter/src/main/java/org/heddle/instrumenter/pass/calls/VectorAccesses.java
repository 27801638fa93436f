package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.memory.OwnMemory;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * Announces vector accesses that leave elements out or take them from several places: masked loads and stores, gathers and scatters, as
 * {@code <immintrin.h>} has them. Each element is an access of its own; one that the mask leaves out is an access of no bytes.
 */
final class VectorAccesses {
    private static final int NONE = -1;

    /**
     * Where an intrinsic has what; {@link #NONE} where it has none.
     *
     * @param names of such intrinsics
     * @param writes whether it writes memory
     * @param address the number of the argument that is the address of the first element, or a vector of addresses
     * @param index of that with numbers of elements, which the last argument is the scale of
     * @param mask of that which tells the elements that take part, by its bits or their signs
     * @param value of that with what is written; a read gives its result
     * @param isDense whether the elements that take part lie side by side
     */
    private record Form(Pattern names, boolean writes, int address, int index, int mask, int value, boolean isDense) {
        static Form read(String names, int address, int index, int mask, boolean isDense) {
            return new Form(Pattern.compile("llvm\\." + names), false, address, index, mask, NONE, isDense);
        }

        static Form write(String names, int address, int index, int mask, int value, boolean isDense) {
            return new Form(Pattern.compile("llvm\\." + names), true, address, index, mask, value, isDense);
        }
    }

    private static final List<Form> FORMS = List.of(
            Form.read("masked\\.load\\..*", 0, NONE, 2, false),
            Form.write("masked\\.store\\..*", 1, NONE, 3, 0, false),
            Form.read("masked\\.gather\\..*", 0, NONE, 2, false),
            Form.write("masked\\.scatter\\..*", 1, NONE, 3, 0, false),
            Form.read("masked\\.expandload\\..*", 0, NONE, 1, true),
            Form.write("masked\\.compressstore\\..*", 1, NONE, 2, 0, true),
            Form.read("x86\\.avx2?\\.maskload\\..*", 0, NONE, 1, false),
            Form.write("x86\\.avx2?\\.maskstore\\..*", 0, NONE, 1, 2, false),
            Form.read("x86\\.avx2\\.gather\\..*", 1, 2, 3, false),
            Form.read("x86\\.avx512\\.mask\\.gather.*", 1, 2, 3, false),
            Form.write("x86\\.avx512\\.mask\\.scatter.*", 0, 2, 1, 3, false),
            Form.read("x86\\.(sse3|avx)\\.ldu\\.dq.*", 0, NONE, NONE, false),
            Form.write("x86\\.sse2\\.maskmov\\.dqu", 2, NONE, 1, 0, false));

    private final Instruments instruments;
    private final HookCalls hooks;
    private final OwnMemory own;

    VectorAccesses(Instruments instruments, OwnMemory own) {
        this.instruments = instruments;
        this.hooks = instruments.hooks();
        this.own = own;
    }

    /** Announces what a call of this intrinsic accesses; false if it is none of these. */
    boolean instrument(LLVMValueRef call, String name, boolean exempt) {
        if (!name.startsWith("llvm.")) {
            return false;
        }
        Optional<Form> form = FORMS.stream()
                .filter(one -> one.names().matcher(name).matches())
                .findFirst();
        form.ifPresent(one -> announce(call, one, exempt));
        return form.isPresent();
    }

    private void announce(LLVMValueRef call, Form form, boolean exempt) {
        LLVMValueRef address = LLVMGetOperand(call, form.address());
        boolean isOne = Calls.isPointer(address);
        if (exempt || (isOne && !instruments.memory().mayBeShared(address))) {
            if (form.writes()) {
                own.changed(call, address);
            }
            return;
        }
        LLVMTypeRef vector = LLVMTypeOf(form.writes() ? LLVMGetOperand(call, form.value()) : call);
        long size = LLVMStoreSizeOfType(instruments.layout(), LLVMGetElementType(vector));
        SiteKind kind = form.writes() ? SiteKind.WRITE : SiteKind.READ;
        LLVMValueRef site = isOne
                ? instruments.site(call, kind, address, size)
                : instruments.named(call, kind, "an element of a vector");
        hooks.before(call);
        Hook hook = form.writes() ? Hook.WRITE : Hook.READ;
        if (form.mask() == NONE) {
            hooks.call(hook, address, hooks.size(LLVMStoreSizeOfType(instruments.layout(), vector)), site);
            return;
        }
        LLVMValueRef mask = LLVMGetOperand(call, form.mask());
        if (form.isDense()) {
            hooks.call(hook, address, hooks.product(hooks.bitsSet(mask), hooks.size(size)), site);
            return;
        }
        for (int lane = 0; lane < lanes(call, form, vector); lane++) {
            hooks.call(hook, place(call, form, lane, size), hooks.sizeIf(hooks.element(mask, lane), size), site);
        }
    }

    /** A gather by long numbers has fewer of these than its result has elements. */
    private static int lanes(LLVMValueRef call, Form form, LLVMTypeRef vector) {
        int elements = LLVMGetVectorSize(vector);
        return form.index() == NONE
                ? elements
                : Math.min(elements, LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(call, form.index()))));
    }

    private LLVMValueRef place(LLVMValueRef call, Form form, int lane, long size) {
        LLVMValueRef address = LLVMGetOperand(call, form.address());
        if (!Calls.isPointer(address)) {
            return hooks.element(address, lane);
        }
        if (form.index() == NONE) {
            return hooks.behind(address, lane * size);
        }
        LLVMValueRef scale = LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
        LLVMValueRef index = hooks.element(LLVMGetOperand(call, form.index()), lane);
        return hooks.indexed(address, index, LLVMConstIntGetZExtValue(scale));
    }
}
