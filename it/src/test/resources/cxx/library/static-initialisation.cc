// A static local variable, which its first user initialises. The bug: a pointer that is looked at without a lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <string>
#include <thread>

static int made;
struct Settings {
    std::string name = "settings of the whole program";
    Settings() { made++; }
};

static Settings &settings() {
#ifdef BUG
    static Settings *only;
    if (!only) {
        only = new Settings;
    }
    return *only;
#else
    static Settings only;
    return only;
#endif
}

int main() {
    std::thread other([] { assert(settings().name.size() == 29); });
    assert(settings().name[0] == 's');
    other.join();
    assert(made == 1);
}
