package org.heddle.cli.report.names;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.dpor.model.execution.SignalNames;

/** Calls that are about signals, as reports show them. */
public final class SignalWords {
    /** Those that send, cancel or change something; others, which may be interrupted, only look whether a signal has come. */
    private static final Pattern CALL =
            Pattern.compile("(pthread_)?(kill|sig(?!wait|timedwait|suspend|pause)|cancel|setcancel|testcancel)\\w*\\(.*"
                    + "|(raise|killpg|tgkill|abort|u?alarm|[gs]etitimer|timer_\\w+)\\(.*");

    private static final Pattern NUMBER =
            Pattern.compile("((?:signal|sigaction|raise|sigset|siginterrupt)\\()(\\d{1,2})(\\).*)");
    private static final Pattern MASK = Pattern.compile("((?:pthread_sigmask|sigprocmask)\\()([012])(\\).*)");
    private static final List<String> MASKS = List.of("SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK");

    private SignalWords() {}

    /** Whether this call sends, cancels or changes something, or is not known. */
    public static boolean isCall(String call) {
        return !call.endsWith(")") || CALL.matcher(call).matches();
    }

    /** The call, with the names of its constants: {@code signal(SIGTERM)}. */
    public static String withNames(String call) {
        Matcher number = NUMBER.matcher(call);
        if (number.matches()) {
            return number.group(1) + SignalNames.of(Integer.parseInt(number.group(2))) + number.group(3);
        }
        Matcher mask = MASK.matcher(call);
        return mask.matches() ? mask.group(1) + MASKS.get(Integer.parseInt(mask.group(2))) + mask.group(3) : call;
    }
}
