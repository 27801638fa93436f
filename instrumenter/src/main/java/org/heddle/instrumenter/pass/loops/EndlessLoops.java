package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.BitSet;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.BlockGraph;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * Announces the rounds of loops that have no end. A thread in which nothing visible happens from one round to the next lets others have
 * their turn there; one that can be cancelled anywhere ends there.
 */
public final class EndlessLoops {
    private static final String NAME = "endless loop";

    private final Instruments instruments;

    /** For the module of these instruments. */
    public EndlessLoops(Instruments instruments) {
        this.instruments = instruments;
    }

    /** To be called after all else is announced. */
    public void announce(LLVMValueRef function) {
        BlockGraph graph = new BlockGraph(function);
        BitSet settled = graph.leadingTo(graph.ends());
        BitSet unreached = graph.from(0);
        unreached.set(0);
        unreached.flip(0, graph.size());
        settled.or(unreached);
        for (int block = settled.nextClearBit(0); block < graph.size(); block = settled.nextClearBit(block + 1)) {
            BitSet round = graph.from(block);
            if (round.get(block)) {
                LLVMValueRef first = firstBehindPhis(graph.block(block));
                LLVMValueRef site = instruments.named(first, SiteKind.ENDLESS, NAME);
                instruments.hooks().before(first);
                instruments.hooks().call(Hook.CALL, site);
                BitSet itself = new BitSet();
                itself.set(block);
                round.and(graph.leadingTo(itself));
                settled.or(round);
            }
        }
    }

    private static LLVMValueRef firstBehindPhis(LLVMBasicBlockRef block) {
        LLVMValueRef first = LLVMGetFirstInstruction(block);
        while (LLVMIsAPHINode(first) != null || LLVMIsALandingPadInst(first) != null) {
            first = LLVMGetNextInstruction(first);
        }
        return first;
    }
}
