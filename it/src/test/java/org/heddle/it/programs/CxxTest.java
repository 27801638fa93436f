package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** C++ programs: what leaves a thread or an initialiser runs the destructors on its way. */
@Timeout(900)
final class CxxTest {
    @TempDir
    private Path folder;

    @Test
    void cancellationExitAndExceptions_unwindTheStack() {
        Path source = Path.of("src/test/resources/cxx/unwinding.cc").toAbsolutePath();
        JsonNode report = Heddle.check(folder, "--keep-going", source).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        int cancelled = 2; // before the thread waits, or while it does
        int ordered = 2; // the threads that come to the initialiser
        assertEquals(cancelled * ordered, report.at("/executions/total").intValue(), report.toString());
    }

    /** Natively every thread destroys its objects before it can be joined. */
    @Test
    void threadLocalObjects_areDestroyedWhereTheirThreadEnds() {
        Path source = Path.of("src/test/resources/cxx/thread-locals.cc").toAbsolutePath();
        for (Run run : List.of(Heddle.check(folder, source), Heddle.check(folder, source, "--", "exit"))) {
            JsonNode report = run.json();
            assertEquals("clean", report.get("verdict").textValue(), report.toString());
            assertTrue(report.get("complete").booleanValue(), report.toString());
            assertTrue(report.at("/executions/total").intValue() > 1, report.toString());
        }
        JsonNode findings = Heddle.check(folder, "-DRACE", source).json().get("findings");
        assertTrue(findings.findValuesAsText("kind").contains("data-race"), findings.toString());
    }

