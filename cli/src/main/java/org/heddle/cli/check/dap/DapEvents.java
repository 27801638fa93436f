package org.heddle.cli.check.dap;

import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.OutputEventArgumentsCategory;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.TerminatedEventArguments;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.heddle.cli.base.UserError;

/** What an editor is told without having asked. */
final class DapEvents {
    private IDebugProtocolClient client;
    private int printed;

    /** Who is told. */
    void connect(IDebugProtocolClient editor) {
        client = editor;
    }

    /** The schedule is there, and breakpoints may come. */
    void launched(DapSession session) {
        say(session.open().finding());
        if (!session.open().change().isEmpty()) {
            say(session.open().change());
        }
        client.initialized();
    }

    /** It stands somewhere, which threads and variables are asked for. */
    void stopped(DapSession session) {
        Journey journey = session.journey();
        Stop stop = journey.stop();
        print(session);
        say(journey.line()
                .map(line -> stop.moment() + " of " + session.open().moments().count() + "  " + line.sentence())
                .orElse(stop.description()));
        StoppedEventArguments event = new StoppedEventArguments();
        event.setReason(stop.reason());
        event.setDescription(stop.description());
        event.setText(stop.reason().equals(Stop.FAILURE) ? stop.description() : null);
        event.setThreadId(session.ids().of(stop.thread()));
        event.setAllThreadsStopped(true);
        event.setHitBreakpointIds(stop.hit().isEmpty() ? null : stop.hit().toArray(new Integer[0]));
        client.stopped(event);
    }

    /** What the program has printed on the way, once. */
    private void print(DapSession session) {
        try {
            String output = session.output();
            if (output.length() > printed) {
                output(OutputEventArgumentsCategory.STDOUT, output.substring(printed));
                printed = output.length();
            }
        } catch (UserError problem) {
            problem(problem.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void terminated() {
        client.terminated(new TerminatedEventArguments());
    }

    /** Something that the user has to know. */
    void problem(String message) {
        output(OutputEventArgumentsCategory.IMPORTANT, message + "\n");
    }

    private void say(String line) {
        output(OutputEventArgumentsCategory.CONSOLE, line + "\n");
    }

    private void output(String category, String text) {
        OutputEventArguments event = new OutputEventArguments();
        event.setCategory(category);
        event.setOutput(text);
        client.output(event);
    }
}
