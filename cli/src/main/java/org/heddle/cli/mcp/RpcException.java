package org.heddle.cli.mcp;

/** A request that cannot be answered, with its code of JSON-RPC 2.0. */
final class RpcException extends Exception {
    static final int NO_JSON = -32700;
    static final int NO_REQUEST = -32600;
    static final int NO_METHOD = -32601;
    static final int WRONG_PARAMETERS = -32602;
    static final int FAULT = -32603;

    private static final long serialVersionUID = 1L;

    private final int code;

    RpcException(int code, String message) {
        super(message);
        this.code = code;
    }

    int code() {
        return code;
    }
}
