package org.heddle.cli.check.dap;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.debug.Capabilities;
import org.eclipse.lsp4j.debug.ConfigurationDoneArguments;
import org.eclipse.lsp4j.debug.ContinueArguments;
import org.eclipse.lsp4j.debug.ContinueResponse;
import org.eclipse.lsp4j.debug.DisconnectArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateResponse;
import org.eclipse.lsp4j.debug.ExceptionBreakMode;
import org.eclipse.lsp4j.debug.ExceptionInfoArguments;
import org.eclipse.lsp4j.debug.ExceptionInfoResponse;
import org.eclipse.lsp4j.debug.InitializeRequestArguments;
import org.eclipse.lsp4j.debug.NextArguments;
import org.eclipse.lsp4j.debug.RestartArguments;
import org.eclipse.lsp4j.debug.ReverseContinueArguments;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.ScopesResponse;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StackTraceResponse;
import org.eclipse.lsp4j.debug.StepBackArguments;
import org.eclipse.lsp4j.debug.StepInArguments;
import org.eclipse.lsp4j.debug.StepOutArguments;
import org.eclipse.lsp4j.debug.TerminateArguments;
import org.eclipse.lsp4j.debug.ThreadsResponse;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.eclipse.lsp4j.debug.VariablesResponse;
import org.heddle.cli.base.UserError;

/**
 * The requests of an editor. They come one at a time. What is told besides an answer waits until the answer has been sent: {@link
 * #afterwards}.
 */
final class DapRequests extends BreakpointRequests implements AutoCloseable {
    private final Opener opener;
    private final DapEvents events;
    private final Runnable end;
    private final Deque<Runnable> later = new ArrayDeque<>();
    private volatile DapSession session;
    private volatile boolean closed;
    private boolean stopsOnEntry = true;

    /**
     * Requests that open schedules so.
     *
     * @param end is run when the editor has said that it leaves
     */
    DapRequests(Opener opener, DapEvents events, Runnable end) {
        this.opener = opener;
        this.events = events;
        this.end = end;
    }

    /** Tells what was to wait for an answer. */
    void afterwards() {
        for (Runnable next = later.poll(); next != null; next = later.poll()) {
            next.run();
        }
    }

    @Override
    DapSession session() throws UserError {
        DapSession there = session;
        if (there == null) {
            throw new UserError("there is no schedule yet: launch one");
        }
        return there;
    }

    @Override
    public CompletableFuture<Capabilities> initialize(InitializeRequestArguments arguments) {
        return Answers.to(DapCapabilities::all);
    }

    @Override
    public CompletableFuture<Void> attach(Map<String, Object> arguments) {
        return Answers.failure("a schedule is launched: use the request 'launch' with \"schedule\": \"FILE\"");
    }

    @Override
    public CompletableFuture<Void> launch(Map<String, Object> arguments) {
        return Answers.to(() -> {
            LaunchArguments asked = LaunchArguments.of(arguments);
            if (session != null) {
                throw new UserError("there is a schedule already: disconnect first");
            }
            stopsOnEntry = asked.stopsOnEntry();
            DapSession opened = started(asked);
            session = opened;
            if (closed) {
                opened.close();
                throw new UserError("the session has ended");
            }
            later.add(() -> events.launched(opened));
            return null;
        });
    }

    private DapSession started(LaunchArguments asked) throws UserError, IOException, InterruptedException {
        DapSession opened = DapSession.of(opener.open(asked.schedule()));
        try {
            Journey journey = opened.journey();
            OptionalInt start = asked.start(opened.open().moments().count(), journey.failing());
            if (start.isPresent()) {
                journey.goTo(start.getAsInt(), Stop.ENTRY);
            }
            return opened;
        } catch (UserError | InterruptedException failed) {
            opened.close();
            throw failed;
        }
    }

    @Override
    public CompletableFuture<Void> configurationDone(ConfigurationDoneArguments arguments) {
        return Answers.to(() -> {
            DapSession there = session();
            if (!stopsOnEntry && !there.journey().isAtEnd()) {
                there.journey().run(1);
            }
            arrive();
            return null;
        });
    }

    /** Is shown where the journey stands, which is another moment than before. */
    private void arrive() throws UserError {
        DapSession there = session();
        there.frames().clear();
        there.scopes().clear();
        later.add(() -> events.stopped(there));
    }

    /** A way to go. */
    @FunctionalInterface
    private interface Move {
        void by(Journey journey) throws UserError, InterruptedException;
    }

    private CompletableFuture<Void> move(Move move) {
        return Answers.to(() -> {
            move.by(session().journey());
            arrive();
            return null;
        });
    }

