package org.heddle.server.os;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.Type;

/**
 * The three calls that every message needs, as {@link LibC} would have them. They go straight to the layer below it, which neither makes
 * code at the start nor looks at annotations, and are as quick as code that was made.
 */
public final class SocketCalls {
    private static final Invoker INVOKER = Invoker.getInstance();
    private static final CallContext POLL = returning(Type.SINT, Type.POINTER, Type.ULONG, Type.SINT);
    private static final CallContext TRANSFER = returning(Type.SLONG, Type.SINT, Type.POINTER, Type.ULONG, Type.SINT);
    private static final long POLL_ADDRESS = address("poll");
    private static final long SEND_ADDRESS = address("send");
    private static final long RECV_ADDRESS = address("recv");

    private SocketCalls() {}

    /** How many of the descriptors are ready, 0 if none was in time; −1 on errors, which {@link Native#errno()} tells. */
    public static int poll(long descriptors, long count, int timeoutMillis) {
        return (int) INVOKER.invokeN3(POLL, POLL_ADDRESS, descriptors, count, timeoutMillis);
    }

    /** How many bytes were sent; −1 on errors, which {@link Native#errno()} tells. */
    public static long send(int socket, long buffer, long length, int flags) {
        return INVOKER.invokeN4(TRANSFER, SEND_ADDRESS, socket, buffer, length, flags);
    }

    /** How many bytes were received, 0 at the end; −1 on errors, which {@link Native#errno()} tells. */
    public static long recv(int socket, long buffer, long length, int flags) {
        return INVOKER.invokeN4(TRANSFER, RECV_ADDRESS, socket, buffer, length, flags);
    }

    private static CallContext returning(Type result, Type... parameters) {
        return CallContext.getCallContext(result, parameters, CallingConvention.DEFAULT, true);
    }

    private static long address(String function) {
        return Library.getDefault().getSymbolAddress(function);
    }
}
