package org.heddle.cli.check.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;

/**
 * An execution of a schedule in gdb. It is run up to a moment when something is asked of that moment: further on in the same process where
 * the moment is a later one, and else in a new one. Used by one thread, but for {@link #close}.
 */
public final class Inspection implements AutoCloseable {
    /** Farther than this, running anew at full speed is faster than by breakpoints that are tried at each step. */
    private static final int FAR = 2000;

    /** What changes something: the execution would not be that of the schedule any more. */
    private static final Pattern CHANGES = Pattern.compile("(?<![=!<>])=(?!=)|(<<|>>)=|\\+\\+|--");

    private static final Pattern QUOTED = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'");

    private final WorkerPool pool;
    private final Plan plan;
    private final ObjectMapper json = new ObjectMapper();
    private volatile GdbProcess gdb;
    private volatile boolean closed;
    private int now;

    /**
     * The execution of a plan, of which nothing is run yet.
     *
     * @throws LaunchException if the program cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    public static Inspection of(LaunchOptions launch, Plan plan) throws LaunchException, InterruptedException {
        return new Inspection(WorkerPool.start(launch), plan);
    }

    private Inspection(WorkerPool pool, Plan plan) {
        this.pool = pool;
        this.plan = plan;
    }

    /**
     * The variables and parameters of a frame.
     *
     * @throws UserError if they are not to be had
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Variable> locals(int moment, Place place) throws UserError, InterruptedException {
        return variables(moment, request("locals", place));
    }

    /**
     * The variables outside of functions in the source file of a frame.
     *
     * @throws UserError if they are not to be had
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Variable> globals(int moment, Place place) throws UserError, InterruptedException {
        return variables(moment, request("globals", place));
    }

    /**
     * The parts of a variable that was given for the same moment.
     *
     * @param start the first element of an array, from 0
     * @param count how many elements; 0 for all
     * @throws UserError if they are not to be had
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Variable> parts(int moment, int reference, int start, int count)
            throws UserError, InterruptedException {
        if (moment != now || gdb == null) {
            throw new UserError("this value is of another moment: ask for it again");
        }
        ObjectNode request = request("parts");
        request.put("reference", reference).put("start", start).put("count", count);
        return variables(moment, request);
    }

    /**
     * What an expression holds.
     *
     * @throws UserError if it cannot be evaluated
     * @throws InterruptedException if the thread is interrupted
     */
    public Variable value(int moment, Place place, String expression) throws UserError, InterruptedException {
        ObjectNode request = request("value", place).put("expression", looking(expression));
        return variables(moment, request).get(0);
    }

    /**
     * An expression that gives the same memory in every frame and at every moment.
     *
     * @throws UserError if it is not in memory
     * @throws InterruptedException if the thread is interrupted
     */
    public String address(int moment, Place place, String expression) throws UserError, InterruptedException {
        ObjectNode request = request("address", place).put("expression", looking(expression));
        return ask(moment, request).path("address").asText();
    }

    private static String looking(String expression) throws UserError {
        if (CHANGES.matcher(QUOTED.matcher(expression).replaceAll("0")).find()) {
            throw new UserError("expressions may only look, and " + expression + " changes something");
        }
        return expression;
    }

    private ObjectNode request(String what) {
        return json.createObjectNode().put("do", what);
    }

    private ObjectNode request(String what, Place place) {
        ObjectNode request = request(what);
        request.putObject("place")
                .put("thread", place.thread())
                .put("function", place.function())
                .put("nth", place.nth());
        return request;
    }

    private List<Variable> variables(int moment, ObjectNode request) throws UserError, InterruptedException {
        List<Variable> variables = new ArrayList<>();
        for (JsonNode one : ask(moment, request).path("variables")) {
            variables.add(new Variable(
                    one.path("name").asText(),
                    one.path("value").asText(),
                    one.path("type").asText(),
                    one.path("expression").asText(),
                    one.path("reference").asInt(),
                    one.path("elements").asInt()));
        }
        return List.copyOf(variables);
    }

    private JsonNode ask(int moment, ObjectNode request) throws UserError, InterruptedException {
        try {
            runTo(moment);
            return answer(request);
        } catch (IOException lost) {
            leave();
            throw new UserError("gdb cannot look into the program: " + lost.getMessage());
        }
    }

    private void runTo(int moment) throws IOException, UserError, InterruptedException {
        if (gdb != null && moment == now) {
            return;
        }
        boolean isFirst = gdb == null || moment < now || moment - now > FAR;
        if (isFirst) {
            leave();
            gdb = GdbProcess.start(pool, plan, moment);
            if (closed) {
                leave();
                throw new IOException("the session has ended");
            }
        }
        now = moment;
        try {
            answer(request("run").put("moment", moment).put("first", isFirst));
        } catch (UserError ended) {
            leave();
            throw ended;
        }
    }

    private JsonNode answer(ObjectNode request) throws IOException, UserError {
        JsonNode answer = json.readTree(gdb.ask(request.toString()));
        if (answer.has("error")) {
            throw new UserError(answer.path("error").asText());
        }
        return answer;
    }

    private void leave() throws InterruptedException {
        GdbProcess left = gdb;
        gdb = null;
        if (left != null) {
            left.close();
        }
    }

    /** Ends gdb and the program; also while another thread waits for them, which is told of it by an error. */
    @Override
    public void close() {
        closed = true;
        GdbProcess left = gdb;
        try {
            if (left != null) {
                left.close();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            pool.close();
        }
    }
}