    @Override
    public CompletableFuture<ContinueResponse> continue_(ContinueArguments arguments) {
        return Answers.to(() -> {
            Journey journey = session().journey();
            if (journey.isAtEnd()) {
                later.add(events::terminated);
            } else {
                journey.run(1);
                arrive();
            }
            ContinueResponse response = new ContinueResponse();
            response.setAllThreadsContinued(true);
            return response;
        });
    }

    @Override
    public CompletableFuture<Void> next(NextArguments arguments) {
        return move(journey -> journey.next(session().ids().label(arguments.getThreadId())));
    }

    @Override
    public CompletableFuture<Void> stepIn(StepInArguments arguments) {
        return move(journey -> journey.step(1));
    }

    @Override
    public CompletableFuture<Void> stepOut(StepOutArguments arguments) {
        return move(journey ->
                journey.toSwitch(journey.line().map(line -> line.thread()).orElse("")));
    }

    @Override
    public CompletableFuture<Void> stepBack(StepBackArguments arguments) {
        return move(journey -> journey.step(-1));
    }

    @Override
    public CompletableFuture<Void> reverseContinue(ReverseContinueArguments arguments) {
        return move(journey -> journey.run(-1));
    }

    @Override
    public CompletableFuture<Void> restart(RestartArguments arguments) {
        return move(journey -> journey.goTo(0, Stop.ENTRY));
    }

    @Override
    public CompletableFuture<ThreadsResponse> threads() {
        return Answers.to(() -> {
            ThreadsResponse response = new ThreadsResponse();
            response.setThreads(session().threads().toArray(new org.eclipse.lsp4j.debug.Thread[0]));
            return response;
        });
    }

    @Override
    public CompletableFuture<StackTraceResponse> stackTrace(StackTraceArguments arguments) {
        return Answers.to(() -> {
            DapSession there = session();
            List<StackFrame> frames =
                    there.frames().of(there.journey().now(), there.ids().label(arguments.getThreadId()));
            int from = Math.min(orZero(arguments.getStartFrame()), frames.size());
            int levels = orZero(arguments.getLevels());
            int to = levels == 0 ? frames.size() : Math.min(frames.size(), from + levels);
            StackTraceResponse response = new StackTraceResponse();
            response.setStackFrames(frames.subList(from, to).toArray(new StackFrame[0]));
            response.setTotalFrames(frames.size());
            return response;
        });
    }

    private static int orZero(Integer number) {
        return number == null ? 0 : Math.max(number, 0);
    }

    @Override
    public CompletableFuture<ScopesResponse> scopes(ScopesArguments arguments) {
        return Answers.to(() -> {
            DapSession there = session();
            ScopesResponse response = new ScopesResponse();
            response.setScopes(there.scopes()
                    .of(there.journey().now(), there.frames().place(arguments.getFrameId()))
                    .toArray(new org.eclipse.lsp4j.debug.Scope[0]));
            return response;
        });
    }

    @Override
    public CompletableFuture<VariablesResponse> variables(VariablesArguments arguments) {
        return Answers.to(() -> {
            List<Variable> found = session()
                    .scopes()
                    .contents(
                            arguments.getVariablesReference(),
                            orZero(arguments.getStart()),
                            orZero(arguments.getCount()));
            VariablesResponse response = new VariablesResponse();
            response.setVariables(found.toArray(new Variable[0]));
            return response;
        });
    }

    @Override
    public CompletableFuture<EvaluateResponse> evaluate(EvaluateArguments arguments) {
        return Answers.to(() -> {
            Variable value = session().value(arguments.getFrameId(), arguments.getExpression());
            EvaluateResponse response = new EvaluateResponse();
            response.setResult(value.getValue());
            response.setType(value.getType());
            response.setVariablesReference(value.getVariablesReference());
            response.setIndexedVariables(value.getIndexedVariables());
            return response;
        });
    }

    @Override
    public CompletableFuture<ExceptionInfoResponse> exceptionInfo(ExceptionInfoArguments arguments) {
        return Answers.to(() -> {
            DapSession there = session();
            ExceptionInfoResponse response = new ExceptionInfoResponse();
            response.setExceptionId(there.open().schedule().kind());
            response.setDescription(there.open().finding());
            response.setBreakMode(ExceptionBreakMode.ALWAYS);
            return response;
        });
    }

    @Override
    public CompletableFuture<Void> terminate(TerminateArguments arguments) {
        return Answers.to(() -> {
            close();
            later.add(events::terminated);
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> disconnect(DisconnectArguments arguments) {
        return Answers.to(() -> {
            close();
            later.add(end);
            return null;
        });
    }

    /** Ends gdb and the program. May be called by any thread, also while a request is being answered, which then fails. */
    @Override
    public void close() {
        closed = true;
        DapSession there = session;
        if (there != null) {
            there.close();
        }
    }
}
