package org.heddle.instrumenter.pass.sites;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.DebugNode;
import org.heddle.instrumenter.names.LlvmText;

/** Makes sites of instructions, from their debug locations. */
public final class Positions {
    private final LLVMContextRef context;
    private final Map<Long, String> files = new HashMap<>();
    private String function = "";
    private Optional<DebugNode> subprogram = Optional.empty();

    /** Positions in a module of this context. */
    public Positions(LLVMContextRef context) {
        this.context = context;
    }

    /** From here on instructions are of this function. */
    public void enterFunction(LLVMValueRef entered) {
        subprogram = DebugNode.of(context, LLVMGetSubprogram(entered));
        String named = DebugNode.sourceName(context, entered);
        function = named.isEmpty() ? LlvmText.nameOf(entered) : named;
    }

    /** The instruction's site. */
    public Site site(LLVMValueRef instruction, SiteKind kind, String name, long size) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
        if (location == null) {
            String file = subprogram.map(node -> file(node.metadata())).orElse("");
            int line = subprogram
                    .map(node -> LLVMDISubprogramGetLine(node.metadata()))
                    .orElse(0);
            return new Site(file, function, name, "", line, 0, kind, (int) size);
        }
        return new Site(
                file(LLVMDILocationGetScope(location)),
                function,
                name,
                "",
                LLVMDILocationGetLine(location),
                LLVMDILocationGetColumn(location),
                kind,
                (int) size);
    }

    /** Where a local variable ends: a place without a column. */
    public Site end(LLVMValueRef end) {
        Site place = site(end, SiteKind.WRITE, "", 0);
        return new Site(place.file(), place.function(), "", "", place.line(), 0, SiteKind.WRITE, 0);
    }

    /** The file of a scope, with its directory where its name is relative; empty if there is none. */
    public String file(LLVMMetadataRef scope) {
        return files.computeIfAbsent(scope.address(), address -> {
            LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
            return file == null ? "" : LlvmText.pathOf(file);
        });
    }
}
