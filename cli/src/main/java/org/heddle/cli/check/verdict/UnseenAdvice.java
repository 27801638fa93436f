package org.heddle.cli.check.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.heddle.cli.report.UnseenCall;

/** What to do about calls of what is not seen: a remark for each thing that can be done. */
final class UnseenAdvice {
    /** Libraries that nobody builds anew for a test. */
    private static final Pattern SYSTEM = Pattern.compile(
            "(libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\\+\\+|ld-linux[-\\w]*)\\.so.*");

    /** The runtime's words for what no function alone is to blame for. */
    private static final String ASSEMBLY = "inline assembly";

    private static final String POINTER = "a function called through a pointer";
    private static final String BOTH_MAPPINGS = "a private and a shared mapping";
    private static final String MAPPINGS = "a mapping of pages";
    private static final String MAPPED = "a file that is mapped";
    private static final String UNSHARE = "close_range for one thread";
    private static final String CLAIMS = "claims about memory";

    private static final int NAMED = 5;
    private static final String MANGLED = "_Z";

    private UnseenAdvice() {}

    /** The remarks, in the order of the calls. */
    static List<String> remarks(List<UnseenCall> calls) {
        Map<String, List<UnseenCall>> groups = new LinkedHashMap<>();
        for (UnseenCall call : calls) {
            groups.computeIfAbsent(kind(call), unused -> new ArrayList<>()).add(call);
        }
        return groups.values().stream()
                .map(group -> "not seen: " + String.join(", ", UnseenCall.texts(group)) + "; " + on(group))
                .toList();
    }

    /** Calls of one kind have one advice. */
    private static String kind(UnseenCall call) {
        if (isSystem(call)) {
            return "system";
        }
        return call.library().isEmpty() ? "program " + fixed(call.function()) : call.library();
    }

    private static boolean isSystem(UnseenCall call) {
        return SYSTEM.matcher(call.library()).matches();
    }

    private static String on(List<UnseenCall> calls) {
        UnseenCall first = calls.get(0);
        if (isSystem(first)) {
            return "leave " + (calls.size() == 1 ? "it" : "them") + " out of the test, or vouch with " + trust(calls);
        }
        if (!first.library().isEmpty()) {
            return "build " + first.library() + " with heddle cc, or vouch for it with --trust=" + first.library();
        }
        String fixed = fixed(first.function());
        return fixed.isEmpty() ? "build its source with heddle cc, or vouch with " + trust(calls) : fixed;
    }

    /** What is no function by a name; empty for one that is. */
    private static String fixed(String what) {
        if (what.equals(ASSEMBLY)) {
            return "write it in C, or vouch for it with --trust='" + ASSEMBLY + "'";
        }
        if (what.equals(POINTER)) {
            return "build the function's source with heddle cc, or vouch for it with --trust='" + POINTER + "'";
        }
        if (what.startsWith(BOTH_MAPPINGS)) {
            return "let all mappings of the file be shared, or all private";
        }
        if (what.startsWith(CLAIMS)) {
            return "assert there what is to hold";
        }
        if (what.startsWith(MAPPINGS)) {
            return "let the test map fewer files";
        }
        if (what.endsWith(MAPPED)) {
            return "while the file is mapped, let the test use its mapping, or read, write, pread and pwrite";
        }
        return what.startsWith(UNSHARE) ? "leave out CLOSE_RANGE_UNSHARE" : "";
    }

    private static String trust(List<UnseenCall> calls) {
        List<String> functions =
                calls.stream().map(UnseenCall::function).distinct().toList();
        boolean areReadable = functions.stream().noneMatch(function -> function.startsWith(MANGLED));
        List<String> names = functions.size() == 1 || (functions.size() <= NAMED && areReadable)
                ? functions
                : calls.stream()
                        .map(call -> call.library().isEmpty() ? call.function() : call.library())
                        .distinct()
                        .toList();
        String list = String.join(",", names);
        return "--trust=" + (list.contains(" ") ? "'" + list + "'" : list);
    }
}
