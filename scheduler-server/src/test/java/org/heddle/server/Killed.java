package org.heddle.server;

import org.heddle.server.launch.LaunchOptions;

/** A program that holds a pool with a plan in flight until it is killed; its output says when it is ready. */
final class Killed {
    private Killed() {}

    /** No arguments. */
    public static void main(String[] arguments) throws Exception {
        LaunchOptions options = FakeZygote.options("stay-late").withJobs(2);
        try (WorkerPool pool = WorkerPool.start(options)) {
            pool.submit(FakeZygote.plan());
            pool.take();
            System.out.println("ready");
            Thread.sleep(60_000);
        }
    }
}
