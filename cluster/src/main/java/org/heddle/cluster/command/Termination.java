package org.heddle.cluster.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Does something else than to end the process at once when it is asked to end. The JVM's own hooks begin all at the same time, and those of
 * running programs kill them.
 */
record Termination(Object before) {
    private static final String SIGNAL = "TERM";

    /** Does this at SIGTERM. */
    static Termination by(Runnable task) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                task.run();
                return null;
            }
            return method.getName().equals("equals") ? proxy == arguments[0] : System.identityHashCode(proxy);
        };
        try {
            Class<?> type = Class.forName("sun.misc.SignalHandler"); // not part of Java's own interface, so not by name
            return new Termination(
                    handle(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler)));
        } catch (ReflectiveOperationException missing) {
            return new Termination(null); // the process ends at once, as if it were killed
        }
    }

    private static Object handle(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        return signal.getMethod("handle", signal, type)
                .invoke(null, signal.getConstructor(String.class).newInstance(SIGNAL), handler);
    }

    /** Undoes it. */
    void close() {
        try {
            if (before != null) {
                handle(before);
            }
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("what was there before is not any more", missing);
        }
    }
}
