package org.heddle.cli.check.dap;

import org.eclipse.lsp4j.debug.Capabilities;

/** What an editor is told that it may ask for. */
final class DapCapabilities {
    private DapCapabilities() {}

    static Capabilities all() {
        Capabilities all = new Capabilities();
        all.setSupportsConfigurationDoneRequest(true);
        all.setSupportsStepBack(true);
        all.setSupportsRestartRequest(true);
        all.setSupportsTerminateRequest(true);
        all.setSupportsEvaluateForHovers(true);
        all.setSupportsExceptionInfoRequest(true);
        all.setSupportsFunctionBreakpoints(true);
        all.setSupportsConditionalBreakpoints(true);
        all.setSupportsDataBreakpoints(true);
        all.setSupportsBreakpointLocationsRequest(true);
        all.setSupportsDelayedStackTraceLoading(true);
        return all;
    }
}
