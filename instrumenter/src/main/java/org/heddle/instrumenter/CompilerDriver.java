package org.heddle.instrumenter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.heddle.instrumenter.driver.CodeJob;
import org.heddle.instrumenter.driver.Environment;
import org.heddle.instrumenter.driver.Job;
import org.heddle.instrumenter.driver.JobPlan;
import org.heddle.instrumenter.driver.JobRunner;
import org.heddle.instrumenter.driver.LinkJob;
import org.heddle.instrumenter.driver.OwnOptions;
import org.heddle.instrumenter.driver.Scratch;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;

/**
 * {@code heddle cc}: takes clang's command line. The bundled clang says which jobs it would run for it; those are run as they
 * are, but each that makes code gets the access pass between front end and back end, and each that links gets Heddle's
 * runtime.
 */
public final class CompilerDriver {
    /** The exit code where nothing was compiled since the surroundings do not let it; no compiler's own. */
    public static final int UNUSABLE = 2;

    private static final int FAILURE = 1;
    private static final int INTERNAL_ERROR = 70;

    /** Exit codes above say that a signal ended the program. */
    private static final int LAST_ORDINARY_EXIT_CODE = 128;

    private final LlvmToolchain toolchain;
    private final Language language;
    private final Environment environment;
    private final OwnOptions own;
    private final boolean isToAdvise; // which takes a second run of what fails

    private CompilerDriver(
            LlvmToolchain toolchain, Language language, Environment environment, OwnOptions own, boolean isToAdvise) {
        this.own = own;
        this.isToAdvise = isToAdvise;
        this.toolchain = toolchain;
        this.language = language;
        this.environment = environment;
    }

    /** {@code heddle cc} with these arguments; returns its exit code. */
    public static int run(List<String> arguments, Environment environment) {
        return run(Language.C, arguments, environment);
    }

    /**
     * How a command line has ended.
     *
     * @param exitCode the exit code; 0 if all went well
     * @param atLinking whether the linker failed, and all code was made
     * @param options with which the compiler would have taken all that it calls errors, or warned of it
     */
    public record Result(int exitCode, boolean atLinking, List<String> options) {
        private static Result of(int exitCode) {
            return new Result(exitCode, false, List.of());
        }
    }

    /** {@code heddle cc} or {@code heddle c++} with these arguments; returns its exit code. */
    public static int run(Language language, List<String> arguments, Environment environment) {
        return build(language, arguments, environment, false).exitCode();
    }

    /** The same, and tells what has failed, and with which options it would not have. */
    public static Result build(Language language, List<String> arguments, Environment environment) {
        return build(language, arguments, environment, true);
    }

    private static Result build(
            Language language, List<String> arguments, Environment environment, boolean isToAdvise) {
        try (Scratch scratch = Scratch.create()) {
            CompilerDriver driver = new CompilerDriver(
                    LlvmToolchain.locate(), language, environment, OwnOptions.of(arguments), isToAdvise);
            return driver.run(OwnOptions.others(arguments), scratch);
        } catch (ToolchainException | IOException e) {
            return driver(language, environment, e.getMessage(), UNUSABLE);
        } catch (InstrumentationException e) {
            return driver(language, environment, e.getMessage(), INTERNAL_ERROR);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return driver(language, environment, "interrupted", FAILURE);
        }
    }

    private static Result driver(Language language, Environment environment, String message, int exitCode) {
        environment.err().println(language.command() + ": error: " + message);
        return Result.of(exitCode);
    }

