// Trees and lists after hundreds of changes are what they would be natively: in order from both ends, balanced, and complete.
#include <algorithm>
#include <cstdlib>
#include <list>
#include <set>
#include <thread>
#include <vector>

static void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

struct Tree : std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>> {};

static void trees(unsigned state) {
    Tree tree, moved;
    std::vector<int> model;
    for (int step = 0; step < 600; step++) {
        state = state * 1103515245 + 12345;
        int key = static_cast<int>(state >> 16) % (step % 200 < 100 ? 90 : 30);
        auto place = std::lower_bound(model.begin(), model.end(), key);
        bool has = place != model.end() && *place == key;
        if (step % 200 < 100) {
            expect(tree._M_insert_unique(key).second == !has);
            if (!has) {
                model.insert(place, key);
            }
        } else {
            expect(tree.erase(key) == (has ? 1u : 0u));
            if (has) {
                model.erase(place);
            }
        }
        expect(step % 5 != 0 || tree.__rb_verify());
        if (step % 50 == 0) {
            expect(std::equal(tree.begin(), tree.end(), model.begin(), model.end()));
            expect(std::equal(tree.rbegin(), tree.rend(), model.rbegin(), model.rend()));
        }
    }
    while (!model.empty()) {
        expect(tree.erase(model.back()) == 1 && tree.__rb_verify());
        model.pop_back();
    }
    expect(tree.empty() && tree.begin() == tree.end());
    tree._M_insert_unique(1);
    expect(*tree.begin() == 1 && *--tree.end() == 1 && ++tree.begin() == tree.end());
}

static void lists() {
    std::list<int> one, other, none;
    for (int i = 0; i < 100; i++) {
        one.push_back(i * 37 % 100);
        other.push_front(i);
    }
    one.sort();
    one.reverse();
    expect(std::is_sorted(one.rbegin(), one.rend()) && std::equal(one.begin(), one.end(), other.begin(), other.end()));
    one.splice(one.begin(), other, other.begin(), std::next(other.begin(), 50));
    expect(one.size() == 150 && one.front() == 99 && other.front() == 49 && *std::next(one.begin(), 50) == 99);
    one.swap(none);
    expect(one.empty() && one.begin() == one.end() && none.size() == 150 && none.back() == 0);
    none.swap(other);
    expect(other.size() == 150 && none.size() == 50 && none.back() == 0 && other.front() == 99);
    other.merge(none, std::greater<int>());
    other.remove(99);
    other.unique();
    expect(none.empty() && other.size() == 198 - 50 && other.back() == 0);
    one.swap(none);
    one.push_back(1);
    expect(one.front() == 1 && one.back() == 1 && one.size() == 1);
}

int main() {
    std::thread thread([] { trees(1); });
    thread.join();
    trees(2);
    lists();
}
