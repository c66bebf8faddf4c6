// A bot for Ghost Grid: ghosts climb to the goal, sentinels come down to meet them. `choose` is where it thinks.
#pragma once

#include <set>

#include "protocol.hpp"

struct Bot {
    std::set<long> been; // the nodes it was asked in

    explicit Bot(const Match&) {}

    Json choose(const Turn& turn) {
        if (auto view = std::get_if<GhostView>(&turn.view)) {
            been.insert(view->me.node);
            return view->me.loot == 0 ? action::wait() : best(*view, [&](auto& port) { return climb(*view, port); });
        }
        if (auto view = std::get_if<SentinelView>(&turn.view)) {
            if (view->here.loot > 0) return action::recover();
            bool rests = view->me.frozen > 0 || !view->here.ghosts.empty();
            return rests ? action::wait() : best(*view, [&](auto& port) { return hunt(*view, port); });
        }
        return action::wait();
    }

    // The way that is worth most, of those it has the energy for.
    template <class V, class Value> static Json best(const V& view, Value value) {
        long most = -1'000'000, to = -1;
        for (auto& port : view.ports)
            if (port.dist <= view.me.energy && value(port) > most) most = value(port), to = port.node;
        return to >= 0 ? action::move(to) : action::wait();
    }

    // What a way is worth to a ghost: up is good, far is bad, a sentinel there is worst.
    long climb(const GhostView& view, const GhostPort& port) const {
        long value = 10 * (port.layer - view.me.layer) - port.dist;
        value += port.layer == view.n ? 1000 : 0;
        value -= been.count(port.node) ? 25 : 0;
        return value - (port.sentinels.value_or(0) > 0 ? 100'000 : 0);
    }

    // What a way is worth to a sentinel: down, where nobody looked of late and no other sentinel is.
    static long hunt(const SentinelView& view, const SentinelPort& port) {
        bool late = false, ally = false, goal = port.layer == view.n;
        for (auto& mark : view.checked) late |= mark.node == port.node && mark.turn + 3 >= view.turn;
        for (auto& other : view.allies) ally |= other.node == port.node;
        return -port.dist - 100 * port.layer - 10'000 * late - 50'000 * ally - 100'000 * goal;
    }
};