    private Result run(List<String> arguments, Scratch scratch)
            throws IOException, InterruptedException, InstrumentationException {
        if (arguments.contains("--version")) {
            environment.out().println("Heddle's instrumenting compiler, based on");
        }
        JobRunner runner = new JobRunner(environment, scratch);
        JobPlan plan = plan(runner, arguments);
        if (plan.jobs().isEmpty() && plan.exitCode() == 0) {
            return Result.of(runner.run(new Job(command(arguments, List.of()))));
        }
        boolean onlyPrint = arguments.contains("-###");
        boolean verbose = onlyPrint || arguments.contains("-v") || arguments.contains("--verbose");
        if (verbose) {
            plan.header().forEach(environment.err()::println);
        }
        plan.diagnostics().forEach(environment.err()::println);
        if (plan.exitCode() != 0) {
            return Result.of(plan.exitCode());
        }
        if (verbose) {
            plan.jobs().forEach(job -> environment.err().println(JobPlan.print(job)));
        }
        return onlyPrint ? Result.of(0) : runAll(plan.jobs(), runner, scratch.folder());
    }

    private JobPlan plan(JobRunner runner, List<String> arguments) throws IOException, InterruptedException {
        JobPlan plan = runner.plan(command(arguments, List.of("-###")));
        if (plan.jobs().stream().anyMatch(job -> job.links() && new LinkJob(job).lacksTools())) {
            plan = runner.plan(command(arguments, List.of("-###", "--ld-path=" + toolchain.lld())));
        }
        boolean instrumented =
                plan.jobs().stream().filter(Job::makesCode).map(CodeJob::new).allMatch(CodeJob::isFor64Bit);
        List<Job> jobs = plan.jobs().stream()
                .map(job -> instrumented && job.linksModule()
                        ? new LinkJob(job).withRuntime(environment.nativeHome())
                        : job)
                .toList();
        return new JobPlan(plan.header(), plan.diagnostics(), jobs, plan.exitCode());
    }

    private List<String> command(List<String> arguments, List<String> more) {
        List<String> words = new ArrayList<>();
        words.add(toolchain.clang().toString());
        if (language == Language.CXX) {
            words.add("--driver-mode=g++");
        }
        words.addAll(List.of(
                "--start-no-unused-arguments",
                "-idirafter",
                environment.nativeHome().toString(),
                "-D__HEDDLE__=1"));
        words.addAll(more);
        words.add("--end-no-unused-arguments");
        words.addAll(arguments);
        return words;
    }

    /** Runs the jobs in order; what needs the output of one that failed is left out. */
    private Result runAll(List<Job> jobs, JobRunner runner, Path folder)
            throws IOException, InterruptedException, InstrumentationException {
        Set<String> failed = new HashSet<>();
        int exitCode = 0;
        boolean atLinking = false;
        Set<String> options = new LinkedHashSet<>();
        boolean isHelpless = false;
        for (Job job : jobs) {
            boolean canRun = job.arguments().stream().noneMatch(failed::contains) && !(job.links() && exitCode != 0);
            int code = !canRun ? exitCode : job.makesCode() ? makeCode(job, runner, folder) : runner.run(job);
            if (code > LAST_ORDINARY_EXIT_CODE) {
                int signal = code - LAST_ORDINARY_EXIT_CODE;
                environment
                        .err()
                        .println(language.command() + ": error: " + job.program() + " was ended by signal " + signal);
            }
            if (code != 0) {
                atLinking = exitCode == 0 && job.links();
                exitCode = exitCode == 0 ? code : exitCode;
                failed.add(job.valueOf("-o", job.program()));
                if (canRun && isToAdvise) {
                    List<String> helping =
                            job.makesCode() ? maker(runner, folder).options(new CodeJob(job)) : List.of();
                    options.addAll(helping);
                    isHelpless |= helping.isEmpty();
                }
            }
        }
        return new Result(exitCode, atLinking, isHelpless ? List.of() : List.copyOf(options));
    }

    private int makeCode(Job job, JobRunner runner, Path folder)
            throws IOException, InterruptedException, InstrumentationException {
        CodeJob code = new CodeJob(job);
        if (!code.isFor64Bit()) {
            environment
                    .err()
                    .println(language.command() + ": warning: " + code.source()
                            + " is not instrumented: only 64-bit x86 and Arm code is");
            return runner.run(job);
        }
        return maker(runner, folder).make(code);
    }

    private CodeMaker maker(JobRunner runner, Path folder) {
        return new CodeMaker(toolchain, environment, runner, folder, own);
    }
}
