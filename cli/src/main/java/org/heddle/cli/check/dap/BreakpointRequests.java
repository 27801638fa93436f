package org.heddle.cli.check.dap;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.debug.Breakpoint;
import org.eclipse.lsp4j.debug.BreakpointLocation;
import org.eclipse.lsp4j.debug.BreakpointLocationsArguments;
import org.eclipse.lsp4j.debug.BreakpointLocationsResponse;
import org.eclipse.lsp4j.debug.DataBreakpointAccessType;
import org.eclipse.lsp4j.debug.DataBreakpointInfoArguments;
import org.eclipse.lsp4j.debug.DataBreakpointInfoResponse;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetDataBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetDataBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetFunctionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetFunctionBreakpointsResponse;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.heddle.cli.base.UserError;

/** The requests of an editor that have to do with breakpoints. */
abstract class BreakpointRequests implements IDebugProtocolServer {
    /**
     * The schedule that is open.
     *
     * @throws UserError if there is none
     */
    abstract DapSession session() throws UserError;

    @Override
    public CompletableFuture<SetBreakpointsResponse> setBreakpoints(SetBreakpointsArguments arguments) {
        return Answers.to(() -> {
            DapSession there = session();
            Path file = file(arguments.getSource());
            SetBreakpointsResponse response = new SetBreakpointsResponse();
            response.setBreakpoints(there.breakpoints()
                    .ofLines(file, all(arguments.getBreakpoints()))
                    .toArray(new Breakpoint[0]));
            return response;
        });
    }

    private static <T> List<T> all(T[] breakpoints) {
        return breakpoints == null ? List.of() : List.of(breakpoints);
    }

    private Path file(org.eclipse.lsp4j.debug.Source source) throws UserError {
        String path = source == null ? null : source.getPath();
        if (path == null) {
            throw new UserError("breakpoints are set in files: name the path of one");
        }
        return session().file(path);
    }

    @Override
    public CompletableFuture<BreakpointLocationsResponse> breakpointLocations(BreakpointLocationsArguments arguments) {
        return Answers.to(() -> {
            int from = arguments.getLine();
            int to = Optional.ofNullable(arguments.getEndLine()).orElse(from);
            BreakpointLocationsResponse response = new BreakpointLocationsResponse();
            response.setBreakpoints(session().linesOf(file(arguments.getSource())).stream()
                    .filter(line -> line >= from && line <= to)
                    .map(BreakpointRequests::location)
                    .toArray(BreakpointLocation[]::new));
            return response;
        });
    }

    private static BreakpointLocation location(int line) {
        BreakpointLocation location = new BreakpointLocation();
        location.setLine(line);
        return location;
    }

    @Override
    public CompletableFuture<SetFunctionBreakpointsResponse> setFunctionBreakpoints(
            SetFunctionBreakpointsArguments arguments) {
        return Answers.to(() -> {
            SetFunctionBreakpointsResponse response = new SetFunctionBreakpointsResponse();
            response.setBreakpoints(session()
                    .breakpoints()
                    .ofFunctions(all(arguments.getBreakpoints()))
                    .toArray(new Breakpoint[0]));
            return response;
        });
    }

    @Override
    public CompletableFuture<SetExceptionBreakpointsResponse> setExceptionBreakpoints(
            SetExceptionBreakpointsArguments arguments) {
        return Answers.to(SetExceptionBreakpointsResponse::new); // the finding always stops
    }

    @Override
    public CompletableFuture<DataBreakpointInfoResponse> dataBreakpointInfo(DataBreakpointInfoArguments arguments) {
        return Answers.to(() -> {
            DapSession there = session();
            DataBreakpointInfoResponse response = new DataBreakpointInfoResponse();
            String expression = there.scopes().expression(arguments.getVariablesReference(), arguments.getName());
            try {
                String id = there.data(arguments.getFrameId(), expression);
                response.setDataId(id);
                response.setDescription(expression);
                response.setCanPersist(true);
                response.setAccessTypes(
                        DataPoints.showsReads(id)
                                ? DataBreakpointAccessType.values()
                                : new DataBreakpointAccessType[] {DataBreakpointAccessType.WRITE});
            } catch (UserError none) {
                response.setDescription(none.getMessage());
            }
            return response;
        });
    }

    @Override
    public CompletableFuture<SetDataBreakpointsResponse> setDataBreakpoints(SetDataBreakpointsArguments arguments) {
        return Answers.to(() -> {
            SetDataBreakpointsResponse response = new SetDataBreakpointsResponse();
            response.setBreakpoints(session()
                    .breakpoints()
                    .ofData(all(arguments.getBreakpoints()))
                    .toArray(new Breakpoint[0]));
            return response;
        });
    }
}
