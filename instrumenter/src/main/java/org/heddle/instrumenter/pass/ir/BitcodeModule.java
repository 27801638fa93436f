package org.heddle.instrumenter.pass.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** A module of LLVM's intermediate representation, with the context it lives in. */
public final class BitcodeModule implements AutoCloseable {
    private final LLVMContextRef context;
    private final LLVMModuleRef module;

    private BitcodeModule(LLVMContextRef context, LLVMModuleRef module) {
        this.context = context;
        this.module = module;
    }

    /** Reads bitcode. */
    public static BitcodeModule read(Path file) throws InstrumentationException {
        LLVMMemoryBufferRef buffer = new LLVMMemoryBufferRef();
        try (BytePointer message = new BytePointer((Pointer) null)) {
            if (LLVMCreateMemoryBufferWithContentsOfFile(new BytePointer(file.toString()), buffer, message) != 0) {
                throw new InstrumentationException(message.getString(StandardCharsets.UTF_8));
            }
        }
        LLVMContextRef context = LLVMContextCreate();
        LLVMModuleRef module = new LLVMModuleRef();
        if (LLVMParseBitcodeInContext2(context, buffer, module) != 0) {
            LLVMContextDispose(context);
            throw new InstrumentationException("not valid bitcode");
        }
        LLVMDisposeMemoryBuffer(buffer);
        return new BitcodeModule(context, module);
    }

    /** Reads LLVM assembly. */
    public static BitcodeModule parse(String text) throws InstrumentationException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        LLVMContextRef context = LLVMContextCreate();
        LLVMModuleRef module = new LLVMModuleRef();
        LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                new BytePointer(bytes), bytes.length, new BytePointer("assembly"));
        try (BytePointer message = new BytePointer((Pointer) null)) {
            if (LLVMParseIRInContext(context, buffer, module, message) != 0) {
                LLVMContextDispose(context);
                throw new InstrumentationException(message.getString(StandardCharsets.UTF_8));
            }
        }
        return new BitcodeModule(context, module);
    }

    /** Writes bitcode. */
    public void write(Path file) throws InstrumentationException {
        if (LLVMWriteBitcodeToFile(module, file.toString()) != 0) {
            throw new InstrumentationException("cannot write " + file);
        }
    }

    /** Runs LLVM's own passes, named as {@code opt -passes} names them. */
    public void runPasses(String pipeline) throws InstrumentationException {
        LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
        LLVMErrorRef error = LLVMRunPasses(module, new BytePointer(pipeline), (LLVMTargetMachineRef) null, options);
        LLVMDisposePassBuilderOptions(options);
        if (error != null && !error.isNull()) {
            throw new InstrumentationException(LLVMGetErrorMessage(error).getString(StandardCharsets.UTF_8));
        }
    }

    /** Throws if LLVM finds the module malformed. */
    public void verify() throws InstrumentationException {
        try (BytePointer message = new BytePointer((Pointer) null)) {
            if (LLVMVerifyModule(module, LLVMReturnStatusAction, message) != 0) {
                throw new InstrumentationException(message.getString(StandardCharsets.UTF_8));
            }
        }
    }

    /** The module as LLVM assembly. */
    public String text() {
        BytePointer text = LLVMPrintModuleToString(module);
        try {
            return text.getString(StandardCharsets.UTF_8);
        } finally {
            LLVMDisposeMessage(text);
        }
    }

    /** The context that the module lives in. */
    public LLVMContextRef context() {
        return context;
    }

    /** The module, as LLVM has it. */
    public LLVMModuleRef module() {
        return module;
    }

    /** The sizes and alignments of the machine that the module is for. */
    public LLVMTargetDataRef layout() {
        return LLVMGetModuleDataLayout(module);
    }

    /** The functions that have a body. */
    public List<LLVMValueRef> definitions() {
        List<LLVMValueRef> found = new ArrayList<>();
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
            if (LLVMIsDeclaration(f) == 0) {
                found.add(f);
            }
        }
        return found;
    }

    /** The instructions of a function, in order. */
    public static List<LLVMValueRef> instructions(LLVMValueRef function) {
        List<LLVMValueRef> found = new ArrayList<>();
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            found.addAll(instructions(b));
        }
        return found;
    }

    /** The instructions of a block, in order. */
    public static List<LLVMValueRef> instructions(LLVMBasicBlockRef block) {
        List<LLVMValueRef> found = new ArrayList<>();
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != null; i = LLVMGetNextInstruction(i)) {
            found.add(i);
        }
        return found;
    }

    /** What uses a value. */
    public static List<LLVMValueRef> users(LLVMValueRef value) {
        List<LLVMValueRef> found = new ArrayList<>();
        for (LLVMUseRef use = LLVMGetFirstUse(value); use != null; use = LLVMGetNextUse(use)) {
            found.add(LLVMGetUser(use));
        }
        return found;
    }

    @Override
    public void close() {
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
    }
}