    @Test
    void raceInAContainer_isToldWithTheProgramsOwnLine() throws Exception {
        Path source = Files.writeString(
                folder.resolve("append.cc"),
                """
                #include <pthread.h>
                #include <vector>
                static std::vector<int> numbers;
                static void *append(void *nothing) {
                    numbers.push_back(1);
                    return nothing;
                }
                int main() {
                    pthread_t thread;
                    pthread_create(&thread, nullptr, append, nullptr);
                    numbers.push_back(2);
                    pthread_join(thread, nullptr);
                }
                """);
        Run run = Heddle.check(folder, "-i", 1, source);
        JsonNode race = run.json().at("/findings/0");
        assertEquals("data-race", race.get("kind").textValue(), run.toString());
        assertEquals(source.toString(), race.get("file").textValue());
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.lines().anyMatch(line -> line.matches(" +#\\d .*vector.*  at \\S+:\\d+")), text);
        assertFalse(text.contains("/../"), text);
    }

    @Test
    void locksAndWaitsOfTheStandardLibrary_areToldWithTheProgramsOwnLines() throws Exception {
        Path source = Files.writeString(
                folder.resolve("logger.cc"),
                """
                #include <condition_variable>
                #include <mutex>
                #include <thread>
                class Logger {
                    std::mutex lock;
                    std::condition_variable work;
                    bool stop = false;
                    std::thread writer;
                    void loop() {
                        std::unique_lock<std::mutex> hold(lock);
                        while (!stop) work.wait(hold);
                    }
                public:
                    Logger() : writer(&Logger::loop, this) {}
                    ~Logger() {
                        std::lock_guard<std::mutex> hold(lock);
                        stop = true;
                        work.notify_one();
                        writer.join();
                    }
                };
                int main() {
                    Logger logger;
                }
                """);
        JsonNode finding = Heddle.check(folder, source).json().at("/findings/0");
        assertEquals("mixed-cycle", finding.get("cause").textValue(), finding.toString());
        assertEquals(
                "deadlock: main waits for T1 to exit; T1 waits for mutex@logger.cc:16, which main holds",
                finding.get("message").textValue());
        assertEquals(source.toString(), finding.get("file").textValue());
        assertEquals(19, finding.get("line").intValue());
        for (JsonNode step : finding.get("trace")) {
            assertEquals(source.toString(), step.path("file").textValue(), step.toString());
        }
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.lines().anyMatch(line -> line.matches(" +\\d+ +create T1 +logger.cc:14")), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +\\d+ +start +logger.cc:14")), text);
        assertTrue(text.contains("holds mutex@logger.cc:16, locked at logger.cc:16"), text);
        Run replay = Heddle.run("replay", finding.get("schedule").textValue());
        assertEquals(1, replay.exitCode(), replay.toString());
    }

    @Test
    void functionsAndLibrariesOfCxx_haveNoMangledNames() throws Exception {
        Path source = Files.writeString(
                folder.resolve("config.cc"),
                """
                #include <string>
                #include <thread>
                struct Config { std::string name; int level; Config() : name("production"), level(3) {} };
                static Config *instance;
                static Config *get() {
                    if (!instance) instance = new Config;
                    return instance;
                }
                int main() {
                    std::thread reader([] { get()->level = 4; });
                    int level = get()->level;
                    reader.join();
                    return level == 0;
                }
                """);
        Run run = Heddle.check(folder, "--keep-going", source);
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.contains("data race on get()->level"), text);
        assertTrue(text.contains(" functions of libstdc++.so.6 ("), text);
        assertFalse(text.contains("_Z"), text);
        assertTrue(run.json().get("unseen").size() > 1, "JSON has each");
    }

    @Test
    void deletedWhileInUse_isOneUseAfterFree_withTheRaceOfItsOtherOrder() throws Exception {
        Path source = Files.writeString(
                folder.resolve("delete.cc"),
                """
                #include <thread>
                struct Job { int id; int left; };
                static Job *current;
                int main() {
                    current = new Job{1, 2};
                    std::thread worker([] {
                        Job *job = current;
                        if (job->left > 0) {
                            job->id++;
                            job->left--;
                        }
                    });
                    delete current;
                    worker.join();
                }
                """);
        Run run = Heddle.check(folder, "--keep-going", source);
        JsonNode findings = run.json().get("findings");
        assertEquals(1, findings.size(), findings.toString());
        assertEquals("use-after-free", findings.at("/0/kind").textValue());
        String used = findings.at("/0/message").textValue();
        assertTrue(used.contains("allocated at delete.cc:5 in main and freed by main at delete.cc:13 in main"), used);
        JsonNode others = findings.at("/0/others");
        assertTrue(others.findValuesAsText("kind").contains("data-race"), others.toString());
        assertTrue(others.toString().contains("main frees it at delete.cc:13 in main"), others.toString());
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.lines().anyMatch(line -> line.matches("> +· +free \\S+ +delete.cc:13")), text);
        assertTrue(text.contains("count users with an atomic"), text);
    }

    @Test
    void leaksOfTwoNews_areTwoWithLinesOfTheirOwn() throws Exception {
        Path source = Files.writeString(
                folder.resolve("leak.cc"),
                """
                #include <thread>
                int main() {
                    int *one = new int(3);
                    int *more = new int[3]{1, 2, 3};
                    std::thread thread([] {});
                    thread.join();
                    return *one == more[2] ? 0 : 1;
                }
                """);
        JsonNode findings =
                Heddle.check(folder, "--keep-going", "--leaks", source).json().get("findings");
        assertEquals(2, findings.size(), findings.toString());
        assertEquals(3, findings.at("/0/line").intValue(), findings.toString());
        assertEquals(4, findings.at("/1/line").intValue(), findings.toString());
    }

    @Test
    void blockOfAUniquePointer_isAllocatedAndFreedInTheProgramsOwnLines() throws Exception {
        Path source = Files.writeString(
                folder.resolve("job.cc"),
                """
                #include <memory>
                #include <mutex>
                #include <thread>
                struct Job { int result = 0; std::mutex lock; };
                static void start(Job &job) {
                    std::thread([&job] {
                        std::lock_guard<std::mutex> hold(job.lock);
                        job.result = 42;
                    }).detach();
                }
                int main() {
                    auto job = std::make_unique<Job>();
                    start(*job);
                    job->lock.lock();
                    int result = job->result;
                    job->lock.unlock();
                    job.reset();
                    return result < 0;
                }
                """);
        JsonNode finding = Heddle.check(folder, source).json().at("/findings/0");
        assertEquals("use-after-free", finding.get("kind").textValue(), finding.toString());
        assertEquals(7, finding.get("line").intValue(), finding.toString());
        for (JsonNode use : finding.get("uses")) {
            int line = use.get("kind").textValue().equals("allocated") ? 12 : 17;
            assertEquals(source.toString(), use.get("file").textValue(), use.toString());
            assertEquals(line, use.get("line").intValue(), use.toString());
        }
        String all = Heddle.check(folder, "--keep-going", source)
                .json()
                .get("findings")
                .toString();
        assertFalse(all.contains("_Z"), all);
    }

    @Test
    void staticLocalVariables_areInitialisedByOneThreadAndSeenByAll() throws Exception {
        String first =
                """
                #include <thread>
                #include <vector>
                static int made;
                struct Table {
                    std::vector<int> rows;
                    Table() : rows(3, 7) { if (++made == FAILS) throw 1; }
                };
                static Table &table() {
                    static Table only;
                    return only;
                }
                static void use(int row) {
                    try { if (table().rows[row] != 7) throw 2; } catch (int) { if (table().rows[row] != 7) throw; }
                }
                """;
        String last =
                """
                int main() {
                    std::thread other([] { use(0); });
                    use(1);
                    other.join();
                    return made != 1 + (FAILS == 1);
                }
                """;
        for (int fails = 0; fails < 2; fails++) {
            Path source = Files.writeString(folder.resolve("table.cc"), first + last);
            JsonNode report = Heddle.check(folder, "-DFAILS=" + fails, source).json();
            assertEquals("clean", report.get("verdict").textValue(), report.toString());
            assertTrue(report.get("complete").booleanValue(), report.toString());
            assertTrue(report.get("unseen").isEmpty(), report.toString());
        }
        Path source = Files.writeString(
                folder.resolve("again.cc"),
                """
                #include <pthread.h>
                static int again();
                static int only() { static int value = again(); return value; }
                static int again() { return only(); }
                int main() { return only(); }
                """);
        JsonNode finding = Heddle.check(folder, source).json().at("/findings/0");
        assertEquals("deadlock", finding.get("kind").textValue(), finding.toString());
        assertEquals("once", finding.get("cause").textValue(), finding.toString());
    }

    @Test
    void locksThatAreTakenTogether_areNoLivelock() throws Exception {
        Path source = Files.writeString(
                folder.resolve("accounts.cc"),
                """
                #include <mutex>
                #include <thread>
                static std::mutex mine, yours;
                static int total;
                int main() {
                    std::thread other([] { std::scoped_lock both(mine, yours); total++; });
                    { std::scoped_lock both(yours, mine); total++; }
                    other.join();
                    return total != 2;
                }
                """);
        JsonNode report = Heddle.check(folder, "-i", 100, source).json();
        assertTrue(report.get("findings").isEmpty(), report.toString());
    }

    /** Natively a bit of the pointer is a lock; its {@code load} gives it back with a relaxed operation. */
    @Test
    void atomicSharedPointers_doNotRaceAndOrderWhatStoresOrder() throws Exception {
        Path source = Files.writeString(
                folder.resolve("settings.cc"),
                """
                #include <atomic>
                #include <memory>
                #include <thread>
                struct Settings { int level = 1; };
                static std::atomic<std::shared_ptr<Settings>> current{std::make_shared<Settings>()};
                static int looks;
                int main() {
                    std::thread writer([] {
                        auto next = std::make_shared<Settings>();
                        next->level = 2;
                        current.store(next);
                        if (LATE) next->level = 3;
                        if (LOOKS) looks++;
                    });
                    if (LOOKS) looks++;
                    int level = current.load()->level;
                    writer.join();
                    return level == 7;
                }
                """);
        JsonNode right = cxx20(source, 0, 0);
        assertEquals("clean", right.get("verdict").textValue(), right.toString());
        assertTrue(right.get("complete").booleanValue(), right.toString());
        JsonNode late = cxx20(source, 1, 0).get("findings");
        assertEquals(1, late.size(), late.toString());
        assertEquals("data-race", late.at("/0/kind").textValue(), late.toString());
        JsonNode looks = cxx20(source, 0, 1).get("findings");
        assertTrue(looks.at("/0/message").textValue().contains("looks"), "load orders nothing after it: " + looks);
    }

    private JsonNode cxx20(Path source, int late, int looks) {
        return Heddle.check(folder, "--keep-going", "--cflags=-std=c++20", "-DLATE=" + late, "-DLOOKS=" + looks, source)
                .json();
    }

    /** Its destructor stores the pointer to the table that is there already. */
    @Test
    void virtualCallDuringADestructor_racesWhereTheTableChanges() throws Exception {
        Path source = Files.writeString(
                folder.resolve("worker.cc"),
                """
                #include <thread>
                struct Service {
                    std::thread thread;
                    virtual void run() = 0;
                    void start() { thread = std::thread([this] { run(); }); }
                    virtual ~Service() { if (thread.joinable()) thread.join(); }
                };
                struct Worker : Service {
                    int done = 0;
                    void run() override { done++; }
                    ~Worker() override { if (JOINS) thread.join(); }
                };
                int main() {
                    Worker worker;
                    worker.start();
                }
                """);
        JsonNode right = Heddle.check(folder, "-DJOINS=1", source).json();
        assertEquals("clean", right.get("verdict").textValue(), right.toString());
        assertTrue(right.get("complete").booleanValue(), right.toString());
        JsonNode late =
                Heddle.check(folder, "--keep-going", "-DJOINS=0", source).json().get("findings");
        assertTrue(late.findValuesAsText("kind").contains("data-race"), late.toString());
    }

    /** What links nodes is in libstdc++.so, which is not instrumented: what it does to those that it is given is known. */
    @Test
    void nodesOfContainers_race() throws Exception {
        Path source = Files.writeString(
                folder.resolve("nodes.cc"),
                """
                #include <list>
                #include <map>
                #include <mutex>
                #include <thread>
                static std::map<int, int> tree{{1, 1}};
                static std::list<int> list{1};
                static std::mutex lock;
                static int look() { return TREE ? (int)tree.count(2) : list.back(); }
                int main() {
                    std::thread writer([] {
                        std::lock_guard<std::mutex> hold(lock);
                        if (TREE) tree.emplace(2, 2); else list.push_back(2);
                    });
                    int seen;
                    if (LOCKS) { std::lock_guard<std::mutex> hold(lock); seen = look(); } else { seen = look(); }
                    writer.join();
                    return seen < 0;
                }
                """);
        for (int tree = 0; tree < 2; tree++) {
            JsonNode raced =
                    Heddle.check(folder, "-DLOCKS=0", "-DTREE=" + tree, source).json();
            assertEquals("data-race", raced.at("/findings/0/kind").textValue(), raced.toString());
            JsonNode right =
                    Heddle.check(folder, "-DLOCKS=1", "-DTREE=" + tree, source).json();
            assertEquals("clean", right.get("verdict").textValue(), right.toString());
        }
    }

    /** The library looks sixteen times before it blocks. */
    @Test
    void waitsForAtomics_lookOnce() throws Exception {
        Path source = Files.writeString(
                folder.resolve("gate.cc"),
                """
                #include <atomic>
                #include <semaphore>
                #include <thread>
                static std::atomic<int> gate{0};
                static std::counting_semaphore<2> free_places{1};
                static int data;
                int main() {
                    std::thread other([] { gate.wait(0); if (data != 5) __builtin_abort(); free_places.release(); });
                    data = 5;
                    gate.store(1);
                    if (NOTIFIES) gate.notify_one();
                    free_places.acquire();
                    free_places.acquire();
                    other.join();
                }
                """);
        JsonNode right = Heddle.check(folder, "--cflags=-std=c++20", "-DNOTIFIES=1", source)
                .json();
        assertEquals("clean", right.get("verdict").textValue(), right.toString());
        assertTrue(right.get("complete").booleanValue(), right.toString());
        assertTrue(right.at("/executions/total").intValue() < 100, right.toString());
        JsonNode lost = Heddle.check(folder, "--cflags=-std=c++20", "-DNOTIFIES=0", source)
                .json();
        assertEquals("deadlock", lost.at("/findings/0/kind").textValue(), lost.toString());
    }
}
