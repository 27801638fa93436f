// std::string under a mutex: appending, inserting, comparing, cutting. The bug: who looks holds no lock.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::string text = "the first words";

int main() {
    std::thread writer([] {
        std::lock_guard<std::mutex> hold(lock);
        text += " and more of them " + std::to_string(12345);
        text.insert(0, ">>");
        text.replace(text.find("first"), 5, "second");
        text.push_back('!');
    });
    std::string copy;
    {
#ifndef BUG
        std::lock_guard<std::mutex> hold(lock);
#endif
        copy = text.substr(0, 8);
    }
    assert(copy == "the firs" || copy == ">>the se");
    writer.join();
    assert(text == ">>the second words and more of them 12345!");
    assert(std::stoi(text.substr(text.find("12345"))) == 12345);
}
