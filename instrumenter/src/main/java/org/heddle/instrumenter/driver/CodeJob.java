package org.heddle.instrumenter.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.heddle.instrumenter.toolchain.LlvmToolchain;

/**
 * A job that makes code, split in two: the front end makes bitcode without optimising, and the back end turns the
 * bitcode, now instrumented, into what was asked for, with the user's own options.
 */
public final class CodeJob {
    private static final Set<String> FULL_DEBUG_INFO = Set.of(
            "-debug-info-kind=constructor",
            "-debug-info-kind=limited",
            "-debug-info-kind=standalone",
            "-debug-info-kind=unused-types");
    private static final Set<String> FRONT_END_ONLY = Set.of("-sys-header-deps", "-MP", "-MG", "-MV");
    private static final Set<String> FRONT_END_ONLY_WITH_VALUE = Set.of(
            "-dependency-file", "-MT", "-MQ", "-serialize-diagnostic-file", "-header-include-file", "-include-pch");
    private static final Set<String> ACTIONS = Set.of("-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc");

    /**
     * {@code no_sanitize("thread")} leaves no mark in bitcode unless ThreadSanitizer itself is on. So it is given
     * company that does.
     */
    private static final List<String> MARK_UNINSTRUMENTED = List.of(
            "-D",
            "no_sanitize(...)=no_sanitize(__VA_ARGS__), annotate(\"no_sanitize:\" #__VA_ARGS__)",
            "-D",
            "__no_sanitize__(...)=__no_sanitize__(__VA_ARGS__), annotate(\"no_sanitize:\" #__VA_ARGS__)",
            "-D",
            "no_sanitize_thread=disable_sanitizer_instrumentation",
            "-D",
            "__no_sanitize_thread__=disable_sanitizer_instrumentation");

    /** Options, or beginnings of such, by which the back end reads or writes more than bitcode and code, or speaks. */
    private static final List<String> MORE_THAN_CODE = List.of(
            "-R",
            "-add-plugin",
            "-coverage-",
            "-fmemory-profile-use",
            "-fopenmp-host-ir-file-path",
            "-fpass-plugin",
            "-fprofile",
            "-fsanitize-ignorelist",
            "-fsanitize-system-ignorelist",
            "-fthinlto-index",
            "-ftime-",
            "-load",
            "-mllvm",
            "-opt-record-",
            "-plugin",
            "-print-stats",
            "-save-temps",
            "-split-dwarf",
            "-stack-usage-file",
            "-stats-file");

    /** The bitcode comes from the pass, which has verified it. */
    private static final List<String> NOT_VERIFIED = List.of("-mllvm", LlvmToolchain.TRUST_DEBUG_INFORMATION);

    /**
     * Where the program's behaviour is undefined, clang may leave out the rest of a function, and what lies behind it in memory would be
     * executed: an instruction that crashes stands there instead.
     */
    private static final String TRAP_UNREACHABLE = "-trap-unreachable";

    private static final String NO_TRAP = "-no-trap-after-noreturn";
    private static final List<String> TRAP_WHERE_UNDEFINED = List.of("-mllvm", TRAP_UNREACHABLE, "-mllvm", NO_TRAP);

    /** What clang takes for errors of old C, and the cc of the machine (GCC before 14) warns of; a -Werror that is given comes later. */
    private static final List<String> WARNINGS_OF_CC = List.of(
            "-Wno-error=implicit-function-declaration",
            "-Wno-error=implicit-int",
            "-Wno-error=int-conversion",
            "-Wno-error=incompatible-function-pointer-types",
            "-Wno-error=return-mismatch");

    /** Comes before the beginning of the names of files that go with code; those are asked for by {@link #MORE_THAN_CODE}. */
    private static final String DUMPS = "-dumpdir";

    private static final Set<String> FOR_SPEED = Set.of("-O2", "-O3", "-Os", "-Oz");

    private final Job job;

    /** Wraps a job for which {@link Job#makesCode()}. */
    public CodeJob(Job job) {
        this.job = job;
    }

    /** The source, as the user named it. */
    public String source() {
        return job.command().get(job.command().size() - 1);
    }

    /** Whether the code is for a machine with 64-bit pointers, the only ones that are instrumented. */
    public boolean isFor64Bit() {
        String triple = job.valueOf("-triple", "");
        return (triple.startsWith("x86_64") || triple.startsWith("aarch64")) && !triple.endsWith("x32");
    }

