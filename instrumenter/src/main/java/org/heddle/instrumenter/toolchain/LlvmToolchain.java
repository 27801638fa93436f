package org.heddle.instrumenter.toolchain;

import static org.bytedeco.llvm.global.LLVM.LLVMParseCommandLineOptions;

import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerPointer;

/**
 * The LLVM programs and libraries that come inside {@code org.bytedeco:llvm}, unpacked.
 *
 * @param programs the folder of clang, ld.lld, llvm-symbolizer and LLVM's shared libraries
 * @param javacppLibrary the native part of JavaCPP, which LLVM's Java binding needs
 */
public record LlvmToolchain(Path programs, Path javacppLibrary) {
    /** The system property that names the programs' folder where Heddle is installed with them. */
    public static final String PROPERTY = "heddle.llvm";

    /** Makes LLVM trust debug information that clang or the access pass has just written: a look at it verifies all of the module. */
    public static final String TRUST_DEBUG_INFORMATION = "-disable-auto-upgrade-debug-info";

    /**
     * Finds the toolchain; unless it is installed, unpacks it on the first use on this machine, which takes some seconds.
     *
     * @throws ToolchainException if there is none for this platform or it cannot be unpacked
     */
    public static LlvmToolchain locate() throws ToolchainException {
        String installed = System.getProperty(PROPERTY);
        if (installed != null) {
            return installedIn(Path.of(installed));
        }
        return new ToolchainCache(LlvmToolchain.class.getClassLoader()).locate();
    }

    private static LlvmToolchain installedIn(Path folder) throws ToolchainException {
        LlvmToolchain toolchain = new LlvmToolchain(folder, folder.resolve("libjnijavacpp.so"));
        if (!Files.isExecutable(toolchain.clang()) || !Files.isReadable(toolchain.javacppLibrary())) {
            throw new ToolchainException("there is no compiler in " + folder + ": install Heddle again");
        }
        return toolchain;
    }

    /** The compiler. */
    public Path clang() {
        return programs.resolve("clang");
    }

    /** The linker, for machines that have no {@code ld}. */
    public Path lld() {
        return programs.resolve("ld.lld");
    }

    /** What turns addresses into source positions. */
    public Path symbolizer() {
        return programs.resolve("llvm-symbolizer");
    }

    /** What tells from which sources a program was built. */
    public Path dwarfdump() {
        return programs.resolve("llvm-dwarfdump");
    }

    /**
     * Loads LLVM into this process. Does by itself what {@link Loader} would do, without the search through the jars
     * on every start. JavaCPP would also read how much memory this process uses for each pointer that it makes, which takes a third
     * of the access pass's time.
     */
    public void loadLibraries() {
        System.setProperty("org.bytedeco.javacpp.loadLibraries", "false");
        System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        System.load(javacppLibrary.toString());
        System.load(programs.resolve("libjniLLVM.so").toString());
        Settings.apply();
    }

    /** LLVM takes its options once, which is when this class is loaded. */
    private static final class Settings {
        static {
            String[] options = {"heddle", TRUST_DEBUG_INFORMATION};
            try (PointerPointer<BytePointer> words = new PointerPointer<>(options);
                    BytePointer nothing = new BytePointer("")) {
                LLVMParseCommandLineOptions(options.length, words, nothing);
            }
        }

        /** Loads this class. */
        static void apply() {}
    }
}
