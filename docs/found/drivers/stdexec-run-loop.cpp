// A thread lets a run loop of stdexec finish; the loop ends with its run, as that of sync_wait does.
#include <stdexec/execution.hpp>

#include <memory>
#include <thread>

int main() {
    auto loop = std::make_unique<stdexec::run_loop>();
    std::thread finisher([&loop = *loop] { loop.finish(); });
    loop->run();
    loop.reset();
    finisher.join();
}