    /** Whether the source is preprocessed bitcode or LLVM assembly, not something to be parsed. */
    public boolean startsFromBitcode() {
        return job.valueOf("-x", "").equals("ir");
    }

    /** Makes unoptimised bitcode with debug information. */
    public Job frontEnd(String bitcode) {
        List<String> words = new ArrayList<>();
        List<String> given = job.command();
        for (int i = 0; i < given.size() - 1; i++) {
            String word = given.get(i);
            if (word.equals("-o")) {
                i++;
            } else if (!ACTIONS.contains(word) && !isReplaced(word)) {
                words.add(word);
            }
        }
        int options = 2;
        List<String> added = new ArrayList<>(
                List.of("-emit-llvm-bc", "-disable-llvm-passes", "-disable-O0-optnone", "-mframe-pointer=all"));
        if (!wantsVariables()) {
            added.addAll(List.of("-debug-info-kind=constructor", "-dwarf-version=5", "-debugger-tuning=gdb"));
        }
        if (!startsFromBitcode()) {
            added.addAll(MARK_UNINSTRUMENTED);
        }
        if (job.valueOf("-x", "").equals("c")) {
            added.addAll(WARNINGS_OF_CC);
        }
        if (given.stream().noneMatch(word -> word.startsWith("-fsanitize="))) {
            added.add("-disable-lifetime-markers"); // which make a way out of a scope into a choice by number
        }
        added.addAll(List.of("-o", bitcode));
        words.addAll(options, added);
        words.add(source());
        return new Job(words);
    }

    /** Whether the user wants debug information on variables; without, the output has lines alone, which reports need. */
    public boolean wantsVariables() {
        return job.command().stream().anyMatch(FULL_DEBUG_INFO::contains);
    }

    /** Whether the code is meant to be fast, by {@code -O2} or more. What {@code heddle check} compiles itself nobody runs alone. */
    public boolean isForSpeed() {
        return job.command().stream().anyMatch(FOR_SPEED::contains);
    }

    /** Whether the linker gets functions that it can drop each by itself, and gets them as code. */
    public boolean letsLinkerDropFunctions() {
        return job.command().contains("-ffunction-sections")
                && job.command().stream().noneMatch(word -> word.startsWith("-flto"));
    }

    private boolean isReplaced(String word) {
        return word.startsWith("-mframe-pointer=")
                || (word.startsWith("-debug-info-kind=") && !FULL_DEBUG_INFO.contains(word));
    }

    /** Makes the output that was asked for from the bitcode. */
    public Job backEnd(String bitcode) {
        List<String> words = backEndWords();
        if (words.stream()
                .noneMatch(word ->
                        word.startsWith(TRAP_UNREACHABLE) || word.startsWith(NO_TRAP))) { // it may be given once only
            words.addAll(TRAP_WHERE_UNDEFINED);
        }
        words.addAll(NOT_VERIFIED);
        words.add(bitcode);
        return new Job(words);
    }

    private List<String> backEndWords() {
        List<String> words = new ArrayList<>();
        List<String> given = job.command();
        for (int i = 0; i < given.size() - 1; i++) {
            String word = given.get(i);
            if (FRONT_END_ONLY_WITH_VALUE.contains(word)) {
                i++;
            } else if (word.equals("-x")) {
                words.addAll(List.of("-x", "ir"));
                i++;
            } else if (!FRONT_END_ONLY.contains(word) && !word.equals("-disable-llvm-passes")) {
                words.add(word);
            }
        }
        return words;
    }

    /** Whether it writes to a file that has a name. */
    public boolean hasOutput() {
        return !output().equals("-");
    }

    /** The file that it writes; {@code -} is standard output. */
    public String output() {
        return job.valueOf("-o", "-");
    }

    /** Whether the output follows from the bitcode and {@link #backEndOptions}, and is all that the back end writes. */
    public boolean dependsOnBitcodeAlone() {
        return backEndOptions().stream()
                .noneMatch(word -> MORE_THAN_CODE.stream().anyMatch(word::startsWith));
    }

    /** The words of the back end but for the program and the names of files that it reads and writes, or would write besides code. */
    public List<String> backEndOptions() {
        List<String> words = backEndWords();
        words.remove(0);
        for (String option : List.of("-o", DUMPS)) {
            int at = words.indexOf(option);
            if (at >= 0) {
                words.subList(at, at + 2).clear();
            }
        }
        return words;
    }
}
