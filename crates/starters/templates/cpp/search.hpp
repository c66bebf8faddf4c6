// Shortest ways, for boards and graphs alike.
#pragma once

#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

struct Way {
    int move;
    long to, cost;
};

// The first move of a cheapest way from `start` to one of `goals`, -1 if there is none or it is there already.
// `ways(node)` lists the moves from a node. Of goals as near as each other the lowest counts.
template <class Ways> int first_step(long start, const std::set<long>& goals, Ways ways) {
    using Entry = std::tuple<long, long, int>;
    std::map<long, long> best{{start, 0}};
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
    queue.emplace(0, start, -1);
    while (!queue.empty()) {
        auto [cost, node, first] = queue.top();
        queue.pop();
        if (goals.count(node)) return first;
        if (cost > best[node]) continue;
        for (const Way& way : ways(node)) {
            auto known = best.find(way.to);
            if (known == best.end() || cost + way.cost < known->second) {
                best[way.to] = cost + way.cost;
                queue.emplace(cost + way.cost, way.to, node == start ? way.move : first);
            }
        }
    }
    return -1;
}
