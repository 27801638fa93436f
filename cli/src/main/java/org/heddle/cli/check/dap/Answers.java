package org.heddle.cli.check.dap;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.heddle.cli.base.UserError;

/** Answers of requests: what was asked for, or why it cannot be had. */
final class Answers {
    private Answers() {}

    static <T> CompletableFuture<T> to(Callable<T> answer) {
        try {
            return CompletableFuture.completedFuture(answer.call());
        } catch (UserError | IOException problem) {
            return failure(problem.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return failure("interrupted");
        } catch (Exception fault) {
            return failure("internal error: " + fault + ". This is a fault of Heddle: please report it");
        }
    }

    static <T> CompletableFuture<T> failure(String message) {
        return CompletableFuture.failedFuture(new ResponseErrorException(
                new ResponseError(ResponseErrorCode.RequestFailed.getValue(), message, null)));
    }
}
